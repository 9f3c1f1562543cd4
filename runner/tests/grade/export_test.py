"""`arbiter export --to gradescope-autograder`: what it writes, and what its scripts do as Gradescope starts them."""

import json
import os
import pathlib
import subprocess
import tempfile
import zipfile

import invocation
from slow import IS_SLOW
from workbench import ARBITER, Workbench, problem_yaml

ADDS = "#include <stdio.h>\nint main(void) { long a, b; scanf(\"%ld %ld\", &a, &b); printf(\"%ld\\n\", a + b); }\n"


class Package(Workbench):
    def verdicts(self, problem):
        return {tuple(pathlib.Path(one["path"]).parts[-2:]): (one["verdict"], one["score"])
                for one in self.document(problem)["submissions"]}

    def test_an_archive_needs_nothing_else(self):
        for kind in ("interactive", "scoring", "pass-fail", "multi-pass", "submit-answer")[:None if IS_SLOW else 2]:
            with self.subTest(kind):
                self.arbiter("new", kind, "--type", kind, status=0)
                _, out, err = self.arbiter("export", kind, "--to", "2025-09", status=0)
                self.assertIn("with headers of the kits", out)
                self.assertEqual(err, "")
                self.assertEqual(self.verdicts(f"{kind}.zip"), self.verdicts(kind))
                root = self.folder / "out" / kind
                with zipfile.ZipFile(self.folder / f"{kind}.zip") as archive:
                    archive.extractall(root)
                self.assertTrue(list(root.glob("*/data/secret/**/*any.in")) + list(root.glob("*/data/secret/*small.in")))
                for source in root.glob("*/*_validator*/*.cpp"):
                    subprocess.run(["g++", "-std=c++20", "-fsyntax-only", str(source)], check=True, timeout=120)

    def test_what_the_format_cannot_say_is_told(self):
        self.arbiter("new", "sum", status=0)
        self.write("sum/arbiter.yaml", "checker: lines\ninput_files: [sum.in]\n")
        _, _, err = self.arbiter("export", "sum", "--to", "2025-09", "-o", "other.zip", status=0)
        self.assertIn("do not know the checker 'lines'", err)
        self.assertIn("standard input and output", err)
        self.assertTrue((self.folder / "other.zip").exists())

    def test_what_cannot_be_exported(self):
        self.problem("old", yaml="name: Sum\n")
        for words, status, text in ((["old", "--to", "2025-09"], 3, "is not in format 2025-09"),
                                    (["old", "--to", "icpc"], 2, "there is no 'icpc'"),
                                    (["old", "--to", "2025-09", "--policy", "x"], 2, "--policy"),
                                    (["old"], 2, "what is the problem to be exported to?")):
            self.assertIn(text, self.arbiter("export", *words, status=status)[2])


NEARLY_RIGHT_IS_HALF = """\
#include <arbiter/output_validator.hpp>
#include <fstream>
#include "near.hpp"
int main(int argc, char** argv) {
  const arbiter::OutputValidator judge(argc, argv);
  const long long off = std::atoll(judge.output().c_str()) - std::atoll(judge.answer().c_str());
  if (off == 0) exit(42);
  if (off != k_near) judge.reject("too far");
  std::ofstream(std::string(argv[3]) + "score_multiplier.txt") << "0.5\\n";
  return 42;
}
"""


class OtherJudges(Workbench):
    """Packages of other formats: those that Arbiter reads give the same verdicts, the others behave as their judge expects."""

    def verdicts(self, problem):
        status, out, err = self.judge(problem, "--format", "json")
        # In a legacy package a submission of partially_accepted/ has the verdict AC.
        self.assertIn(status, (0, 1) if problem.endswith("-legacy.zip") else (0,), err)
        return {pathlib.Path(one["path"]).stem: (one["verdict"], one["score"])
                for one in json.loads(out)["submissions"]}

    def export(self, problem, to, status=0):
        """What it says, and the folder of the unpacked archive."""
        root = self.folder / f"{problem}-{to}"
        _, _, err = self.arbiter("export", problem, "--to", to, "-o", f"{problem}-{to}.zip", status=status)
        if status == 0:
            with zipfile.ZipFile(self.folder / f"{problem}-{to}.zip") as archive:
                archive.extractall(root)
        return err, root

    def shares(self):
        """A scoring problem whose checker gives some outputs half of the points."""
        self.problem("shares", {"a/1": ("1 2\n", "3\n"), "a/2": ("4 5\n", "9\n"), "b/1": ("7 7\n", "14\n")},
                     problem_yaml("time_limit: 2", "type: scoring\n"))
        self.write("shares/data/secret/a/test_group.yaml", "max_score: 40\nscore_aggregation: sum\n")
        self.write("shares/data/secret/b/test_group.yaml", "max_score: 60\nscore_aggregation: min\n")
        self.add_test("shares/data/sample/1", "1 1\n", "2\n")
        self.write("shares/output_validator/check.cpp", NEARLY_RIGHT_IS_HALF)
        self.write("shares/output_validator/near.hpp", "#pragma once\nconstexpr int k_near = 1;\n")
        self.write("shares/submissions/accepted/right.c", ADDS)
        self.write("shares/submissions/partially_accepted/near.c", ADDS.replace("a + b", "a + b + 1"))
        self.write("shares/submissions/partially_accepted/some.c", ADDS.replace("a + b", "a + b + (a == 4)"))
        self.write("shares/submissions/wrong_answer/wrong.c", ADDS.replace("a + b", "a - b"))

    def test_archives_give_the_same_verdicts(self):
        self.shares()
        for kind in ("shares", "interactive", "scoring", "multi-pass")[:None if IS_SLOW else 2]:
            if kind != "shares":
                self.arbiter("new", kind, "--type", kind, status=0)
            before = self.verdicts(kind)
            for to in ("legacy", "domjudge", "polygon"):
                if (kind, to) == ("multi-pass", "polygon"):
                    continue
                with self.subTest(kind=kind, to=to):
                    self.export(kind, to)
                    self.assertEqual(self.verdicts(f"{kind}-{to}.zip"), before)

    def test_arguments_stay_with_their_tests(self):
        yaml = problem_yaml("time_limit: 2")
        self.problem("near", {"1": ("1 2\n", "3\n"), "exact/2": ("1 2\n", "3\n")}, yaml)
        self.write("near/data/secret/test_group.yaml", "output_validator_args: [float_tolerance, '0.5']\n")
        self.write("near/data/secret/exact/test_group.yaml", "output_validator_args: []\n")
        self.write("near/submissions/accepted/right.c", ADDS)
        self.write("near/submissions/wrong_answer/near.c", "#include <stdio.h>\nint main(void) { puts(\"3.2\"); }\n")
        tests = [[(test["name"], test["verdict"]) for test in one["tests"]]
                 for problem in ("near", "near-legacy.zip") if problem == "near" or self.export("near", "legacy")
                 for one in self.document(problem)["submissions"]]
        self.assertEqual(tests[:2], tests[2:])
        self.assertEqual(tests[1], [("secret/1", "AC"), ("secret/exact/2", "WA")])

    def test_what_would_change_verdicts_is_refused(self):
        self.arbiter("new", "multi-pass", "--type", "multi-pass", status=0)
        self.arbiter("new", "submit-answer", "--type", "submit-answer", status=0)
        self.problem("words", yaml=problem_yaml("time_limit: 2"))
        self.write("words/data/secret/1.yaml", "args: [loud]\n")
        self.add_test("plain/1", "1 2\n", "3\n")
        self.problem("python", yaml=problem_yaml("time_limit: 2"))
        self.write("python/output_validator/check.py", "import sys\nsys.exit(42)\n")
        for problem, to, said in (("multi-pass", "cms", "no place for problems of several passes"),
                                  ("multi-pass", "polygon", "no place for problems of several passes"),
                                  ("submit-answer", "legacy", "whose submissions are answers"),
                                  ("words", "domjudge", "the arguments of submissions, as of secret/1"),
                                  ("python", "polygon", "only programs in C++"),
                                  ("plain", "legacy", "a folder of inputs and answers is not exported")):
            with self.subTest(problem=problem, to=to):
                self.assertIn(said, self.export(problem, to, status=3)[0])
                self.assertFalse((self.folder / f"{problem}-{to}.zip").exists())

    def test_what_is_left_out_is_told(self):
        self.problem("sum", yaml=problem_yaml("time_limit: 2"))
        self.write("sum/submissions/brute_force/slow.py", "print(1)\n")
        self.write("sum/generators/README.md", "none")
        self.write("sum/data/invalid_input/1.in", "x\n")
        err, root = self.export("sum", "legacy")
        self.assertIn("left out, as it has no place there: generators, data/invalid_input", err)
        self.assertTrue((root / "sum/submissions/brute_force/slow.py").read_text().endswith(
            "\n# @EXPECTED_RESULTS@: TIMELIMIT, RUN-ERROR\n"))
        self.assertEqual((root / "sum/.timelimit").read_text(), "2\n")
        self.assertNotIn("the name sum", err)
        os.rename(self.folder / "sum", self.folder / "Sum-2")
        self.assertIn("the name Sum-2 has other characters than a-z and 0-9", self.export("Sum-2", "legacy")[0])
        os.rename(self.folder / "Sum-2", self.folder / "sum")
        err, root = self.export("sum", "domjudge")
        self.assertIn("timelimit = 2\n", (root / "domjudge-problem.ini").read_text())
        err, _ = self.export("sum", "polygon")
        self.assertIn("no tag of Polygon says what is expected of slow.py", err)

    def test_a_legacy_package_stays_as_it_is(self):
        self.problem("old", yaml="name: Sum\nvalidation: default\n")
        self.write("old/.timelimit", "3\n")
        _, root = self.export("old", "domjudge")
        self.assertEqual((root / "problem.yaml").read_text(), "name: Sum\nvalidation: default\n")
        self.assertEqual((root / "domjudge-problem.ini").read_text(),
                         'name = "Sum"\nexternalid = "old"\ntimelimit = 3\n')

    def compiled(self, root, name):
        subprocess.run(["g++", "-std=c++20", "-O1", "-o", str(root / name), str(root / f"{name}.cpp")], check=True,
                       timeout=300)
        return str(root / name)

    def test_a_checker_answers_as_cms_asks(self):
        self.shares()
        err, root = self.export("shares", "cms")
        self.assertIn("compile the program: g++", err)
        root = root / "shares"
        task = (root / "task.yaml").read_text()
        self.assertIn("n_input: 4\n", task)
        self.assertIn("score_type_parameters: [[0, 1], [20, 1], [20, 1], [60, 1]]\n", task)
        self.assertEqual((root / "gen/GEN").read_text().split("\n")[:4],
                         ["#ST: 0", "#COPY: input/input0.txt", "#ST: 20", "#COPY: input/input1.txt"])
        self.assertEqual(sorted(path.name for path in (root / "sol").iterdir()),
                         ["partially_accepted_near.c", "partially_accepted_some.c", "solution.c",
                          "wrong_answer_wrong.c"])
        checker = self.compiled(root, "check/checker")
        for number, output, said in ((1, "3\n", ["1", "translate:success"]), (1, "4\n", ["0.5", "translate:partial"]),
                                     (2, "8\n", ["0", "translate:wrong", "ADMIN_MESSAGE:too far"])):
            self.write("output", output)
            done = subprocess.run([checker, root / f"input/input{number}.txt", root / f"output/output{number}.txt",
                                   self.folder / "output"], capture_output=True, text=True, check=True, timeout=60)
            self.assertEqual((done.stdout + done.stderr).split("\n")[:len(said)], said)

    def test_a_referee_answers_as_cms_asks(self):
        self.arbiter("new", "game", "--type", "interactive", status=0)
        _, root = self.export("game", "cms")
        root = root / "game"
        manager = self.compiled(root, "check/manager")
        solution = self.compiled(root, "sol/solution")
        for player, outcome in ((solution, "1"), ("/bin/true", "0")):
            pipes = [self.folder / f"{name}{outcome}" for name in ("from", "to")]
            for pipe in pipes:
                os.mkfifo(pipe)
            with open(root / "input/input0.txt", "rb") as given:
                judge = subprocess.Popen([manager, *map(str, pipes)], stdin=given, stdout=subprocess.PIPE,
                                         stderr=subprocess.PIPE, text=True)
            with open(pipes[1], "rb") as heard, open(pipes[0], "wb") as said:
                playing = subprocess.Popen([player], stdin=heard, stdout=said)
            out, _ = judge.communicate(timeout=60)
            playing.wait(timeout=60)
            self.assertEqual((judge.returncode, out), (0, outcome + "\n"))


class GradescopeAutograder(Workbench):
    def setUp(self):
        super().setUp()
        self.problem(tests={"1": ("1 2\n", "3\n"), "2": ("5 5\n", "10\n")},
                     yaml=problem_yaml("time_limit: 2, memory: 64, output: 1"))
        self.write("sum/submissions/accepted/reference.c", ADDS)
        self.write("sum/generators/generators.yaml",
                   "solution: /submissions/accepted/reference.c\ndata:\n  secret:\n    data:\n      '3': {in: '7 8'}\n")

    @classmethod
    def setUpClass(cls):
        """Packs what stands for the static program, which takes minutes to build."""
        folder = tempfile.TemporaryDirectory(prefix="arbiter-test.")
        cls.addClassCleanup(folder.cleanup)
        invocation.installed(ARBITER, pathlib.Path(folder.name, "arbiter-0-linux"))
        cls.archive = pathlib.Path(folder.name, "arbiter.tar.xz")
        subprocess.run(["tar", "-C", folder.name, "--dereference", "-cJf", str(cls.archive), "arbiter-0-linux"],
                       check=True, env={**os.environ, "XZ_OPT": "-0"})

    def autograder(self, *words):
        self.arbiter("export", "sum", "--to", "gradescope-autograder", "--arbiter", self.archive, *words, status=0)
        root = self.folder / "autograder"
        source = root / "source"
        with zipfile.ZipFile(self.folder / "sum-autograder.zip") as archive:
            self.assertEqual([name for name in archive.namelist() if "reference" in name], [])
            for info in archive.infolist():
                path = pathlib.Path(archive.extract(info, source))
                path.chmod(info.external_attr >> 16 & 0o777)
        (root / "run_autograder").write_bytes((source / "run_autograder").read_bytes())
        (root / "run_autograder").chmod(0o755)
        self.write("bin/apt-get", "#!/bin/sh\necho \"$@\"\n", 0o755)
        said = self.run_script(source / "setup.sh")
        self.assertIn("install -y --no-install-recommends xz-utils g++ python3", said.stdout)
        self.assertEqual(said.returncode, 0, said.stderr)
        return root

    def run_script(self, path):
        environment = {**self.environment(), "AUTOGRADER_ROOT": str(self.folder / "autograder"),
                       "PATH": f"{self.folder}/bin:{os.environ['PATH']}"}
        return subprocess.run([str(path)], env=environment, cwd=self.folder, capture_output=True, text=True,
                              timeout=300, check=False)

    def grade(self, root, **files):
        for path in (root / "submission").glob("*"):
            path.unlink()
        (root / "submission").mkdir(exist_ok=True)
        for name, text in files.items():
            (root / "submission" / name.replace("_c", ".c")).write_text(text)
        results = root / "results/results.json"
        results.unlink(missing_ok=True)
        done = self.run_script(root / "run_autograder")
        return done.returncode, json.loads(results.read_text()) if results.exists() else done.stderr

    def test_it_grades_what_a_student_hands_in(self):
        root = self.autograder()
        status, results = self.grade(root, work_c=ADDS)
        self.assertEqual((status, results["score"]), (0, 100))
        status, results = self.grade(root, work_c=ADDS.replace("a + b", "a + 2"))
        self.assertEqual((status, results["score"]), (0, 33.33))
        self.assertIn("Wrong answer", results["output"])
        status, results = self.grade(root, work_c="int main(void) { return")
        self.assertEqual((status, results["score"]), (0, 0))
        self.assertIn("Compile", results["output"])
        status, results = self.grade(root, notes="no program")
        self.assertEqual((status, results["score"]), (0, 0))
        self.assertIn("not a source file", results["output"])
        status, results = self.grade(root)
        self.assertEqual((status, results["score"]), (0, 0))

    def test_a_fault_of_the_judge_gives_no_score(self):
        root = self.autograder()
        (root / "source/problems/sum/data/secret/2.ans").unlink()
        (root / "source/problems/sum/problem.yaml").write_text("problem_format_version: [")
        status, said = self.grade(root, work_c=ADDS)
        self.assertNotEqual(status, 0)
        self.assertIn("problem.yaml", said)

    def test_the_policy_goes_along(self):
        self.write("points.yaml", "problems:\n  sum: {points: 7}\n")
        root = self.autograder("--policy", "points.yaml")
        self.assertEqual(self.grade(root, work_c=ADDS)[1]["score"], 7)

    def test_what_is_missing_or_wrong_is_named(self):
        export = ("export", "--to", "gradescope-autograder")
        for words, status, said in (
                ((*export, "sum", "--arbiter", "no.tar.xz"), 2, "no.tar.xz"),
                ((*export, "sum", "--arbiter", "sum/problem.yaml"), 2, "is no .tar.xz archive"),
                ((*export, "nothing"), 2, "unknown problem 'nothing'"),
                ((*export, "sum", "more"), 2, "export takes one problem"),
                (("export", "sum"), 2, "or gradescope-autograder"),
                (("export", "sum", "--to", "moon"), 2, "there is no 'moon'")):
            with self.subTest(words=words):
                self.assertIn(said, self.arbiter(*words, status=status)[2])
        self.assertFalse((self.folder / "sum-autograder.zip").exists())
