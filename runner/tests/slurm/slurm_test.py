"""`grade --engine slurm` on a real cluster of two nodes on this machine, with everything that goes wrong.

    slurm_test.py ARBITER SOURCE CACHE [CLASS]

Submissions sleep instead of working, so that the cluster takes little of the machine.
"""

import collections
import contextlib
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from slow import slow
from workbench import ARBITER, LOOP_C, SOURCE, SUM_C, Workbench, descendants, problem_yaml, wait_for

SCRIPT = pathlib.Path(__file__).with_name("two-nodes.sh")
NEEDED = ("sbatch", "squeue", "slurmctld", "slurmd", "munged")
TESTS = 5
PROGRAM = """\
#include <stdio.h>
#include <unistd.h>
/* {name} */
int main(void) {{
  long a, b;
  {extra}
  if (scanf("%ld %ld", &a, &b) != 2) return 1;
  usleep({sleep});
  printf("%ld\\n", a {sign} b);
}}
"""
ESCAPE = "if (fork() == 0) { setsid(); execl(\"/bin/sleep\", \"sleep\", \"98765\", (char *)0); }"


def path_with_sbin():
    return os.environ.get("PATH", "/usr/bin:/bin") + ":/usr/sbin:/sbin"


def what_is_missing():
    """Why there can be no cluster here; empty: there can."""
    if os.geteuid() != 0:
        return "only root can start a cluster"
    lacking = [name for name in NEEDED if shutil.which(name, path=path_with_sbin()) is None]
    return f"not installed: {', '.join(lacking)}" if lacking else ""


class Cluster:
    """Two nodes of one core each, and what happens to them."""

    def __init__(self, port, **settings):
        self.temporary = tempfile.TemporaryDirectory(prefix="arbiter-slurm.")
        self.folder = pathlib.Path(self.temporary.name)
        self.folder.chmod(0o755)
        self.environment = {**os.environ, "PATH": path_with_sbin(), "PORT": str(port), "SLURMD_TIMEOUT": "6",
                            **settings}
        self.do("start")

    def do(self, *words):
        done = subprocess.run(["bash", str(SCRIPT), str(self.folder), *words], env=self.environment,
                              capture_output=True, text=True, timeout=120, check=False)
        if done.returncode != 0:
            raise AssertionError(f"{words}: {done.stdout}{done.stderr}")

    def slurm(self, *words):
        done = subprocess.run(words, env={**self.environment, "SLURM_CONF": self.conf}, capture_output=True, text=True,
                              timeout=60, check=False)
        return done.stdout

    @property
    def conf(self):
        return str(self.folder / "slurm.conf")

    def tasks(self):
        """State and name of each."""
        return [line.split("|") for line in self.slurm("squeue", "-h", "-r", "-o", "%T|%j|%N|%r").splitlines()]

    def running(self):
        return [task for task in self.tasks() if task[0] == "RUNNING"]

    def kill_controller(self):
        pid = int((self.folder / "run/slurmctld.pid").read_text())
        os.kill(pid, signal.SIGKILL)
        wait_for("the controller ends", lambda: not pathlib.Path(f"/proc/{pid}/cmdline").exists()
                 or not pathlib.Path(f"/proc/{pid}/cmdline").read_bytes())

    def restart_controller(self):
        """It may find its tasks on nodes already, and take the nodes out of use: whoever runs them has to put them
        back."""
        start = subprocess.Popen(["bash", str(SCRIPT), str(self.folder), "start"], env=self.environment,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if self.resume_until_the_end(start) != 0:
            raise AssertionError("the controller did not come back")

    def resume_nodes(self):
        for node in ("n1", "n2"):
            self.slurm("scontrol", "update", f"nodename={node}", "state=resume")

    def resume_until_the_end(self, process):
        """Of the process; gives its exit status."""
        while True:
            self.resume_nodes()
            with contextlib.suppress(subprocess.TimeoutExpired):
                return process.wait(0.2)

    def rest(self):
        """Nothing is left of the test before."""
        self.restart_controller()
        self.slurm("scancel", "--quiet", "-u", "root")
        self.resume_nodes()
        wait_for("all tasks end", lambda: not [t for t in self.tasks() if t[0] != "COMPLETING"])
        wait_for("both nodes are free", lambda: self.slurm("sinfo", "-h", "-N", "-o", "%t").split() == ["idle"] * 2)

    def stop(self):
        self.do("stop")
        self.temporary.cleanup()


def line_of(kind, key, value):
    """A line of a journal."""
    rest = f'"kind":"{kind}","key":"{key}","value":{value}}}'
    return f'{{"sum":"{hashlib.sha256(rest.encode()).hexdigest()[:16]}",{rest}\n'


def shard_processes(folder):
    """Those that judge shards of this test; others run beside it."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
        except OSError:
            continue
        is_of_folder = any(word.startswith(os.fsencode(folder)) for word in words)
        if is_of_folder and b"shard-run" in words and words[0].endswith(b"arbiter"):
            found.append(int(entry.name))
    return found


class Grading(Workbench):
    """`self.out` is the folder of the run; `students` makes what was handed in."""

    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"
        self.problem(tests={str(i): (f"{i} {i + 1}\n", f"{2 * i + 1}\n") for i in range(1, TESTS + 1)},
                     yaml=problem_yaml("time_limit: 8, memory: 64, output: 1"))
        self.site()

    def site(self, **settings):
        """What arbiter-engine.yaml says."""
        all_settings = {"least_shard": 1, "most_shard": 4, "silent_after": 8, "keep": "true", **settings}
        self.write("arbiter-engine.yaml", "slurm_options: {mem: 700}\n" +
                   "".join(f"{key}: {value}\n" for key, value in all_settings.items()))

    def students(self, count, sleep=0.1, extra="", wrong=()):
        for i in range(count):
            self.write(f"handed/s{i}/sum.c",
                       PROGRAM.format(name=f"s{i}", sleep=int(sleep * 1e6), extra=extra,
                                      sign="-" if i in wrong else "+"))

    def words(self, engine="slurm"):
        return ["grade", "handed", "--problems", "sum", "--out", str(self.out), "--engine", engine]

    def grade(self, status=0, engine="slurm", **how):
        return self.arbiter(*self.words(engine), status=status, **how)

    def begin(self):
        return self.started(*self.words(), start_new_session=True)

    def begin_and_wait(self, **how):
        """A call of which a program runs on a node now."""
        process = self.begin()
        wait_for("a program begins", lambda: self.records("start"), **how)
        return process

    def end(self, process, status=0):
        out, err = process.communicate(timeout=100)
        self.assertEqual(process.returncode, status, f"{out.decode()}\n{err.decode()}")
        return err.decode()

    def results(self):
        return sorted((self.out / "cluster/results").glob("r*/journal.jsonl"))

    def records(self, kind, file=None):
        """Keys of that kind, as often as they were written."""
        keys = []
        for path in [file] if file else self.results():
            for line in path.read_text(errors="replace").splitlines():
                if f'"kind":"{kind}"' in line and line.endswith("}"):
                    keys.append(json.loads(line)["key"])
        return keys

    def rounds(self):
        return sorted(int(path.name) for path in (self.out / "cluster/rounds").iterdir())

    def verdicts(self):
        book = json.loads((self.out / "gradebook.json").read_text())
        return collections.Counter(grade["verdict"] for student in book["students"] for grade in student["grades"])

    def assert_all_judged(self, **verdicts):
        self.assertEqual(self.verdicts(), verdicts)

    def book(self):
        """Without measurements and instants."""
        def plain(value):
            if isinstance(value, dict):
                return {key: plain(one) for key, one in value.items()
                        if key not in ("measured", "run", "started", "finished", "submitted")}
            return [plain(one) for one in value] if isinstance(value, list) else value
        return json.dumps(plain(json.loads((self.out / "gradebook.json").read_text())), sort_keys=True)

    def compare_with_this_machine(self):
        self.students(6, wrong=(2, 5))
        self.grade()
        on_nodes = self.book()
        self.assertEqual(self.rounds(), [1])
        self.assertGreater(len(self.results()), 1)
        self.out = self.folder / "local"
        self.grade(engine="local")
        self.assertEqual(on_nodes, self.book())

    def compare_what_is_too_slow(self):
        """What takes much longer than planned is left, and ends in pieces on several cores."""
        self.students(3, wrong=(1,))
        tests = 2 * TESTS
        self.problem(tests={str(i): (f"{i} {i + 1}\n", f"{2 * i + 1}\n") for i in range(tests)})
        self.write("handed/s9/sum.c", LOOP_C)
        self.grade()
        on_nodes = self.book()
        self.assertTrue(self.records("rest"))
        self.assertGreater(len([key for key in self.records("unit") if " " in key]), 1)
        judged = collections.Counter(self.records("test"))
        self.assertEqual((len(judged), set(judged.values())), (4 * tests, {1}))
        self.assertEqual(self.verdicts(), {"AC": 2, "WA": 1, "TLE": 1})
        self.out = self.folder / "local"
        shutil.rmtree(self.home / "state")
        self.grade(engine="local")
        self.assertEqual(on_nodes, self.book())


class OnCluster(Grading):
    port = None

    @classmethod
    def setUpClass(cls):
        why = what_is_missing()
        if why:
            raise unittest.SkipTest(why)
        cls.cluster = Cluster(cls.port)
        cls.addClassCleanup(cls.cluster.stop)

    def setUp(self):
        super().setUp()
        self.cluster.rest()

    def environment(self, **extra):
        return super().environment(**{"SLURM_CONF": self.cluster.conf, "PATH": path_with_sbin(), **extra})


class Faults(OnCluster):
    port = 16810

    def test_nodes_give_the_grades_that_this_machine_gives(self):
        self.compare_with_this_machine()

    @slow
    def test_what_is_too_slow_everywhere_ends_in_pieces(self):
        self.compare_what_is_too_slow()

    def test_a_lost_node_costs_only_what_it_had_not_written(self):
        self.students(6, sleep=0.4)
        process = self.begin_and_wait()
        wait_for("n1 wrote a result", lambda: [one for one in self.results() if ".n1." in str(one)
                                               and self.records("test", one)])
        self.cluster.do("fail-node", "n1")
        err = self.end(process)
        self.assert_all_judged(AC=6)
        # Each result once: what was written before is not run again.
        again = [key for key, times in collections.Counter(self.records("test")).items() if times > 1]
        self.assertEqual(again, [], err)
        self.assertNotIn("twice", err)

    def test_srun_carries_to_nodes_what_they_do_not_see_and_loses_one(self):
        self.students(4, sleep=0.4)
        self.site(shared="none")
        process = self.begin_and_wait()
        wait_for("a result", lambda: self.records("test"))
        self.cluster.do("fail-node", "n1")
        self.end(process)
        self.assert_all_judged(AC=4)
        self.assertTrue(all(".srun." in str(one) for one in self.results()))
        again = [key for key, times in collections.Counter(self.records("test")).items() if times > 1]
        self.assertEqual(again, [])

    def test_a_killed_judge_leaves_nothing_behind_and_its_shard_is_judged_again(self):
        self.students(3, sleep=1, extra=ESCAPE)
        process = self.begin_and_wait()
        wait_for("a process escapes its session", lambda: self.escaped())
        pid = min(shard_processes(self.folder))
        below = descendants(pid)
        os.kill(pid, signal.SIGKILL)
        wait_for("everything below it ends", lambda: not [one for one in below if self.lives(one)])
        self.end(process)
        self.assert_all_judged(AC=3)
        self.assertFalse(self.escaped())

    @staticmethod
    def lives(pid):
        try:
            return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        except OSError:
            return False

    @staticmethod
    def escaped():
        done = subprocess.run(["pgrep", "-f", "^sleep 98765"], capture_output=True, check=False)
        return done.returncode == 0

    def test_a_program_that_kills_its_judge_is_given_up_alone(self):
        self.students(4, sleep=0.1)
        self.write("killer.py", f"""\
            import os, pathlib, signal, subprocess, sys, time
            child = subprocess.Popen([{str(ARBITER)!r}, *sys.argv[1:]])
            folder = pathlib.Path(sys.argv[2])
            mark = "/* s2 */"
            bad = [one.parent.name for one in folder.glob("submissions/*/*.c") if mark in one.read_text()][0]
            unit = "unit-of-nobody"
            for one in folder.glob(f"rounds/{{sys.argv[3]}}/*.json"):
                text = one.read_text()
                at = text.find(bad)
                if at >= 0:
                    unit = text[:at].rsplit('"key": "', 1)[1][:64]
            while child.poll() is None:
                for one in folder.glob("results/*/journal.jsonl"):
                    if f".p{{child.pid}}" in str(one) and f'"kind":"start","key":"{{unit}}"' in one.read_text():
                        child.kill()
                time.sleep(0.01)
            sys.exit(child.wait() and 1)
            """)
        self.write("killer", f"#!/bin/sh\nexec {shutil.which('python3')} {self.folder}/killer.py \"$@\"\n", 0o755)
        self.site(arbiter=str(self.folder / "killer"), most_shard=60, least_shard=60)
        _, _, err = self.grade(status=5)
        self.assert_all_judged(AC=3, JE=1)
        self.assertEqual(self.rounds(), [1, 2, 3], err)
        self.assertIn("the judge died while it judged this", (self.out / "gradebook.json").read_text())


class Calls(OnCluster):
    """Calls that end early, and results that are not what they should be."""

    port = 16970

    def test_an_interrupted_call_leaves_nothing_running_and_goes_on_later(self):
        self.students(6, sleep=0.4)
        process = self.begin_and_wait()
        wait_for("some results", lambda: len(self.records("test")) > 3)
        process.send_signal(signal.SIGINT)
        err = self.end(process, status=130)
        self.assertIn("run the same command to continue", err)
        wait_for("no task is left", lambda: not self.cluster.running())
        wait_for("no judge is left", lambda: not shard_processes(self.folder))
        before = set(self.records("test"))
        self.grade()
        self.assert_all_judged(AC=6)
        after = collections.Counter(self.records("test"))
        self.assertEqual([key for key in before if after[key] > 1], [])

    def test_a_call_that_was_killed_is_joined_by_the_next(self):
        self.students(6, sleep=0.4)
        self.site(silent_after=60)
        process = self.begin_and_wait()
        process.kill()
        process.wait()
        self.assertTrue(self.cluster.running())
        self.grade()
        self.assert_all_judged(AC=6)
        self.assertEqual(self.rounds(), [1])

    def test_damaged_and_foreign_results_are_told_of_and_made_again(self):
        self.students(3, sleep=0.1)
        self.grade()
        for name in ("gradebook.json", "journal.jsonl"):
            (self.out / name).unlink()
        first = self.results()[0]
        lines = first.read_text().splitlines(keepends=True)
        tests = [i for i, line in enumerate(lines) if '"kind":"test"' in line]
        lines[tests[0]] = lines[tests[0]].replace('"ac ', '"ac 1')
        lines[tests[-1]] = lines[tests[-1]][:40]
        first.write_text("".join(lines))
        results = self.out / "cluster/results"
        (results / "r0001.s00009.n000.j1.n1.p1").mkdir()
        (results / "r0001.s00009.n000.j1.n1.p1/journal.jsonl").write_text("")
        foreign = results / "r0001.s00009.n000.j2.n1.p1"
        foreign.mkdir()
        (foreign / "journal.jsonl").write_text(line_of("attempt", "0123456789abcdef", "{}"))
        # Results that other runs share would hide what is missing.
        shutil.rmtree(self.home / "state")
        _, _, err = self.grade()
        self.assertIn("damaged", err)
        self.assertIn(f"{foreign.name} belongs to another run", err)
        self.assert_all_judged(AC=3)

    def test_runs_that_disagree_are_judged_again(self):
        self.students(2, sleep=0.1, wrong=(1,))
        self.grade()
        for name in ("gradebook.json", "journal.jsonl"):
            (self.out / name).unlink()
        [first] = [path for path in self.results() if '"value":"ac ' in path.read_text()]
        other = first.parent.parent / first.parent.name.replace(".n000.", ".n001.")
        other.mkdir()
        lines = first.read_text().splitlines()
        attempt = [line for line in lines if '"kind":"attempt"' in line][0]
        accepted = json.loads([line for line in lines if '"value":"ac ' in line][0])
        lines = [line for path in self.results() for line in path.read_text().splitlines()]
        wrong = [line for line in lines if '"secret/1"' in line][0].split('"value":', 1)[1][:-1]
        (other / "journal.jsonl").write_text(attempt + "\n" + line_of("test", accepted["key"], wrong))
        shutil.rmtree(self.home / "state")
        self.assertIn("one result differed between two runs", self.grade()[2])
        self.assert_all_judged(AC=1, WA=1)
        self.assertEqual(self.rounds(), [1, 2])

    def test_a_full_folder_is_named_and_nothing_is_half_counted(self):
        small = self.folder / "small"
        small.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "none", str(small)], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", str(small)], check=False)
        self.students(3, sleep=0.1)
        with open(small / "filler", "wb") as filler:
            filler.write(b"x" * 260_000)
        status, _, err = self.arbiter(*self.words(), "--shared", str(small))
        self.assertEqual(status, 6, err)
        self.assertIn("No space left on device", err)
        (small / "filler").unlink()
        self.grade()
        self.assert_all_judged(AC=3)


class Fakes(Grading):
    """Everywhere: commands that only look like Slurm's."""

    def setUp(self):
        super().setUp()
        self.queue = self.folder / "queue"
        self.queue.mkdir()
        fake = pathlib.Path(__file__).with_name("fake_slurm.py")
        for name in ("sbatch", "squeue", "scancel", "sinfo", "scontrol", "srun"):
            self.write(f"bin/{name}", f"#!/bin/sh\nexec {shutil.which('python3')} -I -S {fake} {name} \"$@\"\n", 0o755)

    def environment(self, **extra):
        path = f"{self.folder}/bin:{path_with_sbin()}"
        return super().environment(**{"FAKE_SLURM": str(self.queue), "PATH": path, **extra})

    def test_nodes_give_the_grades_that_this_machine_gives(self):
        self.compare_with_this_machine()

    def test_srun_carries_what_nodes_do_not_see(self):
        self.site(shared="none")
        self.compare_with_this_machine()

    @slow
    def test_pieces_are_carried_to_nodes(self):
        self.site(shared="none")
        self.compare_what_is_too_slow()

    def test_auto_says_what_it_chose(self):
        self.students(1)
        self.assertIn("engine: this machine; this takes about", self.grade(engine="auto")[2])
        self.write("sum/problem.yaml", problem_yaml("time_limit: 8000, memory: 64, output: 1"))
        _, _, err = self.grade(engine="auto")
        self.assertRegex(err, "engine: the nodes of the Slurm cluster; this machine would take about .* (min|h)")
        shutil.rmtree(self.folder / "bin")
        shutil.rmtree(self.home / "state")
        self.out = self.folder / "other"
        _, _, err = self.grade(engine="auto")
        self.assertRegex(err, "engine: this machine; there is no command 'sbatch'|engine: this machine; .*sbatch")

    def test_an_interrupted_call_cancels_its_tasks(self):
        self.students(4, sleep=0.4)
        for settings in ({}, {"shared": "none"}):
            self.site(**settings)
            self.out = self.folder / f"out-{len(settings)}"
            process = self.begin_and_wait()
            process.send_signal(signal.SIGINT)
            self.assertIn("run the same command to continue", self.end(process, status=130))
            self.assertEqual(list(self.queue.iterdir()), [])
            self.grade()
            self.assert_all_judged(AC=4)
            shutil.rmtree(self.home / "state")

    def test_grades_are_there_while_nodes_judge(self):
        self.students(3, sleep=1)
        self.students(1, sleep=0)  # whose grades are there long before those of the others
        process = self.begin()
        so_far = self.out / "gradebook.so-far.json"
        wait_for("the first grades", lambda: so_far.exists() and '"verdict":"AC"' in so_far.read_text())
        self.assertRegex(so_far.read_text(), r"so far [12] of 3 programs are judged")
        self.end(process)
        self.assertFalse(so_far.exists())
        self.assert_all_judged(AC=3)

    def test_judge_gives_the_verdicts_that_this_machine_gives(self):
        self.students(4, wrong=(1, 3))
        self.site(engine="local", keep="false")
        words = ["judge", "sum", "handed/s0/sum.c", "handed/s1/sum.c", "handed/s3/sum.c", "--tests", "*[1-4]",
                 "--time-limit", "3s", "--format", "json"]

        def verdicts(status, *more):
            _, out, _ = self.arbiter(*words, *more, status=status)
            document = json.loads(out)
            return [(one["path"], one["verdict"], [(test["name"], test["verdict"], test["message"])
                                                   for test in one["tests"]]) for one in document["submissions"]]
        on_nodes = verdicts(1, "--engine", "slurm")
        self.assertEqual([len(one[2]) for one in on_nodes], [4, 4, 4])
        self.assertEqual(on_nodes, verdicts(1, "--no-cache"))
        self.assertEqual(list((self.home / "state/arbiter/nodes").iterdir()), [])

    def test_an_interrupted_judge_goes_on_later(self):
        self.students(3, sleep=0.4)
        words = ["judge", "sum", *(f"handed/s{i}/sum.c" for i in range(3)), "--engine", "slurm"]
        process = self.started(*words, start_new_session=True)
        state = self.home / "state/arbiter/nodes"
        results = lambda: list(state.glob("*/cluster/results/r*/journal.jsonl"))
        wait_for("a result", lambda: any('"kind":"test"' in one.read_text() for one in results()))
        process.send_signal(signal.SIGINT)
        self.end(process, status=130)
        self.assertEqual(list(self.queue.iterdir()), [])
        before = {key for one in results() for key in self.records("test", one)}
        self.arbiter(*words)
        after = [key for one in results() for key in self.records("test", one)]
        self.assertEqual(len(set(after)), 3 * TESTS)
        self.assertEqual([key for key in before if after.count(key) > 1], [])

    def test_break_all_leaves_out_what_nodes_saw_fail(self):
        self.students(3, wrong=(1,))
        self.write("sum/submissions/accepted/sum.c", SUM_C)
        self.write("gen.py", "import sys\nprint(len(sys.argv), 1)\n")
        words = ["stress", "sum", *(f"handed/s{i}/sum.c" for i in range(3)), "--generator", "gen.py",
                 "--break-all", "hacks", "--iterations", "2", "--format", "json"]

        def left_out(*more):
            _, out, _ = self.arbiter(*words, *more, status=0)
            return json.loads(out)["left_out"]
        on_nodes = left_out("--engine", "slurm")
        self.assertEqual([one["path"] for one in on_nodes], ["handed/s1/sum.c"])
        results = (self.home / "state/arbiter/nodes").glob("*/cluster/results/r*/journal.jsonl")
        seen = {key for one in results for key in self.records("test", one)}
        self.assertEqual(len(seen), 3 * TESTS)
        self.assertEqual(on_nodes, left_out())

    def test_a_second_terminal_follows_a_run(self):
        self.students(3, sleep=0.3)
        process = self.begin_and_wait()
        _, out, err = self.arbiter("show", str(self.out), "--follow")
        self.assertRegex(err, r"/3 programs; round 1: .* running")
        self.end(process)
        self.assertIn("s2", out)
        self.assertFalse((self.out / "progress").exists())
        _, again, err = self.arbiter("show", str(self.out), "--follow")
        self.assertEqual((again, err), (out, ""))

    def test_judge_says_what_nodes_cannot_do(self):
        self.students(1)
        _, _, err = self.arbiter("judge", "sum", "handed/s0/sum.c", "--engine", "slurm", "--repeat", "3", status=2)
        self.assertIn("--repeat needs this machine alone", err)

    def test_doctor_compares_a_node_with_this_machine(self):
        _, out, _ = self.arbiter("doctor", "--engine", "slurm", "--format", "json")
        engine = json.loads(out)["engine"]
        self.assertEqual(engine["node"], "n0")
        self.assertIn("it sees the shared folder, and writes and renames there",
                      [one["text"] for one in engine["findings"] if one["good"]])

    def test_doctor_names_what_a_node_lacks(self):
        other = self.write("other", f"""\
            #!/bin/sh
            echo '{{"host":"n0","version":"0","cpu":"","can_isolate":false,"mode":"","remedy":"do this"' \
              ',"languages":[],"loop":1e9,"folder":"no such folder"}}'
            """, 0o755)
        self.site(arbiter=str(other))
        _, out, _ = self.arbiter("doctor", "--engine", "slurm", status=5)
        asked = out[out.index("Engine slurm"):]
        for words in ("Arbiter 0; here", "programs cannot be isolated; do this", "it lacks languages",
                      "times as long as this one", "no such folder; --shared DIR"):
            self.assertIn(words, " ".join(asked.split()))

    def test_a_refused_job_says_what_slurm_said(self):
        self.students(1)
        (self.queue / "refuses").touch()
        _, _, err = self.grade(status=6)
        self.assertIn("Invalid partition name specified", err)
        self.assertIn("--slurm-option", err)

    def test_shards_by_hand_judge_what_is_known_again_if_told_so(self):
        self.students(2, wrong=(1,))
        self.grade(engine="local")
        known, self.out = self.book(), self.folder / "by-hand"
        words = [*self.words("by-hand"), "--no-cache"]
        self.assertIn("not judged yet", self.arbiter(*words, status=6)[2])
        for shard in (self.out / "cluster/rounds/1").glob("*.json"):
            self.arbiter("shard-run", str(self.out / "cluster"), "1", shard.stem)
        self.arbiter(*words)
        self.assertEqual(self.book(), known)

    def test_a_controller_that_does_not_answer_is_told_of(self):
        self.students(1)
        (self.queue / "down").touch()
        self.assertIn("Unable to contact slurm controller", self.grade(status=6)[2])


class Controller(OnCluster):
    """What becomes of the work when Slurm's own processes fail."""

    port = 16850

    def test_a_controller_that_dies_early_loses_tasks_and_nothing_else(self):
        self.students(4, sleep=0.3)
        process = self.begin()
        wait_for("the job is there", self.cluster.tasks)
        self.cluster.kill_controller()
        self.cluster.restart_controller()
        self.cluster.resume_until_the_end(process)
        self.end(process)
        self.assert_all_judged(AC=4)

    def test_a_controller_that_dies_later_and_stays_away_is_waited_for(self):
        self.students(6, sleep=0.4)
        process = self.begin_and_wait()
        self.cluster.kill_controller()
        lines = []
        for line in process.stderr:
            lines.append(line.decode())
            if "does not answer" in lines[-1]:
                break
        self.cluster.restart_controller()
        self.cluster.resume_until_the_end(process)
        err = "".join(lines) + self.end(process)
        self.assertIn("answers again", err)
        self.assert_all_judged(AC=6)


# On few inputs: a program that loops takes its whole time limit on each of these.
LOOP = """
  char first = 0;
  for (volatile int i = pread(0, &first, 1, 0); first % 8 == 0; ++i) {}
"""


class Course(OnCluster):
    """A hundred students and three problems that ship; everything fails once on the way."""

    port = 16930
    PROBLEMS = ("bokstavslek", "twofive", "wordduel")

    def words(self, engine="slurm"):
        problems = [word for name in self.PROBLEMS for word in ("--problems", SOURCE / "problems" / name)]
        return ["grade", "handed", *map(str, problems), "--out", str(self.out), "--engine", engine]

    def hand_in(self):
        choice = random.Random(1)
        for problem in self.PROBLEMS:
            folder = SOURCE / "problems" / problem / "submissions"
            # Those that are labelled as too slow are near the time limit on some test cases, where results may
            # differ. Programs that loop take most of the time: a few are enough.
            programs = [path for path in sorted(folder.glob("*/*.cpp")) if path.parent.name != "time_limit_exceeded"]
            looping = (folder / "accepted/reference.cpp").read_text().replace("int main() {", "int main() {" + LOOP)
            self.assertIn(LOOP, looping)
            for i in range(100):
                program = looping if i < 2 else choice.choice(programs).read_text()
                self.write(f"handed/s{i:02}/{problem}.cpp", f"// {i}\n#include <unistd.h>\n{program}")

    def files(self):
        """Those without measurements, whole but for the instant of grading."""
        return {path.relative_to(self.out).as_posix(): re.sub(rb"\d\d:\d\d:\d\dZ", b"", path.read_bytes()) for path in
                (self.out / "grades.csv", *sorted((self.out / "submissions").rglob("*"))) if path.is_file()}

    @staticmethod
    def results_of(book):
        """What a person compares: a line a test case that is not AC."""
        return [f"{work['problem']} {work['sha256'][:8]} {test['name']} {test['verdict']} {test['reason']}"
                for work in json.loads(book)["works"] for test in work["tests"] if test["verdict"] != "AC"]

    def begin(self, **how):
        """What it says goes to a file: there is too much for a pipe."""
        with open(self.folder / "said", "ab") as said:
            return self.started(*self.words(**how), start_new_session=True, stdout=said, stderr=said)

    def wait_for_more(self, process, what, meanwhile=lambda: None):
        before = len(self.records("test"))

        def there_are_more():
            meanwhile()
            self.assertIsNone(process.poll(), (self.folder / "said").read_text()[-2000:])
            return len(self.records("test")) > before + 1000

        wait_for(what, there_are_more, patience=600)

    def test_a_course_gets_the_same_grades_after_all_that_may_happen(self):
        self.hand_in()
        self.site(least_shard=40, most_shard=120)
        # Before that all test cases of the problems may have to be made.
        process = self.begin_and_wait(patience=300)
        self.wait_for_more(process, "results of two nodes")
        self.cluster.do("fail-node", "n1")
        self.wait_for_more(process, "results without a node")
        self.cluster.kill_controller()
        self.cluster.restart_controller()
        self.wait_for_more(process, "results with another controller", self.cluster.resume_nodes)
        process.kill()
        process.wait()
        process = self.begin()
        self.assertEqual(self.cluster.resume_until_the_end(process), 0, (self.folder / "said").read_text()[-2000:])
        on_nodes = self.book(), self.files()
        self.assertEqual(sum(self.verdicts().values()), 300)
        self.assertGreater(len(self.verdicts()), 3)
        self.out = self.folder / "local"
        shutil.rmtree(self.home / "state")
        # This takes minutes.
        self.assertEqual(self.begin(engine="local").wait(), 0)
        locally = self.book(), self.files()
        self.assertEqual(self.results_of(on_nodes[0]), self.results_of(locally[0]))
        self.assertTrue(on_nodes == locally, "the grade books differ")


class Frozen(OnCluster):
    port = 16890

    def test_a_node_that_comes_back_has_its_results_counted_once(self):
        self.students(1, sleep=2)
        self.site(silent_after=100)
        process = self.begin_and_wait()
        node = self.cluster.running()[0][2]
        # Its judge pauses until the other node has begun, so that test cases are left for both.
        judge = min(shard_processes(self.folder))
        os.kill(judge, signal.SIGSTOP)
        self.cluster.do("freeze-node", node)
        wait_for("both nodes judge the same", lambda: len({one.parent.name for one in self.results()}) > 1
                 and len(shard_processes(self.folder)) > 1)
        os.kill(judge, signal.SIGCONT)
        wait_for("both wrote the same",
                 lambda: max(collections.Counter(self.records("test")).values(), default=0) > 1)
        self.cluster.do("thaw-node", node)
        err = self.end(process)
        self.assertRegex(err, r"results? came twice and counts once")
        self.assert_all_judged(AC=1)
