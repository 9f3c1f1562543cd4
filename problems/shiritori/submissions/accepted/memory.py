"""Cancels words that lead there and back, settles what needs no search, and searches the rest with
memory, fewest answers first."""
import sys
from functools import lru_cache

sys.setrecursionlimit(10000)


def cancelled(counts):
    """For each letter the letters to which it leads, with the number of such words."""
    left = {}
    for (a, b), number in counts.items():
        number = number % 2 if a == b else number - min(number, counts.get((b, a), 0))
        if number:
            left.setdefault(a, {})[b] = number
    return left


def settled(left):
    """The letters with words from which no later word changes who wins: True for who begins."""
    fate = {}
    open_letters = list(left)
    count = -1
    while count != len(fate):
        count = len(fate)
        for a in open_letters:
            ends = [fate.get(b) if b in left else False for b in left[a]]
            if False in ends:
                fate[a] = True
            elif None not in ends:
                fate[a] = False
        open_letters = [a for a in open_letters if a not in fate]
    return fate


def wins_from(at, left):
    if at not in left:
        return False
    fate = settled(left)
    if at in fate:
        return fate[at]
    seen = [at]
    for a in seen:
        seen += [b for b in left[a] if b not in fate and b not in seen]
    rows = tuple((a, tuple((b, n) for b, n in left[a].items() if b not in fate))
                 for a in sorted(seen))
    return mover_wins(at, rows)


@lru_cache(maxsize=50_000)
def mover_wins(at, rows):
    left = {a: dict(row) for a, row in rows}
    for b in sorted(left[at], key=lambda b: len(left[b])):
        row = dict(left[at])
        row[b] -= 1
        if not row[b]:
            del row[b]
        after = {**left, at: row}
        if not row:
            del after[at]
        if not wins_from(b, after):
            return True
    return False


def wins_with(word, words):
    counts = {}
    for other in words:
        if other != word:
            ends = other[0], other[-1]
            counts[ends] = counts.get(ends, 0) + 1
    return not wins_from(word[-1], cancelled(counts))


def main():
    words = [input() for _ in range(int(input()))]
    before = words.pop(0)
    while before != "-":
        tried = set()
        for word in words:
            if word[0] != before[-1] or word[-1] in tried:
                continue
            tried.add(word[-1])
            if wins_with(word, words):
                break
        words.remove(word)
        print(word, flush=True)
        before = input()
        if before != "-":
            words.remove(before)


main()
