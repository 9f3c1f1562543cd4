"""`arbiter grade --counterexamples`: the smallest failing input of each program, for its student."""

import json
import unittest

from workbench import LOOP_C, PROBLEM_YAML, Workbench

# The problem: how often the most frequent number of a list stands in it.
GENERATOR = """\
#include <arbiter/generator.hpp>
int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const auto count = gen.integer(1, options.integer("n", 1, 1000));
    gen.out() << count << '\\n';
    for (auto i = 0; i < count; ++i) gen.out() << (i ? " " : "") << gen.integer(0, 9);
    gen.out() << '\\n';
  });
}
"""
VALIDATOR = """\
#include <stdio.h>
int main(void) {
  int n, x;
  if (scanf("%d", &n) != 1 || n < 1 || getchar() != 10) return 43;
  for (int i = 0; i < n; ++i)
    if (scanf("%d", &x) != 1 || x < 0 || x > 9 || getchar() != (i + 1 < n ? 32 : 10)) return 43;
  return getchar() == EOF ? 42 : 43;
}
"""
MODE = """\
#include <stdio.h>
int main(void) {
  int n, x, most = 0, seen[10] = {0};
  scanf("%d", &n);
  for (int i = 0; i < n; ++i) {
    scanf("%d", &x);
    BODY
    if (++seen[x] > most) most = seen[x];
  }
  printf("%d\\n", most);
}
"""
RIGHT = MODE.replace("BODY", "")
IGNORES_ZERO = MODE.replace("BODY", "if (x == 0) continue;")
CRASHES_ON_LONG = MODE.replace("BODY", "if (i >= 4) { volatile int *p = 0; *p = 1; }")
ALWAYS_ONE = MODE.replace("if (++seen[x] > most) most = seen[x];", "most = 1;").replace("BODY", "")
YAML = "generators: {lists: [lists.cpp]}\ndata: {secret: {data: {a: 'lists --n 5 {seed:1}'}}}\n"
# It stands in a hidden test, and a smaller input does not show the mistake.
MARK = "2\n0 0\n"


class Class(Workbench):
    def setUp(self):
        super().setUp()
        self.write("problems/mode/problem.yaml", PROBLEM_YAML)
        self.write("problems/mode/generators/lists.cpp", GENERATOR)
        self.write("problems/mode/generators/generators.yaml", YAML)
        self.write("problems/mode/input_validators/v.c", VALIDATOR)
        self.write("problems/mode/submissions/accepted/mode.c", RIGHT)
        self.add_test("problems/mode/data/sample/1", "3\n1 2 1\n", "2\n")
        self.add_test("problems/mode/data/secret/b", "8\n0 0 0 1 1 2 3 3\n", "3\n")
        self.add_test("problems/mode/data/secret/c", MARK, "2\n")

    def hand_in(self, **programs):
        for student, program in programs.items():
            self.write(f"in/{student}/mode.c", program)

    def grade(self, *more, status=0):
        return self.arbiter("grade", "in", "--problems", "problems", "--out", "out", *more, status=status)

    def works(self, out):
        book = json.loads((self.folder / out / "gradebook.json").read_text())
        by_hash = {work["sha256"]: work for work in book["works"]}
        return {attempt["students"][0]: by_hash[attempt["sha256"]] for attempt in book["attempts"]}

    def examples(self, out="out"):
        return {student: work["counterexample"] for student, work in self.works(out).items()}

    def feedback(self, student):
        return (self.folder / f"out/feedback/{student}.md").read_text()


class Counterexamples(Class):
    def test_each_failing_program_gets_its_smallest_input(self):
        self.hand_in(ada=RIGHT, bo=IGNORES_ZERO, cy=CRASHES_ON_LONG, dag="int main( {")
        _, out, _ = self.grade("--counterexamples")
        examples = self.examples()
        self.assertIsNone(examples["ada"])
        self.assertIsNone(examples["dag"], "what does not compile fails on no input")
        self.assertEqual(examples["bo"]["input"], "1\n0\n")
        self.assertEqual((examples["bo"]["answer"], examples["bo"]["output"]), ("1\n", "0\n"))
        self.assertEqual(examples["cy"]["input"], "5\n0 0 0 0 0\n")
        self.assertEqual(examples["cy"]["verdict"], "RTE")
        self.assertIn("number 1 in line 1 is at least 5", examples["cy"]["pattern"])
        self.assertIn("counterexamples: 2 of 2 attempts that fail", out)
        self.assertIn("the smallest input found", self.feedback("bo"))
        self.assertIn("1\n0\n", self.feedback("bo"))
        self.assertNotIn("smallest input", self.feedback("ada"))
        _, shown, _ = self.arbiter("explain", "out", "bo", status=0)
        self.assertIn("counterexample: WA on this input", shown)

    def test_no_test_case_is_shown_even_where_it_is_the_smallest(self):
        self.hand_in(bo=ALWAYS_ONE)
        self.grade("--counterexamples")
        self.assertEqual(self.examples()["bo"]["input"], "2\n1 1\n", "0 0 is a hidden test case")

    def test_programs_with_the_same_mistake_are_searched_once_and_each_is_tried(self):
        for i in range(5):
            self.hand_in(**{f"s{i}": f"// {i}\n{IGNORES_ZERO}"})
        self.grade("--counterexamples")
        self.assertEqual({one["input"] for one in self.examples().values()}, {"1\n0\n"})
        self.assertEqual(len({json.dumps(one["measured"]) for one in self.examples().values()}), 5,
                         "each has a run of its own")

    def test_a_second_run_changes_no_byte_and_searches_nothing(self):
        self.hand_in(bo=IGNORES_ZERO, cy=CRASHES_ON_LONG)
        self.grade("--counterexamples")
        before = {path: path.read_bytes() for path in (self.folder / "out/feedback").iterdir()}
        examples = self.examples()
        self.grade("--counterexamples")
        self.assertEqual(before, {path: path.read_bytes() for path in (self.folder / "out/feedback").iterdir()})
        self.assertEqual(examples, self.examples())
        # Nor does another run: what is found is kept for all of them.
        self.arbiter("grade", "in", "--problems", "problems", "--out", "other", "--counterexamples", status=0)
        self.assertEqual(examples, self.examples("other"))

    def test_the_policy_says_who_sees_it(self):
        self.hand_in(bo=IGNORES_ZERO)
        self.write("problems/grading.yaml", "counterexamples: teacher\n")
        self.grade()
        self.assertEqual(self.examples()["bo"]["input"], "1\n0\n")
        self.assertNotIn("smallest input", self.feedback("bo"))
        self.write("problems/grading.yaml", "counterexamples: {for: student, time: 2s, at_most: 5min}\n")
        self.grade()
        self.assertIn("smallest input", self.feedback("bo"))
        self.write("problems/grading.yaml", "counterexamples: off\nlanguage: de\n")
        self.grade("--counterexamples")
        self.assertIn("die kleinste gefundene Eingabe", self.feedback("bo"))
        self.write("problems/grading.yaml", "counterexamples: pupil\n")
        self.assertIn("off, teacher", self.grade(status=2)[2])

    def test_why_there_is_none_is_told(self):
        (self.folder / "problems/mode/generators/generators.yaml").unlink()
        self.hand_in(bo=IGNORES_ZERO)
        _, out, _ = self.grade("--counterexamples")
        self.assertIn("no generators", self.examples()["bo"]["none"])
        self.assertIn("counterexamples: 0 of 1 attempt that", " ".join(out.split()))

    def test_a_loop_is_found_too(self):
        self.hand_in(bo=LOOP_C)
        self.grade("--counterexamples")
        self.assertEqual(self.examples()["bo"]["verdict"], "TLE")


if __name__ == "__main__":
    unittest.main()
