# Bug: takes the judge's "-" for a word and waits for one more.
import sys
from functools import lru_cache

sys.setrecursionlimit(10000)


def cancelled(counts):
    left = {}
    for (a, b), number in counts.items():
        number = number % 2 if a == b else number - min(number, counts.get((b, a), 0))
        if number:
            left.setdefault(a, []).append((b, number))
    return left


def searchable(at, left):
    """The part of the game that can be reached, as a key: a row of letters and numbers each."""
    seen = {at}
    fresh = [at]
    while fresh:
        for b, _ in left.get(fresh.pop(), ()):
            if b not in seen:
                seen.add(b)
                fresh.append(b)
    return at, tuple(sorted((a, tuple(sorted(left[a]))) for a in seen if left.get(a)))


@lru_cache(maxsize=100_000)
def mover_wins(key):
    at, rows = key
    left = {a: list(row) for a, row in rows}
    moves = sorted(left.get(at, ()), key=lambda move: len(left.get(move[0], ())))
    for b, number in moves:
        row = [move for move in left[at] if move[0] != b]
        if number > 1:
            row.append((b, number - 1))
        if not mover_wins(searchable(b, {**left, at: row})):
            return True
    return False


def wins_with(word, words):
    counts = {}
    for other in words:
        if other != word:
            ends = other[0], other[-1]
            counts[ends] = counts.get(ends, 0) + 1
    return not mover_wins(searchable(word[-1], cancelled(counts)))


def main():
    words = [input() for _ in range(int(input()))]
    before = words.pop(0)
    while True:
        fitting = {word[-1]: word for word in words if word[0] == before[-1]}.values()
        word = next((word for word in fitting if wins_with(word, words)), "-")
        print(word, flush=True)
        words.remove(word)
        before = input()
        if before not in words:
            before = input()
        words.remove(before)


main()
