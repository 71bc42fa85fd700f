"""A game and what may be asked about it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal, overload

from croupier import _native
from croupier.dealing import Round
from croupier.errors import InputError
from croupier.values import HandValue, Solution, Strategy

Money = int | Decimal | str
"""An amount in dollars: `5`, `"2.50"`, `Decimal("2.50")`. Money is whole cents, so there are no floats here."""

SEED_MAX = 2**64 - 1


class Game:
    """A game: by its id or by the path of its rules file, with fields of it changed.

    >>> Game("nh21-plus").name
    'New Hampshire 21 Plus with Super 21 and Dealer Up Match & Dealer Down Match Side Bets'
    >>> Game("presque-isle-blackjack", set={"dealer.soft-17": "hits"}).solve().wager("main").house_edge > 0.004
    True
    """

    def __init__(self, game: str, set: Mapping[str, Any] | None = None, decks: int | None = None) -> None:
        self._made: tuple[Any, ...] = (str(game), dict(set or {}), decks)
        decks = None if decks is None else whole("decks", decks, 8)
        self._native = _native.Game(str(game), json.dumps(dict(set or {})), decks)
        self._tell()

    @classmethod
    def parse(cls, toml: str, set: Mapping[str, Any] | None = None) -> Game:
        """The game in the text of a rules file, with fields of it changed."""
        game = cls.__new__(cls)
        game._native = _native.Game.parse(toml, json.dumps(dict(set or {})))
        game._made = ()
        game._tell()
        return game

    def _tell(self) -> None:
        self.summary: dict[str, Any] = json.loads(self._native.summary())
        """The game in a few words, as `croupier games --json` prints it."""
        self.id: str = self.summary["id"]
        self.name: str = self.summary["name"]

    def __repr__(self) -> str:
        return f"<croupier.Game {self.id}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # The file of a game may not be there where it is read back.
        if self._made and self._made[0] in _native.games():
            return (Game, self._made)
        return (Game.parse, (self.toml(),))

    def _repr_html_(self) -> str:
        return self.solve()._repr_html_()

    def toml(self) -> str:
        """The rules as a file that stands alone."""
        return self._native.toml()

    @overload
    def rules(self) -> dict[str, Any]: ...
    @overload
    def rules(self, format: Literal["json"]) -> dict[str, Any]: ...
    @overload
    def rules(self, format: Literal["text", "markdown"]) -> str: ...

    def rules(self, format: str = "json") -> dict[str, Any] | str:
        """The rule sheet: as data, or printed as `text` or `markdown`.

        >>> Game("super-fun-21").rules()["short-name"]
        'Super Fun 21'
        """
        text = self._native.rules(format)
        return json.loads(text) if format == "json" else text

    def solve(self, bet: Money | None = None, side: Mapping[str, Money] | None = None) -> Solution:
        """What every wager is worth, exactly, at this main bet (the lowest if left out).

        >>> Game("three-card-poker").solve().wager("pair-plus").ev_exact
        '-402/5525'
        """
        return Solution._read(*self._native.solve(dollars(bet), stakes(side)))

    def hand(
        self,
        cards: str,
        up: str | None = None,
        *,
        board: str = "",
        removed: str = "",
        bet: Money | None = None,
        split_hands: int | None = None,
        free: bool = False,
        doubled: Sequence[Money] = (),
        insurance: bool = False,
        street_bets: Sequence[int] | None = None,
    ) -> HandValue:
        """What each legal action of a hand is worth, best first. `free` says that the hand was split off free.

        >>> Game("nh21-plus").hand("8h 8c", up="6d").best
        'split'
        """
        street = None if street_bets is None else list(street_bets)
        doubles = [str(amount) for amount in doubled]
        bets = (dollars(bet), split_hands, free, doubles, insurance, street)
        found = self._native.hand(cards, up, board, removed, *bets)
        return HandValue._read(found)

    def strategy(self, bet: Money | None = None, play: Literal["chart", "complete"] = "chart") -> Strategy:
        """How to play: a chart or rule that a person can carry, or the complete play.

        >>> print(Game("three-card-poker").strategy())  # doctest: +ELLIPSIS
        Three Card Poker...
        """
        text, data = (self._native.strategy(dollars(bet), play, format) for format in ("text", "json"))
        svg = self._native.strategy(dollars(bet), play, "svg") if play == "chart" else None
        return Strategy(text=text, json=json.loads(data), svg=svg)

    def round(
        self,
        bet: Money | None = None,
        *,
        side: Mapping[str, Money] | None = None,
        spots: int = 0,
        seats: Sequence[int] = (1,),
        seed: int = 0,
    ) -> Round:
        """A round with these bets at each of these seats, waiting for its first card.

        >>> table = Game("presque-isle-blackjack").round()
        >>> for card in "Th 6c 9s Td".split(): _ = table.play(card)
        >>> table.next()  # doctest: +ELLIPSIS
        Choice(seat=1, ...
        """
        numbers = [whole("seats", seat, 255) for seat in seats]
        made = (dollars(bet), whole("spots", spots, 255), stakes(side), numbers, whole("seed", seed, SEED_MAX))
        return Round(_native.Round(self._native, *made))


def whole(name: str, number: float, most: int) -> int:
    """A whole number that the program can hold."""
    if not 0 <= number <= most or number != int(number):
        raise InputError(f"{name} {number} is not possible; name a whole number from 0 to {most}")
    return int(number)


def dollars(amount: Money | None) -> str | None:
    """An amount as the program reads it."""
    return None if amount is None else str(amount)


def stakes(side: Mapping[str, Money] | None) -> list[str]:
    """Side bets as the program reads them."""
    return [f"{id}={amount}" for id, amount in (side or {}).items()]
