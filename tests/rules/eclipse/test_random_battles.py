"""Random fleets with random parts fight random battles: each ends, no ship is lost from the count, nothing raises."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import PUBLIC, Action, Illegal, Word, apply, apply_anyway, judge
from companion.rules.eclipse import GAME, aftermath, attacks, told_battles, upgrade, volleys
from companion.rules.eclipse.blueprints import all_faults, with_tile
from companion.rules.eclipse.catalog import BLUEPRINTS, PARTS, SHIP_LIMITS, SHIPS
from companion.rules.eclipse.flow import push
from companion.rules.eclipse.population import SQUARES
from companion.rules.eclipse.presence import count, put_ships
from companion.rules.eclipse.state import State
from companion.rules.eclipse.upgrade import FitAncient
from companion.rules.notation import read, write
from tests.rules.eclipse.fleets import arm, fleets, link, stand, to_combat
from tests.rules.odd_input import OddInput
from tests.rules.playing import ALIENS, choose, full, play

MOST = 4000
"""Actions after which a combat phase is held to be endless."""


def board(state: State) -> Counter[tuple[str, str]]:
    """Ships of each seat and type that are on the board."""
    return Counter(
        {(p.seat, ship): number for p in state.players for ship, number in zip(SHIPS, p.ships, strict=True) if number}
    )


def in_sectors(state: State) -> Counter[tuple[str, str]]:
    """Ships by the sectors they are in."""
    found: Counter[tuple[str, str]] = Counter()
    for sector in state.sectors:
        for seat, ship, number in sector.ships:
            found[seat, ship] += number
    return found


def random_war(seed: int) -> State:
    """The combat phase with two to four seats, up to three sectors with fleets, Ancients and population."""
    chance = random.Random(seed)
    colours = chance.sample(sorted(ALIENS), chance.randint(2, 4))
    state = full(" ".join(f"{each}={chance.choice(('terran', ALIENS[each]))}" for each in colours))
    if state.phase == "setup":
        raise AssertionError("setup is not over")
    for seat in colours:
        state = _random_parts(state, seat, chance)
    state = stand(state, 305, (0, 5), chance.choice(("", *colours)), (("money", "money"), ("gray", "science")))
    for number, at in ((302, (0, 6)), (303, (1, 5))):
        state = stand(state, number, at, chance.choice(("", *colours)))
    for number in (302, 303):
        state = link(state, 305, number)
    for number in (305, 302, 303):
        sector = state.sector(number)
        assert sector is not None
        state = state.with_sector(sector.with_(ancients=chance.choice((0, 0, 1, 2))))
        for seat in chance.sample(colours, len(colours)):
            state = _random_ships(state, number, seat, chance)
    if chance.random() < 0.5:
        state = _random_ships(state, 1, chance.choice(colours), chance)
    return to_combat(state)


def _random_parts(state: State, seat: str, chance: random.Random) -> State:
    for _ in range(chance.randint(0, 12)):
        player = state.player(seat)
        ship = chance.choice(SHIPS)
        square = chance.randint(1, len(BLUEPRINTS[player.species.blueprint][ship].parts))
        fitted = with_tile(player, ship, square, chance.choice([key for key in PARTS if not PARTS[key].ancient]))
        if not any(all_faults(fitted)):
            state = state.with_player(fitted)
    return state


def _random_ships(state: State, number: int, seat: str, chance: random.Random) -> State:
    for place, ship in enumerate(SHIPS):
        ships = list(state.player(seat).ships)
        more = min(chance.choice((0, 0, 1, 2, 3)), SHIP_LIMITS[ship] - ships[place])
        if more > 0 and not (ship == "starbase" and (state.sector(number) or state.sectors[0]).owner != seat):
            ships[place] += more
            state = put_ships(state.change(seat, ships=tuple(ships)), number, seat, ship, more)
    return state


@pytest.mark.parametrize("seed", range(30))
def test_random_battles_end_and_ships_are_counted(seed: int) -> None:
    state = random_war(seed)
    begun = board(state)
    assert in_sectors(state) == begun
    chance = random.Random(seed)
    for _ in range(MOST):
        if state.phase != "combat":
            break
        state = apply(state, choose(state, chance))
        begun += Counter((e.seat, "cruiser") for e in state.entries if e.why == "discovery tile" and "ships" in e.thing)
        lost = Counter((whose, ship) for b in state.battles for _, whose, ship in b.destroyed if whose in state.seats)
        if not any(player.gone for player in state.players):
            assert board(state) + lost == begun
            assert in_sectors(state) == board(state)
    else:
        raise AssertionError(f"the battles of seed {seed} do not end")
    for battle in state.battles:
        assert battle.over
        there = state.sector(battle.sector)
        assert there is not None


def test_random_battles_meet_every_kind_of_action() -> None:
    met = set()
    for seed in range(12):
        state, chance = random_war(seed), random.Random(seed)
        while state.phase == "combat":
            action = choose(state, chance)
            met.add(action.verb)
            state = apply(state, action)
    assert {"battle", "attack_with", "roll", "assign", "retreat", "attack_population", "place_disc", "draw"} <= met


def test_a_random_war_replays_from_its_lines() -> None:
    state = again = random_war(7)
    chance = random.Random(7)
    while state.phase == "combat":
        action = choose(state, chance)
        state = apply(state, action)
        again = apply(again, read(write(action), GAME.actions))
        assert again == state


MINE = [kind for chapter in (told_battles, volleys, attacks, aftermath, upgrade) for kind in chapter.ACTIONS]
THINGS = (*SQUARES, *SHIPS, *list(PARTS)[:6], "blue", "ancients", "gcds", "ancient", "yellow", "ore")
ODD = OddInput(GAME, ("blue", "red", "green", "white"), THINGS, (302, 303, 305, 999, 100_000), ())


@cache
def positions() -> tuple[State, ...]:
    """One position of each decision of these chapters."""
    there = "red interceptor 2, red cruiser 1, blue interceptor 2, blue cruiser 1"
    missiles = {"red interceptor": ("", "", "", "plasma_missile"), "red cruiser": ("", "", "", "", "fusion_drive")}
    cubes = (("money", "money"), ("gray", "science"))
    war = link(stand(fleets("red blue", 305, there, missiles, "red", cubes), 302, (0, 6), "blue"), 305, 302)
    upgrading = play(war, f"{war.active}: upgrade")
    before = to_combat(war)
    volley = play(before, "table: battle 305 red blue")
    turn = play(volley, "table: roll" + " orange 1" * 4)
    assigning = play(volley, "table: roll" + " orange 6" * 4)
    bare = {f"{seat} {ship}": ("hull", "hull") for seat in ("red", "blue") for ship in SHIPS[:2]}
    stalemate = play(to_combat(arm(war, 305, "", {**bare, "red interceptor": ("hull",)})), "table: battle 305 red blue")
    if stalemate.decisions[0].name == "battle.roll":
        stalemate = play(stalemate, "table: roll" + " orange 1" * 4)
    siege = to_combat(fleets("red blue", 305, "red interceptor 2", owner="blue", cubes=cubes))
    chosen = play(siege, "red: attack_population", "table: roll yellow 6 yellow 1")
    return (
        upgrading,
        push(war, FitAncient("red", "axion_computer")),
        before,
        volley,
        turn,
        assigning,
        stalemate,
        siege,
        chosen,
        to_combat(fleets("red blue", 305, "red interceptor 1")),
        turn.view(PUBLIC),
    )


def test_the_positions_ask_what_they_are_there_for() -> None:
    assert [state.decisions[0].name for state in positions()] == [
        "upgrade.parts", "discovery.part", "combat", "battle.roll", "battle.turn", "battle.assign", "battle.stalemate",
        "combat.population", "combat.cubes", "combat.influence", "battle.turn",
    ]  # fmt: skip


def actions() -> st.SearchStrategy[Action[State]]:
    return st.one_of(*(ODD.actions(kind.verb) for kind in MINE))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10), st.lists(actions(), min_size=1, max_size=4))
def test_odd_input_never_raises_and_illegal_never_changes_anything(place: int, odd: list[Action[State]]) -> None:
    state = positions()[place]
    for action in odd:
        said = repr(state)
        verdict = judge(state, action)
        assert all(reason.text.endswith(".") and reason.code for reason in verdict.reasons)
        assert action.title(state)
        assert read(write(action), GAME.actions) == action
        if verdict.word is Word.ILLEGAL:
            with pytest.raises(Illegal):
                apply(state, action)
        assert repr(state) == said
        state = apply_anyway(state, action)
        assert state.decisions is not None
        assert state.score().seats
        assert state.view(PUBLIC).decisions is not None


def test_every_legal_action_is_a_candidate_and_plays() -> None:
    for state in positions():
        for decision in state.decisions:
            for verb in decision.verbs:
                offered = list(GAME.actions[verb].candidates(state, decision))
                for action in offered:
                    assert action.title(state)
                    if judge(state, action).word is not Word.ILLEGAL:
                        assert apply(state, action).decisions is not None
                assert offered or verb in ("unfit", "retreat")


def test_a_correction_during_a_battle_is_what_lies_on_the_table() -> None:
    state = positions()[4]
    sector = state.sector(305)
    assert sector is not None
    assert count(sector, "blue", "cruiser") == 1
    fewer = put_ships(state, 305, "blue", "interceptor", -1)
    seat, ships = fewer.decisions[0].seat, fewer.decisions[0].context["ships"]
    after = play(fewer, f"{seat}: attack_with {ships[0]}", "table: roll yellow 1")
    assert sum(len(e.damage) for e in after.battles[-1].squadrons if (e.party, e.ship) == ("blue", "interceptor")) == 1
