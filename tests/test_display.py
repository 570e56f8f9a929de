"""The screen that is not there, which tests with windows use."""

import os
import shutil
import subprocess

import pytest


@pytest.mark.skipif(shutil.which("xdotool") is None, reason="xdotool is not installed (Debian package xdotool)")
def test_a_display_of_our_own(x_display: str) -> None:
    asked = ["xdotool", "getdisplaygeometry"]
    told = subprocess.run(asked, env={**os.environ, "DISPLAY": x_display}, capture_output=True, text=True, check=True)
    assert told.stdout == "1280 800\n"
