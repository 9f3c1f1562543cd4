"""problem_proof.py: what it must not let pass."""

import subprocess

from invocation import script
from workbench import ARBITER, LOOP_C, SUM_C, WRONG_C, Workbench

# Wrong only where the first number is negative.
TIMID_C = SUM_C.replace("a + b", "a < 0 ? 0 : a + b")
RULES = "wrong_answer/timid.c:\n  secret/negative: {required: [WA]}\n"


class Proof(Workbench):
    def setUp(self):
        super().setUp()
        self.problem(tests={"plain/1": ("1 2\n", "3\n"), "negative/1": ("-1 2\n", "1\n"),
                            "many-maximum/1": ("9 0\n", "9\n")})
        self.write("sum/submissions/accepted/reference.c", SUM_C)
        self.write("sum/submissions/wrong_answer/always.c", WRONG_C)
        self.write("sum/submissions/wrong_answer/timid.c", TIMID_C)
        self.write("sum/submissions/submissions.yaml", RULES)

    def prove(self):
        done = subprocess.run(
            script("problems/problem_proof.py", ARBITER, self.folder / "sum"),
            env=self.environment(), capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    def assert_fault(self, words):
        status, text = self.prove()
        self.assertEqual(status, 1, text)
        self.assertIn(words, text)

    def test_a_package_that_proves_itself(self):
        self.assertEqual(self.prove(), (0, ""))

    def test_the_tests_that_catch_a_mistake_are_gone(self):
        for suffix in ("in", "ans"):
            (self.folder / f"sum/data/secret/negative/1.{suffix}").unlink()
        (self.folder / "sum/data/secret/negative").rmdir()
        self.assert_fault("no group or test case has the name 'secret/negative'")

    def test_the_tests_that_catch_a_mistake_catch_it_no_more(self):
        self.add_test("sum/data/secret/negative/1", "1 2\n", "3\n")
        self.add_test("sum/data/secret/plain/2", "-1 2\n", "1\n")
        self.assert_fault("no test of secret/negative ends with WA")

    def test_a_group_in_which_nothing_fails(self):
        self.add_test("sum/data/secret/idle/1", "1 0\n", "1\n")
        self.assert_fault("no wrong submission fails in secret/idle")
        (self.folder / "sum/data/secret/idle").rename(self.folder / "sum/data/secret/maximum")
        self.assertEqual(self.prove(), (0, ""))

    def test_a_submission_that_takes_everybody_s_time(self):
        self.write("sum/submissions/time_limit_exceeded/slow.c", LOOP_C)
        self.write("sum/submissions/submissions.yaml", RULES)
        self.write("sum/problem.yaml", (self.folder / "sum/problem.yaml").read_text()
                   .replace("time_limit: 1", "time_limit: 0.1"))
        self.assertEqual(self.prove(), (0, ""))
        for number in range(2, 6):
            self.add_test(f"sum/data/secret/negative/{number}", f"-{number} 2\n", f"{2 - number}\n")
        self.assert_fault("slow.c is too slow on 7 tests")

    def test_a_reference_that_needs_much_memory(self):
        self.write("sum/submissions/accepted/reference.c", SUM_C.replace(
            "{ long", "{ static volatile char room[20 << 20]; for (int i = 0; i < 20 << 20; i += 4096) "
            "room[i] = (char)i; long"))
        self.assert_fault("more than 16384")

    def test_generators_that_make_few_tests(self):
        # Files of their own, however many, are not listed.
        for number in range(40):
            self.add_test(f"sum/data/secret/negative/more-{number}", f"-{number} 2\n", f"{2 - number}\n")
        self.write("sum/generators/make.py", "import sys\nprint(-int(sys.argv[1]), 2)\n")
        for count, listed in ((40, None), (39, 39)):
            calls = "".join(f"          made-{number}: make.py {number + 2}\n"
                            for number in range(count))
            self.write("sum/generators/generators.yaml",
                       "solution: /submissions/accepted/reference.c\ndata:\n  secret:\n    data:\n"
                       f"      made:\n        data:\n{calls}")
            if listed is None:
                self.assertEqual(self.prove(), (0, ""))
            else:
                self.assert_fault(f"generators.yaml lists {listed} secret tests, fewer than 40")

    def test_a_test_in_no_group(self):
        self.add_test("sum/data/secret/alone", "1 2\n", "3\n")
        self.assert_fault("in no group: secret/alone")
