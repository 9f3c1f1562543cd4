"""Holds what architecture.md says of additions: which files know a verdict, a language, a format.

usage: contracts_test.py SOURCE

A contract has one member here whose name is looked for. The sources in which it occurs are exactly those
listed, so that an addition touches no more; what else names all members (schemas, pages) is compared
with the table that the contract has.
"""

import json
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1])

# contract: (what occurs in every file that knows the member, those files below runner/)
PLACES = {
    "verdict": (r"\b(Verdict::ole|ole,|OLE\b)", """
        model/verdict.hpp model/verdict.cpp model/reason.cpp
        judge/verdict/decide.cpp judge/verdict/blame.cpp judge/verdict/labels.cpp
        judge/game/judges.cpp package/ppf/submissions.cpp page/src/model.ts page/src/page.css
        """ + " ".join(f"report/languages/{name}.json" for name in "de en es fr ru sv zh".split())),
    "standard checker": (r"\bcheck_unordered_lines\b", "../checker/standard/checkers.cpp"),
    "language": (r"\b[Tt]ypescript\b", "config/languages.yaml"),
    "format of judge": (r"\brender_junit\b", """
        report/judge/formats.cpp report/judge/formats.hpp report/judge/junit.cpp"""),
    "format of grade": (r"\bgrade_jplag\b", """
        report/grade/formats.cpp report/grade/jplag.cpp report/grade/writers.hpp"""),
    "layout of a platform": (r"\bk_blackboard\b", """
        intake/layouts/layout.cpp intake/layouts/layout.hpp intake/layouts/platforms.cpp"""),
    "language of feedback": (r"\bes, fr\b", "model/grading.hpp"),
    "verb": (r"\bk_show_verb\b", "cli/judge/show_verb.cpp cli/common/verb.hpp"),
    "package format": (r"\bread_polygon\b|(?<!write\()\"problem\.xml\"", """
        model/problem.hpp package/export/target.cpp package/load_problem.cpp
        package/polygon/polygon.cpp package/polygon/polygon.hpp"""),
}


def sources():
    """The text of each source of the product, by its path from runner/."""
    listed = subprocess.run(["git", "ls-files", "runner", "checker/standard"], cwd=SOURCE, check=True,
                            capture_output=True, text=True).stdout.split()
    runner = SOURCE / "runner"
    for name in listed:
        is_test = re.search(r"_test\.|test_kit|samples|(^|/)tests/|/bench/|/testdata/", name)
        is_shown = name.endswith((".ts", ".tsx", ".css")) or "/report/languages/" in name
        if not is_test and (is_shown or name.endswith((".cpp", ".hpp", "languages.yaml"))):
            path = (SOURCE / name)
            key = name[len("runner/"):] if name.startswith("runner/") else "../" + name
            yield key, path.read_text()


def code_only(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"//[^\n]*|^\s*#include[^\n]*", "", text, flags=re.MULTILINE)


def enumerations(node, path=""):
    if isinstance(node, dict):
        if "enum" in node:
            yield path, node["enum"]
        for key, value in node.items():
            yield from enumerations(value, f"{path}/{key}")
    elif isinstance(node, list):
        for value in node:
            yield from enumerations(value, path)


class Contracts(unittest.TestCase):
    def test_an_addition_touches_these_files_alone(self):
        texts = {name: code_only(text) for name, text in sources()}
        for contract, (pattern, places) in PLACES.items():
            with self.subTest(contract):
                found = {name for name, text in texts.items() if re.search(pattern, text)}
                self.assertEqual(found, set(places.split()))

    def test_no_switch_leaves_members_out(self):
        foreign = {"package/archive/archive.cpp", "package/archive/archive_entries.cpp"}  # over kinds of files
        found = {name for name, text in sources()
                 if not name.endswith(".yaml") and re.search(r"^ *default:", text, re.MULTILINE)}
        self.assertEqual(found, foreign)

    def test_architecture_names_the_files(self):
        page = (SOURCE / "runner/docs/architecture.md").read_text()
        for contract, (_, places) in PLACES.items():
            row = re.search(rf"^\| {re.escape(contract)} \| (\d+) \|", page, re.MULTILINE)
            self.assertIsNotNone(row, contract)
            self.assertEqual(int(row[1]), len(places.split()), contract)

    def test_schemas_have_every_verdict(self):
        text = (SOURCE / "runner/model/verdict.cpp").read_text()
        codes = re.findall(r'VerdictRow\{Verdict::\w+, "(\w+)"', text)
        self.assertIn("OLE", codes)
        for schema in (SOURCE / "runner/report/schema").glob("*.json"):
            for path, values in enumerations(json.loads(schema.read_text())):
                named = {value for value in values if value in codes}
                # AC, CE and JE may be impossible in a place; the others are so together.
                if "WA" in named:
                    self.assertEqual(set(codes) - named - {"AC", "CE", "JE"}, set(),
                                     f"{schema.name}{path}")

    def test_pages_name_every_member(self):
        def rows(path, pattern):
            found = re.findall(pattern, (SOURCE / path).read_text(), re.MULTILINE)
            self.assertTrue(found, path)
            return found

        verdicts = rows("runner/model/verdict.cpp", r'VerdictRow\{Verdict::\w+, "(\w+)"')
        checkers = rows("checker/standard/checkers.cpp", r'^    \{"(\w+)",')
        judge = rows("runner/report/judge/formats.cpp", r'Format\{"([\w-]+)"')
        grade = rows("runner/report/grade/formats.cpp", r'^    \{"([\w-]+)", "')
        declared = rows("runner/cli/common/verb.hpp", r"^extern const VerbRow (k_\w+_verb);")
        self.assertEqual(sorted(declared), sorted(rows("runner/cli/common/verb.hpp", r"&(k_\w+_verb)")))
        verbs = ["arbiter " + name[2:-5].replace("_", "-") for name in declared if name != "k_shard_run_verb"]
        for page, names in (("README.md", verdicts + judge + verbs),
                            ("runner/page/src/model.ts", verdicts), ("runner/page/src/page.css", verdicts),
                            ("runner/docs/packages.md", checkers),
                            ("runner/docs/grading.md", grade)):
            with self.subTest(page):
                text = (SOURCE / page).read_text()
                missing = [name for name in names
                           if not re.search(rf"\b{re.escape(name)}\b", text)]
                self.assertEqual(missing, [], f"{page} does not name them")
