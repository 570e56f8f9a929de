"""Dice from pixels.

`vision.reader.read` reads a picture, `vision.pictures.load` loads one, `vision.settling` knows when a throw has come to
rest, and `vision.studio` makes throws up. Importing the package alone loads neither OpenCV nor numpy.
"""
