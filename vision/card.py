"""The tray card: a sheet of A4 with four markers, a grey scale and colour patches, drawn as a PDF by hand.

Lengths are millimetres from the sheet's upper left corner. `vision.tray` finds the card again in a picture.
"""

from __future__ import annotations

WIDTH, HEIGHT = 297.0, 210.0
MARKER = 24.0  # edge of a marker's black square
# upper left corner of the markers 0 to 3, clockwise
MARKERS = ((10.0, 10.0), (WIDTH - 34.0, 10.0), (WIDTH - 34.0, HEIGHT - 34.0), (10.0, HEIGHT - 34.0))
PATCH = (26.0, 14.0)  # width and height
GREYS = (250, 200, 155, 110, 70, 25)
COLOURS = ((200, 30, 36), (240, 120, 20), (250, 210, 30), (40, 140, 60), (30, 80, 180), (110, 45, 150))
# upper left corner and sRGB of every patch: greys along the upper edge, colours along the lower one
PATCHES = tuple((60.0 + 30 * n, 14.0, (grey, grey, grey)) for n, grey in enumerate(GREYS)) + tuple(
    (60.0 + 30 * n, HEIGHT - 28.0, colour) for n, colour in enumerate(COLOURS)
)
# markers 0 to 3 of ArUco's DICT_4X4_50, within their border
BLACK = (
    (".#..", "#.#.", "##..", "##.#"),
    ("####", "....", ".##.", ".#.#"),
    ("##..", "##..", "##.#", "..#."),
    (".##.", ".##.", "#.##", "#..#"),
)
POINTS = 72 / 25.4  # PDF units in a millimetre


def is_black(number: int) -> list[bool]:
    """Of the 36 cells of a marker, border and all, row by row: whether it is black."""
    black = set(_cells(number))
    return [(column, row) in black for row in range(6) for column in range(6)]


def _cells(number: int) -> list[tuple[int, int]]:
    """The black cells of a marker of 6 x 6, border and all, as (column, row)."""
    inner = BLACK[number]
    return [
        (column, row)
        for row in range(6)
        for column in range(6)
        if not (0 < column < 5 and 0 < row < 5) or inner[row - 1][column - 1] == "#"
    ]


def pdf() -> bytes:
    """The card as a PDF of one page, to be printed at its own size."""
    page: list[str] = []

    def box(x: float, y: float, width: float, height: float, colour: tuple[int, int, int]) -> None:
        red, green, blue = (level / 255 for level in colour)
        left, low = x * POINTS, (HEIGHT - y - height) * POINTS
        page.append(
            f"{red:.4f} {green:.4f} {blue:.4f} rg {left:.3f} {low:.3f} {width * POINTS:.3f} {height * POINTS:.3f} re f"
        )

    for number, (x, y) in enumerate(MARKERS):
        cell = MARKER / 6
        for column, row in _cells(number):
            # a hair wider than its cell, so that no printer leaves white lines between two
            box(x + column * cell, y + row * cell, cell + 0.03, cell + 0.03, (0, 0, 0))
    for x, y, colour in PATCHES:
        box(x, y, *PATCH, colour)
    words = "Table Companion: tray card. Print at 100 %, lay it flat in the tray with all four corners in view."
    page.append(f"BT 0.5 g /F1 8 Tf {60 * POINTS:.1f} {9 * POINTS:.1f} Td ({words}) Tj ET")
    return _document("\n".join(page).encode("ascii"))


def _document(stream: bytes) -> bytes:
    size = f"{WIDTH * POINTS:.2f} {HEIGHT * POINTS:.2f}"
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>".encode("ascii"),
        b"<< /Length %d >>\nstream\n" % len(stream) + stream + b"\nendstream",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    document = b"%PDF-1.4\n"
    places = []
    for number, part in enumerate(parts, 1):
        places.append(len(document))
        document += b"%d 0 obj\n" % number + part + b"\nendobj\n"
    table = len(document)
    document += b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1)
    document += b"".join(b"%010d 00000 n \n" % place for place in places)
    return document + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(parts) + 1, table)
