"""Public missions and their rewards; every secret mission, met and missed by one."""

from __future__ import annotations

import pytest

from companion.rules.cosmic_empires.board import planet_control
from companion.rules.cosmic_empires.combat import retreats
from companion.rules.cosmic_empires.requirements import met, requirements
from companion.rules.cosmic_empires.state import Ship, State
from tests.rules.cosmic.playing import asked, begin, codes, fly, lay, play, turn
from tests.rules.cosmic.positions import beaten, main_move


def last_place(reward: str) -> State:
    """Red has claimed one place of two; Yellow has just claimed the other, and the card is complete."""
    content = {"mission_1": ("conquest", reward, "free_space", "asteroid_field")}
    state = turn()
    state = state.with_(mission="mission_1", contents={**state.contents, **content}, claimed=((2, "red", "e5"),))
    state = state.change("red", reserve=state.player("red").reserve - 1)
    state = lay(lay(state, "a1", "free_space", "yellow"), "e5", "asteroid_field", "red")
    return play(main_move(state), "yellow: skip", "yellow: claim 1 a1")


def test_a_stone_pays_only_when_the_card_is_complete() -> None:
    state = last_place("capacity")
    assert (state.player("yellow").markers, state.player("red").markers) == (2, 2)
    assert (state.mission, state.claimed) == ("", ())
    assert asked(state) == "mission.card"
    assert state.left == "green", "the marker moves to the right"


def test_population_stones_stay_on_the_card_until_placed() -> None:
    state = last_place("population")
    reserve = state.player("yellow").reserve
    state = lay(play(state, "table: mission mission_2"), "c3", "event_planet_1", red=1, blue=1)
    state = play(state, "yellow: place_stone c3 red")
    assert state.places["c3"].stones == (0, 1, 0, 1, 0)
    assert (state.player("yellow").mission_stones, state.player("yellow").reserve) == (0, reserve)
    assert state.player("red").mission_stones == 1


def test_event_cards_two_for_a_stone() -> None:
    state = last_place("event_cards")
    assert [len(state.player(seat).hand) for seat in ("yellow", "red")] == [2, 2]


def test_frigates_in_place_order() -> None:
    state = last_place("frigate")
    assert (asked(state), state.decisions[0].seat) == ("mission.frigate", "yellow")
    state = play(state, "yellow: place_frigate a1")
    assert state.decisions[0].seat == "red"


def test_an_assault_on_pirates_brings_a_marker_at_once() -> None:
    state = beaten(1, "cruiser@c4", "frigate@c4")
    content = {"mission_3": ("assaults", "frigate", "battle", "battle")}
    state = state.with_(mission="mission_3", contents={**state.contents, **content})
    state = play(state, "yellow: prize card", "table: field free_space")
    markers = state.player("yellow").markers
    assert codes(state, "yellow: claim 2 c3") == {"order"}
    state = play(state, "yellow: claim 1 c3")
    assert state.player("yellow").markers == markers + 1


def test_ca5_anybody_may_begin() -> None:
    state = play(begin(), "table: first blue")
    assert (state.left, state.decisions[0].seat) == ("blue", "blue")


def test_ca26_all_ships_retreat_together() -> None:
    state = lay(fly(turn(), "yellow", "frigate@c3", "frigate@c3"), "c1", "free_space", "yellow")
    assert retreats(state, "yellow", "c3") == ("c1",)
    assert retreats(fly(state, "red", "frigate@c1"), "yellow", "c3") == (), "not where enemies are"


def realm(*fields: str, ships: tuple[str, ...] = ()) -> State:
    """Blue's fields, planets with four own stones each."""
    state = turn()
    for space, card in zip(state.places, fields, strict=False):
        if "planet" in card:
            state = lay(state, space, card).change_space(space, stones=(0, 4, 0, 0, 0), owner="blue")
            assert planet_control(state, state.places[space]) == "blue"
        else:
            state = lay(state, space, card, "blue")
    return fly(state, "blue", *ships)


PLANETS = ("event_planet_1", "event_planet_2", "event_planet_3", "equipment_planet_1")
GUARDS = ("frigate@a1", "frigate@b1", "frigate@c1", "frigate@d1", "frigate@e1")
UPGRADED = tuple(f"frigate@a{row}+weapon+shield" for row in (1, 2, 3, 4, 5))


@pytest.mark.parametrize(
    ("mission", "fields", "ships"),
    [
        ("guarded_belt", ("asteroid_field",) * 3 + ("outpost", "research_centre"), GUARDS),
        ("upgraded_fleet", ("shipyard_station", "shipyard_planet_1", "shipyard_station", "research_centre"), UPGRADED),
        (
            "network",
            ("research_centre", "equipment_planet_1", "event_planet_1", "shipyard_planet_1", *["asteroid_field"] * 2),
            (),
        ),
        ("wide_realm", (*PLANETS[:3], *["outpost"] * 2, "shipyard_station", *["free_space"] * 3), ()),
        ("five_capacities", (*PLANETS, "shipyard_station"), GUARDS),
        ("largest_fleet", ("free_space",), GUARDS),
        ("most_planets", PLANETS, ()),
        ("peopled_planets", (*PLANETS, "outpost", "outpost", "shipyard_station"), ()),
        ("station_realm", (*PLANETS[:2], *["outpost"] * 2, *["shipyard_station"] * 3, *["free_space"] * 2), ()),
    ],
)
def test_secret_missions(mission: str, fields: tuple[str, ...], ships: tuple[str, ...]) -> None:
    assert met(realm(*fields, ships=ships), "blue", mission)
    if mission == "largest_fleet":
        rival = fly(realm(*fields, ships=ships), "red", "frigate@e5", "frigate@e5", "frigate@e5")
        assert not met(rival, "blue", mission)
        return
    for left_out in range(len(fields)):
        fewer = realm(*("free_space" if n == left_out else field for n, field in enumerate(fields)), ships=ships)
        if fields[left_out] != "free_space":
            assert not met(fewer, "blue", mission), fields[left_out]
    if ships:
        assert not met(realm(*fields, ships=ships[1:]), "blue", mission)


def test_ca37_further_fields_are_any_others() -> None:
    state = realm(*PLANETS, "outpost", "outpost", "shipyard_station", "free_space", "shipyard_station")
    further = requirements(state, "blue", "wide_realm")[2]
    assert (further.have, further.need) == (3, 3)


def test_shields_take_one_hit_more() -> None:
    assert [Ship("frigate_1", "a1").resistance, Ship("cruiser_1", "a1", shield=True).resistance] == [2, 4]
