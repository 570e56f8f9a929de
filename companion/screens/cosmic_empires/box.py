"""Which of Cosmic Empires' decisions have screens of their own, and what is said there. Pure: no Kivy."""

from typing import ClassVar, Final

from companion.screens.box import Box


class CosmicBox(Box):
    """Cosmic Empires."""

    game: ClassVar[str] = "cosmic_empires"


BOX: Final = CosmicBox()
