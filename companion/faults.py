"""What a user can cause, said in one sentence."""


class Fault(Exception):
    """Something in the input is wrong. Its text is one whole sentence: what is wrong, where, what to do.

    The command prints the sentence on standard error and ends with status 1; a screen shows it.
    """


def on_one_line(sentence: object) -> str:
    """The sentence, whatever names of files are in it: what would break the line, or colour a terminal, is escaped."""
    text = str(sentence)
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
