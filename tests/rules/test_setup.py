"""How a game begins, and what is refused."""

import pytest

from companion.rules.contract import Refused, SeatSetup, Setup
from companion.rules.eclipse import GAME
from companion.rules.games import GAMES
from tests.rules.playing import ALIENS, begin, play, started


def refused(setup: Setup) -> set[str]:
    with pytest.raises(Refused) as caught:
        GAME.begin(setup)
    assert all(reason.text.endswith(".") for reason in caught.value.reasons)
    return {reason.code for reason in caught.value.reasons}


def test_games() -> None:
    assert GAMES["eclipse"] is GAME
    assert GAME.players == range(2, 7)
    assert [option.default for option in GAME.options] == ["first_edition", "app_draws", "app_bag", "facing_centre"]


@pytest.mark.parametrize("box", ["second_edition", "with_expansions"])
def test_other_boxes_are_refused_with_what_differs(box: str) -> None:
    two = (SeatSetup("red"), SeatSetup("blue"))
    assert refused(Setup("eclipse", two, {"box": box})) == {"box"}


def test_every_reason_is_said() -> None:
    seats = (SeatSetup("red"), SeatSetup("red", "draco"), SeatSetup("purple"), SeatSetup("blue", "klingon"))
    found = refused(Setup("eclipse", seats, {"weather": "rain", "reputation": "none"}, frozenset({"weather"})))
    assert found == {"colour_twice", "species", "colour", "option", "tracking"}
    assert refused(Setup("eclipse", (SeatSetup("red"),))) == {"players"}


def test_first_draws() -> None:
    state = begin("red=eridani blue green")
    assert [(d.seat, d.name, d.draw.count) for d in state.decisions if d.draw] == [
        ("table", "technologies", 14),
        ("red", "reputation.draw", 2),
    ]
    state = play(state, "red: draw 1 4")
    assert state.phase == "setup"
    tiles = " ".join(sorted(state.decisions[0].context["bag"])[:14])
    state = play(state, f"table: new_technologies {tiles}")
    assert (state.phase, state.active, state.start) == ("action", "red", "red")
    assert state.player("red").reputation == (1, 4)


def test_untold_technologies_are_laid_out_without_a_question() -> None:
    state = started()
    assert state.supply_untold == 12
    assert "supply" not in state.tracking
    assert "supply" in begin().tracking


def test_six_seats_of_every_species() -> None:
    state = started(" ".join(f"{colour}={alien}" for colour, alien in ALIENS.items()))
    assert GAME.laws(state) == []
    assert [each.number for each in state.sectors] == [1, 222, 224, 226, 228, 230, 232]


def test_layout_says_what_to_lay_on_the_table() -> None:
    lines = GAME.layout(started("red=eridani blue green white"))
    assert any("14 of the 18 outer" in line for line in lines)
    assert any("16 technology tiles" in line for line in lines)
    eridani = next(line for line in lines if line.startswith("Red"))
    assert "26 money" in eridani
    assert "2 discs stay in the box" in eridani
    assert "sector 222" in eridani
    assert all("1 interceptor" in line for line in lines[-4:])


def test_two_players_are_told_of_the_strong_species() -> None:
    assert any("advises against Planta" in line for line in GAME.layout(started("green=planta red")))
    assert not any("advises" in line for line in GAME.layout(started("green=planta red blue")))


def test_outlook_now_and_after_one_more_action() -> None:
    state = started().change("red", discs=6, storage=(1, 0, 0))
    outlook = GAME.outlook(state, "red")
    assert (outlook.discs_left, outlook.income, outlook.upkeep, outlook.upkeep_next) == (6, 3, 7, 10)
    assert (outlook.net_now, outlook.money_now, outlook.short_now) == (-4, -3, 3)
    assert (outlook.net_next, outlook.money_next, outlook.short_next) == (-7, -6, 6)
    assert not GAME.outlook(state.change("red", discs=0), "red").can_act
