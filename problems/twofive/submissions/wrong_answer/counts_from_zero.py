# Bug: the first word has number 0 here, not 1.
from itertools import product


def completions(fixed):
    """fixed maps letters to rows; the cells before len(fixed) are taken by these letters."""
    taken = set(fixed.values())
    tables = {(0, 0, 0, 0, 0): 1}
    for letter in range(25):
        after = {}
        for lengths, ways in tables.items():
            for row in range(5):
                column = lengths[row]
                if column == 5 or row and lengths[row - 1] == column:
                    continue
                cell = 5 * row + column
                if fixed.get(letter, cell) != cell or cell in taken and letter not in fixed:
                    continue
                grown = lengths[:row] + (column + 1,) + lengths[row + 1:]
                after[grown] = after.get(grown, 0) + ways
        tables = after
    return tables.get((5,) * 5, 0)


kind, text = input().strip(), input().strip()
number = int(text) if kind == "N" else 0
fixed, word = {}, ""
for cell, letter in product(range(25), range(25)):
    if len(word) > cell or letter in fixed:
        continue
    if word and cell % 5 and letter < ord(word[-1]) - 65:
        continue
    fixed[letter] = cell
    if kind == "W" and text[cell] == chr(65 + letter):
        word += text[cell]
        continue
    count = completions(fixed)
    if kind == "N" and number < count:
        word += chr(65 + letter)
        continue
    number += count if kind == "W" else -count
    del fixed[letter]
print(number if kind == "W" else word)
