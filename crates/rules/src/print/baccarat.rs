//! The method of play of a game of baccarat, in words.

use super::sheet::{Part, Sentence, Sources, Topic};
use super::twenty_one::{cards_of, settling_order};
use super::wagers::placing;
use super::words::any_of;
use crate::baccarat::{Baccarat, Coup};
use crate::game::{PayTable, Procedure, SideBet, TableRules};
use crate::load::section::place;
use crate::numbers::Numbers;

/// How a round is played, in the order of procedure.
pub(super) fn parts(sources: &Sources, rules: &Baccarat) -> Vec<Part> {
    let part = |heading: &str, topic: Topic, sentences: Vec<Sentence>| Part {
        heading: heading.to_string(),
        topic,
        sentences,
    };
    vec![
        placing(sources),
        part("The deal", Topic::Deal, vec![deal(sources)]),
        part("Third cards", Topic::Turns, third_cards(sources, &rules.coup)),
        part("Settlement", Topic::Settlement, settlement(sources, rules)),
    ]
}

/// What the cards count.
pub(super) fn values() -> String {
    "The cards 2 to 9 count their face value, an ace counts 1, and tens, jacks, queens and kings count 0. The points of a hand are \
     the last digit of the sum of its cards."
        .to_string()
}

fn deal(sources: &Sources) -> Sentence {
    let text = "Four cards are dealt face up, one at a time: the first and the third to the player's hand, the second and the fourth \
                to the banker's hand. All players bet on the same two hands.";
    sources.say_step(Procedure::Deal, text, &[])
}

fn third_cards(sources: &Sources, coup: &Coup) -> Vec<Sentence> {
    let natural = format!(
        "If either hand has {} points with two cards, a natural, no third card is drawn.",
        any_of(coup.natural, 9)
    );
    let player = format!(
        "Otherwise the player's hand draws a third card with {} points, and stands with any other.",
        any_of(coup.player_draws, 9)
    );
    let banker = format!(
        "If the player's hand has stood, the banker's hand draws a third card with {} points, and stands with any other.",
        any_of(coup.banker_draws, 9)
    );
    let after = place!(Coup.banker_draws_after);
    let mut said = vec![
        sources.say_step(Procedure::Natural, natural, &[place!(Coup.natural)]),
        sources.say_step(Procedure::PlayerDraws, player, &[place!(Coup.player_draws)]),
        sources.say_step(Procedure::BankerDraws, banker, &[place!(Coup.banker_draws)]),
    ];
    said.extend(by_third_card(coup).into_iter().map(|(thirds, draws)| {
        let text = format!(
            "If the player's third card counts {}, the banker's hand draws with {} points.",
            any_of(thirds, 9),
            any_of(draws, 9)
        );
        sources.say_step(Procedure::BankerDrawsAfter, text, std::slice::from_ref(&after))
    }));
    said
}

/// The third cards after which the banker's hand draws with the same points, together.
fn by_third_card(coup: &Coup) -> Vec<(Numbers, Numbers)> {
    let mut groups: Vec<(Vec<u8>, Numbers)> = Vec::new();
    for (third, draws) in (0..).zip(&coup.banker_draws_after) {
        match groups.iter_mut().find(|(_, other)| other == draws) {
            Some((thirds, _)) => thirds.push(third),
            None => groups.push((vec![third], *draws)),
        }
    }
    let groups = groups.into_iter();
    groups
        .map(|(thirds, draws)| (thirds.into_iter().collect(), draws))
        .collect()
}

fn settlement(sources: &Sources, rules: &Baccarat) -> Vec<Sentence> {
    let main = &sources.game.main_bet.name;
    let order = format!(
        "Each wager is settled for all players in turn, {}.",
        settling_order(sources)
    );
    let best = "A coup that qualifies for several rows of a pay table is paid only by the highest.";
    let compared = format!(
        "The hand with more points wins; with equal points the coup is a tie. The {main} is settled by its pay table, and is lost \
         if the coup is not in it."
    );
    let mut said = vec![
        sources.say_step(Procedure::SettleOrder, order, &[place!(TableRules.settled_from)]),
        sources.say_step(Procedure::BestRow, best, &[]),
        sources.say_step(Procedure::Settle, compared, &[place!(PayTable[rules.coup.pays])]),
    ];
    said.extend(sources.game.side_bets.iter().map(|bet| {
        let text = format!(
            "The {} is settled by its pay table; it is decided by {}.",
            bet.name,
            cards_of(bet)
        );
        let fields = [place!(SideBet[bet.id].settled), place!(SideBet[bet.id].over)];
        sources.say(text, sources.home(&place!(SideBet[bet.id])), &fields)
    }));
    said
}
