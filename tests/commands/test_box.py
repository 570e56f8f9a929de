"""`companion box`: against the firmware in a real interpreter, and without any box."""

import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion import cli
from companion.commands import box as command
from companion.faults import Fault
from tests.firmware.rig import FILES, FIRMWARE, Cable, Pico, tool, until

real = pytest.mark.skipif(tool("micropython") is None, reason="no MicroPython interpreter (x86_64 only)")


@pytest.mark.parametrize("what", ["flash", "test"])
def test_without_a_pico_it_is_one_sentence(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings.toml").write_text('[box]\nport = "/dev/no-such-pico"\n')
    assert cli.main(["box", what, "--data", str(tmp_path)]) == 1
    assert "no Pico with MicroPython on USB" in capsys.readouterr().err
    assert cli.main(["box", what, "--port", "/dev/no-such-pico"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_what_goes_on_the_pico_is_the_whole_firmware_and_main_last() -> None:
    assert sorted(command.FILES) == sorted(FILES)
    assert command.FILES[-1] == "main.py"
    assert all((FIRMWARE / name).exists() for name in FILES)


@real
def test_flashing_stops_the_firmware_first_and_hands_the_files_to_mpremote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "RESTARTS", 0.5)
    pico = Pico(tmp_path)
    cable, ran = Cable(pico), []
    cable.plug()
    assert until(lambda: (tmp_path / "settled").read_bytes())
    command.put_on(cable.find, None, lambda arguments: ran.append(list(arguments)))
    try:
        assert pico.log()[-1] == "reset"
        assert (tmp_path / "stay").exists()  # so that it comes up at the prompt
        files = [str(FIRMWARE / name) for name in command.FILES]
        room = ["exec", command.MAKE_ROOM]
        assert ran == [["connect", cable.port, *room, "+", "cp", *files, ":", "+", "reset"]]
    finally:
        cable.unplug()
    process = pico.power()
    assert process.stdout is not None
    assert b"staying at the prompt" in process.stdout.read()
    assert not (tmp_path / "stay").exists()  # once
    pico.off()


def test_a_pico_that_stays_away_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "RESTARTS", 0.0)
    monkeypatch.setattr(command, "BACK", 0.3)
    cable = Cable()
    cable.plug()
    looks = iter([cable.find()])

    def run(arguments: Sequence[str]) -> None:
        raise AssertionError

    with pytest.raises(Fault, match="did not come back"):
        command.put_on(lambda: next(looks, []), None, run)
    cable.unplug()


def test_mpremotes_own_complaint_becomes_one_sentence() -> None:
    with pytest.raises(Fault, match="mpremote could not write to the Pico"):
        command._mpremote(["connect", "/dev/no-such-pico", "exec", "1"])


@real
def test_what_is_left_of_a_flashing_that_was_cut_off_never_runs(tmp_path: Path) -> None:
    for name in ("main.py", "box.py"):
        (tmp_path / name).touch()
    for _ in range(2):  # the second time there is none
        subprocess.run([str(tool("micropython")), "-c", command.MAKE_ROOM], cwd=tmp_path, check=True)
        assert [path.name for path in tmp_path.iterdir()] == ["box.py"]


def test_unplugged_while_flashing_is_one_sentence() -> None:
    cable = Cable()
    cable.plug()
    assert cable.port is not None
    pulling = threading.Timer(1.5, cable.unplug)
    pulling.start()
    try:
        with pytest.raises(Fault, match="mpremote could not write to the Pico") as said:
            command._mpremote(["connect", cable.port, "exec", command.MAKE_ROOM])
    finally:
        pulling.join()
    assert "\n" not in str(said.value)


@real
def test_the_walk_asks_for_every_button_and_names_what_was_not_felt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pico = Pico(tmp_path)
    cable = Cable(pico)
    cable.plug()
    assert until(lambda: (tmp_path / "settled").read_bytes())
    stop = threading.Event()

    def press_all_but_seat_three() -> None:
        while not stop.is_set():
            for down in (True, False):
                for button in range(8):
                    if button != 2:
                        pico.press(button, down)
                stop.wait(0.1)

    fingers = threading.Thread(target=press_all_but_seat_three)
    fingers.start()
    try:
        with pytest.raises(Fault, match=r"not felt: seat 3: check their wires"):
            command.walk(cable.find, None, 3.0)
    finally:
        stop.set()
        fingers.join()
        cable.unplug()
    said = capsys.readouterr().out
    assert said.count("press ") == 8
    assert "all six lights are blue" in said
