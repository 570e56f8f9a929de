"""One live session at the table: journal, seats, undo, tellings and corrections, chance answered, records."""
