"""Eclipse on the screens: its own ones, and its words (`box.py`)."""
