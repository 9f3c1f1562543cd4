# Bug: takes the second line for a number, whatever the first one says.
from functools import lru_cache

kind = input()
number = int(input())

word = []
for cell in range(25):
    for letter in range(25):
        if letter in word:
            continue
        trial = word + [letter]
        place = {value: where for where, value in enumerate(trial)}

        @lru_cache(None)
        def fillings(lengths):
            value = sum(lengths)
            if value == 25:
                return 1
            total = 0
            for row in range(5):
                if lengths[row] == (lengths[row - 1] if row else 5):
                    continue
                here = 5 * row + lengths[row]
                if place[value] == here if value in place else here >= len(trial):
                    longer = list(lengths)
                    longer[row] += 1
                    total += fillings(tuple(longer))
            return total

        count = fillings((0,) * 5)
        if number <= count:
            word = trial
            break
        number -= count
print("".join(chr(65 + letter) for letter in word))
