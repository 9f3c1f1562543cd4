"""What differs from run to run and from machine to machine, replaced by placeholders."""

import csv
import json
import re

# Applied in this order. A text in which one of MEASURED was replaced has columns whose width
# depends on the figures, so runs of blanks and of rules inside its lines are made the same, too.
BUILD = [
    (r"\b\d+\.\d+\.\d+\+(?:[0-9a-f]{7,40}|unknown)(?:-dirty)?", "<version>"),
    (r"\b(?:g\+\+|clang) \d+\.\d+\.\d+", "<compiler>"),
]
FIXED = [
    # Where a command is broken depends on how long the path of the checkout is.
    (r" \\\n +", " "),
    (r"\b[0-9a-f]{64}\b", "<hash>"),
    (r"--input \S+/found/", "--input <state>/found/"),
    (r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?", "<date>"),
    (r'("(?:run|started|finished|problem_hash|mode|compiler|kernel)": ?)"[^"]*"', r'\1"<text>"'),
    (r'("cpu": ?)(?:"[^"]*"|null)', r'\1"<text>"'),
    (r'("(?:cores|jobs)": ?)\d+', r"\1<number>"),
    # Of compiling: null for what was compiled before.
    (r'(\],\s*"wall_s": ?)null', r"\1<number>"),
    (r'("(?:max_)?(?:cpu_s|wall_s|memory_kib)": ?)[0-9][0-9.eE+-]*', r"\1<number>"),
    (r'("cached": ?)(?:true|false)', r"\1<cached>"),
    (r'("processes": ?)\d+', r"\1<number>"),
    (r'("approximate": ?)(?:true|false)', r"\1<approximate>"),
    (r'( time=)"\d+\.\d+"', r'\1"<number>"'),
    (r'(name="(?:cpu_s|memory_kib)" value=)"[\d.]+"', r'\1"<number>"'),
    (r'(name="sandbox" value=)"[^"]*"', r'\1"<mode>"'),
    # The heading's lines, with what is wrapped to the next ones. Which tests are known depends on
    # what ran before.
    (r"(?m)^((?:\x1b\[2m)?sandbox(?:  |  \x1b\[0m))\S.*\n(?: {9}.*\n)*", r"\1<mode>\n"),
    (r"(?m)^(?:\x1b\[2m)?cached   .*\n(?: {9}.*\n)*", ""),
]
MEASURED = [
    # "~" stands before figures that were sampled.
    (r"(?<![\w.])~?\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|min)\b", "<time>"),
    (r"(?<![\w.])~?\d+(?:\.\d+)? ?(?:B|[KMG]iB)\b", "<size>"),
    (r"\(\d+(?:\.\d+)? per second\)", "(<rate> per second)"),
]


# Fields of documents that differ from run to run.
MEASURED_FIELDS = {"run", "started", "finished", "graded_at", "measured", "cpu_s", "wall_s", "max_cpu_s",
                   "rerun", "cached", "memory_kib", "max_memory_kib"}


def without_measures(value):
    """The same document without these fields."""
    if isinstance(value, dict):
        return {key: without_measures(one) for key, one in value.items() if key not in MEASURED_FIELDS}
    if isinstance(value, list):
        return [without_measures(one) for one in value]
    return value


def normalised(text, paths=(), measured=True):
    """`text` with placeholders; `paths` are pairs of a path and the name that stands for it.

    Without `measured` only paths and what the build makes of itself are replaced.
    """
    for path, name in sorted(paths, key=lambda pair: -len(pair[0])):
        text = text.replace(path, name)
    for pattern, placeholder in BUILD if not measured else BUILD + FIXED:
        text = re.sub(pattern, placeholder, text)
    replaced = 0
    for pattern, placeholder in MEASURED if measured else []:
        text, count = re.subn(pattern, placeholder, text)
        replaced += count
    if replaced:
        text = re.sub(r"(?<=\S)  +", "  ", text)
        text = re.sub(r"(?m)^ +(?=<(?:time|size)>)", "  ", text)
        text = re.sub(r"([─━═=-])\1{2,}", r"\1\1\1", text)
        text = re.sub(r"(?m)[ \t]+$", "", text)
    return text


def written_by_grade(out):
    """All that `arbiter grade` wrote but what was measured."""
    rows = list(csv.DictReader((out / "grades.csv").read_bytes().decode().splitlines(True)))
    for row in rows:
        row.pop("graded_at")
    feedback = {path.name: path.read_bytes() for path in (out / "feedback").iterdir()}
    return without_measures(json.loads((out / "gradebook.json").read_text())), rows, feedback
