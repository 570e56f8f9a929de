"""Generated throws of dice, for tests, demonstrations and the `studio` camera: nothing here was photographed."""

from vision.studio.scene import Frame, frames, throw

__all__ = ["Frame", "frames", "throw"]
