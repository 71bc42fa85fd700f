"""Simulations and sweeps over many machines, by Ray: chunks are tasks, retries are harmless, the result is the same bytes.

`python -m croupier.ray simulate nh21-plus --rounds 1e12 --address auto` plays on the cluster that is already there;
without `--address` Ray starts one on this machine. `--checkpoint FOLDER` keeps every part as a file and goes on from there;
`croupier merge FOLDER/*.part` reads the same files.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import ray

from croupier._native import Table
from croupier.errors import InputError
from croupier.game import Game, Money
from croupier.simulation import Job, Progress, Simulation, _Bar

TASKS = 2048
"""A job is cut into about so many tasks, so that its parts fit the memory of whoever merges them."""


def simulate(
    game: Game | str,
    rounds: float = 10_000_000,
    *,
    address: str | None = None,
    chunks_per_task: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | Progress = False,
    **job: Any,
) -> Simulation:
    """Simulates a game on a cluster. The arguments are those of `croupier.Job`; the result is that of `Job.run`, byte for
    byte but for its speed. A worker or a machine that is lost costs only its unfinished tasks."""
    made = Job(game, rounds, **job)
    size = chunks_per_task or math.ceil(made.chunks / TASKS)
    folder = None if checkpoint is None else _Folder(Path(checkpoint), made)
    tasks = [(first, min(first + size, made.chunks)) for first in range(0, made.chunks, size)]
    parts: dict[int, bytes] = {} if folder is None else folder.read(tasks)
    _begin(address)
    request = ray.put(made.request)
    left = [task for task in tasks if task[0] not in parts]
    with _Bar(made.chunks, progress) as bar:
        done = sum(end - first for first, end in tasks if first in parts)
        for (first, end), part in _all(_play_chunks, left, lambda task: (request, *task)):
            parts[first] = part
            if folder is not None:
                folder.write(first, end, part)
            done += end - first
            if bar.tell is not None:
                bar.tell(done, made.chunks)
    return made.merge(parts.values())


def sweep(
    game: str,
    grid: Mapping[str, Sequence[Any]],
    *,
    bet: Money | None = None,
    address: str | None = None,
) -> Table:
    """Solves a game with every combination of these values of its fields, and gives a table: a column for each field, then the
    house edge and the standard deviation of every wager.

    >>> table = sweep("nh21-plus", {"winner.seven-card-21.pays": ["3:1", "5:1"]})  # doctest: +SKIP
    """
    fields = list(grid)
    cells = list(itertools.product(*(grid[field] for field in fields)))
    if not fields or not cells:
        raise InputError("there is nothing to sweep; name fields of the rules file and their values")
    rules = Game(game).toml()
    _begin(address)
    found: dict[int, list[tuple[str, float, float]]] = {}
    question = lambda place: (rules, dict(zip(fields, cells[place])), bet)  # noqa: E731
    for place, values in _all(_solve, list(range(len(cells))), question):
        found[place] = values
    texts = [(field, [str(cell[column]) for cell in cells]) for column, field in enumerate(fields)]
    ids = list(dict.fromkeys(id for place in range(len(cells)) for id, _, _ in found[place]))
    numbers: list[tuple[str, list[float]]] = []
    for id in ids:
        rows = [{wager: (edge, sd) for wager, edge, sd in found[place]} for place in range(len(cells))]
        numbers.append((f"{id}.house_edge", [row.get(id, (math.nan, math.nan))[0] for row in rows]))
        numbers.append((f"{id}.sd", [row.get(id, (math.nan, math.nan))[1] for row in rows]))
    return Table.of(texts, numbers)


@functools.lru_cache(maxsize=1)
def _job(request: str) -> Job:
    return Job.of(request)


@ray.remote(num_cpus=1, max_retries=-1)
def _play_chunks(request: str, first: int, end: int) -> bytes:
    return _job(request).play_chunks(first, end, threads=1)


@ray.remote(num_cpus=1, max_retries=-1)
def _solve(rules: str, fields: dict[str, Any], bet: Money | None) -> list[tuple[str, float, float]]:
    # The text of the rules travels, because a file would not be there on another machine.
    solution = Game.parse(rules, set=fields).solve(bet=bet)
    return [(wager.id, wager.house_edge, wager.sd) for wager in solution.wagers]


def _all(task: Any, questions: Sequence[Any], words: Callable[[Any], tuple[Any, ...]]) -> Iterator[tuple[Any, Any]]:
    """Asks a cluster every question and gives the answers as they come, never with many more open than it has cores."""
    waiting = iter(questions)
    open: dict[Any, Any] = {}
    room = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))  # type: ignore[no-untyped-call]
    while True:
        for question in itertools.islice(waiting, room - len(open)):
            open[task.remote(*words(question))] = question
        if not open:
            return
        ready, _ = ray.wait(list(open), num_returns=1)
        for answered in ready:
            yield open.pop(answered), ray.get(answered)


def _begin(address: str | None) -> None:
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)


class _Folder:
    """The parts of a job that are played, as files."""

    def __init__(self, path: Path, job: Job) -> None:
        self._path = path
        path.mkdir(parents=True, exist_ok=True)
        asked = path / "request.json"
        if asked.exists() and asked.read_text(encoding="utf-8") != job.request:
            raise InputError(f"{path}: here are the parts of another job; name another folder")
        asked.write_text(job.request, encoding="utf-8")

    def read(self, tasks: Sequence[tuple[int, int]]) -> dict[int, bytes]:
        """The parts that are there already."""
        paths = {first: self._part(first, end) for first, end in tasks}
        return {first: path.read_bytes() for first, path in paths.items() if path.exists()}

    def write(self, first: int, end: int, part: bytes) -> None:
        """Keeps a part, whole or not at all."""
        path = self._part(first, end)
        begun = path.with_suffix(".begun")
        begun.write_bytes(part)
        begun.replace(path)

    def _part(self, first: int, end: int) -> Path:
        return self._path / f"{first}-{end}.part"


def main(words: Sequence[str] | None = None) -> int:
    """`python -m croupier.ray simulate GAME …`: prints what `croupier simulate GAME … --json` prints."""
    parser = argparse.ArgumentParser(prog="python -m croupier.ray", description=__doc__)
    simulation = parser.add_subparsers(dest="command", required=True).add_parser("simulate", help="simulate a game")
    simulation.add_argument("game")
    simulation.add_argument("--rounds", type=float, default=1e7)
    simulation.add_argument("--seed", type=int, default=1)
    simulation.add_argument("--strategy", default="optimal")
    simulation.add_argument("--bet")
    simulation.add_argument("--side", action="append", default=[], metavar="ID=$")
    simulation.add_argument("--seats", type=int, default=1)
    simulation.add_argument("--shoe", choices=["fresh", "cut-card"], default="fresh")
    simulation.add_argument("--address", help="the cluster, or `auto`; one on this machine if left out")
    simulation.add_argument("--checkpoint", metavar="FOLDER")
    simulation.add_argument("--chunks-per-task", type=int)
    asked = vars(parser.parse_args(words))
    del asked["command"]
    asked["side"] = dict(side.partition("=")[::2] for side in asked["side"])
    try:
        found = simulate(**asked, progress=sys.stderr.isatty())
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    sys.stdout.write(found.result_bytes().decode())
    print()
    return 0


if __name__ == "__main__":
    # Workers look for the tasks in a module, and `__main__` is another one there.
    from croupier.ray import main as run

    sys.exit(run())
