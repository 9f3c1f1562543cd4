"""The game of the statement and its cards, for the programs that draw it."""

CARD_WIDTH, CARD_HEIGHT = 30, 42
PLAIN, CHOSEN = ("#fffdf5", "#8a7a5a"), ("#fdebc8", "#c0392b")


class Game:
    """Piles are numbered from 0; a vanished one is None."""

    def __init__(self, pack):
        self.deck = list(pack)
        self.piles = [[self.deck.pop(0)] for _ in range(7)]
        self.dealt, self.next = 7, 0

    def deal(self):
        """One card and all that it lets be taken out: the threes, in order."""
        pile = self.piles[self.next]
        pile.append(self.deck.pop(0))
        self.dealt += 1
        taken = []
        while places := fitting(pile):
            taken.append([pile[place] for place in places])
            for place in reversed(places):
                del pile[place]
            self.deck += taken[-1]
        if not pile:
            self.piles[self.next] = None
        if any(self.piles):
            self.next = (self.next + 1) % 7
            while self.piles[self.next] is None:
                self.next = (self.next + 1) % 7
        return taken


def combinations(pile):
    """The places to be tested, in order."""
    size = len(pile)
    if size < 3:
        return []
    return [(0, 1, size - 1), (0, size - 2, size - 1), (size - 3, size - 2, size - 1)]


def total(pile, places):
    return sum(pile[place] for place in places)


def fitting(pile):
    return next((places for places in combinations(pile) if total(pile, places) % 10 == 0), None)


def card(x, y, value, colours=PLAIN):
    """With its upper left corner at (x, y)."""
    fill, edge = colours
    yield (f'<rect x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="4" '
           f'fill="{fill}" stroke="{edge}" stroke-width="2"/>')
    yield f'<text x="{x + CARD_WIDTH / 2:.0f}" y="{y + 18}">{value}</text>'


def text(x, y, words, style=""):
    return f'<text x="{x}" y="{y}" {style}>{words}</text>'


def framed(width, height, parts):
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           f'width="{width}" height="{height}" font-family="sans-serif" font-size="16" '
           'text-anchor="middle">')
    yield f'<rect width="{width}" height="{height}" fill="white"/>'
    yield from parts
    yield "</svg>"
