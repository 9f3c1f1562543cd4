"""Every kind of output of `arbiter grade`, made of a real run, against what its readers define.

The field lists are those of field_lists.py; each test shows of them that they can fail, too.
"""

import copy
import csv
import html.parser
import io
import json
import unittest
import xml.etree.ElementTree as xml
import zipfile

import field_lists as lists
from field_lists import faults
from grade_outputs_run import CANVAS, COHORT, KINDS, MOODLE, Bench, cell, rows_of
from schemas import closed, jsonschema, schema_of
from workbench import main


class Page(html.parser.HTMLParser):
    """Notes tags that are closed in the wrong order, and all that could load or run anything."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong = [], []

    def handle_starttag(self, tag, attrs):
        is_active = any(name.startswith("on") for name, _ in attrs)
        if is_active or tag in ("script", "img", "link", "iframe", "a"):
            self.wrong.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"/{tag}")


BENCH = None


def setUpModule():
    global BENCH
    BENCH = Bench()


def tearDownModule():
    if BENCH is not None:
        BENCH.temporary.cleanup()


def spoilt(value, form):
    """The value with one thing wrong, in every way: a field gone, misspelt or of another type."""
    if isinstance(form, list) and isinstance(value, list) and value:
        for one in spoilt(value[0], form[0]):
            yield [one, *value[1:]]
    if not isinstance(form, dict) or not isinstance(value, dict):
        yield ["of another type"]
        return
    for key, one in form.items():
        name = key.rstrip("?")
        if name not in value:
            continue
        rest = {other: here for other, here in value.items() if other != name}
        yield {**rest, name + "s": value[name]}
        if not key.endswith("?"):
            yield rest
        for wrong in spoilt(value[name], one):
            yield {**rest, name: wrong}


class Documents(unittest.TestCase):
    maxDiff = 4000

    def fits(self, value, form, name):
        self.assertEqual(faults(value, form), [], name)
        wrong = list(spoilt(value, form))
        self.assertGreater(len(wrong), 5, name)
        for one in wrong:
            self.assertNotEqual(faults(one, form), [], f"{name}: nothing is wrong with {one}")

    def test_everything_was_written_and_every_kind_is_tested(self):
        for status, _, err in BENCH.runs:
            self.assertEqual(status, 0, err)
        _, _, err = BENCH.grade("-o", "nothing=x")
        kinds = err.split("there are: ")[1].split("\n")[0].split(", ")
        self.assertEqual(sorted(kinds), sorted(KINDS))
        for path in KINDS.values():
            self.assertTrue((BENCH.folder / "made" / path).exists(), path)

    @unittest.skipIf(jsonschema is None, "python3-jsonschema is missing")
    def test_json_and_its_lines_have_the_fields_of_the_schema_and_no_others(self):
        schema = schema_of("grade")
        book = json.loads(BENCH.made("all.json"))
        jsonschema.validate(book, closed(schema))
        book["clusters"][0]["coment"] = None
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate(book, closed(schema))
        fields = {"schema", "run", "student", *schema["$defs"]["grade"]["properties"]}
        lines = [json.loads(line) for line in BENCH.made("all.jsonl").splitlines()]
        self.assertEqual(len(lines), 12)
        for line in lines:
            self.assertEqual(set(line), fields)
            head = ("schema", "run", "student")
            grade = {key: value for key, value in line.items() if key not in head}
            jsonschema.validate(grade, closed({**schema["$defs"]["grade"], "$defs": schema["$defs"]}))

    def test_tables(self):
        for path, form, count in (("grades.csv", lists.GRADES_CSV, 6),
                                  ("problems.csv", lists.PROBLEMS_CSV, 12),
                                  ("clusters.csv", lists.CLUSTERS_CSV, 1),
                                  ("jplag/key.csv", lists.JPLAG_KEY, 9)):
            rows = rows_of(BENCH.made(path))
            self.assertEqual(len(rows), count + 1, path)
            self.assertEqual(lists.table_faults(rows, form, path), [])
            self.assertNotEqual(lists.table_faults([rows[0][::-1], *rows[1:]], form, path), [])
            self.assertNotEqual(lists.table_faults([rows[0], rows[0]], form, path), [], path)
        for row in csv.DictReader(io.StringIO(BENCH.made("grades.csv").decode())):
            self.assertTrue((BENCH.folder / "made" / row["feedback_file"]).is_file(), row)

    def test_junit(self):
        tree = xml.fromstring(BENCH.made("all.xml"))
        self.assertEqual(lists.xml_faults(tree), [])
        suites = tree.findall("testsuite")
        self.assertEqual(len(suites), 12)
        for where, key in (("testcase", "tests"), ("testcase/failure", "failures"),
                           ("testcase/error", "errors"), ("testcase/skipped", "skipped")):
            for suite in suites:
                self.assertEqual(len(suite.findall(where)), int(suite.get(key)), suite.get("name"))
            self.assertEqual(sum(int(one.get(key)) for one in suites), int(tree.get(key)))
        kinds = {one.get("type") for one in tree.iter("failure")}
        self.assertEqual(kinds, {"WA", "CE", "RTE"})
        for change in (lambda one: one.set("status", "run"), lambda one: one.attrib.pop("name"),
                       lambda one: one.set("time", "soon"), lambda one: xml.SubElement(one, "output")):
            wrong = copy.deepcopy(tree)
            change(wrong.find("testsuite/testcase"))
            self.assertNotEqual(lists.xml_faults(wrong), [])

    def test_gradescope(self):
        files = sorted((BENCH.folder / "made/gradescope").iterdir())
        self.assertEqual(len(files), 6)
        for path in files:
            document = json.loads(path.read_text())
            self.fits(document, lists.GRADESCOPE, path.name)
            self.assertEqual("execution_time" in document, path.stem not in ("gil",), path)
            for test in document["tests"]:
                self.assertEqual("score" in test, "max_score" in test)
                self.assertTrue("score" in test or "status" in test)
                is_hidden = "hidden test" in test["name"]
                self.assertEqual(test["visibility"], "hidden" if is_hidden else "visible", test)

    def test_gradescope_hides_as_it_is_told(self):
        status, out, err = BENCH.grade("--only", "bo", "--hidden-as", "after_published",
                                       "--format", "gradescope")
        self.assertEqual(status, 0, err)
        self.assertEqual({test["visibility"] for test in json.loads(out)["tests"]},
                         {"visible", "after_published"})
        status, _, err = BENCH.grade("--hidden-as", "invisible")
        self.assertEqual(status, 2)
        self.assertIn("after_due_date", err)

    def test_classroom50(self):
        for path in (BENCH.folder / "made/classroom50").iterdir():
            document = json.loads(path.read_text())
            self.fits(document, lists.CLASSROOM50, path.name)
            self.assertNotIn("submitted_by", document)
            self.assertEqual(sum(test["score"] for test in document["tests"]), document["score"])
        self.assertIn("--score-scale 100", BENCH.runs[0][2])
        status, out, err = BENCH.grade("--only", "ada", "--score-scale", "100",
                                       "--format", "classroom50")
        self.assertEqual(status, 0, err)
        document = json.loads(out)
        self.fits(document, lists.CLASSROOM50, "ada")
        self.assertEqual(document["submitted_by"], {"username": "octocat", "id": 583231})
        self.assertEqual((document["owner"], document["max-score"]), ("adal", 3750))

    def test_a_worksheet_of_moodle_keeps_every_other_byte(self):
        made = BENCH.made("moodle.csv")
        cells = {row[0]: row for row in rows_of(made.removeprefix(b"\xef\xbb\xbf"))}
        filled = MOODLE
        for number, grade in ((101, "37.50"), (102, "0.00"), (106, "0.00")):
            self.assertEqual(cells[f"Participant {number}"][5], grade)
            filled = filled.replace(f"{{{number}}}", grade)
            filled = filled.replace(f"{{f{number}}}", cell(cells[f"Participant {number}"][11]))
        self.assertEqual(made.decode(), filled)
        feedback = cells["Participant 102"][11]
        self.assertIn("Sum: a, b: 0/30, WA", feedback)
        self.assertIn("Mind the sign: 50% &lt;b&gt;, &quot;please&quot;", feedback)

    def test_a_missing_worksheet_is_said_before_anything_is_judged(self):
        for kind in ("moodle", "canvas"):
            status, _, err = BENCH.grade("-o", f"{kind}=made/none.csv", out="never")
            self.assertEqual(status, 2)
            self.assertIn("--worksheet FILE", err)
            self.assertFalse((BENCH.folder / "never").exists())

    def test_facts_of_a_classroom_are_asked_for_before_anything_is_judged(self):
        status, _, err = BENCH.grade("-o", "classroom50=made/none.json", out="never",
                                     classroom={})
        self.assertEqual(status, 2)
        self.assertIn("set CLASSROOM in the environment", err)
        self.assertFalse((BENCH.folder / "never").exists())

    def test_a_grade_book_of_canvas_keeps_every_other_byte(self):
        self.assertEqual(BENCH.made("canvas.csv").decode(),
                         CANVAS.replace("{ada}", "37.50").replace("{gil}", "0.00"))

    def test_annotations_for_github(self):
        lines = BENCH.made("github.txt").decode().split("\n")
        self.assertEqual(lines.pop(), "")
        self.assertEqual([fault for line in lines for fault in lists.github_faults(line)], [])
        for wrong in ("::errors title=x::y", "::error tilte=x::y", "::error title=a:b::y",
                      "::error title=%::y", "::error title=x::50%", "::error line=1::y", "error: x"):
            self.assertNotEqual(lists.github_faults(wrong), [], wrong)
        kinds = [line.split("::")[1].split(" ")[0] for line in lines]
        self.assertEqual(kinds, sorted(kinds, key=["error", "warning", "notice"].index))
        self.assertTrue(all(kinds.count(kind) <= 10 for kind in kinds))
        files = [line.split("file=")[1].split(",")[0] for line in lines if "file=" in line]
        self.assertEqual(len(files), 9)
        for name in files:
            self.assertTrue((BENCH.folder / name).is_file(), name)
        self.assertTrue(any("file=in/dag/sum.c,line=1,col=" in line for line in lines), lines)

    def test_annotations_name_files_as_a_checkout_has_them(self):
        BENCH.write("checkouts/ada/sum.c", "int main(void) { return }\n")
        cwd = BENCH.folder / "checkouts/ada"
        for source in (".", cwd, "..", cwd.parent, "../../checkouts"):
            status, out, err = BENCH.grade("--format", "github", "--only", "ada", "--only", "sum",
                                           source=source, out="of-ada", cwd=cwd)
            self.assertEqual(status, 0, err)
            self.assertTrue(out.startswith("::error file=sum.c,line=1,col="), out)

    def test_pages_for_people(self):
        ids = {"ada", "bo", "cy", "dag", "åsa 李", "gil"}
        for path in (BENCH.folder / "made/markdown").iterdir():
            self.assertTrue(path.read_text().startswith("# Lab 3, part: 50%: "), path)
        self.assertEqual({path.name for path in (BENCH.folder / "made/markdown").iterdir()},
                         {f"{one}.md" for one in ids})
        summary = BENCH.made("summary.md")
        self.assertLessEqual(len(summary), 1 << 20)
        self.assertEqual(summary.count(b"\n# ") + summary.startswith(b"# "), 6)
        with zipfile.ZipFile(io.BytesIO(BENCH.made("pages.zip"))) as pages:
            self.assertEqual(set(pages.namelist()), {f"{one}.html" for one in ids})
            for name in pages.namelist():
                self.check_page(pages.read(name))

    def check_page(self, content):
        page = Page()
        page.feed(content.decode())
        self.assertEqual((page.wrong, page.open), ([], []))

    def test_feedback_for_moodle(self):
        with zipfile.ZipFile(io.BytesIO(BENCH.made("moodle.zip"))) as archive:
            names = archive.namelist()
            for name in names:
                self.assertEqual(faults(name, lists.MOODLE_FEEDBACK), [])
                fields = name.split("/")[0].split("_", 4)
                self.assertEqual((fields[2], fields[3]), ("assignsubmission", "file"))
                self.check_page(archive.read(name))
        self.assertEqual(sorted(name.split("_")[1] for name in names),
                         [str(one) for one in range(101, 107)])
        wrong = "A_B_101_assignsubmission_file/feedback.html"
        self.assertNotEqual(faults(wrong, lists.MOODLE_FEEDBACK), [])

    def test_a_root_for_jplag_holds_submissions_and_nothing_else(self):
        top = BENCH.folder / "made/jplag"
        self.assertEqual({path.name for path in top.iterdir()}, {"sum", "twice", "key.csv"})
        named = [row[1] for row in rows_of(BENCH.made("jplag/key.csv"))[1:]]
        self.assertEqual(sorted(named), sorted(str(path.relative_to(top)) for path in top.glob("*/*")))
        for path in top.glob("*/*"):
            self.assertTrue(path.is_dir() and any(path.iterdir()), path)
        names = "\n".join(str(path.relative_to(top)) for path in top.rglob("*"))
        self.assertFalse([one for one in COHORT if one in names])

    def test_a_second_export_for_jplag_leaves_nothing_of_the_first(self):
        BENCH.write("two/ada/sum/main.c", '#include "part.h"\nint main(void) { return part; }\n')
        BENCH.write("two/ada/sum/part.h", "enum { part = 1 };\n")
        BENCH.write("two/bo/sum.py", "print(4)\n")
        export = BENCH.folder / "export"
        for source, count in (("two", 3), ("in", 9)):
            status, _, err = BENCH.grade("-o", "jplag=export", source=source, out=f"of-{source}")
            self.assertEqual(status, 0, err)
            self.assertEqual(len([path for path in export.glob("*/*/*") if path.is_file()]), count)
        BENCH.write("export/mine.txt", "kept")
        BENCH.grade("-o", "jplag=export", "--only", "twice")
        self.assertEqual(sorted(path.name for path in export.glob("*/*/*")),
                         ["file1.c"] * 3 + ["file1.py"])
        self.assertTrue((export / "mine.txt").exists())


class Rules(unittest.TestCase):
    """What holds for all writers."""

    @staticmethod
    def texts():
        for path in sorted((BENCH.folder / "made").rglob("*")):
            if zipfile.is_zipfile(path):
                with zipfile.ZipFile(path) as archive:
                    for name in archive.namelist():
                        yield f"{path.name}/{name}", archive.read(name)
            elif path.is_file():
                yield str(path.relative_to(BENCH.folder / "made")), path.read_bytes()

    @staticmethod
    def controls(text):
        return [one for one in text if ord(one) < 32 and one not in "\t\n\r"]

    def strings(self, value):
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            value = list(value.values())
        for one in value if isinstance(value, list) else ():
            yield from self.strings(one)

    def test_utf8_line_ends_and_no_control_characters(self):
        count = 0
        for name, content in self.texts():
            if name.startswith("jplag/") and not name.endswith(".csv"):
                continue
            count += 1
            text = content.decode()
            if name != "moodle.csv":
                self.assertFalse(text.startswith("\ufeff"), name)
                self.assertNotIn("\r", text, name)
            self.assertEqual(self.controls(text), [], name)
            self.assertTrue(text.endswith("\n"), name)
            if name.endswith(".json"):
                for one in self.strings(json.loads(text)):
                    self.assertEqual(self.controls(one), [], name)
        self.assertGreater(count, 40)

    def test_long_texts_are_clipped_in_their_middle_and_say_so(self):
        document = json.loads((BENCH.folder / "made/gradescope/bo.json").read_text())
        outputs = "".join(test["output"] for test in document["tests"] if "sample/1" in test["name"])
        self.assertIn("\n… 19767 bytes omitted …\n", outputs)
        self.assertIn("end\n", outputs)
        self.assertIn("the beginning of your output:\n", outputs)
        self.assertLess(len(outputs.encode()), 2 * lists.TEXT_LIMIT)
        works = json.loads(BENCH.made("all.json"))["works"]
        tails = [test["stderr_tail"] for work in works for test in work["tests"]]
        self.assertTrue(all(len(text.encode()) <= lists.TEXT_LIMIT for text in tails))
        page = (BENCH.folder / "made/markdown/bo.md").read_text()
        self.assertIn("\ufffd", page)
        self.assertIn("bytes omitted …", page)


class Comments(unittest.TestCase):
    """One comment for a mistake reaches all who made it, in everything that they read."""

    def test_it_reaches_them_and_nobody_else(self):
        seen = {"markdown": set(), "gradescope": set(), "classroom50": set()}
        for kind, found in seen.items():
            for path in (BENCH.folder / "made" / kind).iterdir():
                if "Mind the sign: 50%" in path.read_text():
                    found.add(path.stem)
        self.assertEqual(seen, {kind: {"bo", "cy"} for kind in seen})
        book = json.loads(BENCH.made("all.json"))
        cluster, = book["clusters"]
        self.assertEqual((cluster["students"], cluster["comment"]), (["bo", "cy"], BENCH.comment))
        self.assertIn(cluster["representative"], ("in/bo/sum.c", "in/cy/sum.c"))
        self.assertEqual(BENCH.made("clusters.csv"), (BENCH.folder / "comments.csv").read_bytes())

    def test_one_for_a_mistake_that_nobody_makes_is_warned_of(self):
        BENCH.write("old.csv", "cluster,comment\nm000000000000,gone\n")
        status, _, err = BENCH.grade("--comments", "old.csv")
        self.assertEqual(status, 0, err)
        self.assertIn("m000000000000", err)
        BENCH.write("bad.csv", "cluster,remark\nm1,x\n")
        status, _, err = BENCH.grade("--comments", "bad.csv")
        self.assertEqual(status, 2)
        self.assertIn("cluster,comment", err)


if __name__ == "__main__":
    main()
