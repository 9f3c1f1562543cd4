"""usage: draw_words.py > words.svg

Draws the tree of the beginnings of the first sample's words: under each player's name what this
player may have completed, in red where it loses.
"""

import pathlib

SAMPLE = pathlib.Path(__file__).parent.parent / "data/sample/01-fe-fri.in"
WIDTH, LEFT, TOP = 710, 112, 34
COLUMN, ROW = 92, 48
RIGHT, WRONG, NEVER = ("#e3f1e3", "#2e7d32"), ("#f8e1de", "#c0392b"), ("#f2f2f2", "#9a9a9a")


def children(words, begun):
    """The beginnings that are one letter longer."""
    return sorted({word[:len(begun) + 1] for word in words
                   if word.startswith(begun) and word != begun})


def wins(words, begun):
    """For who has just completed `begun`."""
    return begun not in words and not any(wins(words, one) for one in children(words, begun))


class Tree:
    def __init__(self, words):
        self.words = words
        self.lines, self.boxes = [], []
        self.next_column, self.depth = 0, 0

    def box(self, x, y, begun, colours):
        fill, edge = colours
        width, is_word = 16 + 13 * len(begun), begun in self.words
        self.boxes.append(
            f'<rect x="{x - width / 2}" y="{y - 14}" width="{width}" height="28" '
            f'rx="{4 if is_word else 14}" fill="{fill}" stroke="{edge}" '
            f'stroke-width="{3 if is_word else 1.5}"/>')
        weight = ' font-weight="bold"' if is_word else ""
        self.boxes.append(f'<text x="{x}" y="{y + 6}"{weight}>{begun}</text>')

    def draw(self, begun="", is_over=False):
        """Returns where the box is; a game that is over does not reach it."""
        ends = begun in self.words
        places = [self.draw(one, is_over or ends) for one in children(self.words, begun)]
        if not places:
            self.next_column += 1
        x = (sum(places) / len(places) if places
             else LEFT + (self.next_column - 1) * COLUMN)
        y = TOP + (len(begun) - 1) * ROW
        self.depth = max(self.depth, len(begun))
        dashes = ' stroke-dasharray="4 4"' if is_over or ends else ""
        if begun:
            self.lines += [f'<path d="M {x} {y} L {to} {y + ROW}" stroke="#777"{dashes}/>'
                           for to in places]
            self.box(x, y, begun,
                     NEVER if is_over else RIGHT if wins(self.words, begun) else WRONG)
        return x

    def players(self):
        for letter in range(self.depth):
            yield (f'<text x="20" y="{TOP + letter * ROW + 6}" text-anchor="start" fill="#555">'
                   f'{"Bosse" if letter % 2 else "Anna"}</text>')


def main():
    tree = Tree(SAMPLE.read_text().split()[1:])
    tree.draw()
    height = 2 * TOP + (tree.depth - 1) * ROW
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
          f'width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="16" '
          'text-anchor="middle">')
    print(f'<rect width="{WIDTH}" height="{height}" fill="white"/>')
    print("\n".join([*tree.players(), *tree.lines, *tree.boxes]))
    print("</svg>")


if __name__ == "__main__":
    main()
