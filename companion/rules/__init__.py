"""Three rule engines behind one contract. Pure: the standard library only, no clock, no chance of their own."""
