"""How fast a cohort is graded, beside a loop that only starts the same programs on the same inputs.

    python3 -B runner/bench/grade_throughput.py [option …]

    --arbiter PROGRAM   build/release/bin/arbiter when nothing is said
    --submissions N     1000, all different
    --tests N           50
    --rounds N          3
    --jobs N            2

All submissions are compiled before, by grading them on one test; how long that takes stands apart.
Then the loop and `arbiter grade` take turns, each on all cores that the jobs get; the figures are
medians. The last command is given again without any change. Memory is the highest that the runner
itself ever had.
"""

import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from frame import kept_in, parser_of, timed, write

LOOP = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
extern char** environ;
/* loop JOBS PROGRAMS TESTS FOLDER: each job starts its share of programs on all tests. */
int main(int argc, char** argv) {
  int jobs = atoi(argv[1]), programs = atoi(argv[2]), tests = atoi(argv[3]);
  for (int job = 0; job < jobs; ++job) {
    if (fork() != 0) continue;
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET(job % sysconf(_SC_NPROCESSORS_ONLN), &core);
    if (jobs > 1) sched_setaffinity(0, sizeof core, &core);
    char program[4096], input[4096], output[4096];
    snprintf(output, sizeof output, "%s/bare.out.%d", argv[4], job);
    for (int i = job; i < programs; i += jobs) {
      snprintf(program, sizeof program, "%s/bare/%d", argv[4], i % 20);
      for (int test = 0; test < tests; ++test) {
        snprintf(input, sizeof input, "%s/problems/sum/data/secret/%03d.in", argv[4], test);
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_addopen(&files, 0, input, O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&files, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        char* words[] = {program, NULL};
        pid_t child;
        int status = 0;
        if (posix_spawn(&child, program, &files, NULL, words, environ) != 0) _exit(1);
        waitpid(child, &status, 0);
        posix_spawn_file_actions_destroy(&files);
        if (status != 0) _exit(1);
      }
    }
    _exit(0);
  }
  int failed = 0, status;
  while (wait(&status) > 0) failed |= status != 0;
  return failed;
}
"""
SOURCE = """\
#include <stdio.h>
int main(void) {{
  long a, b;
  if (scanf("%ld %ld", &a, &b) != 2) return 1;
  printf("%ld\\n", a + b + {number} - {number});
  return 0;
}}
"""
PROBLEM = """\
problem_format_version: 2025-09
name: Sum
uuid: 5d1d4a3c-7f5e-4a55-9d44-6f7d6c0a4c12
limits: {time_limit: 2, memory: 256}
"""


def make_package(root, tests):
    write(root / "problem.yaml", PROBLEM)
    for test in range(tests):
        write(root / f"data/secret/{test:03}.in", f"{test} {3 * test}\n")
        write(root / f"data/secret/{test:03}.ans", f"{4 * test}\n")


def make_cohort(folder, options):
    make_package(folder / "problems/sum", options.tests)
    make_package(folder / "first/sum", 1)
    for number in range(options.submissions):
        write(folder / f"in/s{number:04}/sum.c", SOURCE.format(number=number))
    write(folder / "loop.c", LOOP)
    subprocess.run(["gcc", "-O2", "-o", folder / "loop", folder / "loop.c"], check=True)
    (folder / "bare").mkdir()
    for number in range(min(20, options.submissions)):
        subprocess.run(["gcc", "-O2", "-static", "-o", folder / f"bare/{number}",
                        folder / f"in/s{number:04}/sum.c"], check=True)


class Run:
    """One `arbiter grade`: how long it took, what it said, and the highest memory of the runner."""

    def __init__(self, folder, options, problems, out):
        # Runs share what they know, so each OUT has a state of its own.
        words = [options.arbiter, "grade", "in", "--problems", problems, "--out", out,
                 "--jobs", str(options.jobs)]
        environment = {**kept_in(folder, f"state.{out}"), "HOME": str(folder)}
        self.peak_kib = 0
        begun = time.monotonic()
        process = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        watcher = threading.Thread(target=self.watch, args=(process,))
        watcher.start()
        _, self.said = process.communicate()
        self.seconds = time.monotonic() - begun
        watcher.join()
        if process.returncode != 0:
            sys.exit(f"arbiter ended with status {process.returncode}:\n{self.said[-2000:]}")

    def watch(self, process):
        status = pathlib.Path(f"/proc/{process.pid}/status")
        while process.poll() is None:
            try:
                found = re.search(r"VmHWM:\s+(\d+)", status.read_text())
            except OSError:
                return
            if found:
                self.peak_kib = max(self.peak_kib, int(found[1]))
            time.sleep(0.02)

    def judged(self):
        """The line on how long judging alone took, with compiling apart."""
        return next((line for line in self.said.splitlines() if " judged by " in line), "")


def loop(folder, options):
    return timed([folder / "loop", str(options.jobs), str(options.submissions), str(options.tests), folder])


def main():
    parser = parser_of(__doc__)
    parser.add_argument("--submissions", default=1000, type=int)
    parser.add_argument("--tests", default=50, type=int)
    parser.add_argument("--rounds", default=3, type=int)
    parser.add_argument("--jobs", default=2, type=int)
    options = parser.parse_args()
    options.arbiter = options.arbiter.resolve()
    with tempfile.TemporaryDirectory(prefix="grade-throughput.") as name:
        folder = pathlib.Path(name)
        make_cohort(folder, options)
        first = Run(folder, options, "first", "out.first")
        print(f"compiling and one test each  {first.seconds:8.1f} s   {first.judged()}")
        count = options.submissions * options.tests
        bare, graded, again, peaks = [], [], [], []
        for number in range(options.rounds):
            bare.append(loop(folder, options))
            run = Run(folder, options, "problems", f"out.{number}")
            graded.append(run.seconds)
            second = Run(folder, options, "problems", f"out.{number}")
            again.append(second.seconds)
            peaks += [run.peak_kib, second.peak_kib]
            print(f"round {number + 1}: bare {count / bare[-1]:.0f}/s, grade {count / graded[-1]:.0f}/s, "
                  f"{max(peaks) / 1024:.0f} MiB, again {again[-1]:.2f} s; {run.judged()}", flush=True)
        bare_rate, rate = count / statistics.median(bare), count / statistics.median(graded)
        print(f"bare loop, {options.jobs} jobs        {bare_rate:8.0f} tests/s")
        print(f"arbiter grade, {options.jobs} jobs    {rate:8.0f} tests/s, {rate / bare_rate:.2f} of it")
        print(f"highest memory            {max(peaks) / 1024:8.0f} MiB")
        print(f"unchanged again           {statistics.median(again):8.2f} s")


if __name__ == "__main__":
    main()
