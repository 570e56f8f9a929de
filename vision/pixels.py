"""The two kinds of arrays that are handed about."""

from typing import Any

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[Any]  # height x width x 3 (or grey), 8 bits
Floats = npt.NDArray[np.float64]
