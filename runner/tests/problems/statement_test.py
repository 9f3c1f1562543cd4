"""Pages of statements: those of the problems that ship are whole and need nothing else, and what a hostile
or unfinished package has in its statement stays out of the page."""

import html.parser
import shutil

from workbench import SOURCE, Workbench

PROBLEMS = sorted(path.parent for path in (SOURCE / "problems").glob("*/problem.yaml"))
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Page(html.parser.HTMLParser):
    """What matters of a page: its languages, the texts in pre elements, every address, every element."""

    def __init__(self, text):
        super().__init__()
        self.languages, self.blocks, self.addresses, self.elements = [], {}, [], set()
        self.ids = set()
        self.is_block = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.elements.add(tag)
        self.ids.add(attributes.get("id"))
        if tag == "article":
            self.languages.append(attributes["lang"])
            self.blocks[attributes["lang"]] = []
        self.is_block = tag == "pre"
        if self.is_block:
            self.blocks[self.languages[-1]].append("")
        self.addresses += [attributes[name] for name in ("href", "src") if name in attributes]
        assert not any(name.startswith("on") or name == "style" for name in attributes), attributes

    def handle_endtag(self, tag):
        if tag == "pre":
            self.is_block = False

    def handle_data(self, data):
        if self.is_block:
            self.blocks[self.languages[-1]][-1] += data


def shown(folder):
    """The texts of the samples, each of which a block of the page shows."""
    for given in sorted((folder / "data/sample").glob("*.in")):
        interaction = given.with_suffix(".interaction")
        if interaction.exists():
            yield from {line[1:] + "\n" for line in interaction.read_text().splitlines()[:2]}
        else:
            yield given.read_text()
            yield given.with_suffix(".ans").read_text()


class Statements(Workbench):
    def page(self, *words, **how):
        return self.arbiter("statement", *words, **how)[1]

    def test_the_problems_that_ship(self):
        self.assertEqual(len(PROBLEMS), 6)
        for folder in PROBLEMS:
            with self.subTest(folder.name):
                _, text, errors = self.arbiter("statement", folder, status=0)
                self.assertEqual(errors, "")
                page = Page(text)
                languages = {path.name.split(".")[1] for path in folder.glob("statement/problem.*.md")}
                self.assertEqual(set(page.languages), languages)
                for language, blocks in page.blocks.items():
                    for sample in shown(folder):
                        self.assertTrue(any(sample in block or block in sample for block in blocks),
                                        f"{language}: {sample}")
                pictures = len(list(folder.glob("statement/*.svg")))
                self.assertEqual(sum(a.startswith("data:image/") for a in page.addresses),
                                 pictures * len(languages))
                self.assertEqual([a for a in page.addresses if not a.startswith(("data:image/", "#"))], [])
                self.assertEqual(page.elements & {"script", "link", "iframe", "object", "form"}, set())
                self.assertIn("default-src 'none'", text)
                self.assertNotIn("{{", text.split("</style>")[-1])

    def problem_with(self, **files):
        self.problem()
        for name, text in files.items():
            self.write(f"sum/statement/problem.{name.replace('_', '.')}", text)

    def test_a_hostile_statement(self):
        self.problem_with(en_md="""\
            <script>alert(1)</script> [a](javascript:alert(1)) ![b](https://evil.org/b.png)
            ![c](out.png) ![d](../data/secret/1.in) <img src=x onerror=alert(1)>
            """)
        (self.folder / "sum/statement/out.png").symlink_to("/etc/passwd")
        _, text, errors = self.arbiter("statement", "sum", status=0)
        page = Page(text)
        self.assertEqual(page.addresses, [])
        self.assertNotIn("script", page.elements)
        self.assertNotIn("root:", text)
        for part in ("javascript:alert(1)", "https://evil.org/b.png", "problem.en.md:1:", "out.png"):
            self.assertIn(part, errors)

    def test_where_no_page_can_be_made(self):
        self.problem()
        _, _, errors = self.arbiter("statement", "sum", status=3)
        self.assertIn("this package has no statement", errors)
        self.problem_with(en_tex="x", sv_pdf="y")
        _, _, errors = self.arbiter("statement", "sum", status=3)
        self.assertIn("sum/statement/problem.en.tex", errors)
        self.assertIn("statement/problem.en.md", errors)
        self.problem_with(en_md="x" * (10 << 20))
        _, _, errors = self.arbiter("statement", "sum", status=3)
        self.assertIn("P002", errors)

    def test_calls(self):
        self.problem_with(en_md="Add.", sv_md="Addera.")
        self.assertEqual(Page(self.page(cwd=self.folder / "sum", status=0)).languages, ["en", "sv"])
        self.assertEqual(Page(self.page("sum", "--language", "sv", status=0)).languages, ["sv"])
        self.assertIn("there are: en, sv", self.arbiter("statement", "sum", "--language", "fr", status=4)[2])
        self.assertEqual(self.page("sum", "-o", "sum.html", status=0),
                         "sum.html: English, Svenska; 0 samples\n")
        self.assertIn("Addera.", (self.folder / "sum.html").read_text())
        self.assertIn("unexpected word", self.arbiter("statement", "sum", "a.c", status=2)[2])
        self.assertIn("names no format", self.arbiter("statement", "sum", "-o", "sum.odt", status=2)[2])
        shutil.make_archive(self.folder / "packed", "zip", self.folder, "sum")
        self.assertEqual(Page(self.page("packed.zip", status=0)).languages, ["en", "sv"])

    def test_a_pdf_without_a_browser(self):
        self.problem_with(en_md="Add.")
        _, _, errors = self.arbiter("statement", "sum", "-o", "sum.pdf", status=5,
                                    env=self.environment(PATH=str(self.tmp)))
        self.assertIn("apt install chromium", errors)
        self.assertIn("-o page.html", errors)
        self.assertFalse((self.folder / "sum.pdf").exists())

    def test_a_pdf(self):
        if not any(map(shutil.which, BROWSERS)):
            self.skipTest("Chromium is not installed")
        self.arbiter("statement", PROBLEMS[0], "-o", "page.pdf", "-o", "page.html", status=0)
        self.assertTrue((self.folder / "page.pdf").read_bytes().startswith(b"%PDF-"))
        self.assertGreater((self.folder / "page.pdf").stat().st_size, 10_000)
        self.assertEqual(list(self.tmp.iterdir()), [])
