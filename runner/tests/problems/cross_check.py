"""Compares a problem's reference with its other accepted programs on random small inputs.

Usage: cross_check.py ARBITER PROBLEM SOURCE CACHE [COUNT]
The inputs are those of the generators that generators.yaml calls in groups with `tiny` or `random`
in their names, with other seeds; outputs are compared by tokens, and by the package's checker where
those differ. Programs in other languages than C and C++ are left out: they are
compared on the tests alone.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import threading

SMALL = 2000
# Inputs that are under way at once: less than fills a pipe.
BATCH = 25
ACCEPTED = 42
COMPILERS = {".cpp": ["g++", "-std=c++20"], ".c": ["gcc", "-std=c17"]}


class Server:
    """A program that is linked with fork_server.cpp. Requests may be sent ahead of their replies as
    long as either fit into a pipe."""

    def __init__(self, binary, arguments, folder):
        self.process = subprocess.Popen([binary, *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, bufsize=0, cwd=folder)

    @classmethod
    def of_script(cls, program, folder):
        """Of a program in Python, which is not linked with anything."""
        return cls(sys.executable,
                   ["-B", pathlib.Path(__file__).with_name("fork_server.py"), program], folder)

    def send(self, given=b"", index=0, word=b""):
        """Asks for a run, with another word at that place of the command line."""
        self.process.stdin.write(struct.pack("=III", index, len(word), len(given)) + word + given)

    def receive(self):
        """Status and output of the next run."""
        status, size = struct.unpack("=II", self.read(8))
        return status, self.read(size)

    def run(self, *request, **named):
        self.send(*request, **named)
        return self.receive()

    def read(self, size):
        parts = b""
        while len(parts) < size:
            more = self.process.stdout.read(size - len(parts))
            if not more:
                raise EOFError(f"the server of {self.process.args[0]} is gone")
            parts += more
        return parts

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Builder:
    """Compiles programs, each once for the same files, and what they are linked with once."""

    def __init__(self, source, cache):
        self.source = source
        self.folder = cache / "cross_check"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.kits = [source / kit / "include" for kit in ("checker", "generators", "reference")]

    def hash_of(self, folder):
        total = hashlib.sha256()
        files = [pathlib.Path(__file__).with_name("fork_server.cpp")]
        for root in (folder, *self.kits):
            files += sorted(path for path in root.rglob("*") if path.is_file())
        for path in files:
            total.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
        return total

    def compile(self, source, output):
        compiler = COMPILERS[source.suffix]
        includes = [f"-I{kit}" for kit in self.kits]
        subprocess.run([*compiler, "-O1", "-w", *includes, "-c", source, "-o", output], check=True)
        return output

    def build(self, program):
        """The binary of a source file, or of a folder of them."""
        sources = [program]
        if program.is_dir():
            sources = sorted(path for path in program.iterdir() if path.suffix in COMPILERS)
        total = self.hash_of(program if program.is_dir() else program.parent)
        total.update(str(program).encode())
        binary = self.folder / total.hexdigest()[:32]
        if binary.exists():
            return binary
        mine = f"{binary}.{os.getpid()}.{threading.get_ident()}"
        objects = [self.compile(source, f"{mine}.{number}.o")
                   for number, source in enumerate(sources)]
        subprocess.run(["g++", "-static", self.server(), *objects, "-o", mine], check=True)
        for one in objects:
            os.unlink(one)
        os.rename(mine, binary)
        return binary

    def server(self):
        """What makes a server of a program."""
        source = pathlib.Path(__file__).with_name("fork_server.cpp")
        built = self.folder / (hashlib.sha256(source.read_bytes()).hexdigest()[:32] + ".o")
        if not built.exists():
            mine = f"{built}.{os.getpid()}.{threading.get_ident()}.o"
            os.rename(self.compile(source, mine), built)
        return built


def accepted(problem):
    """The reference, and the other accepted programs in C and C++."""
    programs = []
    for path in sorted((problem / "submissions/accepted").iterdir()):
        sources = path.iterdir() if path.is_dir() else [path]
        if any(source.suffix in COMPILERS for source in sources):
            programs.append(path)
    reference = [path for path in programs if path.stem == "reference"]
    return reference[0], [path for path in programs if path not in reference]


def listed(arbiter, problem):
    """The words of each call of a generator in generators.yaml, and the test that it makes."""
    done = subprocess.run([arbiter, "generate", problem, "--dry-run", "--format", "json"],
                          capture_output=True, check=True)
    for test in json.loads(done.stdout)["tests"]:
        yield test["how"].split(), test


def commands(arbiter, problem):
    """The words of each call of a generator with a seed, and where in them the seed stands."""
    for words, test in listed(arbiter, problem):
        group = test["name"].rpartition("/")[0]
        seed = str(test["seed"])
        if ("tiny" in group or "random" in group) and seed in words:
            yield words, words.index(seed)


def source_of(problem, word):
    for suffix in COMPILERS:
        path = problem / "generators" / (word.removesuffix(suffix) + suffix)
        if path.is_file():
            return path
    return None


class Inputs:
    """Random inputs: the generators take turns."""

    def __init__(self, arbiter, problem, builder, folder):
        self.calls = []
        self.number = 0
        binaries = {}
        for words, index in commands(arbiter, problem):
            source = source_of(problem, words[0])
            if source is None:
                continue
            if source not in binaries:
                binaries[source] = builder.build(source)
            server = Server(binaries[source], words[1:], folder)
            status, made = server.run(index=index, word=b"0")
            if status == 0 and len(made) <= SMALL:
                self.calls.append((server, index))
            else:
                server.close()
        if not self.calls:
            sys.exit("no generator in a group called tiny or random makes small inputs")

    def make(self, count):
        """At most so many: not every generator can do something with every seed."""
        asked = []
        for _ in range(count):
            server, index = self.calls[self.number % len(self.calls)]
            server.send(index=index, word=str(self.number).encode())
            asked.append(server)
            self.number += 1
        replies = [server.receive() for server in asked]
        return [made for status, made in replies if status == 0 and len(made) <= SMALL]


class Judge:
    """The accepted programs, and what is taken for the same answer."""

    def __init__(self, problem, builder, folder):
        self.folder = folder
        # Read from the file a program finds its input, and writes its output where it is looked for.
        for stream, key in (("stdin", "input_files"), ("stdout", "output_files")):
            for name in file_names(problem, key):
                path = folder / name
                path.parent.mkdir(exist_ok=True)
                path.symlink_to(f"/dev/{stream}")
        reference, others = accepted(problem)
        if not others:
            sys.exit("no other accepted program in C or C++")
        checkers = sorted((problem / "output_validator").glob("*.cpp"))
        programs = [reference, *others, *checkers[:1]]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            binaries = list(pool.map(builder.build, programs))
        self.checker = None
        if checkers:
            self.checker = Server(binaries.pop(), ["input", "answer", "feedback"], folder)
            (folder / "feedback").mkdir()
        self.servers = {path.name: Server(binary, [], folder)
                        for path, binary in zip(programs, binaries)}

    def is_same(self, given, answer, output):
        if output.split() == answer.split():
            return True
        if self.checker is None:
            return False
        (self.folder / "input").write_bytes(given)
        (self.folder / "answer").write_bytes(answer)
        return os.waitstatus_to_exitcode(self.checker.run(output)[0]) == ACCEPTED

    def compare(self, inputs):
        """Ends the program where another answer than the reference's was given."""
        for server in self.servers.values():
            for given in inputs:
                server.send(given)
        names = list(self.servers)
        replies = [[server.receive() for _ in inputs] for server in self.servers.values()]
        for given, answers in zip(inputs, zip(*replies)):
            for name, (status, output) in zip(names, answers):
                if status == 0 and self.is_same(given, answers[0][1], output):
                    continue
                sys.exit(f"{name}: status {status}, {output!r}\n{names[0]}: {answers[0][1]!r}\n"
                         f"on the input\n{given.decode(errors='replace')}")


def file_names(problem, key):
    """Of arbiter.yaml, where lists of names stand in one line."""
    path = problem / "arbiter.yaml"
    for line in path.read_text().splitlines() if path.exists() else ():
        if line.startswith(f"{key}: ["):
            return [word.strip(" '\"") for word in line.partition("[")[2].rstrip("] ").split(",")]
    return []


def main():
    arbiter, problem, source, cache = (pathlib.Path(word).resolve() for word in sys.argv[1:5])
    count = int(sys.argv[5]) if len(sys.argv) > 5 else 10000
    builder = Builder(source, cache)
    compared, seen = 0, set()
    with tempfile.TemporaryDirectory(prefix="arbiter-cross-check.") as folder:
        folder = pathlib.Path(folder)
        judge = Judge(problem, builder, folder)
        inputs = Inputs(arbiter, problem, builder, folder)
        while compared < count and inputs.number < 2 * count:
            made = inputs.make(BATCH)
            judge.compare(made)
            compared += len(made)
            seen.update(made)
    print(f"{len(judge.servers)} programs agree on {compared} inputs, {len(seen)} of them different")
    if compared < count:
        sys.exit("the generators failed too often")


if __name__ == "__main__":
    main()
