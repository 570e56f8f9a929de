"""How the screens answer fingers and buttons, by real events in a real window."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.driver import Driver, Picture
from tests.screens.geometry import gap
from tests.screens.table import begun, events

StartApp = Callable[..., Driver]
PASSED = ("red: pass", "blue: pass")


def on_round(start_app: StartApp, tmp_path: Path, *lines: str, **how: object) -> Driver:
    """The app, resumed in the action phase after these lines."""
    app = start_app(data=begun(tmp_path / "data", lines, **how))  # type: ignore[arg-type]
    app.wait(lambda p: p.screen not in ("home", "") and p.raw["ready"], "the session to resume")
    return app


def test_the_interrupted_session_is_resumed_and_says_where_it_is(start_app: StartApp, tmp_path: Path) -> None:
    app = start_app(data=begun(tmp_path / "data", ("red: pass",)))

    def said_beside_the_targets(picture: Picture) -> bool:
        place = picture.raw["toast_rect"]
        return (
            picture.screen == "round"
            and "Resumed: Round 1, Blue" in picture.raw["toast"]
            and not any(gap(target["rect"], place) < 0 for target in picture.raw["targets"])
        )

    app.wait(said_beside_the_targets, "where it is")
    assert "BLUE" in app.on("round").texts


def test_the_second_tap_of_a_double_tap_never_answers_for_the_next_seat(start_app: StartApp, tmp_path: Path) -> None:
    three = (("red", "terran"), ("blue", "terran"), ("green", "terran"))
    app = on_round(start_app, tmp_path, "red: pass", seats=three)
    x, y = app.place("pass")
    app.click_at(x, y, times=2)
    late = ("just changed", "moved on", "gone on")
    app.wait(lambda p: any(words in p.raw["toast"] for words in late), "the second touch to be refused")
    assert [line for _, line in events(app.data)] == ["red: pass", "blue: pass"]
    assert "GREEN" in app.on("round").texts


def test_keys_are_buttons(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path)
    app.settled()  # the keys are listened to last
    app.type_key("1")
    app.wait(lambda p: "BLUE" in p.texts, "red's button")
    app.type_key("shift+2")
    app.wait(lambda p: "RED" in p.texts.split("\n"), "blue to pass")
    app.type_key("2")
    app.wait(lambda p: "nothing to answer" in p.raw["toast"], "the word that blue has nothing to answer")
    app.type_key("BackSpace")
    app.wait(lambda p: "BLUE" in p.texts, "the undo")
    assert [line for _, line in events(app.data)][:2] == ["red: acted", "blue: pass"]
    assert events(app.data)[-1][0] == "undo"


def test_recording_anyway_what_was_refused_before_the_turn_moved_on_is_stale(
    start_app: StartApp, tmp_path: Path
) -> None:
    app = on_round(start_app, tmp_path, "red: correct discs 0")
    app.tap("research")
    app.wait(lambda p: p.target("record anyway") is not None, "the reasons")
    app.type_key("shift+1")  # red passes by its button, and it is blue's turn
    app.wait(lambda p: p.raw["revision"] == 2, "red to pass")
    app.tap("record anyway")
    app.wait(lambda p: "gone on since" in p.raw["toast"], "the refusal")
    assert events(app.data)[-1] == ("action", "red: pass")


def test_a_slow_disk_is_said_while_it_lasts(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path)
    app.quiet()
    x, y = app.place("pass")
    base = sqlite3.connect(app.data / "table.sqlite", isolation_level=None)
    base.execute("BEGIN IMMEDIATE")
    app.click_at(x, y)
    app.wait(lambda p: "Working" in p.raw["toast"], "the word that it works")
    base.execute("ROLLBACK")
    base.close()
    app.wait(lambda p: "Working" not in p.raw["toast"] and not p.raw["busy"], "the work to be done")
    assert events(app.data) == [("action", "red: pass")]


def test_acted_and_told_later_takes_three_touches(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path)
    app.tap("acted")
    app.wait(lambda p: (t := p.target("inbox")) is not None and t["words"] == "1", "the inbox")
    app.tap("inbox")
    app.on("inbox")
    app.tap("tell:1")
    app.on("choice")
    app.tap("red: upgrade")
    picture = app.on("round")
    inbox = picture.target("inbox")
    assert inbox is not None
    assert inbox["words"] == "0"


def test_what_is_grey_explains_itself_and_can_be_recorded_anyway(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path, "red: research")
    app.on("research")
    app.tap("technology:gluon_computer")
    picture = app.wait(lambda p: p.raw["sheet"], "the reasons")
    assert "not allowed" in picture.texts
    assert "page 12" in picture.texts
    assert "science" in picture.texts
    app.tap("record anyway")
    app.on("round")
    assert events(app.data)[-1] == ("anyway", "red: technology gluon_computer")


def test_a_long_press_puts_a_number_right(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path)
    app.hold("strip:red")
    app.tap("Money: 2")
    assert "Red: money in storage" in app.settled().texts
    for key in ("digit:1", "digit:7", "set"):
        app.tap(key)
    app.wait(lambda p: "money 17" in p.texts, "the corrected money")
    assert events(app.data)[-1] == ("action", "red: correct money 17")


def test_tiles_are_seen_only_while_held_and_the_turn_closes_by_itself(start_app: StartApp, tmp_path: Path) -> None:
    lines = (*PASSED, "table: battle 223 red blue", "table: battle_over")
    app = on_round(start_app, tmp_path, *lines)
    picture = app.on("reputation")
    assert picture.target("look") is None
    app.tap("open")
    picture = app.settled()
    assert "drawn:" not in picture.texts
    app.press("look")
    app.wait(lambda p: "drawn:" in p.texts, "the tiles")
    app.slide(0, 200)
    app.wait(lambda p: "drawn:" not in p.texts, "the cover when the finger slides off")
    app.release()
    app.press("look")
    app.wait(lambda p: "drawn:" in p.texts, "the tiles again")
    app.release()
    picture = app.wait(lambda p: "drawn:" not in p.texts, "the cover")
    assert not any(target["chosen"] or target["grey"] for target in picture.raw["targets"] if "keep:" in target["key"])
    app.wait(lambda p: p.target("open") is not None, "the private turn to close after ten seconds")


def test_a_seat_that_is_broke_is_helped_out(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path, "red: correct discs 7", "red: correct money 0", *PASSED, "table: battles_over")
    picture = app.on("upkeep")
    pay = picture.target("pay:red")
    assert pay is not None
    assert pay["grey"]
    assert pay["words"] == "SHORT"
    app.tap("pay:red")
    picture = app.wait(lambda p: p.raw["sheet"], "the way out")
    home = picture.target("give up 221")
    assert home is not None
    assert home["small"] == "then 1 still missing"
    assert picture.target("trade") is not None
    app.tap("trade")
    app.on("choice")
    app.tap("red: trade science money")
    app.settled()
    app.tap("back")
    app.on("upkeep")
    app.tap("pay:red")
    chosen = app.wait(lambda p: p.target("give up 221") is not None, "the sector").target("give up 221")
    app.tap("give up 221")
    picture = app.wait(lambda p: p.target("give it up, 221") is not None, "the question")
    sure = picture.target("give it up, 221")
    assert chosen is not None
    assert sure is not None
    assert sure["rect"][1] >= chosen["rect"][1] + chosen["rect"][3], "the second touch lies elsewhere"
    assert "Lost with it: 3 points, 1 population cube of materials" in picture.texts
    assert ("action", "red: give_up 221") not in events(app.data)
    app.tap("give it up, 221")
    app.wait(
        lambda p: not p.raw["sheet"] and not p.raw["busy"] and p.screen in ("upkeep", "choice"), "the sector to go"
    )
    assert ("action", "red: give_up 221") in events(app.data)


def test_without_a_camera_dice_are_tapped_in_one_touch_each(start_app: StartApp, tmp_path: Path) -> None:
    data = begun(tmp_path / "data", (*PASSED, "table: battle 223 red blue", "table: fire red 3 0 0 1 0"))
    app = start_app((800, 480), "--camera", "photos:/nowhere/at/all", data=data)
    app.on("dice")
    app.wait(lambda p: p.target("hand:yellow:1") is not None, "the dice to tap")
    before = app.taps
    for key in ("hand:yellow:6", "hand:yellow:5", "hand:yellow:1"):
        app.tap(key)
    app.tap("use these")
    app.on("battle")
    assert app.taps - before == 4
    assert events(data)[-1] == ("action", "table: roll yellow 6 yellow 5 yellow 1")


def test_a_second_app_on_the_same_folder_says_so_in_one_sentence(start_app: StartApp, tmp_path: Path) -> None:
    first = on_round(start_app, tmp_path)
    second = start_app(data=first.data)
    picture = second.wait(lambda p: p.raw["banner"], "the sentence")
    assert "Another companion" in picture.raw["banner"]
    assert "Traceback" not in (first.data / "stderr.txt").read_text()


def test_undo_names_what_it_takes_back_and_redo_brings_it_again(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path, "red: upgrade")
    undo = app.on("round").target("undo")
    assert undo is not None
    assert "Red upgrades" in undo["small"]
    app.tap("undo")
    app.wait(lambda p: "RED" in p.texts.split("\n"), "the undo")
    app.tap("menu")
    app.tap("steps")
    app.on("steps")
    app.tap("redo")
    app.wait(lambda p: (t := p.target("redo")) is not None and t["grey"], "the redo")
    app.tap("back")
    assert "BLUE" in app.on("round").texts


def test_a_passed_seat_reacts_from_its_strip(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path, "red: pass", "blue: upgrade")
    app.tap("strip:red")
    app.on("choice")
    app.tap("red: react upgrade")
    app.on("round")
    assert events(app.data)[-1] == ("action", "red: react upgrade")


def test_looking_at_a_finished_game_does_not_lose_the_interrupted_one(start_app: StartApp, tmp_path: Path) -> None:
    data = tmp_path / "data"
    begun(data, ("red: pass",), names={"red": "Ana"})
    begun(data, (), end=True)
    app = start_app(data=data)
    app.on("round")
    app.tap("menu")
    app.tap("home")
    app.tap("past games")
    app.on("past")
    app.tap("session:2")
    app.settled()
    app.tap("menu")
    app.tap("home")
    picture = app.on("home")
    resume = picture.target("resume")
    assert resume is not None
    assert not resume["grey"]


def test_without_a_size_the_whole_panel_is_taken_and_escape_does_not_end_it(start_app: StartApp) -> None:
    app = start_app((1024, 600), windowed=False)
    assert app.settled().raw["size"] == [1024, 600]
    app.type_key("Escape")
    app.tap("devices")
    assert app.on("devices").target("back") is not None


def test_a_broken_journal_is_said_and_can_be_set_aside(start_app: StartApp, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "table.sqlite").write_bytes(b"this was never a database" * 100)
    app = start_app(data=data)
    picture = app.wait(lambda p: p.raw["sheet"], "the sentence")
    assert "is not a database" in picture.texts
    assert (data / "table.sqlite").read_bytes().startswith(b"this was never")
    app.tap("set it aside, begin anew")
    app.wait(lambda p: not p.raw["sheet"] and p.raw["ready"] and not p.raw["busy"], "a new journal")
    assert (data / "table.set-aside-1.sqlite").read_bytes().startswith(b"this was never")
    app.tap("new game")
    assert app.on("setup").target("begin") is not None


def test_a_rematch_takes_four_touches(start_app: StartApp, tmp_path: Path) -> None:
    data = begun(tmp_path / "data", names={"red": "Ana", "blue": "Bo"}, end=True)
    app = start_app(data=data)
    app.settled()
    for key in ("new game", "last time", "begin"):
        app.tap(key)
    app.on("laying")
    app.tap("all laid out")
    picture = app.on("round")
    assert app.taps == 4
    assert "Ana" in picture.texts


def test_the_round_is_put_right_by_a_long_press(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path)
    app.hold("round")
    app.tap("digit:3")
    app.tap("set")
    app.wait(lambda p: (t := p.target("round")) is not None and t["words"] == "3/9", "the third round")
    assert events(app.data)[-1] == ("action", "table: correct round 3")


def test_the_demonstration_plays_by_itself(start_app: StartApp) -> None:
    app = start_app((800, 480), "--demo")
    picture = app.wait(lambda p: p.raw["revision"] >= 4 and p.screen != "home", "a few steps")
    assert not picture.raw["banner"]
    assert app.taps == 0


def test_a_finger_resting_where_a_tile_is_kept_repaints_nothing_for_ever(start_app: StartApp, tmp_path: Path) -> None:
    lines = (*PASSED, "table: battle 223 red blue", "table: battle_over")
    app = on_round(start_app, tmp_path, *lines)
    app.tap("open")
    app.hold("keep:4", 0.5)
    app.settled()
    assert "too much iteration" not in (app.data / "stderr.txt").read_text()


def test_diplomacy_is_grey_where_too_few_sit_and_says_why(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path)
    app.tap("more")
    grey = {key: app.look().target(key) for key in ("diplomacy", "break a treaty", "react", "trade")}
    assert [key for key, target in grey.items() if target is not None and target["grey"]] == list(grey)[:3]
    app.tap("diplomacy")
    picture = app.wait(lambda p: "not allowed" in p.texts, "the reason")
    assert "page 11" in picture.texts
    assert "not told" not in picture.texts
    assert picture.target("record anyway") is None


def test_a_trade_says_what_it_takes(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path)
    app.tap("more")
    app.tap("trade")
    assert "2 materials → 1 science" in [target["words"] for target in app.on("choice").raw["targets"]]


def test_tiles_that_the_app_drew_are_named_and_the_setup_list_stays_as_it_was(
    start_app: StartApp, tmp_path: Path
) -> None:
    drawn = {"technology_tiles": "app_draws", "reputation": "app_bag"}
    app = on_round(start_app, tmp_path, "red: correct money 77", options=drawn)
    app.tap("menu")
    app.tap("what to lay out")
    texts = app.on("laying").texts
    while app.look().enabled("next"):
        app.tap("next")
        texts += app.settled().texts
    assert "New technologies: " in texts
    assert "On the supply board now: " in texts
    assert "Storage 2 money" in texts
    assert "77 money" not in texts


def test_a_correction_is_no_step_to_go_back_to(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path, "red: upgrade", "blue: correct money 9", "blue: upgrade")
    app.tap("menu")
    app.tap("steps")
    targets = {t["key"]: t["grey"] for t in app.on("steps").raw["targets"] if t["key"].startswith("step:")}
    assert sorted(targets.values()) == [False, False, True]
    app.tap(next(key for key, grey in targets.items() if grey))
    app.wait(lambda p: "no step of the table" in p.raw["toast"], "the word why")


def test_digits_beyond_the_greatest_number_change_nothing(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path)
    app.hold("strip:red")
    app.tap("Money: 2")
    for digit in "99907":
        app.tap(f"digit:{digit}")
    assert "999" in app.settled().texts.replace("[b]", "").split("\n")
    app.tap("set")
    app.wait(lambda p: "money 999" in p.texts, "the greatest number")
    assert events(app.data)[-1] == ("action", "red: correct money 999")


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)])
def test_eighteen_dice_by_hand_are_all_readable(start_app: StartApp, size: tuple[int, int]) -> None:
    app = start_app(size, "--camera", "photos:/nowhere/at/all")
    app.settled()
    app.tap("dice tray")
    app.on("dice")
    for count in range(18):
        app.tap(f"hand:{'yellow' if count % 2 else 'orange'}:{1 + count % 6}")
        app.wait(lambda p, count=count: p.target(f"die:{count}") is not None, "the die")  # type: ignore[misc]
        app.wait(lambda p: not any(text["cut"] for text in p.raw["texts"]), f"{count + 1} dice to be readable")


def test_the_longest_undo_fits_beside_the_score(start_app: StartApp, tmp_path: Path) -> None:
    app = on_round(start_app, tmp_path, "red: trade materials science")
    app.tap("menu")
    app.tap("score")
    picture = app.on("score")
    assert not [text["text"] for text in picture.raw["texts"] if text["cut"]]
