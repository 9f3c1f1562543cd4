"""Answers one request after the other with a Python program, as fork_server.cpp does with others.

Usage: fork_server.py PROGRAM
The protocol is the same, except that there is no word of the command line to exchange.
"""

import os
import struct
import sys
import traceback

REQUEST = struct.Struct("=III")


def read_all(size):
    parts = b""
    while len(parts) < size:
        more = os.read(0, size - len(parts))
        if not more:
            break
        parts += more
    return parts


def memory_file(content=b""):
    file = os.memfd_create("stream")
    os.write(file, content)
    os.lseek(file, 0, os.SEEK_SET)
    return file


def run(program, given, taken):
    """The child: never comes back."""
    status = 0
    os.dup2(given, 0)
    os.dup2(taken, 1)
    try:
        exec(program, {"__name__": "__main__"})  # pylint: disable=exec-used
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except BaseException:  # pylint: disable=broad-except
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    os._exit(status)


def main():
    with open(sys.argv[1], "rb") as file:
        program = compile(file.read(), sys.argv[1], "exec")
    while head := read_all(REQUEST.size):
        index, length, size = REQUEST.unpack(head)
        if index or length:
            sys.exit("a program in Python has no words to exchange")
        given, taken = memory_file(read_all(size)), memory_file()
        child = os.fork()
        if child == 0:
            run(program, given, taken)
        _, status = os.waitpid(child, 0)
        output = os.pread(taken, os.fstat(taken).st_size, 0)
        os.write(1, struct.pack("=II", status, len(output)) + output)
        os.close(given)
        os.close(taken)


if __name__ == "__main__":
    main()
