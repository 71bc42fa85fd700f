"""Games as Gymnasium environments: after `import croupier`, `gymnasium.make("croupier/nh21-plus-v0")`.

An episode is a round. It begins with the choice of bets (`bets` lists what there is to choose from; the lowest main bet if left
out), because some rounds have no other choice. Then the round asks, exactly as it asks at a table, until every wager is settled.

An observation is what the player at the table sees, and nothing else: `cards` has three planes of 52 counts (the hand to be
decided on; the dealer's up card and the open community cards; every card seen in this round), `numbers` has the main bet in the
lowest bets, what was added in main bets, how many times, whether the hand was split, and how many hands the start has become,
and how many main bets of those on the hand are free.

`info["action_mask"]` marks what may be chosen. What is not offered is refused, as at a table: nothing changes, the reward is 0,
and `info["refused"]` is true. Rewards are in main bets. With `values=True`, `info["values"]` has the exact value of every action.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from croupier import _native
from croupier.errors import InputError
from croupier.game import Game, dollars, stakes, whole

CARDS = (3, 52)
NUMBERS = 6
LARGEST = 1e6
"""No number of an observation is greater."""

Bets = Mapping[str, Any]
"""Bets of one hand: `{"bet": 5, "side": {"up-match": 2}, "spots": 1}`; what is left out is the lowest, none and none."""

Observation = dict[str, NDArray[Any]]


def native(
    game: Game | str, count: int, seats: int, bets: Sequence[Bets] | None, amounts: Literal["most", "every"]
) -> tuple[Game, _native.Environments]:
    """The tables of a game."""
    game = game if isinstance(game, Game) else Game(game)
    if amounts not in ("most", "every"):
        raise InputError(f"`{amounts}` says nothing about amounts; choose most or every")
    if count < 1:
        raise InputError(f"{count} tables are not possible; name at least 1")
    asked = [(dollars(bet.get("bet")), bet.get("spots", 0), stakes(bet.get("side"))) for bet in bets or [{}]]
    return game, _native.Environments(game._native, count, whole("seats", seats, 255), asked, amounts == "every")


def observation_space() -> gymnasium.spaces.Dict:
    """What a player sees."""
    return gymnasium.spaces.Dict(
        {
            "cards": gymnasium.spaces.Box(0, 255, CARDS, np.uint8),
            "numbers": gymnasium.spaces.Box(0, LARGEST, (NUMBERS,), np.float32),
        }
    )


class Table(gymnasium.Env[Observation, np.int64]):
    """One table with one player."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        game: Game | str,
        bets: Sequence[Bets] | None = None,
        amounts: Literal["most", "every"] = "most",
        values: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.game, self._native = native(game, 1, 1, bets, amounts)
        self.action_names: list[str] = self._native.names()
        self.observation_space: gymnasium.spaces.Space[Any] = observation_space()
        self.action_space = gymnasium.spaces.Discrete(len(self.action_names))
        self.render_mode = render_mode
        self._values = values
        self._seeded = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begins a round: the first one of this seed, with the cards the simulator deals, or the next one."""
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._native.reset(seed if seed is not None else int(self.np_random.integers(2**63)))
            self._seeded = True
        else:
            self._native.begin(0)
        return self._look(refused=False)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Chooses."""
        played = self._native.play(0, int(action))
        reward = self._native.take_reward(0, 0)
        over = self._native.chooser(0) is None
        observation, info = self._look(refused=not played)
        return observation, reward, over, False, info

    def _look(self, refused: bool) -> tuple[Observation, dict[str, Any]]:
        cards, numbers = np.zeros(CARDS, np.uint8), np.zeros(NUMBERS, np.float32)
        mask = np.zeros(len(self.action_names), np.int8)
        self._native.observe(cards.reshape(-1), numbers, mask)
        info: dict[str, Any] = {"action_mask": mask, "refused": refused}
        if self._values:
            values = self._native.values(0)
            info["values"] = np.full(len(mask), np.nan) if values is None else np.array(values)
        return {"cards": cards, "numbers": numbers}, info


class Tables(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many tables with one player each, played in Rust. The arrays of an observation are written anew by the next step.

    A table whose round is over begins the next one at the next step, whatever the action (`AutoresetMode.NEXT_STEP`). Table `i`
    of `n` plays the rounds `i`, `i + n`, `i + 2n`… of the seed.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int,
        game: Game | str,
        bets: Sequence[Bets] | None = None,
        amounts: Literal["most", "every"] = "most",
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
    ) -> None:
        self.game, self._native = native(game, num_envs, 1, bets, amounts)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.action_names: list[str] = self._native.names()
        self.single_observation_space = observation_space()
        self.single_action_space = gymnasium.spaces.Discrete(len(self.action_names))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeded = False
        self._observation: Observation = {
            "cards": np.zeros((num_envs, *CARDS), np.uint8),
            "numbers": np.zeros((num_envs, NUMBERS), np.float32),
        }
        self._mask = np.zeros((num_envs, len(self.action_names)), np.int8)
        self._rewards = np.zeros(num_envs)
        self._over = np.zeros(num_envs, np.bool_)
        self._refused = np.zeros(num_envs, np.bool_)
        self._never = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a round at every table: the first ones of this seed, or of one drawn at random."""
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise InputError("the tables share one seed; name one number")
        super().reset(seed=seed)
        self._native.reset(int(seed) if seed is not None else int(self.np_random.integers(2**63)))
        self._refused[:] = False
        return self._look()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Chooses at every table."""
        actions = np.ascontiguousarray(actions, dtype=np.int64)
        self._native.step(actions, self._rewards, self._over, self._refused)
        observation, info = self._look()
        return observation, self._rewards, self._over, self._never, info

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        seen = self._observation
        self._native.observe(seen["cards"].reshape(-1), seen["numbers"].reshape(-1), self._mask.reshape(-1))
        return seen, {"action_mask": self._mask, "refused": self._refused}
