//! The school: courses, rounds to deal, drills, table tests and their records.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use croupier_house::Hash;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::extract::{Body, Path, Query, SignedIn};
use super::papers::{PaperFormat, download};
use super::{House, Refusal};
use crate::problem::Problem;
use crate::wire::{
    DealerCard, DrillAnswer, DrillQuestion, DrillVerdict, ExerciseView, NewExercise, NewMove, NewQuestion, NewTest,
    School, TestCard,
};

/// How a record is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordQuery {
    /// How it is laid out: HTML if left out.
    #[param(inline)]
    format: Option<PaperFormat>,
}

/// What can be learned, and how far the viewer has come.
#[utoipa::path(get, path = "/school", tag = "school", operation_id = "school", responses(
    (status = 200, description = "Courses, tests that wait, and records", body = School),
    (status = 401, description = "Nobody is signed in", body = Problem)))]
pub(super) async fn school(State(house): State<House>, SignedIn(person): SignedIn) -> Result<Json<School>, Refusal> {
    Ok(Json(house.room.school(&person).await?))
}

/// Begins a round to deal. One that was being dealt is forgotten.
#[utoipa::path(post, path = "/school/rounds", tag = "school", operation_id = "beginExercise", request_body = NewExercise, responses(
    (status = 200, description = "The round", body = ExerciseView),
    (status = 400, description = "The body cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 404, description = "There is no such game or lesson", body = Problem),
    (status = 413, description = "The body is too long", body = Problem),
    (status = 415, description = "The body is not JSON", body = Problem),
    (status = 422, description = "The round cannot be dealt so", body = Problem)))]
pub(super) async fn begin(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Body(new): Body<NewExercise>,
) -> Result<Json<ExerciseView>, Refusal> {
    Ok(Json(house.room.begin_exercise(&person, &new).await?))
}

/// The round the viewer is dealing.
#[utoipa::path(get, path = "/school/rounds/{id}", tag = "school", operation_id = "exercise",
    params(("id" = Uuid, Path, description = "The round's id")), responses(
    (status = 200, description = "The round", body = ExerciseView),
    (status = 400, description = "The id cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 404, description = "The viewer deals no such round", body = Problem)))]
pub(super) async fn exercise(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Path(id): Path<Uuid>,
) -> Result<Json<ExerciseView>, Refusal> {
    Ok(Json(house.room.exercise(&person, id)?))
}

/// Makes a move, which is judged.
#[utoipa::path(post, path = "/school/rounds/{id}/moves", tag = "school", operation_id = "makeMove",
    params(("id" = Uuid, Path, description = "The round's id")), request_body = NewMove, responses(
    (status = 200, description = "The round after it", body = ExerciseView),
    (status = 400, description = "The body or the id cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 404, description = "The viewer deals no such round", body = Problem),
    (status = 413, description = "The body is too long", body = Problem),
    (status = 415, description = "The body is not JSON", body = Problem),
    (status = 422, description = "It is no move, or the round is over", body = Problem)))]
pub(super) async fn make_move(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Path(id): Path<Uuid>,
    Body(made): Body<NewMove>,
) -> Result<Json<ExerciseView>, Refusal> {
    Ok(Json(house.room.make_move(&person, id, &made.text).await?))
}

/// Says that the round is over. What is still due was left out.
#[utoipa::path(post, path = "/school/rounds/{id}/finish", tag = "school", operation_id = "finishExercise",
    params(("id" = Uuid, Path, description = "The round's id")), responses(
    (status = 200, description = "The round with all its errors", body = ExerciseView),
    (status = 400, description = "The id cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 404, description = "The viewer deals no such round", body = Problem)))]
pub(super) async fn finish(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Path(id): Path<Uuid>,
) -> Result<Json<ExerciseView>, Refusal> {
    Ok(Json(house.room.finish_exercise(&person, id).await?))
}

/// Asks a question, by what the viewer knows and what is due.
#[utoipa::path(post, path = "/school/drills", tag = "school", operation_id = "askDrill", request_body = NewQuestion, responses(
    (status = 200, description = "The question", body = DrillQuestion),
    (status = 400, description = "The body cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 404, description = "There is no such game, or nothing to ask", body = Problem),
    (status = 413, description = "The body is too long", body = Problem),
    (status = 415, description = "The body is not JSON", body = Problem)))]
pub(super) async fn ask(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Body(new): Body<NewQuestion>,
) -> Result<Json<DrillQuestion>, Refusal> {
    Ok(Json(house.room.ask_drill(&person, &new).await?))
}

/// Answers the question that was asked last.
#[utoipa::path(post, path = "/school/drills/{id}", tag = "school", operation_id = "answerDrill",
    params(("id" = Uuid, Path, description = "The question's id")), request_body = DrillAnswer, responses(
    (status = 200, description = "Whether it was right, and why", body = DrillVerdict),
    (status = 400, description = "The body or the id cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 404, description = "No such question waits for the viewer", body = Problem),
    (status = 413, description = "The body is too long", body = Problem),
    (status = 415, description = "The body is not JSON", body = Problem),
    (status = 422, description = "It cannot be an answer", body = Problem)))]
pub(super) async fn answer(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Path(id): Path<Uuid>,
    Body(answer): Body<DrillAnswer>,
) -> Result<Json<DrillVerdict>, Refusal> {
    Ok(Json(house.room.answer_drill(&person, id, &answer.answer).await?))
}

/// Sets a table test for a dealer; for the floor.
#[utoipa::path(post, path = "/school/tests", tag = "school", operation_id = "setTest", request_body = NewTest, responses(
    (status = 200, description = "The test", body = TestCard),
    (status = 400, description = "The body cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 403, description = "Only the floor may do this", body = Problem),
    (status = 404, description = "There is no such dealer or game", body = Problem),
    (status = 413, description = "The body is too long", body = Problem),
    (status = 415, description = "The body is not JSON", body = Problem),
    (status = 422, description = "The test cannot be set so", body = Problem)))]
pub(super) async fn set_test(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Body(new): Body<NewTest>,
) -> Result<Json<TestCard>, Refusal> {
    Ok(Json(house.room.set_test(&person, &new).await?))
}

/// Begins a table test that was set for the viewer, or goes on with its next round.
#[utoipa::path(post, path = "/school/tests/{hash}/take", tag = "school", operation_id = "takeTest",
    params(("hash" = String, Path, description = "The hash of the test")), responses(
    (status = 200, description = "The next round of it", body = ExerciseView),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 404, description = "There is no such test for the viewer", body = Problem),
    (status = 422, description = "It has been taken", body = Problem)))]
pub(super) async fn take_test(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Path(hash): Path<String>,
) -> Result<Json<ExerciseView>, Refusal> {
    let hash: Hash = hash.parse().map_err(|_| Problem::not_found("test"))?;
    Ok(Json(house.room.take_test(&person, &hash).await?))
}

/// A table test on file, to print; for its dealer, the floor and auditors.
#[utoipa::path(get, path = "/school/records/{hash}", tag = "school", operation_id = "record",
    params(("hash" = String, Path, description = "The hash it is signed by"), RecordQuery), responses(
    (status = 200, description = "The record", content(
        (String = "text/html"), (String = "text/markdown"), (Vec<u8> = "application/pdf"))),
    (status = 400, description = "The query cannot be read", body = Problem),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 404, description = "There is no such record", body = Problem),
    (status = 422, description = "The record cannot be printed", body = Problem)))]
pub(super) async fn record(
    State(house): State<House>,
    SignedIn(person): SignedIn,
    Path(hash): Path<String>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, Refusal> {
    let hash: Hash = hash.parse().map_err(|_| Problem::not_found("record"))?;
    let format = query.format.unwrap_or_default().into();
    let record = house.room.record(&person, &hash, format).await?;
    Ok(download(&format!("table-test-{hash}"), format, record))
}

/// Every dealer with their work and weak clauses; for the floor and auditors.
#[utoipa::path(get, path = "/school/dealers", tag = "school", operation_id = "dealers", responses(
    (status = 200, description = "The dealers, by name", body = Vec<DealerCard>),
    (status = 401, description = "Nobody is signed in", body = Problem),
    (status = 403, description = "Only the floor and auditors may see this", body = Problem)))]
pub(super) async fn dealers(
    State(house): State<House>,
    SignedIn(person): SignedIn,
) -> Result<Json<Vec<DealerCard>>, Refusal> {
    Ok(Json(house.room.dealers(&person).await?))
}
