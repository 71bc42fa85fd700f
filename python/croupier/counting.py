"""Counting cards: what a player wins who bets and plays by a count, and at which counts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from croupier import _native
from croupier.errors import InputError
from croupier.game import SEED_MAX, Game, Money, dollars, stakes, whole
from croupier.simulation import Progress, _Bar


@dataclass(frozen=True)
class CountFigures:
    """What one hand comes to, round after round. `n0`, `di` and `score` are `None` for a game that loses."""

    played: float
    average_bet_cents: float
    advantage: float
    win_per_100_cents: float
    win_per_100_error_cents: float
    sd_per_100_cents: float
    n0: float | None
    di: float | None
    score: float | None
    bankroll_cents: int | None
    ruin: float | None


@dataclass(frozen=True)
class IndexPlay:
    """A hand that is played otherwise from a count on."""

    hand: str
    up: tuple[str, ...]
    index: float
    below: str
    from_: str


@dataclass(frozen=True)
class Count:
    """What counting came to. `json` is the whole answer, as `croupier count --json` prints it; the arrays go by count."""

    game: str
    system: str
    rounds: int
    complete: bool
    figures: CountFigures
    best_figures: CountFigures | None
    insurance_index: float | None
    index_plays: tuple[IndexPlay, ...]
    counts: NDArray[np.int64] = field(repr=False, compare=False)
    frequencies: NDArray[np.float64] = field(repr=False, compare=False)
    advantages: NDArray[np.float64] = field(repr=False, compare=False)
    standard_errors: NDArray[np.float64] = field(repr=False, compare=False)
    json: dict[str, Any] = field(repr=False, compare=False)
    text: str = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text

    @classmethod
    def _read(cls, printed: str, text: str) -> Count:
        found = json.loads(printed)
        lines, best = found["counts"], found["best_figures"]
        plays = tuple(
            IndexPlay(play["hand"], _shown(play["up"]), play["index"], play["below"], play["from"])
            for play in found["index_plays"]
        )
        return cls(
            found["game"],
            found["system"],
            found["rounds"],
            found["complete"],
            CountFigures(**found["figures"]),
            None if best is None else CountFigures(**best),
            found["insurance_index"],
            plays,
            np.array([line["count"] for line in lines], dtype=np.int64),
            np.array([line["frequency"] for line in lines], dtype=np.float64),
            np.array([line["advantage"] for line in lines], dtype=np.float64),
            np.array([line["standard_error"] for line in lines], dtype=np.float64),
            found,
            text,
        )


def count(
    game: Game | str,
    rounds: float = 10_000_000,
    *,
    system: str | os.PathLike[str] = "hi-lo",
    spread: str = "1-8",
    play: Literal["chart", "insurance", "indices"] = "insurance",
    bet: Money | None = None,
    side: Mapping[str, Money] | None = None,
    seats: int = 1,
    penetration: float | None = None,
    bankroll: Money | None = None,
    seed: int = 1,
    threads: int = 0,
    progress: bool | Progress = False,
) -> Count:
    """What a player wins who counts cards with `system` (hi-lo, ko, halves, or the path of a file) and bets by `spread`, in units of
    `bet`: `"1-8"`, or `"0=1,1=2,3=8"` from counts on. `penetration` is the share of the shoe that is dealt.

    >>> counted = count("blackjack", 1e6, spread="1-12", penetration=0.8)
    >>> bool(counted.advantages[counted.counts == 4][0] > counted.advantages[counted.counts == -4][0])
    True
    """
    game = game if isinstance(game, Game) else Game(game)
    if penetration is not None and not 0.0 < penetration < 1.0:
        raise InputError(f"{penetration} is not a share of the shoe; name a number between 0 and 1, like 0.75")
    rounds = whole("rounds", rounds, 10**15)
    with _Bar(rounds, progress) as bar:
        found = _native.count(
            game._native,
            os.fspath(system),
            spread,
            play,
            dollars(bet),
            stakes(side),
            whole("seats", seats, 255),
            penetration,
            dollars(bankroll),
            rounds,
            whole("seed", seed, SEED_MAX),
            whole("threads", threads, 10_000),
            bar.tell,
        )
    return Count._read(*found)


def _shown(up: list[str] | str) -> tuple[str, ...]:
    """The ranks of the up card, or where both of the dealer's cards lie open what they make."""
    return (up,) if isinstance(up, str) else tuple(up)
