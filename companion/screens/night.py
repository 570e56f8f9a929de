"""The colours of the sky: a map of stars is dark in every theme."""

from typing import Final

from companion.screens import theme

_DARK: Final = theme.colours("dark")
GROUND: Final = _DARK["GROUND"]
TEXT: Final = _DARK["TEXT"]
DIM: Final = _DARK["DIM"]
CHOSEN: Final = _DARK["CHOSEN"]
TARGET_DOWN: Final = _DARK["TARGET_DOWN"]
EDGE: Final = _DARK["EDGE"]
EDGE_GREY: Final = _DARK["EDGE_GREY"]
SEAT_EDGES: Final = {"black": _DARK["DIM"]}
"""A black seat's sign needs an edge there."""
