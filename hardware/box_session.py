"""The host's end of one connection to the table box. Pure: bytes and the time (in seconds) come in, presses go out.

The box says when each event happened by its own clock, and each sign of life carries that clock too. So a press and a
hold are told apart by the box's time: a frame that had to be sent again makes no press a hold. And since a clock that
is read late shows how late it is, an event that lay about somewhere for over a second is refused, not acted on.
"""

from collections import Counter
from dataclasses import dataclass

from firmware import protocol
from hardware.buttons import NAMES, ButtonEvent, Down, Hold, Press

STALE = protocol.DROP / 1000  # seconds
OFFSET_KEPT = 30.0  # seconds; two crystals drift apart by milliseconds in it

GREETED = 0.5  # seconds; an answer to hello that is read later than that was not read while it was new

STALE_EVENT = "too old"
STRANGE = "another session"

_CLOCK = 65536


@dataclass
class _Contact:
    since: int  # box's time, ms
    held: bool = False


class _BoxClock:
    """The box's clock without its wrap, and how late what it says arrives."""

    def __init__(self) -> None:
        self._last: int | None = None
        self._least: list[float] = []  # of (host - box), of this stretch and of the one before, in seconds
        self._stretch = 0.0

    def unwrapped(self, clock: int) -> int:
        """Milliseconds, which may be earlier than those before."""
        if self._last is None:
            self._last = clock
        self._last += protocol.ahead(clock, self._last % _CLOCK, _CLOCK)
        return self._last

    def lateness(self, box: int, now: float) -> float:
        """Seconds that something said at `box` took, over the quickest in the last minute."""
        offset = now - box / 1000
        if not self._least or now - self._stretch > OFFSET_KEPT:
            self._stretch = now
            self._least = [offset, *self._least[:1]]
        self._least[0] = min(self._least[0], offset)
        return offset - min(self._least)


class Session:
    """One connection, from hello to the end. `counts` is shared by all connections: what was refused, by reason.

    `state` is "greeting", "up", or why it is over: "dead", "lost" (the box forgot us: it started anew), "taken"
    (another program speaks to the box), "version" (then `version` is the box's).
    """

    def __init__(self, number: int, hold: float, counts: "Counter[str]", now: float) -> None:
        self.number, self.state, self.version = number, "greeting", protocol.VERSION
        self.dropped_by_box = 0
        self.taken = 0  # events taken in this session
        self.given_up = 0  # events that the box made but gave up, as its numbers show
        self._hold, self._counts = round(hold * 1000), counts
        self._decoder = protocol.Decoder(protocol.FROM_BOX)
        self._wanted = 0
        self._early: dict[int, tuple[int, int, bool]] = {}  # by number: clock, button, whether down
        self._down: dict[int, _Contact] = {}
        self._clock = _BoxClock()
        self._heard = self._say_at = self._asked = now
        self._lights_said = 0
        self._answer_now = False
        self.lights, self.beeps = protocol.UNLIT, 0

    @property
    def over(self) -> bool:
        return self.state not in ("greeting", "up")

    def show(self, lights: str, beeps: int) -> None:
        """The whole state of the lights (six signs of the protocol) and the count of beeps (modulo 16)."""
        if (lights, beeps) != (self.lights, self.beeps):
            self.lights, self.beeps = lights, beeps
            self._lights_said = 0
            self._answer_now = True

    def heard(self, data: bytes, now: float) -> list[ButtonEvent]:
        """Bytes from the box; the presses, downs and holds that follow."""
        # Silence first: what lies in a buffer after it belongs to a link that was down. So does an
        # answer that lay there.
        self._check_silence(now)
        if self.state == "greeting" and now - self._asked > GREETED:
            self._end("dead")
        events: list[ButtonEvent] = []
        for kind, session, body in self._decoder.feed(data):
            if self.over:
                break
            if kind == "!":
                self._welcome(session, protocol.number(body), now)
            elif session != self.number:
                self._strange(kind, session, now)
            elif self.state == "up":
                self._heard = now
                if kind == "H":
                    events += self._alive(body, now)
                elif kind == "E":
                    events += self._event(body, now)
                elif kind == "S":
                    self.dropped_by_box = protocol.number(body[:4])
        for reason, count in self._decoder.refused.items():
            self._counts[reason] += count
            self._decoder.refused[reason] = 0
        return events

    def due(self, now: float) -> bytes:
        """What is to be written now."""
        self._check_silence(now)
        if self.over or (now < self._say_at and not self._answer_now):
            return b""
        self._answer_now = False
        self._say_at = now + protocol.HEARTBEAT / 1000
        if self.state == "greeting":
            self._asked = now
            return protocol.frame("?", self.number, f"{protocol.VERSION:02X}")
        out = protocol.frame("K", self.number, f"{self._wanted:02X}")
        # Lights go out at once when they change, then every fifth time.
        if self._lights_said % 5 == 0:
            out += protocol.frame("L", self.number, f"{self.lights}{self.beeps:X}")
        self._lights_said += 1
        return out

    def wait(self, now: float) -> float:
        """Seconds until `due` has something to say, if nothing is heard."""
        return max(0.0, self._say_at - now)

    def _check_silence(self, now: float) -> None:
        if self.state == "up" and now - self._heard > protocol.DEAD / 1000:
            self._end("dead")

    def _end(self, state: str) -> None:
        self.state = state
        self._down.clear()

    def _welcome(self, session: int, version: int, now: float) -> None:
        if session != self.number or self.state != "greeting":
            return
        self._heard = now
        if version != protocol.VERSION:
            self.version = version
            self._counts["another version"] += 1
            self._end("version")
        else:
            self.state = "up"
            self._answer_now = True

    def _strange(self, kind: str, session: int, now: float) -> None:
        # While greeting, the box may still speak to whoever was there before.
        self._counts[STRANGE] += 1
        if kind == "H" and self.state == "up":
            self._end("taken" if session else "lost")

    def _alive(self, body: str, now: float) -> list[ButtonEvent]:
        clock, following = protocol.number(body[:4]), protocol.number(body[4:])
        if clock < 0 or following < 0:
            return []
        box = self._clock.unwrapped(clock)
        self._clock.lateness(box, now)
        if following != self._wanted:
            return []  # something happened that has not arrived: the button may be up again
        return [event for button in list(self._down) for event in self._holds(button, box)]

    def _holds(self, button: int, box: int) -> list[ButtonEvent]:
        contact = self._down[button]
        if contact.held or box - contact.since < self._hold:
            return []
        contact.held = True
        return [Hold(NAMES[button])]

    def _event(self, body: str, now: float) -> list[ButtonEvent]:
        clock, at, oldest = protocol.number(body[:4]), protocol.number(body[4:6]), protocol.number(body[6:8])
        button, down = protocol.number(body[8]), body[9] == "D"
        if min(clock, at, oldest) < 0 or not 0 <= button < protocol.BUTTONS or body[9] not in "DU":
            self._counts[protocol.MALFORMED] += 1
            return []
        self._answer_now = True
        gap = protocol.ahead(oldest, self._wanted, 256)
        if gap > 0:
            # The box gave some up. Whatever was down may be up: nothing is made of half a press.
            self.given_up += sum((self._wanted + step) % 256 not in self._early for step in range(gap))
            self._wanted = oldest
            self._down.clear()
        self._early = {one: event for one, event in self._early.items() if protocol.ahead(one, self._wanted, 256) >= 0}
        # One that overtook another waits for it: on a bad line that is far quicker than having all sent again.
        if 0 <= protocol.ahead(at, self._wanted, 256) < protocol.KEPT:
            self._early[at] = (clock, button, down)
        events: list[ButtonEvent] = []
        while self._wanted in self._early:
            events += self._take(*self._early.pop(self._wanted), now)
            self._wanted = (self._wanted + 1) % 256
        return events

    def _take(self, clock: int, button: int, down: bool, now: float) -> list[ButtonEvent]:
        self.taken += 1
        box = self._clock.unwrapped(clock)
        if self._clock.lateness(box, now) > STALE:
            self._counts[STALE_EVENT] += 1
            self._down.clear()
            return []
        if down:
            self._down[button] = _Contact(box)
            return [Down(NAMES[button])]
        if button not in self._down:
            return []
        events = self._holds(button, box)
        if not self._down.pop(button).held:
            events.append(Press(NAMES[button]))
        return events
