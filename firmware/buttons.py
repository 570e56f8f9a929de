"""Bouncing contacts made into downs and ups. It has no clock: every call says when it is, in milliseconds."""

SETTLE = 10  # ms a contact must be quiet before it counts; good buttons bounce for two to five


class Debounce:
    """The contacts of `count` buttons, each up at first."""

    def __init__(self, count: int, settle: int = SETTLE) -> None:
        self._settle = settle
        self._raw = [False] * count
        self._since = [0] * count
        self.down = [False] * count

    def levels(self, raw: "list[bool]", now: int) -> "list[tuple[int, bool, int]]":
        """The contacts as they are seen now; what became certain by it: (button, whether down, since when)."""
        certain = []
        for button in range(len(raw)):
            if raw[button] != self._raw[button]:
                self._raw[button] = raw[button]
                self._since[button] = now
            elif raw[button] != self.down[button] and now - self._since[button] >= self._settle:
                self.down[button] = raw[button]
                certain.append((button, raw[button], self._since[button]))
        return certain
