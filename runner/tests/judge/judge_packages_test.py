"""Packages and programs of all kinds: custom validators, odd rights, compilers at their limits."""

import json
import os
import pathlib
import shutil
import stat

from as_users import AsUsers, NOBODY
from workbench import PROBLEM_YAML, SUM_C, WRONG_C, Workbench, problem_yaml


def snapshot(folder):
    return {path: (path.lstat().st_mode, path.lstat().st_mtime_ns, path.lstat().st_size)
            for path in pathlib.Path(folder).rglob("*")}


class Legacy(Workbench):
    """Packages of the format before 2025-09."""

    def setUp(self):
        super().setUp()
        self.problem("old", {"a/1": ("1 2\n", "3\n"), "b/2": ("5 5\n", "10\n")},
                     yaml="name: Old\n")
        self.write("old/.timelimit", "0.5\n")

    def judged(self, status=0):
        return [(one["label"], one["verdict"], one["expected"], one["as_expected"])
                for one in self.document("old", status=status)["submissions"]]

    def test_languages_that_are_not_allowed(self):
        self.write("old/problem.yaml", "name: Old\nlanguages: java python3\n")
        self.write("old/submissions/accepted/a.c", SUM_C)
        self.write("old/submissions/wrong_answer/b.c", WRONG_C)
        self.write("old/submissions/wrong_answer/c.py", "print()\n")
        _, _, err = self.judge("old", status=0)
        self.assertIn("warning[S003]: 2 submissions are in languages that the package does not allow;"
                      " the first is in C", err)
        self.assertIn("'languages' of problem.yaml: java, python3", err)
        self.assertNotIn("S003", self.judge("old", "old/submissions/wrong_answer/c.py", status=0)[2])

    def test_flags_of_groups_reach_the_validator_after_those_of_the_problem(self):
        self.write("old/problem.yaml", "validation: custom\nvalidator_flags: x y\n")
        self.write("old/data/secret/a/testdata.yaml", "output_validator_flags: z\n")
        self.write("old/output_validators/v.py", """\
            import sys
            open(sys.argv[3] + "judgemessage.txt", "w").write(" ".join(sys.argv[4:]))
            sys.exit(43)
            """)
        tests = self.document("old", "a.c", status=1)["submissions"][0]["tests"]
        self.assertEqual([test["message"] for test in tests], ["x y z", "x y"])

    def test_flags_of_the_default_validator(self):
        self.write("old/problem.yaml", "validator_flags: float_tolerance 0.5\n")
        self.write("near.c", SUM_C.replace("%ld\\n", "%ld.25\\n"))
        self.assertEqual(self.verdicts("old", "near.c"), ["AC"])

    def test_input_validators_get_the_flags_of_secret(self):
        self.write("old/input_format_validators/v.py",
                   "import sys\nsys.exit(42 if sys.argv[1:] == ['-n', '5'] else 43)\n")
        self.write("old/submissions/accepted/a.c", SUM_C)
        self.write("in", "1 1\n")
        self.judge("old", "old/submissions/accepted/a.c", "--input", "in", status=2)
        self.write("old/data/testdata.yaml", "input_validator_flags: -n 5\n")
        self.judge("old", "old/submissions/accepted/a.c", "--input", "in", status=0)

    def test_programs_in_no_known_language_are_left_out(self):
        self.write("old/submissions/accepted/a.c", SUM_C)
        self.write("old/submissions/accepted/b.klingon", "nuqneH")
        self.write("old/submissions/wrong_answer/folder/readme", "none")
        self.assertEqual(self.judged(), [("accepted", "AC", ["AC"], True)])
        _, _, err = self.judge("old")
        self.assertIn("old/submissions/accepted/b.klingon", err)
        self.assertIn("old/submissions/wrong_answer/folder", err)
        _, _, err = self.judge("old", "old/submissions/accepted/b.klingon", status=2)
        self.assertIn("the language of old/submissions/accepted/b.klingon is unknown", err)

CURRENT_YAML = problem_yaml("time_limit: 2")


class Extras(Workbench):
    """What packages add to programs and tests."""

    def setUp(self):
        super().setUp()
        self.problem("more", {"1": ("1 2\n", "3\n")}, yaml=CURRENT_YAML)

    def test_included_files_take_the_place_of_those_of_the_submission(self):
        self.write("more/include/cpp/sum.h", "inline long sum(long a, long b) { return a + b; }\n")
        self.write("more/include/cpp/driver.cpp", """\
            #include <cstdio>
            #include "sum.h"
            long solve(long, long);
            int main() {
              long a, b;
              return scanf("%ld %ld", &a, &b) == 2 && printf("%ld", solve(a, b)) < 0;
            }
            """)
        self.write("more/include/default/driver.cpp", "not taken")
        self.write("handed/sum.h", "nonsense")
        self.write("handed/s.cpp",
                   '#include "sum.h"\nlong solve(long a, long b) { return sum(a, b); }\n')
        self.assertEqual(self.verdicts("more", "handed"), ["AC"])

    def test_included_programs_begin_and_find_their_data(self):
        self.write("more/include/default/__main__.py",
                   "import solution\nprint(solution.add(*map(int, input().split())))\n")
        self.write("more/include/default/offset.txt", "0\n")
        self.write("solution.py",
                   "def add(a, b): return a + b + int(open('offset.txt').read())\n")
        self.assertEqual(self.verdicts("more", "solution.py"), ["AC"])

    def test_arguments_and_files_of_a_test(self):
        self.write("more/data/secret/1.yaml", "args: [words.txt, '2']\n")
        self.write("more/data/secret/1.files/words.txt", "1\n")
        self.write("a.py", "import sys\nprint(int(open(sys.argv[1]).read()) + int(sys.argv[2]))\n")
        self.assertEqual(self.verdicts("more", "a.py"), ["AC"])
        # What an earlier run knows is of other files.
        self.write("more/data/secret/1.files/words.txt", "2\n")
        self.assertEqual(self.verdicts("more", "a.py", status=1), ["WA"])
        self.write("more/data/secret/1.yaml", "args: [words.txt, '1']\n")
        self.assertEqual(self.verdicts("more", "a.py"), ["AC"])

    def test_constants_are_replaced_in_what_belongs_to_the_package(self):
        self.write("more/problem.yaml", CURRENT_YAML + "constants: {three: 3}\n")
        self.write("more/include/python3/kit.py", "THREE = {{three}}\n")
        self.write("more/output_validator/v.py", """\
            import sys
            sys.exit(42 if sys.stdin.read() == "{{three}} 3\\n" else 43)
            """)
        self.write("more/submissions/accepted/a.py", "import kit\nprint('{{three}}', kit.THREE)\n")
        self.assertEqual(self.document("more")["submissions"][0]["verdict"], "AC")
        self.write("own.py", "print('{{three}} 3')\n")
        self.assertEqual(self.verdicts("more", "own.py", status=1), ["WA"])

    def test_constants_stay_in_submissions_of_packages_for_bapctools(self):
        self.write("more/problem.yaml", CURRENT_YAML + "constants: {three: 3}\n")
        self.write("more/generators/generators.yaml", "data: {}\n")
        self.write("more/submissions/accepted/a.py", "import kit\nprint(kit.THREE)\n")
        self.write("more/submissions/wrong_answer/b.py", "print('{{three}}')\n")
        self.write("more/include/python3/kit.py", "THREE = {{three}}\n")
        document = self.document("more")
        self.assertEqual([one["verdict"] for one in document["submissions"]], ["AC", "WA"])
        _, _, err = self.judge("more")
        self.assertIn("warning[S004]: constants are not replaced in this submission", err)
        self.assertIn("wrong_answer/b.py", err)

    def test_an_input_by_hand_has_the_arguments_of_secret(self):
        self.write("more/data/secret/test_group.yaml", "args: ['7']\n")
        self.write("more/submissions/accepted/a.py", "import sys\nprint(sys.argv[1])\n")
        self.write("in", "1 1\n")
        document = self.document("more", "more/submissions/accepted/a.py", "--input", "in")
        self.assertEqual(document["submissions"][0]["verdict"], "AC")


class Validators(Workbench):
    def judged(self, source, status, yaml=PROBLEM_YAML):
        self.problem("custom", yaml=yaml)
        self.write("custom/output_validator/v.py", source)
        submission = self.document("custom", "a.c", status=status)["submissions"][0]
        return submission["verdict"], submission["tests"][0]["message"]

    def test_arguments_and_feedback(self):
        verdict, message = self.judged("""\
            import os, sys
            given, answer, feedback = sys.argv[1:4]
            text = [open(given).read(), open(answer).read(), sys.stdin.read(), os.listdir(feedback)]
            open(feedback + "judgemessage.txt", "w").write(repr(text) + feedback[-1])
            sys.exit(43)
            """, 1)
        self.assertEqual((verdict, message), ("WA", repr(["1 2\n", "3\n", "3\n", []]) + "/"))

    def test_messages_may_hold_any_bytes(self):
        verdict, message = self.judged("""\
            import sys
            open(sys.argv[3] + "judgemessage.txt", "wb").write(b"a\\xff\\xfe\\x1b[31mb\\0")
            sys.exit(43)
            """, 1)
        self.assertEqual((verdict, message[0], message[-6:]), ("WA", "a", "[31mb\0"))
        self.assertNotIn("\x1b", self.judge("custom", "a.c", status=1)[1])

    def test_faults_are_the_judges_own(self):
        quick = PROBLEM_YAML.replace("output: 1", "output: 1, validation_time: 1")
        for source, words in (
            ("import sys\nsys.exit(0)\n", "status 0"), ("import sys\nsys.exit(1)\n", "status 1"),
            ("raise SystemExit\n", "status 0"), ("x = 1 / 0\n", "ZeroDivisionError"),
            ("import os\nos.kill(os.getpid(), 11)\n", "signal 11"),
            ("while True: pass\n", "CPU time"), ("import time\ntime.sleep(99)\n", "wall limit"),
            ("x = bytearray(3 * 2**30)\nx[::4096] = x[::4096]\n", ""),
            ("import sys\nsys.stdout.write('x' * 20_000_000)\nsys.stdout.flush()\n", "output limit"),
        ):
            with self.subTest(source=source):
                verdict, message = self.judged(source, 5, yaml=quick)
                self.assertEqual(verdict, "JE")
                self.assertIn(words, message)
                self.assertLess(len(message), 10_000)

    def test_one_that_does_not_compile_makes_the_package_invalid(self):
        for name, source in (("v.py", "import\n"), ("v.cpp", "int main( {}\n")):
            self.problem("custom")
            shutil.rmtree(self.folder / "custom/output_validator", ignore_errors=True)
            self.write(f"custom/output_validator/{name}", source)
            document = self.document("custom", "a.c", status=3)
            self.assertIn("output validator", document["message"])

    def test_inputs_that_the_validators_refuse_are_faults_of_the_package(self):
        self.problem("p", {"1": ("1 2\n", "3\n"), "2": ("5 50\n", "54\n")})
        self.write("p/submissions/accepted/sum.c", SUM_C.replace("a + b", "b > 9 ? 54 : a + b"))
        self.write("p/input_validators/v.py", """\
            import sys
            if int(input().split()[1]) > 9:
                sys.exit(print("b is too large\\nsecond line", file=sys.stderr) or 43)
            sys.exit(42)
            """)
        said = "warning: the input validator v.py refuses the input of secret/2: b is too large\n"
        for words in (["p"], ["p", "a.c"]):
            _, out, err = self.judge(*words, status=3)
            self.assertIn(said, err)
        self.assertIn("Wrong Answer", out)
        self.assertNotIn("refuses", self.judge("p", "a.c", "--tests", "secret/1", status=0)[2])
        self.write("p/input_validators/w.c", "int main(\n")
        _, out, err = self.judge("p", "a.c", status=1)
        self.assertIn("the inputs were not validated", err)
        self.assertIn("Wrong Answer", out)

    def test_nothing_is_written_into_what_is_given(self):
        package = self.problem()
        self.write("sum/submissions/accepted/a.c", SUM_C)
        self.write("sum/submissions/wrong_answer/w.py", "print(1)\n")
        self.write("sum/output_validator/v.py", """\
            import sys
            sys.exit(42 if sys.stdin.read().split() == open(sys.argv[2]).read().split() else 43)
            """)
        for path in [package, *package.rglob("*")]:
            path.chmod(path.stat().st_mode & ~0o222)
        before = snapshot(package)
        self.assertEqual(self.verdicts("sum"), ["AC", "WA"])
        self.judge("sum", "--input", "-", stdin="1 2\n", status=0)
        self.assertEqual(snapshot(package), before)
        for path in [package, *package.rglob("*")]:
            path.chmod(path.stat().st_mode | stat.S_IWUSR)


# Refuses programs that contain a word, and says how it was called.
STATIC_PY = """\
    import os, sys
    language, entry, feedback = sys.argv[1:4]
    names = sorted(os.listdir("."))
    sources = "".join(open(name, errors="replace").read() for name in names if "." in name)
    open(feedback + "judgemessage.txt", "w").write(repr([language, entry, names]))
    sys.exit(43 if sys.argv[4] in sources else 42)
    """


class StaticValidators(Workbench):
    def package(self, yaml=PROBLEM_YAML, score="pass-fail", source=STATIC_PY):
        self.problem("p", {"1": ("1 2\n", "3\n")}, yaml=yaml)
        self.write("p/static_validator/v.py", source)
        self.write("p/data/secret/test_group.yaml",
                   f"static_validation_score: {score}\nstatic_validator_args: [goto]\n")

    def judged(self, program, status):
        submission = self.document("p", program, status=status)["submissions"][0]
        return {test["name"]: (test["verdict"], test["message"]) for test in submission["tests"]}

    def test_files_are_judged_once_beside_the_test_cases(self):
        self.package()
        self.write("good.c", SUM_C)
        self.assertEqual(self.judged("good.c", 0), {
            "secret/1": ("AC", ""), "secret/static_validation": ("AC", "")})
        # The compiled program is the same, so that only the source makes the difference.
        self.write("bad.c", SUM_C + "// goto\n")
        tests = self.judged("bad.c", 1)
        self.assertEqual(tests["secret/1"], ("AC", ""))
        self.assertEqual(tests["secret/static_validation"][0], "WA")
        self.assertIn("['c', 'bad.c', ['bad.c', 'feedback', ", tests["secret/static_validation"][1])
        self.assertIn("secret/static_validation", self.judge("p", "bad.c", status=1)[1])

    def test_no_file_of_a_submission_hides_from_it(self):
        self.package()
        self.write("own/main.py", "from feedback import hidden\n")
        self.write("own/feedback/hidden.py", "print(sum(map(int, input().split())))\n")
        found = self.judged("own", 0)
        self.assertEqual(found["secret/static_validation"], ("AC", ""))
        self.write("p/data/secret/test_group.yaml",
                   "static_validation_score: pass-fail\nstatic_validator_args: [import]\n")
        self.assertIn("['python3', 'main.py', ['feedback', 'feedback_', 'main.py']",
                      self.judged("own", 1)["secret/static_validation"][1])

    def test_its_failure_is_the_judges_fault(self):
        self.write("good.c", SUM_C)
        for source, words in (("raise SystemExit\n", "status 0"), ("x = 1 / 0\n", "ZeroDivisionError")):
            self.package(source=source)
            verdict, message = self.judged("good.c", 5)["secret/static_validation"]
            self.assertEqual(verdict, "JE")
            self.assertIn("the static validator ended", message)
            self.assertIn(words, message)
        self.package(source="import\n")
        self.assertIn("the static validator", self.document("p", "good.c", status=3)["message"])

    def test_it_may_give_a_part_of_its_points(self):
        self.package(PROBLEM_YAML + "type: scoring\n", 40, """\
            import os, sys
            size = sum(os.path.getsize(name) for name in os.listdir(".") if name.endswith(".py"))
            open(sys.argv[3] + "score_multiplier.txt", "w").write("0.5" if size > 60 else "1")
            sys.exit(42)
            """)
        self.write("short.py", "print(sum(map(int, input().split())))\n")
        self.write("long.py", "print(sum(map(int, input().split())))\n" + "#" * 60)
        self.write("wrong.py", "print(1)\n")
        scores = {}
        for name, status in (("short.py", 0), ("long.py", 1), ("wrong.py", 1)):
            submission = self.document("p", name, status=status)["submissions"][0]
            scores[name] = [test["score"] for test in submission["tests"]] + [submission["score"]]
        self.assertEqual(scores, {"short.py": [60, 40, 100], "long.py": [60, 20, 80],
                                  "wrong.py": [0, 40, 40]})

    def test_what_cannot_hold_it_is_not_written(self):
        self.package()
        self.write("p/submissions/accepted/a.c", SUM_C)
        _, _, err = self.arbiter("export", "p", "--to", "domjudge", status=3)
        self.assertIn("it has no place for the static validation secret/static_validation", err)
        self.arbiter("export", "p", "--to", "2025-09", "-o", "p.zip", status=0)
        self.assertEqual(self.document("p.zip", status=0)["submissions"][0]["verdict"], "AC")
        verified = self.arbiter("verify", "p")
        self.assertNotIn("static", verified[1] + verified[2])


class OtherUsers(AsUsers):
    def test_files_that_only_their_owner_may_read(self):
        self.problem()
        self.write("a.cpp", "#include <iostream>\nint main() { long a, b; std::cin >> a >> b;"
                            " std::cout << a + b; }\n")
        # The program itself may lie where only its owner looks.
        for path in [self.folder, *self.folder.rglob("*")]:
            path.chmod(0o700 if path.is_dir() or os.access(path, os.X_OK) else 0o600)
        before = snapshot(self.folder / "sum")
        for who, env in self.users():
            status, out, err = self.run_as(who, env, "judge", "sum", "a.c", "a.cpp", "--format", "json")
            self.assertEqual(status, 0, out + err)
            document = json.loads(out)
            self.assertEqual([s["verdict"] for s in document["submissions"]], ["AC", "AC"])
            if who == NOBODY:
                self.assertIn("user namespaces", document["sandbox"]["mode"])
            self.assertEqual(snapshot(self.folder / "sum"), before)


class Programs(Workbench):
    def test_a_package_says_language_and_entry_point_wherever_a_program_is_named(self):
        self.problem()
        self.write("sum/submissions/accepted/two/a.py", "print(0)\n")
        self.write("sum/submissions/accepted/two/b.py", "print(sum(map(int, input().split())))\n")
        self.write("sum/submissions/accepted/c.c", "#include <iostream>\n"
                   "int main() { long a, b; std::cin >> a >> b; std::cout << a + b; }\n")
        said = "sum/submissions/submissions.yaml"
        self.write(said, "accepted/two: {entrypoint: b}\naccepted/c.c: {language: cpp17}\n")
        for words in ([], ["sum/submissions/accepted/c.c", "sum/submissions/accepted/two"]):
            judged = self.document("sum", *words)["submissions"]
            self.assertEqual([(one["language"], one["verdict"]) for one in judged],
                             [("cpp17", "AC"), ("python3", "AC")])
        # What the user says stands above it.
        named = self.document("sum", "sum/submissions/accepted/c.c", "--language", "cpp20")
        self.assertEqual(named["submissions"][0]["language"], "cpp20")
        self.write(said, "accepted/two: {entrypoint: c.py, language: pyton3}\n")
        for words in ([], ["sum/submissions/accepted/two"]):
            _, _, err = self.judge("sum", *words, status=1)
            self.assertIn("the language 'pyton3' of accepted/two is ignored: it is unknown", err)
            self.assertIn("the entry point 'c.py' of accepted/two is ignored: it is not one of its files", err)

    def test_odd_behaviour(self):
        self.problem("sum", {"1": ("1 2\n" * 200_000, "3\n")})
        programs = {
            "deaf.c": '#include <stdio.h>\nint main(void) { return !puts("3"); }\n',
            "mute.c": "#include <unistd.h>\nint main(void) { close(1); return 0; }\n",
            "late.py": "import os\nprint(3, flush=True)\nos.close(1)\n"}
        for name, source in programs.items():
            self.write(name, source)
        self.assertEqual(self.verdicts("sum", *programs, status=1), ["AC", "WA", "AC"])

    def test_more_tests_than_descriptors(self):
        self.problem("sum", {str(i): (f"{i} 1\n", f"{i + 1}\n") for i in range(1200)})
        tests = self.document("sum", "a.c", "--no-cache")["submissions"][0]["tests"]
        self.assertEqual([test["verdict"] for test in tests], ["AC"] * 1200)
