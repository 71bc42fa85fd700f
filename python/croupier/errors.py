"""What can go wrong."""


class InputError(ValueError):
    """The input is wrong; the message says what, where, and what to do, as the program would.

    >>> import croupier
    >>> croupier.Game("no-such-game")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    croupier.errors.InputError: there is no game and no file `no-such-game`; ...
    """
