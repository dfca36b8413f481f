# SPDX-License-Identifier: MIT
"""Which test programs execute which lines of the library, and how long each takes.

Every test is linked with a library that counts lines and run once. What it executed is stored under the
hash of its ordinary program, so that a test is only run again if it or the library changed."""
import json
import os
import shutil
import subprocess

from mutation.build import file_hash
from mutation.programs import run_test

# Tests try fewer cases.
QUICK = {"TACT_TEST_QUICK": "1"}

# No test of the project takes as long with fewer cases.
MOST_SECONDS = 900


class Coverage:
    """The lines of the library that each test executes."""

    def __init__(self, build, counting, folder):
        self.build, self.counting, self.folder = build, counting, folder
        self.archive = os.path.join(counting, "src", "libtact.a")
        self.seconds = {}
        self.hashes = {}
        self.executed = {}
        self.known_lines = {}
        self.by_object = {}
        os.makedirs(folder, exist_ok=True)

    def _stored(self, name):
        return os.path.join(self.folder, name + ".json")

    def load(self, name):
        """Takes what is stored about a test. Returns whether that is of its present program."""
        self.hashes[name] = file_hash(os.path.join(self.build.folder, self.build.tests[name]))
        try:
            with open(self._stored(name), encoding="utf-8") as file:
                data = json.load(file)
        except (OSError, ValueError):
            return False
        if data["hash"] != self.hashes[name]:
            return False
        self._take(name, data)
        return True

    def _take(self, name, data):
        self.seconds[name] = data["seconds"]
        for object_name, files in data["objects"].items():
            self.by_object.setdefault(object_name, set()).add(name)
            for file, (lines, executed) in files.items():
                self.known_lines.setdefault(file, set()).update(lines)
                for line in executed:
                    self.executed.setdefault((file, line), {}).setdefault(name, set()).add(object_name)

    def measure(self, name, folder):
        """Runs a test with the counting library. Fails if the test does not pass."""
        program = os.path.join(folder, "counted")
        # The option also makes the linker take the run-time library of the counters.
        if not self.build.link(name, [self.archive, "--coverage"], program):
            raise SystemExit(f"error: {name} cannot be linked with the library that counts lines")
        counts = os.path.join(folder, "counts")
        shutil.rmtree(counts, ignore_errors=True)
        os.makedirs(counts)
        how, seconds = run_test(name, program, folder, MOST_SECONDS, QUICK | {"GCOV_PREFIX": counts},
                                expected=self.build.expected.get(name))
        if how == "skipped":
            data = {"hash": self.hashes[name], "seconds": seconds, "objects": {}}
        elif how != "passed":
            raise SystemExit(f"error: the test {name} ends without any mutant: {how}")
        else:
            data = {"hash": self.hashes[name], "seconds": seconds, "objects": self._read(counts)}
        with open(self._stored(name), "w", encoding="utf-8") as file:
            json.dump(data, file)
        self._take(name, data)

    def _read(self, counts):
        """The lines of each file in each object: all of them, and those that were executed."""
        # gcov looks for the notes of the compiler beside the counts.
        base = counts + self.counting
        found = []
        for folder, _, names in os.walk(base):
            for name in names:
                if name.endswith(".gcda"):
                    path = os.path.join(folder, name)
                    notes = path[len(counts):-len(".gcda")] + ".gcno"
                    os.symlink(notes, path[:-len(".gcda")] + ".gcno")
                    found.append(path)
        if not found:
            return {}
        done = subprocess.run(["gcov", "--json-format", "--stdout"] + sorted(found), cwd=counts,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        objects = {}
        for text in done.stdout.split(b"\n"):
            if text.strip():
                self._read_object(json.loads(text), base, objects)
        return objects

    def _read_object(self, data, base, objects):
        name = os.path.relpath(data["data_file"], base)[:-len(".gcda")] + ".o"
        for file in data["files"]:
            path = os.path.relpath(os.path.join(data["current_working_directory"], file["file"]),
                                   self.build.root)
            if not path.startswith("src/"):
                continue
            lines = sorted({line["line_number"] for line in file["lines"]})
            executed = sorted({line["line_number"] for line in file["lines"] if line["count"] > 0})
            if executed:
                objects.setdefault(name, {})[path] = [lines, executed]

    def tests_of(self, mutant):
        """The tests that execute a mutant, and the objects in which they do, as a dictionary. A line that
        the compiler does not count, such as the middle of a statement, stands for the next ones that it
        counts on both sides. A header without any, whose functions are all inline, stands for the objects
        that include it."""
        lines = set(range(mutant.line, mutant.last_line + 1))
        known = self.known_lines.get(mutant.file, set())
        found = {}
        if not known:
            for object_name in self.build.includes.get(mutant.file, set()):
                for test in self.by_object.get(object_name, set()):
                    found.setdefault(test, set()).add(object_name)
        if not lines <= known:
            before = [line for line in known if line < mutant.line]
            after = [line for line in known if line > mutant.last_line]
            lines.update(before and [max(before)], after and [min(after)])
        for line in lines:
            for test, objects in self.executed.get((mutant.file, line), {}).items():
                found.setdefault(test, set()).update(objects)
        return found
