"""Every flag of `judge` with good and bad values, where documents go, and exit statuses."""

import json
import os
import pathlib
import subprocess

from schemas import validate
from workbench import ARBITER, LOOP_C, SUM_C, Workbench


class Flags(Workbench):
    def setUp(self):
        super().setUp()
        self.problem()

    def test_bad_values_name_flag_reason_and_remedy(self):
        for words in (
            "--jobs 0", "--jobs -1", "--jobs x", "--jobs 1025", "--jobs 1.5", "--jobs ''",
            "--repeat 0", "--repeat x", "--repeat 1001",
            "--time-limit 0", "--time-limit -1", "--time-limit x", "--time-limit 99999999999s",
            "--time-limit ''", "--memory-limit 0", "--memory-limit 1KiB", "--memory-limit x",
            "--memory-limit 99999TiB", "--memory-limit ''",
            "--time-factor python3", "--time-factor python3=0", "--time-factor python3=nan",
            "--time-factor pyton3=2", "--sandbox docker", "--sandbox ''",
            "--format yaml", "--format jsn", "--add missing.c", "--input missing",
            "--language cobol", "--out /dev/null", "--out /proc/none/here",
        ):
            with self.subTest(words=words):
                flag, value = words.split(" ")
                _, out, err = self.judge("sum", "a.c", flag, value.strip("'"), status=2)
                self.assertEqual(out, "")
                self.assertIn(flag.replace("--language", "language"), err)
                self.assertIn("= help: ", err)
        for path in ("x.foo", "json=", "foo=bar", "missing/x.json", "json=.", "sum"):
            with self.subTest(path=path):
                _, out, err = self.judge("sum", "a.c", "-o", path, status=2)
                self.assertEqual(out, "")
                self.assertIn("-o", err)

    def test_limits_apply_and_are_shown(self):
        limits = self.document("sum", "a.c", "--time-limit", "500ms", "--memory-limit", "32",
                               "--time-factor", "c=2", "--time-factor", "python3=3")
        self.assertEqual(limits["limits"]["time_s"], 0.5)
        own = limits["submissions"][0]["limits"]
        self.assertEqual((own["time_s"], own["wall_s"], own["memory_mib"]), (1.0, 3.0, 32))
        self.write("loop.c", LOOP_C)
        self.assertEqual(self.verdicts("sum", "loop.c", "--time-limit", "100ms", status=1), ["TLE"])

    def test_the_command_that_repeats_a_test_has_the_flags(self):
        _, out, _ = self.judge("sum", "w.c", "--time-limit", "2s", status=1)
        command = " ".join(out.split("repeat it with:")[1].split("\n\n")[0].split())
        self.assertIn("--time-limit 2s", command)
        self.assertIn("--tests secret/1", command)

    def test_repeat_shows_the_spread(self):
        test = self.document("sum", "a.c", "--repeat", "3")["submissions"][0]["tests"][0]
        self.assertEqual(len(test["repeats_cpu_s"]), 3)
        for programs in (("a.c",), ("a.c", "w.c")):
            _, out, _ = self.judge("sum", *programs, "--repeat", "2")
            self.assertIn("repeat   each test case 2 times", out)
            self.assertRegex(out, r"spread\n.* / \S+ \S?s / \S+ \S?s")

    def test_json_tells_where_it_comes_from(self):
        document = self.document("sum", "a.c", "w.c", "--jobs", "1", status=1)
        self.assertEqual((document["jobs"], document["exit_status"]), (1, 1))
        self.assertGreaterEqual(document["machine"]["cores"], 1)
        self.assertIn(os.uname().release, document["machine"]["kernel"])
        self.assertLessEqual(document["started"], document["finished"])
        self.assertEqual({k: n for k, n in document["counts"].items() if n}, {"AC": 1, "WA": 1})
        one, other = document["submissions"]
        self.assertNotEqual(one["sha256"], other["sha256"])
        self.assertIn("a.c", one["compile"]["command"])
        self.assertRegex(one["compile"]["compiler"], r"gcc.* \d+\.")
        self.write("a.c", f"{SUM_C}/* never compiled before: {os.urandom(8).hex()} */")
        (fresh,) = self.document("sum", "a.c")["submissions"]
        self.assertNotEqual(fresh["sha256"], one["sha256"])
        self.assertGreater(fresh["compile"]["wall_s"], 0)
        self.assertIsNone(self.document("sum", "a.c")["submissions"][0]["compile"]["wall_s"])

    def test_github(self):
        self.judge("sum", "w.c", "a.c", "-o", "github=log", status=1)
        first, second = (self.folder / "log").read_text().splitlines()
        self.assertTrue(first.startswith("::error file=w.c,title=sum%3A WA::"), first)
        self.assertIn("%0A  | 1 2%0A", first)
        self.assertTrue(second.startswith("::notice file=a.c,title=sum%3A AC::"), second)

    def test_sandbox_modes(self):
        for mode in ("userns", "none", "root-v1", "root-v2", "delegated-v2"):
            status, out, err = self.judge("sum", "a.c", "--sandbox", mode, "--format", "json")
            with self.subTest(mode=mode):
                document = json.loads(out)
                if status == 5:  # this machine has no such mode
                    self.assertIn("doctor", document["help"])
                    self.assertIn("doctor", err)
                    continue
                self.assertEqual((status, document["submissions"][0]["verdict"]), (0, "AC"))
                self.assertEqual("unsandboxed" in document["sandbox"]["mode"], mode == "none")

    def test_dry_run_starts_nothing(self):
        words = ("sum", "a.c", "--dry-run")
        _, out, _ = self.judge(*words, status=0)
        self.assertIn("secret/1", out)
        document = self.document(*words, "--input", "-", stdin="1 2\n")
        self.assertEqual((document["schema"], document["tests"]), ("arbiter/plan/1", ["input"]))
        for more in (("--format", "junit"), ("-o", "x.json"), ("--out", "x")):
            self.judge(*words, *more, status=2)
        # Without its helper the program can start no box, and nothing else either.
        env = self.environment(PATH="/nonexistent")
        self.judge(*words, env=env, status=0)

    def test_several_documents(self):
        _, out, _ = self.judge("sum", "a.c", "-o", "r.json", "-o", "junit=r.txt", "-o", "r.jsonl",
                               "--format", "json", status=0)
        self.assertEqual(json.loads(out), json.loads((self.folder / "r.json").read_text()))
        self.assertIn("<testsuite", (self.folder / "r.txt").read_text())
        for line in (self.folder / "r.jsonl").read_text().splitlines():
            validate(json.loads(line), "judge-lines")
        (self.folder / "link.json").symlink_to("r.json")
        self.judge("sum", "a.c", "-o", "json=/dev/null", "-o", "link.json", status=0)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())
        self.assertTrue((self.folder / "link.json").is_symlink())

    def test_errors_are_one_document(self):
        self.problem("faulty", yaml="name: x\nname: y\n")
        for status, words in ((2, ("sum", "a.c", "--jobs", "x")), (2, ("sum", "a.c", "--nope")),
                              (2, ("no-such-problem",)), (3, ("faulty", "a.c")),
                              (4, ("sum", "a.c", "--tests", "zzz"))):
            with self.subTest(words=words):
                document = self.document(*words, status=status)
                validate(document, "error")
                self.assertEqual(document["status"], status)

    def test_results_that_cannot_be_written(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        _, out, _ = self.judge("sum", "a.c", "--format", "json", "-o", "json=/dev/full", status=5)
        self.assertEqual(json.loads(out)["schema"], "arbiter/judge/1")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([ARBITER, "judge", "sum", "a.c"], env=self.environment(),
                                  cwd=self.folder, stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 5, done.stderr)

    def test_the_rules_of_a_label_name_what_broke_them(self):
        self.write("sum/submissions/wrong_answer/a.c", SUM_C)
        _, out, _ = self.judge("sum", status=1)
        self.assertIn("no test ends with WA", " ".join(out.split()))
