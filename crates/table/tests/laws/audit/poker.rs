//! What hands of stud are owed, by a pay table or against the dealer.

use super::*;

impl Audit<'_> {
    /// The row that a hand of stud is paid by.
    pub(super) fn stud_row(&self, hand: HandAt) -> Option<usize> {
        let rules = self.game.stud().expect("a game is of one of two families");
        let cards = [self.first_cards(hand), &self.board].concat();
        let main = self.mains.iter().find(|(at, _)| *at == hand)?.1;
        let looked = Looked {
            cards: &cards,
            hand_size: usize::from(rules.hands.hand_size),
            ..Looked::default()
        };
        naive::best_row(rules.pays.iter().map(|row| (&row.when, row.pays)), looked, main)
    }

    pub(super) fn stud_owes(&mut self, wager: Wager, outcome: Outcome, stake: Money) -> Money {
        let rules = self.game.stud().expect("a game is of one of two families");
        let main_open = |entry: &Entry| {
            entry.net.is_none()
                && matches!(
                    entry.wager.kind,
                    WagerKind::Main | WagerKind::Blind | WagerKind::Street(_)
                )
        };
        match (wager.kind, outcome) {
            (WagerKind::Side(_), Outcome::Folded) => {
                assert_eq!(rules.hands.fold_takes, FoldTakes::EveryBet, "a fold takes side bets");
                -stake
            }
            (WagerKind::Side(place), _) => {
                let place = usize::from(place);
                let bet = &self.game.side_bets[place];
                let anything_open = self.wagers.iter().any(main_open);
                assert!(
                    bet.settled != Settled::AfterMain || !anything_open,
                    "after the main game"
                );
                if !matches!(bet.over, Over::Community | Over::DealerCards) {
                    assert!(
                        self.shown.contains(&wager.hand),
                        "hole cards that decide a bet are shown"
                    );
                }
                if matches!(bet.over, Over::Community | Over::HoleAndCommunity) {
                    assert_eq!(
                        self.board.len(),
                        usize::from(rules.community_cards()),
                        "all community cards lie open"
                    );
                }
                self.side_bet_owes(wager.hand, place, outcome, stake)
            }
            (WagerKind::Street(street), Outcome::PulledBack) => {
                let turned = rules.cards_known_at(usize::from(street) - 1) - usize::from(rules.hands.hole_cards);
                assert!(self.lies_before_deal(street), "only what lies there is pulled back");
                assert_eq!(
                    self.board.len(),
                    turned,
                    "a bet is pulled back before its card is turned"
                );
                Money::ZERO
            }
            (_, Outcome::Folded) => {
                if wager.kind == WagerKind::Main {
                    self.folded.push(wager.hand);
                }
                -stake
            }
            _ if rules.showdown.is_some() => self.showdown_owes(wager, outcome, stake),
            (kind, Outcome::Row(row)) => {
                assert!(self.shown.contains(&wager.hand) && !self.folded.contains(&wager.hand));
                assert_eq!(
                    self.stud_row(wager.hand),
                    Some(usize::from(row)),
                    "the best row is paid"
                );
                match rules.pays[usize::from(row)].pays {
                    Pays::Odds(odds) => pays(odds, stake),
                    Pays::Amount(amount) if kind == WagerKind::Main => amount,
                    Pays::Amount(_) => Money::ZERO,
                    Pays::OfMeter { .. } => panic!("only side bets are paid of a meter"),
                }
            }
            (_, Outcome::NoRow) => {
                assert!(self.shown.contains(&wager.hand) && !self.folded.contains(&wager.hand));
                assert_eq!(self.stud_row(wager.hand), None, "a hand that meets a row is paid");
                -stake
            }
            _ => panic!("{outcome:?} is not an end of {wager:?}"),
        }
    }

    pub(super) fn lies_before_deal(&self, street: u8) -> bool {
        let rules = self.game.stud().expect("only stud has streets");
        rules.streets[usize::from(street) - 1].placed == StreetPlaced::BeforeDeal
    }

    /// What a bet on a hand beside the dealer's is owed.
    pub(super) fn showdown_owes(&self, wager: Wager, outcome: Outcome, stake: Money) -> Money {
        let rules = self.game.stud().expect("a game is of one of two families");
        let showdown = rules.showdown.as_ref().expect("the caller has looked");
        assert!(self.revealed && self.shown.contains(&wager.hand) && !self.folded.contains(&wager.hand));
        let size = usize::from(rules.hands.hand_size);
        let hand = [self.first_cards(wager.hand), &self.board].concat();
        let dealer = [self.dealer.as_slice(), &self.board].concat();
        let [mine, theirs] = [&hand, &dealer].map(|cards| naive::worth(cards, size));
        let looked = || Looked {
            cards: &hand,
            hand_size: size,
            ..Looked::default()
        };
        if wager.kind == WagerKind::Bonus {
            let main = self
                .wagers
                .iter()
                .find(|entry| entry.wager.hand == wager.hand && entry.wager.kind == WagerKind::Main);
            let main = main.expect("a bonus is paid on a main bet").stake;
            let rows = showdown.bonus_rows.iter().map(|row| (&row.when, row.pays));
            let row = naive::best_row(rows, looked(), main).expect("a bonus that is paid meets a row");
            assert_eq!(outcome, Outcome::Row(row as u8));
            return showdown.bonus_rows[row].pays.winnings(main).expect("whole cents");
        }
        if let (WagerKind::Blind, Some(blind)) = (wager.kind, &showdown.blind) {
            let rows = blind.rows.iter().map(|row| (&row.when, row.pays));
            let row = naive::best_row(rows, looked(), stake);
            let paid = row.map_or(Money::ZERO, |row| {
                blind.rows[row].pays.winnings(stake).expect("whole cents")
            });
            let ends = self.blind_ends(mine.cmp(&theirs), showdown.tie, blind);
            if row.is_some() && blind.paid == BlindPaid::EveryHand {
                assert_eq!(
                    outcome,
                    Outcome::Row(row.unwrap_or(0) as u8),
                    "its table pays whatever the dealer has"
                );
                return paid;
            }
            return match ends {
                std::cmp::Ordering::Greater => paid,
                std::cmp::Ordering::Equal => Money::ZERO,
                std::cmp::Ordering::Less => -stake,
            };
        }
        let terms = match wager.kind {
            WagerKind::Main => &showdown.main_bet,
            _ => &showdown.street_bets,
        };
        let wins = match terms.pays {
            StakePays::Even => stake,
            StakePays::ByTable => self
                .stud_row(wager.hand)
                .map_or(Money::ZERO, |row| match rules.pays[row].pays {
                    Pays::Odds(odds) => pays(odds, stake),
                    Pays::Amount(_) | Pays::OfMeter { .. } => panic!("bets beside a dealer's hand are paid at odds"),
                }),
        };
        match (self.dealer_qualifies(), terms.unqualified) {
            (false, Unqualified::Wins) => {
                assert_eq!(outcome, Outcome::Unqualified);
                return wins;
            }
            (false, Unqualified::Pushes) => {
                assert_eq!(outcome, Outcome::Unqualified);
                return Money::ZERO;
            }
            _ => {}
        }
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Greater => {
                assert!(matches!(outcome, Outcome::Higher | Outcome::Row(_)));
                wins
            }
            std::cmp::Ordering::Less => {
                assert_eq!(outcome, Outcome::Lower);
                -stake
            }
            std::cmp::Ordering::Equal => {
                assert_eq!(outcome, Outcome::Tie);
                match showdown.tie {
                    Tie::Pushes => Money::ZERO,
                    Tie::DealerWins => -stake,
                    Tie::PlayerWins => wins,
                }
            }
        }
    }

    /// Whether a blind bet wins, comes back or is lost by the hands alone.
    pub(super) fn blind_ends(&self, player: std::cmp::Ordering, tie: Tie, blind: &Blind) -> std::cmp::Ordering {
        match (self.dealer_qualifies(), blind.unqualified, player, tie) {
            (false, Unqualified::Wins, ..) => std::cmp::Ordering::Greater,
            (false, Unqualified::Pushes, ..) => std::cmp::Ordering::Equal,
            (_, _, std::cmp::Ordering::Equal, Tie::PlayerWins) => std::cmp::Ordering::Greater,
            (_, _, std::cmp::Ordering::Equal, Tie::DealerWins) => std::cmp::Ordering::Less,
            _ => player,
        }
    }

    /// More than the least bet of a street is made with the hand it asks for.
    pub(super) fn larger_bets_have_their_hand(&self, street: u8, hand: HandAt, amount: Money) {
        let rules = self.game.stud().expect("only stud has streets");
        let street = &rules.streets[usize::from(street) - 1];
        let main = Wager {
            hand,
            kind: WagerKind::Main,
        };
        let least_bet = street
            .bets
            .iter()
            .min()
            .map(|times| self.entry(main).stake * i64::from(*times));
        if let Some(least) = street.larger_bets_with.as_ref().filter(|_| Some(amount) > least_bet) {
            let worth = naive::worth(self.first_cards(hand), usize::from(rules.hands.hand_size));
            assert!(
                worth >= naive::worth_of_ranks(&least.to_string()),
                "{amount} is bet with too little"
            );
        }
    }

    /// Whether the dealer's cards qualify: the ranks of the least hand are held against those of the best.
    pub(super) fn dealer_qualifies(&self) -> bool {
        let rules = self.game.stud().expect("a game is of one of two families");
        let least = rules.showdown.as_ref().and_then(|showdown| showdown.qualifies.as_ref());
        let dealer = [self.dealer.as_slice(), &self.board].concat();
        least.is_none_or(|least| {
            naive::worth(&dealer, usize::from(rules.hands.hand_size)) >= naive::worth_of_ranks(&least.to_string())
        })
    }
}
