//! What side bets are owed.

use super::*;

impl Audit<'_> {
    /// Whether a side bet of 21 is still paid on what its hand has become.
    pub(super) fn rides(&self, hand: HandAt, rides: Rides) -> bool {
        let parts = self.hands.iter().filter(|(at, _)| same_start(*at, hand)).count();
        let doubles =
            |entry: &Entry| same_start(entry.wager.hand, hand) && matches!(entry.wager.kind, WagerKind::Double(_));
        match rides {
            Rides::EveryHand => true,
            Rides::UnsplitUndoubled => parts == 1 && !self.wagers.iter().any(doubles),
            Rides::HandsInPlay => self.in_play.contains(&hand),
        }
    }

    /// The row that a side bet is paid by.
    pub(super) fn side_row(&self, hand: HandAt, place: usize, stake: Money) -> Option<usize> {
        let bet = &self.game.side_bets[place];
        let first = self.first_cards(hand);
        let (up, hole) = (self.dealer.first(), self.dealer.get(1));
        let dealer = |cards: &[Option<&Card>]| -> Vec<Card> { cards.iter().filter_map(|card| card.copied()).collect() };
        let cards = match bet.over {
            Over::FirstTwo | Over::HoleCards => first.to_vec(),
            Over::FirstTwoAndUp => [first, &dealer(&[up])].concat(),
            Over::FirstTwoAndHole => [first, &dealer(&[hole])].concat(),
            Over::FirstTwoUpAndHole => [first, &dealer(&[up, hole])].concat(),
            Over::UpAndHole => dealer(&[up, hole]),
            Over::DealerHand => self.dealer.clone(),
            Over::Community => self.board.clone(),
            Over::HoleAndExtra => [first, &self.extra].concat(),
            Over::HoleAndCommunity => [first, &self.board].concat(),
            Over::DealerCards => self.dealer.clone(),
            Over::HoleAndDealer => [first, &self.dealer].concat(),
            Over::PlayerFirstTwo | Over::BankerFirstTwo | Over::BothHands => Vec::new(),
            Over::FirstCards => self.two_first_cards(hand).to_vec(),
        };
        let against = if bet.over == Over::FirstTwoAndHole { hole } else { up };
        let mut counted = first.to_vec();
        if bet.matched == Matched::EveryCard {
            counted.extend(self.drawn(hand));
        }
        let matched = against
            .filter(|_| first.len() == 2)
            .map(|against| (counted.as_slice(), *against));
        let looked = Looked {
            cards: &cards,
            hand_size: bet.hand_size.map_or_else(|| hand_size(&cards), usize::from),
            matched,
            up: up.copied(),
            // A side bet over open cards does not see a hole card that lies face down.
            hole: hole.copied(),
            third: self.dealer.get(2).copied(),
            first,
            ..Looked::default()
        };
        let rows = || bet.rows.iter().map(|row| (&row.when, row.pays));
        if bet.hole_cards == HoleCardsPlay::MayPlay || cards.len() <= looked.hand_size || self.game.stud().is_none() {
            return naive::best_row(rows(), looked, stake);
        }
        let worth = |row: &usize| bet.rows[*row].pays.winnings(stake).expect("whole cents");
        let hands = naive::hands_with(first, &cards[first.len()..], looked.hand_size).into_iter();
        let met = hands.filter_map(|hand| naive::best_row(rows(), Looked { cards: &hand, ..looked }, stake));
        met.max_by_key(|row| (worth(row), std::cmp::Reverse(*row)))
    }

    /// The cards that a starting hand and the hands split from it have beside the first two of the deal.
    pub(super) fn drawn(&self, hand: HandAt) -> Vec<Card> {
        let of_hand = self.hands.iter().filter(|(at, _)| same_start(*at, hand));
        let mut cards: Vec<Card> = of_hand.flat_map(|(_, cards)| cards.iter().copied()).collect();
        for first in self.first_cards(hand) {
            let at = cards.iter().position(|card| card == first);
            cards.remove(at.expect("the first two cards stay with the hands they began"));
        }
        cards
    }

    pub(super) fn first_cards(&self, hand: HandAt) -> &[Card] {
        let first = self.firsts.iter().find(|(at, _)| *at == hand);
        &first.expect("a bet lies beside a starting hand").1
    }

    pub(super) fn side_bet_owes(&self, hand: HandAt, place: usize, outcome: Outcome, stake: Money) -> Money {
        let bet = &self.game.side_bets[place];
        let row = match outcome {
            Outcome::Row(row) => Some(usize::from(row)),
            _ => None,
        };
        let met = self.side_row(hand, place, stake);
        let met = met.filter(|_| self.rides(hand, bet.rides));
        assert_eq!(met, row, "{} of {hand}", bet.name);
        let needs_hole = matches!(
            bet.over,
            Over::FirstTwoAndHole | Over::FirstTwoUpAndHole | Over::UpAndHole | Over::DealerCards | Over::HoleAndDealer
        );
        assert!(
            !needs_hole || self.revealed,
            "a bet over the hole card waits until it is shown"
        );
        match bet.settled {
            Settled::AfterDeal => assert!(!self.turns_begun, "a bet over open cards is settled before play"),
            Settled::AtReveal => assert!(
                self.revealed && !self.dealer_done,
                "at the reveal, before the dealer draws"
            ),
            Settled::BeforeMain | Settled::AfterMain if self.game.twenty_one().is_some() => {
                self.dealer_hand_is_complete(bet.settled);
            }
            Settled::BeforeMain | Settled::AfterMain => {}
        }
        match outcome {
            Outcome::Row(row) => naive::side_bet_gains(self.game, bet, usize::from(row), stake),
            Outcome::NoRow => -stake,
            _ => panic!("{outcome:?} is not an end of a side bet"),
        }
    }

    /// A bet on the dealer's hand of 21 waits until that is complete, and until hands have been compared where the rules say so.
    pub(super) fn dealer_hand_is_complete(&self, settled: Settled) {
        assert!(
            self.revealed && (self.dealer_done || is_blackjack(&self.dealer)),
            "a bet on the dealer's hand waits until it is complete"
        );
        let mains = self.wagers.iter().filter(|entry| entry.wager.kind == WagerKind::Main);
        let open = mains.filter(|entry| entry.net.is_none()).count();
        assert!(
            settled == Settled::BeforeMain || open == 0,
            "hands are compared before the bet is settled"
        );
    }
}
