"""`arbiter grow`: what it measures and says, and what it asks for. Whether it is right is for bench/growth.py."""

import json

from schemas import validate
from workbench import Workbench, problem_yaml

YAML = problem_yaml("time_limit: 0.2, memory: 64, output: 1")
GENERATOR = """\
#include <stdio.h>
int main(int argc, char **argv) { return argc < 3 ? 1 : !printf("%s\\n", argv[2]); }
"""
REFERENCE = "#include <stdio.h>\nint main(void) { return 0; }\n"
SLOW = """\
#include <stdio.h>
static volatile unsigned long sink;
int main(void) {
  unsigned long n, x = 1;
  if (scanf("%lu", &n) != 1) return 1;
  for (unsigned long i = 0; i < n * n; ++i) x = x * 6364136223846793005u + i;
  sink = x;
}
"""


class Grow(Workbench):
    def setUp(self):
        super().setUp()
        self.problem("sizes", {"1": ("5\n", "")}, YAML)
        self.write("sizes/generators/size.c", GENERATOR)
        self.write("sizes/submissions/accepted/none.c", REFERENCE)
        self.write("slow.c", SLOW)

    def grow(self, *more, status=0):
        return self.arbiter("grow", "sizes", "slow.c", *more, status=status)

    def test_programs_are_measured_up_to_the_limit(self):
        out = self.grow("--generator", "size.c --n 500..1000000", "--format", "json", "-o", "growth.html",
                        "-o", "json=too.txt")[1]
        document = json.loads(out)
        validate(document, "grow")
        self.assertEqual(out, (self.folder / "too.txt").read_text())
        reference, slow = document["programs"]
        self.assertEqual(reference["program"], "the reference")
        self.assertEqual(reference["points"][-1]["n"], 1000000)
        self.assertGreaterEqual(len(slow["points"]), 4)
        self.assertLess(slow["points"][-1]["n"], 1000000, "it cannot be as fast as that")
        self.assertTrue(all(point["cpu_s"] <= 0.2 for point in slow["points"]))
        page = (self.folder / "growth.html").read_text()
        self.assertIn("<svg", page)
        self.assertIn("slow.c", page)

    def test_the_package_may_say_what_grows(self):
        self.write("sizes/arbiter.yaml", "grow: ['size.c --n 10..20']\n")
        out = self.grow()[1]
        self.assertIn("inputs of size.c --n 10..20", out)
        self.assertIn("slow.c", out)
        self.assertIn("the reference", out)

    def test_what_is_missing_is_asked_for(self):
        self.assertIn("grow: ['random --n 100..100000']", self.grow(status=2)[2])
        self.assertIn("has 0 ranges", self.grow("-g", "size.c --n 5", status=2)[2])
        self.assertIn("has 2 ranges", self.grow("-g", "size.c 1..2 3..4", status=2)[2])
        self.assertIn("no program is named", self.arbiter("grow", "sizes", "-g", "size.c --n 1..9", status=2)[2])
        self.write("sizes/input_validators/v.c", "int main(void) { return 43; }\n")
        self.assertIn("refuses what", self.grow("-g", "size.c --n 1..9", status=3)[2])
