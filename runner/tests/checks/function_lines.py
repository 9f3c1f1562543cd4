"""usage: function_lines.py FILE...

Finds functions of more than 60 lines without compiling anything, which clang-tidy's
readability-function-size (`./check --slow`) takes minutes for. It relies on the sources being
formatted: only a block ends with a brace alone on its line, and between that brace and the first
line of its declaration everything is indented more.
"""

import re
import sys

LIMIT = 60
# Lines that may stand further left than the code around them.
NO_CODE = re.compile(r"\s*(?:#.*|[\w ]+:)?$")


def long_blocks(lines):
    """Yields (number of the first line, lines of the body) of blocks that are too long."""
    last_at = {}  # indentation: the last line of code that began there
    for number, line in enumerate(lines, 1):
        if NO_CODE.match(line):
            continue
        indentation = len(line) - len(line.lstrip())
        if line.strip() == "}" and indentation in last_at:
            first = last_at[indentation]
            if number - first - 1 > LIMIT:
                yield first, number - first - 1
        last_at[indentation] = number


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    found = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for first, count in long_blocks(file.read().splitlines()):
                print(f"{path}:{first}: a function of {count} lines; the limit is {LIMIT}")
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
