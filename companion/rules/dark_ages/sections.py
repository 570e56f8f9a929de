"""The rulebook's chapters by name, as reasons cite them."""

from __future__ import annotations

from typing import Final

COMPONENTS: Final = "Components"
WINNING: Final = "Winning the Game"
SETUP: Final = "Setup"
TURN: Final = "Turn Sequence"
OPENING: Final = "Determining the First Player"
PLAYING: Final = "Playing a Ship Card (Action A1)"
DISCARDING: Final = "Discarding a Ship Card (Action A2)"
BASES: Final = "Deploying an Available Base (Actions B and A3)"
GOVERNORS: Final = "Governors"
RESERVE: Final = "Reserve"
ABILITIES: Final = "Using Ship Abilities (Action C)"
COMBAT: Final = "Combat"
TECHNOLOGY: Final = "Playing a Technology Card (Action D)"
POWERS: Final = "Governor Powers (Phase 2)"
SURRENDER: Final = "Surrender of Planets (Phase 3)"
DRAWING: Final = "Drawing a Card (Phase 4)"
