//! Signing in and out, and who one is.

use axum::Json;
use axum::extract::State;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use croupier_house::{Role, User};
use governor::DefaultKeyedRateLimiter;

use super::extract::{Body, COOKIE, Client, Query, SignedIn, Token};
use super::{House, Refusal};
use crate::ledger::now;
use crate::people::{Arrival, SESSION_SECONDS};
use crate::person::Person;
use crate::problem::Problem;
use crate::wire::{Credentials, LossLimit, Me, RoleName, SessionKind};

/// An answer that sets the session's cookie.
type Welcome = (CookieJar, Json<Me>);

/// Comes in as a guest.
#[utoipa::path(post, path = "/guest", tag = "people", operation_id = "guest", params(SessionKind), responses(
    (status = 200, description = "Signed in; the session's cookie is set, or its token is in the answer", body = Me),
    (status = 400, description = "The query cannot be read", body = Problem),
    (status = 403, description = "From another site", body = Problem),
    (status = 503, description = "The books cannot be written", body = Problem)))]
pub(super) async fn guest(
    State(house): State<House>,
    Client(client): Client,
    Query(kind): Query<SessionKind>,
) -> Result<Welcome, Refusal> {
    within(&house.guests, client, "guests from this address")?;
    Ok(welcome(&house, kind, house.room.guest().await?))
}

/// Opens an account and signs in.
#[utoipa::path(post, path = "/sign-up", tag = "people", operation_id = "signUp", params(SessionKind), request_body = Credentials, responses(
    (status = 200, description = "Signed in; the session's cookie is set, or its token is in the answer", body = Me),
    (status = 400, description = "The body or the query cannot be read", body = Problem),
    (status = 403, description = "From another site", body = Problem),
    (status = 409, description = "The name is taken", body = Problem),
    (status = 413, description = "The body is too long", body = Problem),
    (status = 415, description = "The body is not JSON", body = Problem),
    (status = 422, description = "Name or password unfit", body = Problem)))]
pub(super) async fn sign_up(
    State(house): State<House>,
    Client(client): Client,
    Query(kind): Query<SessionKind>,
    Body(who): Body<Credentials>,
) -> Result<Welcome, Refusal> {
    within(&house.sign_ins, client, "accounts from this address")?;
    let arrival = house.room.sign_up(&who.name, &who.password, Role::Player).await?;
    Ok(welcome(&house, kind, arrival))
}

/// Signs in with name and password.
#[utoipa::path(post, path = "/sign-in", tag = "people", operation_id = "signIn", params(SessionKind), request_body = Credentials, responses(
    (status = 200, description = "Signed in; the session's cookie is set, or its token is in the answer", body = Me),
    (status = 400, description = "The body or the query cannot be read", body = Problem),
    (status = 401, description = "Wrong name or password", body = Problem),
    (status = 403, description = "From another site", body = Problem),
    (status = 413, description = "The body is too long", body = Problem),
    (status = 415, description = "The body is not JSON", body = Problem)))]
pub(super) async fn sign_in(
    State(house): State<House>,
    Client(client): Client,
    Query(kind): Query<SessionKind>,
    Body(who): Body<Credentials>,
) -> Result<Welcome, Refusal> {
    within(&house.sign_ins, client, "attempts to sign in from this address")?;
    // Many addresses together guess no faster than one.
    let account = User::name_folded(who.name.trim());
    let account: String = account.chars().take(64).collect();
    within(
        &house.sign_ins_of_account,
        Some(account),
        "attempts to sign in to this account",
    )?;
    let arrival = house.room.sign_in(&who.name, &who.password).await?;
    Ok(welcome(&house, kind, arrival))
}

/// Signs out: the session is over, on every device that shares its cookie.
#[utoipa::path(post, path = "/sign-out", tag = "people", operation_id = "signOut", responses(
    (status = 204, description = "Signed out"),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 403, description = "From another site", body = Problem)))]
pub(super) async fn sign_out(
    State(house): State<House>,
    SignedIn(_): SignedIn,
    Token(token): Token,
) -> Result<(axum::http::StatusCode, CookieJar), Refusal> {
    house.room.sign_out(&token.unwrap_or_default()).await?;
    let jar = CookieJar::new().add(cookie(&house, String::new(), 0));
    Ok((axum::http::StatusCode::NO_CONTENT, jar))
}

/// Who is signed in.
#[utoipa::path(get, path = "/me", tag = "people", operation_id = "me", responses(
    (status = 200, description = "Who is signed in", body = Me),
    (status = 401, description = "Nobody is signed in", body = Problem)))]
pub(super) async fn me(SignedIn(person): SignedIn) -> Json<Me> {
    Json(about(&person))
}

/// Sets the most to lose in a day, or lifts the limit.
#[utoipa::path(post, path = "/loss-limit", tag = "people", operation_id = "lossLimit", request_body = LossLimit, responses(
    (status = 200, description = "As it is now", body = Me),
    (status = 400, description = "The body or the query cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 403, description = "From another site", body = Problem),
    (status = 413, description = "The body is too long", body = Problem),
    (status = 415, description = "The body is not JSON", body = Problem),
    (status = 422, description = "The limit is below zero", body = Problem)))]
pub(super) async fn loss_limit(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Body(limit): Body<LossLimit>,
) -> Result<Json<Me>, Refusal> {
    if limit.cents.is_some_and(|cents| cents < 0) {
        return Err(Problem::new("limit-unfit", "A loss limit is nothing or more; leave it out for none.").into());
    }
    house.room.limit_losses(&person, limit.cents).await?;
    Ok(Json(about(&person)))
}

/// Refuses what somebody has asked for too often.
fn within<K: std::hash::Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: Option<K>,
    what: &str,
) -> Result<(), Refusal> {
    if key.is_some_and(|key| limiter.check_key(&key).is_err()) {
        metrics::counter!("croupier_refused_total", "limit" => "people").increment(1);
        return Err(Problem::too_fast(what).into());
    }
    Ok(())
}

fn welcome(house: &House, kind: SessionKind, arrival: Arrival) -> Welcome {
    let me = about(&arrival.person);
    if kind.token {
        let token = Some(arrival.token);
        return (CookieJar::new(), Json(Me { token, ..me }));
    }
    (
        CookieJar::new().add(cookie(house, arrival.token, SESSION_SECONDS)),
        Json(me),
    )
}

fn cookie(house: &House, token: String, seconds: i64) -> Cookie<'static> {
    Cookie::build((COOKIE, token))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Strict)
        .max_age(time::Duration::seconds(seconds))
        .secure(house.room.options.https)
        .build()
}

fn about(person: &Person) -> Me {
    let purse = person.purse();
    Me {
        name: person.name.clone(),
        role: match person.role {
            Role::Player => RoleName::Player,
            Role::Floor => RoleName::Floor,
            Role::Auditor => RoleName::Auditor,
        },
        guest: person.guest,
        chips: purse.available,
        loss_limit: purse.loss_limit,
        session_net: purse.session_net,
        session_ms: u64::try_from((now().0 - purse.session_began.0) / 1000).unwrap_or(0),
        token: None,
    }
}
