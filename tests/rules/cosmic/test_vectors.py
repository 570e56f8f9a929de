"""The rulebook's examples and figures, by their numbers; what it leaves open is settled by the ruling named."""

from __future__ import annotations

from companion.rules.contract import Word
from companion.rules.cosmic_empires import catalog
from companion.rules.cosmic_empires.board import distance, planet_control
from companion.rules.cosmic_empires.capacity import free_capacity, raise_markers, reward_marker
from companion.rules.cosmic_empires.combat import Combat
from companion.rules.cosmic_empires.dice import face_hits, pool
from companion.rules.cosmic_empires.flow import below
from companion.rules.cosmic_empires.requirements import met
from companion.rules.cosmic_empires.state import Ship, State
from tests.rules.cosmic.playing import FOUR, asked, begin, codes, deal, fly, lay, play, settled, turn, verbs, word
from tests.rules.cosmic.positions import ATTACK, TWO_ROUNDS, beaten, example, main_move


def test_vc1_the_box() -> None:
    by_category = {
        category: sum(kind.copies for kind in catalog.KINDS.values() if kind.category == category)
        for category in ("planet", "station", "without_presence")
    }
    assert list(by_category.values()) == [10, 11, 27]
    standard = sum(card.copies for card in catalog.EVENT_CARDS.values() if card.standard)
    assert (standard, catalog.EVENTS - standard) == (25, 41)
    secret = sum(len(mission.factions) for mission in catalog.SECRET_MISSIONS.values())
    assert catalog.EVENTS + secret + len(catalog.MISSIONS) == 97
    assert len(catalog.SECRET_MISSIONS) == 11
    assert catalog._box["frigates"] + catalog._box["cruisers"] == 54
    assert sum(catalog.UPGRADES.values()) == 72
    assert catalog.STONES * len(catalog.COLOURS) == 150


def test_vc2_boards_and_piles() -> None:
    seats = ["yellow=scientists", "red=pirates", "blue=empire", "green=corporations", "white=natives"]
    sizes = [(len(state.spaces), state.pile) for n in (2, 3, 4, 5) for state in [begin(" ".join(seats[:n]))]]
    assert sizes == [(16, 25), (23, 20), (25, 18), (32, 11)]


def test_vc3_capacity_is_a_high_water_mark() -> None:
    state = turn()

    def markers(state: State) -> tuple[State, int]:
        state = raise_markers(state)
        return state, state.player("yellow").markers

    state, at_first = markers(state)
    for space, card in (("a1", "event_planet_1"), ("b1", "event_planet_2")):
        state = lay(state, space, card, yellow=4, red=2)
    state = lay(state, "c1", "shipyard_station", "yellow")
    state, four = markers(state)
    state = state.change_space("a1", stones=(4, 0, 0, 2, 0), owner="red")
    state, lost = markers(state)
    state = lay(state, "d1", "shipyard_station", "yellow")
    state, regained = markers(state)
    state = lay(state, "e1", "shipyard_station", "yellow")
    state, five = markers(state)
    assert (at_first, four, lost, regained, five) == (1, 4, 4, 4, 5)
    assert free_capacity(state.player("yellow")) == 5 - len(state.player("yellow").ships)


def test_vc4_the_empire_starts_with_two() -> None:
    state = turn("blue=empire red=pirates green=natives yellow=scientists")
    empire = state.player("blue")
    assert (empire.markers, len(empire.ships)) == (2, 2)
    state = raise_markers(lay(state, "a1", "event_planet_1", blue=4))
    assert state.player("blue").markers == 3


def test_vc5_mission_markers_are_absorbed() -> None:
    """CA14."""
    for rule, then in (("off", [5, 5, 6]), ("on", [5, 6, 7])):
        state = turn(mission_capacity_stacks=rule)
        for space in ("a1", "b1", "c1"):
            state = lay(state, space, "shipyard_station", "yellow")
        state = reward_marker(raise_markers(state), "yellow", "mission")
        found = [state.player("yellow").markers]
        for space in ("d1", "e1"):
            state = raise_markers(lay(state, space, "shipyard_planet_1", yellow=3))
            found.append(state.player("yellow").markers)
        assert found == then, rule


def test_vc6_yellow_dice_for_weapons() -> None:
    ships = (Ship("frigate_1", "a1", weapon=True), Ship("frigate_2", "a1"), Ship("frigate_3", "a1"))
    assert pool(ships) == {"white": 2, "yellow": 1}
    assert sum(face_hits("yellow", face, False) for face in catalog.FACES) == 4
    assert sum(face_hits("white", face, False) for face in catalog.FACES) == 2


def test_vc7_the_combat_example() -> None:
    state = play(main_move(example()), *ATTACK)
    assert asked(state) == "combat.roll"
    assert state.decisions[0].roll.dice == ("white",) * 3  # type: ignore[union-attr]
    state = play(state, TWO_ROUNDS)
    assert state.decisions[0].roll.dice == ("white",) * 2  # type: ignore[union-attr]
    state = play(state, "table: roll white red white white")
    assert [ship.name for ship in state.player("red").ships] == ["frigate_2"]
    assert asked(state) == "combat.assign"
    state = play(state, "blue: hit cruiser_1")
    cruiser = next(ship for ship in state.player("blue").ships if ship.kind == "cruiser")
    assert cruiser.resistance - cruiser.damage == 2
    combat = below(state, Combat)
    assert combat is not None
    assert combat.round == 2
    assert [sum(combat.dice_of(state, side).values()) for side in (0, 1)] == [3, 1]


def test_vc8_maximum_fire_power() -> None:
    state = deal(example(), "blue", "maximum_fire_power")
    state = play(main_move(state), *ATTACK)
    state = play(state, "blue: play_card maximum_fire_power", TWO_ROUNDS, "table: roll white white white white")
    assert [ship.damage for ship in state.player("red").ships] == [1]


def test_vc10_the_defender_retreats() -> None:
    state = lay(example(), "c1", "outpost", "red")
    state = play(main_move(state), *ATTACK)
    state = play(state, TWO_ROUNDS, "table: roll white red white white", "blue: hit cruiser_1")
    assert asked(state) == "combat.retreat"
    assert state.decisions[0].context["retreats"] == ("c1",)
    state = play(state, "red: retreat c1")
    assert [ship.at for ship in state.player("red").ships] == ["c1"]
    assert len(state.player("blue").hand) == 1
    assert all(not ship.damage for ship in state.player("blue").ships)
    assert state.places["c3"].owner == "blue"


def test_vc11_no_field_in_range_no_retreat() -> None:
    state = lay(example(), "a1", "outpost", "red")
    state = play(main_move(state), *ATTACK)
    state = play(state, TWO_ROUNDS, "table: roll white red white white", "blue: hit cruiser_1")
    assert asked(state) == "combat.roll"


def explored(card: str, ships: int, seats: str = FOUR) -> State:
    state = fly(turn(seats), "yellow", *["frigate@c5"] * ships)
    lines = ["yellow: fleet c3", *(f"yellow: send frigate_{n + 1}" for n in range(ships)), "yellow: done"]
    return play(main_move(state), *lines, f"table: field {card}")


def test_vc12_the_population_example() -> None:
    state = explored("event_planet_1", 1)
    assert dict(zip(catalog.COLOURS, state.places["c3"].stones, strict=True)) == {
        "red": 0, "blue": 1, "green": 0, "yellow": 1, "white": 0,
    }  # fmt: skip
    draw = state.decisions[0].draw
    assert draw is not None
    assert (asked(state), draw.count) == ("planet.stones", 4)


def test_vc14_the_population_planet() -> None:
    state = explored("population_planet_1", 1)
    draw = state.decisions[0].draw
    assert draw is not None
    assert draw.count == 6
    assert state.places["c3"].size == 8


def test_vc15_a_tie_is_nobodys() -> None:
    state = lay(turn(), "c3", "event_planet_1", yellow=2, red=2, blue=2)
    assert planet_control(state, state.places["c3"]) == ""


def test_vc16_diplomacy_example_a() -> None:
    state = lay(turn(), "c3", "event_planet_1", yellow=2, red=3, blue=1)
    assert state.places["c3"].owner == "red"
    reserve = state.player("red").reserve
    state = play(main_move(state), "yellow: diplomacy c3", "yellow: exchange c3 red")
    assert state.places["c3"].stones == (2, 1, 0, 3, 0)
    assert state.places["c3"].owner == "yellow"
    assert state.player("red").reserve == reserve + 1


def test_vc19_ships_in_range_may_come_or_not() -> None:
    state = lay(turn(), "c3", "free_space", "red")
    state = fly(state, "yellow", "frigate@c4", "frigate@c5", "frigate@b3", "frigate@a1")
    state = play(main_move(state), "yellow: fleet c3")
    assert codes(state, "yellow: send frigate_4") == {"range"}
    state = play(state, "yellow: send frigate_1", "yellow: send frigate_3", "yellow: done")
    assert [ship.at for ship in state.player("yellow").ships] == ["c3", "c5", "c3", "a1"]
    assert state.places["c3"].owner == "yellow"


def test_vc20_a_concealed_field_is_jumped() -> None:
    state = lay(fly(turn(), "yellow", "frigate@c5"), "c3", "free_space")
    state = play(main_move(state), "yellow: fleet c3")
    state = play(state, "yellow: send frigate_1", "yellow: done")
    assert state.player("yellow").ships[0].at == "c3"
    assert state.places["c4"].card == ""


def test_vc21_a_diagonal_is_two_steps() -> None:
    state = fly(turn(), "yellow", "frigate@c3")
    assert distance(state, "yellow", state.player("yellow").ships[0], "d4") == 2


def test_vc22_through_a_wormhole() -> None:
    state = lay(fly(turn(), "yellow", "frigate@a1"), "a2", "wormhole")
    state = lay(state, "e5", "asteroid_field", "red")
    state = play(main_move(state), "yellow: fleet e5")
    assert state.decisions[0].context["through"] == {"frigate_1": 2}
    state = play(state, "yellow: send_through frigate_1", "yellow: done")
    assert (state.mobile, state.places["e5"].owner) == ("e5", "yellow")
    assert distance(state, "red", Ship("frigate_1", "e5"), "a2") == 1


def test_vc25_prizes_are_cards_or_upgrades_in_any_mix() -> None:
    for picks, hand, fitted in (("card card", 2, 0), ("upgrade upgrade", 0, 2), ("card upgrade", 1, 1)):
        state = beaten(2, "cruiser@c4", "frigate@c4")
        kinds = iter(("weapon", "shield"))
        for pick in picks.split():
            state = play(state, f"yellow: prize {pick}")
            if pick == "upgrade":
                state = play(state, f"yellow: upgrade {next(kinds)} cruiser_1")
        player = state.player("yellow")
        assert len(player.hand) == hand
        assert sum(ship.weapon + ship.shield for ship in player.ships) == fitted
        assert asked(state) == "field.revealed"


def test_vc26_a_planet_in_the_pirates_place() -> None:
    state = beaten(1, "cruiser@c4", "frigate@c4")
    state = play(state, "yellow: prize card", "table: field event_planet_1")
    stones = dict(zip(catalog.COLOURS, state.places["c3"].stones, strict=True))
    assert (stones["yellow"], stones["blue"]) == (2, 1)


def seated() -> State:
    """Four seats a, b, c, d = yellow, red, blue, green, the first Common Turn about to begin."""
    state = begin(secret_missions="paper")
    state = play(state, "table: first yellow")
    while state.phase == "setup":
        decision = state.decisions[0]
        state = play(state, f"{decision.seat}: start {next(iter(decision.context['slots']))}")
    return state


def test_vc27_the_common_turn_comes_first() -> None:
    state = seated()
    order = []
    for _ in range(4):
        order.append((asked(state), state.decisions[0].seat))
        state = play(state, f"{state.decisions[0].seat}: examine c3")
    assert order == [("common_turn", seat) for seat in ("yellow", "red", "blue", "green")]
    turns = []
    while asked(state) != "common_turn":
        seat = state.decisions[0].seat
        turns += [seat] if seat not in turns else []
        state = play(state, f"{seat}: {'skip' if 'skip' in verbs(state) else 'done'}")
    assert turns == ["yellow", "red", "blue", "green"]
    assert state.decisions[0].seat == "yellow"


def completed(rule: str) -> list[tuple[str, str]]:
    """What follows when the marker moves in the last turn before a Common Turn."""
    state = turn(ct_still_runs=rule)
    from companion.rules.cosmic_empires.rhythm import move_marker, start_turn

    state = settled(start_turn(state.with_(left="yellow"), "green"))
    state = lay(state, "c3", "free_space", "green")
    content = {"mission_10": ("conquest", "capacity", "free_space")}
    state = state.with_(mission="mission_10", contents={**state.contents, **content})
    state = play(main_move(state), "green: skip", "green: claim 1 c3")
    assert state.left == move_marker(state.with_(left="yellow")).left == "green"
    state = play(state, "table: mission mission_1")
    if asked(state) == "turn.end":
        state = play(state, "green: done")
    order = []
    for _ in range(12):
        name, seat = asked(state), state.decisions[0].seat
        if not order or order[-1] != (name.split(".")[0], seat):
            order.append((name.split(".")[0], seat))
        line = "examine a1" if name == "common_turn" else "skip" if "skip" in verbs(state) else "done"
        state = play(state, f"{seat}: {line}")
    return [each for each in order if each[0] in ("common_turn", "main_move")]


def test_vc29_a_marker_that_moved_is_not_passed() -> None:
    """CA30."""
    order = completed("off")
    assert order[:4] == [("main_move", seat) for seat in ("yellow", "red", "blue")] + [("common_turn", "green")]
    assert completed("on")[0] == ("common_turn", "green")


def test_vc32_markers_alone_are_enough() -> None:
    state = turn().change("blue", markers=8)
    assert met(state, "blue", "eight_markers")
    assert not met(state.change("blue", markers=7), "blue", "eight_markers")


def test_vc33_the_start_does_not_count() -> None:
    """CA39."""
    state = fly(turn(), "blue", *["frigate@home"] * 5)
    for space in ("a1", "b1", "c1", "d1"):
        state = lay(state, space, "event_planet_1", blue=4)
    assert not met(state, "blue", "five_capacities")
    state = lay(state, "e1", "shipyard_station", "blue")
    assert met(state, "blue", "five_capacities")


def test_vc35_peace_treaties() -> None:
    state = deal(example(), "red", "peace_treaties")
    state = play(main_move(state), *ATTACK)
    assert asked(state) == "combat.announced"
    state = play(state, "red: play_card peace_treaties")
    assert asked(state) == "main_move"
    assert [ship.at for ship in state.player("blue").ships] == ["c4", "c5"]
    assert codes(state, "blue: fleet c3") == {"peace"}
    assert word(state, "blue: fleet c4") is Word.LEGAL


def test_vc36_cassiopeia() -> None:
    assert catalog.SHIPPED["event_planet_1"] == ("blue", "cassiopeia")
    assert catalog.KIND_OF["event_planet_1"] == "event_planet"
    assert catalog.FIELD_KINDS["event_planet_1"].copies == 3
    unverified = [key for key in catalog.SHIPPED if key not in catalog.VERIFIED]
    assert len(unverified) == 9 + 5 + 16 + 4, "planets, pirates, public missions, boards"
