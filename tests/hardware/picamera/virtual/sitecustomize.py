"""What the real Picamera2 lacks on a machine without a Pi, stood in for in the camera's own process before it starts.

The virtual camera has no DMA heap, no raw modes and no screen: buffers are memory files instead, with a plane for
brightness and one for colour. All else is Picamera2's and libcamera's own code.
"""

import mmap
import os
import sys
from typing import Any
from unittest import mock


def stand_in() -> None:
    sys.modules["pykms"] = mock.MagicMock()
    import libcamera
    import picamera2.picamera2 as real
    from picamera2.allocators.allocator import Allocator

    class NoSync:
        """Memory files need no word with the hardware."""

        def __init__(self, allocator: Any, buffer: Any, write: bool) -> None:
            self._memory = allocator.memory[buffer]

        def __enter__(self) -> Any:
            return self._memory

        def __exit__(self, *_: object) -> None:
            pass

        def get_buffer(self) -> Any:
            return self._memory

    class MemoryFiles(Allocator):
        def __init__(self) -> None:
            super().__init__()
            self.sync = NoSync
            self.memory: dict[Any, mmap.mmap] = {}
            self._buffers: dict[Any, list[Any]] = {}
            self._files: list[int] = []

        def allocate(self, libcamera_config: Any, use_case: Any) -> None:
            self.close()
            for stream in libcamera_config:
                bright = stream.stride * stream.size.height
                self._buffers[stream.stream] = [
                    self._buffer(stream.frame_size, bright) for _ in range(stream.buffer_count)
                ]

        def _buffer(self, size: int, bright: int) -> Any:
            file = os.memfd_create("frame")
            os.ftruncate(file, size)
            self._files.append(file)
            planes = []
            for offset, length in ((0, bright), (bright, size - bright)):
                plane = libcamera.FrameBuffer.Plane()
                plane.fd, plane.offset, plane.length = file, offset, length
                planes.append(plane)
            buffer = libcamera.FrameBuffer(planes)
            self.memory[buffer] = mmap.mmap(file, size)
            return buffer

        def buffers(self, stream: Any) -> list[Any]:
            return self._buffers[stream]

        def acquire(self, buffers: Any) -> None:
            pass

        def release(self, buffers: Any) -> None:
            pass

        def close(self) -> None:
            for file in self._files:
                os.close(file)
            self._files, self._buffers, self.memory = [], {}, {}

    real.DmaAllocator = MemoryFiles
    real.Picamera2._get_raw_modes = lambda self: [{"format": "SRGGB10", "size": (1280, 720)}]


if "hardware.cameras.ribbon" in sys.orig_argv:
    stand_in()
