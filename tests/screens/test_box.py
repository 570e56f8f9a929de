"""The app with the table box: the firmware in a real interpreter on a pseudo-terminal, the app in a real window."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.rig import Cable, Pico, tool, until
from tests.screens.conftest import StartApp
from tests.screens.table import begun, events

pytestmark = pytest.mark.skipif(tool("micropython") is None, reason="no MicroPython interpreter (x86_64 only)")


class Plug:
    """A box whose port has one name, whichever pseudo-terminal it is, as udev gives it."""

    def __init__(self, folder: Path) -> None:
        self.name = folder / "table-box"
        self.pico = Pico(folder)
        self.cable = Cable(self.pico)

    def in_(self) -> None:
        self.cable.plug()
        assert self.cable.port is not None
        self.name.symlink_to(self.cable.port)

    def out(self) -> None:
        if self.cable.port is not None:
            self.name.unlink()
            self.cable.unplug()


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Plug]:
    made = Plug(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.toml").write_text(f'[box]\nport = "{made.name}"\n')
    yield made
    made.out()


def test_the_box_is_found_shown_unplugged_and_found_again(start_app: StartApp, plug: Plug, tmp_path: Path) -> None:
    plug.in_()
    app = start_app(data=tmp_path / "data")
    app.wait(lambda p: "table box" in p.texts, "the box on the home screen")
    app.tap("devices")
    app.wait(lambda p: f"at {plug.name}" in p.texts, "the box among the devices")
    plug.out()
    app.wait(lambda p: f"at {plug.name}" not in p.texts, "that it is gone")
    plug.in_()
    app.wait(lambda p: f"at {plug.name}" in p.texts, "that it is back")
    app.stop()


def test_a_seats_button_lights_its_strip_then_answers_for_the_seat(
    start_app: StartApp, plug: Plug, tmp_path: Path
) -> None:
    plug.in_()
    data = begun(tmp_path / "data")
    app = start_app(data=data)
    app.on("round")
    assert until(lambda: plug.pico.strip()[:2] == ["403828", "000000"])  # red is to act
    plug.pico.press(0, True)

    def lit(picture: object) -> bool:
        strip = picture.target("strip:red")  # type: ignore[attr-defined]
        return bool(strip is not None and strip["down"])

    app.wait(lit, "the strip of the seat whose button is down")
    plug.pico.press(0, False)
    app.wait(lambda p: "BLUE" in p.texts, "the next seat's turn")
    assert until(lambda: plug.pico.strip()[:2] == ["000000", "403828"])
    app.stop()
    assert events(data)[-1][1] == "red: acted"


def test_the_menu_switches_the_machine_off_where_it_may(
    start_app: StartApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish = tmp_path / "switch-off"
    monkeypatch.setenv("TABLE_COMPANION_SWITCH_OFF", str(wish))
    app = start_app(data=begun(tmp_path / "data"))
    app.on("round")
    app.tap("menu")
    app.wait(lambda p: p.target("switch off"), "the menu")
    app.tap("switch off")
    app.wait(lambda p: p.target("leave it on"), "the question")
    assert not wish.exists()
    app.tap("switch off")
    assert until(wish.exists)
