//! Before the first bet of a shoe: clients commit to their seeds and open them, a player cuts, the dealer shuffles, and the
//! root over the cards is published.

use croupier_house::TableStanding;

use super::books::{Draft, Requester, Then};
use super::dealer::{Dealer, Stage};
use super::orders::Obeyed;
use super::seat::Seat;
use crate::fairness::{self, CLIENT_SEED_BYTES_MAX, Cut, middle};
use crate::person::Person;
use crate::problem::Problem;
use crate::telling::TableEvent;

/// How many characters a client seed has: enough to hide it behind its hash, and not too many to show.
const CLIENT_SEED_CHARS: std::ops::RangeInclusive<usize> = 16..=128;

impl Dealer {
    /// Opens the betting window; a new shoe is sealed, opened, cut and shuffled first, while somebody is there to see it.
    pub(super) fn make_ready(&mut self) {
        if !self.awaits_shuffle() {
            return self.enter(self.window(None));
        }
        let opened = self.shoe.client_seeds.iter().any(|sealed| sealed.seed.is_some());
        // Secrets that are known beforehand prove nothing, and are there to deal the same cards again.
        let proves = !self.fixed.secrets.is_fixed() && !self.fixed.times.seal.is_zero();
        if opened || !proves || !self.awaits_seals() {
            return self.ask_to_open();
        }
        let until = self.now.instant + self.fixed.times.seal;
        self.enter(Stage::Sealing { until });
    }

    /// Whether the shoe is to be shuffled, and somebody is there to see it.
    pub(super) fn awaits_shuffle(&self) -> bool {
        let open = self.terms.standing == TableStanding::Open && self.terms.text.closing_ordered_by.is_none();
        open && self.shoe.shuffled.is_none() && self.seats.values().any(Seat::is_present)
    }

    /// Whether somebody is there who may still commit to a seed.
    pub(super) fn awaits_seals(&self) -> bool {
        let mut seats = self.seats.values().filter(|seat| seat.is_active() && !seat.abstains);
        seats.any(|seat| !self.has_sealed(&seat.person))
    }

    /// Whether a seed was committed to and not opened.
    pub(super) fn awaits_seeds(&self) -> bool {
        self.shoe.client_seeds.iter().any(|sealed| sealed.seed.is_none())
    }

    fn has_sealed(&self, person: &Person) -> bool {
        self.shoe
            .client_seeds
            .iter()
            .any(|sealed| sealed.user == Some(person.id))
    }

    /// No seed is committed to any more; those that were are opened.
    pub(super) fn ask_to_open(&mut self) {
        let sealed: Vec<_> = self.shoe.client_seeds.iter().filter_map(|sealed| sealed.user).collect();
        for seat in self.seats.values_mut() {
            seat.abstains = !sealed.contains(&seat.person.id);
        }
        if !self.awaits_seeds() {
            return self.ask_to_cut();
        }
        let until = self.now.instant + self.fixed.times.open;
        self.enter(Stage::Opening { until });
    }

    /// The player who received the cut card cuts, else whoever sits first; where nobody cuts the dealer shuffles at once.
    pub(super) fn ask_to_cut(&mut self) {
        let is_active = |seat: &u8| self.seats.get(seat).is_some_and(Seat::is_active);
        let first = || self.seats.keys().copied().find(is_active);
        let cutter = self.shoe.cutter.filter(is_active).or_else(first);
        match (cutter, self.shoe.awaits_cut(&self.fixed.game)) {
            (Some(seat), Some(_)) => {
                let until = self.now.instant + self.fixed.times.cut;
                self.enter(Stage::Cutting { seat, until });
            }
            _ => self.shuffle_by_dealer(),
        }
    }

    /// The dealer shuffles, and cuts in the middle where a cut is due: the house knows the order of the cards.
    pub(super) fn shuffle_by_dealer(&mut self) {
        let cut = self.shoe.awaits_cut(&self.fixed.game).map(|_| Cut {
            cards: middle(&self.fixed.game),
            seat: None,
            user: None,
        });
        let batch = self.own_batch();
        self.shuffle(cut, batch, Then::Between);
    }

    fn shuffle(&mut self, cut: Option<Cut>, mut batch: croupier_house::Batch, then: Then) {
        let mut shoe = self.shoe.clone();
        match shoe.shuffle(&self.fixed.game, cut) {
            Err(fault) => self.halt(&fault.to_string()),
            Ok((entry, events)) => {
                batch.entries.push(entry);
                let mut told: Vec<TableEvent> = events.into_iter().map(TableEvent::Shoe).collect();
                told.extend(self.withheld());
                let draft = Draft {
                    shoe: Some(shoe),
                    told,
                    ..Draft::default()
                };
                self.write(batch, draft, then);
            }
        }
    }

    /// Who sits out until the next shuffle.
    fn withheld(&self) -> Vec<TableEvent> {
        let withheld = self.shoe.client_seeds.iter().filter(|sealed| sealed.seed.is_none());
        let names = withheld.map(|sealed| {
            let seat = self.seats.get(&sealed.seat);
            let seat = seat.filter(|seat| Some(seat.person.id) == sealed.user);
            seat.map_or_else(|| format!("Seat {}", sealed.seat), |seat| seat.person.name.clone())
        });
        names
            .map(|name| {
                TableEvent::Person(format!(
                    "{name} did not open a client seed and sits out until the next shuffle."
                ))
            })
            .collect()
    }

    pub(super) fn seal(
        &mut self,
        requester: &Requester,
        person: &Person,
        commitment: String,
    ) -> Result<Obeyed, Problem> {
        let (number, _) = self.seat_mut(person)?;
        if !matches!(self.stage, Stage::Sealing { .. }) {
            let message = "Client seeds are committed to before a new shoe is shuffled; the next one will be.";
            return Err(Problem::new("not-now", message));
        }
        if self.has_sealed(person) {
            return Err(Problem::new("sealed", "You have committed to a seed for this shoe."));
        }
        if commitment.len() != 64
            || !commitment
                .bytes()
                .all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
        {
            let message = "A commitment is the SHA-256 of a seed, in 64 hexadecimal digits.";
            return Err(Problem::new("text-unfit", message));
        }
        let mut shoe = self.shoe.clone();
        let batch = self.batch_of(requester).with(shoe.seal(number, person.id, commitment));
        self.write_shoe(batch, shoe, requester);
        Ok(Obeyed::Asked)
    }

    pub(super) fn open_seed(
        &mut self,
        requester: &Requester,
        person: &Person,
        seed: String,
    ) -> Result<Obeyed, Problem> {
        if !matches!(self.stage, Stage::Opening { .. }) {
            return Err(Problem::new("not-now", "No client seeds are being opened."));
        }
        let fit = CLIENT_SEED_CHARS.contains(&seed.chars().count()) && seed.len() <= CLIENT_SEED_BYTES_MAX;
        if !fit || seed.chars().any(char::is_control) {
            let message = "A client seed has 16 to 128 characters, none of them a control character.";
            return Err(Problem::new("text-unfit", message));
        }
        let mut shoe = self.shoe.clone();
        let entry = shoe.open(person.id, seed).map_err(|_| {
            let message = "That is not the seed you committed to, or it is open already.";
            Problem::new("not-sealed", message)
        })?;
        let batch = self.batch_of(requester).with(entry);
        self.write_shoe(batch, shoe, requester);
        Ok(Obeyed::Asked)
    }

    fn write_shoe(&mut self, batch: croupier_house::Batch, shoe: super::ShoeOnTable, requester: &Requester) {
        let draft = Draft {
            shoe: Some(shoe),
            shows: true,
            ..Draft::default()
        };
        self.write(batch, draft, Then::Reply(requester.clone()));
    }

    pub(super) fn cut_asked(&mut self, requester: &Requester, person: &Person, cards: u32) -> Result<Obeyed, Problem> {
        let (number, _) = self.seat_mut(person)?;
        match (self.stage, fairness::cut_limits(&self.fixed.game)) {
            (Stage::Cutting { seat, .. }, Some((min, max))) if seat == number => {
                if cards < min || cards > max {
                    let message = format!("A cut of {cards} cards is too near to an end; cut {min} to {max}.");
                    return Err(Problem::new("cut-not-allowed", message));
                }
                let cut = Cut {
                    cards,
                    seat: Some(number),
                    user: Some(person.id),
                };
                let batch = self.batch_of(requester);
                self.shuffle(Some(cut), batch, Then::Reply(requester.clone()));
                Ok(Obeyed::Asked)
            }
            _ => Err(Problem::new("not-now", "You are not asked to cut.")),
        }
    }
}
