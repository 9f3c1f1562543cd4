"""Packages in one file: judged like folders, and hostile ones refused without a trace."""

import io
import resource
import stat
import struct
import warnings
import zipfile

from workbench import SUM_C, WRONG_C, Workbench

PACKAGE = {
    "problem.yaml": "name: Old\n",
    ".timelimit": "1\n",
    "data/secret/1.in": "1 2\n",
    "data/secret/1.ans": "3\n",
    "submissions/accepted/a.c": SUM_C,
}


def link(name):
    entry = zipfile.ZipInfo(name)
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def archive(entries, prefix="", compression=zipfile.ZIP_DEFLATED):
    """The bytes of an archive; `entries` maps or pairs names (or ZipInfo) with contents."""
    file = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w", compression) as made:
        warnings.simplefilter("ignore")  # of names that are there twice
        for entry, content in entries.items() if isinstance(entries, dict) else entries:
            made.writestr(prefix + entry if isinstance(entry, str) else entry, content)
    return file.getvalue()


class Archives(Workbench):
    def tearDown(self):
        self.assertEqual(list(self.tmp.glob("arbiter-package*")), [], "what was unpacked is left")
        # In KiB; what is refused is refused before it takes memory.
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 256 << 10)
        super().tearDown()

    def refused(self, data, *words, status=3, name="evil.zip"):
        before = sorted(self.folder.rglob("*"))
        self.write(name, data)
        _, out, err = self.judge(name, status=status)
        for word in (name, *words):
            self.assertIn(word, err)
        (self.folder / name).unlink()
        # Nothing but what a run makes itself.
        new = [path for path in sorted(self.folder.rglob("*"))
               if path not in before and self.home not in path.parents]
        self.assertEqual(new, [])

    def test_a_package_at_the_top_or_in_a_folder(self):
        for name, prefix in (("sum.zip", ""), ("sum.kpp", "sum/")):
            with self.subTest(name):
                self.write(name, archive(PACKAGE, prefix))
                document = self.document(name)
                self.assertEqual(document["problem"], "sum")
                self.assertEqual([(one["path"], one["verdict"]) for one in document["submissions"]],
                                 [(name + "/submissions/accepted/a.c", "AC")])

    def test_its_submissions_can_be_named(self):
        self.write("sum.zip", archive({**PACKAGE, "submissions/wrong_answer/b.c": WRONG_C}))
        document = self.document("sum.zip", "sum.zip/submissions/wrong_answer/b.c")
        self.assertEqual([(one["path"], one["expected"]) for one in document["submissions"]],
                         [("sum.zip/submissions/wrong_answer/b.c", ["WA"])])
        self.judge("sum.zip", "sum.zip/../sum.zip", status=2)

    def test_litter_links_and_programs(self):
        entries = [(name, text) for name, text in PACKAGE.items() if name != "data/secret/1.ans"]
        entries += [("__MACOSX/._problem.yaml", "x"), (".DS_Store", "x"),
                    ("attachments/\u00e5.txt", "x"), ("answers/1", "3\n"),
                    (link("data/secret/1.ans"), "../../answers/1")]
        self.write("sum.zip", archive(entries))
        self.assertEqual(self.verdicts("sum.zip"), ["AC"])

    def test_names_that_lead_out(self):
        for name, why in (("../evil", "leads out"), ("/tmp/arbiter-evil", "is absolute"),
                          ("..\\evil", "leads out"), ("a\nb", "control character")):
            with self.subTest(name[:20]):
                self.refused(archive({**PACKAGE, name: "x"}), why)

    def test_a_name_that_is_not_utf8(self):
        data = archive({**PACKAGE, "data/secret/qqqq": "x"})
        self.refused(data.replace(b"qqqq", b"q\xff\xfeq"), "UTF-8")

    def test_links_that_lead_out(self):
        outside = self.write("outside/1.ans", "3\n")
        for target in (str(outside), "../../../outside/1.ans", "../../x/../../../outside"):
            with self.subTest(target):
                self.refused(archive([*PACKAGE.items(), (link("data/secret/2.ans"), target)]),
                             "a link that leads out")

    def test_nothing_is_written_through_links(self):
        self.refused(archive([(link("a"), "b"), ("b/c", "x"), ("a/c", "y")]), "there twice")
        self.refused(archive([("a", "x"), ("a/c", "y")]), "an entry that is a file")
        self.refused(archive([("a", "x"), ("a", "y")]), "there twice")

    def test_bombs(self):
        honest = bytearray(archive({"zeros": bytes(64 << 20)}))
        local, central = honest.index(b"PK\x03\x04") + 22, honest.index(b"PK\x01\x02") + 24
        for size, why in ((0xF0000000, "larger than 2"), (10, "longer than the archive says")):
            with self.subTest(why):
                for at in (local, central):
                    honest[at:at + 4] = struct.pack("<I", size)
                self.refused(bytes(honest), why)

    def test_entries_and_links_without_end(self):
        for entries, why in (([(f"{i:06}", "") for i in range(200001)], "more than 200000 entries"),
                             ([(link(f"l{i}"), "x") for i in range(10001)], "more than 10000 links")):
            self.refused(archive([*PACKAGE.items(), *entries], compression=zipfile.ZIP_STORED), why)

    def test_a_yaml_of_a_million_lines(self):
        for text, why in (("a: b\n" * 1000000, "1048576 at most are read"), ("-\n" * 500000, "error")):
            self.problem("lines", yaml=text)
            self.assertIn(why, self.judge("lines", status=3)[2])

    def test_what_is_no_archive(self):
        good = archive(PACKAGE)
        for data in (b"", b"PK", b"hello\n" * 1000, good[:len(good) // 2], good[:-30]):
            with self.subTest(len(data)):
                self.refused(data)
        (self.folder / "folder.zip").mkdir()
        self.judge("folder.zip", status=3)

    def test_damaged_and_encrypted(self):
        good = bytearray(archive(PACKAGE, compression=zipfile.ZIP_STORED))
        good[good.index(b"name: Old")] ^= 1
        self.refused(bytes(good))
        secret = bytearray(archive(PACKAGE))
        for start in (b"PK\x03\x04", b"PK\x01\x02"):
            at, flags = -1, 6 if start[2] == 3 else 8
            while (at := secret.find(start, at + 1)) >= 0:
                secret[at + flags] |= 1
        self.refused(bytes(secret), "encrypted")
