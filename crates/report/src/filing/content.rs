//! What a filing says of a game, in pieces that every form arranges under its own headings.

use croupier_rules::Game;
use croupier_rules::game::{Procedure, Settled, SideBet};
use croupier_rules::print::{Part, PayTable, Sentence, Sheet, Topic, WagerLine, cards_of};
use croupier_solver::solution::{MeterValue, Solution};

use super::procedures::Procedures;
use crate::document::{Block, Document, Holds, Table, Text};
use crate::numbers::{count, figure, paid, percent};

/// What a filing is made from.
pub struct Content<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its rules in words.
    pub sheet: Sheet<'a>,
    /// What its wagers are worth.
    pub solution: &'a Solution,
    /// What the house does where the documents are silent.
    pub procedures: &'a Procedures,
}

/// Under which heading a sentence stands, where rules, method of play and wagers are asked for apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// The rules of the game.
    Rules,
    /// The method of play.
    Method,
    /// The types of wager.
    Wagers,
}

/// The mark of a text that the house has written.
const HOUSE: &str = "house procedure, not from a document of the game";

impl Content<'_> {
    /// What stands under `home` of the sheet, part by part.
    fn parts_of(&self, home: Home) -> impl Iterator<Item = (&Part, Vec<&Sentence>)> {
        self.sheet.method_of_play.iter().map(move |part| {
            let sentences = part.sentences.iter();
            let own = sentences.filter(move |sentence| home_of(part.topic, sentence.step) == home);
            (part, own.collect())
        })
    }

    /// The cards, the rules of every part, and the conduct at the table.
    pub fn rules(&self, page: &mut Document, level: u8) {
        page.heading(level, "The cards");
        page.list(self.sheet.cards[..self.sheet.about_cards].iter().map(cited));
        for (part, sentences) in self.parts_of(Home::Rules) {
            if !sentences.is_empty() {
                page.heading(level, &part.heading);
                page.list(sentences.into_iter().map(cited));
            }
        }
        self.conduct(page, level);
    }

    /// Conduct and notices, where there are any.
    pub fn conduct(&self, page: &mut Document, level: u8) {
        if !self.sheet.conduct.is_empty() {
            page.heading(level, "Conduct and notices at the table");
            page.list(self.sheet.conduct.iter().map(cited));
        }
    }

    /// A regulation asks for this heading, so something stands under it even where the rules name nothing.
    pub fn equipment(&self, page: &mut Document) {
        if self.sheet.equipment.is_empty() {
            page.paragraph(
                "The rules name no equipment beyond the cards. The house provides a gaming table with the layout of this \
                 filing, a chip tray, a drop box, a discard rack and value chips.",
            );
        }
        page.list(self.sheet.equipment.iter().map(cited));
    }

    /// The method of play in the order of procedure, numbered through. `rules` and `wagers` are what the form calls the places of
    /// the sentences that do not stand here.
    pub fn method(&self, page: &mut Document, level: u8, rules: &str, wagers: &str) {
        let mut next = 1;
        let mut numbered = |page: &mut Document, heading: &str, sentences: Vec<Text>| {
            page.heading(level, heading);
            if !sentences.is_empty() {
                let first = next;
                next += sentences.len();
                page.blocks.push(Block::Numbered(first, sentences));
            }
        };
        let shuffle = self.sheet.cards[self.sheet.about_cards..].iter();
        numbered(page, of_shoe(self.game), shuffle.map(cited).collect());
        for (part, sentences) in self.parts_of(Home::Method) {
            let said: Vec<Text> = sentences.iter().map(|sentence| cited(sentence)).collect();
            let see = if said.is_empty() { "See" } else { "See also" };
            let elsewhere: Vec<String> = [(Home::Rules, rules), (Home::Wagers, wagers)]
                .into_iter()
                .filter(|(home, _)| {
                    let mut sentences = part.sentences.iter();
                    sentences.any(|sentence| home_of(part.topic, sentence.step) == *home)
                })
                .map(|(_, place)| format!("{see} \u{201c}{}\u{201d} under {place}.", part.heading))
                .collect();
            numbered(page, &part.heading, said);
            if !elsewhere.is_empty() {
                page.paragraph(elsewhere.join(" "));
            }
        }
    }

    /// Shuffle, cut and burn.
    pub fn shuffle(&self, page: &mut Document) {
        let said: Vec<Text> = self.sheet.cards[self.sheet.about_cards..].iter().map(cited).collect();
        page.blocks.push(Block::Numbered(1, said));
    }

    /// Whole parts of the method of play, each under its own heading.
    pub fn parts(&self, page: &mut Document, level: u8, topics: &[Topic]) {
        let mut next = 1;
        for part in self
            .sheet
            .method_of_play
            .iter()
            .filter(|part| topics.contains(&part.topic))
        {
            if topics.len() > 1 {
                page.heading(level, &part.heading);
            }
            page.blocks
                .push(Block::Numbered(next, part.sentences.iter().map(cited).collect()));
            next += part.sentences.len();
        }
    }

    /// Every wager, in a sentence or two.
    pub fn types_of_wagers(&self, page: &mut Document) {
        page.blocks.push(Block::Terms(self.wager_terms()));
    }

    /// What the rules say of wagers made during play.
    pub fn wagers_in_play(&self, page: &mut Document, level: u8) {
        for (part, sentences) in self.parts_of(Home::Wagers) {
            if !sentences.is_empty() {
                page.heading(level, &part.heading);
                page.list(sentences.into_iter().map(cited));
            }
        }
    }

    /// Buy-ins and re-buys.
    pub fn buy_ins(&self, page: &mut Document) {
        page.paragraph(by_the_house(&self.procedures.buy_ins));
    }

    /// The point system.
    pub fn point_system(&self, page: &mut Document) {
        page.paragraph(by_the_house(&self.procedures.point_system));
    }

    /// How a table is opened.
    pub fn opening(&self, page: &mut Document) {
        page.paragraph(by_the_house(&self.procedures.opening));
    }

    /// What may be bet on every wager; limits that no document gives are marked.
    pub fn wager_amounts(&self, page: &mut Document) {
        let mut table = Table::new(
            "What may be bet",
            [
                ("Wager", Holds::Words),
                ("Amount", Holds::Sentences),
                ("When", Holds::Remarks),
            ],
        );
        for line in &self.sheet.wagers {
            table.row([&line.wager, &amount(line), &line.when]);
        }
        page.table(table);
        if self.sheet.wagers.iter().any(|line| line.house_limit) {
            page.note(
                "A house limit is one that no source document gives. The house sets it and may change it within the law.",
            );
        }
    }

    /// Every pay table, under the document's own title where it has one, and the most that is paid.
    pub fn payouts(&self, page: &mut Document, level: u8) {
        let mut tables = self.sheet.pay_tables.as_slice();
        while let [first, rest @ ..] = tables {
            let alike = rest.iter().take_while(|table| is_alike(first, table)).count();
            pay_tables(page, level, &tables[..=alike]);
            tables = &tables[alike + 1..];
        }
        if !self.sheet.payout_limits.is_empty() {
            page.heading(level, "Payout limits");
            page.list(self.sheet.payout_limits.iter().map(cited));
        }
    }

    /// The true odds beside the payout odds of every outcome, and the house advantage of every wager.
    pub fn odds(&self, page: &mut Document, level: u8) {
        let mut edges = Table::new(
            "The house advantage of every wager, with the best play",
            [("Wager", Holds::Words), ("House advantage", Holds::Figures)],
        );
        for wager in &self.solution.wagers {
            edges.row([wager.name.clone(), percent(wager.house_edge, 4)]);
        }
        page.table(edges);
        for wager in &self.solution.wagers {
            page.heading(level, &wager.name);
            let mut table = Table::new(
                format!("{}: payout odds and true odds", wager.name),
                [
                    ("Outcome", Holds::Words),
                    ("Payout odds", Holds::Words),
                    ("True odds", Holds::Figures),
                ],
            );
            for row in &wager.outcomes {
                table.row([row.row.clone(), paid(&row.pays), true_odds(row.probability)]);
            }
            page.table(table);
            for sentence in wager.meter.iter().flat_map(MeterValue::sentences) {
                page.paragraph(sentence);
            }
        }
    }

    /// Irregularities and misdeals.
    pub fn irregularities(&self, page: &mut Document, level: u8) {
        page.paragraph("No source document contains these procedures; they are the house's own.");
        for procedure in self.procedures.of(self.game) {
            page.heading(level, &procedure.title);
            page.list(&procedure.says);
        }
    }

    fn wager_terms(&self) -> Vec<(String, Text)> {
        let main = &self.game.main_bet.name;
        let mut terms = vec![(
            main.clone(),
            Text::from(format!(
                "The bet a player places, before the deal, to be dealt a hand. A player who places no {main} is dealt no cards."
            )),
        )];
        for spot in &self.game.main_bet.spots {
            let text = format!(
                "An optional further bet on the same hand, placed before the deal and equal to the {main}; it wins, loses or \
                 pushes as the {main} does."
            );
            terms.push((spot.clone(), text.into()));
        }
        for bet in &self.game.side_bets {
            terms.push((bet.name.clone(), side_bet(bet).into()));
        }
        let in_play = &self.sheet.wagers[terms.len()..];
        terms.extend(
            in_play
                .iter()
                .map(|line| (line.wager.clone(), format!("Made {}.", line.when).into())),
        );
        terms
    }
}

/// Under which heading a sentence stands. A sentence that tells a step is of the method, except the steps that decide by a rule;
/// what else is said of a wager made in play is of the wager.
pub fn home_of(topic: Topic, step: Option<Procedure>) -> Home {
    match (topic, step) {
        (Topic::Insurance | Topic::Doubling | Topic::Splitting, None) => Home::Wagers,
        (Topic::Blackjack | Topic::Check | Topic::Turns | Topic::Surrender | Topic::DealerHand, None) => Home::Rules,
        (
            Topic::Phases,
            Some(
                Procedure::BestRow
                | Procedure::CallOut
                | Procedure::Qualify
                | Procedure::Unqualified
                | Procedure::Push
                | Procedure::Bonus,
            ),
        ) => Home::Rules,
        (
            Topic::Blackjack | Topic::Turns | Topic::Surrender | Topic::DealerHand | Topic::Settlement,
            Some(
                Procedure::Winner
                | Procedure::BestRow
                | Procedure::HardTwentyOne
                | Procedure::Surrender
                | Procedure::SurrenderAfterCheck
                | Procedure::DealerDraws
                | Procedure::DealerIdle
                | Procedure::DealerBusts
                | Procedure::Settle
                | Procedure::Push
                | Procedure::BlackjackBeatsTwentyOne
                | Procedure::BetsAlike
                | Procedure::SpotsAlike,
            ),
        ) => Home::Rules,
        _ => Home::Method,
    }
}

/// A sentence with the place it comes from. Which points are open is told in the memorandum, not in a filing.
pub(super) fn cited(sentence: &Sentence) -> Text {
    Text::from(&sentence.text).source(place(sentence.cites.as_deref(), &sentence.points))
}

fn place(cites: Option<&str>, points: &[usize]) -> Option<String> {
    match (cites, points) {
        (Some(cites), _) => Some(cites.to_string()),
        (None, []) => None,
        (None, _) => Some("house ruling".to_string()),
    }
}

fn by_the_house(text: &str) -> Text {
    Text::from(text).source(Some(HOUSE.to_string()))
}

fn amount(line: &WagerLine) -> String {
    match line.house_limit {
        true => format!("{} (house limit)", line.amount),
        false => line.amount.clone(),
    }
}

/// What is done with the cards before they are dealt, as a heading.
fn of_shoe(game: &Game) -> &'static str {
    let shoe = &game.shoe;
    let cut = shoe.player_cut_min.is_some() || shoe.cut_card.is_some();
    match (cut, shoe.burn + shoe.burn_at_dealer_change > 0) {
        (true, true) => "Shuffle, cut and burn",
        (true, false) => "Shuffle and cut",
        (false, true) => "Shuffle and burn",
        (false, false) => "Shuffle",
    }
}

fn side_bet(bet: &SideBet) -> String {
    let cards = cards_of(bet);
    let when = match bet.settled {
        Settled::AfterDeal => "as soon as the cards are dealt, before insurance and play",
        Settled::AtReveal => "when the hole card is shown",
        Settled::BeforeMain => "before the main game is settled",
        Settled::AfterMain => "after the main game is settled",
    };
    let kind = match bet.required {
        true => "A side bet that every hand must carry",
        false => "An optional side bet",
    };
    format!("{kind}, placed before the deal. It is decided by {cards} and settled {when}, by its own pay table.")
}

/// Whether two pay tables are one table of the document.
fn is_alike(one: &PayTable, other: &PayTable) -> bool {
    one.title.is_some() && one.title == other.title && one.rows == other.rows
}

/// Adds one pay table, which may serve several wagers.
fn pay_tables(page: &mut Document, level: u8, tables: &[PayTable]) {
    let [first, ..] = tables else { return };
    page.heading(level, first.title.as_ref().unwrap_or(&first.name));
    // What is said of all wagers of a table is said once, after what is said of each.
    let shared = |note: &&String| tables.len() > 1 && tables.iter().all(|table| table.notes.contains(note));
    for pays in tables {
        let notes: Vec<&str> = pays
            .notes
            .iter()
            .filter(|note| !shared(note))
            .map(String::as_str)
            .collect();
        match (&first.title, notes.join(" ").as_str()) {
            (None, "") => {}
            (None, notes) => page.paragraph(notes),
            (Some(_), "") => page.paragraph(Text::default().strong(format!("{}.", pays.name))),
            (Some(_), notes) => page.paragraph(
                Text::default()
                    .strong(format!("{}.", pays.name))
                    .plain(format!(" {notes}")),
            ),
        }
    }
    let shared: Vec<&str> = first.notes.iter().filter(shared).map(String::as_str).collect();
    if !shared.is_empty() {
        page.paragraph(shared.join(" "));
    }
    let mut table = Table::new(
        "",
        [
            ("Hand", Holds::Words),
            ("Requires", Holds::Sentences),
            ("Pays", Holds::Words),
            ("Split hands", Holds::Words),
            ("Doubled hands", Holds::Words),
            ("From", Holds::Remarks),
        ],
    );
    let flag = |flag: Option<bool>| match flag {
        Some(true) => "yes",
        Some(false) => "no",
        None => "",
    };
    for row in &first.rows {
        let from = place(row.cites.as_deref(), &row.points).unwrap_or_default();
        table.row([
            row.name.as_str(),
            &row.takes,
            &row.pays,
            flag(row.split_hands),
            flag(row.doubled_hands),
            &from,
        ]);
    }
    page.table(table);
}

/// The odds against an outcome of this probability.
fn true_odds(probability: f64) -> String {
    match probability {
        p if p <= 0.0 => "never".to_string(),
        p if p > 0.01 => format!("{} to 1", figure((1.0 - p) / p, 2)),
        p => format!("{} to 1", count(((1.0 - p) / p).round() as u128)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn true_odds_are_the_odds_against() {
        assert_eq!(true_odds(0.5), "1.00 to 1");
        assert_eq!(true_odds(1.0 / 4105.0), "4,104 to 1");
        assert_eq!(true_odds(0.0), "never");
    }
}
