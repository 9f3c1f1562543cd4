#!/usr/bin/env python3
"""Validates documents of `--format json` against the schemas that ship.

schema_test.py SCHEMAS PRINT_SAMPLES
    PRINT_SAMPLES DIR writes documents of all kinds into DIR: of `judge` there, of `stress` into
    DIR/stress, of `grade` into DIR/grade. Each *.json must be valid by its schema of the folder
    SCHEMAS, hold no field that the schema does not describe, and become invalid by each of many
    small damages. Each line of *.jsonl must be JSON, each *.xml must be well-formed XML with unique
    attributes.

Exit status 77: skipped, python3-jsonschema is not installed.
"""

import collections
import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/kit"))

from schemas import closed  # noqa: E402

try:
    import jsonschema
except ImportError:
    print("skipped: the Python module jsonschema is missing; apt-get install python3-jsonschema")
    sys.exit(77)

# The draft that the schema names; Debian 12 has it.
VALIDATOR = jsonschema.Draft202012Validator
# How often the same damage is done, in all documents of a kind: each takes a whole validation.
MOST_ALIKE = 6


def changing(document):
    """What makes a changed copy of a document."""
    def damaged(change):
        copied = copy.deepcopy(document)
        change(copied)
        return copied
    return damaged


def damages_of_judge(document):
    """Documents that differ from a valid one in one place and must not be valid."""
    damaged = changing(document)
    for key in document:
        yield f"without {key}", damaged(lambda d: d.pop(key))
    yield "another schema", damaged(lambda d: d.update(schema="arbiter/judge/2"))
    yield "limits as text", damaged(lambda d: d["limits"].update(time_s="2 s"))
    for s, submission in enumerate(document["submissions"]):
        for key in submission:
            yield f"submission without {key}", damaged(lambda d: d["submissions"][s].pop(key))
        yield "unknown verdict", damaged(lambda d: d["submissions"][s].update(verdict="RE"))
        for t, test in enumerate(submission["tests"][:3]):
            def one(d):
                return d["submissions"][s]["tests"][t]
            for key in test:
                yield f"test without {key}", damaged(lambda d: one(d).pop(key))
            yield "CE of a test", damaged(lambda d: one(d).update(verdict="CE"))
            yield "time below 0", damaged(lambda d: one(d).update(cpu_s=-1))
            yield "signal and status", damaged(lambda d: one(d).update(signal=9, exit_status=9))
            yield "memory as a fraction", damaged(lambda d: one(d).update(memory_kib=0.5))
        if not submission["tests"]:
            yield "maxima of nothing", damaged(lambda d: d["submissions"][s].update(max_cpu_s=1))
        yield "failed, but tests ran", damaged(
            lambda d: d["submissions"][s].update(
                verdict="CE", compile={**submission["compile"], "ok": False}, tests=[None]))


def damages_of_stress(document):
    """The same for what a stress test found."""
    damaged = changing(document)
    for key in document:
        yield f"without {key}", damaged(lambda d: d.pop(key))
    yield "another schema", damaged(lambda d: d.update(schema="arbiter/stress/2"))
    yield "time below 0", damaged(lambda d: d.update(seconds=-1))
    yield "iterations as a fraction", damaged(lambda d: d.update(iterations=0.5))
    yield "nothing enumerated as a list", damaged(lambda d: d.update(exhausted_up_to=[]))
    for name in "submissions", "generators", "exhausted_up_to", "failures", "faults":
        for i, entry in enumerate(document[name] or []):
            for key in entry:
                yield f"{name} without {key}", damaged(lambda d: d[name][i].pop(key))
    for f, failure in enumerate(document["failures"]):
        yield "unknown verdict", damaged(lambda d: d["failures"][f].update(verdict="RE"))
        yield "AC that fails", damaged(lambda d: d["failures"][f].update(verdict="AC"))
        for o, outcome in enumerate(failure["outcomes"]):
            for key in outcome:
                yield f"outcome without {key}", damaged(
                    lambda d: d["failures"][f]["outcomes"][o].pop(key))


def damages_of_grade(document):
    """The same for a grade book."""
    damaged = changing(document)
    for key in document:
        yield f"without {key}", damaged(lambda d: d.pop(key))
    yield "another schema", damaged(lambda d: d.update(schema="arbiter/grade/2"))
    for name in ("problems", "students", "attempts", "works", "unattributed", "clusters",
                 "look_alikes", "changes"):
        for i, entry in enumerate(document[name]):
            for key in entry:
                yield f"{name} without {key}", damaged(lambda d: d[name][i].pop(key))
    for s, student in enumerate(document["students"]):
        yield "points as text", damaged(lambda d: d["students"][s].update(points="1"))
        for g, grade in enumerate(student["grades"]):
            def one(d):
                return d["students"][s]["grades"][g]
            for key in grade:
                yield f"grade without {key}", damaged(lambda d: one(d).pop(key))
            yield "unknown status", damaged(lambda d: one(d).update(status="late"))
            yield "unknown verdict", damaged(lambda d: one(d).update(verdict="RE"))
            yield "early", damaged(lambda d: one(d).update(late_minutes=-1))
    for w, work in enumerate(document["works"]):
        for t, test in enumerate(work["tests"][:3]):
            for key in test:
                yield f"test without {key}", damaged(
                    lambda d: d["works"][w]["tests"][t].pop(key))
            for key in test["measured"]:
                yield f"measured without {key}", damaged(
                    lambda d: d["works"][w]["tests"][t]["measured"].pop(key))


KINDS = [("judge-1.schema.json", ".", damages_of_judge),
         ("stress-1.schema.json", "stress", damages_of_stress),
         ("grade-1.schema.json", "grade", damages_of_grade)]


def check(schema, folder, damages):
    """The faults of all documents of a folder; how many documents and damages there were."""
    VALIDATOR.check_schema(schema)
    as_shipped, strict = VALIDATOR(schema), VALIDATOR(closed(schema))
    faults, documents, changes = [], 0, collections.Counter()
    # Small ones first, since they are the quickest to validate.
    for path in sorted(folder.glob("*.json"), key=lambda path: (path.stat().st_size, path)):
        # Strict decoding: a byte that is not UTF-8 fails here.
        document = json.loads(path.read_bytes().decode("utf-8"))
        documents += 1
        for error in strict.iter_errors(document):
            faults.append(f"{path.name}: {error.json_path}: {error.message}"[:300])
        if len(json.dumps(document)) > 40000:
            continue
        for what, damaged in damages(document):
            if changes[what] == MOST_ALIKE:
                continue
            changes[what] += 1
            if as_shipped.is_valid(damaged):
                faults.append(f"{path.name}: valid although damaged: {what}")
    if documents < 5 or changes.total() < 100:
        faults.append(f"{folder}: only {documents} documents and {changes.total()} damaged ones")
    return faults, documents, changes.total()


def main():
    faults, documents, changes = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[2], folder], check=True)
        for name, below, damages in KINDS:
            schema = json.loads((pathlib.Path(sys.argv[1]) / name).read_text(encoding="utf-8"))
            seen = check(schema, pathlib.Path(folder) / below, damages)
            faults += seen[0]
            documents += seen[1]
            changes += seen[2]
        for path in pathlib.Path(folder).glob("**/*.xml"):
            root = xml.etree.ElementTree.fromstring(path.read_bytes())
            documents += root.tag == "testsuites"
        for path in (pathlib.Path(folder) / "grade").glob("*.jsonl"):
            for line in path.read_bytes().decode("utf-8").splitlines():
                documents += json.loads(line)["schema"] == "arbiter/grade-lines/1"
        for path in pathlib.Path(folder).glob("*.jsonl"):
            for line in path.read_bytes().decode("utf-8").rstrip("\n").split("\n"):
                documents += json.loads(line)["event"] == "end"
    print("\n".join(faults[:50]))
    print(f"{documents} documents, {changes} damaged ones, {len(faults)} faults")
    return 1 if faults or documents < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
