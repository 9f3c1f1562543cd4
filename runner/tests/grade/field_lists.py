"""What documents of other platforms may hold: their fields, types and words, as they define them.

`faults(value, form)` says in words what a value has that its form does not allow. A form is a type
(float: any number), a set of words, a compiled pattern for the whole text, a tuple of forms of which
one must fit, a list of the form of each entry, None for null, or a map of the fields of an object: all
of them must be there but those with a question mark, and no others.
"""

import re

TEXT_LIMIT = 8192 + 2048 + 80  # of a field: head, tail, and the words between them
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
VERDICT = {"AC", "WA", "TLE", "RTE", "MLE", "OLE", "CE", "JE"}
STATUS = {"graded", "no_submission", "compile_error", "judge_error"}
NUMBER = re.compile(r"-?\d+(\.\d+)?")
COUNT = re.compile(r"\d+")

GRADESCOPE_FORMAT = {"text", "html", "simple_format", "md", "ansi"}
GRADESCOPE_VISIBILITY = {"visible", "hidden", "after_due_date", "after_published"}
GRADESCOPE = {
    "score": float, "execution_time?": int, "output?": str, "output_format?": GRADESCOPE_FORMAT,
    "test_output_format?": GRADESCOPE_FORMAT, "test_name_format?": GRADESCOPE_FORMAT,
    "visibility?": GRADESCOPE_VISIBILITY, "stdout_visibility?": GRADESCOPE_VISIBILITY,
    "extra_data?": dict,
    "tests": [{
        "score?": float, "max_score?": float, "status?": {"passed", "failed"}, "name?": str,
        "name_format?": GRADESCOPE_FORMAT, "number?": re.compile(r"\d+(\.\d+)*"), "output?": str,
        "output_format?": GRADESCOPE_FORMAT, "tags?": [str], "visibility?": GRADESCOPE_VISIBILITY,
        "extra_data?": dict,
    }],
    "leaderboard?": [{"name": str, "value": (float, str), "order?": {"asc", "desc"}}],
}

URL = re.compile(r"https://\S+")
# Fields of tests that it does not know are kept; these two are ours.
CLASSROOM50 = {
    "schema": {"classroom50/result/v1"}, "classroom": str, "assignment": str,
    "assignment_type": {"individual", "group"}, "owner": str, "submission": re.compile(r"submit/.+"),
    "commit": URL, "release": URL, "review": URL, "datetime": TIME, "score": int, "max-score": int,
    "graded_at?": TIME, "submitted_by?": {"username": str, "id": (int, None)},
    "tests": [{"test-name": str, "passed": bool, "score": int, "max-score": int,
               "verdict": (VERDICT, {"-", "?"}), "output": str}],
}

# Columns in their order, with what a cell may be.
EMPTY = re.compile("")
SHA256 = re.compile(r"[0-9a-f]{64}( [0-9a-f]{64})*")
GRADES_CSV = {
    "id": str, "name": str, "score": NUMBER, "max_score": NUMBER, "raw_score": NUMBER,
    "late_minutes": COUNT, "late_penalty": NUMBER, "status": STATUS, "verdict": (VERDICT, EMPTY),
    "feedback_file": re.compile(r".+\.md"), "submission_sha256": (SHA256, EMPTY), "graded_at": TIME,
}
PROBLEMS_CSV = {
    "id": str, "name": str, "problem": str,
    **{key: GRADES_CSV[key] for key in list(GRADES_CSV)[2:]},
    "attempt": (COUNT, EMPTY), "submitted": (TIME, EMPTY), "origin": str,
    "override": (re.compile(r"[+-]?\d+(\.\d+)?"), EMPTY), "override_reason": str, "words": str,
}
CLUSTERS_CSV = {
    "cluster": re.compile(r"m[0-9a-f]{12}"), "problem": str, "verdict": VERDICT, "mistake": str,
    "size": COUNT, "students": str, "representative": str, "comment": str,
}
JPLAG_KEY = {"problem": str, "folder": re.compile(r"[^/]+/s\d{3}"), "students": str, "origin": str}

SECONDS = re.compile(r"\d+\.\d+")
JUNIT_COUNTS = {"tests": COUNT, "failures": COUNT, "errors": COUNT, "skipped": COUNT, "time": SECONDS,
                "timestamp": TIME}
# Attributes of each element, and its children in their order.
JUNIT = {
    "testsuites": ({"name": str, **JUNIT_COUNTS}, ["testsuite"]),
    "testsuite": ({"name": str, **JUNIT_COUNTS, "hostname?": str}, ["properties", "testcase"]),
    "testcase": ({"name": str, "classname": str, "time": SECONDS, "file?": str, "line?": COUNT},
                 ["skipped", "failure", "error", "properties", "system-out", "system-err"]),
    "properties": ({}, ["property"]),
    "property": ({"name": {"status", "verdict", "points", "max_points", "words", "cpu_s", "wall_ms",
                           "mem_kib", "attachment"}, "value": str}, []),
    "skipped": ({"message?": str}, []),
    "failure": ({"message": str, "type": VERDICT - {"AC", "JE"}}, []),
    "error": ({"message": str, "type": {"JE"}}, []),
    "system-out": ({}, []),
    "system-err": ({}, []),
}

# A workflow command: its properties, and what is escaped in them and in its text.
GITHUB = re.compile(r"::(?P<kind>error|warning|notice)(?: (?P<properties>[^:]*))?::(?P<text>.*)")
GITHUB_PROPERTIES = {"file?": str, "line?": COUNT, "endLine?": COUNT, "col?": COUNT,
                     "endColumn?": COUNT, "title": str}
GITHUB_DATA_ESCAPES = {"%25", "%0D", "%0A"}
GITHUB_PROPERTY_ESCAPES = GITHUB_DATA_ESCAPES | {"%3A", "%2C"}

# As the importer reads it: four fields between underscores, the second a number.
MOODLE_FEEDBACK = re.compile(r"[^_/.~][^_/]*_\d+_assignsubmission_file/feedback\.html")


def faults(value, form, place="it"):
    if isinstance(form, tuple):
        tries = [faults(value, one, place) for one in form]
        return min(tries, key=len)
    if isinstance(form, dict):
        return object_faults(value, form, place)
    if isinstance(form, list):
        if not isinstance(value, list):
            return [f"{place} is no list but {value!r}"]
        return [fault for at, one in enumerate(value)
                for fault in faults(one, form[0], f"{place}[{at}]")]
    if isinstance(form, set):
        is_it = isinstance(value, str) and value in form
        return [] if is_it else [f"{place} is {value!r}, none of {sorted(form)}"]
    if isinstance(form, re.Pattern):
        is_it = isinstance(value, str) and form.fullmatch(value)
        return [] if is_it else [f"{place} is {value!r}, not {form.pattern}"]
    if form is None:
        return [] if value is None else [f"{place} is {value!r}, not null"]
    kinds = (int, float) if form is float else form
    is_it = isinstance(value, kinds) and (form is bool or not isinstance(value, bool))
    return [] if is_it else [f"{place} is {value!r}, no {form.__name__}"]


def object_faults(value, form, place):
    if not isinstance(value, dict):
        return [f"{place} is no object but {value!r}"]
    known = {key.rstrip("?"): one for key, one in form.items()}
    found = [f"{place} has '{key}', which nobody knows" for key in value if key not in known]
    found += [f"{place} lacks '{key}'" for key in form if not key.endswith("?") and key not in value]
    for key, one in value.items():
        if key in known:
            found += faults(one, known[key], f"{place}.{key}")
    return found


def table_faults(rows, form, place):
    """Of a CSV table as lists of cells, the header first."""
    if rows[0] != list(form):
        return [f"{place} has the columns {rows[0]}, not {list(form)}"]
    found = [f"{place}: row {at} has {len(row)} cells"
             for at, row in enumerate(rows) if len(row) != len(form)]
    for at, row in enumerate(rows[1:]):
        found += object_faults(dict(zip(form, row)), form, f"{place}[{at}]")
    return found


def xml_faults(element, place=""):
    place = f"{place}/{element.tag}"
    if element.tag not in JUNIT:
        return [f"{place} is no element of JUnit"]
    attributes, children = JUNIT[element.tag]
    found = object_faults(dict(element.attrib), attributes, place)
    tags = [child.tag for child in element]
    found += [f"{place} holds <{tag}>" for tag in tags if tag not in children]
    order = [children.index(tag) for tag in tags if tag in children]
    if order != sorted(order):
        found.append(f"{place} has its children in the order {tags}")
    if element.tag == "testcase" and sum(tag in ("skipped", "failure", "error") for tag in tags) > 1:
        found.append(f"{place} ends in several ways: {tags}")
    for child in element:
        found += xml_faults(child, place)
    return found


def escape_faults(text, escapes, place):
    return [f"{place} has '{one}' unescaped"
            for one in re.findall("%.{0,2}", text) if one not in escapes]


def github_faults(line):
    match = GITHUB.fullmatch(line)
    if not match:
        return [f"{line!r} is no workflow command"]
    found = escape_faults(match["text"], GITHUB_DATA_ESCAPES, "its text")
    pairs = [pair.partition("=") for pair in (match["properties"] or "").split(",")]
    found += object_faults({name: value for name, _, value in pairs}, GITHUB_PROPERTIES, line)
    for name, _, value in pairs:
        found += escape_faults(value, GITHUB_PROPERTY_ESCAPES, name)
    return found
