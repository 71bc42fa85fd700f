//! What hands of 21 are owed.

use super::*;

impl Audit<'_> {
    pub(super) fn twenty_one_owes(&self, rules: &TwentyOne, wager: Wager, outcome: Outcome, stake: Money) -> Money {
        let cards = &self.hands[self.place_of(wager.hand)].1;
        let total = points(cards).0;
        let dealer = points(&self.dealer).0;
        let doubled = self
            .wagers
            .iter()
            .any(|entry| entry.wager.hand == wager.hand && matches!(entry.wager.kind, WagerKind::Double(_)));
        if let WagerKind::Side(place) = wager.kind {
            return self.side_bet_owes(wager.hand, usize::from(place), outcome, stake);
        }
        self.row_is_the_best(rules, wager, outcome, doubled);
        let insurance = rules.insurance.as_ref();
        match outcome {
            Outcome::Blackjack | Outcome::SuitedBlackjack(_) | Outcome::EvenMoney | Outcome::BlackjackPush => {
                assert!(
                    is_blackjack(cards) && wager.kind == WagerKind::Main,
                    "a blackjack is an ace and a ten"
                );
            }
            Outcome::Higher | Outcome::Lower | Outcome::Tie | Outcome::DealerBust | Outcome::TwentyTwo => {
                assert!(
                    self.dealer_done && total <= 21,
                    "hands are compared when the dealer is done"
                );
            }
            Outcome::DealerBlackjack | Outcome::Returned | Outcome::Insured | Outcome::SuitedInsured(_) => {
                assert!(self.revealed && is_blackjack(&self.dealer), "the dealer has blackjack");
            }
            Outcome::Winner(_) => assert!(
                self.checked != Some(true) && self.dealer.len() <= 2,
                "a hand wins at once, before the dealer draws"
            ),
            Outcome::Surrendered | Outcome::Bust => {
                let early = outcome == Outcome::Surrendered && rules.surrender.check == SurrenderCheck::Before;
                assert!(
                    (self.turns_begun || early) && self.dealer.len() <= 2,
                    "a hand is surrendered or goes bust by a choice, before the dealer draws"
                );
            }
            _ => {}
        }
        let winner = |row: u8| &rules.winners[usize::from(row)];
        let pays_hand = |odds: Odds| self.pays_over_spots(odds, wager, stake);
        match outcome {
            Outcome::Blackjack => pays_hand(rules.blackjack.pays),
            Outcome::SuitedBlackjack(row) => pays_hand(rules.blackjack.suited[usize::from(row)].pays),
            Outcome::EvenMoney => stake,
            Outcome::BlackjackPush => {
                assert!(is_blackjack(&self.dealer));
                assert_eq!(rules.blackjack.against_dealer_blackjack, AgainstDealerBlackjack::Pushes);
                Money::ZERO
            }
            Outcome::Winner(row) => {
                assert!(!doubled || winner(row).after_double, "the row is paid on doubled hands");
                match winner(row).pays {
                    Pays::Odds(odds) => pays_hand(odds),
                    Pays::Amount(amount) => amount,
                    Pays::OfMeter { .. } => panic!("only side bets are paid of a meter"),
                }
            }
            Outcome::Higher => {
                assert!(total > dealer && dealer <= 21);
                pays_hand(rules.dealer.win_pays)
            }
            Outcome::DealerBust => {
                assert!(dealer > 21 && (dealer > 22 || rules.dealer.twenty_two == TwentyTwo::Busts));
                pays_hand(rules.dealer.win_pays)
            }
            Outcome::TwentyTwo => {
                assert!(dealer == 22 && rules.dealer.twenty_two == TwentyTwo::Pushes);
                Money::ZERO
            }
            Outcome::Tie => {
                assert_eq!(total, dealer);
                match rules.dealer.tie {
                    _ if !rules.dealer.tie_on.contains(total) => Money::ZERO,
                    Tie::Pushes => Money::ZERO,
                    Tie::DealerWins => -stake,
                    Tie::PlayerWins => pays_hand(rules.dealer.win_pays),
                }
            }
            Outcome::Lower => {
                assert!(total < dealer && dealer <= 21);
                -stake
            }
            Outcome::Bust => {
                assert!(total > 21, "a bust is over 21");
                -stake
            }
            Outcome::DealerBlackjack => {
                let late = self.checked.is_none();
                let taken = match rules.dealer.late_blackjack_takes {
                    LateBlackjackTakes::AllBets => true,
                    LateBlackjackTakes::OriginalBets => wager.kind == WagerKind::Main && wager.hand.part == 1,
                    LateBlackjackTakes::OriginalAndBustedBets => wager.kind == WagerKind::Main,
                };
                assert!(!late || taken, "a late blackjack takes only what the rules say");
                -stake
            }
            Outcome::Returned => {
                let comes_back = match rules.dealer.late_blackjack_takes {
                    LateBlackjackTakes::AllBets => false,
                    LateBlackjackTakes::OriginalBets => wager.kind != WagerKind::Main || wager.hand.part > 1,
                    LateBlackjackTakes::OriginalAndBustedBets => wager.kind != WagerKind::Main && total <= 21,
                };
                assert!(
                    comes_back && self.checked.is_none(),
                    "what a late blackjack takes does not come back"
                );
                Money::ZERO
            }
            Outcome::Surrendered => match (wager.kind, rules.surrender.after_double) {
                (WagerKind::Main, SurrenderAfterDouble::LosesOriginalBet) if doubled => -stake,
                (_, SurrenderAfterDouble::LosesOriginalBet) if doubled => Money::ZERO,
                (_, after) => {
                    assert!(!doubled || after != SurrenderAfterDouble::Never);
                    -pays(rules.surrender.loses, stake)
                }
            },
            Outcome::Insured => pays(insurance.expect("insurance is offered").pays, stake),
            Outcome::SuitedInsured(row) => pays(
                insurance.expect("insurance is offered").suited[usize::from(row)].pays,
                stake,
            ),
            Outcome::NotInsured => {
                assert!(!is_blackjack(&self.dealer) || self.dealer.len() < 2);
                -stake
            }
            Outcome::Row(_) | Outcome::NoRow | Outcome::Folded | Outcome::Unqualified | Outcome::PulledBack => {
                panic!("{outcome:?} is not an end of {wager:?}")
            }
        }
    }

    /// What odds come to on a bet of a hand: on all spots, or on the first alone where the others are paid 1 to 1.
    pub(super) fn pays_over_spots(&self, odds: Odds, wager: Wager, stake: Money) -> Money {
        let of_start = |at: &HandAt| at.seat == wager.hand.seat && at.hand == wager.hand.hand;
        let one = self
            .mains
            .iter()
            .find(|(at, _)| of_start(at))
            .expect("a hand has a main bet")
            .1;
        let main = Wager {
            kind: WagerKind::Main,
            ..wager
        };
        let spots = self.entry(main).stake.cents() / one.cents();
        let first = Money::from_cents(stake.cents() / spots);
        match self.game.main_bet.spots_pay {
            SpotsPay::AsMainBet => pays(odds, stake),
            SpotsPay::Even => pays(odds, first) + stake - first,
        }
    }

    /// Remembers which starting hands have a hand left that has neither ended nor busted, nor is a blackjack that waits.
    pub(super) fn note_in_play(&mut self) {
        let in_play = |(at, cards): &&(HandAt, Vec<Card>)| {
            let of_hand = |entry: &&Entry| entry.wager.hand == *at;
            let main = |entry: &Entry| entry.wager.kind == WagerKind::Main && entry.net.is_none();
            let bets = self.wagers.iter().filter(of_hand).count();
            let is_whole = self
                .hands
                .iter()
                .all(|(other, _)| other == at || !same_start(*other, *at));
            let doubled = self
                .wagers
                .iter()
                .filter(of_hand)
                .any(|entry| matches!(entry.wager.kind, WagerKind::Double(_)));
            let waits = is_blackjack(cards) && is_whole && !doubled;
            bets > 0 && self.wagers.iter().filter(of_hand).any(main) && points(cards).0 <= 21 && !waits
        };
        let starts = self
            .hands
            .iter()
            .filter(in_play)
            .map(|(at, _)| HandAt { part: 1, ..*at });
        self.in_play = starts.collect();
    }

    /// The row that a hand of 21 is paid by is the one that a reader of the rules would find, and a hand that ends otherwise
    /// meets none.
    pub(super) fn row_is_the_best(&self, rules: &TwentyOne, wager: Wager, outcome: Outcome, doubled: bool) {
        let suited = |rows: &[SuitedPays], cards: &[Card]| {
            let met = rows
                .iter()
                .enumerate()
                .filter(|(_, row)| naive::suits_hold(row.suits, cards));
            let worth = |row: &SuitedPays| f64::from(row.pays.pays) / f64::from(row.pays.per);
            met.fold(None, |best: Option<(usize, f64)>, (place, row)| match best {
                Some((_, most)) if most >= worth(row) => best,
                _ => Some((place, worth(row))),
            })
            .map(|(place, _)| place as u8)
        };
        let cards = &self.hands[self.place_of(wager.hand)].1;
        match outcome {
            Outcome::Blackjack => assert_eq!(suited(&rules.blackjack.suited, cards), None),
            Outcome::SuitedBlackjack(row) => assert_eq!(suited(&rules.blackjack.suited, cards), Some(row)),
            Outcome::Insured | Outcome::SuitedInsured(_) => {
                let row = match outcome {
                    Outcome::SuitedInsured(row) => Some(row),
                    _ => None,
                };
                let insurance = rules.insurance.as_ref().expect("insurance is offered");
                assert_eq!(suited(&insurance.suited, &self.dealer[..2]), row);
            }
            Outcome::Winner(_)
            | Outcome::Higher
            | Outcome::Lower
            | Outcome::Tie
            | Outcome::DealerBust
            | Outcome::TwentyTwo => {
                let row = match outcome {
                    Outcome::Winner(row) => Some(usize::from(row)),
                    _ => None,
                };
                let met = self.winner(rules, wager.hand, cards, doubled);
                assert_eq!(met, row, "{outcome:?} of {cards:?}");
            }
            _ => {}
        }
    }

    /// The row by which a hand of 21 wins at once.
    pub(super) fn winner(&self, rules: &TwentyOne, hand: HandAt, cards: &[Card], doubled: bool) -> Option<usize> {
        let of_start = |at: &HandAt| at.seat == hand.seat && at.hand == hand.hand;
        let split = self.hands.iter().filter(|(at, _)| of_start(at)).count() > 1;
        let main = self.mains.iter().find(|(at, _)| of_start(at))?.1;
        let applies = |place: usize| {
            let row = &rules.winners[place];
            (row.after_split || !split) && (row.after_double || !doubled)
        };
        let places: Vec<usize> = (0..rules.winners.len()).filter(|place| applies(*place)).collect();
        let rows = places
            .iter()
            .map(|place| (&rules.winners[*place].when, rules.winners[*place].pays));
        let looked = Looked {
            cards,
            hand_size: hand_size(cards),
            up: self.dealer.first().copied(),
            ..Looked::default()
        };
        naive::best_row(rows, looked, main).map(|best| places[best])
    }
}
