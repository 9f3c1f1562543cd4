"""What packages say of languages and entry points, wherever submissions are named."""

from workbench import Workbench, main

# Two whole programs in one folder: which of them is run shows in the verdict.
GOOD_PY = "print(sum(map(int, input().split())))\n"
BAD_PY = "print(0)\n"


YAML = "sum/submissions/submissions.yaml"
JSON = "sum/submissions.json"  # of DOMjudge, in the package's root


class SaidOfSubmissions(Workbench):
    def package(self, file, text):
        self.problem()
        self.write("sum/submissions/accepted/two/a.py", BAD_PY)
        self.write("sum/submissions/accepted/two/b.py", GOOD_PY)
        self.write(file, text)

    def test_an_entry_point_is_where_the_program_begins(self):
        for file, text in ((YAML, "accepted/two: {entrypoint: b.py}\n"),
                           (YAML, "accepted/two: {entrypoint: b}\n"),
                           (JSON, '{"submissions/accepted/two/": {"entry_point": "b.py"}}')):
            with self.subTest(text):
                self.package(file, text)
                self.assertEqual(self.verdicts("sum"), ["AC"])
                self.assertEqual(self.verdicts("sum", "sum/submissions/accepted/two"), ["AC"])
                (self.folder / file).unlink()
        self.package(YAML, "accepted/two: {authors: Ada}\n")
        self.assertEqual(self.verdicts("sum", status=1), ["WA"])

    def test_a_language_holds_for_those_that_are_named_too(self):
        self.package(YAML, "accepted/two: {entrypoint: b.py}\naccepted/c.c: {language: cpp17}\n")
        self.write("sum/submissions/accepted/c.c", "#include <iostream>\n"
                   "int main() { long a, b; std::cin >> a >> b; std::cout << a + b; }\n")
        languages = [one["language"] for one in self.document("sum")["submissions"]]
        self.assertEqual(languages, ["cpp17", "python3"])
        named = self.document("sum", "sum/submissions/accepted/c.c")["submissions"][0]
        self.assertEqual((named["language"], named["verdict"]), ("cpp17", "AC"))
        # What the user says stands above it.
        named = self.document("sum", "sum/submissions/accepted/c.c", "--language", "cpp20")
        self.assertEqual(named["submissions"][0]["language"], "cpp20")

    def test_what_cannot_be_followed_is_told(self):
        for file, text in (
                (YAML, "accepted/two: {entrypoint: c.py, language: pyton3}\n"),
                (JSON, '{"submissions/accepted/two/": {"entry_point": "c.py", "langid": "pyton3"}}')):
            self.package(file, text)
            for words in (["sum"], ["sum", "sum/submissions/accepted/two"]):
                with self.subTest(file=file, words=words):
                    _, _, err = self.judge(*words, status=1)
                    self.assertIn("the language 'pyton3' of accepted/two is ignored: it is unknown",
                                  err)
                    self.assertIn("did you mean 'python3'?", err)
                    self.assertIn("the entry point 'c.py' of accepted/two is ignored: it is not one "
                                  "of its files", err)
                    self.assertIn(file, err)
            (self.folder / file).unlink()


if __name__ == "__main__":
    main()
