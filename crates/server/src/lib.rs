//! Live tables over HTTP and WebSocket, and the page people play at.
//!
//! An order comes in over [`http`], goes to its [`table`], becomes steps of a round and a batch for the books, and is
//! answered and shown when the batch is on disk.
//!
//! | what | where |
//! |---|---|
//! | everything that goes over the wire, typed once | [`wire`], [`problem`] |
//! | the house: games, tables, people, limits | [`room`], [`people`], [`person`], [`setup`], [`serve`] |
//! | a table: a dealer without IO, and the task that carries its orders to the world | [`table`] |
//! | what a table shows, offers and says | [`scene`], [`layout`], [`slip`], [`offers`], [`telling`] |
//! | what goes into the books, and the chips a round moves | [`ledger`], [`notation`], [`chips`] |
//! | who deals where when several servers share the books | [`keeper`] |
//! | the provable shuffle | [`secrets`], [`fairness`], [`merkle`], [`proof`], [`round_proof`] |
//! | rounds gone by, played again | [`past`] under [`history`], [`rounds`], [`statistics`], [`coach`], [`audit`] |
//! | what the floor sees and does | [`pit`], [`night`] (over [`figures`]), [`void`] |
//! | heavy work beside the tables, done once and kept | [`work`] under [`values`], [`papers`] |
//!
//! `docs/protocol.md` describes the protocol, `docs/fairness.md` the shuffle, `docs/operating.md` how a house is run.

pub mod audit;
pub mod chips;
pub mod coach;
pub mod fairness;
pub mod figures;
pub mod history;
pub mod http;
pub mod keeper;
pub mod layout;
pub mod ledger;
pub mod merkle;
pub mod night;
pub mod notation;
pub mod offers;
pub mod papers;
pub mod past;
pub mod people;
pub mod person;
pub mod pit;
pub mod problem;
pub mod proof;
pub mod room;
pub mod round_proof;
pub mod rounds;
pub mod scene;
pub mod school;
pub mod secrets;
pub mod serve;
pub mod setup;
pub mod slip;
pub mod statistics;
pub mod table;
pub mod telling;
pub mod unfold;
pub mod values;
pub mod void;
pub mod wire;
pub mod work;
