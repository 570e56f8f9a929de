"""`make picamera`: the Pi's camera against the real Picamera2, on libcamera's virtual camera."""
