"""The box's end of the link. Pure: bytes, buttons and the time (in milliseconds) come in, bytes go out.

It keeps nothing but events that the host has not acknowledged, and these for a second at most.
"""

import protocol

_CLOCK = 65536
_AT_ONCE = 16  # events sent in one go


class Box:
    """What the box knows. `lights` and `beeps` are what to show; `leave` is set when the host asks for the REPL."""

    def __init__(self) -> None:
        self.session = 0  # of the host that is heard; 0 is none
        self.lights = protocol.UNLIT
        self.beeps = -1
        self.leave = False
        self.dropped = 0
        self.strangers = 0  # frames of another session
        self._decoder = protocol.Decoder(protocol.FROM_HOST)
        self._kept = []  # of (since, number, button, down), oldest first
        self._next = 0
        self._heard = 0
        self._alive_at = 0
        self._counts_at = 0
        self._resend_at = 0
        self._asked = False  # somebody of another session speaks: it is told whose turn it is
        self._answers = []

    def button(self, button: int, down: bool, since: int, now: int) -> None:
        """A button went down or up. With no host, or none listening for a second, it never happened, but is counted."""
        self._age(now)
        if not self.session or len(self._kept) >= protocol.KEPT or now - since > protocol.DROP:
            self.dropped += 1
            return
        self._kept.append((since, self._next, button, down))
        self._next = (self._next + 1) % 256
        self._resend_at = now

    def heard(self, data: bytes, now: int) -> None:
        """Bytes from the host."""
        for kind, session, body in self._decoder.feed(data):
            if kind == "?":
                self._hello(session, protocol.number(body), now)
            elif kind == "X":
                self.leave = self.leave or body == "REPL"
            elif not self.session or session != self.session:
                self.strangers += 1
                self._asked = True
            elif kind == "K":
                self._taken(protocol.number(body), now)
            else:
                self._heard = now
                if protocol.number(body[-1]) >= 0:
                    self.lights, self.beeps = body[:-1], protocol.number(body[-1])

    def due(self, now: int) -> bytes:
        """What is to be sent now."""
        self._age(now)
        if self.session and now - self._heard > protocol.DEAD:
            self._drop()
            self.session = 0
            self.lights, self.beeps = protocol.UNLIT, -1
        out = b"".join(self._answers)
        self._answers = []
        if now >= self._alive_at and (self.session or self._asked):
            self._asked = False
            self._alive_at = now + protocol.HEARTBEAT
            clock = "%04X%02X" % (now % _CLOCK, self._next)
            out += protocol.frame("H", self.session, clock)
        if self.session and now >= self._counts_at:
            self._counts_at = now + protocol.DEAD
            refused = self.strangers
            for count in self._decoder.refused.values():
                refused += count
            out += protocol.frame("S", self.session, "%04X%04X" % (min(self.dropped, 65535), min(refused, 65535)))
        if self._kept and now >= self._resend_at:
            self._resend_at = now + protocol.RESEND
            oldest = self._kept[0][1]
            for since, at, button, down in self._kept[:_AT_ONCE]:
                body = "%04X%02X%02X%d%s" % (since % _CLOCK, at, oldest, button, "D" if down else "U")
                out += protocol.frame("E", self.session, body)
        return out

    def _hello(self, session: int, version: int, now: int) -> None:
        self._answers.append(protocol.frame("!", session, "%02X" % protocol.VERSION))
        del self._answers[:-1]  # a flood of hellos is answered once
        if version != protocol.VERSION or not session:
            return
        self._heard = now
        if session == self.session:
            return  # its answer was lost; nothing begins anew
        self._drop()
        self.session, self._next = session, 0
        self.lights, self.beeps = protocol.UNLIT, -1
        self._alive_at = self._counts_at = now

    def _taken(self, wanted: int, now: int) -> None:
        if wanted < 0:
            return
        self._heard = now
        while self._kept and protocol.ahead(wanted, self._kept[0][1], 256) > 0:
            self._kept.pop(0)

    def _age(self, now: int) -> None:
        """What is too old is dropped, with all that came after it: an up without its down says nothing."""
        if self._kept and now - self._kept[0][0] > protocol.DROP:
            self._drop()

    def _drop(self) -> None:
        self.dropped += len(self._kept)
        self._kept = []
