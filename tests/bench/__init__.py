"""Speeds, as ratios against a reference timed in the same run; run by `make bench`, never by the tests."""
