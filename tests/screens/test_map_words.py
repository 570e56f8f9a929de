"""What the map works out without a window: where hexes are, how they lie from each seat, what each decision offers."""

import random
from collections.abc import Iterator
from itertools import product
from math import dist, isclose
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.contract import Decision, SeatSetup, Setup, Word, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.hexes import around
from companion.rules.eclipse.state import FULL, LIGHT
from companion.rules.notation import read, write
from companion.screens import theme
from companion.screens.box import box_of
from companion.screens.eclipse import hexmap, map_drawing, map_panel
from companion.screens.eclipse.hexmap import Bounds, View
from companion.screens.eclipse.map_panel import Touched
from companion.table import simulation

places = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


def begun(seats: int = 3, species: str = "terran") -> Any:
    """A game at full tracking, its technology tiles not named."""
    colours = ("red", "blue", "green", "yellow", "white", "black")[:seats]
    setup = Setup("eclipse", tuple(SeatSetup(each, species) for each in colours), {"technology_tiles": "untold"}, FULL)
    return GAME.begin(setup)


def done(state: Any, *lines: str) -> Any:
    """The state after these lines, each of them legal."""
    for line in lines:
        action = read(line, GAME.actions)
        assert judge(state, action).word is not Word.ILLEGAL, (line, judge(state, action))
        state = action.apply(state)
    return state


@given(places, st.integers(0, 5))
def test_a_touch_in_the_middle_of_a_hex_means_that_hex(place: tuple[int, int], steps: int) -> None:
    x, y = hexmap.middle(place, steps)
    for across, up in ((0, 0), (0.45, 0), (-0.45, 0), (0, 0.8), (0.2, -0.75)):
        assert hexmap.place_at(x + across, y + up, steps) == place


@given(places, st.integers(0, 5))
def test_neighbours_stay_neighbours_however_the_map_is_turned(place: tuple[int, int], steps: int) -> None:
    here = hexmap.middle(place, steps)
    for direction, beside in around(place):
        there = hexmap.middle(beside, steps)
        assert isclose(dist(here, there), hexmap.TALL)
        # Direction 0 is up; turned by `steps`, it is `steps` sixths clockwise from there.
        after = around((0, 0))[(direction + steps) % 6][1]
        x, y = hexmap.middle(after, 0)
        assert isclose(there[0] - here[0], x, abs_tol=1e-9)
        assert isclose(there[1] - here[1], y, abs_tol=1e-9)


@given(st.floats(1, 100), st.floats(-500, 500), st.floats(-500, 500), st.floats(0.5, 2))
def test_what_lies_under_two_fingers_stays_under_them(side: float, x: float, y: float, spread: float) -> None:
    view = View(side, x, y)
    before = ((100.0, 100.0), (300.0, 200.0))
    middle = (220.0, 140.0)
    after = tuple((middle[0] + (a - 200) * spread, middle[1] + (b - 150) * spread) for a, b in before)
    now = hexmap.pinched(view, before, (after[0], after[1]), 0.01, 1000)
    for was, is_ in zip(before, after, strict=True):
        assert dist(now.pixels(*view.back(*was)), is_) < 1e-6


def test_a_pinch_goes_no_further_than_the_sizes_allow() -> None:
    fingers = ((0.0, 0.0), (10.0, 0.0))
    assert hexmap.pinched(View(30), fingers, ((0.0, 0.0), (1000.0, 0.0)), 5, 80).side == 80
    assert hexmap.pinched(View(30), fingers, ((4.9, 0.0), (5.0, 0.0)), 5, 80).side == 5


def test_the_map_is_fitted_whole_and_never_lost() -> None:
    bounds = Bounds(-4, -3, 4, 5)
    view = hexmap.fitted(bounds, 400, 300, 1, 100)
    left, foot = view.pixels(bounds.left, bounds.foot)
    right, top = view.pixels(bounds.right, bounds.top)
    assert min(left, foot) >= -1e-9
    assert right <= 400 + 1e-9
    assert top <= 300 + 1e-9
    far = view.moved(9000, -9000).within(bounds, 400, 300)
    x, y = far.back(200, 150)
    assert bounds.left - 1e-9 <= x <= bounds.right + 1e-9
    assert bounds.foot - 1e-9 <= y <= bounds.top + 1e-9


@pytest.mark.parametrize("seats", range(2, 7))
def test_each_seat_may_have_its_home_at_the_foot(seats: int) -> None:
    state = begun(seats)
    for seat in state.seats:
        steps = hexmap.steps_for(state, seat)
        assert hexmap.seen_from(state, steps) == seat
        home = next(each for each in state.sectors if hexmap.home_of(state, each) == seat)
        x, y = hexmap.middle(home.at, steps)
        assert isclose(x, 0, abs_tol=1e-9)
        assert y < 0


def test_what_a_sector_shows() -> None:
    state = begun()
    home = next(each for each in hexmap.looks(state).values() if each.owner == "red")
    assert sum(square.cube for square in home.squares) == 3
    assert [(fleet.party, fleet.ships) for fleet in home.fleets] == [("red", (("In", 1),))]
    centre = hexmap.looks(state)[(0, 0)]
    assert centre.discovery
    assert [fleet.party for fleet in centre.fleets] == ["gcds"]
    assert {kind for _, kind in centre.openings} == {"open"}
    state = done(state, "red: explore", "red: space 0 -1", "table: turn 101", "red: place 101 1")
    laid = hexmap.looks(state)[(0, -1)]
    assert dict(laid.openings)[3] == "full"
    assert [(fleet.party, fleet.many) for fleet in laid.fleets] == [("ancients", 1)]
    assert "Castor" in hexmap.sector_lines(state, 101)[0]


def test_a_sector_without_a_place_lies_below_the_map() -> None:
    state = done(begun(), "table: correct sector_201 none")
    looks = hexmap.looks(state)
    lost = next(look for look in looks.values() if look.number == 201)
    assert lost.homeless
    assert lost.place[1] > 2
    assert len(looks) == len(state.sectors)


def test_which_decisions_are_asked_on_the_map() -> None:
    box = box_of("eclipse")
    state = done(begun(), "red: build")
    decision = state.decisions[0]
    assert box.screen_for(decision, state) == "map"
    light = done(state, "table: track ship_places no")
    assert box.screen_for(light.decisions[0], light) == "build"
    assert box.screen_for(None, state) == "score"


def test_one_touch_chooses_how_much_is_followed() -> None:
    box = box_of("eclipse")
    assert list(box.levels) == ["light", "full"]
    assert box.tracking({}, "full") == FULL
    assert (
        box.tracking({"technology_tiles": "untold"}) == LIGHT == box.tracking({"technology_tiles": "untold"}, "light")
    )


@pytest.mark.parametrize("name", theme.THEMES)
def test_what_is_drawn_on_a_sector_stands_out(name: str) -> None:
    theme.dress(name)
    try:
        for owner, detail in product(("", *theme.SEATS), map_drawing.Detail):
            ground = map_drawing.ground(owner, detail)
            for colour in (theme.TEXT, *map_drawing.PARTIES.values()):
                assert theme.contrast(map_drawing.readable(colour, ground, 4.5), ground) >= 4.5, (owner, detail)
            for kind, colour in map_drawing.SQUARES.items():
                assert theme.contrast(map_drawing.readable(colour, ground, 3), ground) >= 3, (kind, owner)
    finally:
        theme.dress("dark")


def reachable(state: Any, decision: Decision) -> tuple[set[str], list[str]]:
    """Every line that touches on the map and beside it lead to; and what stands grey."""
    places_ = {place: look.number for place, look in hexmap.looks(state).items()}
    seen, waiting, lines, grey = {Touched()}, [Touched()], set[str](), list[str]()

    def may(line: str) -> bool:
        return judge(state, read(line, GAME.actions)).word is not Word.ILLEGAL

    while waiting:
        panel = map_panel.panel(state, decision, waiting.pop(), places_, may)
        assert panel is not None
        lines.update(panel.tap.values())
        offers = (*panel.keys, *panel.foot)
        lines.update(offer.line for offer in offers if offer.line and not offer.grey)
        grey += [offer.line or offer.why for offer in offers if offer.grey]
        for place in places_:
            line = panel.ask(place) if panel.ask is not None and place not in panel.lit else ""
            if line and not panel.sample and may(line):
                lines.add(line)
            elif line:
                grey.append(line)
        after = [*panel.pick.values(), *(offer.then for offer in offers if offer.then is not None and not offer.grey)]
        for each in after:
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return lines, grey


def positions(seed: int, seats: int, most: int, areas: frozenset[str] = FULL) -> Iterator[Any]:
    """Positions of a random game, these areas tracked, in which the map is asked."""
    made = simulation.setup(GAME, seats, options={})
    state = GAME.begin(Setup("eclipse", tuple(SeatSetup(s.seat, s.faction) for s in made.seats), made.options, areas))
    chance = random.Random(seed)
    for _ in range(most):
        if state.decisions and map_panel.on_map(state, state.decisions[0]):
            yield state
        action = simulation.choose(GAME, state, chance)
        if action is None:
            return
        state = action.apply(state)


def test_a_starting_sector_is_turned_by_touch() -> None:
    """With the house rule each seat says how its own lies."""
    options = {"technology_tiles": "untold", "start_rotation": "free"}
    state: Any = GAME.begin(Setup("eclipse", (SeatSetup("red"), SeatSetup("blue")), options, FULL))
    decision = next(each for each in state.decisions if each.name == "setup.rotation")
    assert map_panel.on_map(state, decision)
    lines, _ = reachable(state, decision)
    assert lines == {f"{decision.seat}: turn_home {each}" for each in range(6)}


@pytest.mark.parametrize(
    ("seed", "seats", "areas"),
    [
        (1, 3, FULL),
        (2, 6, FULL),
        (3, 2, FULL),
        (4, 3, FULL - {"sectors"}),
        (5, 3, FULL - {"ship_places"}),
        (6, 3, frozenset({"map"})),
    ],
)
def test_all_that_is_legal_can_be_touched_and_all_that_is_grey_says_why(
    seed: int, seats: int, areas: frozenset[str]
) -> None:
    asked: set[str] = set()
    for state in positions(seed, seats, 400, areas):
        decision = state.decisions[0]
        asked.add(decision.name)
        lines, grey = reachable(state, decision)
        legal = {
            write(each)
            for verb in decision.verbs
            if not GAME.actions[verb].anytime
            for each in GAME.actions[verb].candidates(state, decision)
            if judge(state, each).word is not Word.ILLEGAL
        }
        assert legal <= lines, (decision.name, legal - lines)
        for line in lines:
            assert judge(state, read(line, GAME.actions)).word is not Word.ILLEGAL, line
        for line in grey:
            assert judge(state, read(line, GAME.actions)).word is Word.ILLEGAL, (decision.name, line)
    assert {"explore.space", "explore.tile", "explore.place"} <= asked
    assert ({"build.what", "move.ship"} <= asked) == (areas == FULL)
