//! Live tables over HTTP and WebSocket, and the page people play at.

pub mod wire;
