//! The hands of a split: rounds in which a pair has become so many, and the node from which each of them is played.

use croupier_rules::play::FreeBets;
use croupier_rules::twenty_one::HoleCard;
use croupier_rules::{Card, Rank};
use croupier_table::{Action, ActionKind, Next, Place, Round, Step, Viewer};

use super::super::SPLIT_PARTS;
use super::super::likeness::{Faced, Splits};
use super::{Compiler, Hand};
use crate::cards::CardKind;
use crate::fault::Fault;
use crate::table::{BY_CARD, Entry, Stop};

impl Compiler<'_> {
    /// By up card and hole card: the number of what a player sees of them; and for every such number, number of parts and card
    /// the node of a part that begins with that card; and where those of parts begin that were split off free.
    pub(super) fn split_starts(&mut self) -> Result<(Vec<u16>, Vec<Entry>, usize), Fault> {
        let (faced, likes) = self.number_faced();
        let all = likes.len() * SPLIT_PARTS * BY_CARD;
        let split_off_at = if self.rules.split.free.is_empty() { 0 } else { all };
        let mut starts = vec![Entry::stop(Stop::Unmet); all + split_off_at];
        while let Some((like, rank)) = self.pairs_split.pop() {
            let held = |card: &Card| self.game.deck.count(*card) > 0;
            let numbers: Vec<usize> = (0..likes.len()).filter(|number| likes[*number] == Some(like)).collect();
            for first in Card::all()
                .filter(|card| held(card) && card.rank() == rank)
                .collect::<Vec<_>>()
            {
                let Some(shown) = self.shown_beside(like, first) else {
                    continue;
                };
                for parts in 2..=SPLIT_PARTS as u8 {
                    let Some(round) = self.split_off(first, shown, parts)? else {
                        break;
                    };
                    let mut hand = Hand {
                        round,
                        part: 1,
                        faced: like,
                        splits: Splits {
                            hands: parts,
                            value: first.value(),
                        },
                        cards: vec![first],
                        doubles: Vec::new(),
                        free: FreeBets::NONE,
                    };
                    let mut entry = self.draw(&hand)?;
                    let mut note = |from: usize, entry| {
                        for number in &numbers {
                            let place = number * SPLIT_PARTS + usize::from(parts) - 1;
                            starts[from + place * BY_CARD + usize::from(self.layout.kind(first))] = entry;
                        }
                    };
                    note(0, entry);
                    if split_off_at == 0 {
                        continue;
                    }
                    if self.rules.split.is_free(rank) {
                        entry = Entry::stop(Stop::Unmet);
                        if let Some(next) = self.split_off_free(first, shown, parts)? {
                            hand = Hand {
                                part: next.1,
                                round: next.0,
                                free: FreeBets::MAIN,
                                ..hand
                            };
                            entry = self.draw(&hand)?;
                        }
                    }
                    note(split_off_at, entry);
                }
            }
        }
        Ok((faced, starts, split_off_at))
    }

    /// A round in which a pair has become so many parts, the first has been played, and the next one, split off free with this
    /// card, waits for its second; and which part that is.
    fn split_off_free(&self, card: Card, shown: Faced, parts: u8) -> Result<Option<(Round, u8)>, Fault> {
        let mut cards = self.cards_of_value(card.value(), [Some(card), Some(shown.up), shown.hole]);
        // The part that plays next is the last one split off, and holds the card that came last.
        cards.sort_by_key(|other| other.rank() != card.rank());
        for first in cards {
            let Some(mut round) = self.split_into(first, shown, parts, Some(card))? else {
                continue;
            };
            loop {
                match round.next() {
                    Next::Card { to: Place::Hand(at) } if at.part > 1 => return Ok(Some((round, at.part))),
                    Next::Card { .. } => match self.plentiful(&round) {
                        Some(quiet) => self.step(&mut round, Step::Card(quiet), &mut Vec::new()),
                        None => return Ok(None),
                    },
                    Next::Choice(_) => {
                        let stand = Step::Choose(Action::plain(ActionKind::Stand));
                        self.step(&mut round, stand, &mut Vec::new());
                    }
                    Next::Over => return Ok(None),
                }
            }
        }
        Ok(None)
    }

    /// The card of which most are left, and of those a high one.
    fn plentiful(&self, round: &Round) -> Option<Card> {
        let view = round.view(Viewer::Spectator);
        let seen: Vec<Card> = view
            .hands
            .iter()
            .flat_map(|hand| &hand.cards)
            .chain(&view.dealer)
            .filter_map(|seen| seen.0)
            .collect();
        let left = |card: &Card| {
            let gone = seen.iter().filter(|other| *other == card).count();
            usize::from(self.game.deck.count(*card)).saturating_sub(gone)
        };
        let mut cards: Vec<Card> = Card::all().filter(|card| left(card) > 0).collect();
        cards.sort_by_key(|card| (left(card), card.value(), card.index()));
        let mut takes = cards.into_iter().rev();
        takes.find(|card| round.clone().play(Step::Card(*card), &mut Vec::new()).is_ok())
    }

    /// Numbers everything that a dealer can show: by up card and hole card, and what each number stands for. An up card alone
    /// has the number of its kind.
    fn number_faced(&self) -> (Vec<u16>, Vec<Option<Faced>>) {
        let kinds = 0..self.layout.kinds();
        let card = |kind: usize| self.layout.card(kind as CardKind);
        let mut numbers: Vec<u16> = (0..BY_CARD * BY_CARD).map(|place| (place / BY_CARD) as u16).collect();
        if !self.rules.dealer.hole_card.is_face_up() {
            let mut likes = vec![None; BY_CARD];
            for (kind, like) in kinds.zip(&mut likes) {
                let up = card(kind);
                *like = Some(Faced { up, hole: None }.like(self.rules));
            }
            return (numbers, likes);
        }
        let mut likes: Vec<Option<Faced>> = Vec::new();
        for (up, hole) in kinds.clone().flat_map(|up| kinds.clone().map(move |hole| (up, hole))) {
            let faced = Faced {
                up: card(up),
                hole: Some(card(hole)),
            };
            let like = Some(faced.like(self.rules));
            let known = likes.iter().position(|known| *known == like);
            numbers[up * BY_CARD + hole] = known.unwrap_or_else(|| {
                likes.push(like);
                likes.len() - 1
            }) as u16;
        }
        (numbers, likes)
    }

    /// Cards of the dealer's that are alike to these and leave the shoe as many of a pair's first card as can be.
    fn shown_beside(&self, like: Faced, first: Card) -> Option<Faced> {
        let cards_like = |like: Card| {
            let deck = &self.game.deck;
            let up_like = move |card: Card| Faced { up: card, hole: None }.like(self.rules).up;
            let mut cards: Vec<Card> = Card::all()
                .filter(|card| deck.count(*card) > 0 && up_like(*card) == like)
                .collect();
            cards.sort_by_key(|card| *card == first);
            cards
        };
        let up = *cards_like(like.up).first()?;
        let Some(hole) = like.hole else {
            return Some(Faced { up, hole: None });
        };
        let left = |card: &Card| self.game.deck.count(*card) > u8::from(*card == up);
        let hole = cards_like(hole).into_iter().find(left)?;
        Some(Faced { up, hole: Some(hole) })
    }

    /// A round in which a pair has just been split into so many parts, the first of which waits for its second card.
    fn split_off(&self, first: Card, shown: Faced, parts: u8) -> Result<Option<Round>, Fault> {
        self.split_into(first, shown, parts, None)
    }

    /// The same, where the part that was split off last begins with this card, if it matters.
    fn split_into(&self, first: Card, shown: Faced, parts: u8, last: Option<Card>) -> Result<Option<Round>, Fault> {
        let up = shown.up;
        let hole = match self.rules.dealer.hole_card {
            HoleCard::None | HoleCard::FaceUp => shown.hole,
            HoleCard::Dealt => self.quiet_hole(&[first, first, up], up),
        };
        let mut left = self.cards_of_value(first.value(), [Some(first), Some(up), hole]);
        let mut round: Option<Round> = None;
        for part in 2..=parts {
            let mut split = None;
            let wanted = last.filter(|_| part == parts);
            let kept = last.filter(|_| part < parts);
            for place in by_commonest_rank(&left) {
                let copies = left.iter().filter(|card| **card == left[place]).count();
                if wanted.is_some_and(|wanted| left[place] != wanted) || (kept == Some(left[place]) && copies == 1) {
                    continue;
                }
                let paired = match round.clone() {
                    None => self.dealt([first, left[place]], up, hole)?.map(|(round, _)| round),
                    Some(mut round) => {
                        let given = round.play(Step::Card(left[place]), &mut Vec::new());
                        given.is_ok().then_some(round)
                    }
                };
                split = paired.and_then(|round| self.split(round));
                if split.is_some() {
                    left.remove(place);
                    break;
                }
            }
            if split.is_none() {
                return Ok(None);
            }
            round = split;
        }
        Ok(round)
    }

    /// The round after its pair has been split, uninsured; `None` where that is not offered, as with a pair that has won at once.
    fn split(&self, mut round: Round) -> Option<Round> {
        loop {
            let kind = match round.next() {
                Next::Choice(choice) if choice.offer(ActionKind::NoInsurance).is_some() => ActionKind::NoInsurance,
                Next::Choice(choice) if choice.offer(ActionKind::Split).is_some() => ActionKind::Split,
                _ => return None,
            };
            self.step(&mut round, Step::Choose(Action::plain(kind)), &mut Vec::new());
            if kind == ActionKind::Split {
                return Some(round);
            }
        }
    }

    /// The cards of the shoe that have this value, without those on the table.
    fn cards_of_value(&self, value: u8, table: [Option<Card>; 3]) -> Vec<Card> {
        let mut left: Vec<Card> = self.game.deck.cards().filter(|card| card.value() == value).collect();
        for gone in table.into_iter().flatten() {
            if let Some(place) = left.iter().position(|card| *card == gone) {
                left.swap_remove(place);
            }
        }
        left
    }
}

/// The places of cards in a list, those of the commonest rank first, and of equal cards one: what is taken leaves as many
/// others of its rank as possible.
fn by_commonest_rank(cards: &[Card]) -> Vec<usize> {
    let count = |rank: Rank| cards.iter().filter(|card| card.rank() == rank).count();
    let mut places: Vec<usize> = (0..cards.len())
        .filter(|place| !cards[..*place].contains(&cards[*place]))
        .collect();
    places.sort_by_key(|place| std::cmp::Reverse((count(cards[*place].rank()), *place)));
    places
}
