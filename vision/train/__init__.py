"""Training of the second reader. Nothing imports this room; PyTorch is needed here and only here."""
