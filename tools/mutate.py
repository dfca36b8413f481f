#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`./dev mutate`: changes the library in one place at a time and runs the tests that execute that place.
A change that no test notices is a survivor. docs/testing.md explains the report."""
import argparse
import os
import signal
import sys
import threading

sys.dont_write_bytecode = True
from mutation import programs, report, sample, session  # noqa: E402
from mutation.build import Build, file_hash, run  # noqa: E402
from mutation.coverage import Coverage  # noqa: E402
from mutation.operators import OPERATORS  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "build", "mutate")
KNOWN = "test/mutate/known_survivors.txt"
ROOMS = ("exact prim mesh hull shape search closed decide depth pair manifold ray lp bvh frame contacts "
         "probe inside curve proof verify prove surface relation object model feature broad world "
         "record deform rigid").split()
DEFAULT_COUNT = 360
DEFAULT_PATIENCE = 60


def parse_arguments():
    parser = argparse.ArgumentParser(prog="./dev mutate", description=__doc__)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help="rooms to change (default: all of them)")
    parser.add_argument("--count", type=int, default=None,
                        help=f"mutants to count, the same number in each room (default {DEFAULT_COUNT} for "
                        "all rooms)")
    parser.add_argument("--seed", default="1", help="choice of the mutants (default 1)")
    parser.add_argument("--operator", choices=sorted(OPERATORS), help="mutants of this operator only")
    parser.add_argument("--file", metavar="F", help="mutants of this file only, such as src/lp/lp.c")
    parser.add_argument("--all", action="store_true", help="all mutants, not a sample")
    parser.add_argument("--list", action="store_true", help="print the mutants and end")
    parser.add_argument("--fresh", action="store_true", help="forget stored results")
    parser.add_argument("--patience", type=float, default=DEFAULT_PATIENCE, metavar="SECONDS",
                        help="tests of one mutant take at most this long, slow tests are left out; 0 runs "
                        f"all (default {DEFAULT_PATIENCE})")
    parser.add_argument("--sample", metavar="BUILD",
                        help="only the mutants of test/mutate/sample.txt, with a build that exists")
    options = parser.parse_args()
    unknown = [room for room in options.rooms if not os.path.isdir(os.path.join(ROOT, "src", room))]
    if unknown:
        parser.error(f"no room {unknown[0]} in src/")
    if options.file and not os.path.exists(os.path.join(ROOT, options.file)):
        parser.error(f"no file {options.file}")
    return options


def job_count():
    jobs = os.environ.get("TACT_JOBS")
    return max(1, min(2, int(jobs) if jobs else os.cpu_count() or 1))


class Progress:
    """A line that is rewritten, on a terminal only."""

    def __init__(self):
        self.is_shown = sys.stderr.isatty()
        self.lock = threading.Lock()

    def show(self, text):
        if self.is_shown:
            with self.lock:
                sys.stderr.write(f"\r\033[K{text[:100]}")
                sys.stderr.flush()

    def clear(self):
        self.show("")


def in_parallel(items, copies, work):
    """work(item, copy) for all items, one thread for each copy. Fails as the first failure does."""
    items = list(items)
    lock = threading.Lock()
    failures = []

    def loop(copy):
        while not failures:
            with lock:
                if not items:
                    return
                item = items.pop(0)
            try:
                work(item, copy)
            except BaseException as failure:  # SystemExit must reach the main thread
                failures.append(failure)

    threads = [threading.Thread(target=loop, args=(copy,), daemon=True) for copy in copies]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(0.2)
    if failures:
        raise failures[0]


def configure_and_build():
    """The ordinary build with all tests, and a library that counts lines."""
    jobs = str(job_count())
    print("building the tests, build/mutate/", flush=True)
    run(["cmake", "--preset", "mutate"], ROOT)
    run(["cmake", "--build", FOLDER, "--", "-j", jobs], ROOT)
    counting = os.path.join(FOLDER, "counting")
    print("building a library that counts lines, build/mutate/counting/", flush=True)
    run(["cmake", "--preset", "mutate", "-B", counting, "-DCMAKE_C_FLAGS=--coverage"], ROOT)
    run(["cmake", "--build", counting, "--target", "tact_static", "--", "-j", jobs], ROOT)
    return Build(ROOT, "build/mutate"), counting


def measure_tests(build, counting, copies, progress):
    coverage = Coverage(build, counting, os.path.join(FOLDER, "lines"))
    missing = [name for name in build.tests if not coverage.load(name)]
    print(f"counting the lines that tests execute: {len(missing)} of {len(build.tests)} tests", flush=True)
    left = [len(missing)]

    def measure(name, copy):
        progress.show(f"{left[0]} tests left: {name}")
        coverage.measure(name, copy.folder)
        left[0] -= 1

    in_parallel(missing, copies, measure)
    progress.clear()
    return coverage


def judge_rooms(options, piles, one, copies, progress):
    """The results of all mutants that are counted or were tried for that, as pairs."""
    results, lock = [], threading.Lock()
    quota = None if options.all else -(-(options.count or default_count(options)) // max(1, len(piles)))

    def judge_room(room, copy):
        counted = 0
        texts = {}
        for mutant in session.in_turns(piles[room], options.seed):
            if counted == quota:
                return
            if mutant.file not in texts:
                path = os.path.join(ROOT, mutant.file)
                with open(path, encoding="utf-8") as file:
                    texts[mutant.file] = (file.read(), file_hash(path))
            progress.show(f"{len(results)} done; {room}: {mutant.file}:{mutant.line} {mutant.operator}")
            result = one.result_of(mutant, *texts[mutant.file], copy)
            if result is None:
                return
            counted += result.is_counted()
            with lock:
                results.append((mutant, result))

    try:
        in_parallel(sorted(piles, key=lambda room: -len(piles[room])), copies, judge_room)
    except KeyboardInterrupt:
        one.stopped.set()
        programs.stop_all()
        print("\ninterrupted: what follows is not complete; the same command goes on from here")
    progress.clear()
    return results


def default_count(options):
    return max(1, DEFAULT_COUNT * len(options.rooms or ROOMS) // len(ROOMS))


def run_mutants(options):
    rooms = [options.file.split("/")[1]] if options.file else options.rooms or ROOMS
    names = [options.operator] if options.operator else list(OPERATORS)
    piles = session.read_mutants(ROOT, rooms, names, options.file)
    if options.list:
        for mutant in (m for pile in piles.values() for m in pile):
            print(f"{mutant.file}:{mutant.line}: {mutant.operator}: {mutant.change()}")
        return 0
    known = report.read_known(os.path.join(ROOT, KNOWN))
    progress = Progress()
    build, counting = configure_and_build()
    copies = session.make_copies(build, FOLDER, job_count())
    coverage = measure_tests(build, counting, copies, progress)
    path = os.path.join(FOLDER, "results.jsonl")
    if options.fresh and os.path.exists(path):
        os.remove(path)
    one = session.Session(build, coverage, session.Store(path), known, options.patience)
    print("judging mutants; build/mutate/results.jsonl has the results so far", flush=True)
    results = judge_rooms(options, piles, one, copies, progress)
    everything = session.read_mutants(ROOT, rooms, list(OPERATORS))
    candidates = {m.identity()[:4] for pile in everything.values() for m in pile}
    lines, new = report.describe(results, known, [m for pile in piles.values() for m in pile], candidates)
    with open(os.path.join(FOLDER, "report.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    print("\n".join(lines))
    return 1 if new or one.stopped.is_set() else 0


def interrupt(_number, _frame):
    raise KeyboardInterrupt


def main():
    options = parse_arguments()
    signal.signal(signal.SIGTERM, interrupt)
    if options.sample:
        return sample.run_sample(ROOT, options.sample, job_count(), in_parallel)
    return run_mutants(options)


if __name__ == "__main__":
    sys.exit(main())
