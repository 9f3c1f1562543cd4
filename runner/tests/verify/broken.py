"""A small package that is clean, and what can be wrong with it: one fault each.

A fault changes files of the package: a name to its new text, to None where the file goes, or to "->"
and the target of a link. It says the code and the place of the only finding, and words of its remedy.
Following these words by hand is bringing the files back; `--fix` follows those that leave no choice.
"""

import dataclasses

GOOD = {
    "problem.yaml": """\
problem_format_version: 2025-09
name: {en: Sum}
uuid: 9a3f5c1e-8e0a-4a93-b8a4-2f1c7b6d5e0a
limits: {time_limit: 1, memory: 256}
""",
    "statement/problem.en.md": "# Sum\n\nPrint the sum of two numbers from 0 to 1000.\n",
    "data/sample/1.in": "1 2\n",
    "data/sample/1.ans": "3\n",
    "data/secret/1-least.in": "0 0\n",
    "data/secret/1-least.ans": "0\n",
    "data/secret/2-greatest.in": "1000 1000\n",
    "data/secret/2-greatest.ans": "2000\n",
    "data/invalid_input/1-too-large.in": "1001 0\n",
    "data/valid_output/1.in": "1 1\n",
    "data/valid_output/1.ans": "2\n",
    "data/valid_output/1.out": "02\n",
    "data/invalid_output/1.in": "1 1\n",
    "data/invalid_output/1.ans": "2\n",
    "data/invalid_output/1.out": "3\n",
    "generators/generators.yaml": """\
solution: /submissions/accepted/sum.c
data:
  secret:
    data:
      3-made: make.py {seed}
""",
    "generators/make.py": "import random, sys\nrandom.seed(sys.argv[1])\nprint(random.randint(0, 9), 7)\n",
    "input_validators/validate.cpp": """\
#include "arbiter/input_validator.hpp"
int main() {
  arbiter::InputReader in;
  in.integer(0, 1000, "a");
  in.space();
  in.integer(0, 1000, "b");
  in.newline();
  in.end_of_file();
  return arbiter::k_exit_valid;
}
""",
    "output_validator/validate.c": """\
#include <stdio.h>
int main(int count, char** words) {
  FILE* file = count > 2 ? fopen(words[2], "r") : 0;
  long wanted, got;
  char more;
  if (!file || fscanf(file, "%ld", &wanted) != 1) return 1;
  return scanf("%ld %c", &got, &more) == 1 && got == wanted ? 42 : 43;
}
""",
    "submissions/accepted/sum.c": """\
#include <stdio.h>
int main(void) { long a, b; return scanf("%ld %ld", &a, &b) == 2 ? !printf("%ld\\n", a + b) : 1; }
""",
    "submissions/accepted/other.py": "a, b = map(int, input().split())\nprint(b + a)\n",
    "submissions/wrong_answer/minus.py": "a, b = map(int, input().split())\nprint(a - b)\n",
    "submissions/run_time_error/half.py": "a, b = map(int, input().split())\nprint(a + b if b < 1000 else [][0])\n",
}
YAML = GOOD["problem.yaml"]
VALIDATOR = GOOD["input_validators/validate.cpp"]
CHECKER = GOOD["output_validator/validate.c"]
RECIPES = GOOD["generators/generators.yaml"]


@dataclasses.dataclass
class Fault:
    name: str
    change: dict
    code: str
    place: str
    help: str


def moved(old, new):
    """A file under another name."""
    return {old: None, new: GOOD[old]}


def yaml(more="", **changes):
    """problem.yaml with texts replaced, and more at its end."""
    text = YAML
    for old, new in changes.items():
        text = text.replace(old, new)
    return {"problem.yaml": text + more}


def replaced(name, old, new):
    assert old in GOOD[name], (name, old)
    return {name: GOOD[name].replace(old, new)}


FAULTS = [
    # The package: statements, samples, programs.
    Fault("no statement", {"statement/problem.en.md": None}, "V101", "", "write statement/problem.en.md"),
    Fault("statement of another name", moved("statement/problem.en.md", "statement/statement.en.md"), "V102", "statement/statement.en.md", "call it problem.en.md, with the code of its language"),
    Fault("no sample", {"data/sample/1.in": None, "data/sample/1.ans": None}, "V103", "data", "put a small input and its answer into data/sample, as 1.in"),
    Fault("no accepted submission", {"submissions/accepted/sum.c": None, "submissions/accepted/other.py": None, "generators/generators.yaml": None, "generators/make.py": None}, "V104", "submissions", "put a program that solves it into submissions/accepted"),
    Fault("no input validator", {"input_validators/validate.cpp": None}, "V105", "", "write one that ends with status 42 if an input is valid,"),
    Fault("name without statement", yaml(**{"{en: Sum}": "{en: Sum, sv: Summa}"}), "V108", "problem.yaml", "write statement/problem.sv.md, or delete that name"),
    Fault("statement without name", {"statement/problem.sv.md": "# Summa\n"}, "V108", "problem.yaml", "add 'sv: …' below 'name:'"),
    # Names of files and folders.
    Fault("acepted", moved("submissions/accepted/other.py", "submissions/acepted/other.py"), "P042", "submissions/acepted", "did you mean 'accepted'?"),
    Fault("wrong-answer", moved("submissions/wrong_answer/minus.py", "submissions/wrong-answer/minus.py"), "P042", "submissions/wrong-answer", "did you mean 'wrong_answer'?"),
    Fault("testgroup.yaml", {"data/secret/testgroup.yaml": "scoring: {}\n"}, "P033", "data/secret/testgroup.yaml", "did you mean 'test_group.yaml'?"),
    Fault("generator.yaml", moved("generators/generators.yaml", "generators/generator.yaml"), "P035", "generators/generator.yaml", "did you mean 'generators.yaml'?"),
    Fault("problem.yml", moved("problem.yaml", "problem.yml"), "P035", "problem.yml", "did you mean 'problem.yaml'?"),
    Fault("answer lacks", {"data/secret/1-least.ans": None}, "P032", "data/secret/1-least.in", "add 1-least.ans"),
    Fault("answer called .out", moved("data/secret/1-least.ans", "data/secret/1-least.out"), "P032", "data/secret/1-least.in", "add 1-least.ans"),
    Fault("input lacks", {"data/secret/1-least.in": None}, "P033", "data/secret/1-least.ans", "add 1-least.in, or remove this file"),
    Fault("blank in a name", {"data/secret/a b/1.in": "1 1\n", "data/secret/a b/1.ans": "2\n"}, "P034", "data/secret/a b", "names consist of a-z, A-Z, 0-9 and _ . -, and do not begin"),
    Fault("input_validator folder", moved("input_validators/validate.cpp", "input_validator/validate.cpp"), "P035", "input_validator", "did you mean 'input_validators'?"),
    Fault("output_validators folder", moved("output_validator/validate.c", "output_validators/validate.c"), "P018", "output_validators", "in format 2025-09 it is output_validator/"),
    Fault("secrets", {"data/secrets/9.in": "1 1\n", "data/secrets/9.ans": "2\n"}, "P035", "data/secrets", "did you mean 'secret'?"),
    Fault("unknown language", {"submissions/accepted/sum.xyz": "sum\n"}, "S001", "submissions/accepted/sum.xyz", "to judge it anyway, name it together with --language"),
    Fault("empty folder of a program", {"submissions/accepted/empty/readme": "nothing\n"}, "S001", "submissions/accepted/empty", "to judge it anyway, name it together with --language"),
    # problem.yaml.
    Fault("no name", yaml(**{"name: {en: Sum}\n": ""}), "P012", "problem.yaml", "add a line 'name: …'"),
    Fault("empty name", yaml(**{"name: {en: Sum}": "name:"}), "P013", "problem.yaml:2", ""),
    Fault("no uuid", yaml(**{"uuid: 9a3f5c1e-8e0a-4a93-b8a4-2f1c7b6d5e0a\n": ""}), "P012", "problem.yaml", "add a line 'uuid: …'"),
    Fault("bad uuid", yaml(**{"9a3f5c1e-8e0a-4a93-b8a4-2f1c7b6d5e0a": "9a3f5c1e"}), "P018", "problem.yaml:3", "it looks like 6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
    Fault("unknown version", yaml(**{"2025-09": "2024-12"}), "P019", "problem.yaml:1", "known: legacy, legacy-icpc, 2023-07-draft, 2023-07, 2025-09"),
    Fault("unknown key", yaml(**{"name:": "nmae:"}), "P011", "problem.yaml:2", "did you mean 'name'?"),
    Fault("key twice", yaml("name: {en: Sum}\n"), "P010", "problem.yaml:5", "remove one of the two"),
    Fault("tab", yaml("\ttype: pass-fail\n"), "P007", "problem.yaml:5", "YAML is indented with spaces only"),
    Fault("open brace", yaml(**{"memory: 256}": "memory: 256"}), "P007", "problem.yaml:5", "close it with '}'"),
    Fault("open quote", yaml("credits: \"Ann\n"), "P007", "problem.yaml:5", "close it at the end of the text"),
    Fault("no map", {"problem.yaml": "Sum\n"}, "P013", "problem.yaml:1", ""),
    Fault("empty problem.yaml", {"problem.yaml": ""}, "P006", "problem.yaml", "write keys and values into it, or delete it"),
    Fault("no time limit", yaml(**{"time_limit: 1, ": ""}), "P020", "problem.yaml", "--time-limit auto finds one by running the package's own"),
    Fault("time limit with unit", yaml(**{"time_limit: 1,": "time_limit: 2s,"}), "P013", "problem.yaml:4", "write the number alone; it counts seconds"),
    Fault("time limit 0", yaml(**{"time_limit: 1,": "time_limit: 0,"}), "P014", "problem.yaml:4", ""),
    Fault("memory with unit", yaml(**{"memory: 256": "memory: 256MiB"}), "P013", "problem.yaml:4", "write the number alone; it counts MiB"),
    Fault("memory in quotes", yaml(**{"memory: 256": "memory: '256'"}), "P013", "problem.yaml:4", "remove the quotes"),
    Fault("memory below 0", yaml(**{"memory: 256": "memory: -1"}), "P014", "problem.yaml:4", ""),
    Fault("unknown limit", yaml(**{"memory: 256": "memoy: 256"}), "P011", "problem.yaml:4", "did you mean 'memory'?"),
    Fault("unknown type", yaml("type: pass-fial\n"), "P014", "problem.yaml:5", "did you mean 'pass-fail'?"),
    Fault("types that exclude each other", yaml("type: [pass-fail, scoring]\n"), "P014", "problem.yaml:5", "leave one of them out"),
    Fault("validator flags at the top", yaml("output_validator_args: [case_sensitive]\n"), "P011", "problem.yaml:5", "write it into data/test_group.yaml, for all of them"),
    Fault("languages of no submission", yaml("languages: [cpp, brainfog]\n"), "S003", "submissions/accepted/other.py", "they are judged anyway"),
    Fault("not UTF-8", {"problem.yaml": YAML.replace("Sum", "S\udcfcm")}, "P003", "problem.yaml:2", "save the file as UTF-8"),
    Fault("CRLF in an input", {"data/secret/1-least.in": "0 0\r\n"}, "V201", "data/secret/1-least.in", "correct the inputs, or the validator"),
    # test_group.yaml.
    Fault("unknown key of a group", {"data/secret/test_group.yaml": "output_validator_arg: [-x]\n"}, "P011", "data/secret/test_group.yaml:1", "did you mean 'output_validator_args'?"),
    Fault("points of a pass-fail problem", {"data/secret/test_group.yaml": "scoring: {score: 1}\n"}, "P035", "data/secret/test_group.yaml:1", "write 'type: scoring' into problem.yaml"),
    Fault("require_pass without its group", {**yaml("type: scoring\n"), "data/secret/test_group.yaml": "scoring: {score: 10, require_pass: tiny}\n"}, "P014", "data/secret/test_group.yaml:1", "it names sample, or groups of pass-fail aggregation that"),
    # Generators.
    Fault("seed of its own", replaced("generators/generators.yaml", "{seed}", "{sed:1}"), "P018", "generators/generators.yaml:5", "did you mean {seed}, or {seed:1}?"),
    Fault("unknown generator", replaced("generators/generators.yaml", "make.py", "mkae.py"), "P014", "generators/generators.yaml:5", "did you mean 'make.py'?"),
    Fault("unknown key of a recipe", replaced("generators/generators.yaml", "    data:", "    datta:"), "P011", "generators/generators.yaml:4", "did you mean 'data'?"),
    Fault("solution that is not there", replaced("generators/generators.yaml", "sum.c", "sums.c"), "P014", "generators/generators.yaml:1", "did you mean 'sum.c'?"),
    Fault("bad recipes", {"generators/generators.yaml": RECIPES + "  {\n"}, "P007", "generators/generators.yaml:7", "close it with '}'"),
    Fault("generator that fails", {"generators/make.py": "import nothing_like_it\n"}, "G002", "generators/generators.yaml:5", "correct the program that fails, or the recipe"),
    Fault("generator of chance", {"generators/make.py": "import time\nprint(time.time_ns() % 1000, 1)\n"}, "G002", "generators/generators.yaml:5", "correct the program that fails, or the recipe"),
    Fault("generator of invalid inputs", {"generators/make.py": "print(2000, 1)\n"}, "G002", "generators/generators.yaml:5", "correct the program that fails, or the recipe"),
    Fault("seed forgotten", replaced("generators/generators.yaml", " {seed}", ""), "G002", "generators/generators.yaml:5", "correct the program that fails, or the recipe"),
    Fault("same recipe twice", {"generators/generators.yaml": RECIPES + "      4-same: make.py 5\n      5-same: make.py 5\n"}, "G001", "generators/generators.yaml:7", "change an argument, as {seed:2}"),
    Fault("stale test case", {"data/secret/3-made.in": "1 1\n", "data/secret/3-made.ans": "2\n"}, "V701", "data/secret/3-made.ans", "'arbiter generate' writes them anew; delete files that were"),
    # Input validators.
    Fault("validator that does not compile", {"input_validators/validate.cpp": VALIDATOR + "}\n"}, "V204", "input_validators/validate.cpp", "correct the program"),
    Fault("validator that ends with 0", replaced("input_validators/validate.cpp", "return arbiter::k_exit_valid", "return 0"), "V204", "input_validators/validate.cpp", "an input validator must end with status 42 (valid) or 43"),
    Fault("validator that crashes", replaced("input_validators/validate.cpp", "return arbiter::k_exit_valid", "std::abort()"), "V204", "input_validators/validate.cpp", "an input validator must end with status 42 (valid) or 43"),
    Fault("validator that refuses a test", replaced("input_validators/validate.cpp", "0, 1000, \"a\"", "0, 999, \"a\""), "V201", "data/secret/2-greatest.in", "correct the inputs, or the validator"),
    Fault("validator that accepts too much", replaced("input_validators/validate.cpp", "0, 1000, \"a\"", "0, 2000, \"a\""), "V202", "data/invalid_input/1-too-large.in", "let a validator check what is wrong with it, or delete the"),
    Fault("validator that reads no further", replaced("input_validators/validate.cpp", "  in.end_of_file();\n", ""), "V203", "input_validators/validate.cpp", "read every blank, line end and number strictly, up to the"),
    Fault("validator of blanks", replaced("input_validators/validate.cpp", "in.space()", "in.blanks()"), "V203", "input_validators/validate.cpp", "read every blank, line end and number strictly, up to the"),
    Fault("invalid input that is valid", {"data/invalid_input/1-too-large.in": "1 1\n"}, "V202", "data/invalid_input/1-too-large.in", "let a validator check what is wrong with it, or delete the"),
    Fault("test that is invalid", {"data/secret/1-least.in": "0  0\n"}, "V201", "data/secret/1-least.in", "correct the inputs, or the validator"),
    Fault("bound that no test reaches", {"data/secret/2-greatest.in": "999 1000\n", "data/secret/2-greatest.ans": "1999\n"}, "V301", "input_validators/validate.cpp", "add a test case at that bound, or narrow the validator and"),
    # Checkers.
    Fault("checker that does not compile", {"output_validator/validate.c": CHECKER + "}\n"}, "V405", "output_validator/validate.c", "correct the program"),
    Fault("checker that crashes", replaced("output_validator/validate.c", "  return scanf", "  if (getchar() == '-') __builtin_trap();\n  rewind(stdin);\n  return scanf"), "V405", "output_validator/validate.c", "a checker must come to a verdict on whatever a submission"),
    Fault("checker that accepts everything", {"output_validator/validate.c": "int main(void) { return 42; }\n", "data/invalid_output/1.in": None, "data/invalid_output/1.ans": None, "data/invalid_output/1.out": None, "submissions/wrong_answer/minus.py": None}, "V404", "output_validator/validate.c", "let the checker read all of the output and compare it"),
    Fault("checker that ends with 0", {"output_validator/validate.c": "int main(void) { return 0; }\n"}, "V405", "output_validator/validate.c", "a checker must come to a verdict on whatever a submission"),
    Fault("checker that refuses the answers", replaced("output_validator/validate.c", "got == wanted", "got == wanted + 1"), "V401", "data/sample/1.ans", "the answer, the checker or its arguments are wrong"),
    Fault("valid output that is refused", {"data/valid_output/1.out": "3\n"}, "V402", "data/valid_output/1.out", "correct the checker, or move them to data/invalid_output"),
    Fault("invalid output that is accepted", {"data/invalid_output/1.out": "2\n"}, "V403", "data/invalid_output/1.out", "correct the checker, or move them to data/valid_output"),
    # Submissions.
    Fault("accepted that is wrong", replaced("submissions/accepted/other.py", "b + a", "b - a"), "V501", "submissions/accepted/other.py", "move it to the folder of its verdict, or change test cases"),
    Fault("accepted that does not compile", {"submissions/accepted/third.c": "int main(void) { return 0 }\n"}, "V501", "submissions/accepted/third.c", "move it to the folder of its verdict, or change test cases"),
    Fault("wrong that nobody catches", replaced("submissions/wrong_answer/minus.py", "a - b", "a + b"), "V501", "submissions/wrong_answer/minus.py", "move it to the folder of its verdict, or change test cases"),
    Fault("run-time error that is none", replaced("submissions/run_time_error/half.py", "[][0]", "0"), "V501", "submissions/run_time_error/half.py", "move it to the folder of its verdict, or change test cases"),
    Fault("too slow that is not", moved("submissions/wrong_answer/minus.py", "submissions/time_limit_exceeded/minus.py"), "V501", "submissions/time_limit_exceeded/minus.py", "move it to the folder of its verdict, or change test cases"),
    Fault("submissions.yaml names nothing", {"submissions/submissions.yaml": "wrong_answer/plus.py: {required: [WA]}\n"}, "P035", "submissions/submissions.yaml:1", "globs are relative to submissions/, as accepted/*.py"),
    Fault("submissions.yaml with an unknown verdict", {"submissions/submissions.yaml": "wrong_answer/minus.py: {required: [WRONG]}\n"}, "P014", "submissions/submissions.yaml:1", "known: AC, WA, TLE, RTE"),
    Fault("near the time limit", {**yaml(**{"memory: 256}": "memory: 256, time_multipliers: {ac_to_time_limit: 1000}}"})}, "V601", "submissions/*", "raise the time limit, make the program faster, or write"),
    # Links.
    Fault("link that leaves the package", {"data/secret/link.in": "->/etc/hostname"}, "P036", "data/secret/link.in", "put a copy of the file in its place"),
]
