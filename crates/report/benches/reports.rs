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
    let heads: Vec<String> = Kind::ALL.iter().map(|kind| format!("{:>15}", kind.name())).collect();
    println!("{:<24}{}", "seconds", heads.concat());
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
        let times: Vec<String> = times.iter().map(|seconds| format!("{seconds:>15.2}")).collect();
        println!("{id:<24}{}", times.concat());
    }
}
