//! How a request is refused: a status, and a problem in JSON.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use croupier_house::Fault;

use crate::problem::Problem;

/// A request that is refused.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The status.
    pub status: StatusCode,
    /// What is wrong.
    pub problem: Problem,
}

impl Refusal {
    /// A refusal with a status of its own.
    pub fn new(status: StatusCode, problem: Problem) -> Refusal {
        Refusal { status, problem }
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        let status = match problem.code.as_str() {
            "not-signed-in" | "wrong-credentials" => StatusCode::UNAUTHORIZED,
            "not-allowed" => StatusCode::FORBIDDEN,
            "not-found" => StatusCode::NOT_FOUND,
            "name-taken" | "request-differs" | "closed" | "too-many" | "id-exists" => StatusCode::CONFLICT,
            "stopped" | "busy" | "moving" => StatusCode::SERVICE_UNAVAILABLE,
            "too-fast" => StatusCode::TOO_MANY_REQUESTS,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Refusal { status, problem }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        tracing::error!(%fault, "the books cannot be read");
        Problem::stopped().into()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.problem)).into_response()
    }
}
