use std::sync::Arc;
use croupier_rules::{load, Money};
use croupier_simulator::*;
use croupier_simulator::twenty_one::*;
use croupier_simulator::twenty_one::lanes::*;
struct H(Vec<u32>, u64, u64);
impl Sink for H {
    #[inline(always)]
    fn code(&mut self, code: u32) { self.0[code as usize] += 1; }
    fn hands(&mut self, e: &[HandEnd]) { self.1 += e[0].leaves().count() as u64; }
    fn stopped(&mut self, _: u64, _: Stopped) { self.2 += 1; }
}
fn cpu() -> f64 { std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9 }
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let n: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let side = std::env::args().nth(3).is_some();
    let game = Arc::new(load::parse(&std::fs::read_to_string(path).unwrap()).unwrap());
    let bets = croupier_table::HandWagers { main: Money::from_dollars(10), spots: 0, side: if side {game.side_bets.iter().map(|b| b.min).collect()} else {vec![]} };
    let t = Tables::compile(&game, &Policy::MimicDealer, &bets).unwrap();
    let l = LaneTables::new(&t).unwrap();
    let mut h = H(vec![0; t.codes() as usize], 0, 0);
    let now = cpu();
    play(&t, &l, philox::key(1), 0, n / 32, &mut h);
    let e = cpu() - now;
    println!("lanes {:.1} M/s  open {} stopped {} entries {}", n as f64 / e / 1e6, h.1, h.2, t.entries.len());
    let now = cpu();
    let mut ends = [HandEnd::default(); HANDS_MAX];
    let mut f = croupier_simulator::cards::Fresh::new(&t.layout, philox::key(1), 0);
    let mut x = 0u64;
    for r in 0..n/8 { f.restart(r); t.play(1, &mut f, &mut ends).unwrap(); x += u64::from(ends[0].leaves().next().unwrap()); }
    println!("plain {:.1} M/s {x}", n as f64 / 8.0 / (cpu() - now) / 1e6);
}
