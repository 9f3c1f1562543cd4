"""cross_check.py: what it must see, and what is the same to it."""

import subprocess

from invocation import script
from workbench import ARBITER, SOURCE, SUM_C, Workbench, main

# Small sums, and now and then one with a negative number.
GENERATOR_C = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int seed = atoi(argv[argc - 1]);
  if (seed % 7 == 1) return 1;
  return !printf("%d %d\\n", seed % 50 - (seed % 20 == 3 ? 60 : 0), seed % 3);
}
"""
YAML = "data: {secret: {data: {tiny: {data: {a: 'tiny.c --few {seed:1}'}}}}}\n"
# Global state that a second run in the same process would find changed.
TWICE_CPP = """\
#include <iostream>
#include <vector>
std::vector<int> all(1, 0);
int main() {
  for (int value; std::cin >> value;) all[0] += value;
  std::cout << "  " << all[0];
}
"""
FILE_C = SUM_C.replace('scanf(', 'fscanf(fopen("in/sum.txt", "r"), ').replace(
    'printf(', 'fprintf(fopen("sum.out", "w"), ')


class CrossCheck(Workbench):
    def setUp(self):
        super().setUp()
        self.problem()
        self.write("sum/submissions/accepted/reference.c", SUM_C)
        self.write("sum/generators/tiny.c", GENERATOR_C)
        self.write("sum/generators/generators.yaml", YAML)

    def check(self, **others):
        for name, text in others.items():
            self.write("sum/submissions/accepted/" + name.replace("_", "."), text)
        done = subprocess.run(
            script("problems/cross_check.py", ARBITER, self.folder / "sum", SOURCE,
                   self.folder / "cache", 200),
            env=self.environment(), capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_programs_that_agree(self):
        self.write("sum/arbiter.yaml",
                   "input_files: ['in/sum.txt']\noutput_files: [sum.out]\n")
        status, text = self.check(twice_cpp=TWICE_CPP, file_c=FILE_C)
        self.assertEqual(status, 0, text)
        self.assertIn("3 programs agree on ", text)

    def test_one_that_differs(self):
        status, text = self.check(timid_c=SUM_C.replace("a + b", "a < -40 ? 0 : a + b"))
        self.assertEqual(status, 1)
        self.assertIn("timid.c: status 0, b'0\\n'\nreference.c: b'-", text)

    def test_one_that_dies(self):
        status, text = self.check(dies_c=SUM_C.replace("a + b", "1 / (a + 1000 == 0 || a > -40)"))
        self.assertEqual(status, 1)
        self.assertIn("dies.c: status ", text)

    def test_a_checker_decides_where_tokens_differ(self):
        self.write("sum/output_validator/v.cpp", "#include <iostream>\n#include <fstream>\n"
                   "int main(int, char** argv) { long a, b; std::ifstream(argv[2]) >> a;\n"
                   "return std::cin >> b && (a - b) % 5 == 0 ? 42 : 43; }\n")
        self.assertEqual(self.check(other_c=SUM_C.replace("a + b", "a + b + 5"))[0], 0)
        self.assertEqual(self.check(other_c=SUM_C.replace("a + b", "a + b + 6"))[0], 1)

    def test_nothing_to_compare(self):
        self.assertIn("no other accepted program", self.check()[1])
        self.write("sum/generators/generators.yaml", YAML.replace("{tiny:", "{huge:"))
        self.assertIn("no generator in a group", self.check(other_c=SUM_C)[1])


if __name__ == "__main__":
    main()
