import json, sys, dataclasses
from vision import pictures, reader
import cv2
cv2.setNumThreads(1)
for path in sys.argv[1:]:
    r = reader.read(pictures.load(path))
    print(json.dumps({"file": path, "dice": [{**dataclasses.asdict(d)} for d in r.dice], "certain": r.certain, "reason": r.reason, "ms": r.ms}))
