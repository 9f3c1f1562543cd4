"""Many runs in one process, and runners that are killed: nothing grows, nothing stays behind.

Usage: endurance_test.py ARBITER SOURCE CACHE [slow]: with "slow" 100 000 runs and 50 kills.
"""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

from slow import IS_SLOW
from workbench import Workbench, descendants, wait_for

TESTS, REPEATS, KILLS = (1000, 100, 50) if IS_SLOW else (200, 10, 6)
MIB = 1024 * 1024
KEPT_INPUTS = 256  # that the runner holds open at most


def resident(pid):
    """Bytes; 0 when it has ended."""
    try:
        pages = pathlib.Path(f"/proc/{pid}/statm").read_text().split()
        return int(pages[1]) * os.sysconf("SC_PAGESIZE") if len(pages) > 1 else 0
    except OSError:
        return 0


def open_files(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def abandoned_groups():
    """Control groups of boxes whose nursery is dead."""
    found = set()
    for folder in pathlib.Path("/sys/fs/cgroup").glob("**/arbiter-box.*"):
        if not pathlib.Path("/proc", folder.name.split(".")[1]).exists():
            found.add(str(folder))
    return found


def started_with(mark):
    """Processes that have this text in their environment."""
    found = set()
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark.encode() in (entry / "environ").read_bytes():
                found.add(int(entry.name))
        except OSError:
            pass
    return found


def identity(pid):
    """What tells a process from a later one with the same number; None when it has ended."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return None if fields[0] == "Z" else (pid, fields[19])
    except OSError:
        return None


class Endurance(Workbench):
    def setUp(self):
        super().setUp()
        self.problem("sum", {f"{i:04}": (f"{i} {i}\n", f"{2 * i}\n") for i in range(TESTS)})
        self.mark = f"endurance-{os.getpid()}-{id(self)}"
        # Compiled before anything is watched.
        self.judge("sum", "a.c", "--tests", "secret/0000", status=0)

    def start(self, *words, judged=("sum", "a.c"), **environment):
        return self.started("judge", *judged, "--no-cache", *words, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL,
                            env=self.environment(ARBITER_MARK=self.mark, **environment))

    def assert_nothing_is_left(self, known):
        wait_for("the end of all processes", lambda: not started_with(self.mark) and
                 not any(one and identity(one[0]) == one for one in known))

    def test_many_runs_in_one_process_do_not_grow(self):
        before = abandoned_groups()
        judge = self.start("--repeat", str(REPEATS), "--jobs", "2")
        samples = []
        while judge.poll() is None:
            samples.append((resident(judge.pid), open_files(judge.pid)))
            time.sleep(0.02)
        self.assertEqual(judge.returncode, 0)
        samples = [one for one in samples if all(one)]
        self.assertGreater(len(samples), 10)
        early, late = samples[:len(samples) // 3], samples[len(samples) // 3:]
        peak = max(memory for memory, _ in samples)
        growth = max(memory for memory, _ in late) - max(memory for memory, _ in early)
        print(f"{TESTS * REPEATS} runs: peak {peak / MIB:.1f} MiB, "
              f"{growth / MIB:+.1f} MiB after the first third")
        self.assertLess(peak, 100 * MIB)
        self.assertLess(growth, 4 * MIB)
        self.assertLess(max(files for _, files in samples), KEPT_INPUTS + 64)
        self.assert_nothing_is_left([])
        self.assertEqual(abandoned_groups() - before, set())

    def test_nothing_keeps_running_when_the_runner_is_killed(self):
        before = abandoned_groups()
        for turn in range(KILLS):
            moments = random.Random(turn)
            judge = self.start("--repeat", "1000", "--jobs", "2")
            time.sleep(moments.uniform(0, 0.5))
            known = [identity(pid) for pid in descendants(judge.pid)]
            judge.send_signal(signal.SIGKILL)
            judge.wait()
            self.assert_nothing_is_left(known)
            self.assertEqual(abandoned_groups() - before, set(), f"turn {turn}")

    def test_the_next_start_removes_what_killed_boxes_left(self):
        before = abandoned_groups()
        for turn in range(KILLS):
            judge = self.start("--repeat", "1000", "--jobs", "2")
            wait_for("a box", lambda: len(descendants(judge.pid)) > 3)
            # Stopped first, so that nobody sees another end and cleans up.
            judge.send_signal(signal.SIGSTOP)
            boxes = descendants(judge.pid)
            known = [identity(pid) for pid in boxes]
            for pid in [*boxes, judge.pid]:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            judge.wait()
            self.assert_nothing_is_left(known)
            self.judge("sum", "a.c", "--tests", "secret/0000", status=0)
            self.assertEqual(abandoned_groups() - before, set(), f"turn {turn}")

    def test_the_next_start_removes_the_folders_of_killed_ones(self):
        temporary = self.folder / "temporary"
        temporary.mkdir()
        archive = shutil.make_archive(self.folder / "packed", "zip", self.folder, "sum")
        left = 0
        for turn in range(KILLS):
            judge = self.start("--repeat", "1000", judged=(archive, "a.c"), TMPDIR=str(temporary))
            wait_for("a folder", lambda: any(temporary.iterdir()))
            judge.kill()
            judge.wait()
            left += len(list(temporary.iterdir()))
            self.start("--tests", "secret/0000", TMPDIR=str(temporary)).wait()
            self.assertEqual(list(temporary.iterdir()), [], f"turn {turn}")
        self.assertGreater(left, 0)
