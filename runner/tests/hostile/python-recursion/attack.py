"""Recursion without an end, with the interpreter's own limit lifted."""
import sys

sys.setrecursionlimit(10 ** 9)


def descend(depth):
    return descend(depth + 1) + 1


print(descend(0))
