"""`arbiter generate`, and verbs that need tests which only generators.yaml has."""

import json
import os
import pathlib
import signal
import time

from schemas import validate
from workbench import PROBLEM_YAML, SUM_C, WRONG_C, Workbench, descendants

QUICK = PROBLEM_YAML.replace("output: 1", "output: 1, validation_time: 1")
GENERATOR = "import sys\nprint(*sys.argv[1:])\n"
VALIDATOR = """\
import re, sys
sys.exit(42 if re.fullmatch(r"-?[0-9]+ -?[0-9]+\\n", sys.stdin.read()) else 43)
"""
YAML = """\
solution: /submissions/accepted/sum.c
data:
  sample:
    data:
      "1": {in: "1 2", ans: "3"}
  secret:
    data:
      - first: gen.py 3 4
      - random: gen.py {seed} 5
"""
TESTS = {"sample/1", "secret/1-first", "secret/2-random"}


def snapshot(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in pathlib.Path(folder).rglob("*") if path.is_file()}


class Generators(Workbench):
    """A package whose tests are in generators.yaml only, and a cache that nobody else uses."""

    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache"
        self.cache.mkdir()
        self.package()

    def environment(self, **extra):
        return super().environment(XDG_CACHE_HOME=str(self.cache), **extra)

    def package(self, yaml=YAML, generator=GENERATOR, problem=QUICK):
        self.write("p/problem.yaml", problem)
        self.write("p/generators/generators.yaml", yaml)
        self.write("p/generators/gen.py", generator)
        self.write("p/input_validators/v.py", VALIDATOR)
        self.write("p/submissions/accepted/sum.c", SUM_C)

    def generate(self, *words, status=0, **how):
        return self.arbiter("generate", "p", *words, status=status, **how)

    def generated(self, *words, **how):
        """The JSON document of a call."""
        _, out, _ = self.generate(*words, "--format", "json", **how)
        document = json.loads(out)
        validate(document, "generate")
        return document

    def data(self):
        return {name: text for name, text in snapshot(self.folder / "p").items()
                if name.startswith("data/")}

    def one(self, command, generator=GENERATOR, more=""):
        """A package with the single test secret/a."""
        self.package(f"data: {{secret: {{data: {{a: {command}}}}}}}\n{more}", generator)

    def fault(self, *words, status=3):
        """What standard error says of a call that fails and writes nothing."""
        before = self.data()
        _, _, err = self.generate(*words, status=status)
        self.assertEqual(self.data(), before)
        return err


class Making(Generators):
    def test_writes_inputs_and_answers(self):
        document = self.generated()
        self.assertEqual({test["name"] for test in document["tests"]}, TESTS)
        seed = document["tests"][2]["seed"]
        data = self.data()
        del data["data/.arbiter-generated"]
        self.assertEqual(data, {
            "data/sample/1.in": b"1 2\n", "data/sample/1.ans": b"3\n",
            "data/secret/1-first.in": b"3 4\n", "data/secret/1-first.ans": b"7\n",
            "data/secret/2-random.in": f"{seed} 5\n".encode(),
            "data/secret/2-random.ans": f"{seed + 5}\n".encode(),
        })
        self.assertEqual(sorted(document["written"]), [name[5:] for name in sorted(data)])
        self.assertFalse(document["sandbox"]["unsandboxed"])

    def test_says_that_nothing_isolated_the_programs(self):
        _, out, _ = self.generate("--sandbox", "none")
        self.assertIn("sandbox: none, programs ran without isolation\n", out)

    def test_a_second_call_runs_nothing(self):
        self.generate()
        document = self.generated()
        self.assertTrue(all(test["cached"] for test in document["tests"]))
        self.assertIsNone(document["sandbox"])
        self.assertEqual((document["written"], document["unchanged"]), ([], 6))
        # Nothing at all can be run in a mode that this machine cannot have.
        self.generate("--sandbox", "delegated-v2" if os.geteuid() == 0 else "root-v1")

    def test_another_generator_or_solution_or_validator_is_noticed(self):
        self.generate()
        self.write("p/submissions/accepted/sum.c", WRONG_C)
        self.assertEqual(self.generated()["written"], ["secret/1-first.ans", "secret/2-random.ans"])
        self.write("p/generators/gen.py", GENERATOR.replace("*", "0,sys.argv[1],*[] and "))
        self.assertIn("secret/1-first.in", self.generated()["written"])
        self.write("p/input_validators/v.py", "import sys\nsys.exit(43)\n")
        self.assertIn("input validator v.py refuses it", self.fault())
        self.write("p/input_validators/v.py", VALIDATOR)
        self.write("p/answer_validators/no.py", "import sys\nsys.exit(43)\n")
        self.assertIn("answer validator no.py refuses it", self.fault())

    def test_a_damaged_cache_is_a_miss(self):
        self.generate()
        before = self.data()
        for path in (self.cache / "arbiter/tests").rglob("testcase.*"):
            path.write_bytes(b"damaged\n")
        self.generate("--clean")
        self.generate()
        self.assertEqual(self.data(), before)

    def test_files_of_a_generator(self):
        self.one("'gen.py {name}'", """\
            import os, sys
            assert os.listdir(".") == [], os.listdir(".")
            open(sys.argv[1] + ".in", "w").write("5 6\\n")
            open(sys.argv[1] + ".ans", "w").write("by the generator\\n")
            open("junk", "w").write("x")
            print("not the input")
            """)
        self.generate()
        self.assertEqual({k: v for k, v in self.data().items() if "secret" in k}, {
            "data/secret/a.in": b"5 6\n", "data/secret/a.ans": b"by the generator\n"})

    def test_retries_take_other_seeds(self):
        self.one("{generate: 'gen.py {seed}', retries: 3}", """\
            import sys
            seed = int(sys.argv[1])
            if seed % 3: sys.exit("not this one")
            print(seed, 0)
            """)
        seed = self.generated()["tests"][0]["seed"]
        made = int(self.data()["data/secret/a.in"].split()[0])
        self.assertEqual((made % 3, made // 3), (0, (seed + 2) // 3))

    def test_in_cpp_with_the_kit_and_a_header_beside(self):
        self.write("p/generators/g.cpp", '#include "own.h"\n#include <iostream>\n'
                   "int main(int, char **v) { std::cout << v[1] << ' ' << OWN << '\\n'; }\n")
        self.write("p/generators/own.h", "#define OWN 8\n")
        self.one("g.cpp 1")
        self.generate()
        self.assertEqual(self.data()["data/secret/a.in"], b"1 8\n")

    def test_patterns_are_looked_for(self):
        self.one("{generate: gen.py 1 2, match: {in: ['^1 ', '^3', '('], ans: [3]}}".replace(
            "[3]", "['^3$']"))
        for _ in range(2):
            err = self.generate()[2]
            self.assertIn("in: the pattern '^3' is not found", err)
            self.assertIn("in: the pattern '(' is not a regular expression", err)
            self.assertEqual(err.count("warning"), 2)

    def test_validators_get_the_arguments_of_folder_and_test(self):
        self.package("""\
data:
  secret:
    test_group.yaml: {input_validator_args: [folder]}
    data:
      a: {in: "folder"}
      b: {in: "own", yaml: {input_validator_args: [own]}}
      c: {in: "neither", ans: "0"}
""")
        self.write("p/input_validators/v.py", "import sys\n"
                   "sys.exit(42 if sys.stdin.read().split() == sys.argv[1:] else 43)\n")
        self.write("p/submissions/accepted/sum.c", "int main(void) { return 0; }\n")
        err = self.fault()
        self.assertIn("test 'secret/c' cannot be made: input validator v.py refuses it", err)
        self.assertEqual(err.count("cannot be made: "), 1)

    def test_answers_are_validated_beside_their_inputs(self):
        self.package("""\
data:
  secret:
    test_group.yaml: {answer_validator_args: [folder]}
    data:
      a: {in: "1 2"}
      wrong: {in: "1 3", ans: "5"}
      own: {in: "1 4", yaml: {answer_validator_args: [own]}}
  invalid_answer:
    data:
      bad: {in: "1 2", ans: "4"}
      good: {in: "1 2", ans: "3"}
  invalid_input:
    data:
      unlike: {in: "1 2 3", ans: "4"}
""")
        self.write("p/answer_validators/sum.py", """\
            import sys
            good = sum(map(int, open(sys.argv[1]).read().split())) == int(sys.stdin.read())
            if not good or sys.argv[2:] == ["own"]:
                sys.exit("not the sum, " + " ".join(sys.argv[2:]))
            sys.exit(42)
            """)
        err = self.fault()
        for name, words in (("wrong", "folder"), ("own", "own")):
            self.assertIn(f"test 'secret/{name}' cannot be made: its answer: answer validator sum.py"
                          f" refuses it: not the sum, {words}", err)
        self.assertIn("test 'invalid_answer/good': no answer validator refuses it", err)
        self.assertEqual(err.count("cannot be made: "), 2)
        self.assertNotIn("invalid_answer/bad", err)

    def test_constants_stand_in_commands_and_generators(self):
        self.package("data: {secret: {data: {a: 'gen.py {{three}}'}}}\n",
                     "import sys\nprint({{three}} + 1, *sys.argv[1:])\n",
                     QUICK + "constants: {three: 3}\n")
        self.generate()
        self.assertEqual(self.data()["data/secret/a.in"], b"4 3\n")

    def test_equal_inputs_and_unlisted_tests_are_reported(self):
        self.package(YAML + "      - again: {in: 3 4}\n      - meant: {in: 1 2, count: 2}\n")
        self.add_test("p/data/secret/hand", "3 4\n", "7\n")
        document = self.generated()
        self.assertEqual(document["equal_inputs"],
                         [["secret/1-first", "secret/3-again", "secret/hand"]])
        self.assertEqual(document["unlisted"], ["secret/hand"])

    def test_samples_belong_to_the_statement_if_none_is_listed(self):
        self.package("data:\n  secret:" + YAML.split("  secret:")[1])
        self.add_test("p/data/sample/1", "1 2\n", "3\n")
        self.assertEqual(self.generated()["unlisted"], [])

    def test_tests_of_one_command_are_reported(self):
        self.package(YAML + "      - fixed: {generate: gen.py 7 8, count: 2}\n")
        self.assertIn("these 2 test cases are equal", self.generate()[2])

    def test_what_was_renamed_is_removed_and_until_then_judges_say_so(self):
        self.generate()
        self.package(YAML.replace("- first", "- renamed"))
        self.assertIn("generators.yaml no longer lists them: secret/1-first", self.judge("p", status=0)[2])
        _, _, err = self.generate("--format", "json")
        self.assertEqual(err, "")
        _, _, err = self.judge("p", status=0)
        self.assertEqual(err, "")
        # One that was changed by hand is somebody's own.
        self.package()
        self.write("p/data/secret/1-renamed.in", "4 3\n")
        document = self.generated()
        self.assertEqual(document["unlisted"], ["secret/1-renamed"])
        self.assertEqual(document["kept"], ["secret/1-renamed.in"])

    def test_what_proves_validators(self):
        self.package(YAML + """\
  invalid_input:
    data:
      bad: {in: "x"}
      good: {in: "1 2"}
  valid_output:
    data:
      a: {in: "1 2", ans: "3", out: "3 "}
  invalid_output:
    data:
      b: {in: "1 2", ans: "3"}
""")
        err = self.fault()
        self.assertIn("test 'invalid_input/good': no input validator refuses it", err)
        self.assertIn("test 'invalid_output/b' cannot be made: a test in invalid_output needs 'out'",
                      err)
        self.assertNotIn("invalid_input/bad", err)

    def test_interrupted(self):
        self.one("gen.py", "while True: pass\n")
        self.write("p/problem.yaml", PROBLEM_YAML)
        process = self.started("generate", "p")
        # It listens to signals before it starts anything.
        end = time.monotonic() + 20
        while not descendants(process.pid) and time.monotonic() < end:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 130)


class Cleaning(Generators):
    def test_removes_what_it_wrote_and_nothing_else(self):
        self.add_test("p/data/secret/hand", "1 1\n", "2\n")
        before = snapshot(self.folder / "p")
        self.generate()
        self.assertNotEqual(snapshot(self.folder / "p"), before)
        self.assertIn("6 files removed", self.generate("--clean")[1])
        self.assertEqual(snapshot(self.folder / "p"), before)
        self.assertFalse((self.folder / "p/data/sample").exists())

    def test_a_file_in_the_way_stops_everything(self):
        self.add_test("p/data/secret/1-first", "9 9\n", "18\n")
        err = self.fault()
        self.assertIn("p/data/secret/1-first.in", err)
        self.assertIn("2 files in data/ are in the way, so nothing was written", err)


class Broken(Generators):
    def test_generators_that_fail(self):
        for source, words in (
            ("import sys\nsys.exit('no such size')\n", "exit status 1: no such size"),
            ("import os\nos.kill(os.getpid(), 11)\n", "signal 11"),
            ("pass\n", "it wrote nothing"),
            ("while True: pass\n", "CPU time"),
            ("import time\ntime.sleep(60)\n", "wall"),
            ("x = bytearray(3 * 2**30)\nx[::4096] = x[::4096]\n", ""),
            ("import sys\nwhile True: sys.stdout.write('1' * 10**7)\n", ""),
            ("import time\nprint(int(time.time()), 1)\n", "makes something else each time"),
            ("import random\nprint(random.random())\n", "testcase.in differs in line 1, column"),
            ("print(object())\n", "differs in line 1, column"),
            ("import random\nprint(1, 2)\nif random.random() < 2: open(f'testcase.ans', 'w')."
             "write(str(random.random()))\n", "testcase.ans differs"),
            ("print('x')\n", "input validator v.py refuses it"),
            ("print(\n", "generator gen.py does not compile"),
        ):
            with self.subTest(source=source):
                self.one("gen.py", source)
                err = self.fault()
                self.assertIn("p/generators/generators.yaml:1:24", err)
                self.assertIn("test 'secret/a' cannot be made", err)
                self.assertIn(words, err)
                self.assertLess(len(err), 5000)

    def test_programs_that_do_not_compile_are_told_in_the_order_of_the_plan(self):
        self.write("p/generators/slow.cpp", "#include <iostream>\nint main() { return late; }\n")
        self.write("p/generators/quick.py", "print(\n")
        self.package("data: {secret: {data: [{a: slow.cpp 1}, {b: gen.py 1 2}, {c: quick.py},"
                     " {d: slow.cpp 2}]}}\n")
        self.write("p/submissions/accepted/sum.c", "int main(void) { return unknown; }\n")
        told = []
        for jobs in ("1", "8"):
            self.cache = self.folder / f"cache-{jobs}"
            self.cache.mkdir()
            told.append(self.fault("--jobs", jobs))
        self.assertEqual(told[0], told[1])
        words = ["test 'secret/1-a' and 1 more", "generator slow.cpp does not compile",
                 "test 'secret/2-b'", "solution submissions/accepted/sum.c does not compile",
                 "test 'secret/3-c'", "generator quick.py does not compile", "4 of 4 test cases"]
        place = 0
        for word in words:
            place = told[0].find(word, place)
            self.assertGreaterEqual(place, 0, f"{word}\n{told[0]}")

    def test_solutions_that_fail(self):
        self.write("p/submissions/accepted/bad.py", "raise SystemExit(3)\n")
        for key, words in (
            ("/submissions/accepted/bad.py", "submissions/accepted/bad.py fails on it: exit status 3"),
            ("", "its answer is missing: 'solution' is empty"),
            ("/submissions/accepted/summ.c", "did you mean 'sum.c'?"),
            ("submissions/accepted/sum.c", "begin it with a slash"),
            ("/../../../etc/passwd", "is not a path below"),
        ):
            with self.subTest(key=key):
                self.one("gen.py 1 2", more=f"solution: {key}\n")
                self.assertIn(words, self.fault())


class Hostile(Generators):
    def test_writes_stay_in_the_box(self):
        target = self.folder / "target"
        target.write_text("mine\n")
        self.one("gen.py", f"""\
            import os
            for path in ("{target}", "/tmp/arbiter-was-here", "../testcase.in", "/program/x"):
                try: open(path, "w").write("yours")
                except OSError: pass
            os.symlink("/etc/passwd", "testcase.ans")
            os.mkdir("testcase.out")
            os.mkfifo("testcase.yaml")
            print(1, 2)
            """)
        self.generate()
        self.assertEqual(target.read_text(), "mine\n")
        self.assertFalse(os.path.exists("/tmp/arbiter-was-here"))
        self.assertEqual(self.data()["data/secret/a.ans"], b"3\n", "a link is no file")
        self.assertEqual(len(self.data()), 3)

    def test_what_is_left_behind_is_not_there_the_second_time(self):
        self.one("gen.py", """\
            import os
            seen = [os.path.exists(p) for p in ("x", "/tmp/x", "/dev/shm/x")]
            for p in ("x", "/tmp/x", "/dev/shm/x"):
                try: open(p, "w").close()
                except OSError: pass
            print(sum(seen), 0)
            """)
        self.generate()
        self.assertEqual(self.data()["data/secret/a.in"], b"0 0\n")

    def test_links_out_of_the_package(self):
        secret = self.write("secret.in", "7 7\n")
        (self.folder / "p/generators/link.in").symlink_to(secret)
        (self.folder / "p/generators/link.py").symlink_to("/etc/passwd")
        for command in ("{copy: link}", "link.py"):
            self.one(command)
            self.assertIn("leaves the problem folder", self.fault())


class Judging(Generators):
    def test_missing_tests_are_made(self):
        before = snapshot(self.folder / "p")
        tests = self.document("p")["submissions"][0]["tests"]
        self.assertEqual({test["name"] for test in tests}, TESTS)
        self.assertEqual(self.verdicts("p", "w.c", status=1), ["WA"])
        self.assertEqual(snapshot(self.folder / "p"), before)
        self.assertEqual(list(self.tmp.iterdir()), [])

    def test_only_what_is_asked_for_is_made(self):
        self.package(generator="raise SystemExit(1)\n")
        tests = self.document("p", "--tests", "sample/*")["submissions"][0]["tests"]
        self.assertEqual([test["name"] for test in tests], ["sample/1"])
        err = self.judge("p", "--tests", "*/1-first", status=3)[2]
        self.assertIn("1 of 1 test cases cannot be made", err)
        err = self.judge("p", "--tests", "secret/1-firs", status=4)[2]
        self.assertIn("did you mean 'secret/1-first'?", err)

    def test_in_a_package_that_its_owner_alone_may_read(self):
        package = self.folder / "p"
        for path in [*package.rglob("*"), package]:
            path.chmod(0o500 if path.is_dir() else 0o400)
        self.addCleanup(lambda: [path.chmod(0o755) for path in [package, *package.rglob("*")]
                                 if path.is_dir()])
        self.assertEqual(self.verdicts("p"), ["AC"])

    def test_beside_those_that_are_there(self):
        self.add_test("p/data/secret/1-first", "10 20\n", "30\n")
        self.add_test("p/data/secret/hand", "1 1\n", "2\n")
        self.write("p/data/test_group.yaml", "output_validator_args: [case_sensitive]\n")
        tests = self.document("p")["submissions"][0]["tests"]
        self.assertEqual({test["name"] for test in tests}, TESTS | {"secret/hand"})

    def test_group_files_and_case_files_count(self):
        self.package(YAML.replace("  secret:", "  secret:\n    test_group.yaml: "
                                  "{output_validator_args: [float_tolerance, '0.5']}"))
        self.write("near.c", SUM_C.replace("%ld\\n\", a", "%ld.1\\n\", a"))
        tests = self.document("p", "near.c", status=1)["submissions"][0]["tests"]
        self.assertEqual([test["verdict"] for test in tests], ["WA", "AC", "AC"])

    def test_can_be_forbidden(self):
        self.assertIn("has no tests", self.judge("p", "--no-generate", status=3)[2])
        self.add_test("p/data/secret/hand", "1 1\n", "2\n")
        _, out, err = self.judge("p", "--no-generate", status=0)
        self.assertIn("3 test cases in generators.yaml have not been made", err)
        self.assertIn("1 test", out)

    def test_dry_run_makes_nothing(self):
        self.assertIn("secret/2-random", self.judge("p", "--dry-run", status=0)[1])
        self.assertFalse((self.cache / "arbiter/tests").exists())

    def test_an_input_by_hand_needs_none(self):
        self.one("gen.py", "raise SystemExit(1)\n")
        self.judge("p", "--input", "-", stdin="1 2\n", status=0)

    def test_a_faulty_yaml_spoils_only_what_needs_it(self):
        self.one("nobody 1")
        self.assertIn("error[P014]", self.judge("p", status=3)[2])
        self.add_test("p/data/secret/hand", "1 1\n", "2\n")
        self.assertIn("warning[P014]", self.judge("p", status=0)[2])
