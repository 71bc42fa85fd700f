//! The dealer's hand of a stud game, in words.

use super::sheet::{Sentence, Sources};
use super::words::{capital, count, number};
use crate::game::{PayTable, Procedure};
use crate::load::section::place;
use crate::pattern::Poker;
use crate::poker::order;
use crate::showdown::{Blind, BlindPaid, Showdown, Stake, StakePays, Unqualified};
use crate::stud::{Hands, Stud};
use crate::twenty_one::Tie;

/// How the dealer's cards are dealt.
pub(super) fn deal(sources: &Sources, showdown: &Showdown) -> Sentence {
    let cards = count(usize::from(showdown.dealer_cards), "card", "cards");
    let text = match (showdown.up_cards, showdown.dealer_cards) {
        (0, _) => format!("The dealer then takes {cards} face down."),
        (up, all) if up == all => format!("The dealer then takes {cards} face up."),
        (up, _) => format!(
            "The dealer then takes {cards}, {} of them face up.",
            number(usize::from(up))
        ),
    };
    let fields = [place!(Showdown.dealer_cards), place!(Showdown.up_cards)];
    sources.say_step(Procedure::HoleCard, text, &fields)
}

/// In which order hands rank.
pub(super) fn ranking(sources: &Sources, rules: &Stud) -> Sentence {
    let kinds = order(rules.hands.hand_size).iter().rev();
    let kinds: Vec<String> = kinds.map(|kind| plain(*kind)).collect();
    let text = format!(
        "Hands of {} cards rank from the highest to the lowest: {}, and any other hand by its highest card; equal hands are \
         decided by their next highest cards, and suits count for nothing.",
        rules.hands.hand_size,
        kinds.join(", ")
    );
    sources.say_step(Procedure::Settle, text, &[place!(Hands.hand_size)])
}

/// How the hands are compared and each bet is settled.
pub(super) fn settlement(sources: &Sources, rules: &Stud, showdown: &Showdown) -> Vec<Sentence> {
    let main = &sources.game.main_bet.name;
    let others = match showdown.blind {
        Some(_) => "every bet made in turn",
        None => "every other bet on the hand",
    };
    let mut said = vec![ranking(sources, rules)];
    if let Some(least) = &showdown.qualifies {
        let text = format!("The dealer qualifies with {} or better.", least.words());
        said.push(sources.say_step(Procedure::Qualify, text, &[place!(Showdown.qualifies)]));
        for (name, stake, field) in [
            (format!("the {main}"), &showdown.main_bet, place!(Showdown.main_bet)),
            (others.to_string(), &showdown.street_bets, place!(Showdown.street_bets)),
        ] {
            let text = format!("If the dealer does not qualify, {name} {}.", unqualified(stake));
            said.push(sources.say_step(Procedure::Unqualified, text, &[field]));
        }
    }
    let compared = format!(
        "{} are compared with the dealer's hand. A lower hand loses {}.",
        capital(&super::stud::hand(rules)),
        all_bets(main)
    );
    said.push(sources.say_step(Procedure::Settle, compared, &[place!(Hands.hand_size)]));
    for (name, stake, field) in [
        (format!("the {main}"), &showdown.main_bet, place!(Showdown.main_bet)),
        (others.to_string(), &showdown.street_bets, place!(Showdown.street_bets)),
    ] {
        let text = format!("With a higher hand {name} {}.", wins(stake));
        let mut fields = vec![field];
        if stake.pays == StakePays::ByTable {
            fields.push(place!(PayTable[rules.hands.table()]));
        }
        said.push(sources.say_step(Procedure::Settle, text, &fields));
    }
    said.extend(showdown.blind.as_ref().map(|blind| blind_bet(sources, blind)));
    let tie = match showdown.tie {
        Tie::Pushes => format!("With equal hands {} come back.", all_bets(main)),
        Tie::DealerWins => format!("Equal hands lose {}.", all_bets(main)),
        Tie::PlayerWins => "Equal hands are paid like a higher hand.".to_string(),
    };
    said.push(sources.say_step(Procedure::Push, tie, &[place!(Showdown.tie)]));
    if let Some(bonus) = &showdown.bonus {
        let text = format!(
            "A hand that has not folded is paid a bonus on the {main} by its own pay table, whatever the dealer has."
        );
        let fields = [place!(Showdown.bonus), place!(PayTable[bonus])];
        said.push(sources.say_step(Procedure::Bonus, text, &fields));
    }
    said
}

/// How the blind bet is settled.
fn blind_bet(sources: &Sources, blind: &Blind) -> Sentence {
    let name = &blind.name;
    let unqualified = match blind.unqualified {
        Unqualified::Compared => "",
        Unqualified::Wins => "; it is settled as with a higher hand where the dealer does not qualify",
        Unqualified::Pushes => "; it comes back where the dealer does not qualify",
    };
    let text = match blind.paid {
        BlindPaid::WinningHands => format!(
            "With a higher hand the {name} is paid by its own pay table, and comes back where the hand meets no row of \
             it{unqualified}."
        ),
        BlindPaid::EveryHand => format!(
            "The {name} is paid by its own pay table to every hand that has not folded and meets a row of it, whatever the \
             dealer has. With any other hand it comes back where the hand is higher than the dealer's and is lost where it \
             is lower{unqualified}."
        ),
    };
    let fields = [place!(Showdown.blind), place!(PayTable[blind.pays])];
    sources.say_step(Procedure::Settle, text, &fields)
}

fn all_bets(main: &str) -> String {
    format!("the {main} and the other bets on the hand")
}

fn unqualified(stake: &Stake) -> &'static str {
    match (stake.unqualified, stake.pays) {
        (Unqualified::Compared, _) => "is settled all the same",
        (Unqualified::Wins, StakePays::Even) => "is paid 1 to 1, whatever the player's hand",
        (Unqualified::Wins, StakePays::ByTable) => "is paid by the pay table of the hand, whatever the dealer's hand",
        (Unqualified::Pushes, _) => "comes back, whatever the player's hand",
    }
}

fn wins(stake: &Stake) -> &'static str {
    match stake.pays {
        StakePays::Even => "is paid 1 to 1",
        StakePays::ByTable => "is paid by the pay table of the hand, and is returned where the hand is not in it",
    }
}

fn plain(kind: Poker) -> String {
    super::pattern::poker(kind, None).trim_start_matches("a ").to_string()
}
