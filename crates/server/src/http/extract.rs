//! What handlers take out of a request, each with a refusal that says what is wrong.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use serde::de::DeserializeOwned;

use super::{House, Refusal};
use crate::person::Person;
use crate::problem::Problem;

/// The cookie a session is known by.
pub(super) const COOKIE: &str = "croupier-session";

/// The JSON body of a request.
pub(super) struct Body<T>(pub(super) T);

/// The parts of the path.
pub(super) struct Path<T>(pub(super) T);

/// The query.
pub(super) struct Query<T>(pub(super) T);

/// The token of the session, if the request carries one: as a bearer token, which programs send, or in the browser's cookie.
pub(super) struct Token(pub(super) Option<String>);

/// Where the request comes from, as far as limits go.
pub(super) struct Client(pub(super) Option<IpAddr>);

/// Whoever is signed in.
pub(super) struct Visitor(pub(super) Option<Arc<Person>>);

/// Somebody who must be signed in.
pub(super) struct SignedIn(pub(super) Arc<Person>);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, shared: &S) -> Result<Body<T>, Refusal> {
        match axum::Json::<T>::from_request(request, shared).await {
            Ok(axum::Json(body)) => Ok(Body(body)),
            Err(rejection) => Err(body_refused(&rejection)),
        }
    }
}

fn body_refused(rejection: &JsonRejection) -> Refusal {
    let status = match rejection.status() {
        // What is JSON but not what is asked for is as bad as what is not JSON.
        StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
        status => status,
    };
    Refusal::new(status, Problem::new("body-unreadable", rejection.body_text()))
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, shared: &S) -> Result<Path<T>, Refusal> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, shared).await;
        path.map(|axum::extract::Path(path)| Path(path)).map_err(|rejection| {
            let problem = Problem::new("path-unreadable", rejection.body_text());
            Refusal::new(StatusCode::BAD_REQUEST, problem)
        })
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, shared: &S) -> Result<Query<T>, Refusal> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, shared).await;
        query
            .map(|axum::extract::Query(query)| Query(query))
            .map_err(|rejection| {
                let problem = Problem::new("query-unreadable", rejection.body_text());
                Refusal::new(StatusCode::BAD_REQUEST, problem)
            })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Token {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Token, Refusal> {
        let header = parts.headers.get(AUTHORIZATION).and_then(|header| header.to_str().ok());
        let bearer = header.and_then(|header| header.strip_prefix("Bearer "));
        let jar = CookieJar::from_headers(&parts.headers);
        let token = bearer.or(jar.get(COOKIE).map(|cookie| cookie.value()));
        Ok(Token(token.filter(|token| token.len() == 64).map(str::to_string)))
    }
}

impl FromRequestParts<House> for Client {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Client, Refusal> {
        Ok(Client(house.client(&parts.extensions, &parts.headers)))
    }
}

impl FromRequestParts<House> for Visitor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Visitor, Refusal> {
        match Token::from_request_parts(parts, house).await? {
            Token(None) => Ok(Visitor(None)),
            Token(Some(token)) => Ok(Visitor(house.room.visitor(&token).await?)),
        }
    }
}

impl FromRequestParts<House> for SignedIn {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<SignedIn, Refusal> {
        let Visitor(person) = Visitor::from_request_parts(parts, house).await?;
        person.map(SignedIn).ok_or_else(|| Problem::not_signed_in().into())
    }
}
