#!/usr/bin/env python3
"""Judges the same submissions again and again, with the other cores idle and with them busy.

Usage: runner/bench/stability.py [ROUNDS]     (after ./arbiter has built the program; 50 rounds)

Every round is judged twice, with idle and with busy cores in turn. Says which verdicts changed, and
for each program the median CPU time of both, and their spread: the range from the 5th to the 95th
percentile, as a share of the median. Ends with status 1 when a verdict changed.
"""

import collections
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from frame import ARBITER, write

PROBLEM_YAML = """\
problem_format_version: 2025-09
name: Ten
uuid: 0c6a2b8e-43b5-4f0e-9a57-5a3f9a6d1f27
limits: {time_limit: 1, memory: 256, output: 1}
"""

PROGRAMS = {
    "computes.cpp": """\
#include <cstdio>
int main() {
  unsigned x = 1;
  for (int i = 0; i < 150000000; ++i) x = x * 1664525u + 1013904223u;
  std::printf("%d\\n", x == 0 ? 0 : 10);
}
""",
    "walks_memory.cpp": """\
#include <cstdio>
#include <vector>
int main() {
  std::vector<unsigned> all(1 << 24, 1);
  unsigned at = 0, sum = 0;
  for (int i = 0; i < 3000000; ++i) {
    at = (at * 1664525u + 1013904223u) & (all.size() - 1);
    sum += all[at];
  }
  std::printf("%d\\n", sum == 0 ? 0 : 10);
}
""",
    "calls_the_system.cpp": """\
#include <cstdio>
#include <unistd.h>
int main() {
  for (int i = 0; i < 300000; ++i) (void)!write(2, "", 0);
  std::puts("10");
}
""",
    "allocates.cpp": """\
#include <cstdio>
#include <map>
int main() {
  std::map<unsigned, unsigned> all;
  unsigned x = 1;
  for (int i = 0; i < 200000; ++i) all[x = x * 1664525u + 1013904223u] = i;
  std::printf("%d\\n", all.empty() ? 0 : 10);
}
""",
    "interprets.py": "print(10 if sum(i * i % 7 for i in range(1000000)) else 0)\n",
    "wrong.cpp": '#include <cstdio>\nint main() { std::puts("11"); }\n',
    "crashes.cpp": "int main() { __builtin_trap(); }\n",
    "never_ends.cpp": "int main() { for (volatile int i = 0;; i = i + 1) { } }\n",
    "takes_memory.cpp": """\
#include <cstring>
#include <cstdlib>
int main() {
  for (;;) std::memset(std::malloc(1 << 20), 1, 1 << 20);
}
""",
}


@contextlib.contextmanager
def busy_cores():
    """All cores but one have something else to do."""
    spin = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(spin) for _ in range(max(1, len(os.sched_getaffinity(0)) - 1))]
    try:
        yield
    finally:
        for one in others:
            one.kill()
            one.wait()


def judge(folder):
    """Verdict and CPU seconds of each program."""
    done = subprocess.run(
        [ARBITER, "judge", "ten", *PROGRAMS, "--jobs", "1", "--no-cache", "--format", "json"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
    )
    seen = json.loads(done.stdout)["submissions"]
    return {one["path"]: (one["verdict"], one["max_cpu_s"]) for one in seen}


def spread(times):
    if len(times) < 3:
        return 0.0
    cuts = statistics.quantiles(times, n=20)
    return (cuts[-1] - cuts[0]) / statistics.median(times)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    if not ARBITER.exists():
        sys.exit(f"{ARBITER} is not there; run ./arbiter first")
    seen = collections.defaultdict(lambda: {"idle": [], "busy": []})
    with tempfile.TemporaryDirectory(prefix="stability.") as name:
        folder = pathlib.Path(name)
        write(folder / "ten/problem.yaml", PROBLEM_YAML)
        write(folder / "ten/data/secret/1.in", "")
        write(folder / "ten/data/secret/1.ans", "10\n")
        for program, text in PROGRAMS.items():
            (folder / program).write_text(text)
        judge(folder)  # compiles
        for _ in range(rounds):
            for state, load in (("idle", contextlib.nullcontext()), ("busy", busy_cores())):
                with load:
                    for program, result in judge(folder).items():
                        seen[program][state].append(result)
    changed = False
    print(f"{rounds} rounds; CPU time: median, and spread as a share of it\n")
    print(f"{'':<22}{'verdict':<9}{'idle':>9}{'spread':>9}{'busy':>9}{'spread':>9}{'ratio':>8}")
    for program, states in seen.items():
        verdicts = {verdict for results in states.values() for verdict, _ in results}
        changed |= len(verdicts) > 1
        idle, busy = ([cpu for _, cpu in states[state]] for state in ("idle", "busy"))
        middle, loaded = statistics.median(idle), statistics.median(busy)
        print(f"{program:<22}{'/'.join(sorted(verdicts)):<9}{middle * 1e3:>6.1f} ms"
              f"{spread(idle):>9.1%}{loaded * 1e3:>6.1f} ms{spread(busy):>9.1%}"
              f"{loaded / middle:>8.2f}")
    print("\na verdict changed" if changed else "\nno verdict changed")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
