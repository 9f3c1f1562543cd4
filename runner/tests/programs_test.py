"""Programs of packages: folders that build and run themselves, links, runtimes with many threads."""

from workbench import SUM_C, WRONG_C, Workbench, main

BUILD = "#!/usr/bin/env sh\ncc -O1 main.c -o program && cp program tools/again\n"
RUN = """\
#!/usr/bin/env sh
here=$(dirname "$0")
cmp -s "$here/program" "$here/tools/again" && exec "$here/program" "$@"
"""
CHECK_C = """\
#include <stdio.h>
int main(int argc, char** argv) {
  long got, expected;
  FILE* answer = argc > 2 ? fopen(argv[2], "r") : NULL;
  if (!answer || fscanf(answer, "%ld", &expected) != 1) return 1;
  return scanf("%ld", &got) == 1 && got == expected ? 42 : 43;
}
"""
GENERATE_C = '#include <stdio.h>\nint main(int c, char** v) { return printf("%s %s\\n", v[1], v[2]) < 0; }\n'
NAMED_C = "int main(void) { return 42; }\n"


class Scripts(Workbench):
    """Folders with executable files called build and run."""

    def setUp(self):
        super().setUp()
        self.problem("p")

    def folder_of(self, name, source, build=BUILD, run=RUN, mode=0o755):
        if build:
            self.write(f"{name}/build", build, mode)
        if run:
            self.write(f"{name}/run", run, mode)
        self.write(f"{name}/main.c", source)
        self.write(f"{name}/tools/readme", "made: again\n")
        return self.folder / name

    def test_output_validators(self):
        self.folder_of("p/output_validator", CHECK_C)
        self.write("a.c", SUM_C)
        self.write("b.c", WRONG_C)
        self.assertEqual(self.verdicts("p", "a.c", "b.c", status=1), ["AC", "WA"])
        self.assertEqual(self.verdicts("p", "a.c", "b.c", "--no-cache", status=1), ["AC", "WA"])

    def test_input_validators_and_generators(self):
        self.folder_of("p/input_validators/v", NAMED_C)
        self.folder_of("p/generators/g", GENERATE_C)
        self.write("p/submissions/accepted/a.c", SUM_C)
        self.write("p/generators/generators.yaml",
                   "solution: /submissions/accepted/a.c\n"
                   "data: {secret: {data: {'1': {in: '1 2', ans: '3'}, made: g 3 4}}}\n")
        self.arbiter("generate", "p", status=0)
        self.assertEqual((self.folder / "p/data/secret/made.in").read_text(), "3 4\n")
        self.assertEqual(self.verdicts("p"), ["AC"])

    def test_submissions(self):
        for name, wanted in (("right", "AC"), ("wrong", "WA")):
            self.folder_of(name, SUM_C if wanted == "AC" else WRONG_C)
            one = self.document("p", name, status=int(wanted == "WA"))["submissions"][0]
            self.assertEqual((one["language"], one["verdict"]), ("scripts", wanted))

    def test_a_run_script_alone_builds_nothing(self):
        run = "#!/usr/bin/env python3\nprint(sum(map(int, input().split())))\n"
        self.folder_of("alone", "int", build=None, run=run)
        self.folder_of("lost-rights", "int", build=None, run=run, mode=0o644)
        self.assertEqual(self.verdicts("p", "alone", "lost-rights"), ["AC", "AC"])

    def test_the_build_script_may_make_the_run_script(self):
        build = "#!/bin/sh\ngcc main.c -o run\n"
        self.folder_of("made", SUM_C, build=build, run=None)
        self.assertEqual(self.verdicts("p", "made"), ["AC"])

    def test_what_cannot_be_built(self):
        for name, build, log in (("fails", "#!/bin/sh\necho no luck >&2; exit 3\n", "no luck"),
                                 ("nothing", "#!/bin/sh\n", 'no executable file called "run"')):
            self.folder_of(name, SUM_C, build=build, run=None)
            one = self.document("p", name, status=1)["submissions"][0]
            self.assertEqual(one["verdict"], "CE")
            self.assertIn(log, one["compile"]["log"])

    def test_scripts_see_no_more_than_compilers_do(self):
        secret = self.write("secret", "3\n")
        build = f"#!/bin/sh\ncat {secret} > answer\ncp /bin/cat run\n"
        self.folder_of("spy", SUM_C, build=build, run=None)
        self.folder_of("link", SUM_C, build="#!/bin/sh\nln -s /etc/passwd run\n", run=None)
        self.folder_of("deep", SUM_C, run="#!/bin/sh\n",
                       build="#!/bin/sh\nmkdir -p a/b/c/d/e/f; touch a/b/c/d/e/f/g\n")
        self.assertEqual(self.verdicts("p", "spy", status=1), ["WA"])
        self.assertEqual(self.verdicts("p", "link", status=1), ["CE"])
        deep = self.document("p", "deep", status=1)["submissions"][0]
        self.assertIn("nested deeper than", deep["compile"]["log"])


if __name__ == "__main__":
    main()
