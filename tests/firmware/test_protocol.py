"""The protocol at both ends, without time and wires: the box's own code in this Python, and the host's session."""

import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware import protocol
from hardware.box_session import Session
from hardware.buttons import NAMES, ButtonEvent, Down, Hold, Press
from tests.firmware.flat import flat
from tests.firmware.fuzz import one_round
from tests.firmware.rig import FILES, FIRMWARE, tool

BOTH = {**protocol.FROM_HOST, **protocol.FROM_BOX}
frames = st.sampled_from(sorted(BOTH)).flatmap(
    lambda kind: st.tuples(
        st.just(kind),
        st.integers(0, 0xFFFF),
        st.text(st.characters(min_codepoint=0x2B, max_codepoint=0x7E), min_size=BOTH[kind], max_size=BOTH[kind]),
    )
)


def cut(data: bytes, at: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in at)})
    return [data[begin:end] for begin, end in pairwise(edges)]


def test_the_crc_is_the_usual_one() -> None:
    assert protocol.crc16(b"123456789") == 0x29B1


@given(st.lists(frames, max_size=8), st.lists(st.integers(0, 400)))
def test_frames_come_out_as_they_went_in_however_they_are_cut(sent: list[tuple[str, int, str]], at: list[int]) -> None:
    decoder = protocol.Decoder(BOTH)
    data = b"".join(protocol.frame(*one) for one in sent)
    assert [one for piece in cut(data, at) for one in decoder.feed(piece)] == sent
    assert sum(decoder.refused.values()) == 0


@given(st.lists(st.one_of(st.binary(max_size=60).map(lambda noise: noise.replace(b"$", b"")), frames), max_size=12))
def test_noise_between_frames_hides_none(mixed: list[bytes | tuple[str, int, str]]) -> None:
    decoder = protocol.Decoder(BOTH)
    data = b"".join(one if isinstance(one, bytes) else protocol.frame(*one) for one in mixed)
    assert decoder.feed(data) == [one for one in mixed if not isinstance(one, bytes)]


@given(frames, st.data())
def test_a_frame_with_up_to_three_wrong_bits_is_none(one: tuple[str, int, str], data: st.DataObject) -> None:
    sent = protocol.frame(*one)
    bits = data.draw(st.sets(st.integers(0, len(sent) * 8 - 1), min_size=1, max_size=3))
    wrong = bytearray(sent)
    for bit in bits:
        wrong[bit // 8] ^= 1 << bit % 8
    assert protocol.Decoder(BOTH).feed(bytes(wrong) + b"\n") in ([], [one])  # the newline alone may be damaged
    if wrong[-1] == 0x0A:
        assert protocol.Decoder(BOTH).feed(bytes(wrong)) == []


@given(st.binary(max_size=3000))
def test_any_bytes_at_either_end_raise_nothing_and_take_no_room(data: bytes) -> None:
    box, counts = flat("box").Box(), Counter[str]()
    box.heard(data, 5)
    box.due(5)
    session = Session(7, 0.8, counts, 0.0)
    session.heard(protocol.frame("!", 7, "01"), 0.0)
    session.heard(data, 0.1)
    session.due(0.1)
    for decoder in (box._decoder, session._decoder):
        assert len(decoder._line) <= protocol.LONGEST


@settings(max_examples=200)
@given(st.lists(st.tuples(frames, st.booleans()), max_size=40))
def test_good_frames_with_any_content_raise_nothing(sent: list[tuple[tuple[str, int, str], bool]]) -> None:
    box, counts = flat("box").Box(), Counter[str]()
    box.heard(protocol.frame("?", 7, "01"), 0)
    session = Session(7, 0.8, counts, 0.0)
    session.heard(protocol.frame("!", 7, "01"), 0.0)
    for (kind, number, body), ours in sent:
        data = protocol.frame(kind, 7 if ours else number, body)
        box.heard(data, 10)
        session.heard(data, 0.01)
    assert len(box.due(10)) < 400
    session.due(0.01)


class Line:
    """Box and session with a line between, in steps of five milliseconds; a chunk may be lost, doubled or damaged."""

    def __init__(self, hold: float = 0.8, number: int = 7) -> None:
        self.box, self.now, self.counts = flat("box").Box(), 0, Counter[str]()
        self.session = Session(number, hold, self.counts, 0.0)
        self.events: list[ButtonEvent] = []

    def reconnect(self, number: int) -> None:
        self.session = Session(number, 0.8, self.counts, self.now / 1000)

    def step(self, to_box: str = "ok", to_host: str = "ok") -> None:
        self.now += 5
        self.box.heard(passed(self.session.due(self.now / 1000), to_box), self.now)
        self.events += self.session.heard(passed(self.box.due(self.now), to_host), self.now / 1000)

    def run(self, seconds: float, to_box: str = "ok", to_host: str = "ok") -> None:
        for _ in range(round(seconds * 200)):
            self.step(to_box, to_host)

    def button(self, button: int, down: bool) -> None:
        self.box.button(button, down, self.now, self.now)


def passed(data: bytes, fate: str) -> bytes:
    if fate == "lost":
        return b""
    if fate == "damaged" and data:
        return data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 0x11]) + data[len(data) // 2 + 1 :]
    return data * 2 if fate == "doubled" else data


fates = st.sampled_from(["ok", "ok", "lost", "damaged", "doubled"])


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(fates, fates), min_size=1, max_size=60),
    st.lists(st.tuples(st.integers(0, 7), st.integers(1, 20)), min_size=1, max_size=15),
)
def test_on_a_bad_line_each_press_comes_once_and_in_order(
    line_fates: list[tuple[str, str]], presses: list[tuple[int, int]]
) -> None:
    line = Line()
    line.run(0.05)
    fate = iter(line_fates)
    for button, steps in presses:
        for down in (True, False):
            line.button(button, down)
            for _ in range(steps):
                line.step(*next(fate, ("ok", "ok")))
    line.run(0.3)
    assert line.session.state == "up"
    wanted = [one for button, _ in presses for one in (Down(NAMES[button]), Press(NAMES[button]))]
    assert line.events == wanted
    assert line.box.dropped == 0


def test_a_hold_comes_while_down_and_by_the_boxs_clock() -> None:
    line = Line(hold=0.5)
    line.run(0.05)
    line.button(1, True)
    line.run(0.45)
    assert line.events == [Down("seat2")]
    line.run(0.2)
    assert line.events == [Down("seat2"), Hold("seat2")]
    line.button(1, False)
    line.run(0.1)
    assert len(line.events) == 2


def test_an_up_that_is_late_makes_no_press_a_hold() -> None:
    line = Line(hold=0.5)
    line.run(0.05)
    line.button(1, True)
    line.run(0.4)
    line.button(1, False)
    line.run(0.6, to_host="lost")
    line.run(0.1)
    assert line.events == [Down("seat2"), Press("seat2")]


def test_what_was_not_taken_within_a_second_is_dropped_counted_and_makes_no_hold_later() -> None:
    line = Line()
    line.run(0.05)
    line.button(0, True)
    line.run(0.1)
    line.button(0, False)
    line.run(1.1, to_host="lost")
    assert line.box.dropped == 1
    line.run(2.0)
    assert line.events == [Down("seat1")]
    line.button(3, True)
    line.button(3, False)
    line.run(0.1)
    assert line.events[1:] == [Down("seat4"), Press("seat4")]


def test_what_happened_while_the_link_was_down_never_acts() -> None:
    line = Line()
    line.run(0.05)
    line.run(1.7, "lost", "lost")
    assert line.session.state == "dead"
    line.button(0, True)
    line.button(0, False)
    line.reconnect(8)
    line.run(3)
    assert (line.session.state, line.events, line.box.dropped) == ("up", [], 2)


def test_a_button_held_across_a_reconnection_does_nothing_when_let_go() -> None:
    line = Line()
    line.run(0.05)
    line.button(0, True)
    line.run(0.1)
    line.reconnect(8)
    line.run(0.1)
    line.button(0, False)
    line.run(0.2)
    assert line.events == [Down("seat1")]


def test_what_lay_in_a_buffer_for_over_a_second_is_refused() -> None:
    """A host that was stopped finds old frames in the kernel's buffer."""
    line = Line()
    line.run(0.5)
    line.button(0, True)
    line.button(0, False)
    kept = line.box.due(line.now + 5)
    assert line.session.heard(kept, line.now / 1000 + 1.2) == []
    assert line.counts["too old"] == 2


def test_an_old_answer_to_hello_does_not_begin_a_session() -> None:
    session = Session(7, 0.8, Counter(), 0.0)
    session.due(0.0)
    session.heard(protocol.frame("!", 7, "01"), 0.8)
    assert session.state == "dead"


def test_a_box_that_started_anew_is_noticed_at_once() -> None:
    line = Line()
    line.run(0.5)
    line.box = flat("box").Box()
    line.run(0.25)
    assert line.session.state == "lost"


@pytest.mark.parametrize("version", [0, 2, 255])
def test_another_version_is_said_and_nothing_of_it_acted_on(version: int) -> None:
    session = Session(7, 0.8, Counter(), 0.0)
    session.due(0.0)
    session.heard(protocol.frame("!", 7, f"{version:02X}") + protocol.frame("E", 7, "000000000D"), 0.01)
    assert (session.state, session.version) == ("version", version)
    box = flat("box").Box()
    box.heard(protocol.frame("?", 7, f"{version:02X}"), 0)
    assert box.session == 0
    assert box.due(0) == protocol.frame("!", 7, "01")


def test_a_second_host_takes_the_box_and_the_first_says_so() -> None:
    line = Line(number=7)
    line.run(0.1)
    line.box.heard(protocol.frame("?", 9, "01"), line.now)
    line.run(0.3)
    assert line.session.state == "taken"
    line.box.heard(protocol.frame("K", 7, "00"), line.now)
    assert (line.box.strangers, line.box.session) == (1, 9)


def test_a_flood_of_hellos_is_answered_once_and_of_garbage_not_at_all() -> None:
    box = flat("box").Box()
    box.heard(protocol.frame("?", 7, "01") * 1000, 0)
    assert box.due(0).count(b"!") == 1
    box.heard(b"$K0007" * 10_000 + b"\n", 1)
    assert len(box.due(1)) < 100


def test_the_clock_wraps_and_numbers_wrap() -> None:
    line = Line()
    line.now = 65_300
    line.session = Session(7, 0.8, line.counts, line.now / 1000)
    line.run(0.05)
    for _ in range(300):
        line.button(4, True)
        line.step()
        line.button(4, False)
        line.step()
    line.run(0.2)
    assert line.events == [Down("seat5"), Press("seat5")] * 300


def test_lights_go_dark_when_the_host_is_gone() -> None:
    line = Line()
    line.session.show("w--B--", 1)
    line.run(0.1)
    assert (line.box.lights, line.box.beeps) == ("w--B--", 1)
    line.run(1.6, "lost", "lost")
    assert (line.box.lights, line.box.beeps) == (protocol.UNLIT, -1)


PICO = 264 * 1024  # bytes of memory; MicroPython itself leaves about 190 KB of it
MEASURE = """
import gc
gc.collect()
before = gc.mem_alloc()
import protocol, buttons, lights, box
kept = box.Box(), buttons.Debounce(8)
gc.collect()
print(gc.mem_alloc() - before)
"""


@pytest.mark.skipif(tool("mpy-cross") is None, reason="mpy-cross is not installed")
def test_every_file_compiles_for_the_pico_and_fits_its_memory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {path.name for path in FIRMWARE.glob("*.py")} == {*FILES, "__init__.py"}
    compiler, interpreter = tool("mpy-cross"), tool("micropython")
    assert compiler is not None
    for name in FILES:
        out = tmp_path / name.replace(".py", ".mpy")
        subprocess.run([compiler, "-march=armv6m", "-o", out, FIRMWARE / name], check=True)
    size = sum(out.stat().st_size for out in tmp_path.glob("*.mpy"))
    told = f"firmware: {size:,} bytes compiled"
    if interpreter is not None:
        environment = {"MICROPYPATH": f"{tmp_path}:.frozen"}
        ran = subprocess.run([interpreter, "-c", MEASURE], env=environment, capture_output=True, text=True, check=True)
        # Every word of the Pico's is half as wide: there it is less.
        loaded = int(ran.stdout)
        told += f", {loaded:,} in memory in a 64-bit interpreter"
        assert loaded < PICO // 4
    with capsys.disabled():
        print(f"\n{told}, of the Pico's {PICO:,}")
    assert size < PICO // 8


def test_a_silent_link_is_down_within_two_seconds() -> None:
    assert protocol.DEAD + protocol.HEARTBEAT <= 2000
    line = Line()
    line.run(0.05)
    line.run((protocol.DEAD + protocol.HEARTBEAT) / 1000, "lost", "lost")
    assert line.session.state == "dead"


def test_the_protocol_imports_nothing() -> None:
    assert "import" not in (FIRMWARE / "protocol.py").read_text().replace("imports nothing", "")


@pytest.mark.parametrize("seed", range(40))
def test_a_slice_of_the_fuzzing(seed: int) -> None:
    one_round(seed)
