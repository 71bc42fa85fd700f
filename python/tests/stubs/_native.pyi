"""
What the package is made of. Use `croupier` itself.
"""

from _typeshed import Incomplete, SupportsGetItem
from os import PathLike
from typing import Any, SupportsFloat, SupportsIndex, final

__all__ = ["Environments", "Game", "Job", "Round", "Table", "count", "games", "main"]

@final
class Environments:
    """
    So many tables of one game, each with so many seats.
    """
    def __new__(cls, /, game: Game, count: SupportsIndex, seats: SupportsIndex, bets: SupportsGetItem[int, tuple[str | None, SupportsIndex, SupportsGetItem[int, str]]], every_amount: bool) -> Environments:
        """
        Tables of a game; each of `bets` is a main bet, how many more spots carry it, and the side bets.
        """
    def begin(self, /, table: SupportsIndex) -> None:
        """
        Begins the next round at one table.
        """
    def chooser(self, /, table: SupportsIndex) -> int | None:
        """
        The seat, from 0, that has to choose at a table; `None` when its round is over.
        """
    def names(self, /) -> list[str]:
        """
        What each action is called.
        """
    def observe(self, /, cards: Incomplete, numbers: Incomplete, mask: Incomplete) -> None:
        """
        Writes what the first seat of every table knows and may choose.
        """
    def observe_seat(self, /, table: SupportsIndex, seat: SupportsIndex, cards: Incomplete, numbers: Incomplete, mask: Incomplete) -> None:
        """
        Writes what one seat of one table knows and may choose.
        """
    def play(self, /, table: SupportsIndex, action: SupportsIndex) -> bool:
        """
        Plays one action for the seat that has to choose at a table; says whether it was offered.
        """
    def reset(self, /, seed: SupportsIndex) -> None:
        """
        Begins anew: table `i` of `n` plays the rounds `i`, `i + n`, `i + 2n`… of this seed, with the simulator's cards.
        """
    def step(self, /, actions: Incomplete, rewards: Incomplete, over: Incomplete, refused: Incomplete) -> None:
        """
        Plays one action at every table of one seat and writes rewards, ends and refusals. A table whose round was over begins
        the next one instead.
        """
    def take_reward(self, /, table: SupportsIndex, seat: SupportsIndex) -> float:
        """
        What a seat has gained or lost since it was last asked, in its main bets.
        """
    def values(self, /, table: SupportsIndex) -> list[float] | None:
        """
        What each action of the hand to be decided on is worth, exactly, `NaN` where it is not offered; `None` where nothing but bets is chosen, or
        where the solver values no such question.
        """

@final
class Game:
    """
    A game, checked.
    """
    def __new__(cls, /, word: str, changes: str, decks: SupportsIndex | None) -> Game:
        """
        The game of this id or in this file; `changes` is a JSON object of fields and values.
        """
    def hand(self, /, cards: str, up: str | None, board: str, removed: str, bet: str | None, split_hands: SupportsIndex | None, free: bool, doubled: SupportsGetItem[int, str], insurance: bool, street_bets: SupportsGetItem[int, SupportsIndex] | None) -> str:
        """
        What each action of a hand is worth, as JSON.
        """
    @staticmethod
    def parse(text: str, changes: str) -> Game:
        """
        The game in a text that stands alone, changed likewise.
        """
    def rules(self, /, format: str) -> str:
        """
        The rule sheet: `text`, `markdown` or `json`.
        """
    def solve(self, /, bet: str | None, side: SupportsGetItem[int, str]) -> tuple[str, Table]:
        """
        What every wager is worth: as JSON, and every row as a table.
        """
    def strategy(self, /, bet: str | None, play: str, format: str) -> str:
        """
        How to play: `chart` or `complete`, as `text`, `json`, `csv` or `svg`.
        """
    def summary(self, /) -> str:
        """
        The game in a few words, as JSON.
        """
    def toml(self, /) -> str:
        """
        The rules as a text that stands alone.
        """

@final
class Job:
    """
    A simulation that is ready to be played.
    """
    def __new__(cls, /, game: Game, rounds: SupportsIndex, seed: SupportsIndex, strategy: str, bet: str | None, spots: SupportsIndex, side: SupportsGetItem[int, str], seats: SupportsIndex, cut_card: bool, session: SupportsIndex | None, bankroll: str | None, gpu: bool) -> Job:
        """
        So many rounds of a game, played so.
        """
    def chunks(self, /) -> int:
        """
        How many chunks it has.
        """
    def merge(self, /, parts: SupportsGetItem[int, tuple[str | PathLike[str], SupportsGetItem[int, SupportsIndex]]]) -> tuple[str, str, Table]:
        """
        What the parts of this job, each with a name for messages, come to.
        """
    @staticmethod
    def of(request: str, gpu: bool) -> Job:
        """
        The job of this request, or of the request in a part.
        """
    def play(self, /, first: SupportsIndex, end: SupportsIndex, threads: SupportsIndex, progress: Any | None) -> bytes:
        """
        Plays some chunks and gives them as a part.
        """
    def request(self, /) -> str:
        """
        Everything that its result depends on, as JSON.
        """
    @staticmethod
    def request_of(name: str | PathLike[str], part: bytes) -> str:
        """
        The request of the job that a part belongs to.
        """
    def rounds(self, /) -> int:
        """
        How many rounds it has.
        """
    def run(self, /, threads: SupportsIndex, until_se: SupportsFloat | SupportsIndex | None, checkpoint: str | PathLike[str] | None, progress: Any | None) -> tuple[str, str, Table]:
        """
        Plays the whole job: the report as JSON and text, and its lines as a table.
        """

@final
class Round:
    """
    One deal, from the bets to the last settlement.
    """
    def __new__(cls, /, game: Game, bet: str | None, spots: SupportsIndex, side: SupportsGetItem[int, str], seats: SupportsGetItem[int, SupportsIndex], seed: SupportsIndex) -> Round:
        """
        A round with the same bets at each of these seats, and the cards of round 0 of this seed.
        """
    def choose(self, /, action: str, amount: str | None) -> str:
        """
        Chooses; for the most that is offered if no amount is named. Answers with the events, as JSON.
        """
    def deal(self, /, card: str | None) -> str:
        """
        Gives the round a card; the next one of its own shoe if none is named. Answers with the events, as JSON.
        """
    def events(self, /) -> str:
        """
        Everything that has happened, as JSON.
        """
    def net(self, /, seat: SupportsIndex) -> int:
        """
        What a seat has gained or lost so far, in cents.
        """
    def next(self, /) -> str:
        """
        What the round waits for, as JSON.
        """
    def view(self, /, seat: SupportsIndex | None) -> str:
        """
        What a seat may see, or anybody for `None`, as JSON.
        """

@final
class Table:
    """
    A table: columns that pandas, polars, DuckDB and PyArrow take by Arrow's C interface, without copies.
    """
    def __arrow_c_stream__(self, /, requested_schema: "object | None" = None) -> "object":
        """
        Arrow's C interface for streams: <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>
        """
    def __len__(self, /) -> int:
        """
        How many rows there are.
        """
    def column(self, /, name: str) -> Any:
        """
        One column: numbers as a NumPy array (missing ones as NaN), texts as a list.
        """
    def names(self, /) -> list[str]:
        """
        The names of the columns.
        """
    @staticmethod
    def of(texts: SupportsGetItem[int, tuple[str, SupportsGetItem[int, str]]], numbers: SupportsGetItem[int, tuple[str, SupportsGetItem[int, SupportsFloat | SupportsIndex]]]) -> Table:
        """
        The table of these columns, each a name and its numbers, or a name and its texts.
        """

def count(game: Game, system: str, spread: str, play: str, bet: str | None, side: SupportsGetItem[int, str], seats: SupportsIndex, penetration: SupportsFloat | SupportsIndex | None, bankroll: str | None, rounds: SupportsIndex, seed: SupportsIndex, threads: SupportsIndex, progress: Any | None) -> tuple[str, str]:
    """
    What a player wins who counts cards: as JSON, and as text.
    """

def games() -> list[str]:
    """
    The ids of the games that come with the package.
    """

def main(words: SupportsGetItem[int, str]) -> int:
    """
    Runs the program `croupier` with these words of a command line and gives its exit code.
    """
