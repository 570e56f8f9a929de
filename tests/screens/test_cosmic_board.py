"""What the board of Cosmic Empires shows and offers, without a window: nothing hidden, nothing out of reach."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from companion.rules.contract import PUBLIC, Decision, Word, judge
from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.catalog import BOARDS, board_of
from companion.rules.cosmic_empires.state import State
from companion.rules.notation import read, write
from companion.screens.box import box_of
from companion.screens.cosmic_empires.box import BOARD
from companion.screens.cosmic_empires.grid import MOST_ROWS, field_lines, field_name, laid, look, turned, turns
from companion.screens.cosmic_empires.lay_out import as_it_stands, layout
from companion.screens.cosmic_empires.missions import content_words, mission_line
from companion.screens.cosmic_empires.panel import Panel, Touched, next_way, panel
from companion.screens.words import recorded
from tests.rules.cosmic.playing import begin, deal, fly, lay, random_game, turn
from tests.rules.cosmic.positions import main_move


def test_a_quarter_turn_puts_the_north_in_the_east() -> None:
    assert turned(2, 0, 5, 5, 1) == (4, 2)
    assert turned(0, 0, 4, 7, 1) == (6, 0)
    for quarters in range(4):
        back = turned(*turned(1, 2, 5, 6, quarters), *((5, 6) if quarters % 2 == 0 else (6, 5)), 4 - quarters)
        assert back == (1, 2)


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_fits_the_panel_from_some_side_with_its_starting_fields(board: str) -> None:
    players = board_of(board).players[0]
    colours = ("yellow=scientists", "red=pirates", "blue=empire", "green=corporations", "white=natives")[:players]
    options = {f"board_layout_{players}p": board} if players in (3, 5) else {}
    state = begin(" ".join(colours), **options)
    assert state.board == board
    assert turns(state)
    for quarters in turns(state):
        seen = laid(state, quarters)
        assert seen.rows <= MOST_ROWS
        assert len(set(seen.places.values())) == len(state.spaces)
        taken = set(seen.places.values())
        for home in seen.homes:
            across, down = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}[home.side]
            assert (home.column + across, home.row + down) not in taken, "a starting field lies beside the board"
    assert layout(state)


def test_the_board_shows_nothing_that_is_hidden() -> None:
    state = turn(event_cards="told").change_space("c3", looked=("red", "blue"), notes=(("red", "outpost"),))
    other = turn(event_cards="told").change_space("c3", looked=("red", "blue"), notes=(("red", "wormhole"),))
    one, two = (deal(each, "red", card).view(PUBLIC) for each, card in ((state, "spy"), (other, "patrol")))
    assert one != state
    for space in one.spaces:
        assert look(one, space) == look(two, two.places[space.name])
        assert field_lines(one, space.name) == field_lines(two, space.name)
    assert look(one, one.places["c3"]).looked == ("red", "blue"), "who looked is open to all eyes"
    assert as_it_stands(one) == as_it_stands(two)
    assert "Outpost" not in " ".join(as_it_stands(state.view(PUBLIC)))


def test_a_field_in_words_and_signs() -> None:
    state = lay(fly(turn(), "red", "cruiser@c3+weapon", "frigate@c3"), "c3", "event_planet_1", red=3, blue=1)
    seen = look(state, state.places["c3"])
    assert (seen.sign, seen.shape, seen.owner) == ("EV", "planet", "red")
    assert seen.ring == ("red", "red", "red", "blue", "", "")
    assert seen.fleets == (("red", 1, 1),)
    assert field_name(state, state.places["c3"]) == "Event planet Cassiopeia"
    assert "Red: 1 frigate, 1 cruiser (1 weapon)" in field_lines(state, "c3")
    assert mission_line(state)[0] == "Conquest 0/6: no stone yet"
    assert content_words(("assaults", "frigate", "battle", "battle")).startswith("Assaults: 2 a battle won; each")


def seen(state: State, decision: Decision) -> list[Panel]:
    """Every panel that touches of modes and fields lead to."""
    found: list[Panel] = []
    modes, spaces = [""], ["", *state.places]
    for mode in modes:
        first = panel(state, decision, Touched(mode))
        modes += [
            each.does.partition(":")[2]
            for each in first.offers
            if each.does.startswith("mode:") and each.does.partition(":")[2] not in modes
        ]
        found += [panel(state, decision, Touched(mode, space)) for space in spaces]
    if decision.name == "fleet.ships":
        for ship in (*decision.context["ships"], *decision.context["through"]):
            way = ""
            while (way := next_way(decision, ship, way)) != "":
                found.append(panel(state, decision, Touched("", "", ((ship, way),))))
    return found


def reached(state: State, decision: Decision) -> tuple[set[str], set[str]]:
    """All lines that a first touch on the board may do, and what leads to other screens."""
    panels = seen(state, decision)
    lines = {each.lines[0] for shown in panels for each in shown.offers if each.lines}
    lines |= {those[0] for shown in panels for those in shown.tap.values()}
    return lines, {each.does for shown in panels for each in shown.offers if each.does}


ELSEWHERE = {"play_card": "cards", "upgrade": "aside:upgrade", "reseal_mission": "private"}
"""Verbs that another screen answers, and what on the board leads there."""
DIRECT = {"diplomacy": "exchange", "fleet": "send"}
"""Verbs whose line is done together with the next one, which is what was touched."""


@pytest.mark.parametrize(("seed", "players"), [(202, 2), (302, 3), (401, 4), (500, 5)])
def test_everything_allowed_can_be_reached_by_touch(seed: int, players: int) -> None:
    chance = random.Random(seed)
    names: set[str] = set()
    for moment in islice(random_game(seed, players, event_cards="told", mission_redraw="on"), 500):
        state: Any = moment.after.view(PUBLIC)
        decision = next((each for each in state.decisions if not each.window), None)
        if decision is None or decision.name not in BOARD or chance.random() > 0.4:
            continue
        names.add(decision.name)
        lines, screens = reached(state, decision)
        for verb in decision.verbs:
            if verb in ELSEWHERE:
                assert any(each.startswith(ELSEWHERE[verb]) for each in screens), (decision.name, verb)
                continue
            for action in GAME.actions[verb].candidates(state, decision):
                if judge(state, action).word is not Word.ILLEGAL:
                    assert write(action) in lines, (decision.name, write(action))
        for line in lines:
            read(line, GAME.actions)
    assert {"common_turn", "main_move"} <= names


def test_flying_to_a_field_is_one_touch_more_than_choosing_it() -> None:
    state = main_move(fly(turn(), "yellow", "frigate@c4", "frigate@c5", "cruiser@a1"))
    decision = state.decisions[0]
    offers = {each.key: each for each in panel(state, decision, Touched("", "c3")).offers}
    assert offers["fly:c3"].words == "fly: 2 frigates"
    sends = ("yellow: send frigate_1", "yellow: send frigate_2")
    assert offers["fly:c3"].lines == ("yellow: fleet c3", *sends, "yellow: done")
    hostile = fly(lay(state, "c3", "free_space", "red"), "red", "frigate@c3")
    offers = {each.key: each for each in panel(hostile, decision, Touched("", "c3")).offers}
    assert offers["fly:c3"].words == "attack: 2 frigates"


def test_every_decision_has_a_screen_and_a_question() -> None:
    box = box_of("cosmic_empires")
    names = {
        each.name for moment in islice(random_game(400, 4, event_cards="told"), 900) for each in moment.after.decisions
    }
    for name in names - {"mission.met", "winners"}:
        assert name in box.asked, name


def test_any_name_of_a_planet_can_be_recorded() -> None:
    told = {"Größe-Süd": "grosse_sud", "O'Neil": "o_neil", "Łódź": "lodz", "Ærø": "aero", "-'": "", "2 B": "b"}
    assert {name: recorded(name) for name in told} == told
    for word in filter(None, told.values()):
        action = read(f"table: tell_card event_planet_2 red {word}", GAME.actions)
        assert judge(turn().view(PUBLIC), action).word is Word.LEGAL
