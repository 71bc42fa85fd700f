//! How the wagers of a hand against the dealer's may end, as one number: what the player did, how the hands compare, and which
//! rows are met.

use std::cmp::Ordering;

use croupier_rules::game::Settled as When;
use croupier_rules::game::SideBet;
use croupier_rules::pattern::Row;
use croupier_rules::pay_table::{Sight, best_row};
use croupier_rules::play::Contest;
use croupier_rules::showdown::Showdown;
use croupier_rules::stud::Stud;
use croupier_rules::{Card, Game, Money};
use croupier_table::{HandWagers, Outcome, WagerKind};

use crate::cards::Layout;
use crate::settled::Settled;
use crate::stud::rows::RowTable;
use crate::stud::{Path, Side};

/// How hands may compare, for a dealer who qualifies or not.
const CONTESTS: u32 = 6;

/// The ends of a game with certain bets.
///
/// The cards of a hand's round are numbered: hole cards, then the dealer's, then the board.
#[derive(Clone, Debug)]
pub(in crate::stud) struct Ends {
    /// What can be done, as a path.
    pub(in crate::stud) paths: Vec<Path>,
    /// The side bets that are bet on, those over the player's hand first.
    pub(in crate::stud) sides: Vec<Side>,
    /// How many of them depend on the player's hand alone.
    pub(in crate::stud) sides_of_hand: usize,
    row_codes: u32,
    rows: HandRows,
    bets: HandWagers,
    stud: Stud,
}

/// What a player's hand comes to whatever the dealer has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(in crate::stud) struct HandEnd {
    /// The place of its strength among all strengths.
    pub(in crate::stud) strength: u32,
    /// The rows it meets, as digits of the code.
    pub(in crate::stud) code: u32,
}

/// How many ends the rows of the hand, of the bonus and of the blind bet have, the first the lowest digit.
#[derive(Clone, Copy, Debug)]
struct HandRows([u32; 3]);

impl Ends {
    /// Those of a game in which these side bets look at the player's hand.
    pub(in crate::stud) fn new(
        game: &Game,
        rules: &Stud,
        showdown: &Showdown,
        layout: &Layout,
        bets: &HandWagers,
        paths: Vec<Path>,
        of_hand: impl Fn(&SideBet) -> bool,
    ) -> Ends {
        let rows = HandRows::new(rules, showdown);
        let mut ends = Ends {
            paths,
            sides: Vec::new(),
            sides_of_hand: 0,
            row_codes: rows.codes(),
            rows,
            bets: bets.clone(),
            stud: rules.clone(),
        };
        let is_bet = |(place, _): &(usize, &SideBet)| bets.side_stake(*place) != Money::ZERO;
        let placed = || game.side_bets.iter().enumerate().filter(is_bet);
        for (place, bet) in placed().filter(|(_, bet)| of_hand(bet)) {
            ends.add_side(layout, place, bet);
        }
        ends.sides_of_hand = ends.sides.len();
        for (place, bet) in placed().filter(|(_, bet)| !of_hand(bet)) {
            ends.add_side(layout, place, bet);
        }
        ends
    }

    fn add_side(&mut self, layout: &Layout, place: usize, bet: &SideBet) {
        let hole = self.stud.hands.hole_cards;
        let dealt = hole + self.showdown().dealer_cards;
        let (sees, stake) = (bet.over.sees(), self.bets.side_stake(place));
        let cards: Vec<u8> = (0..hole)
            .filter(|_| sees.player)
            .chain((hole..dealt).filter(|_| sees.hole))
            .chain((dealt..dealt + self.stud.community_cards()).filter(|_| sees.community))
            .collect();
        let rows = RowTable::new(layout, &bet.rows, bet.poker_size(cards.len()), stake, cards);
        let radix = self.row_codes;
        self.row_codes = self.row_codes.saturating_mul(rows.ends());
        self.sides.push(Side {
            bet: place as u8,
            stake: stake.cents(),
            settled: When::AfterMain,
            radix,
            rows,
            pays: bet.rows.iter().map(|row| row.pays.paid_on(stake).cents()).collect(),
        });
    }

    /// How many codes a hand can end with.
    pub(in crate::stud) fn codes(&self) -> u64 {
        self.paths.len() as u64 * u64::from(CONTESTS) * u64::from(self.row_codes)
    }

    /// The code of a hand on a path beside a dealer's hand that qualifies or not, but for the side bets that look at other cards.
    #[inline(always)]
    pub(in crate::stud) fn compared(&self, hand: HandEnd, dealers: u32, qualifies: bool, path: u8) -> u32 {
        let path = u32::from(path);
        let wins = u32::from(hand.strength > dealers);
        let contest = u32::from(qualifies) * 3 + 1 + wins - u32::from(hand.strength < dealers);
        let in_play = u32::from(!self.paths[path as usize].folded);
        (path * CONTESTS + contest * in_play) * self.row_codes + hand.code
    }

    /// The tables that the rows of a hand are read from: the rows, what is staked on them, and what their digit counts.
    pub(in crate::stud) fn hand_tables(&self) -> [(&[Row], Money, u32); 3] {
        let showdown = self.showdown();
        let all_spots = self.bets.main * i64::from(self.bets.spot_count());
        let blind = showdown.blind.as_ref().map_or(&[][..], |blind| &blind.rows);
        let [hand, bonus, _] = self.rows.0;
        [
            (&self.stud.pays[..], self.bets.main, 1),
            (&showdown.bonus_rows[..], all_spots, hand),
            (blind, all_spots, hand * bonus),
        ]
    }

    /// The digits of the rows of the hand, of the bonus and of the blind bet.
    pub(in crate::stud) fn hand_code(&self, cards: &[Card]) -> u32 {
        let sight = Sight::new(cards, self.stud.hands.hand_size);
        let digit = |(rows, stake, radix): (&[Row], Money, u32)| {
            best_row(rows, &sight, stake).map_or(0, |row| (row as u32 + 1) * radix)
        };
        self.hand_tables().into_iter().map(digit).sum()
    }

    /// How every wager of a hand with this code ended.
    pub(in crate::stud) fn settled_code(&self, code: u32) -> Vec<Settled> {
        let path = &self.paths[(code / self.row_codes / CONTESTS) as usize];
        let contest = contest_of(code / self.row_codes % CONTESTS);
        let rows = code % self.row_codes;
        let mut settled = self.settled_main(path, contest, rows);
        settled.extend(self.sides.iter().map(|side| {
            let row = rows / side.radix % side.rows.ends();
            let (outcome, net) = match row.checked_sub(1) {
                Some(row) => (Outcome::Row(row as u8), side.pays[row as usize]),
                None => (Outcome::NoRow, -side.stake),
            };
            Settled {
                kind: WagerKind::Side(side.bet),
                outcome,
                stake: side.stake,
                net,
            }
        }));
        settled
    }

    fn settled_main(&self, path: &Path, contest: Contest, rows: u32) -> Vec<Settled> {
        let spots = i64::from(self.bets.spot_count());
        let main = self.bets.main * spots;
        let (stud, showdown) = (&self.stud, self.showdown());
        let blind = showdown.blind.as_ref().map(|_| (WagerKind::Blind, main));
        let streets = path.bets.iter().zip(1..).filter(|(bet, _)| **bet != 0);
        let streets = streets.map(|(bet, street)| (WagerKind::Street(street), Money::from_cents(*bet) * spots));
        let wagers = std::iter::once((WagerKind::Main, main)).chain(blind).chain(streets);
        let [hand, bonus, blind_row] = self.rows.of(rows);
        let ends = wagers.map(|(kind, stake)| {
            let (outcome, net) = match (kind, &showdown.blind) {
                _ if path.folded => (Outcome::Folded, -stake),
                (WagerKind::Blind, Some(blind)) => {
                    let odds = blind_row.and_then(|row| blind.rows[row].pays.odds());
                    let net = showdown.blind_result(blind, contest, odds).net(stake);
                    (Outcome::of_blind(contest, blind, blind_row), net)
                }
                _ => {
                    let terms = match kind {
                        WagerKind::Main => &showdown.main_bet,
                        _ => &showdown.street_bets,
                    };
                    let odds = hand.and_then(|row| stud.pays[row].pays.odds());
                    let net = showdown.result(terms, contest, odds).net(stake);
                    (Outcome::of_contest(contest, terms, hand), net)
                }
            };
            Settled {
                kind,
                outcome,
                stake: stake.cents(),
                net: net.cents(),
            }
        });
        let mut ends: Vec<Settled> = ends.collect();
        ends.extend(bonus.filter(|_| !path.folded).map(|row| Settled {
            kind: WagerKind::Bonus,
            outcome: Outcome::Row(row as u8),
            stake: 0,
            net: showdown.bonus_rows[row].pays.paid_on(main).cents(),
        }));
        ends
    }

    fn showdown(&self) -> &Showdown {
        self.stud
            .showdown
            .as_ref()
            .expect("tables are made where there is a dealer's hand")
    }
}

fn contest_of(digit: u32) -> Contest {
    Contest {
        player: match digit % 3 {
            0 => Ordering::Less,
            1 => Ordering::Equal,
            _ => Ordering::Greater,
        },
        qualifies: digit >= 3,
    }
}

impl HandRows {
    fn new(rules: &Stud, showdown: &Showdown) -> HandRows {
        let ends = |rows: usize| rows as u32 + 1;
        let blind = showdown.blind.as_ref().map_or(0, |blind| blind.rows.len());
        HandRows([ends(rules.pays.len()), ends(showdown.bonus_rows.len()), ends(blind)])
    }

    fn codes(self) -> u32 {
        self.0.iter().product()
    }

    fn of(self, code: u32) -> [Option<usize>; 3] {
        let [hands, bonuses, blinds] = self.0;
        let digits = [code % hands, code / hands % bonuses, code / hands / bonuses % blinds];
        digits.map(|digit| digit.checked_sub(1).map(|row| row as usize))
    }
}
