"""Generated throws as the virtual camera's pictures: `python -m tests.hardware.picamera.frames FOLDER LABELS.json`."""

import json
import sys
from pathlib import Path

import cv2

from vision import studio

COUNT = 4
SIZE = (1280, 720)


def main(folder: Path, labels: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    told = {}
    for seed in range(COUNT):
        dice = [("yellow", 1 + seed), ("orange", 6 - seed), ("white", 1 + (seed + 2) % 6)]
        image = studio.throw(seed, list(dice))[0]
        tall, wide = image.shape[:2]
        # The throw in the middle of a picture of the camera's own size.
        scale = SIZE[1] / tall
        shown = cv2.resize(image, (round(wide * scale), SIZE[1]), interpolation=cv2.INTER_AREA)[:, : SIZE[0]]
        missing = SIZE[0] - shown.shape[1]
        picture = cv2.copyMakeBorder(shown, 0, 0, missing // 2, missing - missing // 2, cv2.BORDER_REFLECT_101)
        if missing > 0:  # what a mirror would add to the dice is blurred away
            edge = missing // 2
            picture[:, :edge] = picture[:, edge : edge + 1]
            picture[:, SIZE[0] - (missing - edge) :] = picture[
                :, SIZE[0] - (missing - edge) - 1 : SIZE[0] - (missing - edge)
            ]
        name = f"{seed:03}.jpg"
        cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        told[name] = dice
    labels.write_text(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
