# Bug: room for words of 19 letters, but they can have 20.
import sys

words = set(sys.stdin.read().split()[1:])
good = [set() for _ in range(20)]
for word in words:
    for length in range(1, len(word)):
        good[length].add(word[:length])
    good[len(word)].discard(word)
for length in range(19, 0, -1):
    good[length] -= words
    for said in good[length]:
        good[length - 1].discard(said[:-1])
print("S?kra bokst?ver:", *sorted(good[1]))
