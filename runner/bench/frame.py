"""What the benchmarks in Python have in common."""

import argparse
import os
import pathlib
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARBITER = ROOT / "build/release/bin/arbiter"


def parser_of(head):
    """Takes --arbiter; the head of the program says what else there is."""
    parser = argparse.ArgumentParser(description=head, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arbiter", default=ARBITER, type=pathlib.Path)
    return parser


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def kept_in(folder, state="state"):
    """The environment in which Arbiter keeps what it knows in a folder."""
    return {**os.environ, "XDG_CACHE_HOME": f"{folder}/cache", "XDG_STATE_HOME": f"{folder}/{state}"}


def timed(words, **how):
    """Seconds that a command takes; it must succeed."""
    begin = time.monotonic()
    subprocess.run(words, check=True, **how)
    return time.monotonic() - begin
