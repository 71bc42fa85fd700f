//! How the dealer's hand ends: the exact chance of every final total, off any shoe.
//!
//! The dealer's draws are listed once for each up card as multisets of cards, each with the number of orders in which the
//! dealer would have drawn them. The chance of a multiset is that number times a product of falling factorials of the
//! shoe's counts. The multisets share prefixes, so they are kept as a tree walked depth first.

use std::sync::OnceLock;

use croupier_rules::play::{DealerResult, Total};
use croupier_rules::twenty_one::SoftSeventeen;
use rustc_hash::FxHashMap;

use crate::number::Ring;

/// How many results of the dealer's hand there are.
pub const DEALER_RESULTS: usize = DealerResult::ALL.len();
/// The place of a total over 22.
pub(super) const OVER: usize = DealerResult::Bust.place();
/// The place of a blackjack.
pub(super) const BLACKJACK: usize = DealerResult::Blackjack.place();

/// The chance of each result of the dealer's hand, by its place.
pub type DealerChances<N> = [N; DEALER_RESULTS];

/// All ways in which the dealer may draw to one up card.
#[derive(Clone, Debug)]
pub struct Draws {
    nodes: Vec<Node>,
    /// The last cards, by the total they are drawn to.
    last_cards: Vec<LastCard>,
    /// Where a node has used up cards that may also come last.
    used: Vec<Used>,
    /// The most cards drawn.
    length_max: usize,
    /// Where a hand ends that the dealer stands on at once, when the hole card is known.
    stands: Option<u8>,
}

/// A multiset of drawn cards to which the dealer draws once more.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// How many cards have been drawn.
    length: u8,
    /// The card that the multiset has more than its parent, as a value from 0 for the ace to 9 for ten.
    value: u8,
    /// How many of that card the parent has.
    copies: u8,
    /// The total, as a place from 0.
    total: u8,
    /// In how many orders the dealer draws the multiset; zero where it is only a prefix of others.
    orders: u32,
    /// The entries of `used` that belong to it.
    used_from: u32,
    used_to: u32,
}

/// One last card: the total it is drawn to, and where that ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LastCard {
    total: u8,
    value: u8,
    place: u8,
}

/// So many copies of an end's card are already in the multiset.
#[derive(Clone, Copy, Debug)]
struct Used {
    end: u8,
    copies: u8,
}

/// Hard totals from 0 to 17, then soft totals from 11 to 17.
const TOTALS: usize = 25;
/// The most different ends under one up card.
const LAST_CARDS_MAX: usize = 128;

type Counts = [u8; 10];

impl Draws {
    /// The draws to an up card of this value (an ace is 1), and to a hole card where it is known. The two must not be a
    /// blackjack.
    pub fn new(up: u8, hole: Option<u8>, soft_17: SoftSeventeen) -> Draws {
        let mut dealer = Dealer {
            up,
            hole,
            soft_17,
            orders: FxHashMap::default(),
        };
        let mut draws = Draws {
            nodes: Vec::new(),
            last_cards: Vec::new(),
            used: Vec::new(),
            length_max: 0,
            stands: hole.and_then(|_| dealer.end(&[0; 10])),
        };
        draws.grow(&mut dealer, &mut [0; 10], 0, 0, None);
        assert!(
            draws.last_cards.len() <= LAST_CARDS_MAX,
            "there are fewer totals than that"
        );
        draws
    }

    /// The same, made once and kept.
    pub fn of(up: u8, hole: Option<u8>, soft_17: SoftSeventeen) -> &'static Draws {
        static HITS: [[OnceLock<Draws>; 11]; 10] = [const { [const { OnceLock::new() }; 11] }; 10];
        static STANDS: [[OnceLock<Draws>; 11]; 10] = [const { [const { OnceLock::new() }; 11] }; 10];
        static HITS_ALL: [[OnceLock<Draws>; 11]; 10] = [const { [const { OnceLock::new() }; 11] }; 10];
        let kept = match soft_17 {
            SoftSeventeen::Hits => &HITS,
            SoftSeventeen::Stands => &STANDS,
            SoftSeventeen::HitsEverySeventeen => &HITS_ALL,
        };
        let place = usize::from(hole.unwrap_or(0));
        kept[usize::from(up) - 1][place].get_or_init(|| Draws::new(up, hole, soft_17))
    }

    /// Adds this multiset and all that contain it by cards of this value and above.
    fn grow(&mut self, dealer: &mut Dealer, counts: &mut Counts, length: u8, from: usize, added: Option<(u8, u8)>) {
        let place = self.nodes.len();
        let orders = dealer.orders(counts);
        let total = dealer.total_place(counts);
        let used_from = self.used.len() as u32;
        if orders > 0 {
            for value in 0..10 {
                counts[value] += 1;
                let end = dealer.end(counts);
                counts[value] -= 1;
                let Some(place) = end else { continue };
                let end = LastCard {
                    total,
                    value: value as u8,
                    place,
                };
                let known = self.last_cards.iter().position(|other| *other == end);
                let end = known.unwrap_or_else(|| {
                    self.last_cards.push(end);
                    self.last_cards.len() - 1
                });
                if counts[value] > 0 {
                    self.used.push(Used {
                        end: end as u8,
                        copies: counts[value],
                    });
                }
            }
            self.length_max = self.length_max.max(usize::from(length) + 1);
        }
        let (value, copies) = added.unwrap_or((0, 0));
        self.nodes.push(Node {
            length,
            value,
            copies,
            total,
            orders,
            used_from,
            used_to: self.used.len() as u32,
        });
        let mut useful = orders > 0;
        for value in from..10 {
            counts[value] += 1;
            // No dealer draws to a higher hard total; branches in which this one does not draw are cut again below.
            if dealer.total(counts).low() <= 17 {
                let before = self.nodes.len();
                self.grow(
                    dealer,
                    counts,
                    length + 1,
                    value,
                    Some((value as u8, counts[value] - 1)),
                );
                useful |= self.nodes.len() > before;
            }
            counts[value] -= 1;
        }
        if !useful {
            self.nodes.truncate(place);
        }
    }

    /// The chance of each end, off a shoe with these cards in it (hole card included, up card taken out).
    ///
    /// `falling[k]` must be one over the falling factorial of the shoe's size of order `k`, or zero where the shoe is too
    /// small for that many cards. The chance of [`OVER`] is left to the caller, as what the others leave of one.
    ///
    /// The last card is summed over totals rather than multisets: a total that is reached with weight `w` ends by a card
    /// of which the shoe holds `m` with weight `w × m`, less the copies that the multisets themselves have used up.
    pub fn dealer_chances<R: Ring>(&self, shoe: &[R; 10], falling: &[R]) -> DealerChances<R> {
        if let Some(place) = self.stands {
            return std::array::from_fn(|end| R::whole(i64::from(end == usize::from(place))));
        }
        let mut products: [R; 24] = std::array::from_fn(|_| R::whole(1));
        let mut totals: [R; TOTALS] = std::array::from_fn(|_| R::whole(0));
        let mut used: [R; LAST_CARDS_MAX] = std::array::from_fn(|_| R::whole(0));
        for node in &self.nodes {
            let length = usize::from(node.length);
            if length > 0 {
                let left = shoe[usize::from(node.value)].clone() - R::whole(i64::from(node.copies));
                products[length] = products[length - 1].clone() * left;
            }
            if node.orders > 0 {
                let weight = products[length].clone() * falling[length + 1].clone() * R::whole(i64::from(node.orders));
                for used_up in &self.used[node.used_from as usize..node.used_to as usize] {
                    used[usize::from(used_up.end)] += weight.clone() * R::whole(i64::from(used_up.copies));
                }
                totals[usize::from(node.total)] += weight;
            }
        }
        let mut dealer_chances: DealerChances<R> = std::array::from_fn(|_| R::whole(0));
        for (end, used) in self.last_cards.iter().zip(used) {
            let weight = totals[usize::from(end.total)].clone() * shoe[usize::from(end.value)].clone();
            dealer_chances[usize::from(end.place)] += weight - used;
        }
        dealer_chances
    }

    /// The most cards the dealer may draw.
    pub fn length_max(&self) -> usize {
        self.length_max
    }
}

/// The up card and the drawing rule.
struct Dealer {
    up: u8,
    hole: Option<u8>,
    soft_17: SoftSeventeen,
    orders: FxHashMap<Counts, u32>,
}

impl Dealer {
    fn total(&self, counts: &Counts) -> Total {
        let drawn = Total::of_values(counts).with_value(self.up);
        self.hole.map_or(drawn, |hole| drawn.with_value(hole))
    }

    /// The total as a place below [`TOTALS`]; nothing where the dealer never draws to it.
    fn total_place(&self, counts: &Counts) -> u8 {
        let total = self.total(counts);
        match total.is_soft() {
            false => total.best().min(17),
            true => total.best().min(17) - 11 + 18,
        }
    }

    fn draws(&self, counts: &Counts) -> bool {
        self.soft_17.dealer_draws(self.total(counts))
    }

    /// Where a hand with these drawn cards ends; `None` while the dealer draws, or when the total is over 22.
    fn end(&self, counts: &Counts) -> Option<u8> {
        let known = 1 + usize::from(self.hole.is_some());
        let drawn: u8 = counts.iter().sum();
        match self
            .soft_17
            .dealer_result(self.total(counts), known + usize::from(drawn))?
        {
            DealerResult::Bust => None,
            result => Some(result.place() as u8),
        }
    }

    /// In how many orders the dealer draws these cards and then draws again.
    fn orders(&mut self, counts: &Counts) -> u32 {
        if !self.draws(counts) {
            return 0;
        }
        if counts.iter().all(|count| *count == 0) {
            return 1;
        }
        if let Some(orders) = self.orders.get(counts) {
            return *orders;
        }
        let mut fewer = *counts;
        let mut orders = 0;
        for value in 0..10 {
            if counts[value] > 0 {
                fewer[value] -= 1;
                orders += self.orders(&fewer);
                fewer[value] += 1;
            }
        }
        self.orders.insert(*counts, orders);
        orders
    }
}
