"""The Table Companion: it keeps the books of a space board game whose pieces stay on the table."""
