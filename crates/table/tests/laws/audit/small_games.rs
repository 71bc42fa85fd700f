//! What baccarat and single cards owe.

use super::*;

impl Audit<'_> {
    /// Third cards were drawn exactly where the rules say, read off the two cards of each hand.
    pub(super) fn third_cards_are_right(&self) {
        let coup = &self.game.baccarat().expect("only a coup has points").coup;
        let [player, banker] = [&self.board, &self.dealer].map(|cards| naive::baccarat_points(&cards[..2]));
        let natural = coup.natural.contains(player) || coup.natural.contains(banker);
        let draws = !natural && coup.player_draws.contains(player);
        assert_eq!(self.board.len(), if draws { 3 } else { 2 }, "the player's third card");
        let set = match self.board.get(2) {
            Some(third) => coup.banker_draws_after[usize::from(naive::baccarat_points(&[*third]))],
            None => coup.banker_draws,
        };
        let draws = !natural && set.contains(banker);
        assert_eq!(self.dealer.len(), if draws { 3 } else { 2 }, "the banker's third card");
    }

    pub(super) fn baccarat_owes(&self, rules: &Baccarat, wager: Wager, outcome: Outcome, stake: Money) -> Money {
        assert!(self.dealer_done, "a coup is settled when its points are announced");
        let rows = match wager.kind {
            WagerKind::Side(place) => &self.game.side_bets[usize::from(place)].rows,
            _ => &rules.pays,
        };
        let cards = match wager.kind {
            WagerKind::Side(place) => match self.game.side_bets[usize::from(place)].over {
                Over::PlayerFirstTwo => &self.board[..2],
                Over::BankerFirstTwo => &self.dealer[..2],
                _ => &[],
            },
            _ => &[],
        };
        let looked = Looked {
            cards,
            coup: Some((&self.board, &self.dealer)),
            ..Looked::default()
        };
        let best = naive::best_row(rows.iter().map(|row| (&row.when, row.pays)), looked, stake);
        match (best, outcome) {
            (Some(row), Outcome::Row(place)) => {
                assert_eq!(row, usize::from(place), "the best row is paid");
                match wager.kind {
                    WagerKind::Side(side) => {
                        naive::side_bet_gains(self.game, &self.game.side_bets[usize::from(side)], row, stake)
                    }
                    _ => rows[row].pays.winnings(stake).expect("whole cents"),
                }
            }
            (None, Outcome::NoRow) => -stake,
            _ => panic!("{outcome:?} is not an end of {wager:?}, which meets {best:?}"),
        }
    }

    /// The first two cards that bear on a hand of single cards: its own and the dealer's, or those in the middle.
    pub(super) fn two_first_cards(&self, hand: HandAt) -> [Card; 2] {
        match self.first_cards(hand).first() {
            Some(own) => [*own, self.dealer[0]],
            None => [self.board[0], self.board[1]],
        }
    }

    pub(super) fn single_card_owes(&self, rules: &SingleCard, wager: Wager, outcome: Outcome, stake: Money) -> Money {
        let rows = match wager.kind {
            WagerKind::Side(place) => return self.side_bet_owes(wager.hand, usize::from(place), outcome, stake),
            WagerKind::Raise => &rules.raise_pays,
            _ => &rules.pays,
        };
        let first = self.two_first_cards(wager.hand);
        let own = self.first_cards(wager.hand);
        let drawn: Vec<Card> = match own.get(1) {
            Some(second) => vec![*second, self.dealer[1]],
            None => self.board.iter().skip(2).copied().collect(),
        };
        let stand = Stand {
            first,
            drawn: &drawn,
            each: !own.is_empty(),
        };
        if outcome == Outcome::Surrendered {
            assert!(wager.kind == WagerKind::Main && stand.drawn.is_empty());
            let loses = rules.raise.surrender_loses.expect("a surrender loses a share");
            return -pays(loses, stake);
        }
        let mut asked = rules.pays.iter().chain(&rules.raise_pays);
        let more = asked.any(|row| naive::stays_open(&row.when, stand));
        assert_eq!(
            more,
            !stand.drawn.is_empty(),
            "more cards come exactly where a row asks for them"
        );
        assert!(!more || self.burned == rules.deal.burn, "the cards are burned before");
        let looked = Looked {
            stand: Some(stand),
            matched: stand
                .drawn
                .first()
                .filter(|_| !stand.each)
                .map(|third| (&first[..], *third)),
            ..Looked::default()
        };
        let best = naive::best_row(rows.iter().map(|row| (&row.when, row.pays)), looked, stake);
        match (best, outcome) {
            (Some(row), Outcome::Row(place)) => {
                assert_eq!(row, usize::from(place), "the best row is paid");
                match wager.kind {
                    WagerKind::Side(side) => {
                        naive::side_bet_gains(self.game, &self.game.side_bets[usize::from(side)], row, stake)
                    }
                    _ => rows[row].pays.winnings(stake).expect("whole cents"),
                }
            }
            (None, Outcome::NoRow) => -stake,
            _ => panic!("{outcome:?} is not an end of {wager:?}, which meets {best:?}"),
        }
    }
}
