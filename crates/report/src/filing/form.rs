//! The regulations whose headings a filing can take.

/// A form of filing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Form {
    /// New Hampshire, Lot 7206.07(c)(1): nine headings.
    #[default]
    NewHampshire,
    /// Massachusetts, 205 CMR 147.04(3): a petition, with eight headings for the description of the game.
    Massachusetts,
    /// Pennsylvania, the headings of a chapter of 58 Pa. Code on the rules of a game.
    Pennsylvania,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 3] = [Form::NewHampshire, Form::Massachusetts, Form::Pennsylvania];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Form::NewHampshire => "nh",
            Form::Massachusetts => "ma",
            Form::Pennsylvania => "pa",
        }
    }

    /// The regulation it follows.
    pub const fn regulation(self) -> &'static str {
        match self {
            Form::NewHampshire => "New Hampshire Lot 7206.07",
            Form::Massachusetts => "205 CMR 147.04",
            Form::Pennsylvania => "58 Pa. Code",
        }
    }

    /// How many days before the first day of play it must be filed, where the regulation says so.
    pub const fn days_ahead(self) -> Option<i32> {
        match self {
            Form::NewHampshire => Some(45),
            Form::Massachusetts | Form::Pennsylvania => None,
        }
    }
}
