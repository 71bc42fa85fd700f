"""The environments: Gymnasium's and PettingZoo's own checks, and our own."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.performance import benchmark_vector_step
from pettingzoo.test import api_test, seed_test

import croupier
from croupier.environments import Tables
from croupier.seats import Seats


def legal(mask, rng):
    return np.where(mask > 0, rng.random(mask.shape), -1).argmax(axis=-1)


@pytest.mark.parametrize("game", croupier.games())
def test_every_game_is_an_environment(game):
    env = gymnasium.make(f"croupier/{game}-v0")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)
    rng = np.random.default_rng(1)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        over, steps = False, 0
        while not over:
            assert info["action_mask"].any(), "somebody is asked, so something is offered"
            _, reward, over, truncated, info = env.step(int(legal(info["action_mask"], rng)))
            assert not info["refused"] and not truncated
            steps += 1
        assert not info["action_mask"].any() and steps < 60


def test_what_is_not_offered_is_refused_and_changes_nothing():
    env = gymnasium.make("croupier/nh21-plus-v0")
    before, info = env.reset(seed=3)
    refused = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, truncated, info = env.step(refused)
    assert info["refused"] and reward == 0 and not over and not truncated
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_the_exact_value_of_every_action_is_told_when_asked_for():
    env = gymnasium.make("croupier/presque-isle-blackjack-v0", values=True).unwrapped
    game = croupier.Game("presque-isle-blackjack")
    ranks, asked = "23456789TJQKA", 0
    for seed in range(12):
        env.reset(seed=seed)
        seen, _, over, _, info = env.step(0)
        names = dict(zip(env.action_names, info["values"]))
        if over or np.isnan(names["stand"]):
            continue
        # The suits of two cards are no matter in this game.
        hand = [f"{ranks[card // 4]}{'cdhs'[card % 4]}" for card in np.flatnonzero(seen["cards"][0])]
        up = int(np.flatnonzero(seen["cards"][1])[0])
        if len(hand) != 2:
            continue
        values = game.hand(" ".join(hand), up=f"{ranks[up // 4]}{'cdhs'[up % 4]}")
        told = {action.action: action.ev for action in values.actions}
        for name in told:
            assert names[name] == pytest.approx(told[name], abs=1e-12)
        asked += 1
    assert asked > 3


def test_nothing_hidden_is_seen():
    """Of two rounds that differ in the hole card alone nothing differs before it is turned."""
    shown = {}
    env = gymnasium.make("croupier/presque-isle-blackjack-v0").unwrapped
    for seed in range(3000):
        env.reset(seed=seed)
        seen, _, over, _, _ = env.step(0)
        if over:
            continue
        # Two cards of the hand and the up card: no fourth card has left a trace.
        assert seen["cards"][2].sum() == 3
        assert seen["cards"][0].sum() == 2 and seen["cards"][1].sum() == 1
        shown[seed] = seen
    assert len(shown) > 2000


def test_tables_deal_the_simulators_rounds():
    """Standing on every round from a seed wins, to the cent, what the simulator says that its first chunk wins."""
    rounds = 262_144
    tables = Tables(4096, "presque-isle-blackjack")
    names = tables.action_names
    prefer = np.zeros(len(names))
    for rank, name in enumerate(["stand", "keep", "take-blackjack", "no-insurance", "bet 0"]):
        prefer[names.index(name)] = 10 - rank
    _, info = tables.reset(seed=1)
    total, ended, played = 0.0, np.zeros(4096, bool), np.zeros(4096, int)
    while (played < rounds // 4096).any():
        action = np.where(info["action_mask"] > 0, prefer, -1).argmax(axis=1)
        _, reward, over, _, info = tables.step(action)
        total += reward[played < rounds // 4096].sum()
        played += over
    found = croupier.simulate("presque-isle-blackjack", rounds, strategy="stand", seed=1)
    assert round(total * 500) == found.wager("main").total_net_cents


def test_every_amount_and_several_bets():
    game = "nh21-plus"
    bets = [{"bet": 5}, {"bet": 10, "side": {"up-match": 5}}]
    tables = Tables(512, game, bets=bets, amounts="every")
    assert tables.action_names[:2] == ["bet 0", "bet 1"]
    assert sum(name.startswith("double") for name in tables.action_names) >= 5
    rng = np.random.default_rng(2)
    _, info = tables.reset(seed=2)
    for _ in range(200):
        _, _, _, _, info = tables.step(legal(info["action_mask"], rng))
        assert not info["refused"].any()
    with pytest.raises(croupier.InputError, match="is not allowed"):
        Tables(1, game, bets=[{"bet": "0.01"}])
    with pytest.raises(croupier.InputError, match="0 tables are not possible"):
        Tables(0, game)
    with pytest.raises(croupier.InputError, match="this table has 1 to 7"):
        Seats(game, seats=8)


def test_the_vector_environment_declares_itself_and_tells_its_speed():
    tables = gymnasium.make_vec("croupier/nh21-plus-v0", 4096, vectorization_mode="vector_entry_point")
    assert tables.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
    speed = benchmark_vector_step(tables, target_duration=2, seed=1)
    # A shared and busy machine is no place to measure: it is printed here, and what is measured quietly is in docs/python.md.
    print(f"{speed / 1e6:.2f} million steps a second")


@pytest.mark.parametrize("game", ["presque-isle-blackjack", "nh-holdem", "three-card-poker"])
def test_several_seats_pass_pettingzoos_test(game):
    api_test(Seats(game, seats=3), num_cycles=300)
    seed_test(lambda: Seats(game, seats=2), num_cycles=50)


def test_a_seat_does_not_see_another_seats_closed_cards():
    env = Seats("nh-holdem", seats=3)
    env.reset(seed=5)
    for _ in env.possible_agents:
        env.step(0)
    hands = [env.observe(agent)["observation"][104:156] for agent in env.possible_agents]
    assert len({hand.tobytes() for hand in hands}) == 3
    assert all(hand.sum() == hands[0].sum() > 0 for hand in hands)
    with pytest.raises(croupier.InputError, match="is not offered"):
        env.step(0)
