"""Runs that end early, are stored, are known from an earlier run, or find no room."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import unittest

import invocation
from schemas import validate
from workbench import (ARBITER, PATIENCE, SUM_C, Workbench, command_line, descendants,
                       wait_for)


def cgroups_of(pids):
    """The control groups that these processes made; other judges on the machine have theirs."""
    # os.walk, as groups of others may be gone before they are listed
    return [os.path.join(parent, name) for parent, folders, _ in os.walk("/sys/fs/cgroup")
            for name in folders
            if name.startswith("arbiter-box.") and int(name.split(".")[1]) in pids]


class Interrupted(Workbench):
    """A judge that has one result and would take an hour for the next."""

    def setUp(self):
        super().setUp()
        self.problem("sum", {"1": ("1 2\n", "3\n"), "2": ("9 9\n", "18\n")})
        self.write("a.c", """\
            #include <stdio.h>
            int main(void) {
              int a, b;
              if (scanf("%d %d", &a, &b) == 2 && a == 9) for (;;) { }
              return !printf("%d\\n", a + b);
            }
            """)

    def start(self, *words):
        runs = self.home / "state/arbiter/runs"
        shutil.rmtree(runs, ignore_errors=True)
        process = self.started("judge", "sum", "a.c", "--time-limit", "1h", "--jobs", "1", "--no-cache",
                               *words, start_new_session=True)

        def has_one_result():
            return any('"event":"test"' in journal.read_text()
                       for journal in runs.glob("*/journal.jsonl"))

        wait_for("a first result", has_one_result)
        return process

    def finish(self, process, status):
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, status, err)
        return out.decode()

    def check_nothing_is_left(self, below):
        wait_for("the end of all processes",
                 lambda: not any(pathlib.Path(f"/proc/{pid}").exists() for pid in below))
        self.assertEqual(os.listdir(self.tmp), [])

    def test_by_a_signal_to_the_process(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number.name):
                process = self.start("--format", "json")
                below = descendants(process.pid)
                self.assertTrue(below)
                process.send_signal(number)
                document = json.loads(self.finish(process, 130))
                (submission,) = document["submissions"]
                self.assertIsNone(submission["verdict"])
                self.assertEqual([t["name"] for t in submission["tests"]], ["secret/1"])
                self.check_nothing_is_left(below)
                self.assertEqual(cgroups_of(below), [])

    def test_by_a_signal_to_the_group(self):
        process = self.start()
        below = descendants(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        self.assertIn("interrupted", self.finish(process, 130))
        self.check_nothing_is_left(below)

    def test_while_the_package_is_prepared(self):
        self.write("sum/input_validators/v.py", "while True: pass\n")
        process = self.started("judge", "sum", "a.c", "--input", "-", "--format", "json",
                               stdin=subprocess.DEVNULL, start_new_session=True)
        wait_for("the validator", lambda: any(
            b"v.py" in command_line(pid) for pid in descendants(process.pid)))
        below = descendants(process.pid)
        process.send_signal(signal.SIGINT)
        self.assertEqual(json.loads(self.finish(process, 130))["status"], 130)
        self.check_nothing_is_left(below)

    def test_killed_it_leaves_what_was_finished(self):
        process = self.start()
        below = descendants(process.pid)
        process.kill()
        process.communicate(timeout=PATIENCE)
        wait_for("the end of all processes",
                 lambda: not any(pathlib.Path(f"/proc/{pid}").exists() for pid in below))
        _, out, _ = self.arbiter("show", "last", "--format", "json", status=0)
        (submission,) = json.loads(out)["submissions"]
        self.assertIsNone(submission["verdict"])
        self.assertEqual([t["verdict"] for t in submission["tests"]], ["AC"])


class Stored(Workbench):
    def setUp(self):
        super().setUp()
        self.problem()

    def test_show(self):
        self.assertIn("no run is stored", self.arbiter("show", status=2)[2])
        self.judge("sum", "a.c", status=0)
        self.judge("sum", "w.c", "a.c", status=1)
        document = json.loads(self.arbiter("show", "last~1", "--format", "json", status=0)[1])
        self.assertEqual([s["path"] for s in document["submissions"]], ["a.c"])
        run = document["run"]
        self.assertEqual(self.arbiter("show", run, status=0), self.arbiter("show", "last~1"))
        self.assertIn("w.c", self.arbiter("show", status=0)[1])
        self.assertIn("expected", self.arbiter("show", "last", "w.c", status=0)[1])
        _, out, _ = self.arbiter("show", "last", "w.c", "secret/1", status=0)
        self.assertIn("| -1", out)
        self.assertEqual(out, self.arbiter("show", "last", "w.c", "1")[1])

    def test_runs(self):
        self.assertIn("no run is stored yet", self.arbiter("runs", status=0)[1])
        self.judge("sum", "a.c", status=0)
        self.judge("sum", "w.c", "a.c", status=1)
        _, out, _ = self.arbiter("runs", status=0)
        newest, older = out.splitlines()[1:]
        self.assertRegex(newest, r"^last +2\S+ +2\S+ \S+ +sum: w\.c, a\.c +1 AC, 1 WA +1$")
        self.assertRegex(older, r"^last~1 .* sum: a\.c +1 AC +0$")
        document = json.loads(self.arbiter("runs", "--format", "json", status=0)[1])
        validate(document, "runs")
        run = document["runs"][0]
        self.assertIn(f"run      {run['run']}, {run['started'][:10]} ",
                      self.arbiter("show", run["run"], status=0)[1])
        for number in range(20):
            old = pathlib.Path(run["folder"]).parent / f"20200101T000000Z-{number:04x}"
            shutil.copytree(run["folder"], old)
        self.assertIn("… 2 older runs; --all", self.arbiter("runs", status=0)[1])
        self.assertEqual(len(self.arbiter("runs", "--all", status=0)[1].splitlines()), 23)

    def file(self, which, test="1", program="w.c", status=0):
        """What `show` writes of a file of that test of the last run."""
        words = [str(ARBITER), "show", "last", program, test, f"--{which}"]
        done = subprocess.run(words, cwd=self.tmp, env=self.environment(), capture_output=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr.decode()

    def test_show_writes_whole_files(self):
        long = "".join(f"{i} \n" for i in range(5000))
        self.add_test("sum/data/secret/2", "9 9\n" + long, "18\n")
        self.write("w.c", r"""
            #include <stdio.h>
            int main(void) {
              int a, b;
              scanf("%d %d", &a, &b);
              for (int i = 0; i < 5000; i++) printf("%d\r", i - a);
              return 0;
            }
            """)
        self.judge("sum", "w.c", "a.c", status=1)
        test = self.document("sum", "w.c", status=1)["submissions"][0]["tests"][1]
        self.assertEqual(test["input_bytes"], len(long) + 4)
        self.judge("sum", "w.c", "a.c", status=1)
        self.assertEqual(self.file("input"), b"1 2\n")
        self.assertEqual(self.file("input", "2"), b"9 9\n" + long.encode())
        self.assertEqual(self.file("input", "2", "a.c"), b"9 9\n" + long.encode())
        self.assertEqual(self.file("answer", "2"), b"18\n")
        self.assertEqual(self.file("output", "2", "a.c"), b"18\n")
        self.assertEqual(self.file("output", "2"),
                         "".join(f"{i - 9}\r" for i in range(5000)).encode())
        self.write("a.c", SUM_C + "\n")
        self.assertIn("a.c is not what it was", self.file("output", "2", "a.c", status=4))
        self.write("sum/data/secret/2.ans", "19\n")
        self.assertIn("judge it again: arbiter judge", self.file("answer", "2", status=4))
        self.assertEqual(self.file("input", "2"), b"9 9\n" + long.encode())
        self.assertIn("sum is not what it was", self.file("input", "2", "a.c", status=4))
        self.write("sum/data/secret/2.in", "9 9\n")
        self.assertIn("sum is not what it was", self.file("input", "2", status=4))
        self.assertIn("exclude each other", self.arbiter(
            "show", "last", "w.c", "1", "--input", "--answer", status=2)[2])
        self.assertIn("of one test case", self.arbiter("show", "last", "--input", status=2)[2])

    def test_show_writes_files_of_an_input_by_hand(self):
        self.write("mine.in", "9 9\n" * 2000)
        self.write("sum/submissions/accepted/a.c", SUM_C)
        self.judge("sum", "w.c", "--input", "mine.in", status=1)
        self.assertEqual(self.file("input", "input"), b"9 9\n" * 2000)
        self.assertEqual(self.file("answer", "input"), b"18\n")
        self.assertEqual(self.file("output", "input"), b"0\n")
        self.judge("sum", "w.c", "--input", "-", stdin="9 9\n" * 2000, status=1)
        self.assertIn("came from standard input", self.file("input", "input", status=2))

    def test_out_is_a_folder_of_ones_own(self):
        self.judge("sum", "a.c", "--out", "kept", status=0)
        self.judge("sum", "w.c", "--out", "kept", status=1)
        self.assertIn("w.c", self.arbiter("show", "kept", status=0)[1])
        precious = self.write("mine/journal.jsonl", "precious\n")
        self.assertIn("--out", self.judge("sum", "a.c", "--out", "mine", status=2)[2])
        self.assertEqual(precious.read_text(), "precious\n")

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("unshare"), "needs root to mount")
    def test_full_disk(self):
        package = self.problem("many", {f"{i:03}": ("1 2\n", "3\n") for i in range(200)})
        script = self.write("full.sh", f"""\
            mkdir -p {self.home}/state
            mount -t tmpfs -o size=40k none {self.home}/state || exit 77
            "$@"
            """)
        command = ["unshare", "-m", "sh", str(script), str(ARBITER), "judge", str(package), "a.c",
                   "--format", "json"]
        status, out, err = invocation.run(command, self.environment(), self.folder)
        if status == 77:
            self.skipTest("cannot mount here")
        self.assertEqual(status, 0, err)
        self.assertIn("stored", err)
        self.assertEqual(json.loads(out)["submissions"][0]["verdict"], "AC")
        status, out, err = invocation.run([*command, "--out", str(self.home / "state/run")],
                                          self.environment(), self.folder)
        self.assertEqual(status, 5, err)
        self.assertEqual(json.loads(out)["submissions"][0]["verdict"], "AC")


class Known(Workbench):
    has_own_cache = True

    def setUp(self):
        super().setUp()
        self.problem("sum", {"1": ("1 2\n", "3\n"), "2": ("2 2\n", "4\n")})

    def cached(self, *words, **how):
        document = self.document("sum", "a.c", *words, **how)
        return [test["cached"] for test in document["submissions"][0]["tests"]]

    def test_what_did_not_change_is_not_run_again(self):
        self.assertEqual(self.cached(), [False, False])
        self.assertEqual(self.cached(), [True, True])
        self.assertEqual(self.cached("--no-cache"), [False, False])
        self.assertEqual(self.cached("--repeat", "2"), [False, False])
        self.write("sum/data/secret/2.ans", "5\n")
        self.assertEqual(self.cached(status=1), [True, False])
        self.write("sum/data/secret/1.in", "0 3\n")
        self.assertEqual(self.cached(status=1), [False, True])
        self.assertEqual(self.cached("--time-limit", "2s", status=1), [False, False])
        self.assertEqual(self.cached("--memory-limit", "33", status=1), [False, False])
        self.write("a.c", SUM_C.replace("a + b", "b + a + 0 * (int)sizeof(long)"))
        self.write("sum/arbiter.yaml", "checker: exact\n")
        self.assertEqual(self.cached(status=1), [False, False])
        self.assertEqual(self.cached(status=1), [True, True])

    def test_two_at_once_with_nothing_known(self):
        self.write("a.cpp", "#include <bits/stdc++.h>\nint main() { long a, b; std::cin >> a >> b;"
                            " std::cout << a + b << '\\n'; }\n")
        for one in [self.started("judge", "sum", "a.cpp", "--format", "json") for _ in "ab"]:
            out, err = one.communicate(timeout=2 * PATIENCE)
            self.assertEqual(one.returncode, 0, err)
            self.assertEqual(json.loads(out)["submissions"][0]["verdict"], "AC")
