"""A Kivy program with one button: the shortest way to a usable window, which the app's own start is measured against.

It prints `usable` once its first frame is on the screen, and stops.
"""

import os

os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.button import Button


class OneButton(App):
    def build(self) -> Button:
        return Button(text="one button")

    def on_start(self) -> None:
        Window.bind(on_flip=self.shown)

    def shown(self, *_: object) -> None:
        print("usable", flush=True)
        Window.unbind(on_flip=self.shown)
        Clock.schedule_once(lambda _: self.stop())


OneButton().run()
