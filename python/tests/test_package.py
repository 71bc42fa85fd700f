"""Games, values, rounds and simulations from Python."""

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import duckdb
import numpy as np
import pandas
import polars
import pyarrow
import pytest

import croupier

PROGRAM = os.path.join(os.path.dirname(sys.executable), "croupier")


def program(*words: str, **more: object) -> bytes:
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, **more).stdout


def test_every_game_is_there_and_says_what_the_program_says():
    listed = json.loads(program("games", "--json"))
    assert croupier.games() == [game["id"] for game in listed]
    for game in listed:
        assert croupier.Game(game["id"]).summary == game


def test_exact_values_are_those_of_the_program():
    found = croupier.Game("three-card-poker").solve()
    printed = json.loads(program("solve", "three-card-poker", "--json"))
    assert {**found.json, "seconds": 0} == {**printed, "seconds": 0}
    assert found.wager("pair-plus").ev_exact == "-402/5525"
    main = found.wager("main")
    assert main.gains @ main.probabilities == pytest.approx(main.ev, abs=1e-12)
    with pytest.raises(KeyError, match="it has: main"):
        found.wager("nothing")


def test_changes_of_rules_are_changes_of_rules():
    plain = croupier.Game("presque-isle-blackjack")
    hits = croupier.Game("presque-isle-blackjack", set={"dealer.soft-17": "hits"})
    assert hits.solve().wager("main").ev < plain.solve().wager("main").ev
    assert croupier.Game("super-fun-21", decks=6).solve().decks == 6


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: croupier.Game("nh21-pluss"), "there is no game and no file `nh21-pluss`; did you mean"),
        (lambda: croupier.Game("nh21-plus", set={"deck.deckz": 8}), "have faults"),
        (lambda: croupier.Game("nh21-plus").solve(bet="0.01"), "is not allowed"),
        (lambda: croupier.Game("nh21-plus").hand("Th 6c"), "up card"),
        (lambda: croupier.Game("nh21-plus").hand("Xx", up="9c"), "Xx"),
        (lambda: croupier.simulate("nh21-plus", 0), "0 rounds cannot be simulated"),
        (lambda: croupier.simulate("nh21-plus", -1), "rounds -1 is not possible"),
        (lambda: croupier.simulate("nh21-plus", float("inf")), "rounds inf is not possible"),
        (lambda: croupier.simulate("nh21-plus", 1.5), "name a whole number"),
        (lambda: croupier.simulate("nh21-plus", 10, seed=-1), "seed -1 is not possible"),
        (lambda: croupier.simulate("nh21-plus", 10, seats=300), "seats 300 is not possible"),
        (lambda: croupier.simulate("nh21-plus", 10, seats=8), "8 seats are not possible; this table has 1 to 7"),
        (lambda: croupier.Job("nh21-plus", 10, strategy="stand").play_chunk(1), "there are no chunks 1..2"),
        (lambda: croupier.Game("nh21-plus", decks=9), "decks 9 is not possible"),
        (lambda: croupier.simulate("nh21-plus", 1000, strategy="luck"), "`luck` is not a strategy"),
        (lambda: croupier.simulate("nh21-plus", 1000, side={"up": 5}), "has no side bet `up`"),
        (lambda: croupier.merge([b"nonsense"]), "this is no part of a simulation"),
        (lambda: croupier.merge([]), "no parts"),
    ],
)
def test_bad_input_is_an_exception_with_the_same_sentence(ask, says):
    with pytest.raises(croupier.InputError, match=says):
        ask()


def test_the_absence_of_a_gpu_is_told():
    if os.path.exists("/dev/nvidia0"):
        pytest.skip("this machine has one")
    with pytest.raises(croupier.InputError, match='no GPU can be used: .*; say device="cpu" to play on the processor'):
        croupier.simulate("presque-isle-blackjack", 1000, device="gpu")


def test_counting_is_the_same_on_any_number_of_threads():
    asked = {"spread": "0=1,1=4,3=8", "penetration": 0.8, "bankroll": 10_000, "side": {"in-between": 5}, "seed": 9}
    one, two = (croupier.count("presque-isle-blackjack", 600_000, threads=threads, **asked) for threads in (1, 2))
    assert one.json == two.json and one.rounds == 600_000 and one.complete
    assert one.frequencies.sum() == pytest.approx(1.0)
    bets = [line["bet_cents"] for line in one.json["counts"]]
    won = (one.frequencies * bets * one.advantages).sum()
    assert one.figures.win_per_100_cents == pytest.approx(100 * won)
    assert 0 < one.figures.ruin <= 1 and "True count" in str(one)
    with pytest.raises(croupier.InputError, match="`8-1` is not a spread"):
        croupier.count("presque-isle-blackjack", 1000, spread="8-1")
    with pytest.raises(croupier.InputError, match="nothing to count"):
        croupier.count("nh-holdem", 1000)


def test_a_round_asks_and_refuses():
    round = croupier.Game("presque-isle-blackjack").round(bet=10)
    for card in ["Th", "6c", "9s", "Td"]:
        assert isinstance(round.next(), croupier.Card)
        round.play(card)
    choice = round.next()
    assert isinstance(choice, croupier.Choice)
    assert [offer.action for offer in choice.offers][:2] == ["stand", "hit"]
    assert round.view(1)["dealer"] == ["6c", "??"]
    with pytest.raises(croupier.InputError, match="`split` is not offered to seat 1; offered: stand"):
        round.play("split")
    told = round.play("stand")
    assert told[0].event["event"] == "chose"
    while isinstance(round.next(), croupier.Card):
        told += round.play("8h")
    assert isinstance(round.next(), croupier.Over)
    assert round.net_cents() == 1000
    assert any(event.cites for event in told)


def test_a_job_is_the_same_bytes_in_chunks_elsewhere_and_from_the_program(tmp_path):
    job = croupier.Job("nh21-plus", 1e6, seed=7, strategy="chart", seats=2, shoe="cut-card")
    whole = job.run()
    assert whole.complete and whole.rounds == 1_000_000
    elsewhere = pickle.loads(pickle.dumps(job))
    parts = [elsewhere.play_chunk(chunk) for chunk in reversed(range(job.chunks))]
    assert croupier.merge(parts).result_bytes() == whole.result_bytes()
    words = ["simulate", "nh21-plus", "--rounds", "1e6", "--seed", "7", "--strategy", "chart", "--seats", "2", "--shoe", "cut-card"]
    from croupier.simulation import without_speed

    assert without_speed(program(*words, "--json")).strip() == whole.result_bytes().strip()
    program(*words, "--chunks", "0..2", "-o", "first.part", cwd=tmp_path)
    mixed = [tmp_path / "first.part", *(job.play_chunk(chunk) for chunk in range(2, job.chunks))]
    assert croupier.merge(mixed).result_bytes() == whole.result_bytes()
    with pytest.raises(croupier.InputError, match="chunks 0..1 of 0..4 are in no part"):
        job.merge(parts[:-1])
    with pytest.raises(croupier.InputError, match="leave one of the two out"):
        job.merge([*parts, parts[0]])


def test_tables_go_to_anybody_who_speaks_arrow():
    found = croupier.simulate("three-card-poker", 3e5, side={"pair-plus": 5}, strategy="chart")
    table = pyarrow.table(found)
    assert table.num_rows == len(found.table) > 5
    assert polars.DataFrame(found)["wager"].to_list() == table["wager"].to_pylist() == found.table.column("wager")
    assert pandas.DataFrame.from_arrow(found)["count"].tolist() == found.table.column("count").tolist()
    arrow = table  # DuckDB finds it by its name
    mean = duckdb.sql("select mean from arrow where wager = 'main' and part = 'wager'").fetchall()
    assert mean == [(found.wager("main").mean,)]
    exact = found.table.column("exact")
    assert exact.dtype == np.float64 and np.isnan(exact).any()
    outcomes = pyarrow.table(croupier.Game("three-card-poker").solve())
    assert sum(outcomes.filter(pyarrow.compute.equal(outcomes["wager"], "pair-plus"))["probability"].to_pylist()) == pytest.approx(1)


def test_other_threads_run_while_a_job_does():
    beats, stop = [], threading.Event()
    beat = threading.Thread(target=lambda: [beats.append(0) or time.sleep(0.005) for _ in iter(stop.is_set, True)])
    beat.start()
    started = time.monotonic()
    croupier.simulate("presque-isle-blackjack", 2e7, strategy="never-bust", threads=1)
    took = time.monotonic() - started
    stop.set()
    beat.join()
    assert took < 0.1 or len(beats) > 3


def test_progress_is_told_and_may_stop_the_job():
    told = []
    croupier.simulate("presque-isle-blackjack", 5e6, strategy="stand", progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (5_000_000, 5_000_000) and told == sorted(told)

    def enough(done, of):
        raise StopIteration("enough")

    with pytest.raises(StopIteration, match="enough"):
        croupier.simulate("presque-isle-blackjack", 1e12, strategy="stand", progress=enough)


def test_an_interrupt_ends_a_long_job_and_a_checkpoint_keeps_what_was_done(tmp_path):
    code = (
        "import croupier\n"
        "print('ready', flush=True)\n"
        "croupier.simulate('presque-isle-blackjack', 1e13, strategy='never-bust', checkpoint='kept')\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline() == b"ready\n"
    until = time.monotonic() + 60
    while not (tmp_path / "kept").exists() and time.monotonic() < until:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert b"KeyboardInterrupt" in err
    assert (tmp_path / "kept").stat().st_size > 0


def test_the_program_comes_with_the_package():
    assert program("--version").startswith(b"croupier ")
    wrong = subprocess.run([PROGRAM, "solve", "nothing"], capture_output=True)
    assert wrong.returncode == 2 and b"there is no game and no file `nothing`" in wrong.stderr
    assert subprocess.run([sys.executable, "-m", "croupier", "games"], capture_output=True).returncode == 0


def test_a_strategy_can_be_saved_and_played(tmp_path):
    game = croupier.Game("presque-isle-blackjack")
    strategy = game.strategy()
    assert strategy._repr_html_().startswith("<svg")
    strategy.save(tmp_path / "chart.json")
    found = croupier.simulate(game, 1e6, strategy=tmp_path / "chart.json")
    assert found.wager("main").exact == pytest.approx(strategy.json["ev"], abs=1e-12)
    assert "<table>" in game.solve()._repr_html_()
    assert "<table>" in game.hand("Th 6c", up="9c")._repr_html_()
