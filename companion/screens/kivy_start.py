"""Kivy's settings, made before anything of Kivy is imported: one touch provider, thirty frames a second, no chatter."""

import contextlib
import ctypes
import logging
import os


def prepare(windowed: tuple[int, int] | None, rotation: int = 0) -> None:
    """Set Kivy up for a window of `windowed` pixels, or for the whole panel (None), mounted turned by `rotation`.

    Kivy turns the picture itself, and touches with it: the same on KMS/DRM, X and Wayland, whatever the panel's driver.

    Nothing of the user's own Kivy settings is read or written: the same table looks and behaves the same everywhere.
    """
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ["KIVY_NO_CONFIG"] = "1"
    os.environ["KIVY_NO_FILELOG"] = "1"
    os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    # Kivy would otherwise take standard error for itself, and the command's one sentence with it.
    os.environ["KIVY_LOG_MODE"] = "PYTHON"
    logging.getLogger("kivy").setLevel(logging.CRITICAL)

    from kivy.config import Config

    # One provider only, or a tap on a touchscreen counts twice: SDL's own window events carry mouse and fingers.
    for name, _ in list(Config.items("input")):
        Config.remove_option("input", name)
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("graphics", "maxfps", "30")
    Config.set("graphics", "multisamples", "2")
    Config.set("graphics", "resizable", "0")
    Config.set("graphics", "rotation", str(rotation))
    # A button's press ends the wait for the next frame: its seat lights up some 20 ms sooner.
    Config.set("kivy", "kivy_clock", "interrupt")
    Config.set("kivy", "exit_on_escape", "0" if windowed is None else "1")
    Config.set("kivy", "desktop", "0")
    Config.set("kivy", "keyboard_mode", "system" if windowed else "systemanddock")
    Config.set("kivy", "log_level", "error")
    Config.set("kivy", "window_icon", "")
    if windowed is None:
        Config.set("graphics", "fullscreen", "auto")
        screen = x_screen()
        if screen is not None:
            # Without a window manager (a bare or virtual X server) nobody enlarges a window: it must be born so.
            Config.set("graphics", "width", str(screen[0]))
            Config.set("graphics", "height", str(screen[1]))
        Config.set("graphics", "show_cursor", "0")
    else:
        Config.set("graphics", "width", str(windowed[0]))
        Config.set("graphics", "height", str(windowed[1]))


def x_screen() -> tuple[int, int] | None:
    """The pixels of the X screen, or None where there is no X."""
    if not os.environ.get("DISPLAY"):
        return None
    with contextlib.suppress(OSError, AttributeError):
        x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        display = x.XOpenDisplay(None)
        if display:
            server = ctypes.c_void_p(display)
            screen = x.XDefaultScreen(server)
            size = (int(x.XDisplayWidth(server, screen)), int(x.XDisplayHeight(server, screen)))
            x.XCloseDisplay(server)
            return size
    return None
