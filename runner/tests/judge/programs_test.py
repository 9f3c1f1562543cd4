"""Programs of packages: folders that build and run themselves, links, runtimes with many threads."""

import os
import pathlib
import zipfile

from workbench import SUM_C, WRONG_C, Workbench, problem_yaml

BUILD = "#!/usr/bin/env sh\ncc -O1 main.c -o program && cp program tools/again\n"
RUN = """\
#!/usr/bin/env sh
here=$(dirname "$0")
cmp -s "$here/program" "$here/tools/again" && exec "$here/program" "$@"
"""
CHECK_C = """\
#include <stdio.h>
int main(int argc, char** argv) {
  long got, expected;
  FILE* answer = argc > 2 ? fopen(argv[2], "r") : NULL;
  if (!answer || fscanf(answer, "%ld", &expected) != 1) return 1;
  return scanf("%ld", &got) == 1 && got == expected ? 42 : 43;
}
"""
GENERATE_C = '#include <stdio.h>\nint main(int c, char** v) { return printf("%s %s\\n", v[1], v[2]) < 0; }\n'
NAMED_C = "int main(void) { return 42; }\n"


class Scripts(Workbench):
    """Folders with executable files called build and run."""

    def setUp(self):
        super().setUp()
        self.problem("p")

    def folder_of(self, name, source, build=BUILD, run=RUN, mode=0o755):
        if build:
            self.write(f"{name}/build", build, mode)
        if run:
            self.write(f"{name}/run", run, mode)
        self.write(f"{name}/main.c", source)
        self.write(f"{name}/tools/readme", "made: again\n")
        return self.folder / name

    def test_output_validators(self):
        self.folder_of("p/output_validator", CHECK_C)
        self.assertEqual(self.verdicts("p", "a.c", "w.c", status=1), ["AC", "WA"])
        self.assertEqual(self.verdicts("p", "a.c", "w.c", "--no-cache", status=1), ["AC", "WA"])

    def test_input_validators_and_generators(self):
        self.folder_of("p/input_validators/v", NAMED_C)
        self.folder_of("p/generators/g", GENERATE_C)
        self.write("p/submissions/accepted/a.c", SUM_C)
        self.write("p/generators/generators.yaml",
                   "solution: /submissions/accepted/a.c\n"
                   "data: {secret: {data: {'1': {in: '1 2', ans: '3'}, made: g 3 4}}}\n")
        self.arbiter("generate", "p", status=0)
        self.assertEqual((self.folder / "p/data/secret/made.in").read_text(), "3 4\n")
        self.assertEqual(self.verdicts("p"), ["AC"])

    def test_submissions(self):
        for name, wanted in (("right", "AC"), ("wrong", "WA")):
            self.folder_of(name, SUM_C if wanted == "AC" else WRONG_C)
            one = self.document("p", name, status=int(wanted == "WA"))["submissions"][0]
            self.assertEqual((one["language"], one["verdict"]), ("scripts", wanted))

    def test_a_run_script_alone_builds_nothing(self):
        run = "#!/usr/bin/env python3\nprint(sum(map(int, input().split())))\n"
        self.folder_of("alone", "int", build=None, run=run)
        self.folder_of("lost-rights", "int", build=None, run=run, mode=0o644)
        self.assertEqual(self.verdicts("p", "alone", "lost-rights"), ["AC", "AC"])

    def test_the_build_script_may_make_the_run_script(self):
        build = "#!/bin/sh\ngcc main.c -o run\n"
        self.folder_of("made", SUM_C, build=build, run=None)
        self.assertEqual(self.verdicts("p", "made"), ["AC"])

    def test_what_cannot_be_built(self):
        for name, build, log in (("fails", "#!/bin/sh\necho no luck >&2; exit 3\n", "no luck"),
                                 ("nothing", "#!/bin/sh\n", 'no executable file called "run"')):
            self.folder_of(name, SUM_C, build=build, run=None)
            one = self.document("p", name, status=1)["submissions"][0]
            self.assertEqual(one["verdict"], "CE")
            self.assertIn(log, one["compile"]["log"])

    def test_scripts_see_no_more_than_compilers_do(self):
        secret = self.write("secret", "3\n")
        build = f"#!/bin/sh\ncat {secret} > answer\ncp /bin/cat run\n"
        self.folder_of("spy", SUM_C, build=build, run=None)
        self.folder_of("link", SUM_C, build="#!/bin/sh\nln -s /etc/passwd run\n", run=None)
        self.folder_of("deep", SUM_C, run="#!/bin/sh\n",
                       build="#!/bin/sh\nmkdir -p a/b/c/d/e/f; touch a/b/c/d/e/f/g\n")
        self.assertEqual(self.verdicts("p", "spy", status=1), ["WA"])
        self.assertEqual(self.verdicts("p", "link", status=1), ["CE"])
        deep = self.document("p", "deep", status=1)["submissions"][0]
        self.assertIn("nested deeper than", deep["compile"]["log"])


VALIDATE_JAVA = """\
import java.util.*;
public class Check {
  public static void main(String[] args) throws Exception {
    Thread[] threads = new Thread[8];
    for (int i = 0; i < threads.length; ++i) (threads[i] = new Thread(() -> {})).start();
    for (Thread thread : threads) thread.join();
    Scanner answer = new Scanner(new java.io.File(args[1]));
    Scanner output = new Scanner(System.in);
    System.exit(output.hasNextLong() && output.nextLong() == answer.nextLong() ? 42 : 43);
  }
}
"""
MAKE_JAVA = """\
public class Make {
  public static void main(String[] args) { System.out.println(args[0] + " " + args[1]); }
}
"""


class Runtimes(Workbench):
    def test_validators_and_generators_in_java(self):
        if not pathlib.Path("/usr/bin/javac").exists():
            self.skipTest("javac is missing; the Debian package default-jdk-headless brings it")
        self.problem("p")
        self.write("p/output_validator/Check.java", VALIDATE_JAVA)
        self.write("p/input_validators/Good.java", MAKE_JAVA.replace("Make", "Good").replace(
            'System.out.println(args[0] + " " + args[1])', "System.exit(42)"))
        self.write("p/generators/Make.java", MAKE_JAVA)
        self.write("p/submissions/accepted/a.c", SUM_C)
        self.write("p/generators/generators.yaml",
                   "solution: /submissions/accepted/a.c\n"
                   "data: {secret: {data: {'1': {in: '1 2', ans: '3'}, made: Make.java 3 4}}}\n")
        judged = self.document("p", "p/submissions/accepted/a.c", "w.c", status=1)["submissions"]
        self.assertEqual([[test["verdict"] for test in one["tests"]] for one in judged],
                         [["AC", "AC"], ["WA", "WA"]])


class Links(Workbench):
    """Links of a problem that lead out of it."""

    def setUp(self):
        super().setUp()
        self.problem("contest/p")
        self.write("contest/common/check.h", "static const int accepted = 42;\n")
        self.write("contest/common/sum.c", SUM_C)
        self.write("p", "")
        self.write("contest/p/output_validator/check.c",
                   '#include "check.h"\nint main(void) { return accepted; }\n')
        self.write("contest/p/submissions/accepted/folder/readme", "")
        self.link("output_validator/check.h", "../../common/check.h")
        self.link("submissions/accepted/folder/sum.c", "../../../../common/sum.c")
        self.link("submissions/accepted/linked.c", "../../../common/sum.c")

    def link(self, name, target):
        (self.folder / "contest/p" / name).symlink_to(target)

    def test_are_refused_and_the_remedy_is_named(self):
        _, _, err = self.judge("contest/p", status=3)
        self.assertIn("leaves the problem folder", err)
        self.assertIn("--links-within DIR", err)
        self.judge("contest/p", "--links-within", "contest/p", status=3)

    def test_may_lead_where_it_is_said(self):
        self.assertEqual(self.verdicts("contest/p", "--links-within", "contest"), ["AC", "AC"])
        outside = self.write("outside.h", "")
        self.link("output_validator/outside.h", outside)
        self.assertIn("outside.h", self.judge("contest/p", "--links-within", "contest", status=3)[2])

    def test_may_lead_into_the_repository(self):
        self.write("contest/contest.yaml", "")
        _, out, err = self.judge("contest/p", status=0)
        self.assertIn("2 submissions", out)
        self.assertIn(f"into the repository {self.folder}/contest", " ".join(err.split()))
        self.assertIn("P043", err)
        outside = self.write("outside.h", "")
        self.link("output_validator/outside.h", outside)
        self.assertIn("outside.h' leaves the problem folder", " ".join(self.judge("contest/p", status=3)[2].split()))

    def test_trust_no_repository_of_everybody(self):
        (self.folder / "contest/.git").mkdir()
        self.judge("contest/p", status=0)
        (self.folder / "contest").chmod(0o777)
        self.judge("contest/p", status=3)

    def test_of_an_archive_stay_within(self):
        self.write("contest/contest.yaml", "")
        with zipfile.ZipFile(self.folder / "contest/p.zip", "w") as archive:
            for path in sorted((self.folder / "contest/p").rglob("*")):
                entry = zipfile.ZipInfo(path.relative_to(self.folder / "contest").as_posix())
                entry.external_attr = path.lstat().st_mode << 16
                if path.is_symlink():
                    archive.writestr(entry, os.readlink(path))
                elif path.is_file():
                    archive.writestr(entry, path.read_bytes())
        self.assertIn("common/check.h", self.judge("contest/p.zip", status=3)[2])

    def test_of_generators(self):
        self.write("contest/common/gen.py", "print(3, 4)\n")
        self.write("contest/p/generators/generators.yaml",
                   "data: {secret: {data: {'1': {in: '1 2', ans: '3'}, made: {generate: gen.py,"
                   " ans: '7'}}}}\n")
        self.link("generators/gen.py", "../../common/gen.py")
        self.arbiter("generate", "contest/p", status=3)
        self.arbiter("generate", "contest/p", "--links-within", "contest", status=0)
        self.arbiter("generate", "contest/p", "--clean", "--links-within", "contest", status=0)
        self.write("contest/problems.yaml", "")
        self.arbiter("generate", "contest/p", status=0)
        self.assertEqual(
            (self.folder / "contest/p/data/secret/made.in").read_text(), "3 4\n")


class Answers(Workbench):
    """Problems of type submit-answer."""

    def setUp(self):
        super().setUp()
        yaml = problem_yaml(more="type: submit-answer\n")
        self.problem("p", {"a/1": ("1 2\n", "3\n"), "b/2": ("5 5\n", "10\n")}, yaml=yaml)

    def answered(self, *words, status=1):
        (one,) = self.document("p", *words, status=status)["submissions"]
        self.assertEqual(one["language"], "answers")
        return {test["name"]: (test["verdict"], test["message"]) for test in one["tests"]}

    def test_a_folder_of_answers(self):
        self.write("mine/secret/a/1.out", "3\n")
        self.write("mine/secret/b/2.out", "11\n")
        tests = self.answered("mine")
        self.assertEqual(tests["secret/a/1"], ("AC", ""))
        self.assertEqual(tests["secret/b/2"][0], "WA")
        self.assertIn("11", tests["secret/b/2"][1])

    def test_an_archive_and_a_single_file(self):
        with zipfile.ZipFile(self.folder / "mine.zip", "w") as archive:
            archive.writestr("answers/1.out", "3\n")
            archive.writestr("answers/2.out", "10\n")
        self.assertEqual(set(self.answered("mine.zip", status=0).values()), {("AC", "")})
        self.write("three.txt", "3\n")
        self.assertEqual([row[0] for row in self.answered("three.txt").values()], ["AC", "WA"])

    def test_labelled_answers_and_programs_that_print_them(self):
        self.write("p/submissions/accepted/sum.c", SUM_C)
        self.write("p/submissions/accepted/all/1.out", "3\n")
        self.write("p/submissions/accepted/all/2.out", "10\n")
        self.write("p/submissions/wrong_answer/three.out", "3\n")
        judged = self.document("p")["submissions"]
        self.assertEqual([one["language"] for one in judged], ["answers", "c", "answers"])
        self.assertTrue(all(one["as_expected"] for one in judged))
