"""What packages say of languages and entry points, wherever submissions are named."""

from workbench import Workbench, main

# Two whole programs in one folder: which of them is run shows in the verdict.
GOOD_PY = "print(sum(map(int, input().split())))\n"
BAD_PY = "print(0)\n"


class SubmissionsYaml(Workbench):
    def package(self, yaml):
        folder = self.problem()
        self.write("sum/submissions/accepted/two/a.py", BAD_PY)
        self.write("sum/submissions/accepted/two/b.py", GOOD_PY)
        self.write("sum/submissions/submissions.yaml", yaml)
        return folder

    def test_an_entry_point_is_where_the_program_begins(self):
        for word in ("b.py", "b"):
            with self.subTest(word):
                self.package(f"accepted/two: {{entrypoint: {word}}}\n")
                self.assertEqual(self.verdicts("sum"), ["AC"])
                self.assertEqual(self.verdicts("sum", "sum/submissions/accepted/two"), ["AC"])
        self.package("accepted/two: {authors: Ada}\n")
        self.assertEqual(self.verdicts("sum", status=1), ["WA"])

    def test_a_language_holds_for_those_that_are_named_too(self):
        self.package("accepted/two: {entrypoint: b.py}\naccepted/c.c: {language: cpp17}\n")
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
        self.package("accepted/two: {entrypoint: c.py, language: pyton3}\n")
        for words in (["sum"], ["sum", "sum/submissions/accepted/two"]):
            with self.subTest(words):
                _, _, err = self.judge(*words, status=1)
                self.assertIn("the language 'pyton3' of accepted/two is ignored: it is unknown", err)
                self.assertIn("did you mean 'python3'?", err)
                self.assertIn("the entry point 'c.py' of accepted/two is ignored: it is not one of "
                              "its files", err)
                self.assertIn("submissions/submissions.yaml", err)


class SubmissionsJson(Workbench):
    """Of DOMjudge, in the package's root."""

    def package(self, json):
        folder = self.problem()
        self.write("sum/submissions/accepted/two/a.py", BAD_PY)
        self.write("sum/submissions/accepted/two/b.py", GOOD_PY)
        self.write("sum/submissions.json", json)
        return folder

    def test_an_entry_point_is_where_the_program_begins(self):
        self.package('{"submissions/accepted/two/": {"entry_point": "b.py"}}')
        self.assertEqual(self.verdicts("sum"), ["AC"])
        self.assertEqual(self.verdicts("sum", "sum/submissions/accepted/two"), ["AC"])
        self.package('{"submissions/accepted/two/": {"entry_point": "a.py"}}')
        self.assertEqual(self.verdicts("sum", status=1), ["WA"])

    def test_what_cannot_be_followed_is_told(self):
        self.package('{"submissions/accepted/two/": {"entry_point": "c.py", "langid": "py9"}}')
        _, _, err = self.judge("sum", status=1)
        self.assertIn("the language 'py9' of accepted/two is ignored: it is unknown", err)
        self.assertIn("the entry point 'c.py' of accepted/two is ignored: it is not one of its "
                      "files", err)
        self.assertIn("sum/submissions.json", err)


if __name__ == "__main__":
    main()
