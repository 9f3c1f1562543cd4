#!/usr/bin/env python3
"""Validates documents of `--format json` against the schemas that ship.

schema_test.py PRINT_SAMPLES
    PRINT_SAMPLES DIR writes documents of all kinds into DIR: of `judge` there, all others into a
    folder for each kind. Each *.json, and each line of *.jsonl, must be valid by its schema, hold no field that the schema does not describe, and become invalid by each of many
    small damages. Each *.xml must be well-formed XML with unique
    attributes.

Exit status 77: skipped, python3-jsonschema is not installed.
"""

import collections
import copy
import functools
import json
import operator
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/kit"))

from schemas import closed, schema_of  # noqa: E402

try:
    import jsonschema
except ImportError:
    print("skipped: the Python module jsonschema is missing; apt-get install python3-jsonschema")
    sys.exit(77)

# The draft that the schema names; Debian 12 has it.
VALIDATOR = jsonschema.Draft202012Validator
# How often the same damage is done, in all documents of a kind: each takes a whole validation.
MOST_ALIKE = 2


def objects(value, path=()):
    """The ways to all objects of a document: keys and places in lists."""
    if isinstance(value, dict):
        yield path
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for key, member in members:
        if isinstance(member, (dict, list)):
            yield from objects(member, (*path, key))


def damages(document, changes):
    """Documents that differ from a valid one in one place and must not be valid: an object lacks a
    key, or has one of the changes, (what, keys that lead there, new values or what makes them)."""
    for path in objects(document):
        where = "/".join(key for key in path if isinstance(key, str))
        if where.endswith("time_factors"):
            continue
        whole = functools.reduce(operator.getitem, path, document)
        wrong = [(f"{where} without {key}", {k: v for k, v in whole.items() if k != key})
                 for key in whole]
        for what, of, values in changes:
            values = values(whole) if of == where and callable(values) else values
            if of == where and values:
                wrong.append((what, {**whole, **values}))
        for what, replacement in wrong:
            copied = copy.deepcopy(document)
            if path:
                functools.reduce(operator.getitem, path[:-1], copied)[path[-1]] = replacement
            yield what, copied if path else replacement


JUDGE = [
    ("another schema", "", {"schema": "arbiter/judge/2"}),
    ("limits as text", "limits", {"time_s": "2 s"}),
    ("unknown verdict", "submissions", {"verdict": "RE"}),
    ("CE of a test", "submissions/tests", {"verdict": "CE"}),
    ("time below 0", "submissions/tests", {"cpu_s": -1}),
    ("signal and status", "submissions/tests", {"signal": 9, "exit_status": 9}),
    ("memory as a fraction", "submissions/tests", {"memory_kib": 0.5}),
    ("maxima of nothing", "submissions", lambda one: not one["tests"] and {"max_cpu_s": 1}),
    ("failed, but tests ran", "submissions", lambda one: {
        "verdict": "CE", "compile": {**one["compile"], "ok": False}, "tests": [None]}),
]
STRESS = [
    ("another schema", "", {"schema": "arbiter/stress/2"}),
    ("time below 0", "", {"seconds": -1}),
    ("iterations as a fraction", "", {"iterations": 0.5}),
    ("nothing enumerated as a list", "", {"exhausted_up_to": []}),
    ("unknown verdict", "failures", {"verdict": "RE"}),
    ("AC that fails", "failures", {"verdict": "AC"}),
]
GRADE = [
    ("another schema", "", {"schema": "arbiter/grade/2"}),
    ("points as text", "students", {"points": "1"}),
    ("unknown status", "students/grades", {"status": "late"}),
    ("unknown verdict", "students/grades", {"verdict": "RE"}),
    ("early", "students/grades", {"late_minutes": -1}),
]

LINES = [
    ("another schema", "", lambda line: line["event"] == "judgement" and {"schema": "arbiter/judge/1"}),
    ("another event", "", {"event": "submissions"}),
    ("test of nothing", "", lambda line: line["event"] == "test" and {"submission": ""}),
]
RUNS = [
    ("another schema", "", {"schema": "arbiter/runs/2"}),
    ("another verb", "runs", {"verb": "stress"}),
    ("count below 0", "runs/counts", {"WA": -1}),
]
VERIFY = [
    ("another schema", "", {"schema": "arbiter/verify/2"}),
    ("unknown severity", "problems/parts/findings", {"severity": "fatal"}),
    ("unknown verdict", "problems/submissions", {"verdict": "RE"}),
    ("time below 0", "problems/submissions", {"cpu_s": -1}),
    ("line before the first", "problems/parts/findings/place", {"line": -1}),
]
ERROR = [
    ("another schema", "", {"schema": "arbiter/error/2"}),
    ("status of success", "", {"status": 0}),
]

# verb, its documents, damages, and how many of both there must be at least
KINDS = [("judge", "*.json", JUDGE, 5, 100),
         ("judge-lines", "*.jsonl", LINES, 100, 100),
         ("stress", "stress/*.json", STRESS, 5, 100),
         ("grade", "grade/*.json", GRADE, 5, 100),
         ("runs", "runs/*.json", RUNS, 2, 20),
         ("verify", "verify/*.json", VERIFY, 1, 20),
         ("error", "error/*.json", ERROR, 2, 8)]


def documents_of(path):
    """The document, or the first lines and the last one: of many they are alike."""
    # Strict decoding: a byte that is not UTF-8 fails here.
    text = path.read_bytes().decode("utf-8")
    lines = text.rstrip("\n").split("\n") if path.suffix == ".jsonl" else [text]
    return [json.loads(line) for line in lines[:30] + lines[30:][-1:]]


def check(schema, paths, changes):
    """The faults of all these documents; how many documents and damages there were."""
    VALIDATOR.check_schema(schema)
    as_shipped, strict = VALIDATOR(schema), VALIDATOR(closed(schema))
    faults, documents, done = [], 0, collections.Counter()
    # Small ones first, since they are the quickest to validate.
    for path in sorted(paths, key=lambda path: (path.stat().st_size, path)):
        for document in documents_of(path):
            documents += 1
            for error in strict.iter_errors(document):
                faults.append(f"{path.name}: {error.json_path}: {error.message}"[:300])
            if len(json.dumps(document)) > 40000:
                continue
            for what, damaged in damages(document, changes):
                if done[what] == MOST_ALIKE:
                    continue
                done[what] += 1
                if as_shipped.is_valid(damaged):
                    faults.append(f"{path.name}: valid although damaged: {what}")
    return faults, documents, done.total()


def main():
    faults, documents, changes = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], folder], check=True)
        for verb, pattern, kinds, *least in KINDS:
            seen = check(schema_of(verb), pathlib.Path(folder).glob(pattern), kinds)
            faults += seen[0]
            documents += seen[1]
            changes += seen[2]
            if seen[1] < least[0] or seen[2] < least[1]:
                faults.append(f"{verb}: only {seen[1]} documents and {seen[2]} damaged ones")
        for path in pathlib.Path(folder).glob("**/*.xml"):
            root = xml.etree.ElementTree.fromstring(path.read_bytes())
            documents += root.tag == "testsuites"
        for path in (pathlib.Path(folder) / "grade").glob("*.jsonl"):
            for line in path.read_bytes().decode("utf-8").splitlines():
                documents += json.loads(line)["schema"] == "arbiter/grade-lines/1"
    print("\n".join(faults[:50]))
    print(f"{documents} documents, {changes} damaged ones, {len(faults)} faults")
    return 1 if faults or documents < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
