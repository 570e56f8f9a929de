"""Devices: what is there, what is not, and what to do about it. Everything works by touch without any of them.

The same lines as `companion doctor`, those that are wrong first; what the app has open itself is told as it is now.
"""

import threading
from typing import Any, ClassVar, Final

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout

from companion.health import camera
from companion.screens import service, theme
from companion.screens.screen import Screen
from companion.screens.stick import what_to_do
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.target import Target
from hardware.checks import Finding

MARKS: Final = {"ok": ("✔", "GOOD"), "missing": ("○", "DIM"), "wrong": ("✖", "WARN")}
ROWS: Final = 6
"""On a page."""


class Devices(Screen):
    """One line for each device, permission and setting."""

    name: ClassVar[str] = "devices"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._found: list[Finding] = []
        self._looking = False
        if service.may_use_stick():
            target = Target(key="stick", words="USB stick", small="update, backup", tone="quiet", height_mm=2.8)
            target.size_hint_x, target.width, target.tap = None, mm(26), self.stick
            self.ids.tools.add_widget(target)

    def opened(self, **_: Any) -> None:
        self.ids.pages.fill([], ROWS, 0)
        self.refresh()
        self.look()

    def look(self) -> None:
        """Look at everything anew, off the window's thread: a large journal takes its time."""
        if self._looking:
            return
        self._looking = True
        folder = self.app.wishes.data
        known = {finding.part: finding for finding in self._here()}

        def run() -> None:
            from companion.health import examine

            found: list[Finding] = []
            try:
                found.extend(examine(folder, known))
            except Exception as error:  # a machine like no other must not leave the screen empty
                found.append(Finding("check", "wrong", f"it stopped at a {type(error).__name__}", "companion doctor"))
            Clock.schedule_once(lambda _: self._take(found), 0)

        threading.Thread(target=run, name="checking", daemon=True).start()

    def _take(self, found: list[Finding]) -> None:
        self._looking, self._found = False, found
        if self.app.current is self:
            self.refresh()

    def _here(self) -> list[Finding]:
        """What the app itself has open, as it is now."""
        wires = self.app.desk.wires if self.app.desk is not None else None
        if wires is None:
            return []
        wide, tall = Window.size
        display = Finding("display", "ok", f"{wide} x {tall} pixels, {wires.settings.diagonal:g} inches")
        tray = self.app.known("dice")
        if tray is not None and tray.looked:
            found, _, do = tray.camera_says.rstrip(".").partition("; ")
            told = Finding("camera", "ok" if tray.camera_works else "wrong", f"{wires.camera}: {found}", do)
        else:
            told = camera(self.app.wishes.data, wires.camera)
        return [*wires.findings(), display, told]

    def refresh(self) -> None:
        here = self._here()
        now = {finding.part: finding for finding in here}
        rows = [now.pop(finding.part, finding) for finding in self._found]
        rows += now.values()
        if not self._found:
            rows.append(Finding("everything", "missing", "being looked at …"))
        rows.sort(key=lambda finding: finding.state != "wrong")
        wrong = sum(finding.state == "wrong" for finding in rows)
        told = "Devices and settings" if not wrong else f"{wrong} {'thing is' if wrong == 1 else 'things are'} wrong"
        self.ids.heading.text = told
        self.ids.pages.fill([lambda row=row: self._row(row) for row in rows], ROWS)

    def _row(self, finding: Finding) -> BoxLayout:
        row = BoxLayout(spacing=mm(2.2))
        sign, colour = MARKS[finding.state]
        mark: Any = text.Words(text=text.signs(sign), height_mm=4, size_hint_x=None, width=mm(8))
        mark.color = getattr(theme, colour)
        row.add_widget(mark)
        part = text.plain(finding.part)
        row.add_widget(text.Words(text=f"[b]{part}[/b]", height_mm=2.8, size_hint_x=None, width=mm(28)))
        said = f"{finding.found} → {finding.do}" if finding.do else finding.found
        row.add_widget(text.Words(text=text.signs(text.plain(said)), height_mm=2.4))
        return row

    def calibrate(self) -> None:
        self.app.go("calibrate")

    def stick(self) -> None:
        self.app.open_sheet(what_to_do())
