"""Cosmic Empires by real pointer events, from setup to the score: with slips, corrections, undo and a power cut."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rules.contract import SeatSetup, Setup
from companion.rules.notation import read
from companion.table.journal import Journal
from companion.table.session import Session
from tests.screens.cosmic_table import CosmicTable
from tests.screens.driver import Driver, Picture
from tests.screens.table import events

cv2 = pytest.importorskip("cv2")

NO_CAMERA = ("--camera", "photos:/nowhere")


def until(table: CosmicTable, screen: str, most: int = 200) -> Picture:
    """Play on until that screen is up."""
    for _ in range(most):
        picture = table.app.settled()
        if picture.screen == screen:
            return picture
        table.step(picture)
    raise AssertionError(f"{screen} never came up")


@pytest.mark.parametrize("players", [2, *(pytest.param(each, marks=pytest.mark.soak) for each in (3, 4, 5))])
def test_a_game_from_setup_to_score(start_app: Callable[..., Driver], tmp_path: Path, players: int) -> None:
    data = tmp_path / "data"
    app = start_app((1024, 600) if players % 2 else (800, 480), *NO_CAMERA)
    table = CosmicTable(app, players)
    table.set_up({"red": "ana"} if players == 2 else {})
    table.begin()

    # A field is replaced by mistake: undone, and the same seat explores anew.
    app.tap("mode:replace")
    table.changed(lambda: app.tap("field:c3"))
    table.changed(lambda: app.tap("undo"))
    assert app.settled().target("mode:examine")

    # What is out of reach says why, and nothing is done.
    while not app.settled().target("mode:fleet"):
        table.step()
    far = app.settled().raw["revision"]
    app.tap("field:c4" if players == 2 else "field:c5")
    app.tap("fleet:c4" if players == 2 else "fleet:c5")
    app.wait(lambda p: p.raw["sheet"], "why not")
    assert "within range" in app.look().texts
    app.tap("ok")
    app.tap("look away")
    assert app.settled().raw["revision"] == far

    # The wrong kind of field is touched: one undo asks for the field again, and the fleet stays there.
    until(table, "reveal")
    table.changed(lambda: app.tap("kind:outpost"))
    table.changed(lambda: app.tap("undo"))
    app.on("reveal")

    # The plug is pulled among the stones: those that were touched are asked anew, what was told stands.
    until(table, "stones")
    app.tap("stone:red")
    before = events(data)
    app.kill()
    app.start()
    app.wait(lambda p: p.screen == "stones" and p.raw["ready"], "the same question")
    assert events(data) == before
    assert len([key for key in app.settled().keys if key.startswith("drawn:")]) == 0
    table.play(until=2)

    # A number that does not lie so on the table is put right, and that is undone.
    until(table, "board")
    app.tap("empires")
    app.on("empires")
    app.tap("right:red")
    app.on("believes")
    app.tap("value:reserve")
    app.tap("minus")
    table.changed(lambda: app.tap("set"))
    assert events(data)[-1][1].startswith("red: correct reserve")
    app.tap("back")
    app.on("board")
    table.changed(lambda: app.tap("undo"))
    assert events(data)[-1][0] == "undo"

    # A die is touched wrongly in a combat, and put right before it counts.
    if players == 2:
        picture = until(table, "dice")
        app.tap("hand:white:blue")
        app.tap("die:0")
        app.tap("white")
        assert app.settled().target("die:0")["words"] == "white"  # type: ignore[index]

    table.play(until=6)
    while app.settled().screen != "score":
        table.step()
    picture = app.settled()
    assert "wins" in picture.texts
    assert "Red" in picture.texts
    assert {"board", "reveal", "stones", "check"} <= set(table.seen)
    touches = {what: sorted(many) for what, many in table.spent.items()}
    assert touches["explore"][-2] == 1, f"a Common Turn is one touch for each seat: {touches}"
    assert touches["skip"][0] == 1, touches
    # A touch for the field, one to fly, two for the planet, one for each stone, one for a claim or the end.
    assert touches["shipyard_planet"][0] <= 4 + 5 + 1, touches
    assert touches["research_centre"][0] <= 4, touches
    print(f"{players} players, {table.app.taps} touches, {len(events(data))} events; by turn: {touches}")
    lines = [line for _, line in events(data)]
    assert lines[-1] == "table: wins red network"
    assert lines[-3] == "table: check_the_table"


def test_coloured_faces_are_read_from_pictures(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    """The camera's reading answers a combat's roll without a touch on any die."""
    from vision import studio

    faces = ("red", "green", "white")
    (tmp_path / "throws").mkdir()
    picture, _ = studio.throw(12, [("white", face) for face in faces], kind="cosmic")
    cv2.imwrite(str(tmp_path / "throws" / "0.png"), picture)
    data = tmp_path / "data"
    with Journal(data) as journal:
        options = {"cards_asked": "never", "secret_missions": "paper"}
        seats = (SeatSetup("red", "scientists"), SeatSetup("blue", "empire"), SeatSetup("green", "natives"))
        session = Session.begin(journal, "cosmic_empires", Setup("cosmic_empires", seats, options))
        for line in (
            "table: first blue", "blue: start north", "green: start south", "red: start east",
            "blue: examine c3", "green: examine c3", "red: examine c3", "blue: correct cruiser_1 home",
            "blue: fleet c1", "blue: send frigate_1", "blue: send cruiser_1", "blue: done",
            "table: field neutral_pirates_1",
        ):  # fmt: skip
            session.submit(read(line, session.game.actions))
        session.close()
    app = start_app((800, 480), "--camera", f"photos:{tmp_path / 'throws'}", data=data)
    app.on("dice")
    shown = app.wait(lambda p: len([key for key in p.keys if key.startswith("die:")]) == 3, "the throw that was read")
    assert sorted(shown.target(f"die:{place}")["words"].rstrip("?") for place in range(3)) == sorted(faces)  # type: ignore[index]
    before = app.taps
    app.tap("use these")
    app.wait(lambda p: len(events(data)) > 13 and not p.raw["busy"], "the roll")
    assert sorted(events(data)[13][1].split()[3::2]) == sorted(faces)
    assert events(data)[13][1].split()[2::2] == ["white"] * 3
    assert app.taps - before == 1
