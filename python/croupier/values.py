"""What the solver answers."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier._native import Table


@dataclass(frozen=True)
class Outcome:
    """One row of a wager: what it is called, what it pays, how likely it is, what it adds to the expected gain."""

    row: str
    pays: str
    probability: float
    contribution: float


@dataclass(frozen=True)
class WagerValue:
    """What one wager is worth, per unit of its initial stake. `gains` and `probabilities` are how a round can end."""

    id: str
    name: str
    stake_cents: int
    ev: float
    ev_exact: str | None
    house_edge: float
    average_wager: float
    element_of_risk: float
    sd: float
    skewness: float
    hit_frequency: float
    meter: dict[str, Any] | None
    """A bet that pays shares of a meter: its line over what the meter shows, and where it breaks even."""
    outcomes: tuple[Outcome, ...]
    gains: NDArray[np.float64] = field(repr=False, compare=False)
    probabilities: NDArray[np.float64] = field(repr=False, compare=False)

    @classmethod
    def _read(cls, found: dict[str, Any]) -> WagerValue:
        results = found.get("results", [])
        return cls(
            **{name: found[name] for name in _FIGURES},
            ev_exact=found.get("ev_exact"),
            meter=found.get("meter"),
            outcomes=tuple(
                Outcome(row["row"], row["pays"], row["probability"], row["contribution"]) for row in found["outcomes"]
            ),
            gains=np.array([result["gain"] for result in results], dtype=np.float64),
            probabilities=np.array([result["probability"] for result in results], dtype=np.float64),
        )


_FIGURES = (
    "id",
    "name",
    "stake_cents",
    "ev",
    "house_edge",
    "average_wager",
    "element_of_risk",
    "sd",
    "skewness",
    "hit_frequency",
)


@dataclass(frozen=True)
class Solution:
    """What every wager of a game is worth. `json` is the whole answer, as `croupier solve --json` prints it."""

    game: str
    bet_cents: int
    decks: int
    strategy_class: str
    wagers: tuple[WagerValue, ...]
    notes: tuple[str, ...]
    json: dict[str, Any] = field(repr=False, compare=False)
    table: Table = field(repr=False, compare=False)
    """Every row of every wager, for pandas, polars, DuckDB."""

    def wager(self, id: str) -> WagerValue:
        """The wager of this id: `main`, `insurance`, or a side bet."""
        for wager in self.wagers:
            if wager.id == id:
                return wager
        raise KeyError(f"{self.game} has no wager `{id}`; it has: {', '.join(wager.id for wager in self.wagers)}")

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        return "".join(
            _html_table(
                f"{wager.name}: house edge {100 * wager.house_edge:.3f}%",
                ("Outcome", "Pays", "Probability", "Adds"),
                [(row.row, row.pays, f"{row.probability:.6f}", f"{row.contribution:+.6f}") for row in wager.outcomes],
            )
            for wager in self.wagers
        )

    @classmethod
    def _read(cls, text: str, table: Table) -> Solution:
        found = json.loads(text)
        return cls(
            game=found["game"],
            bet_cents=found["bet_cents"],
            decks=found["decks"],
            strategy_class=found["strategy_class"],
            wagers=tuple(WagerValue._read(wager) for wager in found["wagers"]),
            notes=tuple(found.get("notes", [])),
            json=found,
            table=table,
        )


@dataclass(frozen=True)
class ActionValue:
    """What one action is worth over the whole hand, per unit of the main bet, and what it costs against the best."""

    action: str
    amount_cents: int
    ev: float
    cost: float
    ev_exact: str | None = None


@dataclass(frozen=True)
class Chance:
    """How likely something is that a player asks about at a decision: that the hand wins, that the next card busts it.

    `outs` says how many of the unseen cards decide it, where one card does: `{"cards": 9, "unseen": 48}`."""

    of: str
    probability: float
    exact: str | None = None
    outs: dict[str, int] | None = None


@dataclass(frozen=True)
class HandValue:
    """What each legal action of a hand is worth, best first, and the chances behind it, in sentences too."""

    game: str
    bet_cents: int
    best: str
    actions: tuple[ActionValue, ...]
    chances: tuple[Chance, ...] = ()
    why: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        rows = [(action.action, f"{action.ev:+.9f}", f"{action.cost:.9f}") for action in self.actions]
        return _html_table(f"{self.game}: {self.best}", ("Action", "Value", "Cost"), rows)

    @classmethod
    def _read(cls, text: str) -> HandValue:
        found = json.loads(text)
        return cls(
            found["game"],
            found["bet_cents"],
            found["best"],
            tuple(ActionValue(**action) for action in found["actions"]),
            tuple(Chance(**chance) for chance in found.get("chances", ())),
            tuple(found.get("why", ())),
        )


@dataclass(frozen=True)
class Strategy:
    """How to play: `text` for people, `json` as `simulate` reads it from a file; a picture in notebooks."""

    text: str
    json: dict[str, Any] = field(repr=False)
    svg: str | None = field(repr=False)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.svg if self.svg is not None else f"<pre>{html.escape(self.text)}</pre>"

    def save(self, path: str) -> None:
        """Writes the file that `simulate(strategy=path)` plays by."""
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.json, file)


def _html_table(caption: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    body = "".join(_html_row("td", row) for row in rows)
    return f"<table><caption>{html.escape(caption)}</caption>{_html_row('th', head)}{body}</table>"


def _html_row(tag: str, row: tuple[str, ...]) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row) + "</tr>"
