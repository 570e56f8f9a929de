"""A network of YOLOv5n's cost with random weights, to time the reader against: 4.6 GFLOP on 640 x 640 pixels.

Written as ONNX byte by byte, so that neither onnx nor PyTorch is needed to measure.
"""

from __future__ import annotations

import cv2
import numpy as np

SIDE = 640
# channels in and out, kernel and stride of the convolutions, each followed by SiLU
LAYERS = (
    (3, 16, 6, 2), (16, 32, 3, 2), (32, 32, 3, 1), (32, 64, 3, 2), (64, 64, 3, 1), (64, 64, 3, 1), (64, 64, 3, 1),
    (64, 64, 3, 1), (64, 128, 3, 2), (128, 128, 3, 1), (128, 128, 3, 1), (128, 256, 3, 2),
)  # fmt: skip


def gigaflops() -> float:
    """What one run costs, counting a multiplication and an addition as two."""
    total, side = 0, SIDE
    for inside, outside, kernel, stride in LAYERS:
        side //= stride
        total += 2 * side * side * inside * outside * kernel * kernel
    return total / 1e9


def network() -> cv2.dnn.Net:
    """The network, read by OpenCV."""
    return cv2.dnn.readNetFromONNX(np.frombuffer(model(), np.uint8))


def model() -> bytes:
    """The network as an ONNX file."""
    rng = np.random.default_rng(0)
    graph, last = b"", "x0"
    for number, (inside, outside, kernel, stride) in enumerate(LAYERS):
        weights = rng.normal(0, 0.7 / np.sqrt(inside * kernel * kernel), (outside, inside, kernel, kernel))
        shape = b"".join(_number(1, n) for n in weights.shape)
        raw = _bytes(9, weights.astype(np.float32).tobytes())
        graph += _bytes(5, shape + _number(2, 1) + _bytes(8, f"w{number}".encode()) + raw)
        pad = (kernel - 1) // 2
        ints = (("kernel_shape", (kernel, kernel)), ("strides", (stride, stride)), ("pads", (pad, pad, pad, pad)))
        graph += _node("Conv", [last, f"w{number}"], f"c{number}", ints)
        graph += _node("Sigmoid", [f"c{number}"], f"s{number}")
        last = f"x{number + 1}"
        graph += _node("Mul", [f"c{number}", f"s{number}"], last)
    graph += _bytes(2, b"yardstick") + _value(11, "x0", (1, 3, SIDE, SIDE))
    graph += _value(12, last, (1, LAYERS[-1][1], SIDE // 32, SIDE // 32))
    return _number(1, 6) + _bytes(7, graph) + _bytes(8, _bytes(1, b"") + _number(2, 11))


def _varint(value: int) -> bytes:
    answer = b""
    while value > 127:
        answer += bytes([value & 127 | 128])
        value >>= 7
    return answer + bytes([value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _node(kind: str, inputs: list[str], output: str, ints: tuple[tuple[str, tuple[int, ...]], ...] = ()) -> bytes:
    body = b"".join(_bytes(1, name.encode()) for name in inputs) + _bytes(2, output.encode())
    body += _bytes(3, output.encode()) + _bytes(4, kind.encode())
    for name, values in ints:
        body += _bytes(5, _bytes(1, name.encode()) + b"".join(_number(8, n) for n in values) + _number(20, 7))
    return _bytes(1, body)


def _value(field: int, name: str, shape: tuple[int, ...]) -> bytes:
    dims = b"".join(_bytes(1, _number(1, n)) for n in shape)
    return _bytes(field, _bytes(1, name.encode()) + _bytes(2, _bytes(1, _number(1, 1) + _bytes(2, dims))))
