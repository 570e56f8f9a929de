"""Reputation tiles drawn, kept, swapped, shown; and who may know them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import HIDDEN, PUBLIC, Action, Kind, apply, apply_anyway
from companion.rules.eclipse import GAME
from companion.rules.eclipse.combat import Combat
from companion.rules.eclipse.laws import laws
from companion.rules.eclipse.phases import finish_game
from companion.rules.eclipse.pieces import Ambassador
from companion.rules.eclipse.reputation import DrawReputation
from companion.rules.eclipse.reputation_facts import bag, keep_tiles, tiles_in_bag
from companion.rules.eclipse.state import State
from companion.rules.notation import read, write
from tests.rules.eclipse.fleets import in_combat
from tests.rules.playing import begin, codes, missing, play


def drawing(count: int = 3, *, kept: tuple[int | None, ...] = (), seat: str = "blue", **options: str) -> State:
    """A seat of Terrans is about to draw."""
    state = in_combat(**options).change(seat, reputation=kept)
    return state.with_(steps=(*state.steps, DrawReputation(seat, count, 1, "sector 207")))


def over(state: State) -> State:
    return finish_game(state.with_(round=9, steps=()))


def test_a_draw_is_private_and_one_tile_is_kept() -> None:
    state = drawing()
    decision = state.decisions[0]
    assert (decision.name, decision.kind) == ("reputation.draw", Kind.DRAW)
    assert decision.draw is not None
    assert (decision.draw.count, decision.draw.private_to) == (3, "blue")
    state = play(state, "blue: draw 4 1 3")
    assert state.decisions[0].context["drawn"] == (1, 3, 4)
    state = play(state, "blue: keep 4")
    assert state.player("blue").reputation == (4,)
    assert isinstance(state.steps[-1], Combat)


def test_draws_are_checked() -> None:
    state = drawing(kept=(4, 4))
    assert codes(state, "blue: draw 1 1") == {"count"}
    assert codes(state, "blue: draw 1 1 5") == {"no_tile"}
    assert codes(state, "blue: draw 4 4 4") == {"not_in_bag"}
    assert codes(state, "blue: draw 4 4 1") == set()
    assert missing(state, "blue: draw ? ? ?") == {"tile_values"}
    assert missing(drawing(reputation="physical_bag"), "blue: draw ? ? ?") == set()


def test_what_may_be_kept() -> None:
    state = play(drawing(), "blue: draw 1 1 3")
    assert codes(state, "blue: keep 2") == {"not_drawn"}
    assert codes(state, "blue: keep ?") == {"not_drawn"}
    assert codes(state, "blue: keep_none") == {"must_keep"}
    assert codes(state, "blue: swap 3 1") == {"has_room", "no_such_tile"}
    full = play(drawing(kept=(1, 1, 2, None)), "blue: draw 1 1 3")
    assert codes(full, "blue: keep 3") == {"track_full"}
    assert codes(full, "blue: keep_none") == set()
    assert play(full, "blue: swap 3 1").player("blue").reputation == (1, 2, 3, None)
    assert play(full, "blue: swap 3 ?").player("blue").reputation == (1, 1, 2, 3)
    assert play(full, "blue: keep_none").player("blue").reputation == (1, 1, 2, None)


def test_an_ambassador_takes_a_square_of_the_track() -> None:
    state = play(drawing(kept=(1, 1, 2)), "blue: draw 1 1 3")
    player = state.player("blue")
    for partners, full in ((1, False), (2, True)):
        ambassadors = tuple(Ambassador(f"seat{number}", "money") for number in range(partners))
        assert ("track_full" in codes(state.with_player(player.with_(ambassadors=ambassadors)), "blue: keep 3")) == full


def test_physical_bag_a_tile_is_kept_without_a_word() -> None:
    state = drawing(reputation="physical_bag")
    assert "keep" in state.decisions[0].verbs
    assert "keep" not in drawing().decisions[0].verbs
    assert play(state, "blue: keep ?").player("blue").reputation == (None,)
    assert play(state, "blue: keep 3").player("blue").reputation == (3,)
    assert play(state, "blue: draw ? ? ?", "blue: keep 2").player("blue").reputation == (2,)
    assert codes(state, "blue: keep 7") == {"no_tile"}


def test_the_bag_can_run_out() -> None:
    tiles = tuple(value for value, count in {1: 12, 2: 9, 3: 7, 4: 2}.items() for _ in range(count))
    state = drawing(kept=tiles)
    assert (tiles_in_bag(state), bag(state)) == (2, (4, 4))
    assert state.decisions[0].draw is not None
    assert state.decisions[0].draw.count == 2
    empty = drawing(kept=(*tiles, 4, 4))
    assert isinstance(play(empty, "blue: draw").steps[-1], Combat)


def test_eridani_keeps_both_tiles_of_the_beginning() -> None:
    state = begin("red=eridani blue", technology_tiles="untold")
    decision = next(each for each in state.decisions if each.seat == "red")
    assert decision.draw is not None
    assert decision.draw.count == 2
    state = play(state, "red: draw 3 1")
    assert state.player("red").reputation == (1, 3)
    assert [each.name for each in state.decisions] == ["turn"]


def test_views_hide_values_but_not_that_one_was_not_told() -> None:
    state = play(drawing(kept=(2, None)), "blue: draw 4 1 3")
    for viewer in (PUBLIC, "red"):
        seen = state.view(viewer)
        assert seen.player("blue").reputation == (HIDDEN, None)
        assert seen.decisions[0].context["drawn"] == (HIDDEN, HIDDEN, HIDDEN)
        assert "4" not in repr(seen.steps[-1])
    assert state.view("blue") == state
    assert state.view(PUBLIC).view(PUBLIC) == state.view(PUBLIC)


def test_tiles_are_shown_after_the_game() -> None:
    state = over(drawing(kept=(2, 4, None)))
    assert [(each.name, each.window, each.kind) for each in state.decisions] == [("reputation.show", True, Kind.REVEAL)]
    assert codes(state, "blue: reveal_reputation 2 4") == {"count"}
    assert codes(state, "blue: reveal_reputation 2 3 3") == {"left_out", "not_on_track"}
    assert codes(state, "blue: reveal_reputation 2 4 9") == {"no_tile"}
    assert not state.score().final
    state = play(state, "blue: reveal_reputation 4 3 2")
    assert state.view(PUBLIC).player("blue").reputation == (2, 3, 4)
    assert state.view(PUBLIC).score().final
    assert state.decisions == ()


TILES = {1: 12, 2: 9, 3: 7, 4: 4}


def candidates(state: State, verb: str) -> list[Action[State]]:
    return list(GAME.actions[verb].candidates(state, state.decisions[0]))


VALUES = st.lists(st.integers(1, 4), min_size=1, max_size=5)


@settings(max_examples=40, deadline=None)
@given(st.lists(VALUES, min_size=1, max_size=8), st.sampled_from(["app_bag", "physical_bag"]), st.data())
def test_a_public_record_replays_to_the_public_view(rounds: list[list[int]], where: str, data: st.DataObject) -> None:
    """Draw after draw with whatever is kept, swapped or not told: tiles stay 32, and the public learns nothing."""
    state = in_combat(reputation=where)
    public = state.view(PUBLIC)
    for tiles in rounds:
        step = DrawReputation("blue", len(tiles), 1, "sector 207")
        state, public = (each.with_(steps=(*each.steps, step)) for each in (state, public))
        while state.steps[-1].seat == "blue":
            untold = "blue: draw" + " ?" * len(tiles)
            lines = [f"blue: draw {' '.join(map(str, tiles))}", untold] if where == "physical_bag" else []
            choices = [write(each) for verb in state.decisions[0].verbs for each in candidates(state, verb)]
            line = data.draw(st.sampled_from([each for each in (*lines, *choices) if not codes(state, each)]))
            action = read(line, GAME.actions)
            state = apply(state, action)
            public = apply(public, read(write(action.seen_by(PUBLIC)), GAME.actions))
            assert public == state.view(PUBLIC)
            assert laws(state) == []
            known = Counter(value for value in state.player("blue").reputation if isinstance(value, int))
            assert all(known[value] + bag(state).count(value) == count for value, count in TILES.items())
            assert tiles_in_bag(state) + len(state.player("blue").reputation) == 32
    state, public = over(state), over(public)
    if state.decisions:
        tiles_left = [each for each in candidates(state, "reveal_reputation") if not codes(state, write(each))]
        action = data.draw(st.sampled_from(tiles_left))
        state, public = apply(state, action), apply(public, action.seen_by(PUBLIC))
        assert public == state.view(PUBLIC)


@pytest.mark.parametrize("words", ["reputation_1 4", "reputation_3 ?", "reputation_2 0"])
def test_a_correction_tells_the_public_no_value(words: str) -> None:
    state = drawing(kept=(2, 3))
    action = read(f"blue: correct {words}", GAME.actions)
    after = apply(state, action)
    public = apply(state.view(PUBLIC), read(write(action.seen_by(PUBLIC)), GAME.actions))
    assert public == after.view(PUBLIC)
    assert "4" not in write(action.seen_by(PUBLIC)) + action.title(state) + repr(after.entries)


def test_a_tile_kept_after_tiles_were_shown_lies_face_down() -> None:
    """Tiles shown too early, recorded anyway, must not betray the ones drawn later."""
    shown = apply_anyway(begin(), read("blue: reveal_reputation 2", GAME.actions))
    assert shown.view("public").player("blue").reputation == (2,)
    after = keep_tiles(shown, "blue", (4,), "sector 201")
    for viewer in ("public", "red"):
        assert after.view(viewer).player("blue").reputation == (HIDDEN, HIDDEN)
    assert after.view("blue").player("blue").reputation == (2, 4)


def test_a_refusal_does_not_tell_what_others_hide() -> None:
    """All tiles of value 4 lie hidden with red: blue, who says he drew one, is not told so; red's own are counted."""
    state = drawing(2, reputation="physical_bag").change("red", reputation=(4, 4, 4, 4))
    assert codes(state, "blue: draw 4 1") == codes(state.view("blue"), "blue: draw 4 1") == set()
    assert codes(state, "blue: draw 4 7") == {"no_tile"}
    shown = state.change("red", reputation_shown=True)
    assert codes(shown, "blue: draw 4 1") == {"not_in_bag"}
    mine = drawing(2, kept=(4, 4, 4), reputation="physical_bag")
    assert missing(mine, "blue: draw 4 4") == {"tile_values"}
    assert codes(mine, "blue: draw 4 4") == set()
    certain = drawing(2, kept=(4, 4, 4))
    assert codes(certain, "blue: draw 4 4") == {"not_in_bag"}
    ended = over(begin().change("red", reputation=(4, 4, 4)).change("blue", reputation=(None, None)))
    assert codes(ended, "blue: reveal_reputation 4 4") == codes(ended.view("blue"), "blue: reveal_reputation 4 4")


def test_a_tile_that_does_not_exist_is_one_not_told() -> None:
    state = apply_anyway(drawing(2, reputation="physical_bag"), read("blue: draw 222 1", GAME.actions))
    state = apply_anyway(state, read("blue: keep 222", GAME.actions))
    assert state.player("blue").reputation == (None,)
