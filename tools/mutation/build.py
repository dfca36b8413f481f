# SPDX-License-Identifier: MIT
"""What a build folder of CMake and Ninja knows: how each object of the library is compiled, what it
includes, which test programs there are and how each is linked.

A mutant is compiled with the command of the original, from a copy of the sources. A test program is
linked with the command of the original and with the changed objects before the archive of the library:
the linker then takes no original of them out of the archive."""
import hashlib
import json
import os
import shlex
import shutil
import subprocess

# Tests that start no program of their own that contains the library, or need data from outside.
WITHOUT_MUTANT = ("golden", "judge_degenerate", "cli", "cpp_nodiscard", "cpp_docs_example",
                  "model_docs_support")

# The name under which the program of `./dev test determinism` runs.
BITS = "determinism"


def file_hash(path):
    with open(path, "rb") as file:
        return hashlib.sha1(file.read()).hexdigest()[:16]


def run(command, folder):
    """The output of a command that must succeed."""
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode != 0:
        raise SystemExit(f"error: {' '.join(command)}\n{done.stdout[-4000:]}")
    return done.stdout


class Build:
    """A build folder of the checkout `root` in which the tests were built."""

    def __init__(self, root, folder):
        self.root, self.folder = root, os.path.join(root, folder)
        self.commands, self.test_commands = {}, {}
        self._read_commands()
        self.includes, self.test_includes = {}, {}
        self._read_includes()
        self.tests = self._read_tests()
        # `./dev test determinism` compares the output of this program with what was written down.
        with open(os.path.join(root, "test", "determinism", "expected.txt"), "rb") as file:
            self.expected = {BITS: file.read().strip()}
        self.tests[BITS] = "test/determinism_hash"
        self.links = {}

    def _read_commands(self):
        """The arguments of the compiler for each object of the library and of the tests, by the object's
        path."""
        with open(os.path.join(self.folder, "compile_commands.json"), encoding="utf-8") as file:
            entries = json.load(file)
        for entry in entries:
            arguments = shlex.split(entry["command"])
            if os.path.basename(arguments[0]) in ("ccache", "share_objects.sh"):
                del arguments[0]
            is_library = entry["file"].startswith(os.path.join(self.root, "src") + "/")
            commands = self.commands if is_library else self.test_commands
            commands[arguments[arguments.index("-o") + 1]] = arguments

    def _read_includes(self):
        """The objects of the library, and of the tests, that each file of src/ is a part of."""
        current = None
        for line in run(["ninja", "-t", "deps"], self.folder).split("\n"):
            if line and not line[0].isspace():
                current = line.split(":")[0]
            elif line.strip():
                path = os.path.relpath(os.path.normpath(os.path.join(self.folder, line.strip())), self.root)
                objects = self.includes if current in self.commands else self.test_includes
                if path.startswith("src/"):
                    objects.setdefault(path, set()).add(current)

    def _read_tests(self):
        """The program of each test that contains the library, relative to the build folder."""
        listed = json.loads(run(["ctest", "--show-only=json-v1"], self.folder))
        tests = {}
        for test in listed["tests"]:
            if "command" not in test:  # it was not built
                continue
            program = os.path.relpath(test["command"][0], self.folder)
            if test["name"] not in WITHOUT_MUTANT and program.startswith("test/test_"):
                tests[test["name"]] = program
        return tests

    def room_of_test(self, name, rooms):
        """The room whose folder has the test, or None."""
        fitting = [room for room in rooms if name == room or name.startswith(room + "_")]
        return max(fitting, key=len) if fitting else None

    def link_command(self, name):
        """How a test program is linked, as arguments."""
        if name not in self.links:
            lines = run(["ninja", "-t", "commands", "-s", self.tests[name]], self.folder).strip()
            command = lines.split("\n")[-1]
            parts = [part for part in command.split(" && ") if part.strip() not in (":", "")]
            self.links[name] = shlex.split(parts[0])
        return self.links[name]

    def own_objects(self, name, file):
        """The objects of a test, without those of archives, that a header of the library is a part of."""
        return sorted(self.test_includes.get(file, set()) & set(self.link_command(name)))

    def link(self, name, objects, program, replaced=None):
        """Links a test program with other objects than the library's, and some of its own replaced. Returns
        whether it could."""
        arguments = [(replaced or {}).get(a, a) for a in self.link_command(name)]
        if os.path.basename(arguments[0]) in ("ccache", "share_objects.sh"):
            del arguments[0]
        arguments[arguments.index("-o") + 1] = program
        first_archive = next(i for i, a in enumerate(arguments) if a.endswith(".a"))
        arguments[first_archive:first_archive] = objects
        done = subprocess.run(arguments, cwd=self.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False)
        return done.returncode == 0


class Copy:
    """A copy of the sources in which files can be changed and compiled."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        shutil.rmtree(folder, ignore_errors=True)
        for name in ("src", "include"):
            shutil.copytree(os.path.join(build.root, name), os.path.join(folder, name))
        for name in ("objects", "tmp"):
            os.makedirs(os.path.join(folder, name))

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, file, text):
        with open(self.path(file), "w", encoding="utf-8") as out:
            out.write(text)

    def compile(self, name, flags=()):
        """Compiles an object from the copy. Returns its path, or None if the compiler refuses."""
        arguments = []
        commands = self.build.commands if name in self.build.commands else self.build.test_commands
        for argument in commands[name]:
            for part in ("src", "include"):
                argument = argument.replace(f"{self.build.root}/{part}", self.path(part))
            arguments.append(argument.replace(f"={self.build.root}/=", f"={self.folder}/="))
        output = self.path("objects", name.replace("/", "_"))
        arguments[arguments.index("-o") + 1] = output
        done = subprocess.run(arguments + ["-w", *flags], cwd=self.build.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False)
        return output if done.returncode == 0 else None

    def is_original(self, name, output):
        """Whether a compiled object has the bytes of the build folder's."""
        with open(output, "rb") as a, open(os.path.join(self.build.folder, name), "rb") as b:
            return a.read() == b.read()
