# Bug: prints the letters without the label.
import sys

words = set(sys.stdin.read().split()[1:])
after = {}
for word in words:
    for length in range(len(word)):
        after.setdefault(word[:length], set()).add(word[:length + 1])


def good(said):
    return said not in words and not any(good(longer) for longer in after[said])


print(*sorted(letter for letter in after[""] if good(letter)))
