"""The rule cases that light tracking covers, named after their numbers."""

from companion.rules.contract import Word
from companion.rules.eclipse import GAME
from companion.rules.eclipse.catalog import TRACKS
from companion.rules.eclipse.economy import price
from companion.rules.eclipse.sectors import lay
from companion.rules.eclipse.state import State
from tests.rules.playing import begin, codes, missing, play, started, word


def controlled(state: State, seat: str, number: int, *cubes: str) -> State:
    """The seat's disc in that sector, from the track, with cubes on these squares from the first track each takes."""
    state = lay(state, number)
    sector = state.sector(number)
    assert sector is not None
    player = state.player(seat)
    pairs = tuple(
        (square, "money" if square == "orbital" else "science" if square == "gray" else square) for square in cubes
    )
    counts = [
        count - sum(track == name for _, track in pairs) for name, count in zip(TRACKS, player.cubes, strict=True)
    ]
    state = state.change(seat, discs=player.discs - 1, cubes=tuple(counts))
    return state.with_sector(
        sector.with_(owner=seat, discovery=False, ancients=0, gcds=False, cubes=pairs, orbital="orbital" in cubes)
    )


def upkeep_phase(seats: str = "red blue") -> State:
    state = started(seats)
    while state.phase == "action":
        state = play(state, f"{state.active}: pass")
    return play(state, "table: battles_over")


def names(state: State) -> list[str]:
    return [decision.name for decision in state.decisions if not decision.window]


def test_case_1_and_70_a_discarded_sector_ends_the_exploration() -> None:
    assert play(started(), "red: explore", "red: discard").active == "blue"
    state = play(started("green=planta red"), "green: explore", "green: discard")
    assert names(state) == ["explore.sector"]
    assert play(state, "green: discard").active == "red"


def test_case_5_the_second_exploration_of_planta_is_optional() -> None:
    state = play(started("green=planta red"), "green: explore")
    assert codes(state, "green: done") == {"not_now"}
    state = play(state, "green: lay 201", "green: leave_be", "green: done")
    assert state.active == "red"


def test_case_6_up_and_back_takes_two_disc_moves() -> None:
    state = controlled(started(), "red", 201)
    state = play(state, "red: influence")
    assert "same_place" in codes(state, "red: move_disc 201 201")
    state = play(state, "red: move_disc 201 track", "red: move_disc track 201", "red: done")
    assert state.active == "blue"


def test_case_9_no_disc_where_a_disc_ancients_or_the_gcds_are() -> None:
    state = lay(controlled(started("red yellow=draco"), "yellow", 201), 203)
    state = play(state, "red: influence")
    assert codes(state, "red: move_disc track 201") == {"disc_there"}
    assert codes(state, "red: move_disc track 203") == {"ancients"}
    assert codes(state, "red: move_disc track 1") == {"gcds"}
    state = play(state, "red: done", "yellow: influence")
    assert codes(state, "yellow: move_disc track 203") == set()
    assert codes(state, "yellow: move_disc track 1") == {"gcds"}  # case 54: the GCDS is no Ancient
    state = play(state, "yellow: move_disc track 203")
    sector = state.sector(203)
    assert sector is not None
    assert sector.owner == "yellow"
    assert sector.discovery  # not while Ancients are there (p. 27)


def test_influence_at_light_tracking_is_unknown_not_illegal() -> None:
    state = play(lay(started(), 201), "red: influence")
    assert word(state, "red: move_disc track 201") is Word.UNKNOWN
    assert missing(state, "red: move_disc track 201") == {"connected"}
    assert word(state, "red: move_disc 221 track") is Word.LEGAL


def test_case_10_influence_readies_two_colony_ships() -> None:
    state = started().change("red", colony_ready=0, colony_used=3)
    state = play(state, "red: influence")
    assert state.player("red").colony_ready == 2
    assert play(state, "red: done").player("red").colony_ready == 2


def test_case_10_ships_used_during_the_influence_action_may_be_turned_up_then() -> None:
    """Nothing was used before: the first two ships sent while discs move are turned up again at once."""
    state = controlled(controlled(started(), "red", 201), "red", 203).change("red", colony_ready=1, colony_used=0)
    state = play(state, "red: influence", "red: colonise 201 money money", "red: colonise 201 materials materials")
    assert (state.player("red").colony_ready, state.player("red").colony_used) == (1, 0)
    state = play(state, "red: colonise 203 money money")
    assert (state.player("red").colony_ready, state.player("red").colony_used) == (0, 1)
    assert "no_colony_ship" in codes(state, "red: colonise 203 science science")


def test_case_10_what_was_not_turned_up_lapses_with_the_turn() -> None:
    state = controlled(started(), "red", 201).change("red", colony_ready=2, colony_used=0)
    state = play(state, "red: influence", "red: done", "blue: move", "red: move")
    assert play(state, "red: colonise 201 money money").player("red").colony_ready == 1


def test_case_11_colony_ships_when_passing_and_on_turns_gone_over() -> None:
    state = controlled(started(), "red", 201)
    state = play(state, "red: pass", "red: colonise 201 money money")  # the turn was just now
    state = play(state, "blue: move", "red: colonise 201 materials materials")  # gone over
    assert state.player("red").colony_ready == 1
    before = controlled(started("red blue green"), "green", 201)
    assert "colony_time" in codes(before, "green: colonise 201 money money")


def test_case_11_colony_ships_first_in_upkeep() -> None:
    state = controlled(upkeep_phase(), "red", 201)
    state = play(state, "red: colonise 201 money money", "red: pay_upkeep")
    assert "colony_time" in codes(state, "red: colonise 201 materials materials")


def test_case_13_a_single_cube_cannot_be_taken_off() -> None:
    """No verb of an action takes a cube off a sector; lifting the disc returns all of them."""
    state = play(controlled(started(), "red", 101, "money", "materials"), "red: influence")
    assert state.decisions[0].verbs == ("move_disc", "done", "later")
    state = play(state, "red: move_disc 101 track")
    assert state.sector(101).cubes == ()  # type: ignore[union-attr]
    assert state.player("red").cubes == (10, 10, 10)


def test_case_66_the_first_to_pass_takes_the_marker() -> None:
    state = play(started("red blue green"), "red: explore", "red: discard", "blue: pass", "green: pass")
    assert state.start == "blue"
    assert play(state, "red: pass", "table: battles_over").start == "blue"


def test_case_14_gray_and_orbital_cubes_choose_their_track() -> None:
    state = controlled(started(), "red", 103, "gray", "orbital")
    state = play(state, "red: influence", "red: move_disc 103 track")
    assert names(state) == ["cube.track"]
    assert state.decisions[0].context["tracks"] == ("money", "science", "materials")
    state = play(state, "red: return_cube materials")
    assert state.decisions[0].context["tracks"] == ("money", "science")
    assert codes(state, "red: return_cube materials") == {"wrong_track"}
    state = play(state, "red: return_cube science")
    assert state.player("red").cubes == (9, 10, 11)
    assert names(state) == ["influence.disc"]


def test_case_14_a_full_track_sends_the_cube_elsewhere() -> None:
    state = controlled(started(), "red", 201, "money")
    state = state.change("red", cubes=(12, 8, 10))
    state = play(state, "red: influence", "red: move_disc 201 track")
    assert state.decisions[0].context["tracks"] == ("science", "materials")
    assert play(state, "red: return_cube science").player("red").cubes == (12, 9, 10)


def test_case_16_orbital_cubes_and_a_shared_sector() -> None:
    state = controlled(started(), "red", 201)
    state = state.change("red", storage=(0, 0, 40), technologies=("orbital", "monolith"))
    state = play(state, "red: build", "red: build_structure orbital 201", "red: build_structure monolith 201")
    assert codes(state, "red: colonise 201 orbital materials") == {"wrong_track"}
    assert codes(state, "red: colonise 201 orbital science") == set()


def test_case_17_discount_counts_printed_technologies_and_stops_at_the_minimum() -> None:
    red = started("red=eridani blue").player("red")
    assert (price(red, "starbase"), price(red, "improved_hull")) == (3, 3)
    full = red.with_(technologies=("neutron_bombs", "starbase", "plasma_cannon", "phase_shield", "advanced_mining"))
    assert price(full, "tachyon_source") == 6


def test_case_18_the_seventh_tile_is_the_last() -> None:
    military = ("neutron_bombs", "starbase", "plasma_cannon", "phase_shield", "advanced_mining", "tachyon_source")
    state = started().change("red", technologies=military, storage=(0, 50, 0))
    state = play(state, "red: research", "red: technology plasma_missile")
    assert state.player("red").owned_in("military") == 7
    state = play(state, "blue: pass", "red: research")
    assert codes(state, "red: technology gluon_computer") == {"track_full"}


def test_case_20_ancient_technology_is_the_cheapest_printed() -> None:
    tiles = "neutron_bombs gauss_shield orbital orbital" + " monolith" * 3 + " quantum_grid" * 3 + " tachyon_drive" * 2
    state = play(begin(technology_tiles="told"), f"table: new_technologies {tiles}")
    state = state.change("red", technologies=("gauss_shield",))
    state = play(state, "red: explore", "red: lay 206", "red: control", "red: discovery ancient_technology")
    assert state.decisions[0].context["technologies"] == ("neutron_bombs",)
    assert codes(state, "red: ancient_technology orbital") == {"not_cheapest"}
    assert codes(state, "red: ancient_technology gauss_shield") == {"owned"}
    state = play(state, "red: ancient_technology neutron_bombs")
    assert state.player("red").technologies == ("gauss_shield", "neutron_bombs")
    assert state.player("red").storage[1] == 3


def test_case_22_the_discovery_side_is_decided_at_once() -> None:
    state = play(started(), "red: explore", "red: lay 206", "red: control")
    assert names(state) == ["explore.discovery"]
    assert "not_now" in codes(state, "red: done")
    state = play(state, "red: discovery money")
    assert state.player("red").storage[0] == 10


def test_case_25_nanorobots_do_not_count_in_a_reaction() -> None:
    state = started().change("red", technologies=("nanorobots",), storage=(0, 0, 30))
    state = play(state, "red: build")
    assert state.decisions[0].context["left"] == 3
    state = play(state, "red: done", "blue: move", "red: pass", "blue: move", "red: react build")
    assert state.decisions[0].context["left"] == 1
    assert names(play(state, "red: build_ship interceptor")) == ["turn"]


def test_case_26_extra_discs_stack_and_cost_nothing() -> None:
    state = started().change("red", storage=(0, 50, 0), discs=13)
    state = play(state, "red: research", "red: technology quantum_grid")
    red = state.player("red")
    assert (red.discs, red.spare_discs) == (14, 1)
    assert GAME.outlook(state, "red").upkeep == 0


def test_case_27_artifact_key_asks_for_each_artifact() -> None:
    state = controlled(started(), "red", 102).change("red", storage=(0, 20, 0))
    state = play(state, "red: research", "red: technology artifact_key")
    assert state.decisions[0].context == {"left": 2, "amount": 5, "more": False}
    state = play(state, "red: take money", "red: take materials")
    assert state.player("red").storage == (5, 6, 5)
    assert state.active == "blue"


def test_case_59_materials_of_this_round_do_not_pay_its_upkeep() -> None:
    state = upkeep_phase().change("red", storage=(0, 0, 1), discs=5)
    assert codes(state, "red: pay_upkeep") == {"short"}
    assert "short" in codes(state, "red: trade materials money")


def test_case_60_trade_or_give_up_in_any_order_only_when_short() -> None:
    state = controlled(upkeep_phase(), "red", 315)
    assert codes(state, "red: give_up 315") == {"covered"}
    state = state.change("red", storage=(0, 4, 0), discs=6)  # pays 7, makes 3
    assert codes(state, "red: give_up 315") == set()
    state = play(state, "red: trade science money", "red: give_up 315")  # pays 5, has 1 and makes 3
    assert codes(state, "red: pay_upkeep") == {"short"}
    state = play(state, "red: trade science money", "red: pay_upkeep")
    assert state.player("red").storage == (0, 3, 3)


def test_case_62_collapse_only_when_nothing_is_left() -> None:
    state = upkeep_phase().change("red", storage=(0, 0, 0), discs=2)
    assert codes(state, "red: collapse") == {"sectors_left"}
    state = play(state, "red: give_up 221")
    assert codes(state, "red: pay_upkeep") == {"short"}
    state = play(state, "red: collapse")
    assert state.player("red").gone == "collapsed"
    assert [decision.seat for decision in state.decisions] == ["blue"]
    assert codes(state, "red: trade science money") >= {"gone"}


def test_case_63_trade_by_the_species_rate_mixed_kinds_do_not_count() -> None:
    state = started("red black=orion").change("black", storage=(3, 3, 4))
    assert codes(state, "black: trade money science") == {"short"}
    assert play(state, "black: trade materials money").player("black").storage == (4, 3, 0)
    assert play(state, "red: trade science money").player("red").storage == (3, 1, 3)


def test_case_64_storage_has_no_limit() -> None:
    state = upkeep_phase().change("red", storage=(60, 60, 60))
    assert play(state, "red: pay_upkeep").player("red").storage == (63, 63, 63)


def test_case_67_eliminated_seats_research_on() -> None:
    state = started()
    home = state.sector(221)
    assert home is not None
    state = lay(state.with_sector(home.with_(owner="", cubes=())), 201).change("red", ships=(0, 0, 0, 0))
    assert codes(play(state, "red: influence"), "red: move_disc track 201") == {"eliminated"}
    assert codes(play(state, "red: explore"), "red: lay 202") == {"nowhere"}
    assert codes(play(state, "red: research"), "red: technology gauss_shield") == set()


def test_case_67_without_a_disc_passing_is_all() -> None:
    state = started().change("red", discs=0)
    for verb in ("explore", "influence", "research", "upgrade", "build", "move", "acted"):
        assert codes(state, f"red: {verb}") == {"no_disc"}
    assert codes(state, "red: pass") == set()


def test_case_69_ancient_cruiser_with_none_unused() -> None:
    state = started().change("red", ships=(1, 4, 0, 0))
    state = play(state, "red: explore", "red: lay 206", "red: control")
    assert codes(state, "red: discovery ancient_cruiser") == {"no_miniature"}
    assert play(state, "red: discovery points").player("red").discovery_points == 1
