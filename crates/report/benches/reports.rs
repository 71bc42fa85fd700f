//! How long each report of each game takes, from the rules file to the HTML. `cargo bench -p croupier-report`.

use std::time::Instant;

use croupier_report::{Filing, Format, Kind, Options, Steps, Trial};

struct Silent;

impl Steps for Silent {
    fn expect(&self, _: u64) {}
    fn begin(&self, _: &str) {}
    fn done(&self) {}
}

fn main() {
    let options = Options {
        bet: None,
        changes: Vec::new(),
        date: jiff::civil::date(2026, 11, 15),
        trial: Trial::default(),
        filing: Filing::default(),
    };
    println!(
        "{:<24}{:>12}{:>12}{:>12}{:>15}{:>12}",
        "seconds", "submission", "memorandum", "par", "strategy-card", "pay-card"
    );
    for id in croupier_rules::load::ids() {
        let loaded = croupier_rules::load::open(id).expect("a test keeps the games of the program valid");
        let times = Kind::ALL.map(|kind| {
            let start = Instant::now();
            let document =
                croupier_report::make(kind, &loaded, &options, &Silent).expect("every game has every report");
            let page = Format::Html.lay_out(&document).expect("HTML is always there");
            assert!(!page.is_empty());
            start.elapsed().as_secs_f64()
        });
        let [submission, memorandum, par, strategy, pay] = times;
        println!("{id:<24}{submission:>12.2}{memorandum:>12.2}{par:>12.2}{strategy:>15.2}{pay:>12.2}");
    }
}
