"""Simulations over a real cluster of two nodes on this machine, with a worker killed in the middle."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import croupier

RAY = os.path.join(os.path.dirname(sys.executable), "ray")
# The mark by which the processes of this cluster are known from any others.
MARK = f"CROUPIER_TEST_CLUSTER={os.getpid()}"
# The cluster has a token of its own, so that it neither reads nor leaves one in anybody's home.
os.environ.update(
    {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "CROUPIER_TEST_CLUSTER": str(os.getpid()),
    }
)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A head and a second node, each with one core. Only the processes begun here are ended."""
    address = f"127.0.0.1:{free_port()}"
    port = address.partition(":")[2]
    common = ["--num-cpus=1", "--include-dashboard=false", "--object-store-memory=100000000", "--block"]
    # A path of its own, short enough for the names of sockets.
    folder = tmp_path_factory.mktemp("r")
    head = ["--head", f"--port={port}", "--node-ip-address=127.0.0.1", f"--temp-dir={folder}"]
    nodes = []
    try:
        for words in (head, [f"--address={address}", "--node-ip-address=127.0.0.1"]):
            nodes.append(
                subprocess.Popen(
                    [RAY, "start", *words, *(word for word in common if "dashboard" not in word or words is head)],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            )
            time.sleep(8)
        import ray

        ray.init(address=address, log_to_driver=False)
        until = time.monotonic() + 60
        while ray.cluster_resources().get("CPU", 0) < 2 and time.monotonic() < until:
            time.sleep(0.5)
        assert len([node for node in ray.nodes() if node["Alive"]]) == 2
        yield address
        ray.shutdown()
    finally:
        for node in reversed(nodes):
            os.killpg(node.pid, signal.SIGTERM)
            try:
                node.wait(timeout=60)
            except subprocess.TimeoutExpired:
                os.killpg(node.pid, signal.SIGKILL)
                node.wait()


def workers() -> list[int]:
    """The processes of this cluster that play chunks now."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words, settings = (folder / "cmdline").read_bytes(), (folder / "environ").read_bytes()
        except OSError:
            continue
        if words.startswith(b"ray::_play_chunks") and MARK.encode() in settings.split(b"\0"):
            found.append(int(folder.name))
    return found


def test_a_cluster_gives_the_same_bytes_although_a_worker_dies(cluster, tmp_path):
    from croupier import ray as on_ray

    job = {"rounds": 12e6, "seed": 11, "strategy": "chart", "seats": 2, "shoe": "cut-card"}
    killed = []

    def kill_one(done, of):
        if not killed and done * 4 > of:
            killed.extend(workers()[:1])
            for worker in killed:
                os.kill(worker, signal.SIGKILL)

    found = on_ray.simulate("nh21-plus", **job, chunks_per_task=2, checkpoint=tmp_path / "parts", progress=kill_one)
    assert killed, "a worker was killed in the middle"
    alone = croupier.simulate("nh21-plus", **job)
    assert found.result_bytes() == alone.result_bytes()
    # The folder has the parts: the second time nothing is played, and the program merges the same files.
    again = on_ray.simulate("nh21-plus", **job, chunks_per_task=2, checkpoint=tmp_path / "parts")
    assert again.result_bytes() == alone.result_bytes()
    parts = sorted((tmp_path / "parts").glob("*.part"))
    assert croupier.merge(parts).result_bytes() == alone.result_bytes()
    with pytest.raises(croupier.InputError, match="parts of another job"):
        on_ray.simulate("nh21-plus", **{**job, "seed": 12}, checkpoint=tmp_path / "parts")


def test_the_module_is_a_command(cluster):
    words = ["simulate", "presque-isle-blackjack", "--rounds", "1e6", "--strategy", "stand", "--address", cluster]
    printed = subprocess.run([sys.executable, "-m", "croupier.ray", *words], capture_output=True, check=True).stdout
    alone = croupier.simulate("presque-isle-blackjack", 1e6, strategy="stand")
    assert printed.strip() == alone.result_bytes().strip()


def test_a_grid_of_rules_is_solved_over_the_cluster(cluster):
    from croupier import ray as on_ray

    grid = {"dealer.soft-17": ["stands", "hits"], "deck.decks": [6, 8]}
    table = on_ray.sweep("presque-isle-blackjack", grid)
    assert table.names()[:2] == list(grid) and len(table) == 4
    edges = table.column("main.house_edge")
    for place, (soft, decks) in enumerate([("stands", 6), ("stands", 8), ("hits", 6), ("hits", 8)]):
        alone = croupier.Game("presque-isle-blackjack", set={"dealer.soft-17": soft, "deck.decks": decks})
        assert edges[place] == alone.solve().wager("main").house_edge
    with pytest.raises(croupier.InputError, match="nothing to sweep"):
        on_ray.sweep("presque-isle-blackjack", {})
    with pytest.raises(croupier.InputError, match="2 decks are not among the numbers allowed"):
        on_ray.sweep("presque-isle-blackjack", {"deck.decks": [2]})
