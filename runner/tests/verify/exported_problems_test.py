"""The archives of the shipped problems, in each format that Arbiter reads: the same verdicts, of everything that is
labelled."""

import json
import pathlib

from workbench import SOURCE, Workbench

PROBLEMS = sorted(path.name for path in (SOURCE / "problems").iterdir() if path.is_dir())
FORMATS = ("2025-09", "legacy", "domjudge", "polygon")


class Exported(Workbench):
    def verdicts(self, problem):
        _, out, _ = self.arbiter("judge", problem, "--format", "json", status=0)
        return {pathlib.Path(one["path"]).stem: (one["verdict"], one["score"])
                for one in json.loads(out)["submissions"]}

    def test_archives_give_the_same_verdicts(self):
        for name in PROBLEMS:
            problem = SOURCE / "problems" / name
            before = self.verdicts(problem)
            for to in FORMATS:
                with self.subTest(problem=name, to=to):
                    self.arbiter("export", problem, "--to", to, "-o", f"{name}.zip", status=0)
                    self.assertEqual(self.verdicts(f"{name}.zip"), before)
