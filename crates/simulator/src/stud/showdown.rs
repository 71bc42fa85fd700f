//! Games against the dealer's hand with one decision: what a hand is and does stands in tables by its kind, the dealer's hand is
//! read from its ranks and, where a suit has enough cards, from the ranks of that suit.

mod deal;
mod ends;
mod lanes;
mod strengths;

use std::sync::Arc;

use croupier_rules::game::{Over, SideBet};
use croupier_rules::play::FreeBets;
use croupier_rules::poker::{Strength, Tally};
use croupier_rules::stud::Stud;
use croupier_rules::{Card, Game, Suit};
use croupier_table::{HandWagers, Offers, Situation, Strategy, offers_on, offers_to};
use rayon::prelude::*;

use super::Path;
use super::compile::suits_are_alike;
use super::hand_kinds::{HOLE_MAX, Hand, HandKinds, Named};
use super::rows::rank_table;
use crate::cards::{CardKind, CardSource, Layout};
use crate::compiled::CODES_MAX;
use crate::fault::Fault;
use crate::settled::Settled;
use crate::table::{Entry, Turn};
pub(super) use deal::Deals;
pub(super) use ends::{Ends, HandEnd};
pub(super) use strengths::{FLUSH_BITS, Strengths, cards_of_suit, each_ranks, flush_bias, ranks_of, suit_sets};

/// A game against the dealer's hand and a strategy, compiled: all that the kernels read.
///
/// The cards of a hand's round are numbered: hole cards, then the dealer's.
#[derive(Clone, Debug)]
pub struct ShowdownTables {
    /// The cards of the shoe.
    pub layout: Layout,
    deals: Deals,
    /// How many cards each hand is dealt, and the dealer.
    hole: usize,
    dealer: usize,
    kinds: HandKinds,
    /// What the hands of each kind are.
    hands: Vec<HandEnd>,
    /// For each kind and up card, the path that is taken.
    decisions: Vec<u8>,
    dealers: DealerHands,
    ends: Ends,
    bets: HandWagers,
    stud: Stud,
}

/// How good a dealer's hand is, as lookups.
#[derive(Clone, Debug)]
struct DealerHands {
    entries: Vec<Entry>,
    root: Entry,
    /// Added to counts of suits kept in bytes: the highest bit of a byte is set when there is a flush.
    bias: u32,
    /// By the ranks of a suit that makes one, the place of its strength.
    flushes: Vec<u32>,
    /// The place of the least strength that qualifies.
    qualifies_from: u32,
}

impl ShowdownTables {
    /// Compiles the rules, a strategy and the bets of one hand; `None` where there is more than one decision, or more than
    /// tables can say.
    pub fn compile(
        game: &Arc<Game>,
        rules: &Stud,
        strategy: &(dyn Strategy + Sync),
        bets: &HandWagers,
    ) -> Result<Option<ShowdownTables>, Fault> {
        let layout = Layout::new(&game.deck);
        let Some(showdown) = rules.showdown.as_ref().filter(|_| is_simple(game, rules, &layout)) else {
            return Ok(None);
        };
        let (hole, dealer) = (usize::from(rules.hands.hole_cards), usize::from(showdown.dealer_cards));
        let kinds = HandKinds::new(layout.kinds(), hole);
        let Some(deals) = Deals::learn(game, bets, hole, dealer, 0) else {
            return Ok(None);
        };
        let size = rules.hands.hand_size;
        let strength = |hand: &Hand| Tally::of(&cards_of(&layout, hand)).strength(size);
        let of_hands: Vec<Strength> = kinds.hands.par_iter().map(strength).collect();
        let strengths = Strengths::new(&layout, dealer, size, of_hands);
        let over_hole = |bet: &SideBet| bet.over == Over::HoleCards;
        let mut tables = ShowdownTables {
            deals,
            hands: Vec::new(),
            decisions: Vec::new(),
            dealers: DealerHands::new(&strengths, &layout, rules, dealer),
            ends: Ends::new(game, rules, showdown, &layout, bets, paths(rules, bets), over_hole),
            stud: rules.clone(),
            bets: bets.clone(),
            hole,
            dealer,
            kinds,
            layout,
        };
        if tables.codes() > CODES_MAX {
            return Ok(None);
        }
        let of_kind = |hand: &Hand| tables.hand_of_kind(&strengths, hand);
        tables.hands = tables.kinds.hands.par_iter().map(of_kind).collect();
        tables.decisions = tables.decide(game, strategy)?;
        Ok(Some(tables))
    }

    /// How many codes a hand can end with.
    pub fn codes(&self) -> u64 {
        self.ends.codes()
    }

    /// How many cards a lone hand's round takes.
    fn cards(&self) -> usize {
        self.hole + self.dealer
    }

    /// Plays one round with so many hands and says with which code each ended; `false` when the cards ran out.
    pub fn play<S: CardSource>(&self, hands: usize, source: &mut S, codes: &mut [u32]) -> bool {
        self.deals
            .deal(hands, source, |hand, cards| codes[hand] = self.code(cards))
    }

    #[inline(always)]
    fn code(&self, cards: &[CardKind]) -> u32 {
        let (hole, dealer) = cards.split_at(self.hole);
        let named = self.kinds.of(hole);
        let hand = self.hands[named.kind];
        let path = self.decisions[self.decision(named, |up| dealer[up])];
        let mut code = self.compared(hand, self.dealers.strength(dealer), path);
        for side in &self.ends.sides[self.ends.sides_of_hand..] {
            code += side.rows.row(&self.layout, |card| cards[usize::from(card)]) * side.radix;
        }
        code
    }

    /// The code of a hand on a path beside a dealer's hand, but for the side bets that look at the dealer's cards.
    #[inline(always)]
    fn compared(&self, hand: HandEnd, dealers: u32, path: u8) -> u32 {
        let qualifies = dealers >= self.dealers.qualifies_from;
        self.ends.compared(hand, dealers, qualifies, path)
    }

    /// The place of the decision on a hand, where `dealer` says which card lies up.
    #[inline(always)]
    fn decision(&self, named: Named, dealer: impl Fn(usize) -> CardKind) -> usize {
        match self.deals.up {
            Some(up) => named.kind * Card::KINDS + usize::from(named.rename(dealer(up))),
            None => named.kind,
        }
    }

    /// How every wager of a hand with this code ended.
    pub fn settled_code(&self, code: u32) -> Vec<Settled> {
        self.ends.settled_code(code)
    }

    /// All numbers of the tables, for a fingerprint.
    pub(crate) fn each_word(&self, mut visit: impl FnMut(u64)) {
        self.decisions.iter().for_each(|path| visit(u64::from(*path)));
        for hand in &self.hands {
            visit(u64::from(hand.strength) << 32 | u64::from(hand.code));
        }
        self.dealers.entries.iter().for_each(|entry| visit(u64::from(entry.0)));
    }

    fn hand_of_kind(&self, strengths: &Strengths, hand: &Hand) -> HandEnd {
        let cards = cards_of(&self.layout, hand);
        let sides = self.ends.sides[..self.ends.sides_of_hand].iter();
        let sides = sides.map(|side| side.rows.row(&self.layout, |card| hand[usize::from(card)]) * side.radix);
        HandEnd {
            strength: strengths.place(Tally::of(&cards).strength(self.stud.hands.hand_size)),
            code: self.ends.hand_code(&cards) + sides.sum::<u32>(),
        }
    }

    /// Asks the strategy for every kind of hand and every up card.
    fn decide(&self, game: &Game, strategy: &(dyn Strategy + Sync)) -> Result<Vec<u8>, Fault> {
        let of_hand = |hand: &Hand| -> Result<Vec<u8>, Fault> {
            let cards = cards_of(&self.layout, hand);
            let offers = offers_to(&self.stud, 0, self.bets.spot_count(), &cards);
            if self.deals.up.is_none() {
                return Ok(vec![self.choose(game, strategy, &offers, &cards, None)?]);
            }
            let mut paths = vec![0; Card::KINDS];
            for (kind, path) in paths[..self.layout.kinds()].iter_mut().enumerate() {
                if !hand.contains(&(kind as CardKind)) {
                    let up = self.layout.card(kind as CardKind);
                    *path = self.choose(game, strategy, &offers, &cards, Some(up))?;
                }
            }
            Ok(paths)
        };
        let paths: Result<Vec<Vec<u8>>, Fault> = self.kinds.hands.par_iter().map(of_hand).collect();
        Ok(paths?.concat())
    }

    fn choose(
        &self,
        game: &Game,
        strategy: &dyn Strategy,
        offers: &Offers,
        cards: &[Card],
        up: Option<Card>,
    ) -> Result<u8, Fault> {
        let situation = Situation {
            cards,
            up,
            hole: None,
            board: &[],
            split: false,
            parts: 1,
            main: self.bets.main,
            added: &[],
            free: FreeBets::NONE,
            offers,
        };
        let action = strategy.choose(game, &situation);
        let offered = offers.iter().find(|offer| offer.allows(action));
        // The paths are those of all hands, some of which may do more.
        let mut paths = offers_on(&self.stud.streets[0], self.bets.spot_count()).into_iter();
        match offered.and_then(|offered| paths.position(|offer| offer.kind == offered.kind)) {
            Some(place) => Ok(place as u8),
            None => Err(Fault::not_offered(action, &situation)),
        }
    }
}

/// The cards of these kinds.
pub(super) fn cards_of(layout: &Layout, kinds: &[CardKind]) -> Vec<Card> {
    kinds.iter().map(|kind| layout.card(*kind)).collect()
}

/// Whether tables can say all of the game: one deck, whose suits are alike, and one decision over hole cards.
fn is_simple(game: &Game, rules: &Stud, layout: &Layout) -> bool {
    let street = &rules.streets[0];
    rules.streets.len() == 1
        && street.has_choice()
        && !street.lies_before_deal()
        && rules.community_cards() == 0
        && usize::from(rules.hands.hole_cards) <= HOLE_MAX
        && suits_change_places(game, rules, layout)
}

/// Whether the game is one of one deck whose suits may all change places, and nothing is capped.
pub(super) fn suits_change_places(game: &Game, rules: &Stud, layout: &Layout) -> bool {
    let rows = rules.showdown.iter().flat_map(|showdown| showdown.tables_beside_hand());
    let rows = rows.flat_map(|(_, rows)| rows.iter()).chain(rules.pays.iter());
    let of_sides = game.side_bets.iter().flat_map(|bet| bet.rows.iter());
    game.deck.decks == 1
        && layout.kinds().is_multiple_of(Suit::ALL.len())
        && rules.hands.extra_cards == 0
        && rules.caps.is_empty()
        && rows.chain(of_sides).map(|row| &row.when).all(suits_are_alike)
}

/// What each offer of the one street leads to.
fn paths(rules: &Stud, bets: &HandWagers) -> Vec<Path> {
    let offers = offers_on(&rules.streets[0], bets.spot_count());
    let path = |times: Option<u8>| Path {
        bets: times
            .map(|times| bets.main.cents() * i64::from(times))
            .into_iter()
            .collect(),
        folded: times.is_none(),
    };
    offers.iter().map(|offer| path(offer.kind.street_bet())).collect()
}

impl DealerHands {
    fn new(strengths: &Strengths, layout: &Layout, rules: &Stud, dealer: usize) -> DealerHands {
        let size = rules.hands.hand_size;
        let (entries, root) = rank_table(layout, dealer, &|ranks| strengths.of_ranks(ranks, size));
        DealerHands {
            entries,
            root,
            bias: flush_bias(size),
            flushes: strengths.of_flushes(layout, size),
            qualifies_from: rules.qualifier().map_or(0, |least| strengths.place(least)),
        }
    }

    /// The place of the strength of these cards.
    #[inline(always)]
    fn strength(&self, cards: &[CardKind]) -> u32 {
        let mut at = self.root;
        let mut suits = self.bias;
        for kind in cards {
            if at.turn() == Turn::Draw {
                at = self.entries[at.at(*kind)];
            }
            suits += 1 << (8 * (kind & 3));
        }
        if suits & FLUSH_BITS == 0 {
            at.payload()
        } else {
            self.with_flush(cards, at.payload())
        }
    }

    #[inline(never)]
    fn with_flush(&self, cards: &[CardKind], by_ranks: u32) -> u32 {
        let mut ranks = [0usize; 4];
        for kind in cards {
            ranks[usize::from(kind & 3)] |= 1 << (kind >> 2);
        }
        let flushes = ranks.map(|ranks| self.flushes[ranks]);
        flushes.into_iter().fold(by_ranks, u32::max)
    }
}
