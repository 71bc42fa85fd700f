//! The method of play of a game of 21, in words.

use super::pattern::suits;
use super::sheet::{Part, Sentence, Sources, Topic};
use super::turns;
use super::wagers::{insurance_amount, insurance_fields, placing, spots_alike};
use super::words::{any_of, capital, join, odds, one_of};
use crate::Rank;
use crate::game::{
    MainBet, Matched, Over, Procedure, Rides, SettleOrder, Settled, SettledFrom, SideBet, SpotsPay, TableRules,
};
use crate::load::Path;
use crate::load::section::place;
use crate::numbers::Ranks;
use crate::twenty_one::{
    AgainstDealerBlackjack, Blackjack, BlackjackPaid, Dealer, DealerAlone, HoleCard, Insurance, LateBlackjackTakes,
    SoftSeventeen, SuitedPays, Tie, TwentyOne, TwentyTwo,
};

/// How a round is played, in the order of procedure.
pub(super) fn parts(sources: &Sources, rules: &TwentyOne) -> Vec<Part> {
    let part = |heading: &str, topic: Topic, sentences: Vec<Sentence>| Part {
        heading: heading.to_string(),
        topic,
        sentences,
    };
    let mut parts = vec![placing(sources), part("The deal", Topic::Deal, deal(sources, rules))];
    let early = side_bets(sources, Settled::AfterDeal);
    if !early.is_empty() {
        parts.push(part("Side bets after the deal", Topic::SideBets, early));
    }
    parts.push(part("Blackjack", Topic::Blackjack, blackjack(sources, rules)));
    parts.push(part("Insurance", Topic::Insurance, insurance(sources, rules)));
    parts.push(part("The dealer's check", Topic::Check, check(sources, rules)));
    parts.push(part("The players' turns", Topic::Turns, turns::turns(sources, rules)));
    parts.push(part("Doubling down", Topic::Doubling, turns::double(sources, rules)));
    parts.push(part("Splitting pairs", Topic::Splitting, turns::split(sources, rules)));
    parts.push(part("Surrender", Topic::Surrender, turns::surrender(sources, rules)));
    parts.push(part("The dealer's hand", Topic::DealerHand, dealer(sources, rules)));
    parts.push(part("Settlement", Topic::Settlement, settlement(sources, rules)));
    parts
}

fn deal(sources: &Sources, rules: &TwentyOne) -> Vec<Sentence> {
    let cards = "The dealer deals one card face up to each hand, starting on the dealer's left, then one card face up to \
                 the dealer, then a second card face up to each hand.";
    let second = match rules.dealer.hole_card {
        HoleCard::Dealt => sources.say_step(
            Procedure::HoleCard,
            "The dealer's second card, the hole card, is dealt face down.",
            &[place!(Dealer.hole_card)],
        ),
        HoleCard::FaceUp => sources.say_step(
            Procedure::HoleCard,
            "The dealer's second card is dealt face up too: players see all of the dealer's cards.",
            &[place!(Dealer.hole_card)],
        ),
        HoleCard::None => sources.say(
            "The dealer takes no second card before all players have acted.",
            sources.home(&place!(Dealer)),
            &[place!(Dealer.hole_card)],
        ),
    };
    vec![sources.say_step(Procedure::Deal, cards, &[]), second]
}

/// The side bets settled at one moment.
fn side_bets(sources: &Sources, settled: Settled) -> Vec<Sentence> {
    let bets = sources.game.side_bets.iter();
    let bets = bets.filter(|bet| bet.settled == settled);
    let mut said = Vec::new();
    for bet in bets {
        let (step, moment) = match settled {
            Settled::AtReveal if bet.rides == Rides::HandsInPlay => (Procedure::Reveal, ""),
            Settled::AtReveal => (Procedure::Reveal, ", also for a hand that has already been settled"),
            Settled::BeforeMain => (
                Procedure::Settle,
                ", also for a hand that has already been settled, before hands are compared",
            ),
            Settled::AfterMain => (
                Procedure::Settle,
                ", also for a hand that has already been settled, when all hands have been compared",
            ),
            _ => (Procedure::SideBets, ""),
        };
        let over = cards_of(bet);
        let way = settling_way(sources);
        let settled = match sources.game.order_of(bet) {
            SettleOrder::LosersFirst => {
                format!("losing bets are collected, then winning bets are paid {way} by its pay table")
            }
            SettleOrder::OnePass => {
                format!("moving {way}, each bet is collected, or paid by its pay table, as it comes")
            }
        };
        let lost = match bet.rides {
            Rides::EveryHand => "",
            Rides::UnsplitUndoubled => " It is lost on a hand that was split or doubled.",
            Rides::HandsInPlay => " It is lost with a hand that is no longer in play then.",
        };
        let text = format!("The {} is decided by {over}{moment}: {settled}.{lost}", bet.name);
        let fields = [
            place!(SideBet[bet.id].settled),
            place!(SideBet[bet.id].over),
            place!(SideBet[bet.id].matched),
            place!(SideBet[bet.id].order),
            place!(SideBet[bet.id].rides),
        ];
        let said_of_bet = sources.say(text, sources.home(&place!(SideBet[bet.id])), &fields);
        said.push(said_of_bet.at(step));
    }
    said
}

/// The way along the table that settling goes.
pub(super) fn settling_way(sources: &Sources) -> &'static str {
    match sources.game.table.settled_from {
        SettledFrom::Right => "from right to left",
        SettledFrom::Left => "from left to right",
    }
}

/// Where settling starts and which way it moves.
pub(super) fn settling_order(sources: &Sources) -> &'static str {
    match sources.game.table.settled_from {
        SettledFrom::Right => "starting on the dealer's right and moving to the left",
        SettledFrom::Left => "starting on the dealer's left and moving to the right",
    }
}

/// The cards a side bet looks at, in words.
pub fn cards_of(bet: &SideBet) -> &'static str {
    match bet.over {
        Over::FirstTwoAndHole if bet.matched == Matched::EveryCard => {
            "all cards of the player's hand, and of hands split from it, and the dealer's hole card"
        }
        Over::FirstTwo => "the player's first two cards",
        Over::FirstTwoAndUp => "the player's first two cards and the dealer's up card",
        Over::FirstTwoAndHole => "the player's first two cards and the dealer's hole card",
        Over::FirstTwoUpAndHole => "the player's first two cards and both of the dealer's",
        Over::UpAndHole => "the dealer's up card and hole card",
        Over::DealerHand => "the dealer's hand when it is complete",
        Over::Community => "the community cards alone",
        Over::HoleCards => "the player's hole cards alone",
        Over::HoleAndExtra => "the player's hole cards and the bonus cards",
        Over::HoleAndCommunity => "the player's hole cards and the community cards",
        Over::DealerCards => "the dealer's cards alone",
        Over::HoleAndDealer => "the player's hole cards and the dealer's cards",
        Over::PlayerFirstTwo => "the first two cards of the player's hand",
        Over::BankerFirstTwo => "the first two cards of the banker's hand",
        Over::BothHands => "both hands",
        Over::FirstCards => "the first two cards",
    }
}

fn blackjack(sources: &Sources, rules: &TwentyOne) -> Vec<Sentence> {
    let blackjack = &rules.blackjack;
    let tens: Ranks = "T-K".parse().expect("a set of ranks");
    let cites = || sources.home(&place!(Blackjack));
    let mut text = format!(
        "An ace with {} as the first two cards of a hand is a blackjack and pays {}",
        one_of(tens, &sources.game.deck),
        odds(blackjack.pays)
    );
    text += &suited(&blackjack.suited, "both cards");
    let mut said = vec![sources.say(text + ".", cites(), &[place!(Blackjack.pays), place!(Blackjack.suited)])];
    let paid = blackjack_paid(sources, rules);
    said.push(sources.say_step(Procedure::PayBlackjack, paid, &[place!(Blackjack.paid)]));
    let against = match blackjack.against_dealer_blackjack {
        AgainstDealerBlackjack::Wins => "A player's blackjack wins even against a dealer's blackjack.",
        AgainstDealerBlackjack::Pushes => "A player's blackjack pushes against a dealer's blackjack.",
    };
    said.push(sources.say(against, cites(), &[place!(Blackjack.against_dealer_blackjack)]));
    if blackjack.may_double {
        let text = "Instead of being paid the player may double down on a blackjack; the ace then counts 1.";
        said.push(sources.say(text, sources.step(Procedure::Double), &[place!(Blackjack.may_double)]));
    }
    said
}

/// When a blackjack is paid.
fn blackjack_paid(sources: &Sources, rules: &TwentyOne) -> String {
    if rules.dealer.hole_card.is_face_up() {
        return match rules.blackjack.paid {
            BlackjackPaid::AtOnce => paid_at_once(rules),
            BlackjackPaid::InTurn => {
                "A blackjack is paid in the player's turn, or at a dealer's blackjack.".to_string()
            }
            BlackjackPaid::BeforeInsurance | BlackjackPaid::AfterCheck => {
                "Blackjacks are settled at once, before the players act.".to_string()
            }
        };
    }
    let known = match (is_checked(rules), unchecked(sources, rules).is_empty()) {
        (true, true) => "after the dealer's check",
        _ => "as soon as it is known whether the dealer has blackjack",
    };
    match rules.blackjack.paid {
        BlackjackPaid::BeforeInsurance => {
            let mut before = Vec::new();
            if rules.insurance.is_some() {
                before.push("before insurance is offered");
            }
            before.push(match is_checked(rules) {
                true => "before the dealer checks",
                false => "before the players act",
            });
            format!("Blackjacks are paid at once, {}.", join(&before, "and"))
        }
        BlackjackPaid::AfterCheck => {
            format!("A blackjack is paid at once when the up card cannot make a dealer's blackjack, otherwise {known}.")
        }
        BlackjackPaid::AtOnce => paid_at_once(rules),
        BlackjackPaid::InTurn if is_checked(rules) => {
            "A blackjack is paid in the player's turn, after the dealer's check; \
            at a dealer's blackjack it is settled at the check."
                .to_string()
        }
        BlackjackPaid::InTurn => "A blackjack is paid in the player's turn.".to_string(),
    }
}

/// When a blackjack is paid that is paid at once unless it is kept.
fn paid_at_once(rules: &TwentyOne) -> String {
    let insured = rules
        .insurance
        .as_ref()
        .is_some_and(|insurance| insurance.with_blackjack);
    let reasons = [("insure", insured), ("double", rules.may_double_blackjack())];
    let reasons: Vec<&str> = reasons
        .into_iter()
        .filter(|(_, is_one)| *is_one)
        .map(|(verb, _)| verb)
        .collect();
    let at_once = "A blackjack is paid at once, before any other play and even if the dealer may have a blackjack too";
    if reasons.is_empty() {
        return format!("{at_once}.");
    }
    format!(
        "{at_once}, unless its player keeps it to {} it; a blackjack that is kept is paid in the player's turn, or at a \
         dealer's blackjack.",
        join(&reasons, "or")
    )
}

/// Whether the dealer checks for blackjack under any up card.
pub(super) fn is_checked(rules: &TwentyOne) -> bool {
    rules.dealer.hole_card.is_dealt() && !rules.dealer.checks.is_empty()
}

/// The up cards under which a dealer's blackjack is found only after the players have acted.
fn unchecked(sources: &Sources, rules: &TwentyOne) -> Ranks {
    let dealt = |rank: &Rank| !sources.game.deck.removed.contains(*rank);
    let checked = |rank: &Rank| is_checked(rules) && rules.dealer.checks.contains(*rank);
    let possible = Rank::ALL
        .into_iter()
        .filter(|rank| rank.value() == 10 || *rank == Rank::Ace);
    possible.filter(|rank| dealt(rank) && !checked(rank)).collect()
}

/// Other odds by suit, as the tail of a sentence.
fn suited(rows: &[SuitedPays], cards: &str) -> String {
    rows.iter()
        .map(|row| {
            let how = suits(row.suits).unwrap_or("of any suits");
            let how = how.strip_prefix("all ").unwrap_or(how);
            format!(", or {} if {cards} are {how} ({})", odds(row.pays), row.name)
        })
        .collect()
}

fn insurance(sources: &Sources, rules: &TwentyOne) -> Vec<Sentence> {
    let Some(insurance) = &rules.insurance else {
        let cites = sources.step(Procedure::Insurance);
        return vec![sources.say("Insurance is never offered.", cites, &[place!(Insurance)])];
    };
    let game = sources.game;
    let up = one_of(insurance.offered_on, &game.deck);
    let offered = format!(
        "When the dealer's up card is {up}, insurance is offered: each player may bet that the dealer has blackjack, {}{}.",
        insurance_amount(insurance, &game.main_bet.name),
        spots_alike(game)
    );
    let mut said = vec![sources.say_step(Procedure::Insurance, offered, &insurance_fields())];
    let pays = format!(
        "Insurance pays {} if the dealer has blackjack{}; it loses otherwise.",
        odds(insurance.pays),
        suited(&insurance.suited, "both cards of that blackjack")
    );
    let settled = Path::from_iter(["step", Procedure::SettleInsurance.word()]);
    said.push(sources.say(
        pays,
        sources.home(&place!(Insurance)),
        &[place!(Insurance.pays), place!(Insurance.suited), settled],
    ));
    let with = match insurance.with_blackjack {
        true => "A player with blackjack may take insurance too.",
        false => "A player with blackjack may not take insurance.",
    };
    said.push(sources.say(
        with,
        sources.home(&place!(Insurance)),
        &[place!(Insurance.with_blackjack)],
    ));
    if insurance.even_money {
        let text = "Instead of insurance a player with blackjack may take even money: the hand is paid 1 to 1 at once and \
                    is over.";
        said.push(sources.say_step(Procedure::EvenMoney, text, &[place!(Insurance.even_money)]));
    }
    said
}

fn check(sources: &Sources, rules: &TwentyOne) -> Vec<Sentence> {
    if rules.dealer.hole_card.is_face_up() {
        let seen = "The dealer has nothing to check: a dealer's blackjack is seen at the deal.";
        let (blackjack, fields) = dealer_has_it(sources, rules);
        return vec![
            sources.say(seen, sources.step(Procedure::HoleCard), &[place!(Dealer.checks)]),
            sources.say_step(Procedure::DealerBlackjack, blackjack, &fields),
        ];
    }
    let deck = &sources.game.deck;
    let dealer = &rules.dealer;
    let fields = [
        place!(Dealer.checks),
        place!(Dealer.hole_card),
        place!(Dealer.late_blackjack_takes),
    ];
    let mut said = Vec::new();
    if is_checked(rules) {
        said.push(sources.say_step(Procedure::Check, checked(sources, rules), &[place!(Dealer.checks)]));
        let (blackjack, fields) = dealer_has_it(sources, rules);
        said.push(sources.say_step(Procedure::DealerBlackjack, blackjack, &fields));
        said.push(match rules.insurance {
            Some(_) => sources.say_step(
                Procedure::SettleInsurance,
                "If the dealer does not have blackjack, insurance is collected and play goes on.",
                &[],
            ),
            None => sources.say(
                "If the dealer does not have blackjack, play goes on.",
                sources.step(Procedure::Check),
                &[],
            ),
        });
    } else {
        let text = "The dealer does not check for blackjack before the players act.";
        said.push(sources.say(text, sources.home(&place!(Dealer)), &fields));
    }
    let late = unchecked(sources, rules);
    if !late.is_empty() {
        let takes = match dealer.late_blackjack_takes {
            LateBlackjackTakes::AllBets => "takes every bet, doubles and bets on split hands included",
            LateBlackjackTakes::OriginalBets => {
                "takes only the original bets; doubles and bets on split hands are returned, those of busted hands too, \
                 which stay on the table until then"
            }
            LateBlackjackTakes::OriginalAndBustedBets => {
                "takes one bet from every hand still standing, split hands included; their doubles are returned, busted \
                 bets are not"
            }
        };
        let text = format!(
            "A dealer's blackjack with {} up is found only after the players have acted, and {takes}.",
            one_of(late, deck)
        );
        said.push(sources.say(text, sources.home(&place!(Dealer)), &fields));
    }
    said
}

/// Under which up cards the dealer checks, and when.
fn checked(sources: &Sources, rules: &TwentyOne) -> String {
    let insured = |rank: &Rank| match &rules.insurance {
        Some(insurance) => insurance.offered_on.contains(*rank),
        None => false,
    };
    let (after, other): (Vec<Rank>, Vec<Rank>) = rules.dealer.checks.iter().partition(insured);
    let under = |ranks: Vec<Rank>, when: &str| {
        let up = one_of(ranks.iter().copied().collect(), &sources.game.deck);
        (!ranks.is_empty()).then(|| format!("under {up}{when}"))
    };
    let under = [under(after, " once insurance is closed"), under(other, "")];
    let under: Vec<String> = under.into_iter().flatten().collect();
    format!(
        "The dealer checks the hole card for blackjack before the players act: {}.",
        under.join(", and ")
    )
}

/// What happens at a dealer's blackjack, and the fields that say what becomes of players' blackjacks then.
fn dealer_has_it(sources: &Sources, rules: &TwentyOne) -> (String, Vec<Path>) {
    let shown = match rules.dealer.hole_card.is_face_up() {
        true => "",
        false => "the hole card is shown and ",
    };
    let mut text = format!("If the dealer has blackjack, {shown}all bets on hands still in play are collected");
    let except = match (rules.blackjack.against_dealer_blackjack, rules.blackjack.paid) {
        (AgainstDealerBlackjack::Pushes, BlackjackPaid::AfterCheck | BlackjackPaid::InTurn) => {
            ", except that players' blackjacks push"
        }
        (AgainstDealerBlackjack::Wins, BlackjackPaid::AfterCheck | BlackjackPaid::InTurn) => {
            ", except that players' blackjacks are paid"
        }
        (_, BlackjackPaid::AtOnce) if rules.may_keep_blackjack(Rank::Ace) || rules.may_double_blackjack() => {
            ", except that players' blackjacks that were kept are paid"
        }
        (_, BlackjackPaid::BeforeInsurance | BlackjackPaid::AtOnce) => "",
    };
    text += except;
    if rules.insurance.is_some() {
        text += "; insurance bets are paid";
    }
    let waiting = sources.game.side_bets.iter();
    let waiting = waiting.filter(|bet| bet.settled != Settled::AfterDeal);
    let waiting: Vec<&SideBet> = waiting.collect();
    if !waiting.is_empty() {
        let verb = if waiting.len() == 1 { "is" } else { "are" };
        let losers_first = |bet: &&SideBet| sources.game.order_of(bet) == SettleOrder::LosersFirst;
        let order = match waiting.iter().all(losers_first) {
            true => ", losing bets first",
            false => "",
        };
        let names: Vec<String> = waiting.iter().map(|bet| format!("the {}", bet.name)).collect();
        text += &format!("; then {} {verb} settled{order}", join(&names, "and"));
    }
    let fields = (!except.is_empty()).then_some(place!(Blackjack.against_dealer_blackjack));
    (text + "; the round is over.", fields.into_iter().collect())
}

fn dealer(sources: &Sources, rules: &TwentyOne) -> Vec<Sentence> {
    let reveal = match rules.dealer.hole_card {
        HoleCard::Dealt => Some("When all hands have been played, the dealer shows the hole card."),
        HoleCard::None => Some("When all hands have been played, the dealer takes the second card."),
        HoleCard::FaceUp => None,
    };
    let reveal = reveal.map(|text| sources.say_step(Procedure::Reveal, text, &[]));
    let mut said: Vec<Sentence> = reveal.into_iter().collect();
    said.extend(side_bets(sources, Settled::AtReveal));
    let draws = match rules.dealer.soft_17 {
        SoftSeventeen::Hits => "The dealer draws to 16 or less and to soft 17, and stands on hard 17 and on 18 to 21.",
        SoftSeventeen::Stands => {
            "The dealer draws to 16 or less and stands on every 17, hard or soft, and on 18 to 21."
        }
        SoftSeventeen::HitsEverySeventeen => {
            "The dealer draws to 16 or less and to every 17, hard or soft, and stands on 18 to 21."
        }
    };
    said.push(sources.say_step(Procedure::DealerDraws, draws, &[place!(Dealer.soft_17)]));
    let over_hand = sources.game.side_bets.iter().filter(|bet| bet.over == Over::DealerHand);
    let over_hand: Vec<String> = over_hand.map(|bet| format!("a bet on {}", bet.name)).collect();
    let idle = match (rules.dealer.alone, over_hand.as_slice()) {
        (DealerAlone::Stands, []) => {
            "The dealer draws only if a hand remains to be compared with the dealer's.".to_string()
        }
        (DealerAlone::Stands, bets) => format!(
            "The dealer draws only if a hand remains to be compared with the dealer's, or {} is on the table.",
            join(bets, "or")
        ),
        (DealerAlone::Draws, _) => "The dealer completes the hand even when no hand is left to compare.".to_string(),
    };
    said.push(sources.say_step(Procedure::DealerIdle, idle, &[place!(Dealer.alone)]));
    said
}

fn settlement(sources: &Sources, rules: &TwentyOne) -> Vec<Sentence> {
    let dealer = &rules.dealer;
    let pays = odds(dealer.win_pays);
    let closer = format!("A hand closer to 21 than the dealer's is paid {pays}; a hand further from 21 loses.");
    let mut said = side_bets(sources, Settled::BeforeMain);
    said.push(sources.say_step(Procedure::Settle, closer, &[place!(Dealer.win_pays)]));
    let bust = match dealer.twenty_two {
        TwentyTwo::Busts => format!("If the dealer goes over 21, every remaining hand is paid {pays}."),
        TwentyTwo::Pushes => format!(
            "If the dealer has exactly 22, every remaining hand pushes; if the dealer has more than 22, every remaining \
             hand is paid {pays}."
        ),
    };
    said.push(sources.say_step(Procedure::DealerBusts, bust, &[place!(Dealer.twenty_two)]));
    let apart = dealer.ties_apart();
    let on = apart.map_or_else(String::new, |totals| format!(" on {}", any_of(totals, 21)));
    let other = apart.map_or("", |_| " A tie on another total is a push.");
    let tie = match dealer.tie {
        Tie::Pushes => "A tie is a push: the bet is returned.".to_string(),
        Tie::DealerWins => format!("The dealer wins ties{on}: the bet is lost.{other}"),
        Tie::PlayerWins => format!("The player wins ties{on}: the bet is paid {pays}.{other}"),
    };
    said.push(sources.say_step(Procedure::Push, tie, &[place!(Dealer.tie), place!(Dealer.tie_on)]));
    if !rules.winners.iter().any(turns::every_21) {
        let beats = "A blackjack, the dealer's or a player's, beats every 21 that is not a blackjack.";
        said.push(sources.say_step(Procedure::BlackjackBeatsTwentyOne, beats, &[]));
    }
    let alike = together(rules);
    said.extend((!alike.is_empty()).then(|| {
        let text = format!(
            "{} win or lose with the hand they are on, at the same odds.",
            capital(&alike)
        );
        sources.say_step(Procedure::BetsAlike, text, &[])
    }));
    let game = sources.game;
    if !game.main_bet.spots.is_empty() {
        let (spots, main) = (spots(sources), &game.main_bet.name);
        let text = match game.main_bet.spots_pay {
            SpotsPay::AsMainBet => format!("The {spots} win or lose with the {main}, at the same odds."),
            SpotsPay::Even => format!("The {spots} are paid 1 to 1 when the hand wins, whatever the {main} is paid."),
        };
        said.push(sources.say_step(Procedure::SpotsAlike, text, &[place!(MainBet.spots_pay)]));
    }
    let order = format!("Hands are settled {}.", settling_order(sources));
    said.push(sources.say_step(Procedure::SettleOrder, order, &[place!(TableRules.settled_from)]));
    said.extend(side_bets(sources, Settled::AfterMain));
    said
}

/// The bets on further spots: "2x, 3x and 4x bets".
fn spots(sources: &Sources) -> String {
    format!("{} bets", join(&sources.game.main_bet.spots, "and"))
}

/// The bets beside the main bet that follow the hand.
fn together(rules: &TwentyOne) -> String {
    let mut bets = Vec::new();
    if rules.double.times_max > 0 {
        bets.push("doubles".to_string());
    }
    if rules.split.hands_max > 1 {
        bets.push("bets on split hands".to_string());
    }
    join(&bets, "and")
}
