"""`arbiter stress`: what it finds, how small it makes it, and who is blamed for what."""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import time

from schemas import validate
from workbench import ARBITER, PROBLEM_YAML, SOURCE, SUM_C, WRONG_C, Workbench

QUICK = PROBLEM_YAML.replace("output: 1", "output: 1, validation_time: 1")
KIT = """\
#include <arbiter/generator.hpp>
int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const auto most = options.integer("n", 0, 1000);
    const auto a = gen.integer(0, most);
    gen.out() << a << ' ' << gen.integer(0, most) << '\\n';
  });
}
"""
VALIDATOR = """\
#include <stdio.h>
int main(void) {
  long a, b;
  return scanf("%ld %ld", &a, &b) == 2 && getchar() == 10 && getchar() == EOF ? 42 : 43;
}
"""
FOREIGN = """\
import random, sys
random.seed(sys.argv[-1])
print(random.randint(50, 1000), random.randint(50, 1000))
"""
# Some numbers and their sum; without the kit, so that nothing is enumerated.
LIST_GENERATOR = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int count = atoi(argv[1]);
  unsigned long long state = strtoull(argv[argc - 1], 0, 10);
  printf("%d\\n", count);
  for (int i = 0; i < count; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    printf("%d%c", (int)(state >> 33) % 100, i + 1 == count ? '\\n' : ' ');
  }
}
"""
LIST_VALIDATOR = """\
#include <stdio.h>
int main(void) {
  int count, number;
  if (scanf("%d", &count) != 1 || count < 1) return 43;
  for (int i = 0; i < count; ++i)
    if (scanf("%d", &number) != 1) return 43;
  return scanf("%d", &number) == EOF ? 42 : 43;
}
"""
LIST_SUM = """\
#include <stdio.h>
int main(void) {
  int count, number;
  long sum = 0;
  scanf("%d", &count);
  for (int i = 0; i < count; ++i) scanf("%d", &number), sum += number;
  printf("%ld\\n", sum);
}
"""
HALF = """\
import pathlib, sys
if sys.stdin.read().split() != pathlib.Path(sys.argv[2]).read_text().split():
    pathlib.Path(sys.argv[3], "score_multiplier.txt").write_text("0.5")
sys.exit(42)
"""
# Looks for the socket of the server of calls, and says the right sum to every call in its place.
LIAR = (SOURCE / "runner/config/compile/batch_protocol.h").read_text() + """\
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static char given[65536];
__attribute__((constructor)) static void answer_calls(void) {
  struct BatchRequestHead asked;
  struct stat info;
  int fd = 3;
  while (fd < 4096 && (fstat(fd, &info) != 0 || !S_ISSOCK(info.st_mode))) ++fd;
  if (fd == 4096) return;
  while (read(fd, &asked, sizeof asked) == sizeof asked) {
    size_t size = asked.names_size + asked.input_size, got = 0;
    while (got < size) got += read(fd, given + got, size - got);
    given[size] = 0;
    long a, b;
    sscanf(given + asked.names_size, "%ld %ld", &a, &b);
    char sum[32];
    struct BatchReplyHead reply = {.magic = ARBITER_BATCH_MAGIC, .cpu_ns = 1000, .wall_ns = 1000};
    reply.output_size = sprintf(sum, "%ld\\n", a + b);
    write(fd, &reply, sizeof reply);
    write(fd, sum, reply.output_size);
  }
  _exit(0);
}
int main(void) {
  long a, b;
  return scanf("%ld %ld", &a, &b) == 2 ? !printf("%ld\\n", a + b > 2 ? 0 : a + b) : 1;
}
"""
YAML = """\
solution: /submissions/accepted/sum.c
data:
  secret:
    data:
      - small: gen.cpp 20 {seed}
      - large: gen.cpp 1000 {seed}
"""


def fails(condition, deed):
    """A sum that does something else on some inputs."""
    return SUM_C.replace("return scanf", "int n = scanf").replace(
        "== 2 ?", f"; if ({condition}) {{ {deed}; }} return n == 2 ?")


class Stress(Workbench):
    def setUp(self):
        super().setUp()
        self.package()

    def package(self, yaml=YAML, generator=KIT, name="gen.cpp", problem=QUICK):
        self.write("p/problem.yaml", problem)
        self.write("p/generators/generators.yaml", yaml)
        self.write(f"p/generators/{name}", generator)
        self.write("p/input_validators/v.c", VALIDATOR)
        self.write("p/submissions/accepted/sum.c", SUM_C)

    def stress(self, *words, status=1, **how):
        return self.arbiter("stress", *words, status=status, **how)

    def document(self, *words, **how):
        _, out, err = self.stress(*words, "--format", "json", **how)
        document = json.loads(out)
        validate(document, "stress")
        return document

    def failure(self, program, *words, name="w.c", **how):
        """The one failure of a program."""
        self.write(name, program)
        document = self.document("p", name, "--seed", "1", *words, **how)
        self.assertEqual(len(document["failures"]), 1, document)
        self.assertEqual(document["found"], 1)
        return document["failures"][0]


class Finding(Stress):
    def test_the_smallest_input_is_found(self):
        failure = self.failure(WRONG_C)
        self.assertEqual(failure["verdict"], "WA")
        self.assertEqual(failure["input"], "0 1\n")
        self.assertEqual(failure["expected"], "1\n")
        self.assertEqual(failure["got"], "-1\n")
        self.assertEqual(failure["shrunk_bytes"], 4)
        self.assertTrue(failure["shrunk_out"])

    def test_crashes_and_loops_are_found_too(self):
        self.package(problem=QUICK.replace("time_limit: 1", "time_limit: 0.2"))
        failure = self.failure(fails("b == 7", "__builtin_trap()"))
        self.assertEqual((failure["verdict"], failure["input"]), ("RTE", "0 7\n"))
        failure = self.failure(fails("a > 2", "for (;;) __asm__ volatile(\"\")"))
        self.assertEqual((failure["verdict"], failure["input"]), ("TLE", "3 0\n"))

    def test_who_gets_a_part_of_the_points_fails(self):
        self.package(problem=QUICK.replace("problem_format_version: 2025-09",
                                           "problem_format_version: 2025-09\ntype: scoring"))
        self.write("p/output_validator/half.py", HALF)
        failure = self.failure(WRONG_C)
        self.assertEqual((failure["verdict"], failure["input"]), ("WA", "0 1\n"))
        self.assertEqual(failure["message"], "gets 50 % of the points")

    def test_what_only_a_run_by_itself_shows_is_found(self):
        # The first process of a box is the child of init; one that a server forked is not.
        program = SUM_C.replace("#include <stdio.h>", "#include <stdio.h>\n#include <unistd.h>")
        self.assertNotEqual(program, SUM_C)
        program = program.replace("return scanf", (
            "int n = scanf")).replace("== 2 ?", "; a += getppid() == 1; return n == 2 ?")
        failure = self.failure(program)
        self.assertEqual((failure["verdict"], failure["input"]), ("WA", "0 0\n"))

    def test_a_program_that_answers_calls_itself_is_found(self):
        self.write("w.c", LIAR)
        document = self.document("p", "w.c", "--iterations", "60", "--jobs", "1", status=1)
        self.assertEqual([one["verdict"] for one in document["failures"]], ["WA"])

    def test_what_only_a_server_of_calls_shows_is_no_failure(self):
        program = SUM_C.replace("#include <stdio.h>", (
            "#include <stdio.h>\n#include <unistd.h>\nstatic int early;\n"
            "__attribute__((constructor)) static void note(void) { early = getpid(); }")).replace(
                "return scanf", "int n = scanf").replace(
                    "== 2 ?", "; a += early != getpid(); return n == 2 ?")
        self.write("w.c", program)
        document = self.document("p", "w.c", "--iterations", "100", status=0)
        self.assertEqual((document["failures"], document["iterations"]), ([], 100))

    def test_a_large_failure_makes_it_try_small_inputs_first(self):
        # The first draw of the large command fails; one in 25 of the small one does.
        self.package("data: {secret: {data: [{tiny: 'gen.c 4 {seed}'}, {huge: 'gen.c 2000 {seed}'}]}}\n",
                     LIST_GENERATOR, "gen.c")
        self.write("p/input_validators/v.c", LIST_VALIDATOR)
        self.write("p/submissions/accepted/sum.c", LIST_SUM)
        found = [self.failure(LIST_SUM.replace(", sum", ", sum += number == 77, sum"),
                              "--iterations", "2", "--jobs", jobs) for jobs in ("1", "3")]
        self.assertEqual(found[0]["input"], "1\n77\n")
        self.assertLess(found[0]["original_bytes"], 65, found[0]["found_by"])
        for field in ("found_by", "original_bytes", "input", "shrink_attempts"):
            self.assertEqual(found[0][field], found[1][field], field)

    def test_the_time_for_shrinking_is_not_that_of_the_search(self):
        # Each failing input takes the time limit, so shrinking takes much longer than all else.
        self.package(problem=QUICK.replace("time_limit: 1", "time_limit: 0.3"))
        self.write("w.c", fails("a > 2", "for (;;) __asm__ volatile(\"\")"))
        begin = time.monotonic()
        document = self.document("p", "w.c", "--jobs", "1", "--enumerate", "0")
        both = document["seconds"] + document["failures"][0]["shrink_seconds"]
        self.assertLess(both, time.monotonic() - begin)

    def test_only_what_is_asked_for_is_found(self):
        program = fails("a == 1", "__builtin_trap()").replace("return n", "if (b == 2) a++; return n")
        failure = self.failure(program, "--find", "WA")
        self.assertEqual((failure["verdict"], failure["input"]), ("WA", "0 2\n"))

    def test_nothing_is_found_in_a_right_program(self):
        document = self.document("p", "p/submissions/accepted/sum.c", "--iterations", "200", status=0)
        self.assertEqual(document["failures"], [])
        self.assertEqual(document["iterations"], 200)
        self.assertEqual(document["faults"], [])

    def test_the_printed_command_does_it_again(self):
        self.write("w.c", fails("a * b == 77", "a++"))
        first = self.document("p", "w.c")
        again = subprocess.run(first["command"].replace("arbiter", str(ARBITER), 1) + " --format json",
                               shell=True, cwd=self.folder, env=self.environment(),
                               capture_output=True, check=False)
        second = json.loads(again.stdout)
        self.assertEqual(first["seed"], second["seed"])
        for field in ("input", "found_by", "original_bytes", "verdict"):
            self.assertEqual(first["failures"][0][field], second["failures"][0][field], field)

    def test_choices_are_taken_up_again(self):
        first = self.failure(fails("a * b == 77", "a++"), "--enumerate", "0")
        self.write("found.choices", first["choices"])
        generator = first["found_by"].rpartition(" ")[0]
        again = self.document("p", "w.c", "--generator", generator, "--choices", "found.choices")
        self.assertEqual(again["iterations"], 1)
        for field in ("input", "choices", "shrunk_choices"):
            self.assertEqual(again["failures"][0][field], first[field], field)

    def test_the_replay_judges_the_input_again(self):
        failure = self.failure(WRONG_C)
        done = subprocess.run(failure["replay"].replace("arbiter", str(ARBITER), 1), shell=True,
                              cwd=self.folder, env=self.environment(), capture_output=True,
                              check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b"WA", done.stdout)

    def test_several_programs_are_refuted_each(self):
        self.write("x.c", fails("a > 30", "a++"))
        document = self.document("p", "w.c", "x.c", "p/submissions/accepted/sum.c",
                                 "--iterations", "300")
        self.assertEqual([f["submission"] for f in document["failures"]], ["w.c", "x.c"])
        self.assertEqual([o["verdict"] for o in document["failures"][1]["outcomes"]],
                         ["AC", "WA", "AC"])

    def test_people_see_input_expected_and_got(self):
        for width in ("80", "40"):
            _, out, _ = self.stress("p", "w.c", env=self.environment(COLUMNS=width))
            for word in ("0 1", "expected", "-1", "arbiter judge p w.c --input"):
                self.assertIn(word, out, width)


class Proving(Stress):
    def test_all_inputs_are_gone_through(self):
        document = self.document("p", "p/submissions/accepted/sum.c", "--exhaustive", "2",
                                 "--generator", "gen.cpp n=3", status=0)
        exhausted = document["exhausted_up_to"]
        one = exhausted[0] if isinstance(exhausted, list) else exhausted
        self.assertEqual(one["inputs"], 16)
        self.assertTrue(one["complete"])
        _, out, _ = self.stress("p", "p/submissions/accepted/sum.c", "--exhaustive", "2",
                                "--generator", "gen.cpp n=3", status=0)
        self.assertIn("all 16 inputs", out)

    def test_a_range_is_claimed_with_all_of_its_numbers(self):
        self.write("w.c", fails("a > 2", "a++"))
        failure = self.document("p", "w.c", "--generator", "gen.cpp n=1..3")["failures"][0]
        self.assertIn("enumeration of gen.cpp n=3", failure["found_by"])
        _, out, _ = self.stress("p", "p/submissions/accepted/sum.c", "--generator",
                                "gen.cpp n=1..3", "--iterations", "300", status=0)
        self.assertIn("`gen.cpp n=1..3` makes", out)

    def test_what_was_cut_off_says_how_far_it_came(self):
        _, out, _ = self.stress("p", "p/submissions/accepted/sum.c", "--exhaustive", "900",
                                "--generator", "gen.cpp n=1000", "--for", "1s", status=6)
        self.assertIn("up to 900 choices were asked for", out)
        self.write("gen.py", FOREIGN)
        _, out, _ = self.stress("p", "p/submissions/accepted/sum.c", "--exhaustive", "2",
                                "--generator", "gen.py", status=6)
        self.assertIn("`gen.py` does not use the generator kit", out)
        self.stress("p", "w.c", "--exhaustive", "2", "--generator", "gen.cpp n=1..2000", status=2)

    def test_a_certificate_says_what_was_tried(self):
        self.stress("p", "p/submissions/accepted/sum.c", "--exhaustive", "2", "--generator",
                    "gen.cpp n=3", "-o", "certificate=c.md", "-o", "d.json", status=0)
        text = (self.folder / "c.md").read_text()
        self.assertIn("all 16 inputs", text)
        self.assertIn("arbiter stress p", text)
        document = json.loads((self.folder / "d.json").read_text())
        validate(document, "stress")
        self.assertEqual(document["iterations"], 16)
        reference = (self.folder / "p/submissions/accepted/sum.c").read_bytes()
        self.assertEqual(document["against_sha256"], hashlib.sha256(reference).hexdigest())
        self.assertEqual(document["submissions"][0]["sha256"], document["against_sha256"])
        self.assertEqual(document["limits"]["time_s"], 1)
        self.assertIn("Linux", document["machine"]["kernel"])
        compilers = {one["language"][:3]: one["version"] for one in document["compilers"]}
        self.assertIn("cpp", compilers)
        for version in compilers.values():
            self.assertIn(version, text)


class OtherGenerators(Stress):
    def test_the_text_is_shrunk_where_there_are_no_choices(self):
        self.write("gen.py", FOREIGN)
        failure = self.failure(fails("a > 60", "a++"), "--generator", "gen.py")
        self.assertEqual(failure["input"], "61 0\n")
        self.assertIsNone(failure["shrunk_choices"])


    def test_of_the_package_which_no_test_uses(self):
        self.write("p/generators/tiny.c", '#include "own.h"\n#include <stdio.h>\n'
                                          'int main(void) { return !puts(OWN); }\n')
        self.write("p/generators/own.h", '#define OWN "70 0"\n')
        failure = self.failure(fails("a > 60", "a++"), "--generator", "tiny.c")
        self.assertEqual(failure["input"], "61 0\n")
        failure = self.failure(fails("a > 60", "a++"), "--generator", "tiny")
        self.assertEqual(failure["input"], "61 0\n")


class Faults(Stress):
    """A generator's fault is never the submission's."""

    def setUp(self):
        super().setUp()
        self.package(problem=QUICK.replace("validation_time: 1", "validation_time: 0.5"))

    def blamed(self, generator, *words, status=3, name="bad.py"):
        self.write(name, generator)
        document = self.document("p", "p/submissions/accepted/sum.c", "--generator", name,
                                 "--iterations", "6", "--jobs", "1", *words, status=status)
        self.assertEqual(document["failures"], [])
        # Several where the machine is busy, and a limit on the clock comes before that on CPU time.
        messages = [fault["message"] for fault in document["faults"]]
        self.assertEqual(len(messages), len(set(messages)), messages)
        self.assertEqual({fault["program"] for fault in document["faults"]}, {f"generator {name}"})
        return messages[0]

    def test_what_a_program_does_wrong(self):
        for source, words in (
            ("import sys\nsys.exit('no luck today')\n", "exit status 1"),
            ("while True: pass\n", "limit of "), ("while True: print('x' * 10000)\n", "output"),
            ("\n", "wrote nothing"), ("print('no numbers')\n", "refuses it"),
        ):
            with self.subTest(source):
                self.assertIn(words, self.blamed(source))

    def test_other_input_the_second_time(self):
        self.write("bad.py", "import time\nprint(1, time.time_ns() % 1000003)\n")
        document = self.document("p", "w.c", "--generator", "bad.py", "--iterations", "5", status=0)
        self.assertEqual(document["failures"], [])
        self.assertIn("different inputs", document["faults"][0]["message"])

    def test_the_same_faults_in_a_program_that_serves_many_calls(self):
        for body, words in (("__builtin_trap();", "signal"), ("for (;;) { }", "limit of "),
                            ("for (;;) puts(\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\");", "output"),
                            ("exit(3);", "exit status 3")):
            message = self.blamed("#include <stdio.h>\n#include <stdlib.h>\n"
                                  f"int main(void) {{ {body} }}\n", name="bad.c")
            self.assertIn(words, message)

    def test_a_solution_that_fails_is_not_the_submissions_fault(self):
        self.write("p/submissions/accepted/sum.c", fails("a == 3", "__builtin_trap()"))
        document = self.document("p", "a.c", "--iterations", "100", status=0)
        self.assertEqual(document["failures"], [])
        self.assertIn("fails on what it makes", document["faults"][0]["message"])

    def test_a_validator_that_fails_is_an_invalid_package(self):
        self.write("p/input_validators/v.c", "int main(void) { __builtin_trap(); }\n")
        _, _, err = self.stress("p", "p/submissions/accepted/sum.c", "--iterations", "5", status=3)
        self.assertIn("input validator v.c", err)


class WithoutProblem(Stress):
    def setUp(self):
        super().setUp()
        self.write("gen.py", "import random, sys\nrandom.seed(sys.argv[-1])\n"
                             "print(random.randint(0, 9), random.randint(0, 9))\n")
        self.write("b.c", SUM_C)

    def test_of_two_nobody_is_called_right(self):
        _, out, _ = self.stress("a.c", "w.c", "--generator", "gen.py")
        self.assertIn("differ", out)
        self.assertNotIn("expected", out)

    def test_of_three_most_are_right(self):
        document = self.document("w.c", "a.c", "b.c", "--generator", "gen.py", "--iterations", "40")
        self.assertEqual([f["submission"] for f in document["failures"]], ["w.c"])
        self.assertEqual([o["verdict"] for o in document["failures"][0]["outcomes"]],
                         ["WA", "AC", "AC"])

    def test_another_program_may_know(self):
        document = self.document("w.c", "--against", "a.c", "--generator", "gen.py")
        self.assertEqual(document["failures"][0]["submission"], "w.c")

    def test_outputs_are_compared_as_asked(self):
        self.write("blank.c", SUM_C.replace("%ld\\n", "%ld \\n"))
        self.stress("a.c", "blank.c", "--generator", "gen.py", "--iterations", "20", status=0)
        self.stress("a.c", "blank.c", "--generator", "gen.py", "--checker", "exact", status=1)


class Saving(Stress):
    def test_what_is_found_becomes_a_test(self):
        self.write("p/submissions/wrong_answer/minus.c", fails("a > 700", "a++"))
        self.add_test("p/data/secret/1", "1 2\n", "3\n")
        self.write("p/generators/generators.yaml", YAML.replace("1000", "900"))
        document = self.document("p", "--save", "hacks/carry")
        failure = document["failures"][0]
        # In a list of generators.yaml groups have numbers.
        self.assertEqual(failure["saved"], "secret/1-hacks/carry")
        data = self.folder / "p/data/secret/1-hacks"
        self.assertEqual((data / "carry.in").read_text(), failure["input"])
        self.assertEqual((data / "carry.ans").read_text(), failure["expected"])
        self.assertIn("minus.c", (data / "carry.desc").read_text())
        (data / "carry.in").write_text("5 5\n")
        (data / "carry.ans").write_text("10\n")
        for _ in range(2):
            document = self.document("p", "--save", "hacks/carry")
            self.assertEqual(document["failures"][0]["saved"], "secret/1-hacks/carry-2")
        _, out, _ = self.stress("p", "--save", "secret/hacks/carry")
        self.assertIn("nothing to save: secret/1-hacks/carry-2 has this input", " ".join(out.split()))

    def test_generate_keeps_what_was_saved(self):
        yaml = YAML.replace("- ", "").replace("large:", "# and\n      large:") + "# of ours\n"
        self.write("p/generators/generators.yaml", yaml)
        self.assertEqual(self.document("p", "w.c", "--save")["failures"][0]["saved"],
                         "secret/stress/1")
        written = (self.folder / "p/generators/generators.yaml").read_text()
        self.assertEqual(written.replace('      "stress":\n        data:\n'
                                         '          "1": {copy: manual/stress-1}\n', ""), yaml)
        _, out, err = self.arbiter("generate", "p", "--format", "json", status=0)
        document = json.loads(out)
        self.assertEqual((err, document["unlisted"], document["removed"]), ("", [], []))
        self.assertIn("secret/stress/1", [test["name"] for test in document["tests"]])
        self.assertNotIn("secret/stress/1.in", document["written"])

    def test_a_list_that_cannot_be_extended_is_left_as_it_is(self):
        yaml = "data: {secret: {data: {small: 'gen.cpp 20 {seed}'}}}\n"
        self.write("p/generators/generators.yaml", yaml)
        _, _, err = self.stress("p", "w.c", "--save", "--format", "json")
        self.assertIn("secret/stress/1 is saved in data/ only", err)
        self.assertTrue((self.folder / "p/data/secret/stress/1.in").exists())
        self.assertEqual((self.folder / "p/generators/generators.yaml").read_text(), yaml)
        self.assertFalse((self.folder / "p/generators/manual").exists())

    def test_whom_it_alone_catches_is_said(self):
        self.write("p/generators/generators.yaml", YAML.replace("1000 {seed}", "20 {seed:2}"))
        self.write("p/submissions/wrong_answer/late.c", fails("a > 700", "a++"))
        document = self.document("p", "--generator", "gen.cpp n=1000", "--save")
        self.assertEqual(document["failures"][0]["saved"], "secret/1-stress/1")
        self.assertEqual([re.sub(".*/", "", name) for name in document["failures"][0]["catches"]],
                         ["late.c"])

    def test_the_fewest_tests_break_all(self):
        for name, condition in (("a", "a == 11"), ("b", "a > 10 && a < 13"), ("c", "b == 11")):
            self.write(f"all/{name}.c", fails(condition, "a++"))
        self.write("all/right.c", SUM_C)
        document = self.document("p", "all", "--break-all", "hacks", "--iterations", "400")
        tests = sorted(path.name for path in (self.folder / "p/data/secret/1-hacks").glob("*.in"))
        saved = [f["saved"] for f in document["failures"] if f["saved"]]
        self.assertEqual(len(tests), len(saved))
        self.assertEqual(len(tests), 2)
        document = self.document("p", "all", "--break-all", "hacks", "--iterations", "40", status=0)
        self.assertEqual([one["path"] for one in document["left_out"]],
                         ["all/a.c", "all/b.c", "all/c.c"])
        self.assertEqual(tests, sorted(path.name for path in
                                       (self.folder / "p/data/secret/1-hacks").glob("*.in")))
        self.assertIn("--break-all hacks", document["command"])


class Interrupting(Stress):
    def test_what_was_found_is_kept(self):
        running = self.started("stress", "p", "w.c", "p/submissions/accepted/sum.c", "--for", "1000s",
                               "--progress", "always")
        seen = b""
        while b"1 found" not in seen:
            more = os.read(running.stderr.fileno(), 4096)
            self.assertTrue(more, seen)
            seen += more
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 130)
        self.assertIn(b"0 1", out)


class Usage(Stress):
    def refused(self, *words, status=2):
        _, _, err = self.stress(*words, status=status)
        return err

    def test_flags_that_mean_nothing(self):
        program = "p/submissions/accepted/sum.c"
        for words, said in (
                (("--find", "AC"), "not the verdict of a failure"),
                (("--seed", "x"), "--seed"),
                (("--for", "0s"), "greater than 0"),
                (("--exhaustive", "0"), "--exhaustive"),
                (("--exhaustive", "2", "--enumerate", "5"), "--enumerate"),
                (("--enumerate", "5:x"), "must name a generator"),
                (("--choices", "none"), "belong to one generator"),
                (("--generator", "gen.cpp 5", "--choices", "none"), "none"),
                (("--generator", "gen.cpp 5", "--choices", program), "--choices: " + program),
                (("--generator", "gen.cpp n=5..2"), "has an empty range"),
                (("--generator", "gem.cpp 5"), "gen.cpp"),
                (("--checker", "tokens"), "--checker"),
                (("--save", "../x"), "--save"), (("--save", "a/b/c"), "--save"), (("--save", "a/.b"), "--save"),
                (("--break-all", "a/b"), "--break-all: 'a/b'"),
                (("--format", "junit"), "junit"),
                (("-o", "x.txt"), "the extension names no kind")):
            self.assertIn(said, self.refused("p", program, *words), words)

    def test_an_archive_is_not_written_into(self):
        shutil.make_archive(str(self.folder / "q"), "zip", self.folder / "p")
        self.assertIn("archive", self.refused("q.zip", "p/submissions/accepted/sum.c", "--save"))

    def test_programs_alone_need_a_generator(self):
        self.write("b.c", SUM_C)
        self.assertIn("a generator must be named", self.refused("a.c", "b.c"))
        self.assertIn("single program", self.refused("a.c", "--generator", "g"))

    def test_what_does_not_compile(self):
        self.write("broken.c", "int main(void) { return }\n")
        self.assertIn("broken.c does not compile", self.refused("p", "broken.c"))
