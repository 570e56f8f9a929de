"""The Table Companion: for people playing big space board games with the physical boxes."""

from typing import Final

__version__: Final = "0.1.0"
