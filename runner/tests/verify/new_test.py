"""`arbiter new`: problems to begin with, and problems from what lies about."""

import json

from slow import IS_SLOW
from workbench import SUM_C, WRONG_C, Workbench

TYPES = ("pass-fail", "interactive", "scoring", "multi-pass", "submit-answer")
if not IS_SLOW:
    TYPES = TYPES[:2]


class New(Workbench):
    def files(self, folder):
        return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())

    def test_each_type_is_clean_judged_and_stressed_as_it_is(self):
        for kind in TYPES:
            with self.subTest(kind):
                name = f"my-{kind}"
                self.arbiter("new", name, "--type", kind, status=0)
                self.assertIn(f"name: {{en: My {kind.replace('-', ' ')}}}",
                              (self.folder / name / "problem.yaml").read_text())
                self.arbiter("verify", name, status=0)
                document = self.document(name)
                verdicts = {one["path"].split("/")[-2]: one["verdict"] for one in document["submissions"]}
                self.assertEqual(verdicts["accepted"], "AC")
                self.assertEqual(verdicts["wrong_answer"], "WA")
                wrong = next((self.folder / name / "submissions/wrong_answer").iterdir())
                self.assertIn("1 failure found", self.arbiter("stress", name, wrong, "--for", "20s", status=1)[1])

    def test_two_problems_are_two(self):
        for name in ("one", "two"):
            self.arbiter("new", name, status=0)
        one, two = ((self.folder / name / "problem.yaml").read_text() for name in ("one", "two"))
        self.assertNotEqual(one.split("uuid")[1], two.split("uuid")[1])

    def test_from_what_lies_about(self):
        for number, (given, answer) in enumerate([("1 2", "3"), ("50 50", "100"), ("7 1", "8")], 1):
            self.write(f"lie/tests/input{number}.txt", f"{given}\n")
            self.write(f"lie/tests/output{number}.txt", f"{answer}\n")
        self.write("lie/sum.c", SUM_C)
        self.write("lie/minus.c", WRONG_C)
        self.write("lie/old/sum.c", SUM_C.replace("long", "int").replace("%ld", "%d"))
        self.write("lie/broken.c", "int main(\n")
        self.write("lie/exits.py", "raise SystemExit(3)\n")
        _, out, err = self.arbiter("new", "mine", "--from", "lie", status=0)
        self.assertIn("3 test cases and 4 programs", out)
        self.assertIn("lie/broken.c is left out", err)
        self.assertEqual(self.files(self.folder / "mine"), [
            "data/sample/tests-input1.ans", "data/sample/tests-input1.in",
            "data/secret/tests-input2.ans", "data/secret/tests-input2.in",
            "data/secret/tests-input3.ans", "data/secret/tests-input3.in",
            "problem.yaml", "statement/problem.en.md", "submissions/accepted/sum-2.c", "submissions/accepted/sum.c",
            "submissions/run_time_error/exits.py", "submissions/wrong_answer/minus.c"])
        self.assertTrue(all(one["as_expected"] for one in self.document("mine")["submissions"]))
        _, out, _ = self.arbiter("verify", "mine", "--format", "json", status=1)
        found = [one["code"] for part in json.loads(out)["problems"][0]["parts"] for one in part["findings"]
                 if one["severity"] != "note"]
        self.assertEqual(found, ["V105"])

    def test_what_cannot_be_made(self):
        self.write("there/x", "")
        self.write("empty/readme", "")
        for words, text in (([], "name"), (["there"], "there already"), (["a b"], "cannot be the name"),
                            (["x", "--type", "pasfail"], "did you mean 'pass-fail'?"),
                            (["x", "--from", "nowhere"], "is no folder"),
                            (["x", "--from", "empty"], "no inputs with answers"),
                            (["x", "--from", "there", "--type", "scoring"], "pass-fail")):
            self.assertIn(text, self.arbiter("new", *words, status=2)[2])
            self.assertFalse((self.folder / "x").exists())
