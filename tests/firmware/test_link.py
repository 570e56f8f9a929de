"""The real link against the real firmware in a real MicroPython interpreter, over a pseudo-terminal."""

import contextlib
import logging
import queue
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware import protocol
from hardware.box import BoxLink
from hardware.box_session import STALE_EVENT
from hardware.buttons import NAMES, ButtonEvent, Down, Hold, Press
from tests.firmware.rig import Cable, Pico, tool, until

pytestmark = pytest.mark.skipif(tool("micropython") is None, reason="no MicroPython interpreter (x86_64 only)")


class Table:
    """Box, cable and link, with what came of it."""

    def __init__(self, folder: Path, hold: float = 0.8) -> None:
        self.pico = Pico(folder)
        self.cable = Cable(self.pico)
        self.events: queue.Queue[ButtonEvent] = queue.Queue()
        self.link = BoxLink(self.events, find=self.cable.find, hold=hold)

    def plug(self) -> None:
        self.cable.plug()
        assert until(lambda: self.link.working), (self.link.state, self.pico.errors())

    def next(self, seconds: float = 5.0) -> ButtonEvent:
        return self.events.get(timeout=seconds)

    def none_for(self, seconds: float) -> bool:
        time.sleep(seconds)
        return self.events.empty()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.link.close()
    if table.cable.port is not None:
        table.cable.unplug()


def test_every_button_is_a_down_and_a_press(table: Table) -> None:
    table.plug()
    for button, name in enumerate(NAMES):
        table.pico.press(button, True)
        assert table.next() == Down(name)
        table.pico.press(button, False)
        assert table.next() == Press(name)
    assert table.link.taken == 16
    assert table.pico.log()[0] == "watchdog 4000"


def test_held_it_is_a_hold_while_down(table: Table) -> None:
    table.plug()
    table.pico.press(2, True)
    assert [table.next(), table.next()] == [Down("seat3"), Hold("seat3")]
    table.pico.press(2, False)
    assert table.none_for(0.3)


def test_lights_are_whole_states_and_heal(table: Table) -> None:
    table.plug()
    table.link.turn({1, 6})
    white, dark = "403828", "000000"
    assert until(lambda: table.pico.strip() == [white, dark, dark, dark, dark, white])
    table.cable.to_box = lambda data: b""  # this one is lost
    table.link.turn({2})
    time.sleep(0.1)
    table.cable.to_box = bytes
    assert until(lambda: table.pico.strip() == [dark, white, dark, dark, dark, dark])


def test_a_blink_sounds_the_buzzer_and_ends(table: Table) -> None:
    table.plug()
    table.link.turn({1})
    assert until(lambda: table.pico.strip()[:1] == ["403828"])
    table.link.blink(3)
    assert until(lambda: table.pico.strip()[2] == "403828")
    assert until(lambda: "buzzer 32768" in table.pico.log() and table.pico.log()[-1] == "buzzer 0")
    time.sleep(1.0)
    assert until(lambda: table.pico.strip() == ["403828", *["000000"] * 5])


def test_unplugged_it_is_said_and_found_again_at_another_port(table: Table) -> None:
    table.plug()
    first = table.cable.port
    table.cable.unplug()
    assert until(lambda: not table.link.working)
    assert "no table box" in table.link.state
    other = Cable()  # so that the next pseudo-terminal has another name
    other.plug()
    table.plug()
    other.unplug()
    assert table.cable.port != first
    table.pico.press(0, True)
    table.pico.press(0, False)
    table.pico.press(1, True)
    assert table.next() in (Down("seat1"), Down("seat2"))


def test_a_press_while_nothing_passes_never_acts_later(table: Table) -> None:
    table.plug()
    table.cable.open = False
    assert until(lambda: not table.link.working)
    table.pico.press(0, True)
    time.sleep(0.1)
    table.pico.press(0, False)
    time.sleep(0.2)
    table.cable.open = True
    assert until(lambda: table.link.working)
    assert until(lambda: table.link.dropped_by_box == 2)
    assert table.events.empty()
    table.pico.press(1, True)
    assert table.next() == Down("seat2")


def test_a_short_gap_delays_and_loses_nothing(table: Table) -> None:
    table.plug()
    table.cable.open = False
    table.pico.press(0, True)
    time.sleep(0.1)
    table.pico.press(0, False)
    time.sleep(0.2)
    table.cable.open = True
    assert [table.next(), table.next()] == [Down("seat1"), Press("seat1")]
    assert table.none_for(0.2)


def test_a_bouncing_contact_is_one_press(table: Table) -> None:
    table.plug()
    for step in range(9):
        table.pico.press(0, step % 2 == 0)
        time.sleep(0.001)
    assert table.next() == Down("seat1")
    for step in range(9):
        table.pico.press(0, step % 2 == 1)
        time.sleep(0.001)
    assert table.next() == Press("seat1")
    assert table.none_for(0.1)


def test_a_flood_both_ways_makes_no_wrong_event_and_leaves_a_link_that_works(table: Table) -> None:
    """Ten thousand frames a second of somebody else's, and noise, for two seconds."""
    table.plug()
    chance, until_then = random.Random(5), time.monotonic() + 2.0
    for frames in range(200):
        piece = protocol.frame("E", 0x7777, "000000000D") * 50 + protocol.frame("?", 0, "01") * 50
        table.cable.flood(piece[: chance.randrange(len(piece))])
        if frames % 40 == 20:
            table.pico.press(0, frames % 80 == 20)
        time.sleep(max(0.0, until_then - 2.0 + frames / 100 - time.monotonic()))
    table.pico.press(0, False)
    seen = []
    with contextlib.suppress(queue.Empty):
        while True:
            seen.append(table.events.get(timeout=1.5))
    assert {event.button for event in seen} <= {"seat1"}
    assert sum(isinstance(event, Down) for event in seen) <= 3
    assert until(lambda: table.link.working)
    table.pico.press(4, True)
    assert table.next() == Down("seat5")


def damaging(chance: random.Random, share: float) -> "object":
    def damage(data: bytes) -> bytes:
        return bytes(chance.randrange(256) if chance.random() < share else byte for byte in data)

    return damage


def counted(table: Table) -> int:
    """Events that the box or the link gave up and counted: too old, for nothing passed for over a second."""
    return table.link.dropped_by_box + table.link.given_up + table.link.counts[STALE_EVENT]


def rattle(table: Table, presses: int, unplugs: int, chance: random.Random) -> tuple[int, int, int]:
    """Presses on a line with one byte in twenty damaged; returns how many were made while the link was up, how many of
    these came, and how many more were made while it was not: nothing passed for a second, be it that this machine had
    no time for it. Of those none may be doubled, and each must be counted."""
    table.cable.to_host = damaging(chance, 0.05)  # type: ignore[assignment]
    table.cable.to_box = damaging(chance, 0.05)  # type: ignore[assignment]
    table.link._hold = 60.0  # a machine that has no time for the fingers of this test makes no holds of its presses
    table.plug()
    made = came = not_up = 0
    pause = presses // (unplugs + 1)
    while made < presses:
        for _ in range(min(pause, presses - made) // 8 or 1):
            connection, before = table.link.connections, counted(table)
            for down in (True, False):
                for button in range(8):
                    table.pico.press(button, down)
                table.pico.settle()
            seen: list[ButtonEvent] = []
            while len([event for event in seen if isinstance(event, Press)]) < 8:
                try:
                    seen.append(table.events.get(timeout=2.5))
                except queue.Empty:
                    break
            downs = [event.button for event in seen if isinstance(event, Down)]
            ups = [event.button for event in seen if isinstance(event, Press)]
            assert len(downs) == len(set(downs)), "a down was doubled"
            assert len(ups) == len(set(ups)), "a press was doubled"
            assert set(ups) <= set(downs)
            if len(seen) == 16:
                made += 8
                came += len(ups)
                continue
            # The link was down meanwhile, or what was given up is counted: the box tells it every second and a half.
            assert until(lambda: table.link.connections != connection or counted(table) > before), (  # noqa: B023
                seen,
                table.link.counts,
            )
            not_up += 8
            assert until(lambda: table.link.working)
            assert table.events.empty(), "something acted late"
        if made < presses and unplugs:
            table.cable.unplug()
            assert until(lambda: not table.link.working)
            table.plug()
            assert table.events.empty()
    return made, came, not_up


def test_a_slice_of_the_rattling(table: Table) -> None:
    made, came, _ = rattle(table, 240, 2, random.Random(1))
    assert made == came == 240
    assert table.link.counts["malformed"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))  # four boxes, so that every core has one
def test_a_hundred_thousand_presses_with_a_hundred_unplugs(table: Table, part: int) -> None:
    made, came, not_up = rattle(table, 25_000, 25, random.Random(part))
    # Seen with -rA, from every process.
    logging.warning("box %s: %s presses, %s came; %s more while nothing passed for a second", part, made, came, not_up)
    assert made == came >= 25_000


def test_undo_held_while_power_comes_leaves_the_prompt(tmp_path: Path) -> None:
    pico = Pico(tmp_path)
    pico.press(7, True)
    process = pico.power()
    assert process.stdout is not None
    assert b"staying at the prompt" in process.stdout.read()
    assert pico.log() == []  # no watchdog
    pico.off()
