"""Runs what README.md shows and fails when the output shown is not the real one.

usage: run_readme.py [--update] --arbiter PROGRAM --cache FOLDER README [N]

An output is a fenced block, or a picture in SVG, right after a comment on a line of its own:

    <!-- output: judge twofive program.cpp -->      (the status must be 0)
    <!-- output 1: judge twofive program.cpp -->    (the status must be 1)

The arguments are those of the program, started in the root of the sources. Lines of the block that
begin with "$ " show the command, and are not compared. Only standard output is compared, after
replacing what differs from run to run (normalise.py); ends of lines may have lost their blanks.
With N only the Nth output is looked at; without, every one, and there must be one. --update draws
pictures anew.
"""

import argparse
import difflib
import pathlib
import re
import shlex
import sys
import tempfile

import invocation
import normalise
import terminal_picture

BLOCK = re.compile(
    r"^<!-- output(?: (?P<status>\d+))?: (?P<argv>.*?) -->\n+(?:"
    r"(?P<fence>```+)[^\n]*\n(?P<shown>.*?)^(?P=fence)$|!\[[^\n]*\]\((?P<picture>[^\n]*\.svg)\)$)",
    re.MULTILINE | re.DOTALL,
)
MARK = re.compile(r"^\s*<!--\s*output", re.MULTILINE)


def stripped(text):
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def check(block, readme, arguments):
    """Lines that tell what is wrong with one block."""
    arbiter, cache = arguments.arbiter, arguments.cache
    picture = block["picture"] and readme.parent / block["picture"]
    with tempfile.TemporaryDirectory(prefix="arbiter-readme.") as home:
        argv = shlex.split(block["argv"]) + (["--color", "always"] if picture else [])
        env = invocation.environment(cache, home)
        status, out, err = invocation.run([arbiter, *argv], env, invocation.SOURCE)
    found = []
    expected_status = int(block["status"] or 0)
    if status != expected_status:
        found += [f"`{block['argv']}` ended with {status}, not {expected_status}", err]
    if picture and arguments.update:
        picture.write_text(terminal_picture.drawn(f"$ arbiter {block['argv']}\n{out}"))
    if picture:
        out = terminal_picture.plain(out)
    text = terminal_picture.text_of(picture.read_text()) if picture else block["shown"]
    shown = "".join(line for line in text.splitlines(True) if not line.startswith("$ "))
    found += difflib.unified_diff(
        stripped(normalise.normalised(shown)), stripped(normalise.normalised(out)),
        f"README: {block['argv']}", "real output", "", "", lineterm="",
    )
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--arbiter", required=True)
    parser.add_argument("--cache", required=True, type=pathlib.Path)
    parser.add_argument("readme", type=pathlib.Path)
    parser.add_argument("number", type=int, nargs="?")
    arguments = parser.parse_args()
    text = arguments.readme.read_text()
    blocks = list(BLOCK.finditer(text))
    found = []
    if len(blocks) != len(MARK.findall(text)) or not blocks:
        found.append("every `<!-- output: … -->` needs a fenced block or a picture right after it; none was found"
                     " or one is written otherwise")
    arguments.cache.mkdir(parents=True, exist_ok=True)
    chosen = blocks if arguments.number is None else blocks[arguments.number - 1 : arguments.number]
    for block in chosen:
        found += check(block, arguments.readme, arguments)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
