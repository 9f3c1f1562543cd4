"""The benchmarks that compare with other tools, with small packages and tools made for the test."""

import subprocess
import sys

import workbench
from workbench import Workbench

# What each of the tools prints of a submission, as far as the benchmarks read it.
BAPCTOOLS = """\
for path in submissions/*/*.py submissions/*/*.cpp; do
  [ ! -e "$path" ] || echo "${path#submissions/}:  ACCEPTED  0.010s @ 1"
done
"""
PROBLEMTOOLS = """\
for path in "$1"/submissions/*/*.py "$1"/submissions/*/*.cpp; do
  [ ! -e "$path" ] || echo "AC submission ${path##*/} (C++) OK: AC [test case 1, CPU: 0.01s]"
done
"""


class PeerBenches(Workbench):
    def bench(self, name, *arguments, status=0):
        script = workbench.SOURCE / "runner/bench" / name
        done = subprocess.run([sys.executable, "-B", script, "--arbiter", workbench.ARBITER,
                               *arguments], cwd=self.folder, env=self.environment(),
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def tools(self):
        return ("--bapctools", f"sh {self.write('bt', BAPCTOOLS)}",
                "--problemtools", f"sh {self.write('verifyproblem', PROBLEMTOOLS)}")

    def test_every_way_has_a_row(self):
        text = self.bench("peer_speed.py", "--tests", "2", "--submissions", "1", "--rounds", "1",
                          *self.tools())
        self.assertIn("2 tests, 1 C++ submissions", text)
        for name in ("bare compiler, then bare spawns", "arbiter judge", "BAPCtools run",
                     "problemtools verifyproblem"):
            self.assertEqual(text.count(f"\n{name} "), 1, text)

    def test_labels_that_hold_and_labels_that_do_not(self):
        self.problem("sums/echo", {"1": ("1\n", "1\n")})
        self.write("sums/echo/submissions/accepted/good.py", "print(input())\n")
        self.write("sums/echo/submissions/accepted/bad.py", "print(7)\n")
        # Of this one nothing is expected, so that it is no label that fails.
        self.write("sums/echo/submissions/check_manually/odd.py", "print(\n")
        self.write("sums/broken/problem.yaml", "name: [\n")
        text = self.bench("compatibility.py", "sums", *self.tools(), status=1)
        self.assertIn("/sums | echo | 2 | 1 | 1 |", text)
        self.assertIn("/sums | broken (error", text)
        row = next(line for line in text.splitlines() if "accepted/bad.py" in line)
        self.assertIn("/sums | echo | accepted/bad.py | AC | WA |", row)
        self.assertIn("BAPCtools: ACCEPTED 0.010s @ 1, problemtools: AC", row)

    def test_claims_hold_for_accepted_programs_alone(self):
        self.problem("sum")
        self.write("sum/submissions/accepted/reference.c", workbench.SUM_C)
        row = "| sum | reference.c | AC | secret/1 |"
        self.assertIn(row, self.bench("claims.py", "sum"))
        self.write("sum/submissions/accepted/wrong.c", workbench.WRONG_C)
        self.assertIn("| sum | wrong.c | WA | secret/1 |",
                      self.bench("claims.py", "sum", status=1))


if __name__ == "__main__":
    workbench.main()
