"""usage: draw_taking.py > taking.svg

Draws the tests of the worked example, one a row, and what is left of the pile and goes under the
deck.
"""

from cards import (CARD_HEIGHT, CARD_WIDTH, CHOSEN, PLAIN, card, combinations, fitting, framed,
                   text, total)

PILE, CARDS = [5, 9, 7, 3], [6, 10]
WIDTH, ROW, TOP = 640, 60, 18
SUM, MARK, LEFT_OVER, DECK = 272, 360, 418, 520


def tick(x, y):
    return f'<path d="M {x - 8} {y} l 6 7 l 10 -14" fill="none" stroke="#2e7d32" stroke-width="3"/>'


def cross(x, y):
    return (f'<path d="M {x - 7} {y - 7} l 14 14 m 0 -14 l -14 14" stroke="#c0392b" '
            'stroke-width="3"/>')


def row_of_cards(x, y, values, chosen):
    for place, value in enumerate(values):
        yield from card(x, y, value, CHOSEN if place in chosen else PLAIN)
        x += CARD_WIDTH + 4


def result(y, pile, places):
    """The pile without the cards taken out, and the bottom of the deck."""
    middle = y + CARD_HEIGHT // 2 + 5
    left_over = [value for place, value in enumerate(pile) if place not in places]
    yield from row_of_cards(LEFT_OVER, y, left_over, ())
    yield (f'<path d="M {MARK + 22} {middle - 5} h 14 m 0 -5 l 8 5 l -8 5 z" fill="#333" '
           'stroke="#333" stroke-width="2"/>')
    yield text(DECK - 14, middle, "…")
    yield from row_of_cards(DECK, y, [pile[place] for place in places], range(3))
    edge = DECK + 3 * (CARD_WIDTH + 4)
    yield f'<path d="M {edge} {y - 4} v {CARD_HEIGHT + 8}" stroke="#333" stroke-width="3"/>'


def tests(pile, y):
    """Up to the first combination that fits."""
    for places in combinations(pile):
        yield from row_of_cards(20, y, pile[:-1], places)
        yield from row_of_cards(20 + len(pile[:-1]) * (CARD_WIDTH + 4) + 6, y, pile[-1:], [0])
        middle = y + CARD_HEIGHT // 2 + 5
        terms = " + ".join(str(pile[place]) for place in places)
        yield text(SUM, middle, f"{terms} = {total(pile, places)}")
        if places == fitting(pile):
            yield tick(MARK, middle - 5)
            yield from result(y, pile, places)
            return
        yield cross(MARK, middle - 5)
        y += ROW


def rows(pile):
    return combinations(pile).index(fitting(pile)) + 1


def picture():
    y = TOP
    for number, value in enumerate(CARDS):
        if number > 0:
            yield f'<path d="M 20 {y} H {WIDTH - 20}" stroke="#9a9a9a"/>'
            y += TOP
        yield from tests(PILE + [value], y)
        y += rows(PILE + [value]) * ROW


if __name__ == "__main__":
    height = TOP * len(CARDS) + ROW * sum(rows(PILE + [value]) for value in CARDS)
    print("\n".join(framed(WIDTH, height, picture())))
