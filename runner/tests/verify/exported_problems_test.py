"""The archives of the shipped problems: the same verdicts, of everything that is labelled."""

import json
import pathlib

from workbench import SOURCE, Workbench

PROBLEMS = sorted(path.name for path in (SOURCE / "problems").iterdir() if path.is_dir())


class Exported(Workbench):
    def verdicts(self, problem):
        _, out, _ = self.arbiter("judge", problem, "--format", "json", status=0)
        return {tuple(pathlib.Path(one["path"]).parts[-2:]): (one["verdict"], one["score"])
                for one in json.loads(out)["submissions"]}

    def test_archives_give_the_same_verdicts(self):
        for name in PROBLEMS:
            with self.subTest(name):
                problem = SOURCE / "problems" / name
                self.arbiter("export", problem, "--to", "2025-09", "-o", f"{name}.zip", status=0)
                self.assertEqual(self.verdicts(f"{name}.zip"), self.verdicts(problem))
