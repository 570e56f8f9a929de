"""Dice: what the camera reads, with every die to be put right by a tap; or tapped in by hand, one tap for each die."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from companion.rules.contract import Decision, Kind
from companion.screens import sounds, theme
from companion.screens.box import Box, RollWords
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.throws import ANY, Die, in_words, objection, place_of, roll_line, told_by_hand, wanted
from companion.screens.widgets import text
from companion.screens.widgets.sheet import choose
from companion.screens.widgets.target import Target
from companion.screens.words import count

FREE: Final = ("white", "yellow", "orange", "red", "blue", "black")
"""Colours offered by hand when no particular dice are expected."""
PLAIN: Final = "white"
"""The colour in which dice of whatever colour are told by hand."""
PIPS: Final = tuple(str(value) for value in range(1, 7))


class DiceScreen(Screen):
    """A roll that is asked, or the tray without a game."""

    name: ClassVar[str] = "dice"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._dice: list[Die] = []
        self._as_read: tuple[Die, ...] = ()
        self._asked: Any = None
        self._by_hand = False
        self._hand_chosen = False
        self._put_right = False
        self._tray: Any = None
        self._jpeg = b""
        self._picture: Any = None
        self._frame: Any = None
        self._taking: Any = None
        self._state = ""
        self._reason = ""
        self._sides: tuple[int | str, ...] = ()
        self._faces: tuple[str, ...] = ()
        self._instead: tuple[tuple[str, str], ...] = ()

    @property
    def follows(self) -> bool:  # type: ignore[override]
        """Looked up from home or the menu it stays; asked for a roll it goes on with the game."""
        return bool(self._asked)

    def _decision(self) -> Decision | None:
        if self.app.desk is None or not self.desk.running:
            return None
        decision = self.desk.focus()
        return decision if decision is not None and decision.kind is Kind.ROLL else None

    def opened(self, **_: Any) -> None:
        self._asked, self._dice, self._jpeg = None, [], b""
        self._by_hand, self._hand_chosen = not self._open_tray(), False
        self.refresh()  # tells the tray what is expected before it looks
        if self._tray is not None:
            self._tray.start()

    @property
    def looked(self) -> bool:
        """Whether the camera was looked through."""
        return bool(self._state)

    @property
    def camera_says(self) -> str:
        """How the camera was then, in words."""
        return self._state

    @property
    def camera_works(self) -> bool:
        """Whether it gave a picture."""
        return self._frame is not None

    def _open_tray(self) -> bool:
        """Begin to watch the tray; False without a camera."""
        if self._tray is None and self.app.wishes.open_tray is not None:
            self._tray = self.app.wishes.open_tray(self.app.wishes, self._thrown, self._told)
        if self._tray is not None:
            self._taking = Clock.schedule_interval(self._show_frame, 1 / 10)
        return self._tray is not None

    def left(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None
        if self._tray is not None:
            self._tray.stop()
        if self._picture is not None:
            self._picture.still()

    # ── from the tray's thread ──

    def _thrown(self, throw: Any) -> None:
        Clock.schedule_once(lambda _: self._take(throw), 0)

    def _told(self, sentence: str) -> None:
        Clock.schedule_once(lambda _: self._tell(sentence), 0)

    # ── on the window's thread ──

    def _tell(self, sentence: str) -> None:
        if "not being watched" in sentence:
            return  # nobody looks: how the camera was last stays what is known of it
        self._state = sentence
        waiting = any(words in sentence for words in ("being opened", "not being watched"))
        if self._tray is not None and self._tray.latest is None and not waiting and not self._dice:
            # No picture is to be had: nobody should have to touch "by hand" first.
            self._by_hand = True
        self.refresh()

    def _show_frame(self, _: float) -> None:
        frame = self._tray.latest if self._tray is not None else None
        if self._picture is None or self._by_hand or self._dice:
            return
        if frame is not None and not self._tray.sees:
            # A picture of what lay there before the camera went is not what lies there now.
            self._frame = None
            self._picture.clear()
            return
        if frame is None or frame.image is self._frame:
            return
        self._frame = frame.image
        self._picture.show(frame.image, ())

    def _take(self, throw: Any) -> None:
        """A throw has come to rest and was read."""
        if self.app.current is not self or told_by_hand(self._by_hand, self._hand_chosen, self._dice):
            return
        if self.app.resting is not None:
            self.app.resting.wake()
        reading = throw.reading
        if self._dice and not reading.dice:
            return  # they were taken out of the tray: what was read of them stands
        doubt_all = "" if reading.certain else (reading.reason or "not certain")
        self._dice = [
            Die(
                die.colour,
                die.value if die.face is None else die.face,
                die.doubt or ("" if reading.certain or die.confidence > 0.9 else doubt_all),
                die.box,
                die.confidence,
            )
            for die in reading.dice
        ]
        self._as_read, self._put_right = tuple(self._dice), False
        self._reason = "" if reading.certain else reading.reason
        self._jpeg = throw.jpeg
        sounds.play("dice")
        self._by_hand = False
        self.refresh()
        if self._picture is not None:
            self._picture.show(throw.image, self._dice)

    def refresh(self) -> None:
        decision = self._decision()
        sides = (decision.roll.faces if decision is not None and decision.roll is not None else ()) or PIPS
        self._sides = tuple(dict.fromkeys(int(side) if side.isdigit() else side for side in sides))
        self._faces = tuple(str(side) for side in self._sides if not isinstance(side, int))
        asked = (self.desk.session.revision, decision.roll) if decision is not None else ()
        if self._asked != asked:
            # Another roll: what lies in the tray belongs to the last one.
            self._dice, self._jpeg, self._reason, self._asked = [], b"", "", asked
            if self._tray is not None:
                self._tray.expect(wanted(decision), self._faces)
                self._tray.next_throw()
        expected = wanted(decision)
        says = RollWords("", "Dice tray")
        if decision is not None:
            says = self.desk.box.roll(self.desk, decision, in_words(expected))
        self.ids.header.show(self.app, says.seat, says.title, says.about)
        self._show_left(expected)
        self._show_chips(expected)
        self._show_beside(decision)
        values = [die.value for die in self._dice if isinstance(die.value, int)]
        box = self.desk.box if decision is not None else Box()
        self.ids.sum.text = text.signs(box.sums(self.desk, decision, values))
        self.ids.detail.text = text.signs(text.plain(says.detail))
        self._instead = says.instead
        self.ids.instead.opacity = float(bool(says.instead))
        self.ids.instead.width = mm(24) if says.instead else 0
        wrong = objection(self._dice, expected)
        doubts = [die.doubt for die in self._dice if die.doubt]
        said = (wrong or self._reason) if self._dice else self._state
        self.ids.said.text = text.signs(text.plain(doubts[0] if doubts and not wrong else said))
        self.ids.said.color = theme.WARN if self._dice and (wrong or self._reason) else theme.DIM
        self.ids.use.grey = bool(wrong) and decision is not None
        self.ids.use.words = "USE THESE" if decision is not None else "back"
        self.ids.use.small = f"{count(len(doubts), 'die is', 'dice are')} in doubt: look" if doubts and decision else ""
        self.ids.use.tone = "go" if decision is not None else "quiet"
        self.ids.again.grey = self._tray is None
        self.ids.hand.grey = self._tray is None
        self.ids.hand.words = "camera" if self._by_hand else "by hand"
        self.ids.app.grey = decision is None

    def _show_left(self, expected: Mapping[str, int]) -> None:
        left = self.ids.left
        if not self._by_hand:
            if self._picture is None:
                from companion.screens.widgets.tray_picture import TrayPicture

                self._picture = TrayPicture()
            if left.children != [self._picture]:
                left.clear_widgets()
                left.add_widget(self._picture)
            return
        colours = tuple(PLAIN if colour == ANY else colour for colour in expected) or FREE
        key = f"hand:{','.join(colours)}:{self._sides}"
        if len(left.children) == 1 and getattr(left.children[0], "hand", "") == key:
            return
        left.clear_widgets()
        box = BoxLayout(orientation="vertical", spacing=mm(2.2))
        box.hand = key
        for colour in colours:
            row = BoxLayout(spacing=mm(2.2))
            for value in self._sides:
                # A painted face is what is touched: the target has its colour, and says on whose body.
                paint = value if isinstance(value, str) else colour
                row.add_widget(
                    Target(
                        key=f"hand:{colour}:{value}",
                        words=str(value),
                        small=colour if ANY not in expected else "",
                        height_mm=5 if isinstance(value, int) else 3.2,
                        # Any die will do: no colour is meant, and a row of white ones would glare.
                        fill=theme.TARGET if ANY in expected else theme.DICE[paint],
                        ink=theme.TEXT if ANY in expected else _ink(paint),
                        tap=self._adding(colour, value),
                    )
                )
            box.add_widget(row)
        left.add_widget(box)

    def _show_beside(self, decision: Decision | None) -> None:
        """What the box offers before the dice fall; with painted faces there is no sum to be shown."""
        offered = self.desk.box.beside_roll(self.desk, decision) if decision is not None else []
        row = self.ids.beside
        if [child.key for child in reversed(row.children)] != [key for key, *_ in offered]:
            row.clear_widgets()
            for key, *_ in offered:
                row.add_widget(Target(key=key, tone="quiet", height_mm=2.6))
        for target, (_, words, small, tap) in zip(reversed(row.children), offered, strict=True):
            target.words, target.small, target.tap = words, small, tap
        row.height = mm(10) if offered else 0
        self.ids.sum.height = 0 if self._faces else mm(8)

    def _show_chips(self, expected: Mapping[str, int]) -> None:
        chips = self.ids.chips
        if len(chips.children) != len(self._dice):
            chips.clear_widgets()
            for place in range(len(self._dice)):
                chips.add_widget(Target(key=f"die:{place}", height_mm=5, tap=self._correcting(place)))
        chips.cols = 4 if len(self._dice) <= 12 else 5
        for target, die in zip(reversed(chips.children), self._dice, strict=True):
            shows = "?" if die.value is None else str(die.value) + ("?" if die.doubt else "")
            painted = isinstance(die.value, str)
            # Where many lie there is room for one line; the colour is told by a letter then, never by itself alone.
            many = len(self._dice) > 8
            target.words = f"{shows} {_letter(die.colour)}" if many else shows
            target.small = "" if many or (ANY in expected and self._by_hand) else die.colour
            target.height_mm = 3 if painted else 4 if many else 5
            paint = str(die.value) if painted else die.colour
            plain = ANY in expected and self._by_hand
            target.fill = theme.TARGET if plain else theme.DICE.get(paint, theme.TARGET)
            target.ink = theme.TEXT if plain else _ink(paint)
            target.chosen = bool(die.doubt)

    def _adding(self, colour: str, value: int | str) -> Any:
        def add() -> None:
            expected = wanted(self._decision())
            of = ANY if ANY in expected else colour
            lie = Counter(ANY if ANY in expected else die.colour for die in self._dice)
            if expected and lie[of] >= expected[of]:
                every = in_words({of: expected[of]})
                self.app.say(f"Only {every} asked: tap one at the right to change it.")
                return
            if len(self._dice) < 18:
                self._dice = [*self._dice, Die(colour, value)]
                self.refresh()

        return add

    def _correcting(self, place: int) -> Any:
        def correct() -> None:
            die = self._dice[place]
            answers: list[tuple[str, str, Any]] = [
                (str(value), "as read" if value == die.value else "", lambda value=value: self._set(die, value=value))
                for value in self._sides
            ]
            expected = wanted(self._decision())
            colours = [c for c in (FREE if ANY in expected else expected or FREE) if c != die.colour]
            answers += [(f"is {c}", "", lambda c=c: self._set(die, colour=c)) for c in colours[:5]]
            answers.append(("no die", "take it away", lambda: self._drop(die)))
            self.app.open_sheet(choose(f"The {die.colour} die shows", answers, 6))

        return correct

    def _set(self, die: Die, **changes: Any) -> None:
        self._put(die, replace(die, doubt="", **changes))

    def _drop(self, die: Die) -> None:
        self._put(die)

    def _put(self, die: Die, *instead: Die) -> None:
        """Other dice where this one lay; if another throw was read meanwhile, it lies there no more."""
        place = place_of(die, self._dice)
        if place is None:
            self.app.say("Another throw lies there by now: look again.")
            return
        self._dice[place : place + 1] = instead
        self._put_right = True
        self._changed()

    def _changed(self) -> None:
        self.refresh()
        if self._picture is not None and not self._by_hand:
            self._picture.outline([die for die in self._dice if die.box[2]])

    def read_again(self) -> None:
        self._dice, self._hand_chosen = [], False
        if self._decision() is None:
            self._tray.next_throw()
        self._tray.read_again()
        self.refresh()

    def switch(self) -> None:
        self._by_hand = self._hand_chosen = not self._by_hand
        self._dice, self._reason = [], ""
        if not self._by_hand and self._tray is not None:
            self._tray.read_again()
        self.refresh()

    def tell_instead(self) -> None:
        """What the dice decided, where they were not seen."""
        answers = [(words, "", lambda line=line: self.desk.act(line)) for words, line in self._instead]
        self.app.open_sheet(choose("It was rolled beside the app:", answers, 3))

    def app_rolls(self) -> None:
        self.desk.app_answers()

    def use(self) -> None:
        decision = self._decision()
        if decision is None:
            self.app.back()
            return
        if objection(self._dice, wanted(decision)):
            return
        picture = b"" if self._by_hand else self._jpeg
        by = "touch" if self._by_hand else "asked" if self._put_right else "camera"
        self.desk.roll(roll_line(decision, self._dice), by=by, picture=picture, correction=self._correction())

    def _correction(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]] | None:
        """What was read and what lies there, die by die, where a value or a colour was put right; of pips only."""
        read = [die for die in self._as_read if die.box[2]]
        truth = [next((die for die in self._dice if die.box == was.box), None) for was in read]
        pairs = [(was, now) for was, now in zip(read, truth, strict=True) if now is not None]
        if (
            self._by_hand
            or self._faces
            or all((was.value, was.colour) == (now.value, now.colour) for was, now in pairs)
        ):
            return None
        return ([_kept(was) for was, _ in pairs], [_kept(now) for _, now in pairs])

    confirm = use

    def demo(self) -> None:
        """What a table would do by itself: take a good reading, else let the app roll."""
        if not self.ids.use.grey:
            self.use()
        elif self._dice or self._tray is None or self._by_hand:
            self.app_rolls()

    def why_not_use(self) -> None:
        decision = self._decision()
        self.app.say(objection(self._dice, wanted(decision)))

    def why_no_camera(self) -> None:
        self.app.say("There is no camera: dice are tapped in by hand.")

    def why_no_roll(self) -> None:
        self.app.say("No roll is asked for now.")


def _kept(die: Die) -> dict[str, Any]:
    return {"value": die.value, "colour": die.colour, "box": list(die.box), "confidence": die.confidence}


def _ink(colour: str) -> theme.Colour:
    """Ink that is readable on a die of that colour."""
    return theme.ink_on(theme.DICE.get(colour, theme.TARGET))


def _letter(colour: str) -> str:
    """A die's colour in a letter, as on the badges of the seats."""
    return {"blue": "Bu", "black": "Bk"}.get(colour, colour[:1].upper())
