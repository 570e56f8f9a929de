"""Where things are on the screen, for tests: read-only, over a Unix socket, one JSON answer to each line asked.

It tells; it never presses. Rectangles are [left, top, width, height] in the window's pixels, the top left is 0, 0.
"""

import json
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window

from companion.screens.shown import shown
from companion.screens.theme import CAPITAL, mm
from companion.screens.widgets.target import Target
from companion.screens.widgets.text import Words
from companion.screens.widgets.toast import Toast

if TYPE_CHECKING:
    from companion.screens.window import CompanionApp


def listen(app: "CompanionApp", path: Path) -> None:
    """Answer on `path` from a thread of its own, as long as the app runs."""
    path.unlink(missing_ok=True)
    Window.bind(on_touch_up=_touched)
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(str(path))
    server.listen(1)
    threading.Thread(target=_serve, args=(app, server), daemon=True, name="probe").start()


class _Count:
    touches = 0


def _touched(*_: Any) -> None:
    _Count.touches += 1


def _serve(app: "CompanionApp", server: socket.socket) -> None:
    while True:
        connection, _ = server.accept()
        with connection, connection.makefile("rw", encoding="utf-8") as stream:
            try:
                for _line in stream:
                    stream.write(json.dumps(_ask(app)) + "\n")
                    stream.flush()
            except (OSError, ValueError):
                continue


def _ask(app: "CompanionApp") -> dict[str, Any]:
    """What is on the screen, asked on the window's thread."""
    answered, answer = threading.Event(), {}

    def look(_: float) -> None:
        answer.update(picture(app))
        answered.set()

    Clock.schedule_once(look, 0)
    # An answer that comes later must not change under the hands of who writes it out.
    return answer if answered.wait(10) else {}


def picture(app: "CompanionApp") -> dict[str, Any]:
    """The screen's name, every visible target and every visible text."""
    targets: list[dict[str, Any]] = []
    texts: list[dict[str, Any]] = []
    root = app.over.children[0] if app.over.children else app.place
    for widget in root.walk():
        _add(widget, targets, texts)
    banner = app.banner.words
    if banner:
        _add(app.banner, targets, texts)
    desk = app.desk
    return {
        "screen": app.current.name if app.current is not None else "",
        "sheet": bool(app.over.children),
        "busy": bool(desk is not None and desk.busy),
        "ready": bool(desk is not None and desk.opened),
        "revision": shown.revision,
        "touches": _Count.touches,
        "banner": banner,
        "toast_rect": _rect(Toast.here) if Toast.here is not None and Toast.here.text else None,
        "toast": Toast.here.text if Toast.here is not None else "",
        "mm": mm(1),
        "size": list(Window.size),
        "targets": targets,
        "texts": texts,
    }


def _add(widget: Any, targets: list[dict[str, Any]], texts: list[dict[str, Any]]) -> None:
    if hasattr(widget, "spots"):
        targets.extend(widget.spots())
    if not isinstance(widget, Words) or widget.opacity == 0 or widget.width < 1 or widget.height < 1:
        return
    rect = _rect(widget)
    visible = rect[0] + rect[2] > 0 and rect[1] + rect[3] > 0 and rect[0] < Window.width and rect[1] < Window.height
    if not visible:
        return
    if isinstance(widget, Target):
        targets.append(
            {
                "key": widget.key,
                "words": widget.words,
                "small": widget.small,
                "grey": widget.grey,
                "chosen": widget.chosen,
                "down": widget.down,
                "ready": widget.ready,
                "rect": rect,
            }
        )
    if widget.text:
        texts.append(
            {
                "text": widget.text,
                "rect": rect,
                "ink": _ink(widget, rect),
                "capital": round(widget.font_size * CAPITAL / mm(1), 2),
                "cut": widget.cut,
                "target": isinstance(widget, Target),
            }
        )


def _rect(widget: Any) -> list[int]:
    left, foot = widget.to_window(widget.x, widget.y)
    return [round(left), round(Window.height - foot - widget.height), round(widget.width), round(widget.height)]


def _ink(widget: Words, rect: list[int]) -> list[int]:
    """Where the letters themselves are: the texture lies in the middle of the widget, at its side if aligned so."""
    wide, tall = widget.ink_size
    left = {"left": rect[0], "right": rect[0] + rect[2] - wide}.get(widget.halign, rect[0] + (rect[2] - wide) / 2)
    return [round(left), round(rect[1] + (rect[3] - tall) / 2), round(wide), round(tall)]
