import cv2
def load(path):
    im = cv2.imread(str(path))
    return im
