"""The screens: what the players see and touch. The only room that imports Kivy."""
