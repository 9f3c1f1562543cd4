"""usage: draw_board.py > board.svg

Draws the board of the statement: before the first move and after the move of pit 2.
"""

import math

BEFORE = [4, 3, 2, 4, 2, 3, 2]
AFTER = [4, 0, 3, 5, 0, 3, 2]
WIDTH, HEIGHT = 640, 330
RING, PIT, BEAD = 105, 30, 6


def place(centre, radius, pit):
    """Pit 1 is on top, the others follow clockwise."""
    angle = 2 * math.pi * pit / 7 - math.pi / 2
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def circle(x, y, radius, style):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" {style}/>'


def text(x, y, words, style=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{words}</text>'


def beads(x, y, count):
    """A bead in the middle, or so many in a ring."""
    around = 0 if count == 1 else 14
    for bead in range(count):
        angle = 2 * math.pi * bead / count - math.pi / 2
        yield circle(x + around * math.cos(angle), y + around * math.sin(angle), BEAD,
                     'fill="#3b5b7a"')


def board(centre, pits, chosen=None):
    for pit, count in enumerate(pits):
        x, y = place(centre, RING, pit)
        edge = "#c0392b" if pit == chosen else "#6b4f2a"
        yield circle(x, y, PIT, f'fill="#f3e3c3" stroke="{edge}" stroke-width="3"')
        yield from beads(x, y, count)
        yield text(*place((centre[0], centre[1] + 6), RING - 46, pit), pit + 1)


def clockwise_arrow(centre):
    radius = 28
    x1, y1 = centre[0] - radius, centre[1]
    x2, y2 = centre[0] + radius, centre[1]
    yield (f'<path d="M {x1:.1f} {y1:.1f} A {radius} {radius} 0 0 1 {x2:.1f} {y2:.1f}" fill="none" '
           'stroke="#888" stroke-width="2"/>')
    yield (f'<path d="M {x2 - 6:.1f} {y2 - 5:.1f} L {x2:.1f} {y2 + 5:.1f} L {x2 + 6:.1f} '
           f'{y2 - 5:.1f} Z" fill="#888"/>')


def arrow(x1, x2, y):
    yield f'<path d="M {x1} {y} H {x2}" stroke="#333" stroke-width="3"/>'
    yield f'<path d="M {x2} {y - 7} L {x2 + 12} {y} L {x2} {y + 7} Z" fill="#333"/>'


def picture():
    left, right = (155, 150), (485, 150)
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="16" '
           'text-anchor="middle">')
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
    yield from board(left, BEFORE, chosen=1)
    yield from board(right, AFTER)
    yield from clockwise_arrow(left)
    yield from clockwise_arrow(right)
    yield from arrow(304, 332, 150)
    yield text(320, 138, "2")
    yield text(left[0], HEIGHT - 14, "0 : 0", 'font-weight="bold"')
    yield text(right[0], HEIGHT - 14, "3 : 0", 'font-weight="bold"')
    yield "</svg>"


if __name__ == "__main__":
    print("\n".join(picture()))
