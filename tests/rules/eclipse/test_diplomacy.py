"""Ambassadors, their cubes, room on the track, attacks and the traitor card."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import PUBLIC
from companion.rules.eclipse import GAME
from companion.rules.eclipse.laws import laws
from companion.rules.eclipse.pieces import Ambassador
from companion.rules.eclipse.state import State
from companion.rules.notation import read, write
from tests.rules.eclipse.fleets import in_combat
from tests.rules.playing import codes, missing, play, started

FOUR = "blue red green yellow"


def related(state: State | None = None) -> State:
    return play(state or started(FOUR), "blue: ambassadors red", "blue: lend_cube money", "red: lend_cube science")


def test_p17_diplomacy() -> None:
    """Both give an ambassador with a cube; the one whose track is full returns a reputation tile first."""
    state = started(FOUR).change("red", reputation=(1, 2, 3, 4), ambassadors=(Ambassador("green", "money"),))
    state = state.change("green", ambassadors=(Ambassador("red", "money"),))
    state = play(state, "blue: ambassadors red")
    assert [(each.seat, each.name) for each in state.decisions] == [("red", "diplomacy.room")]
    assert state.view(PUBLIC).decisions[0].context["track"] == state.view(PUBLIC).player("red").reputation
    assert codes(state, "red: return_reputation 7") == {"no_such_tile"}
    state = play(state, "red: return_reputation 1")
    assert [(each.seat, each.name) for each in state.decisions] == [("blue", "diplomacy.cube")]
    state = play(state, "blue: lend_cube money", "red: lend_cube science")
    assert state.player("red").reputation == (2, 3, 4)
    assert Ambassador("red", "money") in state.player("blue").ambassadors
    assert Ambassador("blue", "science") in state.player("red").ambassadors
    assert state.player("blue").cubes[0] == started(FOUR).player("blue").cubes[0] - 1
    assert [each.name for each in state.decisions] == ["turn"]


def test_a_terran_with_four_reputation_tiles_has_the_ambassadors_square_left() -> None:
    state = play(started(FOUR).change("red", reputation=(1, 2, 3, 4)), "blue: ambassadors red")
    assert state.decisions[0].name == "diplomacy.cube"


def test_p17_attack_breaks_diplomacy() -> None:
    state = related()
    before = (state.player("blue").cubes, state.player("red").cubes)
    state = play(state, "blue: attack red")
    assert (state.traitor, state.player("blue").ambassadors, state.player("red").ambassadors) == ("blue", (), ())
    assert state.decisions[0].name == "cube.track"
    assert state.decisions[0].context["tracks"] == ("money", "science", "materials")
    state = play(state, "blue: return_cube materials", "red: return_cube materials")
    assert [state.player(seat).cubes[2] for seat in ("blue", "red")] == [cubes[2] + 1 for cubes in before]
    assert laws(state) == []
    assert next(line for line in state.score().seats[0].lines if line.source == "traitor").high == -2


def test_case_56_who_may_form_relations() -> None:
    state = started(FOUR)
    assert codes(started("blue red green"), "blue: ambassadors red") == {"too_few_players"}
    assert codes(state, "blue: ambassadors blue") == {"self"}
    assert codes(state, "blue: ambassadors white") == {"no_partner"}
    assert codes(state, "red: ambassadors blue") == {"own_turn"}
    assert codes(related(), "blue: ambassadors red") == {"related"}
    assert codes(state.with_(traitor="red"), "blue: ambassadors red") == {"traitor"}
    assert codes(state.change("red", cubes=(0, 0, 0)), "blue: ambassadors red") == {"no_cube"}
    assert codes(state, "blue: ambassadors red") == set()
    assert missing(state, "blue: ambassadors red") == {"connected"}
    assert codes(play(state, "blue: ambassadors red"), "blue: ambassadors green") == {"exchanging"}


def test_relations_wait_for_the_end_of_the_turn_but_not_longer() -> None:
    state = play(started(FOUR), "blue: move")
    assert codes(state, "blue: ambassadors red") == set(), "the turn went on by itself"
    state = play(state, "red: move")
    assert codes(state, "blue: ambassadors red") == {"own_turn"}


def test_three_ambassadors_are_all_there_are() -> None:
    state = started("blue red green yellow white")
    others = tuple(Ambassador(seat, "money") for seat in ("red", "green", "yellow"))
    assert codes(state.change("blue", ambassadors=others), "blue: ambassadors white") == {"no_ambassador"}


def test_case_58_a_cube_may_come_from_any_track() -> None:
    state = play(started(FOUR), "blue: ambassadors red")
    assert all(codes(state, f"blue: lend_cube {track}") == set() for track in ("money", "science", "materials"))
    assert codes(state, "blue: lend_cube ore") == {"no_track"}
    assert codes(state.change("blue", cubes=(0, 9, 9)), "blue: lend_cube money") == {"no_cube"}
    assert codes(state, "red: lend_cube money") == {"not_your_turn"}


def test_who_may_attack() -> None:
    assert codes(started(FOUR), "blue: attack red") == {"not_related"}
    assert codes(related(), "red: attack blue") == {"own_turn"}
    state = related(in_combat(FOUR).with_(phase="action", active="blue")).with_(phase="combat")
    assert codes(state, "red: attack blue") == set()
    assert codes(state, "table: battle 223 blue red") == {"allied"}
    assert codes(state, "table: bombard 223 red money") == {"allied"}
    state = play(state, "red: attack blue", "red: return_cube money", "blue: return_cube money")
    assert codes(state, "table: battle 223 blue red") == set()


def test_case_57_a_later_attacker_takes_the_traitor_card() -> None:
    state = related().with_(traitor="green")
    assert play(state, "blue: attack red").traitor == "blue"


def test_a_full_track_sends_the_cube_elsewhere() -> None:
    state = related().change("blue", cubes=(12, 12, 6))
    state = play(state, "blue: attack red")
    assert state.player("blue").cubes == (12, 12, 7), "only one track has room, so nobody is asked"
    assert [each.seat for each in state.decisions] == ["red"]


def test_partners_get_their_cubes_back_when_a_seat_leaves() -> None:
    state = play(related(), "blue: leave")
    assert [(each.seat, each.name) for each in state.decisions] == [("red", "cube.track")]
    state = play(state, "red: return_cube money")
    assert state.player("red").ambassadors == ()
    assert laws(state) == []


def test_a_returned_tile_stays_secret() -> None:
    action = read("red: return_reputation 3", GAME.actions)
    assert write(action.seen_by("red")) == "red: return_reputation 3"
    assert write(action.seen_by(PUBLIC)) == "red: return_reputation hidden"


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_cubes_are_conserved_through_relations_made_and_broken(data: st.DataObject) -> None:
    """Random relations and attacks on the own turns of four seats: 33 cubes each, relations on both sides or none."""
    state = started("blue red green=planta yellow=draco")
    for _ in range(data.draw(st.integers(1, 12))):
        pool = [
            action
            for verb in ("ambassadors", "attack")
            for action in GAME.actions[verb].candidates(state, None)
            if not codes(state, write(action))
        ]
        answers = [
            action
            for verb in state.decisions[0].verbs
            for action in GAME.actions[verb].candidates(state, state.decisions[0])
            if verb in ("lend_cube", "return_cube", "return_reputation", "move")
        ]
        lines = [write(action) for action in (*pool, *answers) if not codes(state, write(action))]
        if not lines:
            break
        state = play(state, data.draw(st.sampled_from(lines)))
        assert laws(state) == []


def test_nothing_is_exchanged_with_a_seat_that_left() -> None:
    """A partner gone in the midst of the exchange sends no ambassador and gets none (pp. 11, 21)."""
    asked = play(started(FOUR), "blue: ambassadors red")
    for state in (asked, play(asked, "blue: lend_cube money")):
        for gone in ("blue", "red"):
            after = play(state, f"{gone}: leave")
            assert [each.name for each in after.decisions] == ["turn"]
            assert not any(player.ambassadors for player in after.players)
            assert laws(after) == []
    full = started(FOUR).change("red", reputation=(1, 2, 3, 4), ambassadors=(Ambassador("green", "money"),))
    full = full.change("green", ambassadors=(Ambassador("red", "money"),))
    after = play(full, "blue: ambassadors red", "blue: leave")
    assert [(each.seat, each.name) for each in after.decisions] == [("red", "turn")]
    assert after.player("red").reputation == (1, 2, 3, 4)
