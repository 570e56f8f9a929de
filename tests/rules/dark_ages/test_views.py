"""A dealt game and a table game differ only in what is known: each viewer's position goes on as the whole one does."""

import random
from dataclasses import fields
from typing import Any

import pytest

from companion.rules.contract import PUBLIC, Kind, Word, apply, apply_anyway, candidates, judge
from companion.rules.dark_ages import GAME
from companion.rules.dark_ages.catalog import CARDS
from companion.rules.dark_ages.knowledge import visible
from companion.rules.dark_ages.state import State
from companion.rules.notation import write
from tests.rules.dark_ages.playing import random_game, random_setup


def differences(one: State, other: State) -> list[str]:
    return [each.name for each in fields(State) if getattr(one, each.name) != getattr(other, each.name)]


def same(seed: int) -> None:
    chance = random.Random(seed)
    for moment in random_game(seed):
        for viewer in (PUBLIC, *chance.sample(moment.before.seats, 1)):
            view, action = moment.before.view(viewer), moment.action.seen_by(viewer)
            verdict = judge(view, action)
            assert verdict.word is not Word.ILLEGAL, (viewer, write(moment.action), verdict.reasons)
            went, seen = apply(view, action).view(viewer), moment.after.view(viewer)
            assert went == seen, (viewer, write(moment.action), differences(went, seen))


@pytest.mark.parametrize("seed", range(6))
def test_every_view_goes_on_as_the_game_does(seed: int) -> None:
    same(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_every_view_of_many_games_goes_on_as_the_game_does(seed: int) -> None:
    same(seed)


def hidden_hands(seed: int) -> None:
    """What a seat's hidden-hand view says of cards: never illegal what was really done, never legal what lies open."""
    chance = random.Random(seed)
    for moment in random_game(seed):
        before = moment.before
        for viewer in (PUBLIC, moment.action.seat):
            if viewer not in (PUBLIC, *before.seats):
                continue
            view = before.view(viewer)
            assert judge(view, moment.action).word is not Word.ILLEGAL, write(moment.action)
            open_cards = visible(view)
            offered = list(candidates(view, GAME.actions))
            for action in chance.sample(offered, min(6, len(offered))):
                card = getattr(action, "card", None)
                if isinstance(card, str) and card in open_cards and action.verb != "turn_up":
                    assert judge(view, action).word is not Word.LEGAL, write(action)
        if before.phase == "turns" and before.part == "action":
            for card, place in chance.sample(sorted(before.visible.items()), min(3, len(before.visible))):
                for verb in ("play", "discard", "technology"):
                    fields_ = (card, "felowi") if verb == "play" else (card,)
                    action = GAME.actions[verb](before.active, *fields_)
                    reasons = judge(before.view(before.active), action).reasons
                    assert any(reason.code == "lies_elsewhere" and place in reason.text for reason in reasons)


@pytest.mark.parametrize("seed", range(20, 26))
def test_a_hidden_hand_is_judged_by_what_lies_open(seed: int) -> None:
    hidden_hands(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2000, 2200))
def test_hidden_hands_of_many_games(seed: int) -> None:
    hidden_hands(seed)


@pytest.mark.parametrize("seed", range(40, 44))
def test_reasons_are_the_same_for_all(seed: int) -> None:
    """Secrets never make an action illegal: what the whole game says of it, the public's says too."""
    chance = random.Random(seed)
    for moment in random_game(seed):
        offered = list(candidates(moment.before.view(PUBLIC), GAME.actions))
        for action in chance.sample(offered, min(4, len(offered))):
            whole = {reason.code for reason in judge(moment.before, action).reasons}
            public = {reason.code for reason in judge(moment.before.view(PUBLIC), action).reasons}
            assert whole == public, write(action)
            if not whole:
                assert apply_anyway(moment.before, action).view(PUBLIC) == apply_anyway(
                    moment.before.view(PUBLIC), action.seen_by(PUBLIC)
                ).view(PUBLIC), write(action)


def muddled(seed: int, most: int = 160) -> None:
    """A table game told by careless people: cards untold, told wrongly, told twice. No view learns from another."""
    chance = random.Random(seed)
    state = GAME.begin(random_setup(chance))
    for _ in range(most):
        if not state.decisions:
            return
        if chance.random() < 0.25:
            seat, place = chance.choice(state.seats), chance.choice(("hand", "reserve", "garrison", "face_down"))
            action = GAME.actions["tell_card"](seat, chance.choice(tuple(CARDS)), place)
        else:
            action = careless(state, chance)
        if judge(state, action).word is Word.ILLEGAL:
            continue
        after = apply(state, action)
        assert not GAME.laws(after), (write(action), GAME.laws(after))
        for viewer in (PUBLIC, *state.seats):
            went = apply(state.view(viewer), action.seen_by(viewer)).view(viewer)
            seen = after.view(viewer)
            assert went == seen, (viewer, write(action), differences(went, seen))
        state = after


def careless(state: State, chance: random.Random) -> Any:
    """An answer to the open decision, from what everybody or the seat itself knows."""
    decision = chance.choice(state.decisions)
    if decision.kind is Kind.ROLL:
        return chance.choice(list(GAME.actions["roll"].candidates(state, decision)))
    if decision.draw is not None and decision.kind is Kind.DRAW:
        cards = [None if chance.random() < 0.6 else card for card in chance.sample(tuple(CARDS), decision.draw.count)]
        if decision.verbs[0] == "draw_from":
            return GAME.actions["draw_from"](decision.seat, decision.draw.whose, cards[0])
        return GAME.actions[decision.verbs[0]](decision.seat, tuple(cards))
    view = state.view(chance.choice((PUBLIC, decision.seat)))
    verbs = list(decision.verbs)
    chance.shuffle(verbs)
    for verb in verbs:
        offered = list(GAME.actions[verb].candidates(view, decision))
        if offered:
            return chance.choice(offered)
    return GAME.actions["done"](decision.seat)


@pytest.mark.parametrize("seed", range(6))
def test_careless_tellings_stay_apart(seed: int) -> None:
    muddled(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3000, 3300))
def test_careless_tellings_of_many_games_stay_apart(seed: int) -> None:
    muddled(seed, 600)
