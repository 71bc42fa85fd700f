//! The OpenAPI document says what the house answers to: every route is in it, and everything in it is a route.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use serde_json::Value;

fn document() -> Value {
    serde_json::from_str(&croupier_server::http::document().to_json().unwrap()).unwrap()
}

#[test]
fn every_route_of_the_wire_is_documented() {
    let document = document();
    let mut routes: Vec<String> = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            routes.push(format!("{method} {path}"));
        }
    }
    routes.sort();
    assert_eq!(
        routes,
        [
            "get /api/v1/drills",
            "get /api/v1/games",
            "get /api/v1/games/{id}/chart",
            "get /api/v1/games/{id}/reports/{kind}",
            "get /api/v1/games/{id}/rules",
            "get /api/v1/history",
            "get /api/v1/me",
            "get /api/v1/night",
            "get /api/v1/pit",
            "get /api/v1/reports",
            "get /api/v1/rounds",
            "get /api/v1/rounds/{id}",
            "get /api/v1/rounds/{id}/proof",
            "get /api/v1/school",
            "get /api/v1/school/dealers",
            "get /api/v1/school/records/{hash}",
            "get /api/v1/school/rounds/{id}",
            "get /api/v1/shoes/{id}",
            "get /api/v1/statistics",
            "get /api/v1/tables",
            "get /api/v1/tables/{id}",
            "get /api/v1/tables/{id}/live",
            "post /api/v1/guest",
            "post /api/v1/loss-limit",
            "post /api/v1/school/drills",
            "post /api/v1/school/drills/{id}",
            "post /api/v1/school/rounds",
            "post /api/v1/school/rounds/{id}/finish",
            "post /api/v1/school/rounds/{id}/moves",
            "post /api/v1/school/tests",
            "post /api/v1/school/tests/{hash}/take",
            "post /api/v1/sign-in",
            "post /api/v1/sign-out",
            "post /api/v1/sign-up",
            "post /api/v1/tables",
            "post /api/v1/tables/{id}/change",
            "post /api/v1/tables/{id}/void",
        ]
    );
}

#[test]
fn every_reference_leads_somewhere_and_every_refusal_is_a_problem() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let text = document.to_string();
    for part in text.split("\"#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(schemas.contains_key(name), "{name}");
    }
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            for (status, response) in operation["responses"].as_object().unwrap() {
                if status.starts_with('4') || status.starts_with('5') {
                    let schema = &response["content"]["application/json"]["schema"]["$ref"];
                    assert_eq!(schema, "#/components/schemas/Problem", "{method} {path} {status}");
                }
            }
        }
    }
}
