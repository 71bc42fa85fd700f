//! Games of stud: compiled tables and the kernels that play from them.

mod board;
mod compile;
mod hand_kinds;
pub mod lanes;
pub(crate) mod rows;
mod showdown;

use croupier_rules::game::{Over, Settled as When};
use croupier_rules::pattern::Pays;
use croupier_rules::stud::Stud;
use croupier_rules::{Game, Money};
use croupier_table::{HandWagers, Outcome, Strategy, WagerKind};

use crate::cards::{CardKind, CardSource, Layout};
use crate::fault::Fault;
use crate::settled::Settled;
use crate::table::Turn;
pub use board::BoardTables;
pub(crate) use compile::{Decisions, Path};
pub(crate) use rows::RowTable;
pub use showdown::ShowdownTables;

/// One side bet that is bet on.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its place in the rules file.
    pub bet: u8,
    /// Its stake in cents.
    pub stake: i64,
    /// When it is settled.
    pub settled: When,
    /// What its digit counts in the code.
    pub radix: u32,
    /// Its rows.
    pub rows: RowTable,
    /// What each row pays.
    pays: Vec<i64>,
}

/// A game of stud and a strategy, compiled: all that the kernels read.
///
/// The cards of a hand are numbered in the order a lone seat is dealt: hole cards, community cards, extra cards.
#[derive(Clone, Debug)]
pub struct StudTables {
    /// The cards of the shoe.
    pub layout: Layout,
    /// What the strategy does.
    pub decisions: Decisions,
    /// The rows of the main game.
    pub main: RowTable,
    /// The side bets, in the order they are settled.
    pub sides: Vec<Side>,
    /// How many cards each hand is dealt.
    pub hole: usize,
    /// How many cards the table shares: community cards and extra cards.
    pub shared: usize,
    /// How many codes the main row and the side bets have together.
    row_codes: u32,
    main_bet: i64,
    spots: i64,
    main_pays: Vec<Pays>,
    cap: Option<i64>,
    /// The most one bet of the main bet's amount is paid.
    bet_cap: Option<i64>,
}

impl StudTables {
    /// Compiles the rules, a strategy and the bets of one hand; `None` when there are too many different decisions, or a
    /// dealer's hand.
    pub fn compile(game: &Game, strategy: &dyn Strategy, bets: &HandWagers) -> Result<Option<StudTables>, Fault> {
        let rules = game.stud().expect("the caller has looked at the family");
        if rules.showdown.is_some() {
            return Ok(None);
        }
        let layout = Layout::new(&game.deck);
        let Some(decisions) = compile::compile(game, rules, strategy, &layout, bets)? else {
            return Ok(None);
        };
        let hole = rules.hands.hole_cards;
        let community = rules.community_cards();
        let extra = rules.hands.extra_cards;
        let over = |over: Over| -> Vec<u8> {
            let sees = over.sees();
            (0..hole)
                .filter(|_| sees.player)
                .chain((hole..hole + community).filter(|_| sees.community))
                .chain((hole + community..hole + community + extra).filter(|_| sees.extra))
                .collect()
        };
        let main_cards = over(Over::HoleAndCommunity);
        let main = RowTable::new(&layout, &rules.pays, rules.hands.hand_size, bets.main, main_cards);
        let mut row_codes = main.ends();
        let mut sides = Vec::new();
        for moment in [When::BeforeMain, When::AfterMain] {
            for (place, bet) in game.side_bets.iter().enumerate() {
                let stake = bets.side_stake(place);
                if bet.settled != moment || stake == Money::ZERO {
                    continue;
                }
                let cards = over(bet.over);
                let rows = RowTable::new(&layout, &bet.rows, bet.poker_size(cards.len()), stake, cards);
                let radix = row_codes;
                row_codes = row_codes.saturating_mul(rows.ends());
                sides.push(Side {
                    bet: place as u8,
                    stake: stake.cents(),
                    settled: moment,
                    radix,
                    rows,
                    pays: bet
                        .rows
                        .iter()
                        .map(|row| row.pays.paid_on(stake).cents().min(most_on(rules, stake)))
                        .collect(),
                });
            }
        }
        Ok(Some(StudTables {
            layout,
            decisions,
            main,
            sides,
            hole: usize::from(hole),
            shared: usize::from(community + extra),
            row_codes,
            main_bet: bets.main.cents(),
            spots: i64::from(bets.spot_count()),
            main_pays: rules.pays.iter().map(|row| row.pays).collect(),
            cap: rules.cap_on_player(bets.main).map(|(_, max)| max.cents()),
            bet_cap: rules.cap_on_bet(bets.main).map(|(_, max)| max.cents()),
        }))
    }

    /// How many codes a hand can end with.
    pub fn codes(&self) -> u64 {
        self.decisions.paths.len() as u64 * u64::from(self.row_codes)
    }

    /// Plays one round with so many hands and says with which code each ended; `false` when the cards ran out.
    pub fn play<S: CardSource>(&self, hands: usize, source: &mut S, codes: &mut [u32]) -> bool {
        let mut hole = [[0; HOLE_MAX]; crate::twenty_one::HANDS_MAX];
        for card in 0..self.hole {
            for hand in &mut hole[..hands] {
                let Some(kind) = source.card() else { return false };
                hand[card] = kind;
            }
        }
        let mut shared = [0; SHARED_MAX];
        for card in &mut shared[..self.shared] {
            let Some(kind) = source.card() else { return false };
            *card = kind;
        }
        for (hand, code) in hole[..hands].iter().zip(codes) {
            *code = self.code(|card| {
                let card = usize::from(card);
                if card < self.hole {
                    hand[card]
                } else {
                    shared[card - self.hole]
                }
            });
        }
        true
    }

    fn code(&self, card: impl Fn(u8) -> CardKind + Copy) -> u32 {
        let mut at = self.decisions.root;
        for number in 0..self.decisions.cards as u8 {
            if at.turn() != Turn::Draw {
                break;
            }
            at = self.decisions.entries[at.at(card(number))];
        }
        let folded = self.decisions.paths[at.payload() as usize].folded;
        let mut code = at.payload() * self.row_codes;
        if !folded {
            code += self.main.row(&self.layout, card);
        }
        for side in &self.sides {
            code += side.rows.row(&self.layout, card) * side.radix;
        }
        code
    }

    /// How every wager of a hand with this code ended, in the order of settlement, cut to the cap.
    pub fn settled_code(&self, code: u32) -> Vec<Settled> {
        let path = &self.decisions.paths[(code / self.row_codes) as usize];
        let rows = code % self.row_codes;
        let main_row = rows % self.main.ends();
        let mut paid = 0;
        let mut settled = Vec::new();
        let mut main = false;
        for side in &self.sides {
            if side.settled == When::AfterMain && !main {
                main = true;
                self.settle_main(path, main_row, &mut paid, &mut settled);
            }
            let row = rows / side.radix % side.rows.ends();
            let (outcome, net) = match row.checked_sub(1) {
                Some(row) => (Outcome::Row(row as u8), self.cut(side.pays[row as usize], &mut paid)),
                None => (Outcome::NoRow, -side.stake),
            };
            settled.push(Settled {
                kind: WagerKind::Side(side.bet),
                outcome,
                stake: side.stake,
                net,
            });
        }
        if !main {
            self.settle_main(path, main_row, &mut paid, &mut settled);
        }
        settled
    }

    fn settle_main(&self, path: &Path, row: u32, paid: &mut i64, settled: &mut Vec<Settled>) {
        let streets = (1..)
            .zip(&path.bets)
            .filter(|(_, bet)| **bet != 0)
            .map(|(street, bet)| (WagerKind::Street(street), *bet));
        for (kind, stake) in std::iter::once((WagerKind::Main, self.main_bet)).chain(streets) {
            let stake = stake * self.spots;
            let (outcome, net) = match row.checked_sub(1) {
                _ if path.folded => (Outcome::Folded, -stake),
                None => (Outcome::NoRow, -stake),
                Some(row) => {
                    let pays = match kind {
                        WagerKind::Main => self.main_pays[row as usize],
                        _ => self.main_pays[row as usize].on_added_bets(),
                    };
                    let pays = pays.paid_on(Money::from_cents(stake)).cents();
                    let bets = stake / self.main_bet;
                    let pays = self.bet_cap.map_or(pays, |cap| pays.min(cap * bets));
                    (Outcome::Row(row as u8), self.cut(pays, paid))
                }
            };
            settled.push(Settled {
                kind,
                outcome,
                stake,
                net,
            });
        }
    }

    /// What is left of a payment under the cap.
    fn cut(&self, pays: i64, paid: &mut i64) -> i64 {
        let pays = self.cap.map_or(pays, |cap| pays.min(cap - *paid));
        *paid += pays;
        pays
    }
}

/// The most hole cards and shared cards there can be.
const HOLE_MAX: usize = 8;
const SHARED_MAX: usize = 16;

/// The most that one bet of this amount is paid, whatever else the player is paid.
fn most_on(rules: &Stud, bet: Money) -> i64 {
    rules.cap_on_bet(bet).map_or(i64::MAX, |(_, max)| max.cents())
}
