"""Reputation tiles that do not fit what was told before: the oldest fact is doubtful, and nothing is refused for it."""

from __future__ import annotations

from companion.rules.contract import HIDDEN, PUBLIC, Word, apply, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.phases import finish_game
from companion.rules.eclipse.reputation import DrawReputation
from companion.rules.eclipse.reputation_facts import bag, believed, doubtful, tiles_in_bag
from companion.rules.eclipse.state import State
from companion.rules.notation import read
from tests.rules.eclipse.fleets import in_combat
from tests.rules.playing import codes, full, missing, play, word


def kept(*tiles: str, where: str = "physical_bag") -> State:
    """Seats keep tiles one after another: "red 4"."""
    state = in_combat("red blue green", reputation=where)
    for each in tiles:
        seat, _, value = each.partition(" ")
        state = play(
            state.with_(steps=(*state.steps, DrawReputation(seat, 1, 1, "sector 207"))), f"{seat}: keep {value}"
        )
    return state


FIVE = ("red 4", "red 4", "blue 4", "blue 4", "green 4")
"""The box has four of them."""


def test_the_oldest_fact_is_doubtful_and_the_game_goes_on() -> None:
    state = kept(*FIVE)
    assert doubtful(state) == (("red", 4),)
    assert [state.player(seat).reputation for seat in state.seats] == [(4, 4), (4, 4), (4,)]
    assert believed(state, state.player("red")) == (4, None)
    assert GAME.laws(state) == []
    assert 4 not in bag(state)
    assert tiles_in_bag(state) == 32 - 5


def test_a_doubtful_tile_is_scored_as_one_not_told() -> None:
    lines = {seat.seat: seat.lines[0] for seat in kept(*FIVE).score().seats}
    assert (lines["red"].low, lines["red"].high) == (5, 7)
    assert lines["red"].detail == "4, 1 not told"
    assert (lines["blue"].low, lines["blue"].high) == (8, 8)


def test_nobody_sees_a_doubt_that_hidden_tiles_raise() -> None:
    """What red would be asked is what green hides."""
    state = kept(*FIVE)
    for viewer in (PUBLIC, "red", "blue", "green"):
        seen = state.view(viewer)
        assert seen.inbox == ()
        assert doubtful(seen) == ()
    assert state.view("red").score().seats[0].lines[0].low == 8
    assert state.view("green").tile_facts == (("green", 4),)
    assert state.view(PUBLIC).player("red").reputation == (HIDDEN, HIDDEN)


def test_what_lies_open_is_never_doubtful_and_the_inbox_asks_of_the_rest() -> None:
    state = finish_game(kept("green 4", "red 4", "red 4", "blue 4", "blue 4").with_(round=9, steps=()))
    assert doubtful(state) == (("green", 4),)
    state = play(state, "blue: reveal_reputation 4 4", "red: reveal_reputation 4 4")
    assert [(each.seat, each.number) for each in state.view("green").inbox] == [("green", 3000)]
    assert state.view(PUBLIC).inbox == state.view("red").inbox == ()
    assert word(state.view("red"), "green: tell 3000") is Word.UNKNOWN
    assert word(state, "green: tell 3000") is Word.LEGAL
    assert codes(state, "green: tell 2000") == {"not_owed"}
    state = play(state, "green: tell 3000")
    assert codes(state, "green: holds 4") == {"not_so_many"}
    state = play(state, "green: holds 3")
    assert (state.player("green").reputation, doubtful(state), state.inbox) == ((3,), (), ())


def test_a_public_record_of_a_doubt_gives_the_public_view() -> None:
    state = finish_game(kept("green 4", "red 4", "red 4", "blue 4", "blue 4").with_(round=9, steps=()))
    public = state.view(PUBLIC)
    lines = ("blue: reveal_reputation 4 4", "red: reveal_reputation 4 4", "green: tell 3000", "green: holds 3")
    for line in lines:
        action = read(line, GAME.actions)
        state, public = apply(state, action), apply(public, action.seen_by(PUBLIC))
        assert public == state.view(PUBLIC)


def test_told_otherwise_is_taken_for_a_slip_with_the_physical_bag_alone() -> None:
    for where, fact in (("physical_bag", {"tile_values"}), ("app_bag", set())):
        state = in_combat("red blue", reputation=where).change("red", reputation=(1, 1, 2, 2))
        state = state.with_(steps=(*state.steps, DrawReputation("red", 2, 1, "sector 207")))
        state = play(state, "red: draw 1 3")
        assert missing(state, "red: swap 4 1") == fact
        assert missing(state, "red: swap 3 4") == fact
        assert bool(codes(state, "red: swap 4 1")) == bool(codes(state, "red: swap 3 4")) == (not fact)


def test_of_tiles_told_otherwise_the_oldest_goes_back() -> None:
    state = kept("red 2", "red 1", "red 3", "red 3")
    state = state.with_(steps=(*state.steps, DrawReputation("red", 1, 1, "sector 207")))
    state = play(state, "red: swap 1 4")
    assert state.player("red").reputation == (1, 1, 3, 3)
    assert state.tile_facts == (("red", 1), ("red", 3), ("red", 3), ("red", 1))


def test_tiles_shown_may_be_others_than_were_told() -> None:
    state = finish_game(kept("red 4", "red 2").with_(round=9, steps=()))
    assert missing(state, "red: reveal_reputation 3 2") == {"tile_values"}
    state = play(state, "red: reveal_reputation 3 2")
    assert (state.player("red").reputation, state.tile_facts) == ((2, 3), ())


def test_reputation_switched_on_again_asks_every_seat() -> None:
    state = full("red blue").change("red", reputation=(4, 4))
    state = play(state, "table: track reputation no", "table: track reputation yes")
    assert [(each.number, each.seat) for each in state.inbox] == [(1, "red"), (2, "blue")]
    assert [(line.low, line.high) for seat in state.score().seats for line in seat.lines[:1]] == [(0, 16), (0, 16)]
    state = play(state, "red: tell 1")
    assert [d.name for d in state.decisions if d.window] == ["reputation.holds"]
    assert codes(state, "red: holds 1 1 1 1 1") == {"track_full"}
    assert codes(state, "red: holds 5") == {"no_tile"}
    state = play(state, "red: holds 4 ?")
    assert state.player("red").reputation == (4, None)
    assert not state.player("red").reputation_untold
    assert state.score().seats[0].lines[0].low == 5
    assert [each.seat for each in state.inbox] == ["blue"]


def test_a_track_not_told_makes_what_hangs_on_it_unknown() -> None:
    state = play(in_combat("red blue"), "table: track reputation no", "table: track reputation yes")
    state = state.with_(steps=(*state.steps, DrawReputation("red", 2, 1, "sector 207")))
    state = play(state, "red: draw 1 3")
    for line in ("red: keep 3", "red: swap 3 1", "red: keep_none"):
        assert missing(state, line) >= {"reputation"}
        assert codes(state, line) == set()
    state = play(state, "red: keep 3")
    assert (state.player("red").reputation, state.player("red").reputation_untold) == ((3,), True)
    assert state.score().seats[0].lines[0].low == 3
    corrected = play(state, "red: correct tiles_untold no")
    assert corrected.score().seats[0].lines[0].high == 3


def test_after_the_game_what_is_still_open_is_named() -> None:
    state = finish_game(kept("red 4", "blue 2").with_(round=9, steps=()))
    said = judge(state, read("red: pass", GAME.actions)).reasons
    assert [reason.text for reason in said] == [
        "The game is over; still open is Red: reputation show and Blue: reputation show."
    ]


def test_after_the_game_any_tiles_that_fit_may_be_shown() -> None:
    state = play(in_combat("red blue"), "table: track reputation no", "table: track reputation yes")
    state = finish_game(state.change("red", reputation=(3,)).with_(round=9, steps=()))
    assert [each.seat for each in state.decisions] == ["red", "blue"]
    assert codes(state, "red: reveal_reputation 1 1 1 1 3") == {"track_full"}
    assert codes(state, "red: reveal_reputation 3 4") == set()
    assert play(state, "red: reveal_reputation 3 4").score().seats[0].lines[0].high == 7
