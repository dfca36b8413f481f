# SPDX-License-Identifier: MIT
"""Runs a test program with limits of time and memory."""
import os
import signal
import subprocess
import threading
import time

# The library's tests need less than 1 GB; threads reserve addresses that they do not use.
MOST_KILOBYTES = 8 * 1024 * 1024

# What cmocka prints for a test that failed.
FAILED = b"[  FAILED  ]"

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


def _has_failed(process):
    """Reads what the program prints until it ends. Returns whether it said that a test failed."""
    for line in process.stdout:
        if FAILED in line:
            return True
    return False


def run_test(name, program, folder, seconds, variables=None):
    """Runs a program for at most the given seconds. Returns how it ended and the seconds that it took:
    "passed", "skipped", "failed", "crashed" or "too long"."""
    with running_lock:
        lock = test_locks.setdefault(name, threading.Lock())
    environment = dict(os.environ, TACT_TEST_QUICK="1", TMPDIR=folder)
    environment.pop("TACT_DATA", None)
    environment.update(variables or {})
    limits = f"ulimit -c 0; ulimit -v {MOST_KILOBYTES}; ulimit -t {4 * int(seconds) + 10}; exec \"$0\""
    with lock:
        start = time.monotonic()
        process = subprocess.Popen(["sh", "-c", limits, program], cwd=folder, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        with running_lock:
            running.add(process)
        is_late = threading.Event()
        timer = threading.Timer(seconds, lambda: (is_late.set(), _end(process)))
        timer.start()
        try:
            has_failed = _has_failed(process)
            if has_failed:
                _end(process)
            process.stdout.close()
            status = process.wait()
        finally:
            timer.cancel()
            with running_lock:
                running.discard(process)
        taken = time.monotonic() - start
    if is_late.is_set():
        return "too long", taken
    if has_failed:
        return "failed", taken
    if status in (0, 77):
        return ("passed" if status == 0 else "skipped"), taken
    return ("crashed" if status < 0 or status >= 128 else "failed"), taken
