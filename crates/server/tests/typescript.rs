//! The page's TypeScript is what the wire types say it is. `UPDATE=1` writes it anew.

use std::fmt::Write as _;
use std::path::Path;

use croupier_server::wire;
use ts_rs::{Config, TS};

#[test]
fn the_page_is_typed_from_the_wire() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/wire.d.ts");
    let text = declarations();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "page/wire.d.ts is not what the types say: run `UPDATE=1 cargo test -p croupier-server --test typescript`"
    );
}

/// Every type of the wire, in the order of its modules.
fn declarations() -> String {
    let mut text = String::from("// Written from crates/server/src/wire by its test; do not edit.\n");
    macro_rules! declare {
        ($($name:ident)*) => { $(add::<wire::$name>(&mut text);)* };
    }
    declare!(Problem Credentials Me RoleName LossLimit);
    declare!(GameCard Reports ReportKind Edge Layout FamilyName SpotRule PayRow);
    declare!(Plan Spot SpotKind Seating SeatPlace Place Slot Band PayCard);
    declare!(TableCard TakenSeat Standing NewTable TableOrder VoidOrder);
    declare!(Felt Phase DecisionAt HandAt Count Offer Withheld ShoeLine SealedSeed SeatView HandBet HandView WagerView Ended);
    declare!(Order Command CoachWhen Message Frame Announcement Happening Advice ChoiceValue);
    declare!(HistoryPage RoundLine RoundsPage FoundRound RoundReplay RoundTransfer ReplayStep ShoeProof ShoeRules ShoeCut NewDealer ShoeRound RoundProof DealtCard ProofCheck);
    declare!(Statistics CurvePoint WagerStatistics Drill Pit AsideTable PitTable TableFigures Night NightTable);
    declare!(School CourseCard LessonCard DrillCard NewExercise ExerciseView TargetView ToolView CueView MoveLine QuotedClause NewMove);
    declare!(NewQuestion DrillQuestion DrillAnswer DrillVerdict NewTest TestCard RecordLine DealerCard WeakClause);
    text
}

fn add<T: TS>(text: &mut String) {
    let numbers = Config::new().with_large_int("number");
    let docs = T::docs().unwrap_or_default();
    let _ = writeln!(text);
    for line in format!("{docs}export {}", T::decl(&numbers)).lines() {
        let _ = writeln!(text, "{}", line.trim_end());
    }
}
