"""`arbiter verify`: what is found in good and broken packages, what is mended, what is not run again."""

import concurrent.futures
import fnmatch
import json
import os
import shutil
import xml.etree.ElementTree

import schemas
from broken import FAULTS, GOOD
from slow import IS_SLOW, slow
from workbench import Workbench

# Remedies that --fix follows; if one is added, its faults are found here.
FIXED = {"statement of another name", "acepted", "wrong-answer", "generator.yaml", "problem.yml",
         "input_validator folder", "output_validators folder", "no uuid", "unknown limit", "unknown type", "tab",
         "testgroup.yaml", "unknown key", "unknown key of a group", "unknown key of a recipe",
         "time limit with unit", "memory with unit", "memory in quotes", "unknown generator", "solution that is not there"}


# What only changed inputs, strange outputs and submissions show. All other faults are looked for without
# these, except in the slow check.
NEEDS_ALL = {"V203", "V404", "V405", "V501", "V601"}

# As many validators in use do it: what is wrong fails an assertion.
ASSERTING = """\
#undef NDEBUG
#include <cassert>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>
int main() {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  int a = 0, b = 0;
  assert(sscanf(text.c_str(), "%d %d", &a, &b) == 2);
  assert(a >= 0 && a <= 1000 && b >= 0 && b <= 1000);
  assert(text == std::to_string(a) + " " + std::to_string(b) + "\\n");
  return 42;
}
"""


class Verify(Workbench):
    def package(self, name, change=None):
        """The good package, changed; returns its folder."""
        for files in (GOOD, change or {}):
            for file, text in files.items():
                path = self.folder / name / file
                path.parent.mkdir(parents=True, exist_ok=True)
                if text is None:
                    path.unlink()
                elif text.startswith("->"):
                    path.symlink_to(text[2:])
                else:
                    path.write_bytes(text.encode("utf-8", "surrogateescape"))
        folder = self.folder / name
        for below in sorted(folder.rglob("*"), reverse=True):
            if below.is_dir() and not any(below.iterdir()):
                below.rmdir()
        return folder

    def verify(self, *words, status=None):
        _, out, err = self.arbiter("verify", *words, "--format", "json", status=status)
        self.assertEqual(err, "")
        document = json.loads(out)
        schemas.validate(document, "verify")
        return document["problems"]

    @staticmethod
    def findings(problem):
        return [one for part in problem["parts"] for one in part["findings"] if one["severity"] != "note"]

    def parts(self, *words, **how):
        (problem,) = self.verify(*words, **how)
        return {part["name"]: part for part in problem["parts"]}


class Packages(Verify):
    LOOKED_AT = range(0, len(FAULTS), 1 if IS_SLOW else 4)

    def test_a_good_one_is_clean(self):
        self.package("sum")
        (problem,) = self.verify("sum", status=0)
        self.assertTrue(problem["clean"])
        self.assertEqual([part["name"] for part in problem["parts"]],
                         ["package", "inputs", "generators", "outputs", "submissions", "strength", "limits"])
        self.assertEqual({one["path"]: one["verdict"] for one in problem["submissions"]},
                         {"accepted/sum.c": "AC", "accepted/other.py": "AC", "run_time_error/half.py": "RTE",
                          "wrong_answer/minus.py": "WA"})

    def look(self, number):
        """A fault, what is found, whether --fix mends it, and what is found then."""
        fault = FAULTS[number]
        name = f"{number}/sum"
        self.package(name, fault.change)
        words = [name, "--jobs", 1] + ([] if IS_SLOW or fault.code in NEEDS_ALL else ["--quick"])
        _, out, err = self.arbiter("verify", *words, "--fix", "--format", "json")
        found = left = self.findings(json.loads(out)["problems"][0])
        if is_fixed := err.startswith("fixed: "):
            shutil.rmtree(self.folder / name)
            self.package(name, fault.change)
            found = self.findings(*self.verify(*words, status=1))
        return fault, name, found, is_fixed, left

    def test_each_fault_is_told_once_with_its_place_and_remedy(self):
        """Of those that --fix leaves alone the remedy is bringing the files back, which makes it GOOD."""
        self.assertGreaterEqual(len(FAULTS), 80)
        fixed = set()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for fault, name, findings, is_fixed, left in pool.map(self.look, self.LOOKED_AT):
                with self.subTest(fault.name):
                    self.assertEqual([one["code"] for one in findings], [fault.code], findings)
                    (found,) = findings
                    place = found["place"] or {"file": "", "line": 0}
                    where = place["file"].removeprefix(name).removeprefix("/")
                    where += f":{place['line']}" if place["line"] else ""
                    self.assertTrue(fnmatch.fnmatch(where, fault.place), where)
                    # A message that says what must be there is its own remedy.
                    help_text = "\n".join(found["helps"]) or found["message"]
                    self.assertIn(fault.help or " must be ", help_text)
                    self.assertEqual(left, [] if is_fixed else findings)
                if is_fixed:
                    fixed.add(fault.name)
        self.assertEqual(fixed, FIXED & {FAULTS[number].name for number in self.LOOKED_AT})


class Calls(Verify):
    has_own_cache = True  # what is known is what some of these tests are about

    def test_what_did_not_change_is_not_run_again(self):
        self.package("sum")
        self.verify("sum", status=0)
        again = self.parts("sum", status=0)
        self.assertTrue(all(part["known"] for name, part in again.items() if name != "package"))
        (self.folder / "sum/submissions/wrong_answer/plus.py").write_text("print(int(input().split()[0]))\n")
        changed = self.parts("sum", status=0)
        self.assertTrue(changed["inputs"]["known"] and changed["outputs"]["known"])
        self.assertFalse(changed["submissions"]["known"])
        (self.folder / "sum/.timelimit").write_text("3\n")
        self.assertFalse(self.parts("sum", status=1)["inputs"]["known"])
        (self.folder / "sum/.timelimit").unlink()
        solution = self.folder / "sum/submissions/accepted/sum.c"
        solution.write_text(solution.read_text() + "/* It makes answers. */\n")
        self.assertFalse(self.parts("sum", status=0)["outputs"]["known"])
        everything = self.parts("sum", "--no-cache", status=0)
        self.assertFalse(any(part["known"] for part in everything.values()))

    def test_a_damaged_cache_is_made_anew(self):
        self.package("sum")
        self.verify("sum", status=0)
        for kept in (self.folder / "cache").glob("arbiter/verified/*/verification.json"):
            kept.write_text('{"problem": 1}')
        self.assertFalse(self.parts("sum", status=0)["inputs"]["known"])

    def test_only_some_parts(self):
        self.package("sum", {"submissions/wrong_answer/right.py": GOOD["submissions/accepted/other.py"]})
        self.assertEqual(list(self.parts("sum", "--only", "inp*", "--only", "outputs", status=0)),
                         ["inputs", "outputs"])
        self.assertIn("did you mean 'inputs'?", self.arbiter("verify", "sum", "--only", "input", status=4)[2])

    def test_quick_runs_no_submission(self):
        self.package("sum", {"submissions/wrong_answer/right.py": GOOD["submissions/accepted/other.py"]})
        parts = self.parts("sum", "--quick", status=0)
        self.assertNotIn("submissions", parts)
        self.assertNotIn("changed", parts["inputs"]["summary"])

    def test_several_problems(self):
        self.package("set/one")
        self.package("set/two", {"data/secret/1-least.ans": None})
        one, two = self.verify("set", status=1)
        self.assertTrue(one["clean"])
        self.assertFalse(two["clean"])
        _, out, _ = self.arbiter("verify", "set", status=1)
        self.assertTrue(out.endswith("1 error, 1 note\n"), out)

    def test_a_validator_may_refuse_by_a_crash(self):
        self.package("sum", {"input_validators/validate.cpp": ASSERTING})
        inputs = self.parts("sum", status=0)["inputs"]
        self.assertEqual({(one["code"], one["severity"]) for one in inputs["findings"]}, {("V204", "note")})

    def test_a_problem_that_the_judge_cannot_look_at_leaves_the_others(self):
        if shutil.which("checktestdata"):
            self.skipTest("checktestdata is installed, so no validator is out of reach")
        self.package("set/one", {"answer_validators/sum.ctd": "INT(0, 10) NEWLINE EOF\n"})
        self.package("set/two")
        one, two = self.verify("set", status=5)
        (finding,) = self.findings(one)
        self.assertEqual(finding["code"], "V001")
        self.assertIn("checktestdata, which reads these, is not installed", finding["message"])
        self.assertTrue(finding["helps"])
        self.assertTrue(two["clean"])

    def test_documents(self):
        self.package("sum", {"data/secret/1-least.ans": None})
        _, out, _ = self.arbiter("verify", "sum", "-o", "found.xml", "-o", "found.json", "--format", "github", status=1)
        self.assertTrue(out.startswith("::error file=sum/data/secret/1-least.in"), out)
        suites = xml.etree.ElementTree.parse(self.folder / "found.xml").getroot()
        self.assertEqual((suites.get("tests"), suites.get("failures")), ("1", "1"))
        schemas.validate(json.loads((self.folder / "found.json").read_text()), "verify")

    def test_fix_leaves_what_is_in_the_way(self):
        self.package("sum", {"statement/problem.en.md": None, "statement/statement.en.md": "# Sum\n"})
        (self.folder / "sum/statement/problem.en.md").mkdir()
        self.assertIn("is there already", self.arbiter("verify", "sum", "--fix", status=1)[2])
        self.assertTrue((self.folder / "sum/statement/statement.en.md").exists())

    def test_few_mutants_are_known_later(self):
        self.package("sum")
        mutants = self.parts("sum", "--only", "mutants", "--max-mutants", 3)["mutants"]
        self.assertRegex(mutants["summary"], "of [1-3] caught")
        self.assertTrue(self.parts("sum", "--only", "mutants", "--max-mutants", 3)["mutants"]["known"])

    @slow
    def test_mutants_that_no_test_case_fails_are_failed_by_test_cases_that_are_added(self):
        """Only inputs that begin with 5 or 6 tell most of them apart."""
        self.package("sum", {"submissions/accepted/other.py":
                             "a, b = map(int, input().split())\nprint(a + b if a != 5 else 5 + b)\n",
                             "submissions/accepted/long.py":
                             "a, b = map(int, input().split())\nif a > 500:\n    print(b + a)\n"
                             "else:\n    print(a + b)\n"})
        self.assertNotIn("mutants", self.parts("sum", status=0))
        mutants = self.parts("sum", "--mutants", status=1)["mutants"]
        alive = [one for one in mutants["findings"] if one["severity"] == "warning"]
        self.assertTrue(alive)
        for one in alive:
            self.assertEqual((one["code"], one["place"]["file"], one["place"]["line"]),
                             ("V521", "sum/submissions/accepted/other.py", 2))
            self.assertRegex(one["helps"][0], "the input '[56] ")
        same = {one["message"] for one in mutants["findings"] if one["severity"] == "note"}
        self.assertIn("no test case fails this program with '501' instead of '500'", same)
        self.assertTrue(self.parts("sum", "--only", "mutants", status=1)["mutants"]["known"])
        fewer = self.parts("sum", "--only", "mutants", "--max-mutants", 3)["mutants"]
        self.assertRegex(fewer["summary"], "of [1-3] caught")
        self.parts("sum", "--add-tests", status=1)
        added = {one.read_text()[:2] for one in (self.folder / "sum/data/secret/mutants").glob("*.in")}
        self.assertTrue(added <= {"5 ", "6 "} and added, added)
        found = self.parts("sum", "--mutants", status=0)["mutants"]["findings"]
        self.assertEqual({one["code"] for one in found}, {"V522"})

    def test_wrong_calls(self):
        self.package("sum")
        for words, status, text in ((["nothing"], 2, "nothing"), (["sum", "--format", "page"], 2, "unknown format"),
                                    (["sum", "-o", "found"], 2, "names no format"),
                                    (["sum", "--quick", "--mutants"], 2, "it has no mutants")):
            self.assertIn(text, self.arbiter("verify", *words, status=status)[2])

    def test_a_plain_folder_lacks_what_a_package_has(self):
        self.write("bare/1.in", "1 2\n")
        self.write("bare/1.ans", "3\n")
        codes = {one["code"] for one in self.findings(self.verify("bare", status=1)[0])}
        self.assertIn("V104", codes)
