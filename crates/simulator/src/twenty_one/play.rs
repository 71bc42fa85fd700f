//! The plain kernel: one round after another, any number of hands, splits included, from any source of cards.

use croupier_rules::play::is_half_of_blackjack;

use super::{SPLIT_PARTS, Tables};
use crate::cards::{CardKind, CardSource};
use crate::table::{BY_CARD, BY_RANK, Entry, Stop, Turn};

/// The most starting hands in a round.
pub const HANDS_MAX: usize = 14;

/// How one starting hand ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayedHand {
    entries: [Entry; SPLIT_PARTS],
    parts: u8,
    /// The digits of insurance and side bets.
    pub digits: u32,
}

/// Why the tables could not finish a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// A hand the compiler did not meet; the round itself has to be asked.
    Unmet,
    /// There was no card left.
    OutOfCards,
}

impl PlayedHand {
    /// The leaves of the hand and of those split off from it.
    #[inline]
    pub fn leaves(&self) -> impl Iterator<Item = u32> + '_ {
        self.entries[..usize::from(self.parts)]
            .iter()
            .map(|entry| entry.payload())
    }

    /// The leaf of a hand that was not split.
    #[inline]
    pub fn only_leaf(&self) -> Option<u32> {
        (self.parts == 1).then(|| self.entries[0].payload())
    }

    fn push(&mut self, entry: Entry) -> Result<(), Stopped> {
        *self.entries.get_mut(usize::from(self.parts)).ok_or(Stopped::Unmet)? = entry;
        self.parts += 1;
        Ok(())
    }
}

/// The cards that are dealt before anybody chooses: to every hand, the dealer, every hand again, and the hole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstCards<const MAX: usize> {
    pub(crate) first: [CardKind; MAX],
    pub(crate) up: CardKind,
    pub(crate) second: [CardKind; MAX],
    pub(crate) hole: Option<CardKind>,
}

impl<const MAX: usize> FirstCards<MAX> {
    /// Deals to so many hands.
    #[inline(always)]
    pub(crate) fn deal<S: CardSource>(hands: usize, has_hole_card: bool, source: &mut S) -> Result<Self, Stopped> {
        let mut card = || source.card().ok_or(Stopped::OutOfCards);
        let mut first = [0; MAX];
        let mut second = [0; MAX];
        for place in &mut first[..hands] {
            *place = card()?;
        }
        let up = card()?;
        for place in &mut second[..hands] {
            *place = card()?;
        }
        let hole = if has_hole_card { Some(card()?) } else { None };
        Ok(FirstCards {
            first,
            up,
            second,
            hole,
        })
    }
}

impl Tables {
    /// Plays one round with so many hands, and says how each ended.
    #[inline]
    pub fn play<S: CardSource>(
        &self,
        hands: usize,
        source: &mut S,
        ends: &mut [PlayedHand; HANDS_MAX],
    ) -> Result<(), Stopped> {
        match hands {
            // The hand of a lone player needs no lists.
            1 => self.play_up_to::<1, S>(1, source, ends),
            _ => self.play_up_to::<HANDS_MAX, S>(hands, source, ends),
        }
    }

    #[inline(always)]
    fn play_up_to<const MAX: usize, S: CardSource>(
        &self,
        hands: usize,
        source: &mut S,
        ends: &mut [PlayedHand; HANDS_MAX],
    ) -> Result<(), Stopped> {
        let dealt = FirstCards::<MAX>::deal(hands, self.has_hole_card, source)?;
        self.play_dealt(hands, &dealt, source, ends)
    }

    /// Plays a round whose first cards are dealt.
    #[inline(always)]
    pub(crate) fn play_dealt<const MAX: usize, S: CardSource>(
        &self,
        hands: usize,
        dealt: &FirstCards<MAX>,
        source: &mut S,
        ends: &mut [PlayedHand; HANDS_MAX],
    ) -> Result<(), Stopped> {
        let FirstCards {
            first,
            up,
            second,
            mut hole,
        } = *dealt;
        let mut dealer = match hole {
            Some(hole) => self.dealer_starts[usize::from(up) * BY_CARD + usize::from(hole)],
            None => self.dealer_singles[usize::from(up)],
        };
        let mut insured = false;
        let blackjack = self.checked[usize::from(up)] && dealer == self.blackjack;
        let mut opened = [0; MAX];
        for hand in 0..hands {
            let entry = self.seen(self.dealt([first[hand], second[hand]], up), hole);
            ends[hand] = PlayedHand::default();
            opened[hand] = entry.opened() as usize;
            let opening = &self.openings[opened[hand]];
            insured |= opening.insured != 0;
            if blackjack {
                let leaf = opening.against_blackjack.ok_or(Stopped::Unmet)?;
                ends[hand].push(Entry::leaf(leaf))?;
            } else if hands == 1 && hole.is_some() && entry.turn() != Turn::Stop {
                ends[hand].push(self.walk(entry, dealer, source)?)?;
            } else {
                let faced = usize::from(self.faced[usize::from(up) * BY_CARD + usize::from(hole.unwrap_or(0))]);
                self.play_hand(entry, faced, [first[hand], second[hand]], source, &mut ends[hand])?;
            }
        }
        if !blackjack {
            if hole.is_none() {
                let may_be_blackjack = is_half_of_blackjack(self.layout.card(up).rank());
                let waits = ends[..hands].iter().any(PlayedHand::waits);
                if waits || (insured && may_be_blackjack) || self.sides.wait_for_second {
                    let card = source.card().ok_or(Stopped::OutOfCards)?;
                    hole = Some(card);
                    dealer = self.dealer_next(dealer, card);
                }
            }
            self.play_dealer(dealer, source, &mut ends[..hands])?;
        }
        for hand in 0..hands {
            let player = [first[hand], second[hand]];
            let insurance = hole.map_or(0, |hole| self.insurance_digit(opened[hand], up, hole));
            ends[hand].digits = insurance * self.sides.codes + self.sides.digits(&self.layout, player, up, hole);
        }
        Ok(())
    }

    /// The entry after the deal of these cards.
    #[inline(always)]
    pub(crate) fn dealt(&self, player: [CardKind; 2], up: CardKind) -> Entry {
        let entry = self.begun[usize::from(player[0]) * BY_CARD + usize::from(up)];
        self.entries[entry.at(player[1])]
    }

    /// The entry once the hole card is seen, where it lies face up.
    #[inline(always)]
    fn seen(&self, entry: Entry, hole: Option<CardKind>) -> Entry {
        match hole {
            Some(hole) if self.hole_is_open && entry.turn() == Turn::Draw => self.entries[entry.at(hole)],
            _ => entry,
        }
    }

    #[inline(always)]
    pub(super) fn insurance_digit(&self, opening: usize, up: CardKind, hole: CardKind) -> u32 {
        let place = (opening * BY_CARD + usize::from(up)) * BY_CARD + usize::from(hole);
        u32::from(self.insurance[place])
    }

    #[inline(always)]
    fn dealer_next(&self, dealer: u8, card: CardKind) -> u8 {
        self.dealer_next[usize::from(dealer) * BY_RANK + usize::from(card / 4)]
    }

    /// Plays a hand that faces the dealer alone to its end, the dealer's cards included, as the lanes do: with one branch that
    /// cards decide, whether it is over.
    #[inline(always)]
    fn walk<S: CardSource>(&self, mut entry: Entry, dealer: u8, source: &mut S) -> Result<Entry, Stopped> {
        while entry.0 & 3 < Turn::Leaf as u32 {
            let place = match entry.turn() {
                Turn::Wait => entry.payload() as usize + usize::from(dealer),
                _ => entry.at(source.card().ok_or(Stopped::OutOfCards)?),
            };
            entry = self.entries[place];
        }
        match entry.turn() {
            Turn::Leaf => Ok(entry),
            _ => Err(Stopped::Unmet),
        }
    }

    /// Plays one hand and those split off from it, in the order of the table, until each is over or waits.
    #[inline]
    pub(super) fn play_hand<S: CardSource>(
        &self,
        mut entry: Entry,
        faced: usize,
        mut pair: [CardKind; 2],
        source: &mut S,
        end: &mut PlayedHand,
    ) -> Result<(), Stopped> {
        let mut later = [0; SPLIT_PARTS];
        let mut later_count = 0;
        let mut parts = 1;
        let mut cards = 2;
        loop {
            match entry.turn() {
                Turn::Draw => {
                    let card = source.card().ok_or(Stopped::OutOfCards)?;
                    if cards == 1 {
                        pair[1] = card;
                    }
                    cards += 1;
                    entry = self.entries[entry.at(card)];
                }
                Turn::Stop if entry.payload() == Stop::Split as u32 && parts < SPLIT_PARTS => {
                    parts += 1;
                    later[later_count] = pair[1];
                    later_count += 1;
                    entry = self.split_start(end.parts > 0, faced, parts, pair[0]);
                    cards = 1;
                }
                Turn::Stop => return Err(Stopped::Unmet),
                Turn::Leaf | Turn::Wait => {
                    end.push(entry)?;
                    if later_count == 0 {
                        return Ok(());
                    }
                    later_count -= 1;
                    pair[0] = later[later_count];
                    entry = self.split_start(true, faced, parts, pair[0]);
                    cards = 1;
                }
            }
        }
    }

    /// Where a part begins with this card: the first, or one that was split off.
    fn split_start(&self, off: bool, faced: usize, parts: usize, card: CardKind) -> Entry {
        let from = if off { self.split_off_at } else { 0 };
        self.split_starts[from + (faced * SPLIT_PARTS + parts - 1) * BY_CARD + usize::from(card)]
    }

    /// The dealer draws while a hand waits that a further card can change; then waiting hands are compared.
    #[inline]
    pub(super) fn play_dealer<S: CardSource>(
        &self,
        mut dealer: u8,
        source: &mut S,
        ends: &mut [PlayedHand],
    ) -> Result<(), Stopped> {
        let against = |entry: Entry, dealer: u8| self.entries[entry.payload() as usize + usize::from(dealer)];
        let draws = |end: &PlayedHand, dealer| {
            end.entries[..usize::from(end.parts)]
                .iter()
                .any(|entry| entry.turn() == Turn::Wait && against(*entry, dealer).turn() == Turn::Draw)
        };
        while ends.iter().any(|end| draws(end, dealer)) {
            let card = source.card().ok_or(Stopped::OutOfCards)?;
            dealer = self.dealer_next(dealer, card);
        }
        let late_blackjack = dealer == self.blackjack;
        for end in ends {
            if late_blackjack && self.late_blackjack_spares_bets && end.parts > 1 {
                return Err(Stopped::Unmet);
            }
            for entry in &mut end.entries[..usize::from(end.parts)] {
                if entry.turn() == Turn::Wait {
                    *entry = against(*entry, dealer);
                }
            }
        }
        Ok(())
    }
}

impl PlayedHand {
    fn waits(&self) -> bool {
        self.entries[..usize::from(self.parts)]
            .iter()
            .any(|entry| entry.turn() == Turn::Wait)
    }
}
