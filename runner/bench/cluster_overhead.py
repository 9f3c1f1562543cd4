"""What a Slurm cluster costs: two nodes of one core each, beside `--engine local -j 2`, on this machine.

    python3 -B runner/bench/cluster_overhead.py [option …]     as root, where Slurm is installed

    --arbiter PROGRAM   build/release/bin/arbiter when nothing is said
    --students N        60, each with a program of its own
    --rounds N          2

A problem has ten test cases, on each of which a program computes for about half a second; a shard takes a
minute. Both ways compile all programs. They take turns; the grade books of both must say the same.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from frame import ROOT, parser_of, timed, write

TESTS = 10
PROGRAM = """\
#include <stdio.h>
/* %d */
int main(void) {
  long a, b;
  if (scanf("%%ld %%ld", &a, &b) != 2) return 1;
  volatile unsigned long x = 1;
  for (long i = 0; i < 530000000L; i++) x = x * 6364136223846793005UL + 1442695040888963407UL;
  printf("%%ld\\n", a + b + (x == 0));
}
"""


def make_course(folder, students):
    write(folder / "spin/problem.yaml", "problem_format_version: 2023-07-draft\nname: Spin\n"
          "uuid: 6d1c9d52-0000-4000-8000-000000000001\nlimits: {time_limit: 5, memory: 64}\n")
    for i in range(TESTS):
        write(folder / f"spin/data/secret/{i}.in", f"{i} {i + 1}\n")
        write(folder / f"spin/data/secret/{i}.ans", f"{2 * i + 1}\n")
    for i in range(students):
        write(folder / f"handed/s{i:03}/spin.c", PROGRAM % i)
    write(folder / "arbiter-engine.yaml", "slurm_options: {mem: 800}\n")


def grade(arbiter, folder, engine, environment):
    """Seconds on the wall, and the verdicts."""
    with tempfile.TemporaryDirectory(dir=folder) as out:
        kept = {"XDG_CACHE_HOME": f"{out}/cache", "XDG_STATE_HOME": f"{out}/state"}
        took = timed([arbiter, "grade", "handed", "--problems", "spin", "--out", f"{out}/run", "--engine", engine,
                      "-j", "2", "--progress", "never"], cwd=folder, env={**environment, **kept},
                     stdout=subprocess.DEVNULL)
        book = json.loads(pathlib.Path(out, "run/gradebook.json").read_text())
        return took, [grade["verdict"] for student in book["students"] for grade in student["grades"]]


def main():
    parser = parser_of(__doc__)
    parser.add_argument("--students", default=60, type=int)
    parser.add_argument("--rounds", default=2, type=int)
    how = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="arbiter-bench.") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        make_course(folder, how.students)
        cluster = ["bash", ROOT / "runner/tests/slurm/two-nodes.sh", folder / "slurm"]
        environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin",
                       "SLURM_CONF": str(folder / "slurm/slurm.conf")}
        subprocess.run([*cluster, "start"], env=environment, check=True, stdout=subprocess.DEVNULL)
        try:
            ratios = []
            for _ in range(how.rounds):
                slurm, on_nodes = grade(how.arbiter.resolve(), folder, "slurm", environment)
                local, here = grade(how.arbiter.resolve(), folder, "local", environment)
                if on_nodes != here:
                    sys.exit("the nodes gave other verdicts than this machine")
                ratios.append(slurm / local)
                print(f"two nodes {slurm:.2f} s, this machine {local:.2f} s: {ratios[-1]:.3f}", flush=True)
            print(f"median {statistics.median(ratios):.3f}")
        finally:
            subprocess.run([*cluster, "stop"], env=environment, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
