"""Simulations: the same job gives the same bytes on a core, a cluster or a GPU."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from croupier import _native
from croupier._native import Table
from croupier.errors import InputError
from croupier.game import SEED_MAX, Game, Money, dollars, stakes, whole

Progress = Callable[[int, int], object]
"""Told how many rounds are played, and of how many."""


@dataclass(frozen=True)
class SimulationRow:
    """How often hands ended so."""

    row: str
    count: int
    frequency: float
    exact: float | None


@dataclass(frozen=True)
class SimulationWager:
    """What one wager came to, per unit of its initial stake."""

    id: str
    name: str
    hands: int
    mean: float
    standard_error: float
    interval: tuple[float, float]
    sd: float
    skew: float
    average_wager: float
    total_net_cents: int
    exact: float | None
    z: float | None
    rows: tuple[SimulationRow, ...]

    @classmethod
    def _read(cls, found: dict[str, Any]) -> SimulationWager:
        kept = {name: found[name] for name in cls.__dataclass_fields__}
        rows = tuple(SimulationRow(row["row"], row["count"], row["frequency"], row["exact"]) for row in found["rows"])
        return cls(**{**kept, "interval": tuple(found["interval"]), "rows": rows})


@dataclass(frozen=True)
class Simulation:
    """What a simulation found. `json` is the whole answer, as `croupier simulate --json` prints it."""

    game: str
    rounds: int
    complete: bool
    wagers: tuple[SimulationWager, ...]
    json: dict[str, Any] = field(repr=False, compare=False)
    text: str = field(repr=False, compare=False)
    _printed: str = field(repr=False, compare=False)
    table: Table = field(repr=False, compare=False)
    """Every wager and row, for pandas, polars, DuckDB; the columns are those of `--parquet`."""

    def wager(self, id: str) -> SimulationWager:
        """The wager of this id: `main`, `insurance`, a side bet, or `all`."""
        for wager in self.wagers:
            if wager.id == id:
                return wager
        raise KeyError(f"no wager `{id}` was simulated; there are: {', '.join(wager.id for wager in self.wagers)}")

    def result_bytes(self) -> bytes:
        """What `croupier simulate --json` prints, without the speed of this run: the same bytes wherever it was played."""
        return without_speed(self._printed.encode())

    def __str__(self) -> str:
        return self.text

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)

    @classmethod
    def _read(cls, text: str, told: str, table: Table) -> Simulation:
        found = json.loads(text)
        wagers = tuple(SimulationWager._read(wager) for wager in found["wagers"])
        return cls(found["game"], found["rounds"], found["complete"], wagers, found, told, text, table)


def without_speed(printed: bytes) -> bytes:
    """What a simulation printed as JSON, without the only figure that depends on the machine."""
    return re.sub(rb'"rounds_per_second": [^,\n]*', b'"rounds_per_second": null', printed)


class Job:
    """So many rounds of a game, in chunks: a chunk is a pure function of the job and its number.

    Chunks may be played by any process that has the job; a job can be pickled. A part (`bytes`) is also what
    `croupier simulate --chunks` writes and `croupier merge` reads.

    >>> job = Job("nh21-plus", rounds=600_000, strategy="never-bust")
    >>> parts = [job.play_chunk(chunk) for chunk in range(job.chunks)]
    >>> merge(parts).result_bytes() == job.run().result_bytes()
    True
    """

    def __init__(
        self,
        game: Game | str,
        rounds: float = 10_000_000,
        *,
        seed: int = 1,
        strategy: str | os.PathLike[str] = "optimal",
        bet: Money | None = None,
        spots: int = 0,
        side: Mapping[str, Money] | None = None,
        seats: int = 1,
        shoe: Literal["fresh", "cut-card"] = "fresh",
        session: int | None = None,
        bankroll: Money | None = None,
        device: Literal["cpu", "gpu"] = "cpu",
    ) -> None:
        if shoe not in ("fresh", "cut-card"):
            raise InputError(f"`{shoe}` is no shoe; choose fresh or cut-card")
        if device not in ("cpu", "gpu"):
            raise InputError(f"`{device}` is no device; choose cpu or gpu")
        game = game if isinstance(game, Game) else Game(game)
        self._native = _ready(
            _native.Job,
            game._native,
            whole("rounds", rounds, 10**15),
            whole("seed", seed, SEED_MAX),
            os.fspath(strategy),
            dollars(bet),
            whole("spots", spots, 255),
            stakes(side),
            whole("seats", seats, 255),
            shoe == "cut-card",
            None if session is None else whole("session", session, 10**15),
            dollars(bankroll),
            device == "gpu",
        )
        self.device = device

    @classmethod
    def of(cls, request: str, device: Literal["cpu", "gpu"] = "cpu") -> Job:
        """The job of a request: everything that its result depends on."""
        job = cls.__new__(cls)
        job._native = _ready(_native.Job.of, request, device == "gpu")
        job.device = device
        return job

    @property
    def request(self) -> str:
        """Everything that its result depends on, as JSON."""
        return self._native.request()

    @property
    def chunks(self) -> int:
        """How many chunks it has."""
        return self._native.chunks()

    @property
    def rounds(self) -> int:
        """How many rounds it has."""
        return self._native.rounds()

    def play_chunk(self, chunk: int) -> bytes:
        """Plays one chunk and gives it as a part."""
        return self.play_chunks(chunk, chunk + 1, threads=1)

    def play_chunks(self, first: int, end: int, *, threads: int = 0, progress: Progress | None = None) -> bytes:
        """Plays the chunks from `first` to before `end` and gives them as a part."""
        first, end = whole("chunk", first, SEED_MAX), whole("chunk", end, SEED_MAX)
        return self._native.play(first, end, whole("threads", threads, 10_000), progress)

    def run(
        self,
        *,
        threads: int = 0,
        until_se: float | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        progress: bool | Progress = False,
    ) -> Simulation:
        """Plays the whole job. `progress=True` shows a bar if `tqdm` is installed. An interrupt raises
        `KeyboardInterrupt`; with a checkpoint the same call goes on where it stopped."""
        path = None if checkpoint is None else os.fspath(checkpoint)
        with _Bar(self.rounds, progress) as bar:
            return Simulation._read(*self._native.run(whole("threads", threads, 10_000), until_se, path, bar.tell))

    def merge(self, parts: Iterable[bytes]) -> Simulation:
        """What the parts of this job come to. Every chunk must be there once."""
        named = [(f"part {number}", part) for number, part in enumerate(parts, 1)]
        return Simulation._read(*self._native.merge(named))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Job.of, (self.request, self.device))


def simulate(
    game: Game | str,
    rounds: float = 10_000_000,
    *,
    threads: int = 0,
    until_se: float | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | Progress = False,
    **job: Any,
) -> Simulation:
    """Simulates a game: an independent check of every exact figure. The other arguments are those of `Job`.

    >>> found = simulate("three-card-poker", rounds=1e6, side={"pair-plus": 5})
    >>> abs(found.wager("pair-plus").z) < 5
    True
    """
    made = Job(game, rounds, **job)
    return made.run(threads=threads, until_se=until_se, checkpoint=checkpoint, progress=progress)


def merge(parts: Iterable[bytes | str | os.PathLike[str]]) -> Simulation:
    """What the parts of a job come to: bytes, or the paths of files that `croupier simulate --chunks` wrote."""
    named: list[tuple[str, bytes]] = []
    for number, part in enumerate(parts, 1):
        if isinstance(part, bytes):
            named.append((f"part {number}", part))
        else:
            with open(part, "rb") as file:
                named.append((os.fspath(part), file.read()))
    if not named:
        raise InputError("there are no parts to merge; name at least one")
    job = _native.Job.of(_native.Job.request_of(*named[0]), False)
    return Simulation._read(*job.merge(named))


def _ready(make: Callable[..., _native.Job], *asked: Any) -> _native.Job:
    """A job made ready; what a GPU is missing is said in Python's words."""
    try:
        return make(*asked)
    except InputError as fault:
        raise InputError(str(fault).replace("leave out --gpu", 'say device="cpu"')) from None


class _Bar:
    """A bar of `tqdm` that is told how many rounds are played, or somebody's own function, or nothing."""

    def __init__(self, rounds: int, progress: bool | Progress) -> None:
        self.tell: Progress | None = progress if callable(progress) else None
        self._bar: Any = None
        if progress is True:
            try:
                from tqdm.auto import tqdm  # type: ignore[import-untyped]
            except ImportError:
                return
            self._bar = tqdm(total=rounds, unit="round", unit_scale=True)
            self.tell = lambda done, _of: self._bar.update(done - self._bar.n)

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
