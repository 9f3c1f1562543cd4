"""Judges the smallest program of every language, in one call; what else languages do the slow check tries."""

import json

from workbench import SOURCE, Workbench

JUDGE_FAILED = 5


class Hello(Workbench):
    def test_every_language_reads_and_writes(self):
        self.problem("hello", {"1": ("good day\n", "good day\n")})
        programs = sorted(path for path in (SOURCE / "reference/hello").iterdir() if path.suffix != ".txt")
        status, out, err = self.judge("hello", *programs, "--format", "json")
        self.assertIn(status, (0, JUDGE_FAILED), out + err)
        missing = []
        for judged in json.loads(out)["submissions"]:
            fault = judged["compile"]["fault"]
            if fault and "not installed" in fault:
                missing.append(judged["language"])
                continue
            with self.subTest(language=judged["language"]):
                self.assertEqual(judged["verdict"], "AC", json.dumps(judged, indent=1))
        if missing:
            self.skipTest(f"not installed: {', '.join(missing)}")
