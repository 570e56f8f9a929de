"""Corrections: the table is always right. Any tracked value can be set to what lies there."""

from __future__ import annotations

from companion.rules.dark_ages.state import DarkAgesAction

ACTIONS: tuple[type[DarkAgesAction], ...] = ()
