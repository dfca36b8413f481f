# SPDX-License-Identifier: MIT
"""Runs a test program with limits of time and memory."""
import os
import signal
import subprocess
import threading

# The library's tests need less than 1 GB; threads reserve addresses that they do not use.
MOST_KILOBYTES = 8 * 1024 * 1024

# What cmocka prints for a test that failed.
FAILED = b"[  FAILED  ]"

# A test that uses no processor time for so long waits for ever. A busy machine may stop one for minutes.
IDLE_SECONDS = 300

running = set()
running_lock = threading.Lock()

# A test may write a file of a fixed name, so that it runs once at a time.
test_locks = {}


def stop_all():
    """Ends the programs that run."""
    with running_lock:
        for process in running:
            _end(process)


def _end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _processor_time(process):
    """What the system has counted for a process that runs, in its own unit."""
    try:
        with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
            return sum(map(int, file.read().rpartition(")")[2].split()[11:15]))
    except OSError:
        return 0


def _watch(process, is_done, is_idle):
    """Ends a process that computes nothing."""
    used = _processor_time(process)
    while not is_done.wait(IDLE_SECONDS):
        before, used = used, _processor_time(process)
        if used == before:
            is_idle.set()
            _end(process)
            return


def _has_failed(process, expected):
    """Reads what the program prints until it ends. Returns whether it said that a test failed, or did not
    print what is expected."""
    lines = []
    for line in process.stdout:
        if FAILED in line:
            return True
        if expected is not None:
            lines.append(line)
    return expected is not None and b"".join(lines).strip() != expected


def run_test(name, program, folder, seconds, variables=None, is_sanitized=False, expected=None):
    """Runs a program for at most the given seconds of processor time. If expected is not None, that is what
    it must print. Returns how it ended and the seconds that it took: "passed", "skipped", "failed",
    "crashed" or "too long"."""
    with running_lock:
        lock = test_locks.setdefault(name, threading.Lock())
    environment = dict(os.environ, TMPDIR=folder)
    environment.pop("TACT_DATA", None)
    environment.update(variables or {})
    most = int(seconds) + 1
    # A sanitizer reserves more addresses than there is memory, and has a limit of its own.
    memory = "" if is_sanitized else f"ulimit -v {MOST_KILOBYTES};"
    limits = f"ulimit -c 0; {memory} ulimit -S -t {most}; ulimit -H -t {most + 5}; exec \"$0\""
    with lock:
        process = subprocess.Popen(["sh", "-c", limits, program], cwd=folder, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        with running_lock:
            running.add(process)
        is_done, is_idle = threading.Event(), threading.Event()
        watch = threading.Thread(target=_watch, args=(process, is_done, is_idle), daemon=True)
        watch.start()
        try:
            has_failed = _has_failed(process, expected)
            if has_failed:
                _end(process)
            process.stdout.close()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        finally:
            is_done.set()
            watch.join()
            with running_lock:
                running.discard(process)
    return _ending(process.returncode, has_failed, is_idle.is_set()), used.ru_utime + used.ru_stime


def _ending(status, has_failed, is_idle):
    if is_idle or status == -signal.SIGXCPU:
        return "too long"
    if has_failed:
        return "failed"
    if status in (0, 77):
        return "passed" if status == 0 else "skipped"
    return "crashed" if status < 0 else "failed"
