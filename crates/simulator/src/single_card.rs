//! Games of single cards: the first two cards lead to an end or to a row of ends, one for the cards that follow.

use std::sync::Arc;

use croupier_rules::game::SideBet;
use croupier_rules::pattern::Row;
use croupier_rules::pay_table::Dealt;
use croupier_rules::play::CardsStand;
use croupier_rules::single_card::{FirstCards, SingleCard};
use croupier_rules::{Card, Game, Money, Rank};
use croupier_table::{ActionKind, HandWagers, Next, Outcome, Round, Step, Strategy, WagerKind};

use crate::cards::{CardKind, CardSource, Layout};
use crate::digits::{Digits, digit};
use crate::fault::Fault;
use crate::settled::Settled;
use crate::table::BY_CARD;
use crate::twenty_one::HANDS_MAX;
use crate::witness;

/// Places of one rank in a row of ends, a power of two.
const BY_RANK: usize = 16;

/// The mark of first cards that more cards follow; the rest says where their row of ends begins.
const OPEN: u32 = 1 << 31;

/// A game of single cards, a strategy and the bets of a hand, compiled: all that the kernel reads.
#[derive(Clone, Debug)]
pub struct SingleCardTables {
    /// The cards of the shoe.
    pub layout: Layout,
    /// The rank of each kind of card.
    ranks: [u8; BY_CARD],
    deal: FirstCards,
    burn: usize,
    /// By the first two cards: the code of the main game, or where its row begins.
    first: Vec<u32>,
    /// By the first two cards: the digits of the side bets.
    sides: Vec<u32>,
    /// The codes of the main game, by the ranks of the cards that follow.
    more: Vec<u32>,
    /// How the main game may end.
    ends: Vec<Vec<Settled>>,
    side_wagers: Digits,
}

/// What a player does after the first cards.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    None,
    Raises(Money),
    Surrenders,
}

impl SingleCardTables {
    /// Compiles the rules, a strategy and the bets of one hand.
    pub fn compile(
        game: &Arc<Game>,
        rules: &SingleCard,
        strategy: &(dyn Strategy + Sync),
        bets: &HandWagers,
    ) -> Result<SingleCardTables, Fault> {
        let layout = Layout::new(&game.deck);
        let mut side_wagers = Digits::new();
        let mut sides = vec![0; BY_CARD * BY_CARD];
        for (place, bet) in game.side_bets.iter().enumerate() {
            let stake = bets.side_stake(place);
            if stake > Money::ZERO {
                let radix = side_wagers.add(WagerKind::Side(place as u8), stake, &bet.rows);
                add_side_bet(&mut sides, &layout, radix, bet, stake);
            }
        }
        let mut tables = SingleCardTables {
            ranks: std::array::from_fn(|kind| match kind < layout.kinds() {
                true => layout.card(kind as CardKind).rank() as u8,
                false => 0,
            }),
            deal: rules.deal.first,
            burn: usize::from(rules.deal.burn),
            first: vec![0; BY_CARD * BY_CARD],
            sides,
            more: Vec::new(),
            ends: Vec::new(),
            side_wagers,
            layout,
        };
        let kinds = tables.layout.kinds() as CardKind;
        for one in 0..kinds {
            for other in 0..kinds {
                let cards = [one, other].map(|kind| tables.layout.card(kind));
                // Two of a card that is there once never come.
                if let Some(choice) = choice(game, strategy, bets, cards)? {
                    let entry = tables.entry(rules, cards.map(Card::rank), bets.main, choice);
                    tables.first[pair(one, other)] = entry;
                }
            }
        }
        Ok(tables)
    }

    /// How many codes a hand can end with.
    pub fn codes(&self) -> u64 {
        self.ends.len() as u64 * u64::from(self.side_wagers.codes())
    }

    /// The most cards of a lone hand's round.
    pub(crate) fn cards(&self) -> usize {
        2 + self.burn + self.deal.more()
    }

    /// Plays one round with so many hands and says with which code each ended; `false` when the cards ran out.
    pub fn play<S: CardSource>(&self, hands: usize, source: &mut S, codes: &mut [u32]) -> bool {
        let played = match self.deal {
            FirstCards::TwoForAll => self
                .deal_one(&mut || source.card())
                .map(|code| codes[..hands].fill(code)),
            FirstCards::OneEach => self.deal_each(hands, source, codes),
        };
        played.is_some()
    }

    /// The code of a lone hand's round that begins with these cards.
    #[inline(always)]
    pub(crate) fn code(&self, cards: &[CardKind]) -> u32 {
        let mut cards = cards.iter().copied();
        self.deal_one(&mut || cards.next()).unwrap_or(0)
    }

    #[inline(always)]
    fn deal_one(&self, next: &mut impl FnMut() -> Option<CardKind>) -> Option<u32> {
        let first = pair(next()?, next()?);
        let entry = self.first[first];
        if entry & OPEN == 0 {
            return Some(entry + self.sides[first]);
        }
        for _ in 0..self.burn {
            next()?;
        }
        let row = (entry & !OPEN) as usize;
        let end = match self.deal {
            FirstCards::TwoForAll => row + self.rank(next()?),
            FirstCards::OneEach => row + self.rank(next()?) * BY_RANK + self.rank(next()?),
        };
        Some(self.more[end] + self.sides[first])
    }

    /// A round of hands with cards of their own.
    fn deal_each<S: CardSource>(&self, hands: usize, source: &mut S, codes: &mut [u32]) -> Option<()> {
        let mut own = [0; HANDS_MAX];
        for card in &mut own[..hands] {
            *card = source.card()?;
        }
        let dealer = source.card()?;
        let entry = |hand: usize| self.first[pair(own[hand], dealer)];
        let is_open = |hand: &usize| entry(*hand) & OPEN != 0;
        let mut second = [0; HANDS_MAX];
        let mut theirs = 0;
        if (0..hands).any(|hand| is_open(&hand)) {
            for _ in 0..self.burn {
                source.card()?;
            }
            for hand in (0..hands).filter(is_open) {
                second[hand] = self.rank(source.card()?);
            }
            theirs = self.rank(source.card()?);
        }
        for (hand, code) in codes[..hands].iter_mut().enumerate() {
            let main = match is_open(&hand) {
                true => self.more[(entry(hand) & !OPEN) as usize + second[hand] * BY_RANK + theirs],
                false => entry(hand),
            };
            *code = main + self.sides[pair(own[hand], dealer)];
        }
        Some(())
    }

    /// How every wager of a hand with this code ended.
    pub fn settled_code(&self, code: u32) -> Vec<Settled> {
        let sides = self.side_wagers.codes();
        let mut settled = self.ends[(code / sides) as usize].clone();
        settled.extend(self.side_wagers.settled(code % sides));
        settled
    }

    /// All numbers of the tables, for a fingerprint.
    pub(crate) fn each_word(&self, mut visit: impl FnMut(u64)) {
        let words = self.first.iter().chain(&self.sides).chain(&self.more);
        words.for_each(|word| visit(u64::from(*word)));
    }

    #[inline(always)]
    fn rank(&self, kind: CardKind) -> usize {
        usize::from(self.ranks[usize::from(kind) & (BY_CARD - 1)])
    }

    /// Where first cards of these ranks lead with this choice.
    fn entry(&mut self, rules: &SingleCard, first: [Rank; 2], main: Money, choice: Choice) -> u32 {
        let stand = self.deal.stand(first, &[]);
        if choice == Choice::Surrenders || !rules.goes_on(stand) {
            return self.end(rules, stand, main, choice);
        }
        let row: Vec<u32> = match self.deal {
            FirstCards::TwoForAll => self.row(rules, first, &[], main, choice),
            FirstCards::OneEach => {
                let mut rows: Vec<u32> = Vec::new();
                for mine in Rank::ALL {
                    rows.extend(self.row(rules, first, &[mine], main, choice));
                }
                rows
            }
        };
        let known = self.more.chunks_exact(row.len()).position(|other| *other == row[..]);
        let at = known.map_or(self.more.len(), |place| place * row.len());
        if known.is_none() {
            self.more.extend(row);
        }
        OPEN | at as u32
    }

    /// The ends by the rank of the last card, these having come before it.
    fn row(&mut self, rules: &SingleCard, first: [Rank; 2], before: &[Rank], main: Money, choice: Choice) -> Vec<u32> {
        let mut row: Vec<u32> = Vec::with_capacity(BY_RANK);
        for last in Rank::ALL {
            let drawn: Vec<Rank> = before.iter().copied().chain([last]).collect();
            let stand = self.deal.stand(first, &drawn);
            row.push(self.end(rules, stand, main, choice));
        }
        row.resize(BY_RANK, 0);
        row
    }

    /// The code of a main game that ends so, before the digits of side bets.
    fn end(&mut self, rules: &SingleCard, stand: CardsStand, main: Money, choice: Choice) -> u32 {
        let mut end = Vec::with_capacity(2);
        match (choice, rules.surrendered(main)) {
            (Choice::Surrenders, Some(lost)) => end.push(Settled {
                kind: WagerKind::Main,
                outcome: Outcome::Surrendered,
                stake: main.cents(),
                net: -lost.cents(),
            }),
            _ => end.push(by_row(WagerKind::Main, &rules.pays, rules.best_row(stand, main), main)),
        }
        if let Choice::Raises(raise) = choice {
            let row = rules.best_raise_row(stand, raise);
            end.push(by_row(WagerKind::Raise, &rules.raise_pays, row, raise));
        }
        let known = self.ends.iter().position(|other| *other == end);
        let place = known.unwrap_or(self.ends.len());
        if known.is_none() {
            self.ends.push(end);
        }
        place as u32 * self.side_wagers.codes()
    }
}

/// What the strategy does with these first cards; `None` where they cannot both come.
fn choice(
    game: &Arc<Game>,
    strategy: &(dyn Strategy + Sync),
    bets: &HandWagers,
    first: [Card; 2],
) -> Result<Option<Choice>, Fault> {
    let mut round = Round::new(game, &witness::wagers(bets, 1))?;
    for card in first {
        if round.play(Step::Card(card), &mut Vec::new()).is_err() {
            return Ok(None);
        }
    }
    let (Next::Choice(_), Some(situation)) = (round.next(), round.situation()) else {
        return Ok(Some(Choice::None));
    };
    let action = strategy.choose(game, &situation);
    if !situation.offers.iter().any(|offer| offer.allows(action)) {
        return Err(Fault::not_offered(action, &situation));
    }
    Ok(Some(match action.kind {
        ActionKind::Raise => Choice::Raises(action.amount),
        ActionKind::Surrender => Choice::Surrenders,
        _ => Choice::None,
    }))
}

fn add_side_bet(sides: &mut [u32], layout: &Layout, radix: u32, bet: &SideBet, stake: Money) {
    let kinds = layout.kinds() as CardKind;
    for one in 0..kinds {
        for other in 0..kinds {
            let first = [one, other].map(|kind| layout.card(kind));
            sides[pair(one, other)] += digit(bet.best_row(&Dealt::SingleCard { first }, stake)) * radix;
        }
    }
}

fn by_row(kind: WagerKind, rows: &[Row], row: Option<usize>, stake: Money) -> Settled {
    Settled {
        kind,
        outcome: row.map_or(Outcome::NoRow, |row| Outcome::Row(row as u8)),
        stake: stake.cents(),
        net: row.map_or(-stake, |row| rows[row].pays.paid_on(stake)).cents(),
    }
}

/// The place of two cards in a table.
#[inline(always)]
fn pair(one: CardKind, other: CardKind) -> usize {
    (usize::from(one) & (BY_CARD - 1)) * BY_CARD + (usize::from(other) & (BY_CARD - 1))
}
