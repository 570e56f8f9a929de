"""The language between the companion (the host) and the table box, written once and run at both ends.

It runs in CPython and in MicroPython, and imports nothing. A frame is one line of printable ASCII:

    $ KIND SESSION BODY * CRC newline        e.g.  $K1A2F07*90C4

KIND is one character, SESSION four hexadecimal digits, CRC four: CRC-16/CCITT (0x1021, from 0xFFFF) over all between
`$` and `*`. Each kind's body has one length. Hexadecimal digits are capitals. There is one way to write each frame, so
damage has to make another good frame to get through. `$` begins a frame wherever it stands: what came before is noise.

    from the host                                        from the box
    ?  hello: version (2)                                !  welcome: the box's version (2)
    K  alive: number of the next event wanted (2)        H  alive: its clock (4), number of its next event (2)
    L  lights: six seats (6), count of beeps (1)         E  event: clock (4), number (2), oldest kept (2),
    X  stop, and listen to mpremote: REPL                   button (1), D or U
                                                         S  counts: events dropped (4), frames refused (4)

The host makes up a session's number at each connection; what carries another is not acted on. `?`, `!` and
`X` (which any session may say), and the shape of a frame, stay as they are in every version.

Events are numbered modulo 256 and delivered in order. The box sends all that it keeps every RESEND until K says that
they came. What was not taken within DROP is dropped and counted; "oldest kept" tells the host not to wait for it.
Clocks are milliseconds modulo 65536. Lights are sent whole, again and again, so that a lost frame heals.
"""

VERSION = 1

HEARTBEAT = 100  # ms between two signs of life, both ways
DEAD = 1500  # ms without one, and the link is down
RESEND = 20  # ms
DROP = 1000  # ms an event is kept at most: later, it would surprise
KEPT = 64  # events kept at most; far under 128, where numbers would become ambiguous

BUTTONS = 8  # seats 1 to 6, confirm, undo
SEATS = 6

DARK = "-"
COLOURS = "wrgbyoc"  # white red green blue yellow orange cyan; a capital blinks
UNLIT = DARK * SEATS

FROM_HOST = {"?": 2, "K": 2, "L": SEATS + 1, "X": 4}
FROM_BOX = {"!": 2, "H": 6, "E": 10, "S": 8}
"""Kinds of frames, and the lengths of their bodies."""

LONGEST = 24  # characters between two newlines; with room to spare

MALFORMED = "malformed"
WRONG_CRC = "wrong CRC"

_DIGITS = "0123456789ABCDEF"
_NIBBLES = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def crc16(data: bytes) -> int:
    """CRC-16/CCITT of `data`, polynomial 0x1021, beginning with 0xFFFF."""
    crc = 0xFFFF
    for byte in data:
        crc = ((crc << 4) & 0xFFFF) ^ _NIBBLES[(crc >> 12) ^ (byte >> 4)]
        crc = ((crc << 4) & 0xFFFF) ^ _NIBBLES[(crc >> 12) ^ (byte & 15)]
    return crc


def number(digits: str) -> int:
    """The value of hexadecimal digits; -1 if one of them is none."""
    value = 0
    for digit in digits:
        at = _DIGITS.find(digit)
        if at < 0:
            return -1
        value = value * 16 + at
    return value


def ahead(a: int, b: int, modulus: int) -> int:
    """How far `a` is ahead of `b`, both modulo `modulus`; negative if it is behind."""
    distance = (a - b) % modulus
    return distance - modulus if distance >= modulus // 2 else distance


def frame(kind: str, session: int, body: str) -> bytes:
    """One frame, ready to be sent."""
    text = kind + "%04X" % session + body
    return b"$" + text.encode() + b"*" + ("%04X" % crc16(text.encode())).encode() + b"\n"


class Decoder:
    """Makes frames of bytes, however they are cut, and counts what is none. `kinds` are those the other end sends."""

    def __init__(self, kinds: dict[str, int]) -> None:
        self._kinds = kinds
        self._line = bytearray()
        self._inside = False
        self._noise = False  # bytes outside of a frame are counted once, however many
        self.refused: dict[str, int] = {MALFORMED: 0, WRONG_CRC: 0}

    def feed(self, data: bytes) -> list[tuple[str, int, str]]:
        """The frames that `data` completes, as (kind, session, body)."""
        frames: list[tuple[str, int, str]] = []
        for byte in data:
            if byte == 0x24:  # $
                if self._inside or self._noise:
                    self._refuse(MALFORMED)
                self._line = bytearray()
                self._inside, self._noise = True, False
            elif byte == 0x0A:
                if self._inside:
                    found = self._read()
                    if found is not None:
                        frames.append(found)
                elif self._noise:
                    self._refuse(MALFORMED)
                self._inside = self._noise = False
            elif not self._inside:
                self._noise = self._noise or byte != 0x0D
            elif len(self._line) >= LONGEST:
                self._inside, self._noise = False, True
            else:
                self._line.append(byte)
        return frames

    def _refuse(self, why: str) -> None:
        self.refused[why] += 1

    def _read(self) -> tuple[str, int, str] | None:
        line = bytes(self._line)
        for byte in line:
            if not 0x21 <= byte <= 0x7E:
                self._refuse(MALFORMED)
                return None
        text = line.decode()
        if len(text) < 10 or self._kinds.get(text[0], -1) != len(text) - 10 or text[-5] != "*":
            self._refuse(MALFORMED)
            return None
        session, crc = number(text[1:5]), number(text[-4:])
        if session < 0 or crc < 0:
            self._refuse(MALFORMED)
            return None
        if crc16(line[:-5]) != crc:
            self._refuse(WRONG_CRC)
            return None
        return text[0], session, text[5:-5]
