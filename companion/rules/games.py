"""The games the companion knows, by the name used in commands and records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.rules.contract import Game
from companion.rules.dark_ages import GAME as DARK_AGES
from companion.rules.eclipse import GAME as ECLIPSE

GAMES: Final[Mapping[str, Game[Any]]] = {ECLIPSE.name: ECLIPSE, DARK_AGES.name: DARK_AGES}
