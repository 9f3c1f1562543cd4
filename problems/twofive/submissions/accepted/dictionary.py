# Counts forward, letter by letter, with a dictionary of row lengths; upper-case file names.


def completions(cell_of, letter_in):
    tables = {(0, 0, 0, 0, 0): 1}
    for letter in range(25):
        after = {}
        cell = cell_of[letter]
        rows = range(5) if cell is None else (cell // 5,)
        for lengths, ways in tables.items():
            for row in rows:
                column = lengths[row]
                if column == (lengths[row - 1] if row else 5):
                    continue
                here = row * 5 + column
                if here != cell if cell is not None else letter_in[here] is not None:
                    continue
                grown = lengths[:row] + (column + 1,) + lengths[row + 1:]
                after[grown] = after.get(grown, 0) + ways
        if not after:
            return 0
        tables = after
    return tables[5, 5, 5, 5, 5]


def walk(word, number):
    """The word's number, or with number given the word of that number."""
    cell_of, letter_in = [None] * 25, [None] * 25
    before, found = 0, ""
    for cell in range(25):
        row, column = divmod(cell, 5)
        left = letter_in[cell - 1] if column else -1
        above = letter_in[cell - 5] if row else -1
        for letter in range(max(left, above) + 1, 25):
            if cell_of[letter] is not None:
                continue
            cell_of[letter], letter_in[cell] = cell, letter
            if word is not None and word[cell] == chr(65 + letter):
                break
            count = completions(cell_of, letter_in)
            if word is None and before + count >= number:
                found += chr(65 + letter)
                break
            before += count
            cell_of[letter] = letter_in[cell] = None
    return before + 1 if word is not None else found


with open("TWOFIVE.IN") as task:
    kind, line = task.read().split()
with open("TWOFIVE.OUT", "w") as result:
    print(walk(line, None) if kind == "W" else walk(None, int(line)), file=result)
