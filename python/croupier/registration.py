"""Tells Gymnasium which environments there are: one for every game of the package."""

from gymnasium.envs.registration import register as _register

from croupier._native import games

STEPS_MAX = 200
"""No round has so many choices: whoever comes here has chosen what is not offered again and again."""


def register() -> None:
    """Registers `croupier/GAME-v0` for every game."""
    for game in games():
        _register(
            id=f"croupier/{game}-v0",
            entry_point="croupier.environments:Table",
            vector_entry_point="croupier.environments:Tables",
            max_episode_steps=STEPS_MAX,
            kwargs={"game": game},
        )
