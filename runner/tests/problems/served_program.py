"""Programs of problems, compiled here, that answer many inputs without a new process for each."""

import hashlib
import os
import pathlib
import struct
import subprocess
import sys
import threading

COMPILERS = {".cpp": ["g++", "-std=c++20"], ".c": ["gcc", "-std=c17"]}


class Server:
    """A program that is linked with fork_server.cpp. Requests may be sent ahead of their replies as
    long as either fit into a pipe."""

    def __init__(self, binary, arguments, folder):
        self.process = subprocess.Popen([binary, *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, bufsize=0, cwd=folder)

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


class Script:
    """A program in Python, with a process for each run."""

    def __init__(self, program, folder):
        self.command = [sys.executable, "-B", program]
        self.folder = folder

    def run(self, given):
        """Status and output."""
        done = subprocess.run(self.command, input=given, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, cwd=self.folder, check=False)
        return done.returncode, done.stdout

    def close(self):
        """There is nothing to end."""


class Builder:
    """Compiles programs, each once for the same files, and what they are linked with once."""

    def __init__(self, source, cache):
        self.source = source
        self.folder = cache / "served"
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
