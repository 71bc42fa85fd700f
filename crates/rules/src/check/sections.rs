//! The sections a family needs, and those of the other family.

use super::Check;
use crate::game::FamilyName;
use crate::load::Kind;

const TWENTY_ONE: [&str; 7] = [
    "dealer",
    "blackjack",
    "winner",
    "double",
    "split",
    "surrender",
    "insurance",
];
const TWENTY_ONE_NEEDED: [&str; 5] = ["dealer", "blackjack", "double", "split", "surrender"];
const STUD: [&str; 4] = ["hands", "street", "pay", "cap"];
const STUD_NEEDED: [&str; 3] = ["hands", "street", "pay"];

pub(super) fn check(check: &mut Check) {
    let (needed, foreign, family): (&[&str], &[&str], _) = match check.file.family {
        FamilyName::TwentyOne => (&TWENTY_ONE_NEEDED, &STUD, "twenty-one"),
        FamilyName::Stud => (&STUD_NEEDED, &TWENTY_ONE, "stud"),
    };
    for section in needed {
        if !check.has(section) && !check.has_syntax_faults() {
            let what = format!("the section `{section}` is missing, which a game of the family \"{family}\" needs");
            let header = if ["street", "pay"].contains(section) {
                format!("[[{section}]]")
            } else {
                format!("[{section}]")
            };
            check.fault(Kind::MissingKey, &["family"], what, format!("add a section `{header}`"));
        }
    }
    for section in foreign {
        if check.has(section) && check.trusts(&["family"]) {
            let what = format!("the section `{section}` does not belong to the family \"{family}\"");
            check.key_fault(Kind::WrongFamily, section, what, "leave it out, or change `family`");
        }
    }
}
