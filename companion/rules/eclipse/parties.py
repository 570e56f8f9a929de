"""Who meets whom in a sector, and who of two defends (p. 18). Parties are seats, `ancients` and `gcds`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

ANCIENTS: Final = "ancients"
GCDS: Final = "gcds"
NOT_PLAYERS: Final = (ANCIENTS, GCDS)

PARTY_NAMES: Final = {ANCIENTS: "the Ancients", GCDS: "the Galactic Center Defense System"}


def party_name(party: str) -> str:
    """A party as a sentence calls it."""
    return PARTY_NAMES.get(party, party.capitalize())


def as_subject(party: str, verb: str) -> tuple[str, str]:
    """A party that begins a sentence, and what it does: ("The Ancients", "fire"), ("Blue", "fires")."""
    said = party_name(party)
    return said[0].upper() + said[1:], verb if party == ANCIENTS else f"{verb}s"


def fighting_order(parties: Sequence[str], owner: str | None) -> tuple[str, ...]:
    """The parties as they come to fight: the first two meet, the survivor meets the next, and so on (p. 18).

    `parties` in order of entry: the last two entrants begin. The disc's owner fights after all other players,
    the Ancients and the Galactic Center Defense System last of all.
    """
    players = [party for party in reversed(parties) if party not in NOT_PLAYERS]
    last = [party for party in players if party == owner]
    others = [party for party in players if party != owner]
    return (*others, *last, *(party for party in parties if party in NOT_PLAYERS))


def defender(one: str, other: str, parties: Sequence[str], owner: str | None) -> str:
    """Which of two parties has the better of equal Initiatives (p. 18).

    Ancients and GCDS always defend; else the disc's owner if he is one of the two; else the earlier entrant.
    """
    pair = [party for party in parties if party in (one, other)] or [one, other]
    for wanted in (*NOT_PLAYERS, owner):
        if wanted in pair:
            return str(wanted)
    return pair[0]
