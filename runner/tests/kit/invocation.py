"""Starts the program as a user would, in an environment that is the same everywhere."""

import os
import pathlib
import shutil
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
SOURCE = TESTS.parents[1]


def environment(cache, home, extra=()):
    """`cache` may be shared by tests that run at the same time, `home` may not."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "COLUMNS": "80",
        "XDG_CACHE_HOME": str(cache),
        "XDG_STATE_HOME": str(pathlib.Path(home) / "state"),
        **({"TMPDIR": os.environ["TMPDIR"]} if "TMPDIR" in os.environ else {}),
        **dict(extra),
    }


def script(path, *words):
    """The command that starts a script of a room, ROOM/NAME.py."""
    return [sys.executable, str(TESTS), path, *map(str, words)]


def installed(arbiter, prefix):
    """A copy below `prefix` of the program with all that belongs to it but the problems, which are many files."""
    for part in ("bin/arbiter", "libexec/arbiter/arbiter-box"):
        (prefix / part).parent.mkdir(parents=True)
        shutil.copy(arbiter.parents[1] / part, prefix / part)
    shutil.copytree(arbiter.parents[1] / "share", prefix / "share",
                    ignore=shutil.ignore_patterns("problems"))
    return prefix / "bin/arbiter"


def run(argv, env, folder, stdin=b"", timeout=300):
    """Status, standard output and standard error; bytes that are not UTF-8 become U+FFFD."""
    done = subprocess.run(
        argv, env=env, cwd=folder, input=stdin, capture_output=True, timeout=timeout, check=False
    )
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
