"""The table itself: a round asks for a card or for a choice, and somebody answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier import _native

if TYPE_CHECKING:
    from croupier.game import Money


@dataclass(frozen=True)
class Offer:
    """One thing that may be chosen; amounts on each spot, in cents, where one is named."""

    action: str
    min_cents: int
    max_cents: int
    step_cents: int
    spots: int


@dataclass(frozen=True)
class Card:
    """The round waits for a card."""

    to: Any
    """Where it will go."""


@dataclass(frozen=True)
class Choice:
    """The round waits for a choice. The offers are the only authority on what may be done."""

    seat: int
    hand: int
    part: int
    offers: tuple[Offer, ...]


@dataclass(frozen=True)
class Over:
    """The round is over and every wager is resolved."""


Next = Card | Choice | Over
"""What a round waits for."""


@dataclass(frozen=True)
class Event:
    """One thing that happened: as data, in a sentence, and the clause of the document it carries out."""

    event: dict[str, Any]
    says: str
    clause: str | None
    cites: str | None


class Round:
    """One deal, from the bets to the last settlement. `Game.round` makes one.

    >>> import croupier
    >>> round = croupier.Game("presque-isle-blackjack").round(seed=21)
    >>> while not isinstance(round.next(), Over):
    ...     _ = round.play("stand" if isinstance(round.next(), Choice) else None)
    >>> round.view(1)["over"]
    True
    """

    def __init__(self, native: _native.Round) -> None:
        self._native = native

    def next(self) -> Next:
        """What the round waits for."""
        found = json.loads(self._native.next())
        match found.pop("waits_for"):
            case "card":
                return Card(found["to"])
            case "choice":
                return Choice(**{**found, "offers": tuple(Offer(**offer) for offer in found["offers"])})
            case _:
                return Over()

    def play(self, step: str | None = None, amount: Money | None = None) -> list[Event]:
        """Answers what the round waits for, and tells what that caused.

        A card like `Th`, or `None` for the next card of the round's own shoe; or an action like `hit`, with an amount where
        one is named (the most that is offered if left out). What was not asked for or is not offered raises
        `croupier.InputError`, and the round is unchanged.
        """
        if step is None or isinstance(self.next(), Card):
            return _events(self._native.deal(step))
        return _events(self._native.choose(step, None if amount is None else str(amount)))

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What the player at a seat may see, or anybody; hidden cards are `??`."""
        return json.loads(self._native.view(seat))  # type: ignore[no-any-return]

    def events(self) -> list[Event]:
        """Everything that has happened, as the dealer knows it."""
        return _events(self._native.events())

    def net_cents(self, seat: int = 1) -> int:
        """What a seat has gained or lost so far, over its resolved wagers."""
        return self._native.net(seat)


def _events(text: str) -> list[Event]:
    return [Event(**event) for event in json.loads(text)]
