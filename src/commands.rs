//! One file a command.

pub mod bets;
mod books;
mod check;
mod chips;
mod compare;
mod completions;
pub mod count;
mod drill;
mod effects;
pub mod export;
pub mod games;
mod hand;
mod layout;
mod lesson;
mod long_work;
mod man;
mod night;
mod open;
mod person;
mod play;
mod points;
pub mod replay;
mod report;
mod rules;
mod serve;
pub mod simulate;
pub mod solve;
pub mod strategy;
mod upgrade;

use crate::args::Command;
use crate::failure::Failure;

/// Does what was asked.
pub fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Serve(args) => serve::run(&args),
        Command::Audit(args) => books::audit(&args),
        Command::Verify(args) => books::verify(&args),
        Command::Backup(args) => books::backup(&args),
        Command::Archive(args) => books::archive(&args),
        Command::Night(args) => night::run(&args),
        Command::Person(args) => person::run(&args),
        Command::Correct(args) => chips::correct(&args),
        Command::Fill(args) => chips::fill(&args),
        Command::Credit(args) => chips::credit(&args),
        Command::Play(play) => play::run(&play),
        Command::Drill(args) => drill::run(&args),
        Command::Lesson(args) => lesson::run(&args),
        Command::Games { json } => games::run(json),
        Command::Completions { shell } => completions::run(shell),
        Command::Man { command } => man::run(command.as_deref()),
        Command::Check { file, json } => check::run(&file, json),
        Command::Upgrade { file } => upgrade::run(&file),
        Command::Solve(args) => solve::run(&args),
        Command::Hand(args) => hand::run(&args),
        Command::Strategy(args) => strategy::run(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::Sensitivity(args) => compare::sensitivity(&args),
        Command::Points(args) => points::run(&args),
        Command::Effects(args) => effects::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Merge(args) => simulate::merge(&args),
        Command::Report(args) => report::run(&args),
        Command::Layout(args) => layout::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Replay {
            file,
            step,
            plain,
            json,
        } => {
            let telling = match (step, plain, json) {
                (true, ..) => Some(replay::Telling::Step),
                (_, true, _) => Some(replay::Telling::Plain),
                (.., true) => Some(replay::Telling::Json),
                _ => None,
            };
            replay::run(&file, telling)
        }
        Command::Rules { game, format, cited } => rules::run(&game, format, cited),
    }
}
