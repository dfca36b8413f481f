# SPDX-License-Identifier: MIT
"""The mutants of test/mutate/sample.txt: a handful that a given test is known to notice, quick to compile
and to run. They use a build that exists, so that nothing but the mutants is compiled."""
import os
import threading

from mutation import report, session
from mutation.build import Build
from mutation.coverage import QUICK
from mutation.operators import OPERATORS, mutants_of
from mutation.programs import run_test
from mutation.source import Source

LIST = "test/mutate/sample.txt"
MOST_SECONDS = 20


def read_sample(root):
    """The records of the list with their mutants."""
    found = []
    for record in report.read_records(os.path.join(root, LIST), report.WORDS + ("test",)):
        with open(os.path.join(root, record["file"]), encoding="utf-8") as file:
            text = file.read()
        if record["operator"] not in OPERATORS:
            raise SystemExit(f"error: {LIST}: no operator {record['operator']}")
        wanted = tuple(record[word] for word in report.WORDS)
        fitting = [m for m in mutants_of(Source(record["file"], text), [record["operator"]])
                   if m.identity()[:4] == wanted]
        if not fitting:
            raise SystemExit(f"error: {LIST}: {record['file']} has no such mutant any more; choose another "
                             f"(./dev mutate --list --file {record['file']}): {record['line']}")
        found.append((record["test"], fitting[0], text))
    return found


def judge(build, copy, test, mutant, text):
    """What is wrong with a mutant of the sample, or None. The same object without the change must pass."""
    objects = sorted(build.includes[mutant.file])
    program = copy.path("program")
    for changed_text in (text, mutant.apply(text)):
        is_changed = changed_text != text
        copy.write(mutant.file, changed_text)
        outputs = [copy.compile(name) for name in objects]
        copy.write(mutant.file, text)
        if None in outputs:
            return "it cannot be compiled"
        if not build.link(test, outputs, program):
            return f"{test} cannot be linked"
        how, _ = run_test(test, program, copy.path("tmp"), MOST_SECONDS, QUICK)
        if not is_changed and how != "passed":
            return f"{test} without the change: {how}"
        if is_changed and how in ("passed", "skipped"):
            return f"it survives {test}"
    return None


def run_sample(root, folder, jobs, in_parallel):
    """Judges the sample. Returns the exit status."""
    build = Build(root, folder)
    mutants = read_sample(root)
    copies = session.make_copies(build, os.path.join(root, "build", "mutate-sample"), jobs)
    wrong, lock = [], threading.Lock()

    def work(item, copy):
        test, mutant, text = item
        if test not in build.tests:
            raise SystemExit(f"error: {LIST}: no test {test}")
        complaint = judge(build, copy, test, mutant, text)
        with lock:
            print(f"{mutant.file}:{mutant.line}: {mutant.operator}: {mutant.change()}: "
                  f"{complaint or 'killed by ' + test}", flush=True)
            if complaint:
                wrong.append(mutant)

    in_parallel(mutants, copies, work)
    print(f"{len(mutants) - len(wrong)} of {len(mutants)} mutants of the sample are killed")
    return 1 if wrong else 0
