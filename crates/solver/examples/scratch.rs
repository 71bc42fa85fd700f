use croupier_rules::{Money, load};
use croupier_solver::twenty_one::{full_shoe, round_value};
fn main() {
    for id in std::env::args().skip(1) {
        let text = std::fs::read_to_string(format!("games/{id}.toml")).unwrap();
        let game = load::parse(&text).unwrap();
        let t = std::time::Instant::now();
        let r = round_value::<f64>(&game, Money::from_dollars(10), &full_shoe(&game)).unwrap();
        println!("{id} ev {:.9} ins {:.9} wager {:.6} {:?}", r.value, r.insurance, r.wager, t.elapsed());
        let total: f64 = r.gains.values().sum();
        let mean: f64 = r.gains.iter().map(|(g,c)| *g as f64*1e-6*c).sum();
        let sq: f64 = r.gains.iter().map(|(g,c)| (*g as f64*1e-6).powi(2)*c).sum();
        println!("mass {total} mean {mean} sd {}", (sq-mean*mean).sqrt());
        for (o, e) in &r.endings { println!("  {:?} {:.9} {:.9}", o, e.chance, e.contribution); }
    }
}
