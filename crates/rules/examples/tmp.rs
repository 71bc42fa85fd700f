fn main() {
    for w in std::env::args().skip(1) {
        let t = std::time::Instant::now();
        match croupier_rules::load::open(&w) {
            Ok(_) => println!("{w} fine"),
            Err(e) => {
                let s = e.to_string();
                println!("{} bytes: {}", s.len(), s.chars().take(1500).collect::<String>())
            }
        }
        println!("{:?}", t.elapsed());
    }
}
