"""`arbiter report`, and -o html of judge, stress and grade: pages of runs."""

import base64
import gzip
import json
import re
import shutil
import stat

from workbench import SOURCE, SUM_C, WRONG_C, Workbench


def data_of(path):
    text = path.read_text()
    return json.loads(gzip.decompress(base64.b64decode(re.search('id="data">([^<]*)<', text)[1])))


class Judged(Workbench):
    def setUp(self):
        super().setUp()
        self.problem("sum", {"1": ("1 2\n", "3\n"), "2": ("9 9\n", "18\n")})
        self.judge("sum", "a.c", "w.c", "-o", "html=live.html", status=1)

    def report(self, *words, status=0):
        return self.arbiter("report", *words, status=status)

    def test_a_stored_run_gives_the_page_of_the_live_one(self):
        said = self.report("-o", "stored.html")[2]
        self.assertRegex(said, r"stored\.html: [\d.]+ KiB")
        live, stored = (data_of(self.folder / f"{name}.html") for name in ("live", "stored"))
        live["run"]["finished"] = stored["run"]["finished"]
        self.assertEqual(live, stored)
        self.assertEqual([program["verdicts"] for program in stored["programs"]], ["AA", "WW"])
        self.assertEqual(stored["programs"][1]["source"][0]["text"]["text"], WRONG_C)
        files = stored["problems"][0]["files"]
        self.assertEqual(files["1"]["answer"]["text"], "18\n")
        self.assertEqual([test["input_bytes"] for test in stored["problems"][0]["tests"]], [4, 4])

    def test_what_has_changed_is_left_out_and_said(self):
        self.write("w.c", SUM_C)
        self.report("-o", "x.html")
        program = data_of(self.folder / "x.html")["programs"][1]
        self.assertEqual((program["source"], program["source_note"]),
                         ([], "the file has changed since"))
        (self.folder / "w.c").unlink()
        shutil.rmtree(self.folder / "sum")
        said = self.report("-o", "x.html")[2]
        self.assertIn("the page shows no answers", said)
        page = data_of(self.folder / "x.html")
        self.assertEqual(page["programs"][1]["source_note"], "the file is gone")
        self.assertEqual(page["problems"][0]["files"]["0"]["input"]["text"], "1 2\n")
        self.assertNotIn("answer", page["problems"][0]["files"]["0"])

    def test_compares_with_another_run(self):
        self.write("w.c", SUM_C)
        self.judge("sum", "a.c", "w.c", status=0)
        self.report("last", "--against", "last~1", "-o", "x.html")
        against = data_of(self.folder / "x.html")["against"]
        self.assertEqual([program["verdicts"] for program in against["programs"]], ["AA", "WW"])

    def test_paths_may_be_relative_although_the_run_was_made_elsewhere(self):
        (self.folder / "other").mkdir()
        self.arbiter("report", "-o", "x.html", cwd=self.folder / "other", status=0)
        self.assertTrue((self.folder / "other/x.html").exists())

    def test_a_page_has_the_games(self):
        ioiwari = SOURCE / "problems/ioiwari"
        (wrong,) = ioiwari.glob("submissions/wrong_answer/captures_a_full_pit.cpp")
        for _ in range(2):  # a known result has its game, too
            self.judge(ioiwari, wrong, "--tests", "sample/*", "-o", "x.html", status=None)
            game = data_of(self.folder / "x.html")["programs"][0]["details"]["0"]["transcript"]
            self.assertEqual([message["from"] for message in game["messages"][:3]], [0, 1, 0])
            self.assertEqual(game["messages"][0]["text"], "4 3 2 4 2 3 2\n")
        self.report("-o", "stored.html")
        replays = [data_of(self.folder / name)["programs"][0]["details"]["0"]["replay"] for name in ("x.html", "stored.html")]
        self.assertEqual(replays[0], replays[1])
        self.assertEqual(replays[0]["frames"][0]["state"]["pits"][0], {"is": 4, "note": "1"})
        self.assertEqual(replays[0]["view"]["zones"][0]["layout"], "circle")

    def test_a_replay_that_cannot_be_made_is_left_out_and_said_once(self):
        self.write("sum/arbiter.yaml", "replay:\n  program: replay/show.py\n"
                                       "  view: {kind: zones, zones: [{name: digits, items: letters}]}\n")
        self.write("sum/replay/show.py", "print('no JSON')\n")
        for words in (("judge", "sum", "w.c", "-o", "x.html"), ("report", "last", "-o", "x.html")):
            _, _, err = self.arbiter(*words)
            self.assertEqual(err.count("the page shows no more replays: the replay program of the package wrote a bad replay"), 1, err)
            self.assertNotIn("replay", data_of(self.folder / "x.html")["programs"][0]["details"]["0"])

    def test_errors_name_the_remedy(self):
        for words, said in ((("last",), "name one place for the page"),
                            (("-o", "x.html", "--for", "boss"), "unknown reader 'boss'"),
                            (("-o", "x.html", "--for", "teacher"), "has no page for a teacher"),
                            (("-o", "x.html", "--anonymous"), "there are no students"),
                            (("nothing", "-o", "x.html"), "nothing"),
                            (("-o", "no/such/x.html"), "no/such")):
            with self.subTest(words):
                code, _, err = self.report(*words, status=None)
                self.assertNotEqual(code, 0)
                self.assertIn(said, err)
        self.assertFalse((self.folder / "x.html").exists())


class Stressed(Workbench):
    def test_what_was_found_is_a_test_case(self):
        self.write("gen.py", "import random, sys\nrandom.seed(sys.argv[-1])\n"
                             "print(random.randint(1, 9), random.randint(1, 9))\n")
        self.problem("p", {"1": ("1 0\n", "1\n")})
        self.write("p/generators/gen.py", (self.folder / "gen.py").read_text())
        self.write("p/generators/generators.yaml",
                   "solution: /submissions/accepted/sum.c\ndata:\n  secret:\n    data:\n"
                   "      - one: gen.py {seed}\n")
        self.write("p/submissions/accepted/sum.c", SUM_C)
        self.arbiter("stress", "p", "w.c", "--iterations", "20", "-o", "html=s.html", status=1)
        page = data_of(self.folder / "s.html")
        self.assertEqual(page["kind"], "stress")
        found = [test["name"] for test in page["problems"][0]["tests"]]
        self.assertEqual(found, ["found 1"])
        wrong = next(program for program in page["programs"] if program["name"].endswith("w.c"))
        self.assertEqual(wrong["verdicts"], "W")
        self.assertIn("arbiter judge", wrong["details"]["0"]["command"])


class Graded(Workbench):
    def setUp(self):
        super().setUp()
        self.problem("sum", {"1": ("1 2\n", "3\n"), "2": ("9 9\n", "18\n")})
        self.write("roster.csv", "id,name,email\n7,Ada Berg,ada@example.org\n8,Bo Ek,bo@example.org\n"
                                 "9,Cleo Lind,cleo@example.org\n")
        self.write("in/7/sum.c", SUM_C)
        self.write("in/8/sum.c", WRONG_C + "/* by Bo */\n")
        self.arbiter("grade", "in", "--problems", "sum", "--roster", "roster.csv", "--out", "out",
                     "-o", "html=live.html", "-o", "pages=pages", status=0)

    def page(self, *words, name="x.html"):
        self.arbiter("report", "out", "-o", name, *words, status=0)
        return data_of(self.folder / name)

    def test_the_teacher_sees_the_class(self):
        live, stored = data_of(self.folder / "live.html"), self.page()
        for page in (live, stored):
            students = page["course"]["students"]
            self.assertEqual([one["name"] for one in students], ["Ada Berg", "Bo Ek", "Cleo Lind"])
            self.assertEqual([one["points"] for one in students], [100, 0, None])
        for page in (live, stored):
            self.assertIn("by Bo", json.dumps(page))
            self.assertEqual(page["problems"][0]["files"]["0"]["answer"]["text"], "3\n")
        for program in (*live["programs"], *stored["programs"]):
            self.assertGreaterEqual(min(program["cpu"]), 0)
        wrong = [next(one for one in page["programs"] if "W" in one["verdicts"])
                 for page in (live, stored)]
        self.assertEqual(*(one["details"]["0"]["difference"] for one in wrong))
        self.assertEqual(stat.S_IMODE((self.folder / "x.html").stat().st_mode), 0o600)

    def test_a_student_sees_no_other(self):
        self.page("--student", "Bo Ek", name="bo.html")
        self.arbiter("report", "out", "--per-student", "each", status=0)
        for path in (self.folder / "bo.html", self.folder / "each/8.html",
                     self.folder / "pages/8.html"):
            page = data_of(path)
            self.assertEqual(page["student"]["name"], "Bo Ek")
            shown = json.dumps(page) + path.read_text().split("<noscript>")[1].split("<script")[0]
            self.assertIn("by Bo", shown)
            for other in ("Ada", "Cleo", "example.org", "sha256"):
                self.assertNotIn(other, shown)
        self.assertEqual(len(list((self.folder / "each").iterdir())), 3)

    def test_pseudonyms_stand_for_names_and_a_key_tells_them(self):
        page = self.page("--anonymous")
        text = json.dumps(page)
        for name in ("Ada", "Berg", "Bo Ek", "Cleo", "example.org", "in/7", "in/8", "roster.csv"):
            self.assertNotIn(name, text)
        self.assertEqual(sorted(str(one["points"]) for one in page["course"]["students"]),
                         ["0.0", "100.0", "None"])
        self.assertNotIn("by Bo", text)
        key = self.folder / "x.html.key.csv"
        self.assertEqual(stat.S_IMODE(key.stat().st_mode), 0o600)
        rows = key.read_text().splitlines()
        self.assertEqual(sorted(row.split(",")[2] for row in rows[1:]),
                         ["Ada Berg", "Bo Ek", "Cleo Lind"])
        self.page("--anonymous", name="again.html")
        self.assertEqual((self.folder / "again.html.key.csv").read_bytes(), key.read_bytes())

    def test_a_problem_that_has_changed_shows_no_inputs(self):
        self.write("sum/data/secret/2.ans", "19\n")
        said = self.arbiter("report", "out", "-o", "x.html", status=0)[2]
        self.assertIn("inputs and answers of sum are not shown: sum has changed since", said)
        self.assertEqual(data_of(self.folder / "x.html")["problems"][0]["files"]["0"], {})

    def test_who_gains_since_another_run_is_told(self):
        self.write("in/8/sum.c", SUM_C)
        self.arbiter("grade", "in", "--problems", "sum", "--roster", "roster.csv", "--out", "new",
                     status=0)
        self.arbiter("report", "new", "--against", "out", "-o", "x.html", status=0)
        changes = data_of(self.folder / "x.html")["against"]["changes"]
        self.assertEqual([(one["student"], one["before"], one["after"]) for one in changes],
                         [(1, 0, 100)])

    def test_errors_name_the_remedy(self):
        for words, said in ((("--for", "setter"), "has no page for a setter"),
                            (("--for", "student"), "whose page?"),
                            (("--student", "Bo Ek", "--for", "teacher"), "leave --for out"),
                            (("--student", "Bo Ek", "--anonymous"), "for the teacher's page"),
                            (("--for", "student", "--student", "Zoe"), "Zoe"),
                            (("--per-student", "each"), "name one place")):
            with self.subTest(words):
                code, _, err = self.arbiter("report", "out", "-o", "y.html", *words)
                self.assertNotEqual(code, 0)
                self.assertIn(said, err)
