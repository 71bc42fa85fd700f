//! Live tables over HTTP and WebSocket, and the page people play at.

pub mod chips;
pub mod fairness;
pub mod http;
pub mod layout;
pub mod ledger;
pub mod notation;
pub mod offers;
pub mod people;
pub mod person;
pub mod problem;
pub mod room;
pub mod scene;
pub mod secrets;
pub mod serve;
pub mod setup;
pub mod slip;
pub mod table;
pub mod telling;
pub mod wire;
