"""How many disguised copies `arbiter grade` finds, and how many programs it flags that are none.

    python3 -B runner/bench/look_alikes.py [option …] [CLASS …]

    --program PROGRAM   build/release/bin/look_alikes when nothing is said
    --arbiter PROGRAM   build/release/bin/arbiter: whether disguised programs still pass the samples
    CLASS               a folder of solutions of one problem by different people, a file each

First: each accepted program of the shipped problems in C, C++ and Python is disguised in several ways, and
each copy that still passes the samples is put beside the accepted programs of its problem. Then, for each
CLASS, its first 200 programs: how many pairs are flagged as they are, and how many of 40 copies are found,
10 in the class at a time (of programs chosen at random, the same each time; not run). A program that has no
place for a disguise, as one function for reordering, does not count.
"""

import ast
import json
import pathlib
import random
import re
import subprocess
import tempfile

from frame import ROOT, parser_of

TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|^[ \t]*\#[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
                   r"""|[A-Za-z_]\w*|\d[\w.]*|\s+|.""", re.S | re.M)
NOT_OWN = set("main operator const char int long double float unsigned bool auto".split())
TYPE = r"(?:int|long|char|bool|double|float|unsigned|auto|size_t|string|vector<[^;(){}]*>|[A-Z]\w*)"


def tokens_of(text):
    return [token for token in TOKEN.findall(text) if not token.startswith(("//", "/*"))]


def closing(tokens, at):
    """The place of the bracket that closes the one at that place."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += (tokens[place] in "([{") - (tokens[place] in ")]}") if len(tokens[place]) == 1 else 0
        if depth == 0:
            return place
    raise ValueError("no closing bracket")


def skip_blanks(tokens, at):
    while at < len(tokens) and tokens[at].isspace():
        at += 1
    return at


def statement_end(tokens, at):
    """Where the statement that begins there ends; loops and conditions included."""
    at = skip_blanks(tokens, at)
    if tokens[at] == "{":
        return closing(tokens, at) + 1
    if tokens[at] in ("for", "while", "if", "switch"):
        end = statement_end(tokens, closing(tokens, tokens.index("(", at)) + 1)
        after = skip_blanks(tokens, end)
        return statement_end(tokens, after + 1) if tokens[after:after + 1] == ["else"] else end
    if tokens[at] == "do":
        at = statement_end(tokens, at + 1)
    while tokens[at] != ";":
        at = closing(tokens, at) + 1 if tokens[at] in "([{" else at + 1
    return at + 1


def functions_of(tokens):
    """(first, opening brace, end) of each function outside classes."""
    found, begin, at = [], 0, 0
    while at < len(tokens):
        token = tokens[at]
        if token == ";" or token.lstrip().startswith("#"):
            begin = at + 1
        elif token == "{":
            end = closing(tokens, at) + 1
            if "(" in tokens[begin:at] and "=" not in tokens[begin:at]:
                found.append((skip_blanks(tokens, begin), at, end))
            if tokens[skip_blanks(tokens, end):][:1] != [";"]:
                begin = end
            at = end - 1
        at += 1
    return found


def flat(text):
    """Without the unnamed namespace, whose functions are then functions like others."""
    tokens = tokens_of(text)
    for at in range(len(tokens) - 2):
        if tokens[at] == "namespace" and tokens[skip_blanks(tokens, at + 1)] == "{":
            brace = skip_blanks(tokens, at + 1)
            end = closing(tokens, brace)
            return tokens[:at] + tokens[brace + 1:end] + tokens[end + 1:]
    return tokens


class C:
    """Disguises of programs in C and C++. Each returns the new text, or none."""

    @staticmethod
    def rename(text):
        names = set(re.findall(rf"\b{TYPE}[\s*&]+([a-z]\w*)\b", text)) - NOT_OWN
        foreign = set(re.findall(r"(?:\.|->|::)\s*(\w+)", text))
        names -= foreign
        return "".join("renamed_" + token if token in names else token for token in tokens_of(text)) \
            if names else None

    @staticmethod
    def reorder(text):
        tokens = flat(text)
        functions = functions_of(tokens)
        if len(functions) < 3:
            return None
        heads = "".join("".join(tokens[first:brace]).strip() + ";\n" for first, brace, _ in functions
                        if "main" not in tokens[first:brace])
        bodies = ["".join(tokens[first:end]) for first, _, end in functions]
        rest, at = "", 0
        for first, _, end in functions:
            rest += "".join(tokens[at:first])
            at = end
        return rest + "".join(tokens[at:]) + "\n" + heads + "\n\n".join(reversed(bodies)) + "\n"

    @staticmethod
    def loops(text):
        tokens, changed, at = tokens_of(text), False, 0
        while at < len(tokens):
            if tokens[at] in ("for", "while"):
                opening = tokens.index("(", at)
                close = closing(tokens, opening)
                head = tokens[opening + 1:close]
                end = statement_end(tokens, close + 1) if tokens[skip_blanks(tokens, close + 1)] != ";" else 0
                body = tokens[close + 1:end]
                parts = "".join(head).split(";")
                if tokens[at] == "for" and end and len(parts) == 3 and "continue" not in body:
                    again = (f"{{ {parts[0]}; while ({parts[1] or 1}) {{" + "".join(body)
                             + f" {parts[2]}; }}}}")
                    tokens[at:end] = tokens_of(again)
                    changed = True
                    at = tokens.index("while", at)
                elif tokens[at] == "while" and end:
                    tokens[at:close + 1] = ["for", " ", "(", ";", " ", *head, ";", ")"]
                    changed = True
            at += 1
        return "".join(tokens) if changed else None

    @staticmethod
    def split(text):
        """Moves a block out of the longest function that has one which nothing jumps out of."""
        tokens = flat(text)
        functions = sorted(functions_of(tokens), key=lambda one: one[1] - one[2])
        for first, brace, end in functions:
            blocks = []
            for at in range(brace + 1, end):
                if tokens[at] == "{" and tokens[at - 1:at] != ["="]:
                    block = tokens[at:closing(tokens, at) + 1]
                    if not {"return", "break", "continue", "goto", "case"} & set(block) and ";" in block:
                        blocks.append((abs(len(block) - (end - brace) * 0.5), at))
            for _, at in sorted(blocks):
                close = closing(tokens, at)
                before = "".join(tokens[first:at])
                names = [name for name in dict.fromkeys(tokens[at:close]) if re.fullmatch(r"[A-Za-z_]\w*", name)
                         and re.search(rf"(?:{TYPE}[\s*&]+|,\s*[*&]*){name}\s*[=;,)\[:({{]", before)]
                if close - at < 15:
                    continue
                moved = (f"static void moved_part({', '.join('auto& ' + name for name in names)}) "
                         + "".join(tokens[at:close + 1]) + "\n")
                return ("".join(tokens[:first]) + moved + "".join(tokens[first:at])
                        + f"{{ moved_part({', '.join(names)}); }}" + "".join(tokens[close + 1:]))
        return None

    @staticmethod
    def dead_code(text):
        tokens, count, made = tokens_of(text), 0, []
        for at, token in enumerate(tokens):
            made.append(token)
            before = "".join(tokens[max(0, at - 3):at]).strip()
            if token == "{" and before.endswith(")"):
                count += 1
                if count % 2 == 1:
                    made.append(f" int spare{count} = {count}; if (spare{count} > {count + 3}) spare{count} *= 2; ")
        unused = ("\nstatic int never_used(int a, int b) {\n  int best = a;\n  while (a < b) {\n    if (a % 7 == 3)"
                  " best += a * b;\n    ++a;\n  }\n  return best - b;\n}\n")
        return "".join(made) + unused + unused.replace("never_used", "not_used").replace("%", "/")


class Python:
    """The same for programs in Python."""

    @staticmethod
    def rename(text):
        tree = ast.parse(text)
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        names |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        names -= {word.arg for word in ast.walk(tree) if isinstance(word, ast.keyword)}
        for node in ast.walk(tree):
            for field in ("id", "arg"):
                if getattr(node, field, None) in names and not isinstance(node, ast.keyword):
                    setattr(node, field, "renamed_" + getattr(node, field))
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                node.names = ["renamed_" + name if name in names else name for name in node.names]
        return ast.unparse(tree)

    @staticmethod
    def reorder(text):
        tree = ast.parse(text)
        places = [at for at, node in enumerate(tree.body) if isinstance(node, ast.FunctionDef)]
        if len(places) < 3:
            return None
        for at, node in zip(places, [tree.body[at] for at in reversed(places)]):
            tree.body[at] = node
        return ast.unparse(tree)

    @staticmethod
    def loops(text):
        changed = []

        class Rewrite(ast.NodeTransformer):
            def visit_For(self, node):
                self.generic_visit(node)
                is_range = isinstance(node.iter, ast.Call) and getattr(node.iter.func, "id", "") == "range"
                if not is_range or len(node.iter.args) > 2 or node.orelse or not isinstance(node.target, ast.Name) \
                        or any(isinstance(inner, ast.Continue) for inner in ast.walk(node)):
                    return node
                changed.append(node)
                name, last = node.target.id, node.iter.args[-1]
                first = node.iter.args[0] if len(node.iter.args) == 2 else ast.Constant(0)
                head = ast.parse(f"{name} = {ast.unparse(first)}\nwhile {name} < {ast.unparse(last)}:\n    {name} += 1")
                head.body[1].body[:0] = node.body
                return head.body

            def visit_While(self, node):
                self.generic_visit(node)
                if node.orelse or ast.unparse(node.test) == "True":
                    return node
                changed.append(node)
                stop = ast.parse(f"while True:\n    if not ({ast.unparse(node.test)}):\n        break").body[0]
                stop.body += node.body
                return stop

        tree = Rewrite().visit(ast.parse(text))
        return ast.unparse(tree) if changed else None

    @staticmethod
    def split(text):
        tree = ast.parse(text)
        long = [node for node in tree.body if isinstance(node, ast.FunctionDef) and len(node.body) > 3]
        if not long:
            return None
        function = max(long, key=lambda node: len(ast.unparse(node)))
        half = len(function.body) // 2
        kept, moved = function.body[:half], function.body[half:]
        known = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
        known |= {node.id for part in kept for node in ast.walk(part)
                  if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        known |= {node.name for node in kept if isinstance(node, ast.FunctionDef)}
        used = dict.fromkeys(node.id for part in moved for node in ast.walk(part) if isinstance(node, ast.Name))
        names = ", ".join(name for name in used if name in known)
        part = ast.parse(f"def moved_part({names}):\n    pass").body[0]
        part.body = moved
        call = ast.parse(f"moved_part({names})", mode="eval").body
        function.body = kept + [ast.Return(call)]
        tree.body.insert(tree.body.index(function), part)
        return ast.unparse(ast.fix_missing_locations(tree))

    @staticmethod
    def dead_code(text):
        tree, count = ast.parse(text), 0
        for node in list(ast.walk(tree)):
            if isinstance(node, (ast.FunctionDef, ast.For, ast.While)):
                count += 1
                if count % 2 == 1:
                    node.body[:0] = ast.parse(f"spare{count} = {count}\nif spare{count} > {count + 3}:\n"
                                              f"    spare{count} *= 2").body
        unused = ("\n\ndef never_used(a, b):\n    best = a\n    while a < b:\n        if a % 7 == 3:\n"
                  "            best += a * b\n        a += 1\n    return best - b\n")
        return ast.unparse(tree) + unused + unused.replace("never_used", "not_used").replace("%", "//")


DISGUISES = {"rename": ["rename"], "reorder functions": ["reorder"], "loop rewrite": ["loops"],
             "split function": ["split"], "dead code": ["dead_code"],
             "all that can be done": ["loops", "split", "dead_code", "reorder", "rename"]}


def disguised(path, steps):
    """The program after those steps; none if it gives no place to do any of them."""
    language = Python if path.suffix == ".py" else C
    text, done = path.read_text(errors="replace"), False
    for step in steps:
        if step == "split" and path.suffix == ".c":
            continue
        try:
            changed = getattr(language, step)(text)
        except (ValueError, IndexError, SyntaxError):
            changed = None
        if changed is not None:
            text, done = changed, True
    return text if done else None


def pairs_in(options, programs):
    """The flagged pairs of programs (name: text) as {names: score}, and how long that took."""
    with tempfile.TemporaryDirectory(prefix="look-alikes.") as folder:
        for name, text in programs.items():
            (pathlib.Path(folder) / name).write_text(text)
        done = subprocess.run([options.program, folder], check=True, capture_output=True, text=True)
    rows = (line.split() for line in done.stdout.splitlines())
    return ({frozenset((a, b)): int(score) for score, *names in rows for a in names for b in names if a != b},
            done.stderr.strip())


def copy_of(name):
    return "copy." + name


def passing(options, problem, copies):
    """Those of the copies that pass the samples of the problem."""
    with tempfile.TemporaryDirectory(prefix="look-alikes.") as folder:
        paths = []
        for name, text in copies.items():
            paths.append(pathlib.Path(folder, name))
            paths[-1].write_text(text)
        done = subprocess.run([options.arbiter, "judge", problem, *paths, "--tests", "sample/*", "--format", "json"],
                              capture_output=True, text=True)
    verdicts = {pathlib.Path(one["path"]).name: one["verdict"] for one in json.loads(done.stdout)["submissions"]}
    return {name: text for name, text in copies.items() if verdicts.get(name) == "AC"}


def shipped(options):
    """A row for each disguise: how many copies were found of how many, and the other pairs that were flagged."""
    for disguise, steps in DISGUISES.items():
        made = found = others = scores = 0
        for problem in sorted((ROOT / "problems").iterdir()):
            paths = [path for path in sorted((problem / "submissions/accepted").iterdir())
                     if path.suffix in (".c", ".cpp", ".py")]
            texts = {path.name: path.read_text() for path in paths}
            copies = {copy_of(path.name): text for path in paths if (text := disguised(path, steps))}
            copies = passing(options, problem, copies) if copies else {}
            pairs, _ = pairs_in(options, texts | copies)
            wanted = {frozenset((name, copy_of(name))) for name in texts if copy_of(name) in copies}
            made, found = made + len(wanted), found + len(wanted & pairs.keys())
            scores += sum(pairs[pair] for pair in wanted & pairs.keys())
            # A pair of two copies, or of a copy and another's original, is one of their originals.
            others += len({frozenset(name.removeprefix("copy.") for name in pair) for pair in pairs.keys() - wanted})
        print(f"| {disguise} | {found} of {made} | {scores / max(found, 1):.0f}% | {others} |", flush=True)


def among(options, folder):
    """Pairs flagged of a class as it is, and copies of its programs that are found in it."""
    paths = sorted(folder.iterdir(), key=lambda path: (len(path.name), path.name))[:200]
    texts = {path.name: path.read_text(errors="replace") for path in paths}
    pairs, took = pairs_in(options, texts)
    count = len(texts) * (len(texts) - 1) // 2
    print(f"| {folder.name} | {len(texts)} programs, {count} pairs | {len(pairs)} flagged | {took} |")
    print("  " + ", ".join(f"{' '.join(sorted(pair))} {score}" for pair, score in pairs.items()))
    chosen = random.Random(1).sample(paths, min(len(paths), 40))
    for disguise, steps in DISGUISES.items():
        copies = {copy_of(path.name): text for path in chosen if (text := disguised(path, steps))}
        found, names = 0, list(copies)
        for at in range(0, len(names), 10):
            some = {name: copies[name] for name in names[at:at + 10]}
            flagged, _ = pairs_in(options, texts | some)
            found += sum(frozenset((name, copy_of(name))) in flagged for name in texts)
        print(f"| {disguise} | {found} of {len(copies)} |", flush=True)


def main():
    parser = parser_of(__doc__)
    parser.add_argument("--program", default=ROOT / "build/release/bin/look_alikes", type=pathlib.Path)
    parser.add_argument("classes", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    shipped(options)
    for folder in options.classes:
        among(options, folder)


if __name__ == "__main__":
    main()
