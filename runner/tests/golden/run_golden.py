"""Runs the program as one golden case says and compares everything it does with what is expected.

usage: run_golden.py [--update] --arbiter PROGRAM --cache FOLDER CASE

CASE is a folder:
  argv      the arguments, as a shell would split them; {source} is the root of the sources
  stdin     standard input; without it there is none
  env       lines NAME=VALUE, added to the environment
  exact     there to tell that nothing is measured: all but paths and versions is compared as it is
  files/    copied into the new folder in which the program is started
  like      the name of another case, whose files/ are copied there first
  status, stdout, stderr   what is expected, see normalise.py

The expected files are written by --update; a missing one is then created. Without it a missing one
is written too, so that its author can look at it, but the test fails; where CI is set nothing is
written at all.
"""

import argparse
import difflib
import os
import pathlib
import shlex
import shutil
import sys
import tempfile

import invocation
import normalise


def execute(case, arbiter, cache):
    """What the case's run did: the content of each expected file by its name."""
    with tempfile.TemporaryDirectory(prefix="arbiter-golden.") as temporary:
        home = pathlib.Path(temporary) / "home"
        folder = pathlib.Path(temporary) / "work"
        home.mkdir()
        folder.mkdir()
        like = case / "like"
        others = [case.parent / like.read_text().strip()] if like.exists() else []
        for one in (*others, case):
            if (one / "files").is_dir():
                shutil.copytree(one / "files", folder, symlinks=True, dirs_exist_ok=True)
        words = shlex.split((case / "argv").read_text(), comments=True)
        words = [word.replace("{source}", str(invocation.SOURCE)) for word in words]
        stdin = (case / "stdin").read_bytes() if (case / "stdin").exists() else b""
        lines = (case / "env").read_text().splitlines() if (case / "env").exists() else []
        env = invocation.environment(cache, home, (line.split("=", 1) for line in lines if line))
        status, out, err = invocation.run([arbiter, *words], env, folder, stdin)
        paths = [
            (str(invocation.SOURCE), "{source}"),
            # As JUnit's classes name it.
            (str(invocation.SOURCE).replace(".", "_"), "{source}"),
            (str(folder), "{work}"),
            (str(home), "{home}"),
            (str(cache), "{cache}"),
        ]
        measured = not (case / "exact").exists()
        return {
            "status": f"{status}\n",
            "stdout": normalise.normalised(out, paths, measured),
            "stderr": normalise.normalised(err, paths, measured),
        }


def differences(case, got):
    """Lines that tell how `got` differs from the expected files."""
    found = []
    for name, text in got.items():
        path = case / name
        expected = path.read_text() if path.exists() else ""
        if not path.exists():
            found.append(f"{path} is missing; look at it after --update, then commit it")
        if text != expected:
            found += difflib.unified_diff(
                expected.splitlines(), text.splitlines(), f"{name} expected", f"{name} got", "", "",
                lineterm="",
            )
            if text.splitlines() == expected.splitlines():
                found.append(f"{name} differs in its last newline")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--arbiter", required=True)
    parser.add_argument("--cache", required=True, type=pathlib.Path)
    parser.add_argument("case", type=pathlib.Path)
    arguments = parser.parse_args()
    in_ci = bool(os.environ.get("CI"))
    if arguments.update and in_ci:
        parser.error("expected files are not made where CI is set")
    arguments.cache.mkdir(parents=True, exist_ok=True)
    for _ in range(3):
        got = execute(arguments.case, arguments.arbiter, arguments.cache)
        found = [] if arguments.update else differences(arguments.case, got)
        # Where others take the cores, a program meets its wall limit before its CPU limit.
        if not found or "wall limit" not in got["stdout"]:
            break
    for name, text in got.items():
        path = arguments.case / name
        if arguments.update or (not path.exists() and not in_ci):
            path.write_text(text)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
