"""Whether `arbiter grow` tells how programs grow of which that is known.

    python3 -B runner/bench/growth.py [--arbiter PROGRAM]

Ten programs read a number n and compute for a time that is known: constant, log n, n, n log n, n^2, n^3, 2^n, n
behind a large constant, n steps through memory in an order that defeats the caches, and n below 2000, n^2 above.
Standard output is a table in Markdown: for each program what `grow` says, and whether the true law is in it. The
status is 1 if one is not.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from frame import kept_in, parser_of, write

HEAD = """\
#include <cmath>
#include <cstdio>
#include <vector>
using u64 = unsigned long long;
static volatile u64 sink;
static void work(u64 count) {
  u64 x = 88172645463325252ULL;
  for (u64 i = 0; i < count; ++i) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; }
  sink = x;
}
int main() {
  double n = 0;
  if (scanf("%lf", &n) != 1) return 1;
"""
CACHES = """
  const u64 size = u64(n);
  std::vector<unsigned> next(size);
  u64 at = 1;
  for (u64 i = 0; i < size; ++i) next[i] = unsigned((i * 2654435761ULL + 12345) % size);
  for (u64 i = 0; i < 4 * size; ++i) at = (next[at % size] + i * 40503) % size;
  sink = at;
"""
# name, range, what it does, the true law
PROGRAMS = [
    ("constant", "1000..1000000", "work(30000000);", "constant"),
    ("logarithmic", "16..1000000000", "work(u64(3e6 * log2(n)));", "log n"),
    ("linear", "1000..100000000", "work(u64(n));", "n"),
    ("n log n", "1000..10000000", "work(u64(n * log2(n)));", "n log n"),
    ("quadratic", "100..100000", "work(u64(n * n));", "n^2"),
    ("cubic", "20..3000", "work(u64(n * n * n));", "n^3"),
    ("exponential", "8..60", "work(u64(exp2(n)));", "2^n"),
    ("large constant", "1000..100000000", "work(100000000); work(u64(n));", "n"),
    ("caches", "1000..30000000", CACHES, "n"),
    ("threshold", "100..100000", "work(n < 2000 ? u64(200 * n) : u64(n * n));", "n^2"),
]
GENERATOR = "#include <stdio.h>\nint main(int argc, char **argv) { return !printf(\"%s\\n\", argc > 2 ? argv[2] : \"1\"); }\n"
YAML = ("problem_format_version: 2025-09\nname: Sizes\nuuid: 6f2a2c52-3a0f-4f52-8d0b-0d7c8b0f2a11\n"
        "limits: {time_limit: 2, memory: 512}\n")


def holds(law, growth):
    if growth["kind"] == "unknown":
        return True  # that it cannot be told is said
    if law == "constant":
        return growth["kind"] == "flat" or growth.get("exponent_least", 9) <= 0.1
    if law == "2^n":
        return growth["kind"] == "exponential" and 0.9 <= growth["doubling"] <= 1.1
    return growth["kind"] == "power" and law in growth["laws"]


def in_words(growth):
    if growth["kind"] == "power":
        return (f"n^{growth['exponent']:.2f} ({growth['exponent_least']:.2f} to {growth['exponent_most']:.2f}): "
                + " or ".join(growth["laws"]))
    if growth["kind"] == "exponential":
        return f"doubles when n grows by {growth['doubling']:.3g}"
    return growth["kind"] + (": " + growth["why"] if "why" in growth else "")


def main():
    options = parser_of(__doc__).parse_args()
    print("| program | true | what `arbiter grow` says | right |\n|---|---|---|---|")
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        package = folder / "sizes"
        for name, text in (("problem.yaml", YAML), ("generators/size.c", GENERATOR), ("data/secret/1.in", "1\n"),
                           ("data/secret/1.ans", ""), ("submissions/accepted/none.c", "int main(void) { return 0; }\n")):
            write(package / name, text)
        for name, sizes, body, law in PROGRAMS:
            program = folder / f"{name.replace(' ', '_')}.cpp"
            program.write_text(HEAD + body + "\n}\n")
            done = subprocess.run([options.arbiter, "grow", "sizes", str(program), "--generator", f"size.c --n {sizes}",
                                   "--format", "json"], cwd=folder, env=kept_in(folder), capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(done.stderr)
            growth = json.loads(done.stdout)["programs"][-1]["time_s"]
            is_right = holds(law, growth)
            wrong += not is_right
            print(f"| {name} | {law} | {in_words(growth)} | {'yes' if is_right else 'no'} |", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
