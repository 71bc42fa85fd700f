//! The browsers at the tables: what they are told, what they ask for, and what is lost and repeated on the way.

use std::sync::Arc;

use croupier_server::fairness;
use croupier_server::table::Input;
use croupier_server::wire::{Command, Felt, HandBet, Message, Order, Phase};
use uuid::Uuid;

use super::World;

/// A browser at a table, with its own record of what it was told.
pub(super) struct Client {
    pub(super) person: usize,
    pub(super) table: usize,
    pub(super) connection: Option<u64>,
    pub(super) number: u64,
    pub(super) felt: Option<Felt>,
    /// Orders not answered yet, sent again under the same id until they are.
    pub(super) unanswered: Vec<Order>,
    /// Orders that moved chips or cards and were done; done once, whatever comes later.
    pub(super) done: Vec<Order>,
    pub(super) seed: String,
    /// Chips bought less chips sold, as answered.
    pub(super) bought: i64,
}

impl World {
    /// A client hears something; what it is shown must be on disk, in order and without gaps.
    pub(super) fn receive(&mut self, table: usize, connection: u64, message: &Message) {
        let id = self.tables[table].id;
        let mut clients = self.clients.iter_mut();
        let client = clients.find(|client| client.table == table && client.connection == Some(connection));
        let Some(client) = client else { return };
        match message {
            Message::Welcome { number, felt, .. } => {
                client.number = *number;
                self.disk.holds(id, felt);
                client.felt = Some(felt.clone());
            }
            Message::Frame(frame) => {
                assert_eq!(frame.number, client.number + 1, "frames are numbered without gaps");
                client.number = frame.number;
                self.disk.holds(id, &frame.felt);
                client.felt = Some(frame.felt.clone());
            }
            Message::Reply { id, problem } => {
                let place = client.unanswered.iter().position(|order| order.id == *id);
                if let Some(place) = place
                    && problem.as_ref().is_none_or(|problem| problem.code != "stopped")
                {
                    let order = client.unanswered.remove(place);
                    match (&order.command, problem) {
                        (Command::BuyIn { cents }, None) => client.bought += cents,
                        (Command::CashOut { cents }, None) => client.bought -= cents,
                        _ => {}
                    }
                    let moves = matches!(
                        order.command,
                        Command::BuyIn { .. } | Command::CashOut { .. } | Command::Act { .. } | Command::Cut { .. }
                    );
                    if moves && problem.is_none() {
                        client.done.push(order);
                    }
                } else if let Some(problem) = problem {
                    let done = client.done.iter().any(|order| order.id == *id);
                    assert!(!done || problem.code == "stopped", "a repeat is answered {problem:?}");
                }
            }
            Message::Advice(_) => {}
        }
    }

    /// A client does something that its felt suggests, or something it does not.
    pub(super) fn act(&mut self) {
        let number = self.dice.below(self.clients.len());
        let table = self.clients[number].table;
        if self.clients[number].connection.is_none() {
            self.connect(number);
            return;
        }
        let Some(command) = self.wish(number) else { return };
        let order = Order {
            id: Uuid::now_v7(),
            command,
        };
        self.clients[number].unanswered.push(order.clone());
        // Some orders are lost on the way and sent again later.
        if !self.dice.one_in(12) {
            self.send(number, table, order);
        }
    }

    pub(super) fn send(&mut self, number: usize, table: usize, order: Order) {
        if let Some(connection) = self.clients[number].connection {
            self.tell(table, Input::Order(connection, Box::new(order)));
        }
    }

    pub(super) fn connect(&mut self, number: usize) {
        let table = self.clients[number].table;
        self.tables[table].connections += 1;
        let connection = self.tables[table].connections;
        self.clients[number].connection = Some(connection);
        let person = Some(Arc::clone(&self.people[self.clients[number].person]));
        let after = (self.clients[number].number > 0).then_some(self.clients[number].number);
        self.tell(
            table,
            Input::Join {
                connection,
                person,
                after,
            },
        );
        for order in self.clients[number].unanswered.clone() {
            self.send(number, table, order);
        }
    }

    pub(super) fn wish(&mut self, number: usize) -> Option<Command> {
        let client = &self.clients[number];
        let felt = client.felt.clone()?;
        let mine = felt.seats.iter().find(|seat| seat.you).cloned();
        let Some(mine) = mine else {
            let seat = self.dice.below(3) as u8 + 1;
            return Some(Command::Sit { seat });
        };
        if self.dice.one_in(40) {
            return Some(Command::Leave);
        }
        if self.dice.one_in(40) {
            let cents = self.dice.below(20_000) as i64 + 1;
            return Some(Command::CashOut { cents });
        }
        if mine.chips < 2_000 {
            return Some(Command::BuyIn { cents: 10_000 });
        }
        match felt.phase {
            Phase::Sealing { .. } => {
                let seed = format!("seed {:032x}", self.dice.next());
                self.clients[number].seed.clone_from(&seed);
                let commitment = fairness::seal(&seed);
                Some(Command::Seal { commitment })
            }
            Phase::Opening { .. } => {
                let seed = client.seed.clone();
                (!seed.is_empty()).then_some(Command::Open { seed })
            }
            Phase::Cutting { seat, min, max, .. } if seat == mine.seat => {
                let cards = min + self.dice.below((max - min) as usize + 1) as u32;
                Some(Command::Cut { cards })
            }
            Phase::Betting { .. } if mine.bets.is_empty() => {
                let main = self.tables[client.table].game.main_bet.lowest().cents().max(500);
                let hand = HandBet {
                    main,
                    ..HandBet::default()
                };
                Some(Command::Bet { hands: vec![hand] })
            }
            Phase::Betting { .. } => Some(Command::Ready),
            Phase::Deciding {
                decision, hand, offers, ..
            } if hand.seat == mine.seat && !offers.is_empty() => {
                let offer = &offers[self.dice.below(offers.len())];
                Some(Command::Act {
                    decision,
                    action: offer.action.clone(),
                    amount: offer.max,
                })
            }
            _ => None,
        }
    }

    /// A client sends again what was not answered, or, late, what was.
    pub(super) fn resend(&mut self) {
        let number = self.dice.below(self.clients.len());
        let table = self.clients[number].table;
        let client = &self.clients[number];
        let orders: Vec<Order> = client.unanswered.iter().chain(&client.done).cloned().collect();
        if !orders.is_empty() {
            let order = orders[self.dice.below(orders.len())].clone();
            self.send(number, table, order);
        }
    }

    pub(super) fn lose_line(&mut self) {
        let number = self.dice.below(self.clients.len());
        let table = self.clients[number].table;
        if let Some(connection) = self.clients[number].connection.take() {
            self.tell(table, Input::Part(connection));
        }
    }
}
