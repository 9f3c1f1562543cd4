"""Packages in one file: judged like folders, and hostile ones refused without a trace."""

import io
import stat
import struct
import sys
import warnings
import zipfile
import zlib

import invocation
from workbench import ARBITER, SUM_C, WRONG_C, Workbench, main

PACKAGE = {
    "problem.yaml": "name: Old\n",
    ".timelimit": "1\n",
    "data/secret/1.in": "1 2\n",
    "data/secret/1.ans": "3\n",
    "submissions/accepted/a.c": SUM_C,
}


# Runs a program, small before it does, and says last how much memory that had at most.
MEASURED = """\
import os, sys
_, status, usage = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ), 0)
print(usage.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def member(name, size, packed, crc, attributes):
    """The two headers of one member: before its bytes, and in the list at the end, without offset."""
    fields = (20, 0, 8, 0, 33, crc, len(packed), size, len(name), 0)
    return (struct.pack("<4s5H3I2H", b"PK\3\4", *fields) + name,
            struct.pack("<4sH5H3I5HI", b"PK\1\2", 3 << 8 | 20, *fields, 0, 0, 0, attributes))


def large_archive(members, size, packed, crc):
    """An archive with honest sizes of that many members of the same contents, written quickly."""
    body, listed = bytearray(), bytearray()
    for number in range(members):
        name = b"%06x" % number
        local, central = member(name, size, packed, crc, 0o100600 << 16)
        listed += central + struct.pack("<I", len(body)) + name
        body += local + packed
    start, ended = len(body), len(body) + len(listed)
    wide = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, members, members, len(listed),
                       start)
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, ended, 1)
    few = min(members, 0xFFFF)
    return bytes(body + listed + wide + locator +
                 struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, few, few, len(listed), start, 0))


def deflated(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


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

    def test_faults_are_named_within_the_archive(self):
        self.write("sum.zip", archive({**PACKAGE, "problem.yaml": "type: submit-answers\n"}))
        _, _, err = self.judge("sum.zip", status=3)
        self.assertIn("sum.zip/problem.yaml:1:7", err)

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

    def peak(self, name, *words):
        """The most memory, in KiB, that refusing a problem takes."""
        command = [sys.executable, "-c", MEASURED, str(ARBITER), "judge", name]
        status, _, err = invocation.run(command, self.environment(), self.folder, b"")
        self.assertEqual(status, 3, err)
        for word in words:
            self.assertIn(word, err)
        return int(err.splitlines()[-1])

    def test_honest_bombs_are_refused_before_anything_is_unpacked(self):
        small = self.refusal("small.zip", archive({**PACKAGE, "../evil": "x"}), "leads out")
        zeros = bytes(64 << 20)
        packed, crc = deflated(zeros), zlib.crc32(zeros)
        for name, data, why, times in (
                ("bytes.zip", large_archive(33, len(zeros), packed, crc), "larger than 2", 1.5),
                ("entries.zip", large_archive(200001, 1, deflated(b"x"), zlib.crc32(b"x")),
                 "more than 200000 entries", 5),
                ("links.zip", archive([(link(f"l{i}"), "x") for i in range(10001)]),
                 "more than 10000 links", 3)):
            with self.subTest(name):
                self.assertLess(self.refusal(name, data, why), times * small)

    def refusal(self, name, data, why):
        self.write(name, data)
        return self.peak(name, why)

    def test_a_yaml_of_a_million_lines_costs_little_memory(self):
        self.problem("small", yaml="type: nothing\n")
        self.problem("lines", yaml="a: b\n" * 1000000)
        self.problem("items", yaml="-\n" * 500000)
        small = self.peak("small", "unknown problem type")
        self.assertLess(self.peak("lines", "1048576 at most are read"), 2 * small)
        self.assertLess(self.peak("items", "error"), 4 * small)

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


if __name__ == "__main__":
    main()
