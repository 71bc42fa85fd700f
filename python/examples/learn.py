"""Learns to play a game of 21 from rewards alone, and says how far from the exact value it ends.

Q-learning with a table, many tables at a time: the value of a choice is the mean of what it earned at once and of what the best choice
after it is known to be worth. After a split the next hand is not all that follows, so there the rest of the round is taken as it
came. Nothing is known of the rules; the learner sees what a player sees, and what is offered. `python learn.py 8e6` plays so many rounds.
"""

from __future__ import annotations

import sys

import gymnasium
import numpy as np
from numpy.typing import NDArray

import croupier
from croupier.environments import Tables

TABLES = 1024
CHOICES_MAX = 24
POINTS = np.array([2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11], np.float32)
STATES = 2 * 10 * 23 * 2 * 14 * 4 * 3

Numbers = NDArray[np.float64]


def states(seen: dict[str, NDArray[np.uint8]]) -> NDArray[np.int64]:
    """What the learner tells apart: before or after the deal, the up card, total, soft, pair, how many cards, doubles."""
    ranks = seen["cards"][:, :2].reshape(-1, 2, 13, 4).sum(axis=3, dtype=np.float32)
    hand, up = ranks[:, 0], np.minimum(ranks[:, 1] @ POINTS, 11)
    aces = hand[:, 12]
    total = hand @ POINTS
    low = np.minimum(aces, np.ceil(np.maximum(total - 21, 0) / 10))
    count = hand.sum(axis=1)
    pair = np.where((count == 2) & (hand.max(axis=1) == 2), hand.argmax(axis=1) + 1, 0)
    doubles = np.minimum(seen["numbers"][:, 2], 2)
    digits = (np.maximum(up - 2, 0), 10), (np.minimum(total - 10 * low, 22), 23), (aces > low, 2), (pair, 14)
    state = (count > 0).astype(np.int64)
    for digit, size in (*digits, (np.clip(count, 3, 6) - 3, 4), (doubles, 3)):
        state = state * size + digit.astype(np.int64)
    return state


class Learner:
    """What choices earned: how often each was made and the sum, by state and action."""

    def __init__(self, actions: int) -> None:
        self.count, self.sums = np.zeros((2, STATES * actions))
        self.actions = np.arange(actions)

    def choose(
        self, state: NDArray[np.int64], mask: NDArray[np.int8], tries: NDArray[np.bool_]
    ) -> tuple[NDArray[np.int64], Numbers]:
        """The best choice known, or where it tries the one that may be best, and what the best is worth."""
        keys = state[:, None] * len(self.actions) + self.actions
        count = np.maximum(self.count[keys], 0.01)
        mean, doubt = self.sums[keys] / count, 1 / np.sqrt(count)
        known = np.where(mask > 0, mean - doubt, -np.inf).argmax(axis=1)
        hoped = np.where(mask > 0, mean + 3 * doubt, -np.inf).argmax(axis=1)
        best = np.where(self.count[keys[:, 0] + known] > 0, np.take_along_axis(mean, known[:, None], 1)[:, 0], 0.0)
        return np.where(tries, hoped, known), best

    def play(self, tables: Tables, rounds: float, explore: float, seed: int) -> tuple[float, int]:
        """Plays so many rounds and learns from them if it explores; the mean reward, and how many rounds there were."""
        rng, number, shape = np.random.default_rng(seed), np.arange(tables.num_envs), (tables.num_envs, CHOICES_MAX + 1)
        keys, before, best, split = np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape), np.zeros(shape, np.bool_)
        depth, gained = np.zeros(tables.num_envs, np.int64), np.zeros(tables.num_envs)
        over, total, played = np.zeros(tables.num_envs, np.bool_), 0.0, 0
        seen, info = tables.reset(seed=seed)
        while played < rounds:
            state = states(seen)
            choice, worth = self.choose(state, info["action_mask"], rng.random(tables.num_envs) < explore)
            live = number[~over]
            at = live, depth[live]
            keys[at] = state[live] * len(self.actions) + choice[live]
            before[at], best[at], split[at] = gained[live], worth[live], seen["numbers"][live, 3] > 0
            depth[live] += 1
            seen, reward, ended, _, info = tables.step(choice)
            gained += reward
            over = ended.copy()
            done = number[over]
            total, played = total + float(gained[done].sum()), played + len(done)
            if explore:
                made = np.arange(CHOICES_MAX) < depth[done, None]
                last = np.arange(CHOICES_MAX) + 1 >= depth[done, None]
                as_it_came = gained[done, None] - before[done, :-1]
                then = before[done, 1:] - before[done, :-1] + best[done, 1:]
                earned = np.where(last | split[done, 1:], as_it_came, then)
                np.add.at(self.count, keys[done, :-1][made], 1.0)
                np.add.at(self.sums, keys[done, :-1][made], earned[made])
            gained[done], depth[done] = 0.0, 0
        return total / played, played


def learn(game: str, rounds: float) -> tuple[float, float, float]:
    """Learns; the exact value of the best play, what the learned play won, and the standard error of that."""
    tables = gymnasium.make_vec(f"croupier/{game}-v0", TABLES, vectorization_mode="vector_entry_point").unwrapped
    assert isinstance(tables, Tables)
    learner = Learner(len(tables.action_names))
    for part in range(8):
        # What was thought of choices when less was known counts less.
        learner.count, learner.sums = learner.count / 2, learner.sums / 2
        learner.play(tables, rounds / 10, 0.3, seed=part)
    mean, played = learner.play(tables, rounds / 5, 0.0, seed=1000)
    main = croupier.Game(game).solve().wager("main")
    return main.ev, mean, main.sd / played**0.5


if __name__ == "__main__":
    exact, learned, error = learn("nh21-plus", float(sys.argv[1]) if len(sys.argv) > 1 else 8e6)
    print(f"exact {exact:+.5f}, learned {learned:+.5f} ± {1.96 * error:.5f}: {exact - learned:.5f} of a bet away")
