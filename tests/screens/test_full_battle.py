"""Battles with everything tracked, by real touches: from the order of battles to the reputation tiles."""

from collections.abc import Callable
from pathlib import Path

from tests.screens.driver import Driver, Picture
from tests.screens.full_positions import AT_HOME, PASSED, RED_HOME_RAIDED, battle, full, sector, ships
from tests.screens.full_tour import prepared, tour
from tests.screens.panels import Walk, panels
from tests.screens.table import events

StartApp = Callable[..., Driver]


@panels((800, 480), soak=[(1024, 600)])
def test_every_screen_of_full_tracking_fits_its_panel(
    start_app: StartApp, tmp_path: Path, size: tuple[int, int]
) -> None:
    app = start_app(size, "--camera", "photos:/nowhere", data=prepared(tmp_path / "data"))
    walk = Walk()
    tour(app, walk.visit)
    assert walk.wrong == []
    assert {"full-upgrade-dragged", "full-blueprints", "full-order", "full-battle", "full-assign"} <= walk.names
    assert {"full-dice", "full-reputation", "full-aftermath"} <= walk.names


def at_the_battle(start_app: StartApp, tmp_path: Path, *lines: str) -> Driver:
    """The app, resumed after these lines and everybody's pass."""
    app = start_app(data=full(tmp_path / "data", *lines, *PASSED))
    app.wait(lambda p: p.screen not in ("home", "") and p.raw["ready"], "the session to resume")
    return app


def told(app: Driver) -> list[str]:
    """What was told in the combat phase."""
    lines = [line for kind, line in events(app.data) if kind == "action" and " correct " not in line]
    return lines[lines.index("blue: pass") + 1 :]


def moved(app: Driver, *touches: str) -> Picture:
    """The picture once an event followed these touches."""
    revision = app.settled().raw["revision"]
    for touch in touches:
        app.tap(touch)
    return app.wait(lambda p: p.raw["revision"] > revision and not p.raw["busy"], "the event")


def thrown(app: Driver, *dice: str) -> Picture:
    """The dice screen filled by hand ("yellow:6") and used."""
    app.on("dice")
    return moved(app, *(f"hand:{die}" for die in dice), "use these")


def test_two_players_and_ancients_from_the_first_shot_to_the_tiles(start_app: StartApp, tmp_path: Path) -> None:
    there = "red interceptor 2, red cruiser 1, blue interceptor 2"
    shielded = ("red: correct technology_gauss_shield yes", "red: correct cruiser_6 gauss_shield")
    fitted = (*shielded, "red: correct cruiser_1 plasma_cannon", "blue: correct interceptor_4 electron_computer")
    app = at_the_battle(start_app, tmp_path, *battle(there), *fitted)
    order = app.on("fight")
    first = order.target("sector:305")
    assert first is not None
    assert "Blue v" in first["words"]
    assert "v Ancients" in first["words"]
    before = app.taps
    picture = moved(app, "begin")
    assert "305: Blue v Red · round 1" in picture.texts
    assert "Int 5+ · Cru 6" in picture.texts, "what blue's computers need of whom"
    moved(app, "attack:interceptor")
    assert "Roll 2 yellow: needs 6" in app.on("dice").texts
    picture = thrown(app, "yellow:6", "yellow:2")  # red is the defender: its interceptors go first
    assert picture.screen == "fight"
    picture = moved(app, "ship:blue:interceptor:0")
    assert "Red rolled yellow 6 2: 1 hit" in picture.texts
    assert "Blue loses an Interceptor" in picture.texts
    assert app.taps - before == 6, "begin, roll, two dice by hand, use, the ship: with a camera it is four"
    # Blue's interceptor hits two kinds of target.
    moved(app, "attack:interceptor")
    picture = thrown(app, "yellow:6")
    assert picture.screen == "fight"
    assert "Touch the ship that this die hits" in picture.texts
    picture = moved(app, "ship:red:cruiser:0")
    assert picture.target("ship:red:cruiser:1") is not None, "one damage is marked on the cruiser"
    # Red's cruiser: a plasma hit destroys the last blue ship, and the Ancients are next.
    moved(app, "attack:cruiser")
    picture = thrown(app, "orange:5")
    assert "305: Red v Ancients · round 1" in app.on("fight").texts
    assert "Blue loses an Interceptor" in app.look().texts
    odds = app.wait(lambda p: "in %" in str(p.target("odds")), "the odds").target("odds")
    assert odds is not None
    # The Ancient's initiative is 2, as the cruiser's; Ancients defend, so they go before it.
    moved(app, "attack:interceptor")
    thrown(app, "yellow:1", "yellow:1")
    picture = app.on("dice")
    assert "Ancients: Bert rolls 2 yellow: needs Int 5+ · Cru 6" in picture.texts
    assert "Red rolled yellow 1 1: 0 hits" in picture.texts
    picture = thrown(app, "yellow:6", "yellow:1")
    assert "Red loses a Cruiser" in picture.texts, "the largest that can be destroyed, by the printed rule"
    for _ in range(2):
        if app.settled().screen != "fight":
            break
        moved(app, "attack:interceptor")
        thrown(app, "yellow:6", "yellow:6")
    assert app.settled().screen == "reputation"
    lines = told(app)
    assert "table: battle 305 ancients red blue" in lines
    assert "blue: assign yellow 6 cruiser 1" in lines
    assert not any(line.startswith("table: destroyed") for line in lines), "nobody keeps the books"
    app.wait(lambda p: "Red" in p.texts or "RED" in p.texts, "red's tiles")


def test_hits_are_assigned_by_touch_or_all_at_once(start_app: StartApp, tmp_path: Path) -> None:
    there = "red interceptor 3, red cruiser 1, blue cruiser 2, blue interceptor 1"
    app = at_the_battle(start_app, tmp_path, *battle(there, 0), "red: correct interceptor_1 plasma_cannon")
    moved(app, "begin")
    moved(app, "attack:interceptor")
    picture = thrown(app, "orange:6", "orange:6", "orange:1")
    die = picture.target("die:orange:6")
    assert die is not None
    assert die["words"] == "6 6"
    picture = moved(app, "ship:blue:interceptor:0")
    assert picture.target("ship:blue:interceptor:0") is None
    undone = moved(app, "undo")
    assert undone.target("ship:blue:interceptor:0") is not None, "one assignment goes back alone"
    app.quiet()
    app.tap("by rule")
    app.wait(lambda p: "Blue loses 1" in p.texts or "loses a Cruiser" in p.texts or p.screen == "dice", "the hits")
    app.settled()
    assigned = [line for line in told(app) if ": assign" in line]
    assert assigned == [
        "red: assign orange 6 interceptor 1",
        "red: assign orange 6 cruiser 1",
        "red: assign orange 6 cruiser 1",
    ]


def test_a_die_that_misses_says_what_it_takes(start_app: StartApp, tmp_path: Path) -> None:
    there = "red cruiser 1, blue interceptor 1, blue cruiser 1"
    shielded = ("blue: correct technology_gauss_shield yes", "blue: correct interceptor_4 gauss_shield")
    app = at_the_battle(start_app, tmp_path, *battle(there, 0), *shielded)
    moved(app, "begin")
    while app.settled().screen == "fight" and "attack:cruiser" not in app.look().keys:
        moved(app, "attack:interceptor")
        thrown(app, "yellow:1")
    moved(app, "attack:cruiser")
    # Ancients aside, red's cruiser and blue's are of equal initiative; red came first and defends.
    picture = thrown(app, "yellow:5")
    assert picture.screen in ("fight", "dice")
    if picture.target("die:yellow:5") is not None:
        app.tap("ship:blue:interceptor:0")
        assert "it takes 6 or more" in app.wait(lambda p: p.raw["sheet"], "the reason").texts


def test_a_retreat_takes_two_steps(start_app: StartApp, tmp_path: Path) -> None:
    app = at_the_battle(start_app, tmp_path, *battle("red interceptor 2, blue interceptor 2", 0))
    moved(app, "begin")
    # Red defends and goes first; its home is next door.
    retreat = app.settled().target("retreat")
    assert retreat is not None
    assert retreat["small"] == "to 221"
    picture = moved(app, "retreat")
    assert "leaves for 221" in picture.texts
    app.tap("retreat")  # blue has nowhere to go
    assert "No wormhole connects 305 with 223" in app.wait(lambda p: p.raw["sheet"], "the reason").texts
    app.tap("ok")
    moved(app, "attack:interceptor")
    thrown(app, "yellow:6", "yellow:1")
    moved(app, "ship:red:interceptor:0")
    app.wait(lambda p: p.screen not in ("fight", "dice"), "red to leave on its next turn")
    assert "red: retreat interceptor 221" in told(app)


def test_a_stalemate_is_left_by_the_attacker(start_app: StartApp, tmp_path: Path) -> None:
    harmless = ("red: correct interceptor_1 hull", "blue: correct interceptor_1 hull")
    app = at_the_battle(start_app, tmp_path, *battle("blue interceptor 1, red interceptor 2", 0), *harmless)
    moved(app, "begin")
    for _ in range(4):
        if "stalemate" in app.settled().texts:
            break
        moved(app, "attack:interceptor")
    picture = app.settled()
    assert "No ship left has a cannon" in picture.texts
    moved(app, "retreat:interceptor:221")
    assert "red: retreat interceptor 221" in told(app)


def test_population_is_attacked_and_bombed(start_app: StartApp, tmp_path: Path) -> None:
    app = at_the_battle(start_app, tmp_path, *AT_HOME, *RED_HOME_RAIDED)
    picture = app.on("aftermath")
    assert "221: attack Red's population?" in picture.texts
    app.tap("bombs")
    assert "no Neutron Bombs technology" in app.wait(lambda p: p.raw["sheet"], "the reason").texts
    app.tap("ok")
    moved(app, "attack")
    picture = thrown(app, "yellow:6", "yellow:1")
    assert picture.screen == "aftermath"
    assert "touch 1 more" in picture.texts
    moved(app, "cube:1")
    assert told(app)[-1] == "blue: destroy_cubes science"


def test_battles_are_fought_in_order_and_the_odds_can_be_hidden(start_app: StartApp, tmp_path: Path) -> None:
    lines = (
        *battle("red interceptor 1, blue interceptor 1", 0),
        *sector(311, 0, 1),
        *ships(311, "blue cruiser 1, red cruiser 1"),
    )
    app = at_the_battle(start_app, tmp_path, *lines)
    app.on("fight")
    app.tap("sector:305")
    assert "Sector 311 comes first" in app.wait(lambda p: p.raw["sheet"], "the reason").texts
    app.tap("ok")
    app.wait(lambda p: "in %" in str(p.target("odds")), "the odds")
    app.tap("odds")
    app.wait(lambda p: "hidden" in str(p.target("odds")), "the odds to go")
    picture = moved(app, "begin")
    assert "hidden" in str(picture.target("odds"))
    app.tap("odds")
    app.wait(lambda p: "in %" in str(p.target("odds")), "the odds again")
