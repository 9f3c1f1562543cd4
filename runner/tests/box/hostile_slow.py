"""Judges the hostile programs again and again, every other time with a core that is kept busy.

usage: hostile_slow.py HOSTILE_TEST [ROUNDS]

As root the suite also tries what a normal user can do, as nobody. The status is 0 when every round
passed; the output of those that did not is shown.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

# Computes until its parent is gone, so that nothing outlives a test that was killed.
BUSY = """
import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(10 ** 6):
        pass
"""


class BusyCore:
    """Keeps one core busy for as long as the block runs."""

    def __init__(self, core):
        self.core = core

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, "-c", BUSY])
        os.sched_setaffinity(self.process.pid, {self.core})

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def run_round(program, folder, shards):
    """Runs the suite in as many processes; returns the outputs of those that failed."""
    running = []
    for shard in range(shards):
        environment = os.environ | {
            "GTEST_TOTAL_SHARDS": str(shards),
            "GTEST_SHARD_INDEX": str(shard),
            "GTEST_BRIEF": "1",
        }
        log = pathlib.Path(folder, f"{shard}.log")
        with open(log, "wb") as out:
            running.append((log, subprocess.Popen(
                [program], env=environment, stdout=out, stderr=subprocess.STDOUT)))
    # All are waited for before any output is looked at.
    statuses = [(log, process.wait()) for log, process in running]
    return [log.read_text(errors="replace") for log, status in statuses if status != 0]


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    cores = sorted(os.sched_getaffinity(0))
    failed = 0
    for number in range(1, rounds + 1):
        loaded = number % 2 == 0
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            if loaded:
                with BusyCore(cores[-1]):
                    outputs = run_round(program, folder, len(cores))
            else:
                outputs = run_round(program, folder, len(cores))
        failed += bool(outputs)
        print(f"round {number}{', one core busy' if loaded else ''}: "
              f"{'failed' if outputs else 'passed'} in {time.monotonic() - started:.0f} s",
              flush=True)
        for output in outputs:
            print(output)
    if os.geteuid() != 0:
        print("the ways of root were NOT tried: this is another user")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
