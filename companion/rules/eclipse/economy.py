"""What a civilization produces and pays: the tracks of the player board (pp. 6, 12, 24)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from companion.rules.contract import Entry
from companion.rules.eclipse.catalog import (
    DISCOUNT,
    PRODUCTION,
    TECHNOLOGIES,
    TECHNOLOGY_SQUARES,
    UPKEEP,
    Technology,
    track_index,
)
from companion.rules.eclipse.pieces import ACTION_SPACES, Player, Three
from companion.rules.eclipse.state import State


def production(player: Player, track: str) -> int:
    """Units produced each round: the leftmost visible square of the population track (p. 6)."""
    return _produced(player.cubes[track_index(track)])


def _produced(cubes: int) -> int:
    return PRODUCTION[min(max(cubes, 0), len(PRODUCTION) - 1)]


def upkeep_cost(discs: int) -> int:
    """Money to pay with that many discs on the influence track: the leftmost visible circle (p. 6)."""
    return UPKEEP[min(max(discs, 0), len(UPKEEP) - 1)]


def upkeep(player: Player) -> int:
    """The civilization upkeep as the discs lie now, in money (p. 24)."""
    return upkeep_cost(player.discs)


def money_result(player: Player) -> int:
    """Income less upkeep: what the money marker moves by in the upkeep phase (p. 24)."""
    return production(player, "money") - upkeep(player)


def discount(owned_in_category: int) -> int:
    """The science discount for the next technology of a category (p. 12)."""
    return DISCOUNT[min(max(owned_in_category, 0), TECHNOLOGY_SQUARES - 1)]


def research_cost(technology: Technology, owned_in_category: int) -> int:
    """Science to pay: the printed cost less the track's discount, never under the minimum cost (p. 12)."""
    return max(technology.minimum, technology.cost - discount(owned_in_category))


def price(player: Player, technology: str) -> int:
    """What a technology costs that player now, in science. Raises KeyError for an unknown name."""
    return _price(technology, player.owned_in(TECHNOLOGIES[technology].category))


@cache
def _price(technology: str, owned_in_category: int) -> int:
    return research_cost(TECHNOLOGIES[technology], owned_in_category)


def by_trade(player: Player, track: str) -> int:
    """Units of a resource that the two others would give if all of them were traded (pp. 7, 24)."""
    rate = player.species.trade_rate
    money, science, materials = player.storage
    return money // rate + science // rate + materials // rate - player.storage[track_index(track)] // rate


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the next upkeep will bring a seat as it stands, and after one more action. All in money.

    `net_*` is income less upkeep, `money_*` the storage after paying, `short_*` what would be missing (0: nothing).
    """

    seat: str
    discs_left: int
    money: int
    income: int
    upkeep: int
    net_now: int
    money_now: int
    short_now: int
    upkeep_next: int
    net_next: int
    money_next: int
    short_next: int

    @property
    def can_act(self) -> bool:
        """A disc is left for one more action (p. 8)."""
        return self.discs_left > 0


def outlook(state: State, seat: str) -> Outlook:
    """The outlook of a seat (p. 24). With no disc left "next" is the same as now; with the money untold nothing is
    short. Raises KeyError for no such seat."""
    return foresee(*on_the_tracks(state.player(seat)))


def on_the_tracks(player: Player) -> tuple[str, int, int, int, bool]:
    """All that an outlook hangs on: seat, discs, money and cubes of its track, and whether the money was told."""
    told = "money" not in player.storage_untold
    return (player.seat, player.discs, player.storage[0], player.cubes[0], told)


@lru_cache(maxsize=1024)
def foresee(seat: str, discs: int, money: int, cubes: int, told: bool) -> Outlook:
    """The outlook by those figures."""
    income, now, then = _produced(cubes), upkeep_cost(discs), upkeep_cost(max(discs - 1, 0))
    return Outlook(
        seat=seat,
        discs_left=discs,
        money=money,
        income=income,
        upkeep=now,
        net_now=income - now,
        money_now=money + income - now,
        short_now=max(0, now - income - money) * told,
        upkeep_next=then,
        net_next=income - then,
        money_next=money + income - then,
        short_next=max(0, then - income - money) * told,
    )


def gain(state: State, seat: str, thing: str, amount: int, why: str) -> State:
    """The state with a resource of a seat's storage changed by `amount`, itemised. Storage has no limit (p. 6)."""
    return gains(state, seat, (thing, amount, why))


def gains(state: State, seat: str, *those: tuple[str, int, str]) -> State:
    """The same for several changes at once, each (resource, amount, why)."""
    player = state.player(seat)
    storage = list(player.storage)
    entries = []
    for thing, amount, why in those:
        if thing not in player.storage_untold:
            storage[track_index(thing)] += amount
            entries.append(Entry(seat, thing, amount, why))
    if not entries:
        return state
    return state.with_player(player.with_(storage=(storage[0], storage[1], storage[2])), *entries)


def move_cubes(state: State, seat: str, track: str, amount: int, why: str) -> State:
    """The state with cubes put on (or taken off) a population track, itemised."""
    player = state.player(seat)
    cubes = _changed(player.cubes, track_index(track), amount)
    return state.with_player(player.with_(cubes=cubes), Entry(seat, f"cubes_{track}", amount, why))


def move_discs(state: State, seat: str, amount: int, why: str) -> State:
    """The state with discs put on (or taken off) the influence track, itemised."""
    player = state.player(seat)
    return state.with_player(player.with_(discs=player.discs + amount), Entry(seat, "discs", amount, why))


def disc_to_action(state: State, seat: str, space: str, why: str) -> State:
    """The rightmost disc of the influence track goes to an action space (p. 8)."""
    player = state.player(seat)
    place = ACTION_SPACES.index(space)
    counts = player.actions
    counts = (*counts[:place], counts[place] + 1, *counts[place + 1 :])
    player = player.with_(discs=player.discs - 1, actions=counts)
    return state.with_player(player, Entry(seat, "discs", -1, why))


def disc_between_actions(state: State, seat: str, source: str, target: str) -> State:
    """A disc whose action was not told lies on its action space after all."""
    player = state.player(seat)
    counts = list(player.actions)
    counts[ACTION_SPACES.index(source)] -= 1
    counts[ACTION_SPACES.index(target)] += 1
    return state.with_player(player.with_(actions=tuple(counts)))


def _changed(three: Three, index: int, amount: int) -> Three:
    values = list(three)
    values[index] += amount
    return (values[0], values[1], values[2])
