//! A game with one rule changed: decks, soft 17, each pay line by a step, each unclear point read the other way, each
//! rule switched off.

use croupier_rules::baccarat::Baccarat;
use croupier_rules::game::{Game, Point, Shuffled};
use croupier_rules::load::Change;
use croupier_rules::pattern::{Pays, Row};
use croupier_rules::single_card::SingleCard;
use croupier_rules::stud::Stud;
use croupier_rules::twenty_one::{
    AgainstDealerBlackjack, BlackjackPaid, Double, DoubleAmount, HoleCard, Pairs, SoftSeventeen, SplitAces,
    SurrenderAfterDouble, SurrenderWhen, TwentyOne,
};
use croupier_rules::{Family, Numbers, Odds, Ranks};
use serde::Serialize;
use serde_json::{Value, json};

/// One change of the rules that an operator, an inventor or a reviewer would ask about.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Variant {
    /// What kind of change it is.
    pub kind: VariantKind,
    /// The change in words, like "dealer stands on soft 17".
    pub says: String,
    /// The fields changed.
    pub changes: Vec<Change>,
}

/// The kinds of change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VariantKind {
    /// Another number of decks.
    Decks,
    /// Another rule of play, or a rule switched off or on.
    Rule,
    /// A pay line one step up or down, or left out.
    Pay,
    /// A point the documents leave open, read the other way.
    Unclear,
}

/// The changes that deal a game from so many decks. The cut card is no part of the value of one round, but must leave something
/// to deal, and a small shoe serves few seats.
pub fn with_decks(game: &Game, decks: u8) -> Vec<Change> {
    vec![
        Change::new("deck.decks", decks),
        Change::new("deck.decks-allowed", "1-8"),
        Change::new("shoe.cut-card", "1/2 shoe"),
        Change::new("shoe.player-cut-min", Value::Null),
        Change::new("table.seats", game.table.seats.min(2 * decks)),
    ]
}

/// Every variant of a game, in the order of the rules file.
pub fn variants(game: &Game) -> Vec<Variant> {
    let mut list = List {
        game,
        variants: Vec::new(),
    };
    list.decks();
    match &game.family {
        Family::TwentyOne(rules) => {
            list.dealer(rules);
            list.blackjack(rules);
            list.winners(rules);
            list.double(rules);
            list.split(rules);
            list.surrender(rules);
            list.insurance(rules);
        }
        Family::Stud(rules) => list.stud(rules),
        Family::Baccarat(rules) => list.baccarat(rules),
        Family::SingleCard(rules) => list.single_card(rules),
    }
    list.side_bets();
    list.unclear();
    list.variants
}

/// An open point read the other way; `None` where no field of the rules file says the other reading.
pub fn of_point(point: &Point) -> Option<Variant> {
    let changes = point.changes();
    (!changes.is_empty()).then(|| Variant {
        kind: VariantKind::Unclear,
        says: format!("{}: {}", point.id, point.alternative),
        changes,
    })
}

/// The odds one step above and one step below, on the ladder that felts use.
pub fn steps(odds: Odds) -> (Odds, Option<Odds>) {
    const LADDER: [(u32, u32); 5] = [(1, 1), (6, 5), (7, 5), (3, 2), (2, 1)];
    let ladder = LADDER.map(|(pays, per)| Odds { pays, per });
    if odds.is_push() {
        return (Odds::EVEN, None);
    }
    let up = ladder.iter().copied().find(|step| *step > odds);
    let down = ladder.iter().copied().rev().find(|step| *step < odds);
    match (up, down) {
        (Some(up), down) => (up, down.or(Some(Odds::PUSH))),
        (None, _) if odds.per == 1 => {
            let below = if odds.pays == 2 {
                Odds { pays: 3, per: 2 }
            } else {
                Odds::to_one(odds.pays - 1)
            };
            (Odds::to_one(odds.pays + 1), Some(below))
        }
        (None, _) => {
            let whole = odds.pays / odds.per;
            (Odds::to_one(whole + 1), Some(Odds::to_one(whole)))
        }
    }
}

struct List<'g> {
    game: &'g Game,
    variants: Vec<Variant>,
}

impl List<'_> {
    fn add(&mut self, kind: VariantKind, says: impl Into<String>, changes: Vec<Change>) {
        self.variants.push(Variant {
            kind,
            says: says.into(),
            changes,
        });
    }

    /// The tables of the main bet that may take its place.
    fn baccarat(&mut self, rules: &Baccarat) {
        let name = &self.game.main_bet.name;
        self.rows(name, &format!("pay-table.{}", rules.coup.pays), &rules.pays);
        for id in rules.tables().filter(|id| *id != rules.coup.pays) {
            self.rule(format!("The {name} is paid by the table {id}"), "coup.pays", id);
        }
    }

    /// The tables that may take the place of those of the main bet and the raise, and the other choice beside a raise.
    fn single_card(&mut self, rules: &SingleCard) {
        let (main, raise) = (&self.game.main_bet.name, &rules.raise);
        self.rows(main, &format!("pay-table.{}", rules.deal.pays), &rules.pays);
        if rules.raise.pays != rules.deal.pays {
            self.rows(&raise.name, &format!("pay-table.{}", raise.pays), &rules.raise_pays);
        }
        for id in rules.main_tables().skip(1) {
            self.rule(format!("The {main} is paid by the table {id}"), "deal.pays", id);
        }
        for id in rules.raise_tables().skip(1) {
            self.rule(
                format!("The {} is paid by the table {id}", raise.name),
                "raise.pays",
                id,
            );
        }
        if raise.surrender_loses.is_some() {
            self.without(VariantKind::Rule, "No surrender", "raise.surrender-loses");
        }
    }

    fn rule(&mut self, says: impl Into<String>, path: &str, value: impl Into<Value>) {
        self.add(VariantKind::Rule, says, vec![Change::new(path, value)]);
    }

    /// Leaves out the entry at `path`.
    fn without(&mut self, kind: VariantKind, says: impl Into<String>, path: &str) {
        self.add(kind, says, vec![Change::new(path, Value::Null)]);
    }

    fn decks(&mut self) {
        // A game shuffled before every round is dealt from one deck by its nature.
        if self.game.shoe.shuffled == Shuffled::EveryRound && self.game.stud().is_some() {
            return;
        }
        for decks in [1_u8, 2, 4, 5, 6, 8] {
            if decks != self.game.deck.decks {
                let says = if decks == 1 {
                    "1 deck".to_string()
                } else {
                    format!("{decks} decks")
                };
                self.add(VariantKind::Decks, says, with_decks(self.game, decks));
            }
        }
    }

    fn dealer(&mut self, rules: &TwentyOne) {
        match rules.dealer.soft_17 {
            SoftSeventeen::Hits | SoftSeventeen::HitsEverySeventeen => {
                self.rule("Dealer stands on soft 17", "dealer.soft-17", "stands");
            }
            SoftSeventeen::Stands => self.rule("Dealer hits soft 17", "dealer.soft-17", "hits"),
        }
        if rules.dealer.hole_card == HoleCard::Dealt {
            let changes = vec![
                Change::new("dealer.hole-card", "none"),
                Change::new("dealer.checks", "none"),
            ];
            self.add(
                VariantKind::Rule,
                "No hole card: a dealer's blackjack takes all bets",
                changes.clone(),
            );
            let mut original = changes.clone();
            original.push(Change::new("dealer.late-blackjack-takes", "original-bets"));
            self.add(
                VariantKind::Rule,
                "No hole card: a dealer's blackjack takes original bets only",
                original,
            );
            let mut busted = changes;
            busted.push(Change::new("dealer.late-blackjack-takes", "original-and-busted-bets"));
            self.add(
                VariantKind::Rule,
                "No hole card: a dealer's blackjack takes original and busted bets only",
                busted,
            );
        }
        self.rule("A dealer's 22 pushes", "dealer.twenty-two", "pushes");
        self.rule("Ties lose", "dealer.tie", "dealer-wins");
        if rules.dealer.ties_apart().is_some() {
            self.rule("No tie pushes", "dealer.tie-on", "any");
        }
    }

    fn blackjack(&mut self, rules: &TwentyOne) {
        let blackjack = &rules.blackjack;
        self.pay_steps("Blackjack", "blackjack.pays", blackjack.pays);
        for row in &blackjack.suited {
            let at = format!("blackjack.suited.{}", row.id);
            self.pay_steps(&row.name, &format!("{at}.pays"), row.pays);
            self.without(VariantKind::Pay, format!("{} without its own pay", row.name), &at);
        }
        match blackjack.against_dealer_blackjack {
            AgainstDealerBlackjack::Wins => {
                let mut changes = vec![Change::new("blackjack.against-dealer-blackjack", "pushes")];
                // One that is paid before the check could not push any more.
                match blackjack.paid {
                    BlackjackPaid::BeforeInsurance => changes.push(Change::new("blackjack.paid", "after-check")),
                    BlackjackPaid::AtOnce => changes.push(Change::new("blackjack.paid", "in-turn")),
                    BlackjackPaid::AfterCheck | BlackjackPaid::InTurn => {}
                }
                self.add(VariantKind::Rule, "Blackjack against blackjack pushes", changes);
            }
            AgainstDealerBlackjack::Pushes => {
                self.rule(
                    "Blackjack against blackjack wins",
                    "blackjack.against-dealer-blackjack",
                    "wins",
                );
            }
        }
        if blackjack.may_double {
            self.rule("Blackjack may not be doubled", "blackjack.may-double", false);
        }
    }

    fn winners(&mut self, rules: &TwentyOne) {
        for row in &rules.winners {
            let at = format!("winner.{}", row.id);
            if let Pays::Odds(odds) = row.pays {
                self.pay_steps(&row.name, &format!("{at}.pays"), odds);
            }
            self.without(VariantKind::Rule, format!("{} does not win at once", row.name), &at);
        }
        let all = |says: &str, field: &str, on: bool, list: &mut Self| {
            let rows = rules.winners.iter();
            let changes = rows.map(|row| Change::new(format!("winner.{}.{field}", row.id), on));
            list.add(VariantKind::Rule, says, changes.collect());
        };
        if rules.winners.iter().any(|row| !row.after_split) {
            all("Bonuses on split hands too", "after-split", true, self);
        }
        if rules.winners.iter().any(|row| row.after_split) {
            all("No instant winners on split hands", "after-split", false, self);
        }
        if rules.winners.iter().any(|row| !row.after_double) && rules.winners.iter().all(|row| is_odds(row.pays)) {
            all("Bonuses on doubled hands too", "after-double", true, self);
        }
        if rules.winners.iter().any(|row| row.after_double) {
            all("No instant winners on doubled hands", "after-double", false, self);
        }
    }

    fn double(&mut self, rules: &TwentyOne) {
        let double = &rules.double;
        if double.times_max == 0 {
            return;
        }
        let so_often = |times: u8| {
            vec![
                Change::new("double.times-max", times),
                Change::new("double.again", Value::Null),
            ]
        };
        // What hangs on doubles goes with them: free ones, the rescue, and doubling a blackjack, which is a soft 21.
        let rescue = (rules.surrender.after_double != SurrenderAfterDouble::Never)
            .then(|| Change::new("surrender.after-double", "never"));
        let blackjack = rules
            .blackjack
            .may_double
            .then(|| Change::new("blackjack.may-double", false));
        let unfree = || {
            let free = (!double.free.is_empty()).then_some(["double.free", "double.free-cards"]);
            free.into_iter().flatten().map(|path| Change::new(path, Value::Null))
        };
        let none = so_often(0)
            .into_iter()
            .chain(rescue)
            .chain(blackjack.clone())
            .chain(unfree());
        self.add(VariantKind::Rule, "No doubling", none.collect());
        if double.times_max > 1 {
            self.add(VariantKind::Rule, "One double only", so_often(1));
        } else {
            let changes = vec![
                Change::new("double.times-max", 2),
                Change::new("double.again", json!({ "max": "last-double" })),
            ];
            self.add(VariantKind::Rule, "A second double, equal to the first", changes);
        }
        if double.cards == Numbers::only(2) {
            self.rule("Double on any number of cards", "double.cards", "2+");
        } else {
            self.rule("Double on the first two cards only", "double.cards", "2");
        }
        if double.free.iter().all(|total| (9..=11).contains(&total)) {
            self.rule("Double on hard 9, 10 and 11 only", "double.hard", "9-11");
        }
        if !double.free.is_empty() {
            self.add(VariantKind::Rule, "No free doubles", unfree().collect());
            match double.free_cards == Double::FREE_CARDS {
                true => self.rule("Free doubles with any number of cards", "double.free-cards", "2+"),
                false => self.rule("Free doubles on the first two cards only", "double.free-cards", "2"),
            }
        }
        let hard_only = [Change::new("double.soft", "none")].into_iter().chain(blackjack);
        self.add(VariantKind::Rule, "No doubling of soft totals", hard_only.collect());
        if double.after_split {
            let changes = vec![
                Change::new("double.after-split", false),
                Change::new("double.split-aces", false),
            ];
            self.add(VariantKind::Rule, "No doubling after a split", changes);
        } else {
            self.rule("Doubling after a split", "double.after-split", true);
        }
        if double.split_aces {
            self.rule("No doubling of split aces", "double.split-aces", false);
        }
        self.double_amount("first", "First double", &double.first);
        if let Some(again) = &double.again {
            self.double_amount("again", "Second double", again);
        }
    }

    fn double_amount(&mut self, field: &str, name: &str, amount: &DoubleAmount) {
        let path = format!("double.{field}");
        match amount.min {
            Some(_) => self.rule(
                format!("{name} for the full amount only"),
                &path,
                json!({ "max": amount.max }),
            ),
            None => self.rule(format!("{name} for less, from $1"), &format!("{path}.min"), "$1"),
        }
    }

    fn split(&mut self, rules: &TwentyOne) {
        let split = &rules.split;
        if split.hands_max < 2 {
            return;
        }
        let none = vec![
            Change::new("split.hands-max", 1),
            Change::new("split.aces-hands-max", 1),
        ];
        let unfree = (!split.free.is_empty()).then(|| Change::new("split.free", Value::Null));
        let none = none.into_iter().chain(unfree.clone()).collect();
        self.add(VariantKind::Rule, "No splitting", none);
        if let Some(unfree) = unfree {
            self.add(VariantKind::Rule, "No free splits", vec![unfree]);
            if split.free != Ranks::ANY && split.aces_hands_max > 1 {
                self.rule("Every pair is split free", "split.free", "any");
            }
        }
        for hands in 2..=split.hands_max.max(4) {
            if hands != split.hands_max {
                let changes = vec![
                    Change::new("split.hands-max", hands),
                    Change::new("split.aces-hands-max", split.aces_hands_max.min(hands)),
                ];
                self.add(VariantKind::Rule, format!("Splits to {hands} hands"), changes);
            }
            if hands != split.aces_hands_max && hands <= split.hands_max {
                self.rule(format!("Aces split to {hands} hands"), "split.aces-hands-max", hands);
            }
        }
        match split.pairs {
            Pairs::Rank => self.rule("Split by value: king and queen too", "split.pairs", "value"),
            Pairs::Value => self.rule("Split by rank: king and king only", "split.pairs", "rank"),
        }
        match split.aces {
            SplitAces::PlayOn => {
                let changes = vec![
                    Change::new("split.aces", "one-card"),
                    Change::new("double.split-aces", false),
                ];
                self.add(VariantKind::Rule, "One card to split aces", changes);
            }
            SplitAces::OneCard => self.rule("Split aces play on", "split.aces", "play-on"),
        }
    }

    fn surrender(&mut self, rules: &TwentyOne) {
        match rules.surrender.when {
            SurrenderWhen::Never => {
                self.rule("Surrender as the first action", "surrender.when", "first-action");
            }
            when => {
                let off = vec![
                    Change::new("surrender.when", "never"),
                    Change::new("surrender.after-split", false),
                    Change::new("surrender.after-double", "never"),
                ];
                self.add(VariantKind::Rule, "No surrender", off);
                if when == SurrenderWhen::AnyTime {
                    self.rule("Surrender as the first action only", "surrender.when", "first-action");
                } else {
                    self.rule("Surrender at any time", "surrender.when", "any-time");
                }
                let split = if rules.surrender.after_split {
                    "No surrender after a split"
                } else {
                    "Surrender after a split too"
                };
                self.rule(split, "surrender.after-split", !rules.surrender.after_split);
            }
        }
    }

    fn insurance(&mut self, rules: &TwentyOne) {
        let Some(insurance) = &rules.insurance else { return };
        self.pay_steps("Insurance", "insurance.pays", insurance.pays);
        for row in &insurance.suited {
            let at = format!("insurance.suited.{}", row.id);
            self.pay_steps(&row.name, &format!("{at}.pays"), row.pays);
            self.without(VariantKind::Pay, format!("{} without its own pay", row.name), &at);
        }
        self.rule("No insurance", "insurance", Value::Null);
    }

    fn stud(&mut self, rules: &Stud) {
        self.rows("Main game", &format!("pay-table.{}", rules.hands.table()), &rules.pays);
        for street in &rules.streets {
            if street.bets.len() > 1 && !street.lies_before_deal() {
                let least = street
                    .bets
                    .iter()
                    .copied()
                    .filter(|times| *times > 0)
                    .min()
                    .unwrap_or(1);
                let says = format!("{}: one bet of {least}x only", street.name);
                let bets = Change::new(format!("street.{}.bets", street.id), json!([least]));
                let larger = format!("street.{}.larger-bets-with", street.id);
                let every_hand = street
                    .larger_bets_with
                    .as_ref()
                    .map(|_| Change::new(&larger, Value::Null));
                let changes = [bets].into_iter().chain(every_hand.clone());
                self.add(VariantKind::Rule, says, changes.collect());
                if let Some(every_hand) = every_hand {
                    let says = format!("{}: larger bets with every hand", street.name);
                    self.add(VariantKind::Rule, says, vec![every_hand]);
                }
            }
            if street.fold {
                self.rule(
                    format!("{}: no fold", street.name),
                    &format!("street.{}.fold", street.id),
                    false,
                );
            }
        }
        if !rules.caps.is_empty() {
            self.rule("No cap on payouts", "cap", Value::Null);
        }
    }

    fn side_bets(&mut self) {
        for table in &self.game.pay_tables {
            let paid = self.game.side_bets.iter().filter(|bet| bet.pays == table.id);
            let names: Vec<&str> = paid.map(|bet| bet.name.as_str()).collect();
            if !names.is_empty() {
                self.rows(&names.join(" and "), &format!("pay-table.{}", table.id), &table.rows);
            }
        }
        for bet in &self.game.side_bets {
            for table in bet.other_tables() {
                let title = self
                    .game
                    .pay_tables
                    .find(table)
                    .and_then(|table| table.title.as_deref());
                let says = format!("{}: pay table \u{201c}{}\u{201d}", bet.name, title.unwrap_or(table));
                let change = Change::new(format!("side-bet.{}.pays", bet.id), table);
                self.add(VariantKind::Pay, says, vec![change]);
            }
        }
    }

    fn rows(&mut self, table: &str, path: &str, rows: &[Row]) {
        for row in rows {
            let name = format!("{table}: {}", row.name);
            let at = format!("{path}.{}", row.id);
            if let Pays::Odds(odds) = row.pays {
                self.pay_steps(&name, &format!("{at}.pays"), odds);
            }
            if rows.len() > 1 {
                self.without(VariantKind::Pay, format!("{name} not paid"), &at);
            }
        }
    }

    fn pay_steps(&mut self, name: &str, path: &str, odds: Odds) {
        let (up, down) = steps(odds);
        for odds in [Some(up), down].into_iter().flatten() {
            let says = if odds.is_push() {
                format!("{name} pushes")
            } else {
                format!("{name} at {} to {}", odds.pays, odds.per)
            };
            self.add(VariantKind::Pay, says, vec![Change::new(path, odds.to_string())]);
        }
    }

    fn unclear(&mut self) {
        self.variants
            .extend(self.game.sources.points.iter().filter_map(of_point));
    }
}

fn is_odds(pays: Pays) -> bool {
    matches!(pays, Pays::Odds(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::load;

    #[test]
    fn pay_lines_move_by_the_steps_that_felts_use() {
        let odds = |text: &str| text.parse::<Odds>().unwrap();
        for (line, up, down) in [
            ("3:2", "2:1", "7:5"),
            ("1:1", "6:5", "push"),
            ("2:1", "3:1", "3:2"),
            ("18:1", "19:1", "17:1"),
            ("5:2", "3:1", "2:1"),
        ] {
            assert_eq!(steps(odds(line)), (odds(up), Some(odds(down))), "{line}");
        }
        assert_eq!(steps(Odds::PUSH), (Odds::EVEN, None));
    }

    /// A step that makes a row the double of another is refused by the checker with good reason, so pay lines are not looked at.
    #[test]
    fn the_variants_of_a_game_are_valid_games() {
        let others = ["spanish-21-redoubling", "pontoon", "charlie", "push-22"];
        let others = others.map(|id| format!("{}/../../tests/games/{id}.toml", env!("CARGO_MANIFEST_DIR")));
        for id in load::ids().map(str::to_string).chain(others) {
            let loaded = load::open(&id).unwrap();
            let variants = variants(&loaded.game);
            // Some families have few rules beside their pay tables.
            let least = match loaded.game.family {
                Family::Baccarat(_) => 15,
                Family::SingleCard(_) => 10,
                Family::TwentyOne(_) | Family::Stud(_) => 20,
            };
            assert!(variants.len() > least, "{id} has only {} variants", variants.len());
            for variant in variants.iter().filter(|variant| variant.kind != VariantKind::Pay) {
                let changed = loaded.with(&variant.changes);
                assert!(changed.is_ok(), "{id}: {}: {}", variant.says, changed.unwrap_err());
            }
        }
    }
}
