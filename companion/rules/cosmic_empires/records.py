"""Frozen records that are copied quickly: positions are, several times for each action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self


class Record:
    """A frozen dataclass without slots whose `with_` is quick; caches (cached_property) are kept while they hold."""

    _cached: ClassVar[Mapping[str, frozenset[str]]] = {}
    """Caches by name, and the fields that each follows from; none for all."""

    def with_(self, **changes: Any) -> Self:
        """A copy with some fields changed. Raises TypeError for a field that does not exist."""
        new = object.__new__(type(self))
        inside = new.__dict__
        inside.update(self.__dict__)
        for name, sources in self._cached.items():
            if name in inside and not (sources and sources.isdisjoint(changes)):
                del inside[name]
        known = len(inside)
        inside.update(changes)
        if len(inside) != known:
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(changes.keys() - self.__dict__.keys()))}")
        return new
