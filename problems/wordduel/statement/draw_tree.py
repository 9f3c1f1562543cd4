"""usage: draw_tree.py > tree.svg

Draws the game tree of the statement's larger example, searched as far as it has to be.
"""

WORD = "bdca"
WIDTH, TOP, STEP = 640, 34, 96
BOX_WIDTH, BOX_HEIGHT = 96, 30
COLOURS = {"W": ("#e3f1e3", "#2e7d32"), "L": ("#f8e1de", "#c0392b"), "": ("#f2f2f2", "#9a9a9a")}


def is_increasing(kept):
    letters = [letter for letter in kept if letter != "."]
    return all(a < b for a, b in zip(letters, letters[1:]))


def without(kept, place):
    return kept[:place] + "." + kept[place + 1:]


def is_won(kept):
    """For the player to move."""
    return not is_increasing(kept) and any(
        not is_won(without(kept, place)) for place, letter in enumerate(kept) if letter != ".")


class Tree:
    """Words as boxes at (x, depth), and the deletions between them."""

    def __init__(self):
        self.seen = set()
        self.lines, self.boxes = [], []

    def box(self, x, depth, kept, mark, is_seen=False):
        fill, edge = COLOURS[mark]
        y = TOP + depth * STEP
        frame = 5 if mark and is_increasing(kept) else 2
        self.boxes += [
            f'<rect x="{x - BOX_WIDTH / 2:.0f}" y="{y - BOX_HEIGHT / 2:.0f}" width="{BOX_WIDTH}" '
            f'height="{BOX_HEIGHT}" rx="6" fill="{fill}" stroke="{edge}" stroke-width="{frame}"/>',
            f'<text x="{x - 12:.0f}" y="{y + 6:.0f}" font-family="monospace">{kept}</text>',
            f'<text x="{x + 34:.0f}" y="{y + 6:.0f}" fill="{edge}" font-weight="bold">{mark}</text>']
        if is_seen:
            self.boxes.append(f'<text x="{x - BOX_WIDTH / 2 - 12:.0f}" y="{y + 6:.0f}" '
                              'fill="#555555">=</text>')

    def line(self, x, to, depth, letter, is_searched):
        y = TOP + depth * STEP + BOX_HEIGHT / 2
        end = TOP + (depth + 1) * STEP - BOX_HEIGHT / 2
        dashes = "" if is_searched else ' stroke-dasharray="5 4"'
        self.lines += [
            f'<line x1="{x:.0f}" y1="{y:.0f}" x2="{to:.0f}" y2="{end:.0f}" stroke="#777777" '
            f'stroke-width="2"{dashes}/>',
            f'<text x="{(x + to) / 2:.0f}" y="{(y + end) / 2 + 5:.0f}" '
            'font-size="14" paint-order="stroke" stroke="white" stroke-width="4">'
            f'\N{MINUS SIGN}{letter}</text>']

    def draw(self, x, depth, kept, width):
        """Deletes from left to right until one wins, and leaves the others out."""
        if kept in self.seen:
            return self.box(x, depth, kept, "L" if not is_won(kept) else "W", True)
        self.seen.add(kept)
        mark = "W" if is_won(kept) else "L"
        self.box(x, depth, kept, mark)
        if is_increasing(kept):
            return None
        places = [place for place, letter in enumerate(kept) if letter != "."]
        best = next((place for place in places if not is_won(without(kept, place))), None)
        # Below the first move only what is searched is shown.
        shown = places if depth == 0 or best is None else [best]
        for at, place in enumerate(shown):
            is_searched = best is None or place == best
            to = x + width * (at - (len(shown) - 1) / 2) / max(len(shown), 1)
            if depth == 0:
                to = 200 if is_searched else 252 + 108 * at
            self.line(x, to, depth, kept[place], is_searched)
            if is_searched:
                self.draw(to, depth + 1, without(kept, place), 360 if depth == 0 else 0)
            else:
                self.box(to, depth + 1, without(kept, place), "")
        return None


def main():
    tree = Tree()
    tree.draw(320, 0, WORD, 0)
    height = TOP + 3 * STEP + 34
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
          f'width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="16" '
          'text-anchor="middle">')
    print(f'<rect width="{WIDTH}" height="{height}" fill="white"/>')
    print("\n".join(tree.lines + tree.boxes))
    print("</svg>")


if __name__ == "__main__":
    main()
