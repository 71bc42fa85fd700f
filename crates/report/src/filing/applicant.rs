//! Who files: the fields of the first page, read from `applicant.toml` and from options.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;
use toml::Value;

use super::form::Form;

/// What is known of an applicant: everything that a form asks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Applicant(BTreeMap<Field, String>);

/// A field of the first page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Field {
    /// Who files.
    Name,
    /// As what: a charitable organization, or a game operator employer on behalf of one.
    Capacity,
    /// The charitable organization that an operator files for.
    OnBehalfOf,
    /// The applicant's address.
    Address,
    /// Where the game will be played.
    Location,
    /// Whom to ask.
    Contact,
    /// The first day on which the game is to be offered.
    FirstDate,
    /// Who signs, with the title.
    SignedBy,
    /// Whether the game is new, a variation or a composite.
    GameIs,
    /// The licensee that sponsors a petition.
    Sponsor,
    /// Copyrights, trademarks and patents.
    Rights,
}

const CAPACITIES: [&str; 2] = ["charitable organization", "game operator employer"];
const GAMES: [&str; 3] = [
    "new game",
    "variation of an authorized game",
    "composite of authorized games",
];

/// What is known of a field of the first page: its key in `applicant.toml`, what it is called, and the forms that ask for it. The
/// order is that of the first page.
const FIELDS: [(Field, &str, &str, &[Form]); 11] = {
    use Field::*;
    use Form::{Massachusetts as Ma, NewHampshire as Nh, Pennsylvania as Pa};
    [
        (Name, "name", "Applicant", &[Nh, Ma, Pa]),
        (Capacity, "capacity", "Filing as", &[Nh]),
        (
            OnBehalfOf,
            "on-behalf-of",
            "On behalf of (charitable organization)",
            &[Nh],
        ),
        (Address, "address", "Address", &[Nh, Ma, Pa]),
        (Location, "location", "Location of play", &[Nh, Pa]),
        (Contact, "contact", "Contact", &[Nh, Ma, Pa]),
        (FirstDate, "first-date", "Proposed implementation date", &[Nh]),
        (GameIs, "game-is", "The game is a", &[Ma]),
        (Sponsor, "sponsor", "Gaming licensee serving as sponsor", &[Ma]),
        (
            Rights,
            "rights",
            "Copyrights, trademarks or patents, issued or pending",
            &[Ma],
        ),
        (SignedBy, "signed-by", "Signed by (name and title)", &[Nh, Ma, Pa]),
    ]
};

impl Field {
    /// The fields that a form asks for, in the order of its first page.
    pub fn asked(form: Form) -> impl Iterator<Item = Field> {
        let asks = move |(_, _, _, forms): &&(Field, &str, &str, &[Form])| forms.contains(&form);
        FIELDS.iter().filter(asks).map(|(field, ..)| *field)
    }

    /// The keys of all fields, in words: "name, capacity, …".
    pub fn keys() -> String {
        FIELDS.map(|(_, key, ..)| key).join(", ")
    }

    /// Its key in `applicant.toml`.
    pub fn key(self) -> &'static str {
        self.line().0
    }

    /// What the first page calls it.
    pub fn label(self, form: Form) -> &'static str {
        match (self, form) {
            (Field::Name, Form::Massachusetts) => "Petitioner",
            _ => self.line().1,
        }
    }

    fn line(self) -> (&'static str, &'static str) {
        let known = FIELDS.iter().find(|(field, ..)| *field == self);
        known.map_or(("", ""), |(_, key, label, _)| (*key, *label))
    }

    /// The texts it may hold, where they are few.
    const fn words(self) -> &'static [&'static str] {
        match self {
            Field::Capacity => &CAPACITIES,
            Field::GameIs => &GAMES,
            _ => &[],
        }
    }
}

impl Applicant {
    /// Reads the applicant from a file and from options, which go before the file. `None` where neither says anything; every
    /// fault there is where a form could not be filed so.
    pub fn read(
        file: Option<&str>,
        options: &[(String, String)],
        form: Form,
        filed: Date,
    ) -> Result<Option<Applicant>, Vec<String>> {
        if file.is_none() && options.is_empty() {
            return Ok(None);
        }
        let mut faults = Vec::new();
        let mut known = BTreeMap::new();
        for (key, value) in given(file, options, &mut faults) {
            match FIELDS.iter().find(|(_, known, ..)| *known == key) {
                Some((field, ..)) => {
                    known.insert(*field, value);
                }
                None => faults.push(format!("there is no field `{key}`; the fields are {}", Field::keys())),
            }
        }
        check(&known, form, filed, &mut faults);
        match faults.is_empty() {
            true => Ok(Some(Applicant(known))),
            false => Err(faults),
        }
    }

    /// What is known of a field.
    pub fn get(&self, field: Field) -> Option<&str> {
        self.0.get(&field).map(String::as_str)
    }
}

/// What file and options say, the options last.
fn given(file: Option<&str>, options: &[(String, String)], faults: &mut Vec<String>) -> Vec<(String, String)> {
    let table = match file.unwrap_or_default().parse::<toml::Table>() {
        Ok(table) => table,
        Err(fault) => {
            faults.push(format!(
                "it is not TOML: {}",
                fault.to_string().trim().replace('\n', " ")
            ));
            toml::Table::new()
        }
    };
    let mut list = Vec::new();
    for (key, value) in table {
        match value {
            Value::String(text) => list.push((key, text)),
            Value::Datetime(day) => list.push((key, day.to_string())),
            _ => faults.push(format!("`{key}` is not a text; write it in quotes")),
        }
    }
    list.extend(options.iter().cloned());
    list
}

/// Everything that keeps an applicant from filing a form.
fn check(known: &BTreeMap<Field, String>, form: Form, filed: Date, faults: &mut Vec<String>) {
    for field in Field::asked(form) {
        let key = field.key();
        let text = known.get(&field).map(|text| text.trim());
        let is_operator = known
            .get(&Field::Capacity)
            .is_some_and(|capacity| capacity == CAPACITIES[1]);
        let (words, asked) = (field.words(), field != Field::OnBehalfOf || is_operator);
        match text {
            None if asked => faults.push(format!("`{key}` is missing ({})", field.label(form))),
            Some("") if asked => faults.push(format!("`{key}` is empty ({})", field.label(form))),
            Some(text) if !words.is_empty() && !words.contains(&text) => {
                faults.push(format!(
                    "`{key}` is \u{201c}{text}\u{201d}; it is one of: {}",
                    words.join(", ")
                ));
            }
            Some(text) if field == Field::FirstDate => faults.extend(too_soon(text, form, filed)),
            _ => {}
        }
    }
}

/// Why a first day cannot be filed for, if it cannot.
fn too_soon(text: &str, form: Form, filed: Date) -> Option<String> {
    let key = Field::FirstDate.key();
    let Ok(first) = text.parse::<Date>() else {
        return Some(format!(
            "`{key}` is \u{201c}{text}\u{201d}, which is not a day; write it like 2027-01-31"
        ));
    };
    let days = form.days_ahead()?;
    let earliest = earliest(form, filed)?;
    (first < earliest).then(|| {
        format!(
            "`{key}` is {first}, less than {days} days after the day of filing, {filed}; {} allows {earliest} at the \
             earliest",
            form.regulation()
        )
    })
}

/// The first day that may be filed for.
pub(super) fn earliest(form: Form, filed: Date) -> Option<Date> {
    filed.checked_add(form.days_ahead()?.days()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    const WHOLE: &str = "name = \"Granite Charity\"\ncapacity = \"charitable organization\"\naddress = \"1 Main Street\"\n\
                         location = \"The Hall\"\ncontact = \"Pat Doe\"\nfirst-date = 2026-12-31\nsigned-by = \"Pat Doe, Treasurer\"\n";

    fn read(text: &str, options: &[(&str, &str)]) -> Result<Option<Applicant>, Vec<String>> {
        let options: Vec<(String, String)> = options
            .iter()
            .map(|(key, value)| (key.to_string(), value.to_string()))
            .collect();
        Applicant::read(Some(text), &options, Form::NewHampshire, date(2026, 11, 16))
    }

    #[test]
    fn a_whole_applicant_is_read_and_options_go_before_the_file() {
        let applicant = read(WHOLE, &[("location", "The Barn")]).unwrap().unwrap();
        assert_eq!(applicant.get(Field::Name), Some("Granite Charity"));
        assert_eq!(applicant.get(Field::Location), Some("The Barn"));
        assert_eq!(applicant.get(Field::FirstDate), Some("2026-12-31"));
        assert_eq!(
            Applicant::read(None, &[], Form::NewHampshire, date(2026, 11, 16)),
            Ok(None)
        );
    }

    #[test]
    fn every_gap_is_named_at_once() {
        let faults = read(
            "name = \"\"\nnick = \"x\"\naddress = 5\nfirst-date = \"soon\"\ncapacity = \"club\"",
            &[],
        )
        .unwrap_err();
        for said in [
            "`name` is empty",
            "no field `nick`",
            "`address` is not a text",
            "`address` is missing",
            "`location` is missing",
            "`contact` is missing",
            "`signed-by` is missing",
            "not a day",
            "it is one of: charitable organization, game operator employer",
        ] {
            assert!(faults.iter().any(|fault| fault.contains(said)), "{said}: {faults:?}");
        }
        assert!(!faults.iter().any(|fault| fault.contains("`on-behalf-of` is missing")));
    }

    #[test]
    fn forty_five_days_are_counted_from_the_day_of_filing() {
        assert!(read(WHOLE, &[("first-date", "2026-12-31")]).is_ok());
        let faults = read(WHOLE, &[("first-date", "2026-12-30")]).unwrap_err();
        assert_eq!(faults.len(), 1);
        assert!(faults[0].contains("allows 2026-12-31 at the earliest"), "{faults:?}");
    }

    #[test]
    fn an_operator_names_the_organization_it_files_for() {
        let faults = read(WHOLE, &[("capacity", "game operator employer")]).unwrap_err();
        assert!(faults[0].contains("`on-behalf-of` is missing"), "{faults:?}");
    }

    #[test]
    fn a_petition_asks_for_other_fields() {
        let read = Applicant::read(Some(WHOLE), &[], Form::Massachusetts, date(2026, 11, 16));
        let faults = read.unwrap_err();
        assert_eq!(faults.len(), 3, "{faults:?}");
    }
}
