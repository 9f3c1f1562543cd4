"""`arbiter watch`: a program is judged again whenever it is saved."""

import os
import signal
import subprocess

from workbench import SUM_C, WRONG_C, Workbench, wait_for


class Watch(Workbench):
    def setUp(self):
        super().setUp()
        self.problem(tests={"1": ("1 0\n", "1\n"), "2": ("1 2\n", "3\n")})
        self.write("mine.c", WRONG_C)

    def begin(self):
        self.said = self.folder / "said"
        with open(self.said, "wb") as said:
            return self.started("watch", "sum", "mine.c", stdout=said, stderr=subprocess.STDOUT)

    def wait_for(self, text, times=1):
        wait_for(text, lambda: self.said.read_text().count(text) >= times)

    def test_each_save_is_judged_and_what_changed_is_told(self):
        process = self.begin()
        self.wait_for("WA")
        self.write("mine.c", SUM_C)
        self.wait_for("WA -> AC  secret/2")
        # As editors do that write another file first.
        self.write("mine.c~", "int main( {")
        os.rename(self.folder / "mine.c~", self.folder / "mine.c")
        self.wait_for("CE")
        self.write("mine.c", WRONG_C)
        self.wait_for("AC -> WA  secret/2")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 1)

    def test_it_ends_with_the_last_verdict(self):
        self.write("mine.c", SUM_C)
        process = self.begin()
        self.wait_for("AC")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 0)

    def test_a_failing_input_is_looked_for_meanwhile(self):
        self.write("sum/generators/pair.py", "import sys\nprint(1, int(sys.argv[1]))\n")
        self.write("sum/generators/generators.yaml", "data: {secret: {data: {g: pair.py 4}}}\n")
        self.write("sum/submissions/accepted/sum.c", SUM_C)
        self.begin()
        self.wait_for("found by pair.py 4")
        self.wait_for("arbiter stress sum mine.c --for 60s --enumerate ")

    def test_one_file_is_asked_for(self):
        self.assertIn("takes one program", self.arbiter("watch", "sum", "mine.c", "a.c", status=2)[2])
        (self.folder / "many").mkdir()
        self.write("many/a.c", SUM_C)
        self.assertIn("is no file", self.arbiter("watch", "sum", "many", status=2)[2])
