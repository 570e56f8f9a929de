"""The table box on USB: found, opened, listened to, and found again. One thread does it all; nobody waits for it.

    events = queue.Queue()
    box = BoxLink(events)          # returns at once, box or no box
    box.turn({1, 3})               # lights the seats
    events.get()                   # Down, Press and Hold, as from buttons on the pins

The box is whatever `find_boxes` names: the port of the settings, else udev's name for it, else every serial device with
the Pico's USB numbers. Only an answer in the box's language makes it the box.
"""

import contextlib
import errno
import glob
import logging
import os
import queue
import secrets
import select
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any

from firmware import protocol
from hardware.box_session import Session
from hardware.buttons import HOLD, ButtonEvent, Down, seat_of

if TYPE_CHECKING:
    from serial import Serial

UDEV_NAME = "/dev/table-box"  # made by systemd/70-table-box.rules
USB_IDS = frozenset({(0x2E8A, 0x0005)})  # Raspberry Pi's maker number; MicroPython on an RP2040
LOOK_AGAIN = 0.5  # seconds between two looks for a box
ANSWERED = 3.0  # seconds in which a box answers
FELT = 0.12  # seconds: a lit seat goes dark so long, a dark one is lit
BLINKING = 0.72  # seconds: three blinks of the firmware's length
REPORT = 60.0  # seconds between two lines in the log
CHUNK = 4096  # bytes read at once

_log = logging.getLogger(__name__)

ASKING = "asking what is at"
NO_BOX = "no table box is plugged in; everything goes by touch without it."


def find_boxes(port: str = "auto", udev_name: str = UDEV_NAME) -> list[str]:
    """Paths that may be the box, the likeliest first. `port` other than "auto" is the only one."""
    if port != "auto":
        return [port] if os.path.exists(port) else []
    if os.path.exists(udev_name):
        return [udev_name]
    paths = sorted(glob.glob("/dev/ttyACM*"))
    if not paths:
        return []
    from serial.tools.list_ports_linux import SysFS

    found = []
    for path in paths:
        with contextlib.suppress(OSError, ValueError):  # it may go away while it is looked at
            device = SysFS(path)
            if (device.vid, device.pid) in USB_IDS:
                found.append(path)
    return found


def open_port(path: str) -> "Serial":
    """The serial device at `path`, for us alone; reads and writes never wait. Raises OSError and termios.error."""
    from serial import Serial

    port = Serial(path, baudrate=115200, timeout=0, write_timeout=0, exclusive=True)
    try:
        port.reset_input_buffer()
    except BaseException:
        port.close()
        raise
    return port


def ask_for_prompt(port: "Serial") -> None:
    """Ask the firmware at `port` to stop, so that `mpremote` can have it. What else is there does not understand it."""
    os.write(port.fileno(), b"\n" + protocol.frame("X", 0, "REPL"))


def not_opened(path: str, error: BaseException) -> str:
    """Why the device at `path` was not opened, in one sentence."""
    number = getattr(error, "errno", None)
    if number in (errno.EACCES, errno.EPERM):
        return f"the table box at {path} may not be opened: let this user into the group dialout and log in again."
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or "lock" in str(error):
        return f"another program uses the table box at {path}: close it (another companion, mpremote, a terminal)."
    why = "it is no serial port" if "configure port" in str(error) else getattr(error, "strerror", None) or error
    return f"the table box at {path} cannot be opened ({why}): plug it in again."


class BoxLink:
    """The link to the box: Buttons and Lights in one.

    `changed` is called, on the link's thread, with the state whenever the box came or went, or what is there cannot
    be used. `clock` is for tests.
    """

    def __init__(
        self,
        events: "queue.Queue[ButtonEvent]",
        *,
        hold: float = HOLD,
        find: Callable[[], Iterable[str]] = find_boxes,
        changed: Callable[[str], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._changed = changed
        self._events, self._hold, self._find, self._clock = events, hold, find, clock
        self.state = NO_BOX
        self.working = False
        self.counts: Counter[str] = Counter()
        self.taken = 0
        self.given_up = 0
        self.dropped_by_box = 0
        self.connections = 0
        self._told = NO_BOX
        self._reported: Counter[str] = Counter()
        self._report_at = clock() + REPORT
        self._lit: frozenset[int] = frozenset()
        self._blinks: dict[int, float] = {}
        self._felt: dict[int, float] = {}
        self._colours: str | None = None
        self._beeps = 0
        self._closing = False
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._thread = threading.Thread(target=self._run, name="table box", daemon=True)
        self._thread.start()

    # --- what others call; none of it waits -------------------------------------------------------------------------

    def turn(self, seats: Collection[int]) -> None:
        """These seats are to act: their lights are lit, all others dark."""
        self._lit = frozenset(seats)
        self._wake()

    def felt(self, seat: int) -> None:
        """One short blink: the button went down."""
        self._felt = {**self._felt, seat: self._clock() + FELT}
        self._wake()

    def blink(self, seat: int) -> None:
        """Three short blinks and a beep, then as it was."""
        self._blinks = {**self._blinks, seat: self._clock() + BLINKING}
        self.beep()

    def beep(self) -> None:
        """One short beep."""
        self._beeps = (self._beeps + 1) % 16
        self._wake()

    def show(self, lights: str | None) -> None:
        """Six signs of the protocol instead of what `turn` said; None ends it. For testing the lights."""
        self._colours = lights
        self._wake()

    def close(self) -> None:
        """All dark; let go of the port."""
        self._closing = True
        self._wake()
        self._thread.join(timeout=2)
        wake, self._wake_write = self._wake_write, -1
        if wake >= 0:
            os.close(wake)

    # --- the thread -------------------------------------------------------------------------------------------------

    def _wake(self) -> None:
        with contextlib.suppress(OSError):  # full: then it is awake already
            os.write(self._wake_write, b"w")

    def _sleep(self, seconds: float, *more: Any) -> bool:
        """Until there is something to read in `more` (True), until woken, or until the time is over."""
        ready, _, _ = select.select([self._wake_read, *more], [], [], seconds)
        if self._wake_read in ready:
            with contextlib.suppress(OSError):
                os.read(self._wake_read, CHUNK)
        return any(one in ready for one in more)

    def _run(self) -> None:
        while not self._closing:
            paths = list(self._find())
            if not paths:
                self._say(NO_BOX)
            for path in paths:
                if not self._closing:
                    self._try(path)
            until = self._clock() + LOOK_AGAIN
            while not self._closing and (left := until - self._clock()) > 0:
                self._sleep(left)
            self._report()
        os.close(self._wake_read)

    def _say(self, state: str, working: bool = False) -> None:
        came_or_went = working != self.working
        self.state, self.working = state, working
        # What is wrong with a device that is there is told once, not at every look for it.
        wrong = not working and state != NO_BOX and ASKING not in state
        if came_or_went or (wrong and state != self._told):
            self._told = state
            if self._changed is not None and not self._closing:
                self._changed(state)

    def _try(self, path: str) -> None:
        """Open `path` and stay with it until it is over."""
        import termios

        try:
            port = open_port(path)
        except (OSError, ValueError, termios.error) as error:  # SerialException is an OSError, termios.error is not
            self._say(not_opened(path, error))
            return
        try:
            over = self._talk(path, port)
        except (OSError, termios.error) as error:
            _log.info("the table box at %s is gone (%s)", path, error)
            self._say(NO_BOX)
        else:
            self._say(over)
        finally:
            with contextlib.suppress(OSError, termios.error):
                port.close()

    def _talk(self, path: str, port: "Serial") -> str:
        """Until the connection is over; says why. Raises OSError and termios.error when the device is gone."""
        now = begun = self._clock()
        session = Session(secrets.randbelow(0xFFFF) + 1, self._hold, self.counts, now)
        known = session.state
        if self.state == NO_BOX:  # what was found out at the last try is better than a question
            self._say(f"table box: {ASKING} {path} …")
        while not session.over:
            session.show(self._lights(now), self._beeps)
            self._write(port, session.due(now))
            if self._closing:
                session.show(protocol.UNLIT, self._beeps)
                self._write(port, session.due(now))
                return NO_BOX
            data = b""
            if self._sleep(min(session.wait(now), 0.1), port.fileno()):
                data = port.read(CHUNK)
            if len(data) == CHUNK:
                time.sleep(0.005)  # a flood: leave the processor to the others
            now = self._clock()
            for event in session.heard(data, now):
                if isinstance(event, Down) and (seat := seat_of(event.button)) is not None:
                    self.felt(seat)  # here, where no other thread has to be waited for
                self._events.put(event)
            self.taken, self.given_up = session.taken, session.given_up
            self.dropped_by_box = session.dropped_by_box
            if session.state != known:
                known = session.state
                if known == "up":
                    self.connections += 1
                    self._say(f"table box at {path}", working=True)
            if known == "greeting" and now - begun > ANSWERED:
                return (
                    f"what is plugged in at {path} does not answer as a table box: put the firmware on it with "
                    "'companion box flash', or name the box's port in the settings (box.port)."
                )
            self._report()
        return self._over(path, session)

    def _over(self, path: str, session: Session) -> str:
        if session.state == "version":
            newer = session.version > protocol.VERSION
            return (
                f"the table box at {path} speaks version {session.version} and this companion {protocol.VERSION}: "
                + ("update the companion." if newer else "put its firmware on with 'companion box flash'.")
            )
        if session.state == "taken":
            return f"another program speaks to the table box at {path}: close it (another companion, mpremote)."
        return f"the table box at {path} has fallen silent; it is being looked for."

    def _write(self, port: "Serial", data: bytes) -> None:
        # A box that does not read must stop nobody: what does not fit is lost, as on a bad line, and said again.
        # Not by pyserial's own write, which tries for ever where nothing fits.
        if data:
            with contextlib.suppress(BlockingIOError):
                os.write(port.fileno(), data)

    def _lights(self, now: float) -> str:
        if self._colours is not None:
            return self._colours
        blinking = {seat for seat, until in self._blinks.items() if now < until}
        felt = {seat for seat, until in self._felt.items() if now < until}
        signs = [
            "W" if seat in blinking else "w" if (seat in self._lit) != (seat in felt) else protocol.DARK
            for seat in range(1, protocol.SEATS + 1)
        ]
        return "".join(signs)

    def _report(self) -> None:
        """One line a minute at most, of all that was refused in it."""
        now = self._clock()
        if now < self._report_at:
            return
        self._report_at = now + REPORT
        new = self.counts - self._reported
        if new:
            self._reported = self.counts.copy()
            told = ", ".join(f"{count} {reason}" for reason, count in sorted(new.items()))
            _log.warning("table box: refused in the last minute: %s", told)
