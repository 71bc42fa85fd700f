"""What a typed program sees of the package: `mypy --strict` passes over this file."""

import croupier


def cheapest_mistake(game: croupier.Game, cards: str, up: str) -> tuple[str, float]:
    """The action that costs least after the best one."""
    best, second, *_ = game.hand(cards, up=up).actions
    assert best.cost == 0.0
    return second.action, second.cost


def edges(games: list[str]) -> dict[str, float]:
    """The house edge of the main game of each."""
    return {id: croupier.Game(id).solve().wager("main").house_edge for id in games}


def play_out(round: croupier.Round) -> int:
    """Plays a round, standing or checking wherever that is offered, and gives what seat 1 won in cents."""
    while not isinstance(asked := round.next(), croupier.Over):
        if isinstance(asked, croupier.Choice):
            round.play(asked.offers[0].action)
        else:
            round.play()
    return round.net_cents()


if __name__ == "__main__":
    game = croupier.Game("presque-isle-blackjack")
    print(cheapest_mistake(game, "Th 6c", "Ts"))
    print(edges(["presque-isle-blackjack"]))
    print(play_out(game.round(seed=21)))
    found = croupier.simulate(game, 1e6, strategy="never-bust")
    print(found.wager("main").interval)
