"""Problems of a made-up cohort, programs for them that fail as planned, and what each is worth.

Every problem reads a word and a number n and wants the word backwards and n * K + 7. The words are
marks: those of hidden tests occur nowhere else, neither forwards, as inputs have them, nor backwards,
as answers do.
"""

import dataclasses
import random

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
ALIKE = """\
// All my own work.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[100], mirror[100]; /* two of them */
int main(void) {{
  int number;
  if (scanf("%99s %d", text, &number) != 2) return 1;
  size_t count = strlen(text);
  for (size_t at = 0; at < count; ++at) mirror[at] = text[count - 1 - at];
  long sum = (long)number * {k} + 7;

  printf("%s %ld\\n", mirror, sum);
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
    "stuck": '  fprintf(stderr, "%s", drow); for (volatile int i = 0;; ++i) { }',
    "crash": '  if (n % 3 == 0) { printf("%s\\n", drow); fprintf(stderr, "%s\\n", word); abort(); }',
    "status": '  puts(drow); fprintf(stderr, "no %s\\n", drow); return 3;',
    "hungry": "  if (n == 10) for (int i = 0; i < 300; ++i) {\n"
              "    volatile char* more = malloc(1 << 20);\n    if (!more) return 9;\n"
              "    for (int at = 0; at < 1 << 20; at += 512) more[at] = 1; }",
    "chatty": "  if (n == 9) for (int i = 0; i < 200000; ++i) puts(drow);",
    "half": '  if (n >= 7) { printf("%ld\\n", value); return 0; }',
    "broken": "  value = ;",
}
FAILS = {
    "right": (lambda n: False, "AC"), "alike": (lambda n: False, "AC"),
    "python": (lambda n: False, "AC"), "odd": (lambda n: n % 2 == 1, "WA"),
    "none": (lambda n: True, "WA"), "slow": (lambda n: n >= 9, "TLE"),
    "stuck": (lambda n: True, "TLE"), "crash": (lambda n: n % 3 == 0, "RTE"),
    "status": (lambda n: True, "RTE"), "hungry": (lambda n: n == 10, "MLE"),
    "chatty": (lambda n: n == 9, "OLE"), "half": (lambda n: n >= 7, "WA"),
    "broken": (lambda n: True, "CE"),
}


@dataclasses.dataclass
class Problem:
    name: str
    factor: int
    points: float
    rule: str = "sum"
    small: tuple = None  # points and rule of the group
    large: tuple = None
    is_scoring: bool = False
    per_hour: float = 0
    words: dict = dataclasses.field(default_factory=dict)

    def source(self, kind):
        """The name's ending and the text of a program of that kind."""
        if kind == "python":
            return ".py", PYTHON.format(k=self.factor)
        if kind == "alike":
            return ".c", ALIKE.format(k=self.factor)
        return ".c", PROGRAM.format(k=self.factor, body=BODIES[kind])

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
        groups = [(self.small, SMALL), (self.large, LARGE)]
        if self.small is None:
            return self.points * combine(self.rule, list(shares.values()))
        parts = [(most, most * combine(rule, [shares[n] for n in numbers]))
                 for (most, rule), numbers in groups]
        if self.is_scoring:
            scale = self.points / sum(most for most, _ in parts)
            return scale * sum(got for _, got in parts)
        if self.rule == "sum":
            return sum(got for _, got in parts)
        return self.points * combine(self.rule, [got / most for most, got in parts])

    def policy(self):
        lines = [f"  {self.name}:", f"    rule: {self.rule}"]
        if self.small is None or self.is_scoring or self.rule != "sum":
            lines.append(f"    points: {self.points}")
        if self.small is not None and not self.is_scoring:
            lines.append("    groups:")
            for name, (most, rule) in (("small", self.small), ("large", self.large)):
                lines.append(f"      secret/{name}: {{points: {most}, rule: {rule}}}")
        if self.per_hour:
            lines.append(f"    late: {{per_hour: {self.per_hour}%, at_most: 50%}}")
        return "\n".join(lines) + "\n"

    def write(self, folder):
        """The package."""
        root = folder / self.name
        kind = "type: scoring\n" if self.is_scoring else ""
        put(root / "problem.yaml",
            f"problem_format_version: 2025-09\nname: Task {self.name}\n"
            f"uuid: 9a3f5c1e-8e0a-4a93-b8a4-2f1c7b6d{self.factor:04}\n{kind}"
            "limits: {time_limit: 0.2, memory: 64, output: 1}\n")
        for path, number in self.tests():
            word = self.words[path]
            put(root / "data" / f"{path}.in", f"{word} {number}\n")
            put(root / "data" / f"{path}.ans", f"{word[::-1]} {number * self.factor + 7}\n")
        if self.is_scoring:
            for name, (most, rule) in (("small", self.small), ("large", self.large)):
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

    def kinds(self):
        """Kinds of programs, a right one among the first; those that keep on running are rare."""
        common = ["right", "odd", "alike", "none", "crash", "half", "chatty", "broken", "status"]
        return common * 2 + ["python", "hungry", "slow", "right"]


def combine(rule, shares):
    if rule == "sum":
        return sum(shares) / len(shares)
    if rule == "min":
        return min(shares)
    return 1.0 if all(share == 1 for share in shares) else 0.0


def put(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def make_problems(names, seed):
    """Problems of these names among the six that there are, with marks of their own."""
    rng = random.Random(seed)
    everything = [
        Problem("summa", 3, 100),
        Problem("102030", 4, 30, small=(10, "all"), large=(20, "sum")),
        Problem("andel", 5, 200, small=(40, "all"), large=(60, "sum"), is_scoring=True),
        Problem("minst", 6, 50, rule="min", small=(30, "sum"), large=(70, "sum")),
        Problem("allt", 7, 7, rule="all", per_hour=10),
        Problem("ord-lek", 8, 12.5, rule="min"),
    ]
    chosen = [one for one in everything if one.name in names] if names else everything
    for problem in chosen:
        for path, _ in problem.tests():
            problem.words[path] = "q" + "".join(rng.choices("bcdfghjkmpstvwxz2345679", k=19)) + "Z"
    return chosen
