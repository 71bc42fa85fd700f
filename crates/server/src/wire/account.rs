//! People: signing in, and who one is.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use super::Cents;

/// `POST /sign-up` and `POST /sign-in`.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct Credentials {
    /// The name, 2 to 24 letters, digits, spaces, dots, dashes or underscores.
    #[schema(min_length = 2, max_length = 24)]
    pub name: String,
    /// The password, 8 to 256 characters.
    #[schema(min_length = 8, max_length = 256)]
    pub password: String,
}

/// `GET /me`, and the answer to every way of signing in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// The name others see.
    pub name: String,
    /// What this person may do.
    pub role: RoleName,
    /// Whether the account ends with the session.
    pub guest: bool,
    /// Chips in hand, those on the felt not counted.
    pub chips: Cents,
    /// The most this person wants to lose in a session; `None` for no limit.
    pub loss_limit: Option<Cents>,
    /// What this session has won or lost so far.
    pub session_net: Cents,
    /// How long this session has lasted.
    pub session_ms: u64,
    /// The session's token, in the answer to signing in with `?token=true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
}

/// How a session is to be known.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SessionKind {
    /// By a token in the answer, for programs, instead of a cookie.
    #[serde(default)]
    pub token: bool,
}

/// What a person may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RoleName {
    /// Plays.
    Player,
    /// Runs the floor.
    Floor,
    /// Reads everything, changes nothing.
    Auditor,
}

/// `POST /loss-limit`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LossLimit {
    /// The most to lose in a session; `None` for no limit.
    #[schema(minimum = 0)]
    pub cents: Option<Cents>,
}
