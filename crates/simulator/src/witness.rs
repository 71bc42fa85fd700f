//! The round itself, played from the same cards by the same strategy: what the tables are held against, and what plays the
//! few rounds that the tables do not hold.

use std::sync::Arc;

use croupier_rules::Game;
use croupier_table::{
    Action, Event, HandWagers, Next, Outcome, Place, Round, SeatWagers, Situation, Step, Strategy, Wagers, What,
};

use crate::cards::{CardKind, CardSource, Layout};
use crate::fault::Fault;
use crate::settled::Settled;

/// The bets of so many seats, each with one hand and the same bets.
pub fn wagers(bets: &HandWagers, seats: u8) -> Wagers {
    let seats = (1..=seats).map(|seat| SeatWagers {
        seat,
        hands: vec![bets.clone()],
    });
    Wagers { seats: seats.collect() }
}

/// Whoever sees the cards of a round and chooses.
pub(crate) trait Player {
    /// A card is dealt.
    fn see(&mut self, _kind: CardKind, _to: Place) {}

    /// The choice in this situation.
    fn choose(&mut self, game: &Game, situation: &Situation) -> Action;
}

/// Somebody who follows a strategy.
struct Follows<'a>(&'a dyn Strategy);

impl Player for Follows<'_> {
    fn choose(&mut self, game: &Game, situation: &Situation) -> Action {
        self.0.choose(game, situation)
    }
}

/// Plays one round from these cards; returns for each seat how its wagers ended, or `None` when the cards ran out.
pub fn play(
    game: &Arc<Game>,
    strategy: &dyn Strategy,
    wagers: &Wagers,
    layout: &Layout,
    source: &mut impl CardSource,
) -> Result<Option<Vec<Vec<Settled>>>, Fault> {
    play_by(game, &mut Follows(strategy), wagers, layout, source)
}

/// The same with whoever plays.
pub(crate) fn play_by(
    game: &Arc<Game>,
    player: &mut impl Player,
    wagers: &Wagers,
    layout: &Layout,
    source: &mut impl CardSource,
) -> Result<Option<Vec<Vec<Settled>>>, Fault> {
    let mut round = Round::new(game, wagers)?;
    let mut events = Vec::new();
    loop {
        let step = match round.next() {
            Next::Over => break,
            Next::Card { to } => match source.card() {
                Some(kind) => {
                    player.see(kind, to);
                    Step::Card(layout.card(kind))
                }
                None => return Ok(None),
            },
            Next::Choice(_) => {
                let situation = round
                    .situation()
                    .expect("a round that asks for a choice has a situation");
                let action = player.choose(game, &situation);
                if !situation.offers.iter().any(|offer| offer.allows(action)) {
                    return Err(Fault::not_offered(action, &situation));
                }
                Step::Choose(action)
            }
        };
        if round.play(step, &mut events).is_err() {
            return Ok(None);
        }
    }
    Ok(Some(by_seat(&events, wagers.seats.len())))
}

fn by_seat(events: &[Event], seats: usize) -> Vec<Vec<Settled>> {
    let mut ends = vec![Vec::new(); seats];
    for event in events {
        if let What::Settled {
            wager,
            outcome,
            stake,
            net,
        } = event.what
            // A bet that was pulled back was never at risk.
            && outcome != Outcome::PulledBack
        {
            ends[usize::from(wager.hand.seat) - 1].push(Settled {
                kind: wager.kind,
                outcome,
                stake: stake.cents(),
                net: net.cents(),
            });
        }
    }
    ends
}
