"""usage: draw_deal.py > deal.svg

Draws one card of the sample's first pack being dealt: the game before it and after it.
"""

import pathlib

from cards import CARD_HEIGHT, CARD_WIDTH, CHOSEN, Game, PLAIN, card, fitting, framed, text

SAMPLE = pathlib.Path(__file__).parent.parent / "data/sample/01-three-packs.in"
DEALT = 37
WIDTH, HEIGHT = 720, 292
PITCH, STEP, TOP = 47, 22, 92
ENDS = 3


def arrow_head(x, y, dx, dy):
    """Ends at (x, y), having come in the direction (dx, dy) of length 1."""
    points = [(x, y), (x - 8 * dx - 5 * dy, y - 8 * dy - 5 * dx),
              (x - 8 * dx + 5 * dy, y - 8 * dy + 5 * dx)]
    return '<path d="M ' + " L ".join(f"{a} {b}" for a, b in points) + ' Z" fill="#333"/>'


def path(points, style='stroke="#333" stroke-width="2"'):
    return '<path d="M ' + " L ".join(f"{x} {y}" for x, y in points) + f'" fill="none" {style}/>'


def slot(x, y, colour="#b5b5b5"):
    return (f'<rect x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="4" '
            f'fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="4 4"/>')


def deck(left, cards, chosen):
    """Its first and its last cards; `chosen` are places in it."""
    x = left
    for place in [*range(ENDS), None, *range(len(cards) - ENDS, len(cards))]:
        if place is None:
            yield text(x + 12, 44, "…")
            x += 28
        else:
            yield from card(x, 16, cards[place], CHOSEN if place in chosen else PLAIN)
            x += CARD_WIDTH + 4
    yield path([(x, 12), (x, 20 + CARD_HEIGHT)], 'stroke="#333" stroke-width="3"')


def piles(left, game, chosen):
    """`chosen` are places in the pile that is next."""
    for number, pile in enumerate(game.piles):
        x = left + number * PITCH
        yield text(x + CARD_WIDTH / 2, HEIGHT - 44, number + 1, 'font-size="14" fill="#555"')
        if pile is None:
            yield slot(x, TOP)
            continue
        for place, value in enumerate(pile):
            is_chosen = number == game.next and place in chosen
            yield from card(x, TOP + place * STEP, value, CHOSEN if is_chosen else PLAIN)


def way_of_the_card(left, game):
    """From the top of the deck to the end of the next pile."""
    pile = game.piles[game.next]
    x, y = left + game.next * PITCH, TOP + len(pile) * STEP
    start, lane, end = left + CARD_WIDTH // 2, x - 9, y + CARD_HEIGHT - 12
    yield slot(x, y, "#333")
    yield path([(start, 16 + CARD_HEIGHT + 2), (start, 75), (lane, 75), (lane, end), (x - 2, end)])
    yield arrow_head(x + 2, end, 1, 0)


def way_of_the_deal(left):
    right, y = left + 6 * PITCH + CARD_WIDTH, HEIGHT - 32
    style = 'stroke="#9a9a9a" stroke-width="2"'
    yield path([(left, y), (right, y), (right, y + 16), (left, y + 16), (left, y + 6)], style)
    middle = (left + right) // 2
    for x, height, dx in ((middle, y, 1), (middle, y + 16, -1)):
        yield arrow_head(x, height, dx, 0).replace("#333", "#9a9a9a")


def picture():
    game = Game(map(int, SAMPLE.read_text().split()[:52]))
    while game.dealt < DEALT:
        game.deal()
    left, right = 20, WIDTH - 20 - 6 * PITCH - CARD_WIDTH
    chosen = fitting(game.piles[game.next] + game.deck[:1])
    yield from deck(left, game.deck, {0})
    yield from piles(left, game, chosen)
    yield from way_of_the_card(left, game)
    yield from way_of_the_deal(left)
    yield path([(WIDTH // 2 - 18, 160), (WIDTH // 2 + 8, 160)], 'stroke="#333" stroke-width="3"')
    yield arrow_head(WIDTH // 2 + 16, 160, 1, 0)
    game.deal()
    yield from deck(right, game.deck, set(range(len(game.deck) - len(chosen), len(game.deck))))
    yield from piles(right, game, ())
    yield from way_of_the_card(right, game)
    yield from way_of_the_deal(right)


if __name__ == "__main__":
    print("\n".join(framed(WIDTH, HEIGHT, picture())))
