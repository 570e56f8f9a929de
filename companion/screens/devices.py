"""Devices: what is there, what is not, and what to do about it. Everything works by touch without any of them."""

from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.screens import theme
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text


class Devices(Screen):
    """One line for each device and for each complaint about the settings."""

    name: ClassVar[str] = "devices"

    def refresh(self) -> None:
        self.ids.heading.text = "Devices and settings"
        wires = self.desk.wires
        rows = wires.states() if wires is not None else [("devices", "being opened …", True)]
        tray = self.app.known("dice")
        if wires is not None and tray is not None:
            rows[0] = ("camera", f"{wires.camera}: {tray.camera_says}", tray.camera_works)
        self.ids.pages.fill([lambda row=row: self._row(*row) for row in rows], 6)

    def _row(self, device: str, sentence: str, good: bool) -> BoxLayout:
        row = BoxLayout(spacing=mm(2.2))
        mark: Any = text.Words(text=text.signs("✔" if good else "✖"), height_mm=4, size_hint_x=None, width=mm(8))
        mark.color = theme.GOOD if good else theme.WARN
        row.add_widget(mark)
        row.add_widget(text.Words(text=f"[b]{device}[/b]", height_mm=2.8, size_hint_x=None, width=mm(28)))
        row.add_widget(text.Words(text=text.signs(text.plain(sentence)), height_mm=2.4))
        return row
