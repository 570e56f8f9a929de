"""The inbox: what was done and not yet told. Two taps each: the item, then the answer; it may also wait for ever."""

from typing import ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.rules.contract import Owed
from companion.screens.screen import Screen
from companion.screens.theme import letters, mm
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.target import Target
from companion.screens.widgets.text import Words


class Inbox(Screen):
    """Oldest first."""

    name: ClassVar[str] = "inbox"

    def refresh(self) -> None:
        owed = self.desk.state.inbox if self.desk.running else ()
        self.ids.heading.text = f"{len(owed)} not told yet" if owed else "Nothing is owed"
        self.ids.pages.fill([lambda item=item: self._row(item) for item in owed], 5)

    def _row(self, item: Owed) -> BoxLayout:
        row = BoxLayout(spacing=mm(2.2))
        row.add_widget(Badge(seat=item.seat, person=self.desk.person(item.seat), size_hint_x=None, width=mm(11)))
        row.add_widget(Words(text=f"[b]{item.detail}?[/b]\n[size={int(letters(2))}]{item.about}[/size]", height_mm=2.8))
        row.add_widget(
            Target(
                key=f"tell:{item.number}",
                words="tell",
                tone="go",
                height_mm=3.4,
                size_hint_x=None,
                width=mm(30),
                tap=lambda: self.desk.box.tell(self.desk, item),
                why=lambda: self.desk.explain(f"{item.seat}: tell {item.number}"),
                grey=not self.desk.box.may_tell(self.desk, item),
            )
        )
        return row
