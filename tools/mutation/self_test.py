# SPDX-License-Identifier: MIT
"""Tests the parts of tools/mutate.py that need no build. tools/mutate_test.sh runs it."""
import os
import tempfile
import time
import unittest
from unittest import mock

from mutation import coverage, programs, report, session
from mutation.operators import OPERATORS, mutants_of
from mutation.source import Source


def changes(operator, body, head="static bool f(const thing *s, double *out)"):
    """The changes that an operator makes of a function with the given body."""
    source = Source("src/room/file.c", f"{head} {{\n    {body}\n}}\n")
    return [(m.before, m.after) for m in mutants_of(source, [operator])]


class Operators(unittest.TestCase):
    def test_comparison(self):
        self.assertEqual(changes("comparison", "return s->x < 3;"), [("<", "<=")])
        self.assertEqual(changes("comparison", "return g(s) == 0 && s->p->q >= g(s);"),
                         [("==", "!="), (">=", ">")])
        self.assertEqual(changes("comparison", "return status != TACT_OK || s == NULL || s->a < s->b;"), [])
        self.assertEqual(changes("comparison", "return f(x) < g(y) ? -f(x) : -g(y);"), [])

    def test_coarse_comparison(self):
        self.assertEqual(changes("comparison", "return x < 0x1p-40 * y || z >= error;"),
                         [("<", ">="), (">=", "<")])
        self.assertEqual(changes("tie", "return z >= error;"), [])
        self.assertEqual(changes("comparison", "return s->error >= 0 && x < 0.5 && x < 0x1p500;"),
                         [(">=", ">"), ("<", "<="), ("<", "<=")])
        text = ("#define NARROW 0x1p-20 /* of the size */\n#define MOST 8\n"
                "int f(void) {\n    return a < NARROW || b < MOST;\n}\n")
        found = [m.after for m in mutants_of(Source("src/r/f.c", text), ["comparison"])]
        self.assertEqual(found, [">=", "<="])

    def test_what_is_never_changed(self):
        for operator in OPERATORS:
            self.assertEqual(changes(operator, "TACTI_ASSERT(a < (b & 3) && c + 1 > 2); /* a < b */"), [])
            self.assertEqual(changes(operator, 'g("a < b && c", \'<\'); // a < b'), [])
        self.assertEqual(mutants_of(Source("src/r/f.h", "#define A(x) \\\n    ((x) < 1)\n"), ["comparison"]), [])

    def test_tie(self):
        self.assertEqual(changes("tie", "if (a[i] < s->best) g();"), [("<", "<=")])
        self.assertEqual(changes("tie", "return a < b ? a : b;"), [])
        self.assertEqual(changes("tie", "return a < b ? 1 : 2;"), [("<", "<=")])
        self.assertEqual(changes("tie", "if (is_used && s->a[i] < least)\n        least = s->a[i];"), [])
        self.assertEqual(changes("tie", "if (a < b)\n        b = c;"), [("<", "<=")])
        self.assertEqual(changes("tie", "if (f(a) == 2 && a < b && g(b))\n        b = a;"), [])
        self.assertEqual(changes("tie", "if (is_new || a < b)\n        b = a;"), [("<", "<=")])
        self.assertEqual(changes("tie", "if (a < b)\n        b = a;\n    else\n        g();"), [("<", "<=")])
        self.assertEqual(changes("tie", "if (a->x != b->x)\n        return a->x < b->x;"), [])
        self.assertEqual(changes("tie", "return a < LIMIT || a < 3;"), [])
        self.assertEqual(changes("tie", "return a < b ? b - a : a - b;"), [])
        self.assertEqual(changes("tie", "return a < b ? c - a : c + b;"), [("<", "<=")])
        self.assertEqual(changes("tie", "return a != b ? a < b : c < d;"), [("<", "<=")])

    def test_loop_end(self):
        self.assertEqual(changes("loop_end", "for (int i = 0; i < s->n; i++) g(i < 2);"),
                         [("<", "<="), ("s->n", "(s->n) - 1")])
        self.assertEqual(changes("loop_end", "while (at > 0) at--;"), [(">", ">=")])
        self.assertEqual(changes("loop_end", "for (int i = 0; i < 9; i += 2) g(i);"), [("9", "(9) - 1")])
        self.assertEqual(changes("loop_end", "for (int i = 0; i < 8; i += 2) g(i);"), [("<", "<=")])

    def test_error_term(self):
        self.assertEqual(changes("error_term", "return gap - ERROR * (a + b) > 0;"),
                         [("ERROR * (a + b)", "0")])
        self.assertEqual(changes("error_term", "x = y * (1 + 0x1p-50);"), [("0x1p-50", "0")])
        self.assertEqual(changes("error_term", "s->slack = a * b + c;"), [("a * b + c", "0")])
        self.assertEqual(changes("error_term", "return x > 0x1p-500;"), [])
        self.assertEqual(changes("error_term", "set(error, 1);"), [("error", "0")])
        self.assertEqual(changes("error_term", "return x + has_margin(s);"), [])
        self.assertEqual(changes("error_term", "set(error, 1);", "int f(tact_error *error)"), [])

    def test_error_term_of_vectors(self):
        self.assertEqual(changes("error_term", "tacti_d8 bound = filter_bound(a, b);"),
                         [("filter_bound(a, b)", "tacti_d8_set(0)")])
        self.assertEqual(changes("error_term", "x = tacti_f8_add(g(a), error);"), [("error", "tacti_f8_set(0)")])
        self.assertEqual(changes("error_term", "x = tacti_d8_set(error);"), [("error", "0")])
        self.assertEqual(changes("error_term", "double bound = g(a, error);"), [("error", "0")])

    def test_mask(self):
        self.assertEqual(sorted(changes("mask", "hits = near & tacti_children_mask(node);")),
                         [("near & tacti_children_mask(node)", "near"),
                          ("near & tacti_children_mask(node)", "near & (tacti_children_mask(node) ^ 1)"),
                          ("near & tacti_children_mask(node)", "tacti_children_mask(node)")])
        self.assertEqual(changes("mask", "mask &= mask - 1; m = m & (m - 1); p = &x;"), [])
        self.assertEqual(sorted(changes("mask", "m = tacti_m8_and(f(a, b), c);")),
                         [("tacti_m8_and(f(a, b), c)", "c"), ("tacti_m8_and(f(a, b), c)", "f(a, b)")])

    def test_cache_check(self):
        self.assertEqual(sorted(changes("cache_check", "if (cache != NULL && is_valid(s->hint)) g();")),
                         [("&& is_valid(s->hint)", ""),
                          ("cache != NULL && is_valid(s->hint)", "!(cache != NULL && is_valid(s->hint))")])
        self.assertEqual(changes("cache_check", "if (s->count == 0) g();"), [])

    def test_allocation(self):
        text = "p = tacti_allocate(c, 1, 2, 8);\n    if (p == NULL)\n        return TACT_OUT_OF_MEMORY;"
        self.assertEqual(changes("allocation", text), [("p == NULL", "(p == NULL) && 0")])
        self.assertEqual(changes("allocation", "if (s == NULL)\n        return 3;"), [])

    def test_logic_and_sign(self):
        self.assertEqual(changes("logic", "return a && b || c;"), [("&&", "||"), ("||", "&&")])
        self.assertEqual(changes("sign", "return a + -b - c->d;"), [("+", "-"), ("-", " "), ("-", "+")])

    def test_lines_stay(self):
        source = Source("src/r/f.c", "int f(void) {\n    return g(a) &\n           h(b);\n}\n")
        for mutant in mutants_of(source, ["mask"]):
            self.assertEqual(mutant.apply(source.text).count("\n"), 4)
            self.assertEqual((mutant.line, mutant.last_line), (2, 3))


class Order(unittest.TestCase):
    def test_in_turns(self):
        source = Source("src/r/f.c", "int f(void) {\n    return a < 1 && b < 2 && c + 3 > 4;\n}\n")
        mutants = mutants_of(source, list(OPERATORS))
        names = [m.operator for m in session.in_turns(mutants, "1")]
        self.assertEqual(names, ["comparison", "logic", "sign", "comparison", "logic", "comparison"])
        keys = [m.key() for m in session.in_turns(mutants, "1")]
        self.assertEqual(keys, [m.key() for m in session.in_turns(mutants, "1")])
        self.assertEqual(len(set(keys)), len(mutants))


class Lists(unittest.TestCase):
    def read(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(text)
            file.flush()
            return report.read_known(file.name)

    def test_records(self):
        record = "file: src/r/f.c\noperator: tie\nline: if (a < b)\nchange: < -> <=\nclass: equivalent\n"
        known = self.read("# why\n\n" + record + "reason: both are the same\n")
        self.assertEqual(known, {("src/r/f.c", "tie", "if (a < b)", "< -> <="):
                                 ("equivalent", "both are the same")})
        for broken in (record, record.replace("equivalent", "dull") + "reason: x\n", "word: x\n"):
            with self.assertRaises(SystemExit):
                self.read(broken)


class Scores(unittest.TestCase):
    def test_equivalent_mutants_count_in_the_raw_score_only(self):
        lines = report.score_lines({"counted": 10, "killed": 6}, {"equivalent": 2, "proved": 1, "new": 1})
        self.assertIn("6 of 10 counted mutants are killed, 60.0 %", lines[0])
        self.assertIn("6 of 8 that are not equivalent, 75.0 %", lines[1])
        self.assertIn("survivors: 4: 2 equivalent, 1 proved but not reached, 1 new", lines[2])


    def test_estimate(self):
        source = Source("src/r/f.c", "int f(void) {\n    return a < 1 && b < 2 && c < 4 || d < 5;\n}\n")
        mutants = mutants_of(source, ["comparison", "logic"])
        self.assertEqual([m.operator for m in mutants].count("comparison"), 4)
        one = {m.operator: m for m in mutants}
        killed, survived = session.Result("killed"), session.Result("survived")
        # One of 4 comparisons was killed, one of 3 conjunctions survived.
        share, deviation = report.estimate([(one["comparison"], killed), (one["logic"], survived)], mutants)
        self.assertAlmostEqual(share, 4 / 7)
        self.assertAlmostEqual(deviation, (2 * (12 / 7) ** 2) ** 0.5 / 7)
        self.assertIsNone(report.estimate([(mutants[0], session.Result("no build"))], mutants))


class Lines(unittest.TestCase):
    def test_inline_headers_stand_for_their_objects(self):
        text = "static inline int f(int a) {\n    return a < 1;\n}\n"
        build = mock.Mock(includes={"src/r/inline.h": {"a.o", "b.o"}})
        with tempfile.TemporaryDirectory() as folder:
            counted = coverage.Coverage(build, folder, folder)
        counted._take("one", {"seconds": 1, "objects": {"a.o": {"src/r/f.c": [[1, 2, 3], [1, 2]]}}})
        counted._take("two", {"seconds": 1, "objects": {"c.o": {"src/r/f.c": [[1, 2, 3], [2]]}}})
        inline = mutants_of(Source("src/r/inline.h", text), ["comparison"])[0]
        self.assertEqual(counted.tests_of(inline), {"one": {"a.o"}})
        plain = mutants_of(Source("src/r/f.c", text), ["comparison"])[0]
        self.assertEqual(counted.tests_of(plain), {"one": {"a.o"}, "two": {"c.o"}})


class Programs(unittest.TestCase):
    def run_script(self, script, seconds=5):
        """How a script ends, with the seconds that it took."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "program")
            with open(path, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n" + script + "\n")
            os.chmod(path, 0o755)
            start = time.monotonic()
            how, _ = programs.run_test("self", path, folder, seconds)
            return how, time.monotonic() - start

    def test_endings(self):
        self.assertEqual(self.run_script("exit 0")[0], "passed")
        self.assertEqual(self.run_script("exit 77")[0], "skipped")
        self.assertEqual(self.run_script("exit 3")[0], "failed")
        self.assertEqual(self.run_script("kill -SEGV $$")[0], "crashed")
        self.assertEqual(self.run_script("while :; do :; done", 0.3)[0], "too long")

    def test_idle_is_not_slow(self):
        with mock.patch.object(programs, "IDLE_SECONDS", 1):
            self.assertEqual(self.run_script("sleep 60")[0], "too long")
        with mock.patch.object(programs, "IDLE_SECONDS", 1000):
            self.assertEqual(self.run_script("sleep 2", 0.1)[0], "passed")

    def test_first_failure_ends_it(self):
        how, seconds = self.run_script("echo '[  FAILED  ] test_x' >&2; sleep 60", 30)
        self.assertEqual(how, "failed")
        self.assertLess(seconds, 20)


if __name__ == "__main__":
    unittest.main()
