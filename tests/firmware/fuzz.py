"""`make fuzz`: both ends of the box's line against streams that were once good.

python -m tests.firmware.fuzz [SECONDS] [SEED]    ends with 1, and the seed and round, at the first thing that is wrong

Good frames are cut, doubled, swapped, damaged and mixed with noise. Whatever comes: nothing is raised, nothing grows,
and the box's events that were not damaged are never doubled.
"""

import random
import sys
import time
import traceback
from collections import Counter

from firmware import protocol
from hardware.box_session import Session
from hardware.buttons import NAMES, Down
from tests.firmware.flat import flat


def spoilt(frames: list[bytes], chance: random.Random) -> bytes:
    """The frames as a bad line, a mad device or a second program may deliver them."""
    out = bytearray()
    for one in frames:
        kind = chance.randrange(8)
        if kind == 0:
            continue
        if kind == 1:
            out += one
        if kind == 2:
            out += chance.randbytes(chance.randrange(40))
        wrong = bytearray(one)
        if kind == 3 and wrong:
            wrong[chance.randrange(len(wrong))] ^= 1 << chance.randrange(8)
        if kind == 4:
            wrong = wrong[: chance.randrange(len(wrong) + 1)]
        out += wrong
    return bytes(out)


def one_round(seed: int) -> None:
    """One connection of a few hundred steps. Raises AssertionError, or whatever was wrong."""
    chance = random.Random(seed)
    box, counts, now = flat("box").Box(), Counter[str](), 0
    session = Session(chance.randrange(1, 65536), 0.8, counts, 0.0)
    downs, seen = 0, 0
    for _ in range(chance.randrange(20, 300)):
        now += chance.choice((1, 5, 5, 5, 20, 200))
        if chance.random() < 0.3:
            button, down = chance.randrange(8), chance.random() < 0.5
            downs += down
            box.button(button, down, now, now)
        box.heard(spoilt([session.due(now / 1000)], chance), now)
        events = session.heard(spoilt(box.due(now).splitlines(keepends=True), chance), now / 1000)
        assert all(event.button in NAMES for event in events)
        seen += sum(isinstance(event, Down) for event in events)
        assert seen <= downs, "a down was doubled"
        assert len(box._kept) <= protocol.KEPT
        assert len(session._early) <= protocol.KEPT
        if session.over:
            session = Session(chance.randrange(1, 65536), 0.8, counts, now / 1000)


def main(arguments: list[str]) -> int:
    seconds = float(arguments[0]) if arguments else 60.0
    seed = int(arguments[1]) if len(arguments) > 1 else random.SystemRandom().randrange(2**32)
    end, rounds = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        try:
            one_round(seed + rounds)
        except Exception:
            traceback.print_exc()
            print(f"fuzz: wrong in seed {seed + rounds}: python -m tests.firmware.fuzz 0.01 {seed + rounds}")
            return 1
        rounds += 1
    print(f"fuzz: {rounds} connections from seed {seed}, nothing wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
