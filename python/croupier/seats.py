"""Several seats at one table as a PettingZoo environment, one agent a seat.

>>> from pettingzoo.test import api_test
>>> from croupier.seats import Seats
>>> api_test(Seats("presque-isle-blackjack", seats=3), num_cycles=100)  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from croupier.environments import CARDS, LARGEST, NUMBERS, Bets, native
from croupier.errors import InputError
from croupier.game import Game


class Seats(AECEnv):  # type: ignore[misc]
    """A table with so many seats: every agent chooses its bets, then the round asks whom it asks.

    An observation is what that seat sees, the planes of cards and the numbers of `croupier.environments` one after the other,
    with `action_mask` beside it; rewards are in the seat's main bets. What is not offered
    raises `croupier.InputError`, and nothing has changed.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "croupier_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(
        self,
        game: Game | str,
        seats: int = 3,
        bets: Sequence[Bets] | None = None,
        amounts: Literal["most", "every"] = "most",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self._native = native(game, 1, seats, bets, amounts)
        self.action_names: list[str] = self._native.names()
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        seen = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, LARGEST, (CARDS[0] * CARDS[1] + NUMBERS,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (len(self.action_names),), np.int8),
            }
        )
        self.observation_spaces = {agent: seen for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(len(self.action_names)) for agent in self.possible_agents}
        self._seeded = False

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an agent may ever choose."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a round: the first one of this seed, or the next one."""
        if seed is not None or not self._seeded:
            self._native.reset(seed if seed is not None else int(np.random.default_rng().integers(2**63)))
            self._seeded = True
        else:
            self._native.begin(0)
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now."""
        cards, numbers = np.zeros(CARDS, np.uint8), np.zeros(NUMBERS, np.float32)
        mask = np.zeros(len(self.action_names), np.int8)
        self._native.observe_seat(0, self.possible_agents.index(agent), cards.reshape(-1), numbers, mask)
        seen = np.concatenate([cards.reshape(-1).astype(np.float32), numbers])
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Chooses for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._native.play(0, int(action)):
            raise InputError(f"{action} is not offered to {agent}; `observe` marks what is")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {agent: self._native.take_reward(0, seat) for seat, agent in enumerate(self.possible_agents)}
        chooser = self._native.chooser(0)
        if chooser is None:
            self.terminations = {agent: True for agent in self.agents}
        else:
            self.agent_selection = self.possible_agents[chooser]
        self._accumulate_rewards()
        self._deads_step_first()
