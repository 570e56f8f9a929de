"""What a user can cause, said in one sentence."""


class Fault(Exception):
    """Something in the input is wrong. Its text is one whole sentence: what is wrong, where, what to do.

    The command prints the sentence on standard error and ends with status 1; a screen shows it.
    """
