"""`arbiter grade --counterexamples`: the smallest failing input of each program, for its student."""

import base64
import gzip
import itertools
import json
import re
import shutil
import subprocess
import zipfile

from slow import slow
from workbench import LOOP_C, PROBLEM_YAML, SOURCE, Workbench

# The problem: how often the most frequent number of a list stands in it.
GENERATOR = """\
#include <arbiter/generator.hpp>
int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const auto count = gen.size(1, options.integer("n", 1, 100000));
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
QUADRATIC = MODE.replace("BODY", "for (volatile int k = 0; k < n; ++k) {}")
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
        self.hand_in(ada=RIGHT, bo=IGNORES_ZERO, cy=CRASHES_ON_LONG, dag="int main( {",
                     eva=MODE.replace("BODY", "most = 9;"))
        _, out, _ = self.grade("--counterexamples")
        examples = self.examples()
        self.assertIsNone(examples["ada"])
        self.assertIsNone(examples["dag"], "what does not compile fails on no input")
        self.assertEqual(examples["bo"]["input"], "1\n0\n")
        self.assertEqual((examples["bo"]["answer"], examples["bo"]["output"]), ("1\n", "0\n"))
        self.assertEqual(examples["cy"]["input"], "5\n0 0 0 0 0\n")
        self.assertEqual(examples["cy"]["verdict"], "RTE")
        self.assertIn("number 1 in line 1 is at least 5", examples["cy"]["pattern"])
        self.assertIn("counterexamples: 3 of 3 attempts that fail", out)
        self.assertRegex(examples["bo"]["others"], r"(?m)^✗ [2-9] / 0.* → \d ≠ \d$")
        self.assertNotIn(" 1 / 0 →", examples["bo"]["others"], "that is the counterexample itself")
        self.assertRegex(examples["bo"]["others"], r"(?m)^✓ 1 / \d → 1$")
        self.assertGreater(len(set(re.findall(r"(?m)^✓ .* → (\d)$", examples["bo"]["others"]))), 2, "answers differ")
        self.assertRegex(examples["bo"]["others"], r"(?m)^✓ 5 / .* → \d$", "lengths differ, up to the longest there are")
        self.assertRegex(examples["cy"]["others"], r"(?m)^✗ 5 / .* → \d ≠ RTE$")
        self.assertRegex(self.feedback("eva"), r"Your program fails on all [1-9]\d+ inputs tried\.")
        self.assertNotIn("✓", examples["eva"]["others"])
        self.assertIn("The first test case that fails: sample/1 (", self.feedback("eva"), "the student has it")
        self.assertIn(examples["bo"]["others"], self.feedback("bo"))
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
        self.assertTrue(all("≠" in one["others"] for one in self.examples().values()))

    def test_what_fits_one_on_long_inputs_is_tried_on_those_that_are_like_it(self):
        self.write("problems/mode/generators/lists.cpp", GENERATOR.replace(
            'gen.size(1, options.integer("n", 1, 100000))', 'gen.size(40, 40 + 0 * options.integer("n", 1, 100000))'))
        self.write("problems/mode/input_validators/v.c", VALIDATOR.replace("n < 1", "n < 40"))
        wrong = MODE.replace("BODY", "if (i == 0 && x == 0) most = 50;")
        self.hand_in(bo=wrong, cy=wrong.replace("most = 50", "most = 25 + 25"))
        self.add_test("problems/mode/data/secret/d", "2\n0 1\n", "1\n")
        self.grade("--counterexamples")
        for example in self.examples().values():
            self.assertGreater(len(example["input"]), 60)
            self.assertRegex(example["pattern"] or "", r"fails on all [1-9]\d* .* passes all [1-9]")

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

    def test_a_problem_whose_inputs_are_all_test_cases_has_none(self):
        self.write("problems/mode/generators/one.c", '#include <stdio.h>\nint main(void) { return !puts("2\\n0 0"); }\n')
        self.write("problems/mode/generators/generators.yaml",
                   "generators: {one: [one.c]}\ndata: {secret: {data: {d: one}}}\n")
        self.hand_in(bo=ALWAYS_ONE)
        self.grade("--counterexamples")
        self.assertIn("all inputs that the generators made are test cases", self.examples()["bo"]["none"])

    def test_a_loop_is_found_too(self):
        self.write("problems/mode/problem.yaml", PROBLEM_YAML.replace("time_limit: 1", "time_limit: 0.2"))
        self.hand_in(bo=LOOP_C)
        self.grade("--counterexamples")
        self.assertEqual(self.examples()["bo"]["verdict"], "TLE")

    def test_how_the_time_of_a_slow_program_grows(self):
        self.write("problems/mode/problem.yaml", PROBLEM_YAML.replace("time_limit: 1", "time_limit: 0.3"))
        self.write("problems/mode/arbiter.yaml", "grow: ['lists --n 100..100000']\n")
        self.write("problems/mode/generators/generators.yaml", YAML.replace("--n 5", "--n 100000"))
        self.hand_in(bo=QUADRATIC, ada=RIGHT)
        # What is measured on a busy machine may say nothing.
        for _ in range(5):
            shutil.rmtree(self.folder / "out", ignore_errors=True)
            self.grade("--counterexamples", "--no-cache")
            if self.examples()["bo"]["growth"]:
                break
        else:
            self.skipTest("the machine is too busy to measure how time grows")
        self.assertRegex(self.feedback("bo"), r"its time grows like n\^\d")
        self.assertNotIn("grows like", self.feedback("ada"))
        shown = " ".join(self.arbiter("explain", "out", "bo", status=0)[1].split())
        self.assertIn("its time grows like", shown)
        before = self.feedback("bo")
        self.grade("--counterexamples")
        self.assertEqual(self.feedback("bo"), before, "nothing is measured twice")


def strings_in(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings_in(inner)


def text_of(path):
    """What a file for a student says; the data of a page are packed."""
    text = path.read_text()
    packed = re.search('id="data">([^<]*)<', text)
    return "\n".join(strings_in(json.loads(gzip.decompress(base64.b64decode(packed[1]))))) if packed else text


class Leaks(Class):
    """No file for a student holds a hidden input, answer or name, whatever the policy."""

    LONG = 24  # shorter inputs and answers may be those of a counterexample, or a part of one

    def hidden_cases(self, problem):
        self.arbiter("export", problem, "--to", "2025-09", "-o", "all.zip", status=0)
        with zipfile.ZipFile(self.folder / "all.zip") as package:
            return {name.split("/data/")[1].removesuffix(".in"): [
                package.read(name.removesuffix(".in") + ending).decode().strip() for ending in (".in", ".ans")]
                for name in package.namelist() if "/data/secret/" in name and name.endswith(".in")}

    def printed_on_samples(self, problem, program):
        """A student may see that anyway."""
        if not (problem / "data/sample").is_dir():
            return ""
        _, out, _ = self.judge(problem, program, "--tests", "sample/*", "--format", "json")
        tests = [test for one in json.loads(out)["submissions"] for test in one["tests"]]
        return "\n".join(test["output_head"] for test in tests)

    def check(self, handed, problems):
        """Of students each of whom handed in for one problem."""
        hidden = [(problem.name, *case) for problem in problems for case in self.hidden_cases(problem).items()]
        self.assertGreater(sum(len(given) >= self.LONG for _, _, (given, _) in hidden), 1)
        words = [word for problem in problems for word in ("--problems", problem)]
        shown = 0
        programs = {path.parent.name: path for path in (self.folder / handed).glob("*/*")}
        printed = {student: self.printed_on_samples(problem, path) for problem in problems
                   for student, path in programs.items() if path.stem == problem.name}
        for hides, audience in itertools.product(("verdict", "first-difference"), ("off", "teacher", "student")):
            self.write("grading.yaml", f"feedback: {{hidden: {hides}}}\ncounterexamples: {audience}\n")
            command = ["grade", handed, *words, "--policy", "grading.yaml", "--out", "out-leaks"]
            self.arbiter(*command, status=0)
            before = {path: path.read_bytes() for path in (self.folder / "out-leaks/feedback").iterdir()}
            examples = self.examples("out-leaks")
            for path in before:
                text = text_of(path)
                blocks = {block.strip() for block in re.findall(r"```\w*\n(.*?)\n```", text, re.S)}
                blocks |= {line.replace(" / ", "\n") for line in re.findall("^[✓✗] (.*?) →", text, re.M)}
                shown += "smallest input found" in text
                own = programs[path.stem].stem
                known = printed[path.stem] + ((examples[path.stem] or {}).get("answer") or "")
                for problem, name, (given, answer) in hidden:
                    where = f"{path.name}, {hides}, {audience}, {name}"
                    self.assertNotIn(name, text, where)
                    # What is short may be a sample of another problem.
                    self.assertFalse(problem == own and given in blocks, where)
                    for secret in (given, answer):
                        is_known = len(secret) < self.LONG or secret is answer and secret in known
                        self.assertFalse(not is_known and secret in text, where)
            self.arbiter(*command, status=0)
            self.assertEqual(before, {path: path.read_bytes() for path in before}, "a second run changes no byte")
        self.assertGreater(shown, 3)

    def test_a_class(self):
        self.add_test("problems/mode/data/secret/hush", "15\n9 8 7 6 5 4 3 2 1 0 9 8 7 0 0\n", "3\n")
        self.add_test("problems/mode/data/secret/quiet", "14\n0 0 0 0 0 0 1 2 3 4 5 6 7 8\n", "6\n")
        self.hand_in(ada=RIGHT, bo=IGNORES_ZERO, cy=CRASHES_ON_LONG, dag=ALWAYS_ONE)
        self.check("in", [self.folder / "problems/mode"])

    @slow
    def test_a_class_of_problems_that_ship(self):
        problems = [SOURCE / "problems" / name for name in ("bokstavslek", "wordduel", "102030")]
        for problem in problems:
            for path in sorted((problem / "submissions").glob("*/*.cpp")):
                self.write(f"class/{path.parent.name}-{path.stem}/{problem.name}.cpp", path.read_text())
        self.check("class", problems)


def small_words(letters, most):
    for length in range(1, most + 1):
        yield from map("".join, itertools.product(letters, repeat=length))


def inputs_of(problem):
    """All small inputs over some letters, the shortest first."""
    if problem == "wordduel":
        inputs = [f"{word}\n" for letters in ("abc", "xyz") for word in small_words(letters, 4) if len(word) > 1]
    else:
        lists = itertools.chain.from_iterable(
            itertools.combinations(sorted(small_words(letters, 3)), count)
            for letters in ("AB", "YZ") for count in (1, 2, 3))
        inputs = [f"{len(words)}\n" + "".join(f"{word}\n" for word in words) for words in lists]
    return sorted(inputs, key=len)


class Minima(Workbench):
    """The wrong programs of problems that ship, beside what trying all small inputs finds."""

    def said(self, program, given):
        try:
            done = subprocess.run([program], input=given.encode(), capture_output=True, timeout=10)
        except subprocess.TimeoutExpired:
            return None
        # Some letters may be written in several ways.
        return done.returncode, [word for word in done.stdout.split() if word.isascii() and b":" not in word]

    def compiled(self, source):
        program = self.folder / f"{source.parent.name}-{source.stem}"
        kits = [f"-I{SOURCE}/{kit}/include" for kit in ("reference", "checker")]
        subprocess.run(["g++", "-O2", "-std=c++20", "-w", *kits, source, "-o", program], check=True)
        return program

    def is_valid(self, given):
        return subprocess.run([self.validator], input=given.encode(), stderr=subprocess.DEVNULL).returncode == 42

    def smallest(self, problem, wrong):
        """By enumeration; none: it passes all of these."""
        right = self.compiled(SOURCE / "problems" / problem / "submissions/accepted/reference.cpp")
        program = self.compiled(wrong)
        for given in inputs_of(problem):
            fails = given.rstrip() not in self.hidden and self.said(program, given) != self.said(right, given)
            if fails and self.is_valid(given):
                return given
        return None

    @slow
    def test_counterexamples_are_as_small_as_can_be(self):
        for problem in ("bokstavslek", "wordduel"):
            wrong = sorted((SOURCE / "problems" / problem / "submissions/wrong_answer").glob("*.cpp"))
            for path in wrong:
                self.write(f"{problem}/{path.stem}/{problem}.cpp", path.read_text())
            self.arbiter("grade", problem, "--problems", SOURCE / "problems" / problem, "--out", f"out-{problem}",
                         "--counterexamples", status=0)
            self.arbiter("export", SOURCE / "problems" / problem, "--to", "2025-09", "-o", "all.zip", status=0)
            with zipfile.ZipFile(self.folder / "all.zip") as package:
                self.hidden = {package.read(name).decode().rstrip() for name in package.namelist()
                               if "/secret/" in name and name.endswith(".in")}
            book = json.loads((self.folder / f"out-{problem}/gradebook.json").read_text())
            found = {work["sha256"]: work["counterexample"] for work in book["works"]}
            self.validator = self.compiled(next((SOURCE / "problems" / problem / "input_validators").glob("*.cpp")))
            known = 0
            for attempt in book["attempts"]:
                student = attempt["students"][0]
                example = found[attempt["sha256"]]
                smallest = self.smallest(problem, next(path for path in wrong if path.stem == student))
                with self.subTest(problem=problem, program=student):
                    self.assertNotIn("none", example)
                    if smallest is not None:
                        known += 1
                        self.assertLessEqual(len(example["input"]), len(smallest), f"{smallest!r} fails as well")
            self.assertGreater(known, 5)
