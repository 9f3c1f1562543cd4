"""Draws what a program printed in colour as a terminal in SVG, and reads such a drawing back."""

import html
import re
import xml.etree.ElementTree

WIDTH, HEIGHT, LEFT, TOP = 8.4, 20, 16, 52  # of a column and of a line, and where the first one is
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "35": "#d2a8ff",
           "36": "#76e3ea", "90": "#8b949e"}
SGR = re.compile("\x1b\\[([0-9;]*)m")
SPACE = "{http://www.w3.org/2000/svg}"


def plain(text):
    return SGR.sub("", text)


def style(parameters):
    """The attributes for the parameters of one SGR sequence."""
    words = parameters.split(";")
    colour = next((COLOURS[word] for word in words if word in COLOURS), None)
    faint = "#8b949e" if "2" in words else None
    fill = f' fill="{colour or faint}"' if colour or faint else ""
    return fill + (' font-weight="bold"' if "1" in words else "")


def line_of(number, line):
    runs, column, attributes = "", 0, ""
    for i, piece in enumerate(SGR.split(line)):
        if i % 2:
            attributes = style(piece)
        elif piece:
            runs += (f'<tspan x="{LEFT + column * WIDTH:.1f}"{attributes}>'
                     f"{html.escape(piece, quote=False)}</tspan>")
            column += len(piece)
    return f'<text y="{TOP + number * HEIGHT}" xml:space="preserve">{runs}</text>\n'


def drawn(text):
    lines = text.splitlines()
    width = LEFT * 2 + WIDTH * max(len(plain(line)) for line in lines)
    height = TOP + HEIGHT * len(lines)
    dots = "".join(f'<circle cx="{20 + 20 * i}" cy="18" r="6" fill="{colour}"/>'
                   for i, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
            f'font-family="monospace" font-size="14" fill="#e6edf3">\n'
            f'<rect width="100%" height="100%" rx="8" fill="#0d1117"/>{dots}\n'
            + "".join(line_of(i, line) for i, line in enumerate(lines)) + "</svg>\n")


def text_of(picture):
    root = xml.etree.ElementTree.fromstring(picture)
    return "".join("".join(line.itertext()) + "\n" for line in root.iter(SPACE + "text"))
