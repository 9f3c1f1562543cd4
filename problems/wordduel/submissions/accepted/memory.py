from functools import lru_cache


@lru_cache(maxsize=None)
def mover_wins(word):
    if all(a < b for a, b in zip(word, word[1:])):
        return False
    return any(not mover_wins(word[:i] + word[i + 1:]) for i in range(len(word)))


print(int(mover_wins(input().strip())))
