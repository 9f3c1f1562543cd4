"""usage: draw_tables.py > tables.svg

Draws the two words of the statement in their tables, with what does not increase in red.
"""

WORDS = ["ADJPTBEKQUCGLRVFINSWHMOXY", "ADJPTBEGQUCKLRVFINSWHMOXY"]
WIDTH, HEIGHT = 680, 300
CELL, TOP = 42, 66
WRONG, RIGHT = "#c0392b", "#2e7d32"


def text(x, y, words, style=""):
    return f'<text x="{x}" y="{y}" {style}>{words}</text>'


def falls(word):
    """Pairs of neighbouring places whose letters do not increase."""
    pairs = [(place, place + 1) for place in range(25) if place % 5 < 4]
    pairs += [(place, place + 5) for place in range(20)]
    return [(one, other) for one, other in pairs if word[one] > word[other]]


def cell(left, place):
    return left + place % 5 * CELL, TOP + place // 5 * CELL


def table(left, word):
    wrong = falls(word)
    ends = {place for pair in wrong for place in pair}
    yield from word_in_rows(left + 2.5 * CELL, word, ends)
    for place in range(25):
        x, y = cell(left, place)
        fill = "#f8e1de" if place in ends else "#fffdf5"
        yield (f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" '
               'stroke="#8a7a5a" stroke-width="1.5"/>')
    for place, letter in enumerate(word):
        x, y = cell(left, place)
        style = f'fill="{WRONG}" font-weight="bold"' if place in ends else ""
        yield text(x + CELL / 2, y + CELL / 2 + 7, letter, f'font-size="20" {style}')
    for one, other in wrong:
        yield from sign(*cell(left, one), *cell(left, other))


def sign(x, y, to_x, to_y):
    """The first letter is larger than the second: on the line between their cells."""
    at_x, at_y = max(x, to_x) + CELL * (x == to_x) / 2, max(y, to_y) + CELL * (y == to_y) / 2
    yield f'<circle cx="{at_x}" cy="{at_y}" r="8" fill="{WRONG}"/>'
    yield (f'<path d="M {at_x - 3} {at_y - 3} l 6 6 m 0 -6 l -6 6" stroke="white" '
           'stroke-width="2"/>')


def word_in_rows(middle, word, ends):
    spans = []
    for row in range(5):
        letters = "".join(
            f'<tspan fill="{WRONG}" font-weight="bold">{word[place]}</tspan>' if place in ends
            else word[place] for place in range(5 * row, 5 * row + 5))
        spans.append(f'<tspan dx="{8 if row else 0}">{letters}</tspan>')
    yield text(middle, 34, "".join(spans), 'font-size="15" font-family="monospace"')


def verdict(x, is_right):
    y = TOP + 2.5 * CELL
    if is_right:
        return (f'<path d="M {x - 12} {y} l 9 11 l 15 -22" fill="none" stroke="{RIGHT}" '
                'stroke-width="4"/>')
    return (f'<path d="M {x - 10} {y - 10} l 20 20 m 0 -20 l -20 20" stroke="{WRONG}" '
            'stroke-width="4"/>')


def picture():
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="16" '
           'text-anchor="middle">')
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
    for left, word in zip((50, 380), WORDS):
        yield from table(left, word)
        yield verdict(left + 5 * CELL + 32, not falls(word))
    yield "</svg>"


if __name__ == "__main__":
    print("\n".join(picture()))
