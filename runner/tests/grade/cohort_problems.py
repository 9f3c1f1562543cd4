"""Problems of a made-up cohort, programs for them that fail as planned, and what each is worth.

Every problem reads a word and a number n and wants the word backwards and n * K + 7. The words are
marks: those of hidden tests occur nowhere else, neither forwards, as inputs have them, nor backwards,
as answers do.
"""

import dataclasses
import random

from workbench import problem_yaml

SAMPLES = [1]
SMALL = [1, 2, 3, 4]
LARGE = [5, 6, 7, 8, 9, 10]
OPEN = "secret/small/01"  # a hidden test that the policy opens

# Started for every test, so it is no script; it gives hidden words away wherever it can.
HALF_C = """\
#include <stdio.h>
#include <string.h>
static char given[200], answer[2][100], got[100], last[100];
static int count, same;
static FILE* note(const char* folder, const char* name) {
  char path[4096];
  snprintf(path, sizeof path, "%s%s", folder, name);
  return fopen(path, "w");
}
int main(int argc, char** argv) {
  FILE* in = fopen(argv[1], "r");
  FILE* ans = fopen(argv[2], "r");
  FILE* to;
  if (argc < 4 || !in || !ans || !fgets(given, sizeof given, in)) return 1;
  if (fscanf(ans, "%99s %99s", answer[0], answer[1]) != 2) return 1;
  while (scanf("%99s", got) == 1) {
    if (count < 2) same += !strcmp(got, answer[count]);
    ++count;
    strcpy(last, got);
  }
  const int is_right = count == 2 && same == 2;
  if (!is_right) fprintf(stderr, "expected %s, the input was %s\\n", answer[0], given);
  if (strcmp(last, answer[1])) {
    if ((to = note(argv[3], "judgemessage.txt"))) fprintf(to, "wanted %s", answer[0]), fclose(to);
    if ((to = note(argv[3], "teammessage.txt"))) fprintf(to, "not %s", answer[0]), fclose(to);
    return 43;
  }
  if (!is_right && (to = note(argv[3], "score_multiplier.txt"))) fputs("0.5", to), fclose(to);
  return 42;
}
"""

PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char word[100], drow[100];
int main(void) {{
  int n;
  if (scanf("%99s %d", word, &n) != 2) return 1;
  size_t size = strlen(word);
  for (size_t i = 0; i < size; ++i) drow[i] = word[size - 1 - i];
  long value = (long)n * {k} + 7;
{body}
  printf("%s %ld\\n", drow, value);
  return 0;
}}
"""
PYTHON = """\
word, n = input().split()
print(word[::-1], int(n) * {k} + 7)
"""
BODIES = {
    "right": "",
    "odd": '  if (n % 2) { fprintf(stderr, "saw %s\\n", word); ++value; }',
    "none": '  printf("%s %s %d\\n", word, drow, n); return 0;',
    "slow": "  if (n >= 9) for (volatile int i = 0;; ++i) { }",
    "crash": '  if (n % 3 == 0) { printf("%s\\n", drow); fprintf(stderr, "%s\\n", word); abort(); }',
    "hungry": "  if (n == 10) for (int i = 0; i < 300; ++i) {\n"
              "    volatile char* more = malloc(1 << 20);\n    if (!more) return 9;\n"
              "    for (int at = 0; at < 1 << 20; at += 512) more[at] = 1; }",
    "chatty": "  if (n == 9) for (int i = 0; i < 200000; ++i) puts(drow);",
    "half": '  if (n >= 7) { printf("%ld\\n", value); return 0; }',
    "broken": "  value = ;",
}
FAILS = {
    "right": (lambda n: False, "AC"), "python": (lambda n: False, "AC"),
    "odd": (lambda n: n % 2 == 1, "WA"), "none": (lambda n: True, "WA"),
    "slow": (lambda n: n >= 9, "TLE"), "crash": (lambda n: n % 3 == 0, "RTE"),
    "hungry": (lambda n: n == 10, "MLE"), "chatty": (lambda n: n == 9, "OLE"),
    "half": (lambda n: n >= 7, "WA"), "broken": (lambda n: True, "CE"),
}


@dataclasses.dataclass
class Problem:
    name: str
    factor: int
    points: float
    groups: dict = None  # points and rule of each, by name; none: all tests alike
    is_scoring: bool = False
    words: dict = dataclasses.field(default_factory=dict)

    def source(self, kind):
        """The name's ending and the bytes of a program of that kind."""
        if kind == "python":
            return ".py", PYTHON.format(k=self.factor).encode()
        return ".c", PROGRAM.format(k=self.factor, body=BODIES[kind]).encode()

    def verdict(self, kind):
        fails, verdict = FAILS[kind]
        if self.is_scoring and kind == "half":
            return "AC"
        return verdict if any(map(fails, SMALL + LARGE)) else "AC"

    def raw_points(self, kind):
        """By the rules that grading.yaml has for it, worked out on their own."""
        fails = FAILS[kind][0]
        value = 0.5 if self.is_scoring and kind == "half" else 0.0
        shares = {n: value if fails(n) else 1.0 for n in SMALL + LARGE}
        if kind == "broken":
            return 0.0
        if self.groups is None:
            return self.points * combine("sum", list(shares.values()))
        got = [most * combine(rule, [shares[n] for n in {"small": SMALL, "large": LARGE}[name]])
               for name, (most, rule) in self.groups.items()]
        return sum(got) * self.points / sum(most for most, _ in self.groups.values())

    def policy(self):
        lines = [f"  {self.name}:", f"    points: {self.points}"]
        if self.groups and not self.is_scoring:
            lines[1:] = ["    groups:", *(f"      secret/{name}: {{points: {most}, rule: {rule}}}"
                                          for name, (most, rule) in self.groups.items())]
        return "\n".join(lines) + "\n"

    def write(self, folder):
        """The package."""
        root = folder / self.name
        kind = "type: scoring\n" if self.is_scoring else ""
        put(root / "problem.yaml", problem_yaml("time_limit: 0.2, memory: 64, output: 1", kind))
        for path, number in self.tests():
            word = self.words[path]
            put(root / "data" / f"{path}.in", f"{word} {number}\n")
            put(root / "data" / f"{path}.ans", f"{word[::-1]} {number * self.factor + 7}\n")
        if self.is_scoring:
            for name, (most, rule) in self.groups.items():
                how = "pass-fail" if rule == "all" else "sum"
                put(root / f"data/secret/{name}/test_group.yaml",
                    f"max_score: {most}\nscore_aggregation: {how}\n")
            put(root / "output_validator/check.c", HALF_C)

    def tests(self):
        """Paths below data/, with the number that stands in each."""
        return ([(f"sample/{n}", n) for n in SAMPLES]
                + [(f"secret/small/{n:02}", n) for n in SMALL]
                + [(f"secret/large/{n:02}", n) for n in LARGE])

    def marks(self):
        """What no student may see."""
        return [text for path, word in self.words.items()
                if path.startswith("secret") and path != OPEN for text in (word, word[::-1])]


# Of programs that are handed in; those that keep on running are rare.
KINDS = ["right", "odd", "none", "crash", "half", "chatty", "broken"] * 2 + [
    "python", "hungry", "slow", "right"]


def combine(rule, shares):
    if rule == "sum":
        return sum(shares) / len(shares)
    return 1.0 if all(share == 1 for share in shares) else 0.0


def put(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def make_problems(seed):
    """With marks of their own."""
    rng = random.Random(seed)
    problems = [Problem("summa", 3, 100),
                Problem("102030", 4, 30, {"small": (10, "all"), "large": (20, "sum")}),
                Problem("andel", 5, 200, {"small": (40, "all"), "large": (60, "sum")}, is_scoring=True)]
    for problem in problems:
        for path, _ in problem.tests():
            problem.words[path] = "q" + "".join(rng.choices("bcdfghjkmpstvwxz2345679", k=19)) + "Z"
    return problems
