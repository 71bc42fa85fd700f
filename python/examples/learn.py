"""Learns to play a game of 21 from rewards alone, and says how far from the exact value it ends.

Monte Carlo control with a table: the value of a choice is the mean of what rounds came to after it. Nothing is known of the
rules; the learner sees the observation that a player sees, and what is offered.
"""

from __future__ import annotations

import sys
import time

import gymnasium
import numpy as np

import croupier
from croupier.environments import Tables

TABLES = 16_384
MOST_CHOICES = 24
RANKS = np.arange(52) // 4
POINTS = np.array([2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11])


def states(seen: dict[str, np.ndarray], ranks: np.ndarray) -> np.ndarray:
    """What a learner tells apart: the hand's total, soft or not, a pair, how many cards, doubles made, split, the up card."""
    hand = seen["cards"][:, 0] @ ranks
    up = (seen["cards"][:, 1] @ ranks).argmax(axis=1)
    aces = hand[:, 12].astype(np.int64)
    total = hand @ POINTS
    over = np.minimum(aces, np.maximum(0, -((21 - total) // 10)))
    total = np.minimum(total - 10 * over, 22)
    soft = aces > over
    count = hand.sum(axis=1).astype(np.int64)
    pair = (count == 2) & (hand.max(axis=1) == 2)
    kind = np.where(pair, hand.argmax(axis=1) + 1, 0)
    doubles = np.minimum(seen["numbers"][:, 2].astype(np.int64), 2)
    started = (seen["cards"].reshape(len(up), -1).any(axis=1)).astype(np.int64)
    state = started
    for digit, size in (
        (np.minimum(POINTS[up] - 2, 9), 10),
        (total, 23),
        (soft, 2),
        (kind, 14),
        (np.minimum(count, 8), 9),
        (doubles, 3),
    ):
        state = state * size + digit.astype(np.int64)
    return state


def play(tables: Tables, seconds: float, sums: np.ndarray, count: np.ndarray, explore: float, seed: int) -> tuple[float, int]:
    """Plays for some seconds by what is known, learning where `explore` is above 0; the mean reward and how many rounds."""
    rng = np.random.default_rng(seed)
    ranks = (RANKS[:, None] == np.arange(13)[None, :]).astype(np.uint8)
    number = np.arange(tables.num_envs)
    visited = np.zeros((tables.num_envs, MOST_CHOICES), np.int64)
    before = np.zeros((tables.num_envs, MOST_CHOICES))
    depth = np.zeros(tables.num_envs, np.int64)
    gained = np.zeros(tables.num_envs)
    actions = len(tables.action_names)
    seen, info = tables.reset(seed=seed)
    total, rounds, ended = 0.0, 0, np.zeros(tables.num_envs, bool)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        mask = info["action_mask"] > 0
        state = states(seen, ranks) * actions
        keys = state[:, None] + np.arange(actions)
        score = np.where(mask, sums[keys] / np.maximum(count[keys], 1.0), -np.inf)
        if explore > 0.0:
            # A choice that was hardly tried is tried first.
            score[(count[keys] < 20.0) & mask] = 9.0
            random = rng.random(score.shape)
            score = np.where((rng.random(len(number)) < explore)[:, None] & mask, random, score)
        choice = score.argmax(axis=1)
        live = ~ended
        place = np.minimum(depth, MOST_CHOICES - 1)
        visited[number[live], place[live]] = state[live] + choice[live]
        before[number[live], place[live]] = gained[live]
        depth[live] += 1
        seen, reward, over, _, info = tables.step(choice)
        gained += reward
        ended = over.copy()
        if ended.any():
            total += gained[ended].sum()
            rounds += int(ended.sum())
            if explore > 0.0:
                steps = np.arange(MOST_CHOICES)[None, :] < np.minimum(depth[ended], MOST_CHOICES)[:, None]
                keys = visited[ended][steps]
                gain = (gained[ended][:, None] - before[ended])[steps]
                np.add.at(count, keys, 1.0)
                np.add.at(sums, keys, gain)
            gained[ended] = 0.0
            depth[ended] = 0
    return total / max(rounds, 1), rounds


def learn(game: str, seconds: float) -> tuple[float, float, float]:
    """Learns for some seconds; the exact value of the best play, what was learned is worth, and its standard error."""
    tables = gymnasium.make_vec(f"croupier/{game}-v0", TABLES, vectorization_mode="vector_entry_point").unwrapped
    assert isinstance(tables, Tables)
    size = 2 * 10 * 23 * 2 * 14 * 9 * 3 * len(tables.action_names)
    sums, count = np.zeros(size), np.zeros(size)
    for part, explore in enumerate((0.5, 0.2, 0.1, 0.05)):
        # What rounds came to when it played worse counts less.
        sums, count = sums / 8, count / 8
        play(tables, seconds / 5, sums, count, explore, seed=part)
    mean, rounds = play(tables, seconds / 5, sums, count, 0.0, seed=1000)
    main = croupier.Game(game).solve().wager("main")
    return main.ev, mean, main.sd / rounds**0.5


if __name__ == "__main__":
    exact, learned, error = learn("nh21-plus", float(sys.argv[1]) if len(sys.argv) > 1 else 50.0)
    print(f"exact {exact:+.5f}, learned {learned:+.5f} ± {1.96 * error:.5f}: {exact - learned:.5f} of a bet away")
