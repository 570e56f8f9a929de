"""What every screen is: a place that is filled when it opens and whenever the table has moved on."""

from typing import TYPE_CHECKING, Any, ClassVar

from kivy.uix.floatlayout import FloatLayout

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from companion.screens.widgets.target import Target
    from companion.screens.window import CompanionApp


class Screen(FloatLayout):
    """One screen. `name` is its module's; `follows` says that it belongs to the session's own flow."""

    name: ClassVar[str] = ""
    follows: ClassVar[bool] = False

    def __init__(self, app: "CompanionApp", **keywords: Any) -> None:
        self.app = app
        super().__init__(**keywords)

    @property
    def desk(self) -> "Desk":
        """The running session's desk; only screens that come after the start use it."""
        assert self.app.desk is not None
        return self.app.desk

    def arm(self, target: "Target", line: str) -> "Target":
        """That target, whose touch does the line; where that is forbidden it is grey and says why."""
        desk = self.desk
        target.grey = not desk.may(line)
        target.tap, target.why = (lambda: desk.act(line)), (lambda: desk.explain(line))
        return target

    def opened(self, **arguments: Any) -> None:
        """It has come up. By default it is filled."""
        self.refresh()

    def refresh(self) -> None:
        """Fill it with what is true now."""

    def left(self) -> None:
        """Another screen came up."""
