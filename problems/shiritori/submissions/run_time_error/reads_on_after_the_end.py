# Bug: takes the judge's "-" for a word and waits for one more.
from functools import lru_cache


def settle(counts):
    """Cancels words that lead there and back, and pairs of words that begin and end alike."""
    left = {}
    for (a, b), number in counts.items():
        number = number % 2 if a == b else number - min(number, counts.get((b, a), 0))
        if number:
            left[a, b] = number
    return frozenset(left.items())


@lru_cache(maxsize=50_000)
def mover_wins(at, left):
    for (a, b), number in left:
        if a == at:
            rest = (left - {((a, b), number)}) | ({((a, b), number - 1)} if number > 1 else set())
            if not mover_wins(b, rest):
                return True
    return False


def wins_with(word, words):
    counts = {}
    for other in words:
        if other != word:
            ends = other[0], other[-1]
            counts[ends] = counts.get(ends, 0) + 1
    return not mover_wins(word[-1], settle(counts))


words = [input() for _ in range(int(input()))]
before = words.pop(0)
while words:
    fitting = [word for word in words if word[0] == before[-1]]
    word = next((word for word in fitting if wins_with(word, words)), "-")
    print(word, flush=True)
    words.remove(word)
    before = input()
    if before in words:
        words.remove(before)
    elif before == "-":
        before = input()
