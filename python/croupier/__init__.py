"""Table games by the book: what every wager is worth, how to play, and simulations that give the same bytes anywhere.

>>> import croupier
>>> game = croupier.Game("presque-isle-blackjack")
>>> game.hand("Th 6c", up="Ts").best
'surrender'
>>> round(100 * game.solve().wager("main").house_edge, 3)
0.338
"""

from croupier._native import Table, games
from croupier.counting import Count, CountFigures, IndexPlay, count
from croupier.errors import InputError
from croupier.game import Game
from croupier.dealing import Card, Choice, Event, Next, Offer, Over, Round
from croupier.simulation import Job, Simulation, SimulationRow, SimulationWager, merge, simulate
from croupier.values import ActionValue, HandValue, Outcome, Solution, Strategy, WagerValue

try:
    from croupier.registration import register as _register
except ImportError:
    # Without Gymnasium there are no environments, and everything else is there.
    pass
else:
    _register()

__all__ = [
    "ActionValue",
    "Card",
    "Choice",
    "Count",
    "CountFigures",
    "Event",
    "Game",
    "HandValue",
    "IndexPlay",
    "InputError",
    "Job",
    "Next",
    "Offer",
    "Outcome",
    "Over",
    "Round",
    "Simulation",
    "SimulationRow",
    "SimulationWager",
    "Solution",
    "Strategy",
    "Table",
    "WagerValue",
    "count",
    "games",
    "merge",
    "simulate",
]
