"""Details told later: the inbox, tellings, and what a correction settles."""

from companion.rules.contract import Action, Word, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.state import State
from tests.rules.playing import begin, codes, missing, play, started, word


def owed(state: State) -> list[tuple[int, str, str]]:
    return [(each.number, each.seat, each.detail) for each in state.inbox]


def names(state: State) -> list[tuple[str, str, bool]]:
    return [(decision.seat, decision.name, decision.window) for decision in state.decisions]


def test_a_technology_told_later_costs_nothing_twice() -> None:
    state = play(started(), "red: research", "red: later")
    assert owed(state) == [(1, "red", "which technology")]
    assert state.active == "blue"
    assert state.player("red").actions[2] == 1
    state = play(state, "red: tell 1")
    assert names(state) == [("blue", "turn", False), ("red", "research.technology", True)]
    assert owed(state) == []
    state = play(state, "red: technology gauss_shield")
    assert state.player("red").storage[1] == 1
    assert state.player("red").discs == 11
    assert names(state) == [("blue", "turn", False)]


def test_a_telling_goes_back_under_its_number() -> None:
    state = play(started(), "red: research", "red: later", "red: tell 1", "red: later")
    assert owed(state) == [(1, "red", "which technology")]
    state = play(state, "red: tell 1", "blue: pass", "red: move")
    assert owed(state) == [(1, "red", "which technology")]
    assert state.windows == ()


def test_an_action_told_later_moves_its_disc() -> None:
    state = play(started(), "red: acted")
    assert state.player("red").actions == (0, 0, 0, 0, 0, 0, 0, 1)
    state = play(state, "red: tell 1", "red: build")
    assert state.player("red").actions == (0, 0, 0, 0, 1, 0, 0, 0)
    assert names(state) == [("blue", "turn", False), ("red", "build.what", True)]
    state = play(state, "red: build_ship interceptor", "red: later")
    assert owed(state) == [(2, "red", "what was built")]
    state = play(state, "red: tell 2")
    assert state.decisions[1].context["left"] == 1


def test_an_action_told_in_a_later_round_moves_no_disc() -> None:
    state = play(started(), "red: acted", "blue: pass", "red: pass", "table: battles_over", "red: pay_upkeep")
    state = play(state, "blue: pay_upkeep", "blue: pass", "red: acted", "red: tell 1", "red: move")
    assert state.player("red").actions == (0, 0, 0, 0, 0, 0, 0, 1)
    assert GAME.laws(state) == []


def test_an_exploration_told_later_asks_control_and_discovery_beside_the_turn() -> None:
    state = play(started(), "red: explore", "red: later", "blue: move", "red: tell 1", "red: lay 206")
    assert names(state) == [("red", "turn", False), ("red", "explore.control", True)]
    state = play(state, "red: control", "red: discovery science")
    assert state.player("red").storage[1] == 8
    assert ("red", "colonise", True) in names(state)
    state = play(state, "red: colonise 206 materials materials")
    assert names(state) == [("red", "turn", False)]


def test_a_discovery_put_off_is_taken_all_the_same() -> None:
    state = play(started(), "red: explore", "red: lay 206", "red: control", "red: later")
    assert owed(state) == [(1, "red", "what the discovery tile was")]
    sector = state.sector(206)
    assert sector is not None
    assert not sector.discovery


def test_only_the_seat_tells_and_only_what_is_owed() -> None:
    state = play(started(), "red: research", "red: later")
    assert codes(state, "blue: tell 1") == {"not_yours"}
    assert codes(state, "red: tell 7") == {"not_owed"}


def test_a_correction_settles_what_was_owed_on_it() -> None:
    state = play(started(), "red: research", "red: later", "red: correct science 0", "red: tell 1")
    assert word(state, "red: technology gauss_shield") is Word.UNKNOWN  # only whether the tile lies out
    state = play(state, "red: technology gauss_shield")
    assert state.player("red").storage[1] == 0
    assert state.player("red").owns("gauss_shield")


def test_untold_tiles_may_have_gone_with_an_untold_research() -> None:
    tiles = "orbital gauss_shield gauss_shield" + " monolith" * 3 + " quantum_grid" * 3 + " tachyon_drive" * 3
    state = play(begin(technology_tiles="told"), f"table: new_technologies {tiles}")
    state = play(state.change("blue", storage=(0, 20, 0)), "red: acted", "blue: research")
    assert missing(state, "blue: technology orbital") == {"owed_research"}
    assert missing(state, "blue: technology gauss_shield") == set()
    assert codes(state, "blue: technology nanorobots") == {"not_in_supply"}


def test_named_and_unnamed_tiles() -> None:
    state = begin(technology_tiles="told")
    assert codes(state, "table: new_technologies orbital") == {"count"}
    assert codes(state, "table: new_technologies" + " monolith" * 4 + " ?" * 8) == {"none_left"}
    state = play(state, "table: new_technologies monolith" + " ?" * 11)
    assert state.supply_untold == 11
    state = play(state.change("red", storage=(0, 50, 0)), "red: research", "red: technology orbital")
    assert state.supply_untold == 10
    assert GAME.laws(state) == []


def test_the_button() -> None:
    state = started()
    assert GAME.default_answer(state, "red") == play_action("red: acted")
    assert GAME.held_answer(state, "red") == play_action("red: pass")
    assert GAME.default_answer(state, "blue") is None
    assert GAME.held_answer(state, "blue") is None
    state = play(state, "red: research")
    assert GAME.default_answer(state, "red") == play_action("red: later")
    state = play(state, "red: later", "blue: pass", "red: move")
    assert GAME.default_answer(state, "blue") is None  # the window of a reaction is closed by going on
    assert GAME.default_answer(state.change("red", discs=0), "red") == play_action("red: pass")
    state = play(state, "red: pass", "table: battles_over")
    assert GAME.default_answer(state, "blue") == play_action("blue: pay_upkeep")
    assert GAME.default_answer(state.change("blue", discs=0, storage=(0, 0, 0)), "blue") is None


def play_action(line: str) -> Action[State]:
    from companion.rules.notation import read

    return read(line, GAME.actions)


def test_what_the_inbox_may_hold_is_hinted() -> None:
    state = play(started(), "red: explore", "red: later")
    texts = [reason.text for reason in judge(state, play_action("red: colonise 206 materials materials")).reasons]
    assert texts == ["Sector 206 is not on the table; number 1 of the inbox was not told yet."]
    state = play(state, "blue: influence")
    assert missing(state, "blue: move_disc track 206") == {"laid"}


def test_a_choice_of_track_in_a_telling_is_owed_and_not_lost() -> None:
    home = started().sector(221)
    assert home is not None
    state = started().with_sector(home.with_(cubes=(*home.cubes, ("orbital", "money")), orbital=True))
    state = state.change("red", cubes=(9, 10, 10))
    state = play(state, "red: influence", "red: later", "red: tell 1", "red: move_disc 221 track")
    assert names(state) == [("blue", "turn", False), ("red", "cube.track", True)]
    state = play(state, "blue: move", "red: move")
    assert [detail for _, _, detail in owed(state)] == ["which influence discs moved", "which track a cube went to"]
    assert GAME.laws(state) == []
