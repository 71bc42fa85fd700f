//! A report as lines of one table, for spreadsheets and data frames.

use serde::Serialize;

use crate::report::{Report, RowReport, SeatsReport, SliceReport, WagerReport};

/// What a line tells of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// A wager as a whole.
    Wager,
    /// One row of its pay table, or another way to end.
    Row,
    /// The main game at one depth of the shoe.
    Depth,
    /// The main game at one seat.
    Seat,
    /// The main game with so many seats taken.
    Seats,
}

/// One line. What does not apply to its part is empty.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReportLine {
    /// What it tells of.
    pub part: LineKind,
    /// The wager's id.
    pub wager: String,
    /// The row; the cards gone, as `26-51`; the number of the seat, or of seats.
    pub label: Option<String>,
    /// How many hands, or how often the row came.
    pub count: u64,
    /// How often the row came for each hand.
    pub frequency: Option<f64>,
    /// The exact mean of the wager or the exact frequency of the row, where it is known.
    pub exact: Option<f64>,
    /// The mean gain in initial stakes.
    pub mean: Option<f64>,
    /// Its standard error.
    pub standard_error: Option<f64>,
    /// The lower end of its 95% interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The standard deviation of the gain.
    pub sd: Option<f64>,
    /// The skewness of the gain.
    pub skew: Option<f64>,
    /// What is wagered in all, on average, in initial stakes.
    pub average_wager: Option<f64>,
    /// What was wagered in all, in cents.
    pub total_wagered_cents: Option<i128>,
    /// How many standard errors the mean lies above the exact one.
    pub z: Option<f64>,
}

impl LineKind {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            LineKind::Wager => "wager",
            LineKind::Row => "row",
            LineKind::Depth => "depth",
            LineKind::Seat => "seat",
            LineKind::Seats => "seats",
        }
    }
}

impl Report {
    /// The report as lines: each wager followed by its rows, then the main game by depth, by seat and by number of seats.
    pub fn lines(&self) -> Vec<ReportLine> {
        let mut lines = Vec::new();
        for wager in &self.wagers {
            lines.push(of_wager(wager));
            lines.extend(wager.rows.iter().map(|row| of_row(wager, row)));
        }
        let depth = |slice: &SliceReport| format!("{}-{}", slice.from, slice.to - 1);
        lines.extend(
            self.depths
                .iter()
                .map(|slice| of_slice(LineKind::Depth, slice, depth(slice))),
        );
        let seat = |slice: &SliceReport| slice.from.to_string();
        lines.extend(
            self.by_seat
                .iter()
                .map(|slice| of_slice(LineKind::Seat, slice, seat(slice))),
        );
        lines.extend(self.by_seats.iter().map(of_seats));
        lines
    }

    /// The lines as comma-separated values.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "part,wager,label,count,frequency,exact,mean,standard_error,low,high,sd,skew,average_wager,total_wagered_cents,z\n",
        );
        let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        for line in self.lines() {
            let fields = [
                line.part.word().to_string(),
                quoted(&line.wager),
                quoted(&line.label.unwrap_or_default()),
                line.count.to_string(),
                number(line.frequency),
                number(line.exact),
                number(line.mean),
                number(line.standard_error),
                number(line.low),
                number(line.high),
                number(line.sd),
                number(line.skew),
                number(line.average_wager),
                line.total_wagered_cents
                    .map_or(String::new(), |cents| cents.to_string()),
                number(line.z),
            ];
            text += &fields.join(",");
            text.push('\n');
        }
        text
    }
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

fn of_wager(wager: &WagerReport) -> ReportLine {
    ReportLine {
        exact: wager.exact,
        mean: Some(wager.mean),
        standard_error: Some(wager.standard_error),
        low: Some(wager.interval[0]),
        high: Some(wager.interval[1]),
        sd: Some(wager.sd),
        skew: Some(wager.skew),
        average_wager: Some(wager.average_wager),
        total_wagered_cents: Some(wager.total_wagered_cents),
        z: wager.z,
        ..empty(LineKind::Wager, &wager.id, None, wager.hands)
    }
}

fn of_row(wager: &WagerReport, row: &RowReport) -> ReportLine {
    ReportLine {
        frequency: Some(row.frequency),
        exact: row.exact,
        ..empty(LineKind::Row, &wager.id, Some(row.row.clone()), row.count)
    }
}

fn of_slice(part: LineKind, slice: &SliceReport, label: String) -> ReportLine {
    let [low, high] = slice.interval();
    ReportLine {
        mean: Some(slice.mean),
        standard_error: Some(slice.standard_error),
        low: Some(low),
        high: Some(high),
        ..empty(part, "main", Some(label), slice.hands)
    }
}

fn of_seats(seats: &SeatsReport) -> ReportLine {
    let [low, high] = seats.interval();
    ReportLine {
        mean: Some(seats.mean),
        standard_error: Some(seats.standard_error),
        low: Some(low),
        high: Some(high),
        ..empty(LineKind::Seats, "main", Some(seats.seats.to_string()), seats.hands)
    }
}

fn empty(part: LineKind, wager: &str, label: Option<String>, count: u64) -> ReportLine {
    ReportLine {
        part,
        wager: wager.to_string(),
        label,
        count,
        frequency: None,
        exact: None,
        mean: None,
        standard_error: None,
        low: None,
        high: None,
        sd: None,
        skew: None,
        average_wager: None,
        total_wagered_cents: None,
        z: None,
    }
}
