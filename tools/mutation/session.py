# SPDX-License-Identifier: MIT
"""Chooses mutants, judges each by the tests that execute it, and remembers the results.

Every room gets the same number of counted mutants, and within a room the operators take turns. Which
mutants these are depends on the sources and the seed alone, and changes little if the sources do.
Results are stored one per line. A result holds as long as the file is the same, and the programs of the
tests that decided it."""
import hashlib
import json
import os
import threading

from mutation import programs
from mutation.build import BITS, Copy, file_hash
from mutation.coverage import QUICK
from mutation.operators import OPERATORS, mutants_of
from mutation.source import Source

NOT_COUNTED = ("no build", "same object")

# The second look at a survivor: its tests with all cases, the changed file with sanitizers.
SECOND_PATIENCE = 10
# A test that fails must pass without the change, for which it gets longer.
ORIGINAL_PATIENCE = 120
# Variables that are not set have a pattern, in place of the memory sanitizer. Uses of variables after a
# return are not detected: gcc 12 then places aligned variables wrongly.
SANITIZE = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-ftrivial-auto-var-init=pattern")
SANITIZER_OPTIONS = {"ASAN_OPTIONS": "detect_leaks=1:hard_rss_limit_mb=6000"}

# How a survivor is compiled to see whether the compiler proves that it is the original in other words.
OPTIMIZE = ("-O3",)


class Result:
    """How a mutant ended: "killed", "survived", or one of NOT_COUNTED."""

    def __init__(self, status, how="", test="", tests=None, left_out=0):
        self.status, self.how, self.test = status, how, test
        self.tests = tests or {}
        self.left_out = left_out

    def is_counted(self):
        return self.status not in NOT_COUNTED


def read_mutants(root, rooms, operators, file=None):
    """The mutants of each room, in the order of the files."""
    found = {}
    for room in rooms:
        folder = os.path.join(root, "src", room)
        found[room] = []
        for name in sorted(os.listdir(folder)):
            path = f"src/{room}/{name}"
            if name.endswith((".c", ".h")) and file in (None, path):
                with open(os.path.join(root, path), encoding="utf-8") as text:
                    found[room] += mutants_of(Source(path, text.read()), operators)
    return found


def in_turns(mutants, seed):
    """The mutants of a room in the order in which they are tried: one of each operator in turn. A mutant
    more or less in the sources does not change the order of the others."""
    def place(mutant):
        return hashlib.sha1(f"{seed} {mutant.key()}".encode()).digest()
    piles = {}
    for mutant in sorted(mutants, key=place):
        piles.setdefault(mutant.operator, []).insert(0, mutant)
    ordered = []
    while any(piles.values()):
        for operator in OPERATORS:
            if piles.get(operator):
                ordered.append(piles[operator].pop())
    return ordered


class Store:
    """Results on disk: a line is added for each, and the last line of a mutant holds."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.results = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    if line.endswith("\n"):
                        data = json.loads(line)
                        self.results[data["key"]] = data

    def find(self, mutant, file_hash):
        data = self.results.get(mutant.key())
        if data is None or data["file"] != file_hash:
            return None
        return data

    def add(self, mutant, file_hash, test_hash, result):
        data = {"key": mutant.key(), "file": file_hash, "status": result.status, "how": result.how,
                "test": result.test, "test_hash": test_hash, "tests": result.tests,
                "left_out": result.left_out}
        with self.lock:
            self.results[data["key"]] = data
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps(data) + "\n")


class Session:
    """Judges mutants. One object for all workers."""

    def __init__(self, build, coverage, store, known, patience):
        self.build, self.coverage, self.store = build, coverage, store
        self.known, self.patience = known, patience
        self.rooms = os.listdir(os.path.join(build.root, "src"))
        self.stopped = threading.Event()

    def _tests(self, mutant):
        """The names of the tests to run, in order, how many are left out for lack of patience, and the objects
        in which they execute the mutant. Those of the mutant's own room come first, then the one that sees
        every bit, then the others; the fastest first."""
        found = self.coverage.tests_of(mutant)
        seconds = self.coverage.seconds
        own = self._own_tests(mutant)
        for name in own:
            if self.build.own_objects(name, mutant.file):
                found.setdefault(name, set())

        def rank(name):
            return 0 if name in own else 1 if name == BITS else 2

        names = sorted(found, key=lambda name: (rank(name), seconds[name], name))
        chosen, total = [], 0.0
        for name in names:
            total += seconds[name]
            if chosen and self.patience and total > self.patience:
                break
            chosen.append(name)
        return chosen, len(names) - len(chosen), set().union(*found.values())

    def _own_tests(self, mutant):
        return [name for name in self.build.tests if
                self.build.room_of_test(name, self.rooms) == mutant.room]

    def remembered(self, mutant, file_hash):
        """The stored result, if the tests that decided it are the same as now."""
        data = self.store.find(mutant, file_hash)
        if data is None:
            return None
        result = Result(data["status"], data["how"], data["test"], data["tests"], data["left_out"])
        if result.status == "killed" and self.coverage.hashes.get(result.test) != data["test_hash"]:
            return None
        if result.status == "survived":
            names, left_out, _ = self._tests(mutant)
            now = {name: self.coverage.hashes[name] for name in names}
            if not all(result.tests.get(name) == value for name, value in now.items()):
                return None
            result.left_out = min(left_out, result.left_out)
        return result

    def _passed(self, mutant, file_hash):
        """The tests that passed in an earlier run and have not changed since."""
        data = self.store.find(mutant, file_hash)
        tests = data["tests"] if data else {}
        return {name: value for name, value in tests.items() if self.coverage.hashes.get(name) == value}

    def _compile(self, mutant, text, copy, objects, flags=()):
        """Compiles objects of a mutant, or of the original if text is the file's own."""
        with open(copy.path(mutant.file), encoding="utf-8") as file:
            original = file.read()
        copy.write(mutant.file, text)
        try:
            outputs = [copy.compile(name, flags) for name in objects]
        finally:
            copy.write(mutant.file, original)
        return outputs

    def _run(self, name, objects, mutant, text, copy):
        """How a test ends that is linked with the given objects. A test of the mutant's room may include the
        header that is changed, and is then compiled too."""
        program = copy.path("program")
        is_own = self.build.room_of_test(name, self.rooms) == mutant.room
        own = self.build.own_objects(name, mutant.file) if is_own else []
        replaced = dict(zip(own, self._compile(mutant, mutant.apply(text), copy, own)))
        if None in replaced.values() or not self.build.link(name, objects, program, replaced):
            return "no build"
        limit = 3 * self.coverage.seconds[name] + 10
        return programs.run_test(name, program, copy.path("tmp"), limit, QUICK,
                                 expected=self.build.expected.get(name))[0]

    def judge(self, mutant, text, copy, ran):
        """A new result. ran: the tests, with their hashes, that are known to pass."""
        all_names, left_out, objects = self._tests(mutant)
        names = [name for name in all_names if name not in ran]
        objects = sorted(objects or self.build.includes[mutant.file])
        outputs = self._compile(mutant, mutant.apply(text), copy, objects)
        if None in outputs:
            return Result("no build")
        changed = [i for i, name in enumerate(objects) if not copy.is_original(name, outputs[i])]
        if not changed:
            return Result("same object")
        outputs = [outputs[i] for i in changed]
        ran = dict(ran)
        for name in names:
            if self.stopped.is_set():
                return None
            how = self._run(name, outputs, mutant, text, copy)
            if how == "no build":
                return Result("no build")
            if how not in ("passed", "skipped"):
                return None if self.stopped.is_set() else Result("killed", how, name)
            ran[name] = self.coverage.hashes[name]
        objects = [objects[i] for i in changed]
        if self._is_same_optimized(mutant, text, copy, objects):
            return Result("same object")
        if mutant.identity()[:4] not in self.known:
            found = self._look_again(mutant, text, copy, objects, all_names)
            if found is not None or self.stopped.is_set():
                return found
        return Result("survived", tests=ran, left_out=left_out)

    def _is_same_optimized(self, mutant, text, copy, objects):
        """Whether the optimizer makes the same bytes of the mutant and of the original."""
        for name in objects:
            pair = []
            for version in (text, mutant.apply(text)):
                output = self._compile(mutant, version, copy, [name], OPTIMIZE)[0]
                if output is None:
                    return False
                pair.append(file_hash(output))
            if pair[0] != pair[1]:
                return False
        return True

    def _look_again(self, mutant, text, copy, objects, names):
        """What the first tests find if the changed file is compiled with sanitizers, as `./dev test` would do:
        first with few cases, then with all. A test that takes too long is no finding here, nor is one that
        fails without the change."""
        changed = self._compile(mutant, mutant.apply(text), copy, objects, SANITIZE)
        if None in changed:
            return None
        for path in changed:
            os.replace(path, path + ".changed")
        changed, original = [path + ".changed" for path in changed], None
        for variables in (QUICK, {}):
            left = SECOND_PATIENCE
            for name in names:
                if left <= 0 or self.stopped.is_set():
                    break
                how, seconds = self._run_sanitized(name, changed, copy, left, variables)
                left -= seconds
                if how not in ("failed", "crashed"):
                    continue
                original = original or self._compile(mutant, text, copy, objects, SANITIZE)
                if self._run_sanitized(name, original, copy, ORIGINAL_PATIENCE, variables)[0] == "passed":
                    return Result("killed", "sanitizer or all cases", name)
        return None

    def _run_sanitized(self, name, objects, copy, seconds, variables):
        program = copy.path("program")
        if not self.build.link(name, objects + list(SANITIZE), program):
            return "no build", 0
        return programs.run_test(name, program, copy.path("tmp"), seconds, SANITIZER_OPTIONS | variables,
                                 True, self.build.expected.get(name))

    def result_of(self, mutant, text, file_hash, copy):
        """The stored result or a new one; None if the session is stopped."""
        result = self.remembered(mutant, file_hash)
        if result is None and not self.stopped.is_set():
            result = self.judge(mutant, text, copy, self._passed(mutant, file_hash))
            if result is not None:
                self.store.add(mutant, file_hash, self.coverage.hashes.get(result.test, ""), result)
        return result


def check_copy(copy, name):
    """Fails if an object that is compiled from the copy differs from the original without a change."""
    output = copy.compile(name)
    if output is None or not copy.is_original(name, output):
        raise SystemExit(f"error: {name} compiled from a copy of the sources differs from the original")


def make_copies(build, folder, count):
    copies = [Copy(build, os.path.join(folder, f"worker{i + 1}")) for i in range(count)]
    check_copy(copies[0], sorted(build.commands)[0])
    return copies
