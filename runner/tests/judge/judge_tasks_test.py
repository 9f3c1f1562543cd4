"""Tasks of TPS, and of CMS and task-maker: read, judged and stressed as they are."""

import json
import pathlib

from workbench import Workbench

# The outcome of nearly right is a half.
CHECKER_PY = """\
import sys
given, answer, output = (open(name).read().split() for name in sys.argv[1:4])
if output == answer:
    print("1.0")
    print("translate:success", file=sys.stderr)
elif len(output) == 1 and abs(int(output[0]) - int(answer[0])) == 1:
    print("0.5")
    print("nearly", file=sys.stderr)
else:
    print("0")
    print("translate:wrong", file=sys.stderr)
"""

GRADER_CPP = """\
#include "pair.h"
#include <iostream>
int main() {
  std::string head;
  long long a, b;
  std::cin >> head >> a >> b;
  std::cout << (head == "pair" ? sum(a, b) : -1) << "\\n";
}
"""
PAIR = {
    "problem.json": json.dumps({"name": "pair", "title": "A Pair", "type": "Batch", "memory_limit": 256,
                                "time_limit": 2.0}),
    "subtasks.json": json.dumps({
        "global_validators": ["form.py"], "subtask_sensitive_validators": ["most.py {subtask}"],
        "subtasks": {"samples": {"index": 0, "score": 0, "validators": []},
                     "full": {"index": 2, "score": 70, "validators": []},
                     "small": {"index": 1, "score": 30, "validators": []}}}),
    "solutions.json": json.dumps({
        "solution.cpp": {"verdict": "model_solution"},
        "narrow.cpp": {"verdict": "incorrect", "except": {"samples": "correct", "small": "correct"}},
        "near.cpp": {"verdict": "correct", "except": {"full": "partially_correct"}}}),
    "gen/data.py": "import words\n"
                   "print('@testset tiny\\ncopy manual/two.in\\n@subtask samples\\nmanual one.in\\n')\n"
                   "print('@subtask small\\n@include samples tiny')\n"
                   "print(f'# comment\\n{words.NAME} 90 1\\n{words.NAME} 90 2')\n"
                   "print('@subtask full\\n@include small\\npair 3000000000 3')\n",
    "gen/words.py": "NAME = 'pair'\n",
    "gen/pair.py": "import sys\nprint(sys.argv[1], sys.argv[2])\n",
    "gen/manual/one.in": "1 2\n",
    "gen/manual/two.in": "2 2\n",
    "gen/input.header": "pair\n",
    "validator/form.py": "import sys\nhead, a, b = sys.stdin.read().split()\nint(a), int(b)\n"
                         "sys.exit(head != 'pair')\n",
    "validator/most.py": "import sys\nmost = 100 if sys.argv[1] != 'full' else 10**10\n"
                         "sys.exit(int(sys.stdin.read().split()[1]) > most)\n",
    "checker/checker.py": CHECKER_PY,
    "grader/cpp/grader.cpp": GRADER_CPP,
    "grader/cpp/pair.h": "long long sum(long long a, long long b);\n",
    "solution/solution.cpp": '#include "pair.h"\nlong long sum(long long a, long long b) { return a + b; }\n',
    "solution/narrow.cpp": '#include "pair.h"\nlong long sum(long long a, long long b) { return (int)a + (int)b; }\n',
    "solution/near.cpp": '#include "pair.h"\n'
                         "long long sum(long long a, long long b) { return a + b + (a > 100); }\n",
}

# Process 0 sees the number, process 1 only what the first wrote.
MANAGER_PY = """\
import sys
number = input()
to_first, to_second = open(sys.argv[2], "w"), open(sys.argv[4], "w")
print(number, file=to_first, flush=True)
code = open(sys.argv[1]).readline()
print(code.strip(), file=to_second, flush=True)
back = open(sys.argv[3]).readline().strip()
print(1 if back == number else 0)
print("heard" if back == number else f"heard {back!r}", file=sys.stderr)
"""
STUB_CPP = """\
#include <iostream>
#include <string>
std::string tell(std::string), hear(std::string);
int main(int count, char* words[]) {
  if (count != 2) return 9;
  std::string line;
  std::cin >> line;
  std::cout << (words[1][0] == '0' ? tell(line) : hear(line)) << std::endl;
}
"""


def whisper(tell="return s;", hear="return s;"):
    return ("#include <cstdlib>\n#include <fstream>\n#include <string>\n"
            f"std::string tell(std::string s) {{ {tell} }}\nstd::string hear(std::string s) {{ {hear} }}\n")


WHISPER = {
    "problem.json": json.dumps({"name": "whisper", "type": "Communication", "memory_limit": 256,
                                "time_limit": 1.0, "num_processes": 2, "grader_name": "stub"}),
    "subtasks.json": json.dumps({"subtasks": {"all": {"index": 0, "score": 100, "validators": []}}}),
    "solutions.json": json.dumps({
        "solution.cpp": {"verdict": "model_solution"}, "deaf.cpp": {"verdict": "incorrect"},
        "crash.cpp": {"verdict": "runtime_error"}, "slow.cpp": {"verdict": "time_limit"},
        "secret.cpp": {"verdict": "incorrect"}}),
    "gen/data": "@subtask all\nmanual a.in\nmanual b.in\n",
    "gen/manual/a.in": "17\n", "gen/manual/b.in": "99\n",
    "grader/manager.py": MANAGER_PY, "grader/cpp/stub.cpp": STUB_CPP,
    "solution/solution.cpp": whisper(),
    "solution/deaf.cpp": whisper(hear='return "0";'),
    "solution/crash.cpp": whisper(hear="std::abort();"),
    "solution/slow.cpp": whisper(tell="for (;;) std::getenv(s.c_str());"),
    # The two have nothing in common but the manager.
    "solution/secret.cpp": whisper(
        tell='std::ofstream("/tmp/s") << s; std::ofstream("s") << s; return "?";',
        hear='std::ifstream a("/tmp/s"), b("s"); std::string t; return a >> t || b >> t ? t : "0";'),
}

DOUBLE = {
    "task.yaml": "name: double\ntitle: Twice\ntime_limit: 2\nmemory_limit: 256\ninfile: ''\noutfile: ''\n",
    "gen/GEN": "# N\n#ST: 0\n#COPY: gen/one.txt\n\n#ST: 40\n#STNAME: small\n5 1\n8 2 # a comment\n"
               "#ST: 60\n#STDEP: small\n1000 3\n",
    "gen/one.txt": "1\n",
    "gen/generator.py": "import sys\nprint(sys.argv[1])\n",
    "gen/limits.py": "MOST = [1, 10, 10**6]\n",
    "gen/validator.py": "import sys\nfrom limits import MOST\n"
                        "assert 500 <= int(open(sys.argv[1]).read()) + 500 * (sys.argv[2] != '3')\n"
                        "assert int(open(sys.argv[1]).read()) <= MOST[int(sys.argv[2]) - 1]\n",
    "check/checker.py": CHECKER_PY,
    "sol/solution.py": "print(2 * int(input()))\n",
    "sol/template.py": "print('write this')\n",
    "sol/near.py": "# @check-accepted: subtask0 small\n# @check-partial-score: subtask2\n"
                   "n = int(input())\nprint(2 * n + (n > 100))\n",
    "sol/zero.py": "# @check-wrong-answer: *\nprint(0)\n",
    "sol/half.py": "# @check-zero: small subtask2\n# @check-accepted: subtask0\n"
                   "n = int(input())\nprint(2 * n if n != 8 else 0)\n",
}

ANSWERS = {
    "task.yaml": "name: answers\ntitle: Answers\noutput_only: true\nn_input: 2\ntotal_value: 50\n",
    "input/input0.txt": "1\n", "input/input1.txt": "2\n",
    "output/output0.txt": "2\n", "output/output1.txt": "4\n",
}


class Tasks(Workbench):
    def task(self, name, files, **changes):
        for path, text in {**files, **changes}.items():
            self.write(f"{name}/{path}", text)
        return name

    def results(self, *words, status=0):
        document = self.document(*words, status=status)
        return {pathlib.Path(one["path"]).name: (one["verdict"], one["score"], one["as_expected"])
                for one in document["submissions"]}

    def files_of(self, name):
        return sorted(str(path) for path in (self.folder / name).rglob("*"))


class Tps(Tasks):
    def test_a_batch_task_is_judged_as_it_is(self):
        self.task("pair", PAIR)
        before = self.files_of("pair")
        self.assertEqual(self.results("pair"), {"solution.cpp": ("AC", 100, True),
                                                "narrow.cpp": ("WA", 30, True),
                                                "near.cpp": ("AC", 65, True)})
        self.assertEqual(self.files_of("pair"), before)
        first = self.document("pair", "pair/solution/solution.cpp")["submissions"][0]
        self.assertEqual([test["name"] for test in first["tests"]],
                         ["sample/0-01", "secret/1-small/0-01", "secret/1-small/1-01",
                          "secret/1-small/1-02", "secret/1-small/tiny-01", "secret/2-full/0-01",
                          "secret/2-full/1-01", "secret/2-full/1-02", "secret/2-full/2-01",
                          "secret/2-full/tiny-01"])

    def test_a_label_of_a_subtask_that_does_not_hold_is_named(self):
        self.task("pair", PAIR, **{"solutions.json": json.dumps({
            "solution.cpp": {"verdict": "model_solution"},
            "narrow.cpp": {"verdict": "correct", "except": {"small": "incorrect"}}})})
        document = self.document("pair", status=1)
        narrow = [one for one in document["submissions"] if "narrow" in one["path"]][0]
        self.assertIn("solutions.json (narrow.cpp, secret/1-small)", narrow["expectation_note"])

    def test_validators_know_the_subtask(self):
        self.task("pair", PAIR, **{"gen/data": "@subtask small\npair 101 1\n@subtask full\npair 101 1\n"})
        _, _, err = self.judge("pair", status=3)
        self.assertIn("test 'secret/1-small/0-01' cannot be made: input validator most.py", err)

    def test_stress_draws_seeds(self):
        self.task("pair", PAIR, **{"gen/pair.py": "import sys\nprint(sys.argv[1], int(sys.argv[2]) % 50)\n"})
        self.assertIn("WA", self.arbiter("stress", "pair", "pair/solution/narrow.cpp", "--shrink-for", "0.1s", status=1)[1])

    def test_faults_have_a_place(self):
        self.task("pair", PAIR, **{"gen/data": "@subtask small\n@include tiny\nnone 1\nmanual no.in\n@what\n",
                                   "problem.json": json.dumps({"type": "TwoSteps"})})
        _, _, err = self.judge("pair", status=3)
        for text in ("error[P017]: two-step tasks of TPS are not supported", "gen/data:2", "gen/data:3",
                     "gen/data:4", "gen/data:5"):
            self.assertIn(text, err)

    def test_two_processes_talk_through_the_manager(self):
        self.task("whisper", WHISPER)
        self.assertEqual(self.results("whisper"), {
            "solution.cpp": ("AC", 100, True), "deaf.cpp": ("WA", 0, True), "crash.cpp": ("RTE", 0, True),
            "slow.cpp": ("TLE", 0, True), "secret.cpp": ("WA", 0, True)})

    def test_a_checker_judges_what_a_manager_writes(self):
        self.task("whisper", WHISPER, **{
            "problem.json": json.dumps({**json.loads(WHISPER["problem.json"]), "has_checker": True}),
            "grader/manager.py": MANAGER_PY.split("print(1 if")[0] + "print(back)\n",
            "checker/checker.py": "import sys\ngiven, _, told = (open(name).read().split() for name in sys.argv[1:4])\n"
                                  "print('1' if told == given else '0.5' if told == ['0'] else '0')\n"})
        self.assertEqual(self.results("whisper", status=1), {
            "solution.cpp": ("AC", 100, True), "deaf.cpp": ("AC", 50, False), "crash.cpp": ("RTE", 0, True),
            "slow.cpp": ("TLE", 0, True), "secret.cpp": ("AC", 50, False)})

    def test_a_manager_that_fails_is_the_judges_fault(self):
        for manager, why in (("raise SystemExit(3)\n", "status 3, which is not 0"),
                             ("print('well')\n", "it printed 'well' instead of an outcome")):
            self.task("whisper", WHISPER, **{"grader/manager.py": manager})
            document = self.document("whisper", "whisper/solution/solution.cpp", status=5)
            self.assertIn(why, document["submissions"][0]["tests"][0]["message"])


class Cms(Tasks):
    def test_a_task_is_judged_as_it_is(self):
        self.task("double", DOUBLE)
        before = self.files_of("double")
        self.assertEqual(self.results("double"), {"solution.py": ("AC", 100, True),
                                                  "near.py": ("AC", 70, True), "zero.py": ("WA", 0, True),
                                                  "half.py": ("WA", 0, True)})
        self.assertEqual(self.files_of("double"), before)

    def test_files_are_read_and_written_where_the_task_says(self):
        self.task("double", DOUBLE, **{
            "task.yaml": "title: Twice\ntime_limit: 2\n",
            "sol/solution.py": "open('output.txt', 'w').write(str(2 * int(open('input.txt').read())))\n"})
        self.assertEqual(self.results("double", "double/sol/solution.py"),
                         {"solution.py": ("AC", 100, True)})

    def test_a_manager_and_one_process(self):
        self.task("echo", {
            "task.yaml": "title: Echo\ntime_limit: 1\n", "input/input0.txt": "5\n", "input/input1.txt": "7\n",
            "check/manager.py": "import sys\nto, back = open(sys.argv[2], 'w'), open(sys.argv[1])\n"
                                "n = open('input.txt').read().strip()\nprint(n, file=to, flush=True)\n"
                                "print(int(back.readline() == n + '\\n'))\n",
            "sol/solution.py": "import sys\nto, back = open(sys.argv[2], 'w'), open(sys.argv[1])\n"
                               "print(back.readline(), end='', file=to, flush=True)\n",
            "sol/five.py": "print(5)\n", "sol/silent.py": "import time\nopen('/dev/stdin').read()\n"})
        self.assertEqual(self.results("echo"), {"solution.py": ("AC", 100, True), "five.py": ("WA", 50, True),
                                                "silent.py": ("TLE", 0, True)})

    def test_answers_are_handed_in(self):
        self.task("answers", ANSWERS)
        self.write("mine/output_000.txt", "2\n")
        self.write("mine/output_001.txt", "5\n")
        self.assertEqual(self.results("answers", "mine", status=1), {"mine": ("WA", 25, False)})

    def test_groups_of_task_yaml(self):
        self.task("answers", ANSWERS, **{
            "task.yaml": "output_only: true\nn_input: 2\nscore_type: GroupMin\n"
                         "score_type_parameters: [[30, 1], [70, '001|000']]\n"})
        self.write("mine/output_000.txt", "2\n")
        self.write("mine/output_001.txt", "5\n")
        self.assertEqual(self.results("answers", "mine", status=1), {"mine": ("WA", 30, False)})

    def test_other_verbs_know_what_it_is(self):
        self.task("double", DOUBLE)
        for to in ("2025-09", "legacy", "domjudge", "polygon", "cms"):
            self.arbiter("export", "double", "--to", to, "-o", "double.zip", status=3)
            self.assertFalse((self.folder / "double.zip").exists())
        _, _, err = self.arbiter("stress", "double", "--save", status=2)
        self.assertIn("this is a task of TPS, CMS or task-maker", err)
        self.assertNotIn("V106", self.arbiter("verify", "double", "--quick", "--only", "package")[1])

    def test_what_is_not_supported_is_named(self):
        for files, text in (({"gen/cases.gen": ": SUBTASK 1\n"}, "gen/cases.gen"),
                            ({"check/controller.py": "\n"}, "controllers of task-maker"),
                            ({"task.yaml": "n_input: 1\nscore_type: GroupMul\nscore_type_parameters: [[1, 1]]\n"},
                             "GroupMul")):
            name = f"task{len(text)}"
            self.task(name, DOUBLE, **files)
            _, _, err = self.judge(name, status=3)
            self.assertIn("error[P017]", err)
            self.assertIn(text, err)
