//! The command line: one definition for the parser, the help, the man pages and the shell completions.

mod export;
mod house;
mod report;
mod school;
mod simulate;
mod table;
mod values;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

pub use export::{Export, ExportFormat, ExportWhat};
pub use house::{
    Archive, Audit, Backup, Correct, LogFormat, Night, Person, PersonDoes, RackMove, RoleArg, Serve, Signed, Verify,
};
pub use report::{Filer, Layout, Report, ReportForm, ReportFormat, ReportKind, SheetFormat};
pub use school::{Chances, Drill, Lesson};
pub use simulate::{Merge, ShoeMode, Simulate, SimulationPrint};
pub use table::Play;
pub use values::{Compare, Count, Effects, Hand, Rules, Sensitivity, Solve, Strategy, StrategyFormat, WhichPlay};

const EXAMPLES: &str = "\
Examples:
  croupier                                     open the card room in the browser
  croupier play nh21-plus                      play at the terminal table
  croupier play nh-holdem --seats 5 --seed 7   with four other players, from a fixed seed
  croupier play nh21-plus --plain < script     line by line, for scripts and screen readers
  croupier drill nh21-plus payouts             practice what a dealer must know
  croupier rules super-fun-21 | less           read the rule sheet
  croupier check my-game.toml                  check a rules file of your own
  croupier replay story.round --step           step through a saved round

Exit codes:
  0    success; also when whoever reads the output stops reading
  1    a file, the terminal or the operating system failed
  2    the input is wrong; the message says what, where, and what to do
  130  interrupted (any signal: 128 and its number)

Environment:
  NO_COLOR  when set and not empty, no colors";

/// Table games by the book.
///
/// Croupier deals, pays, values and prints house-banked card games. Each game is one rules file; everything the program
/// knows of a game it reads from there. A GAME is named by its id (see `croupier games`) or by the path of a rules file.
#[derive(Parser, Debug)]
#[command(version, after_long_help = EXAMPLES, after_help = "`croupier --help` says more, with examples and exit codes.")]
pub struct Args {
    /// What to do; `serve` if left out.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Open the card room: live tables in the browser, every chip in a ledger on disk. This is what no command at all does.
    ///
    /// Prints the address to open. People come in as guests or sign up; chips are play money. Everything is in one SQLite
    /// file or PostgreSQL database; stopped or killed at any instant, the house opens again where it stood.
    Serve(Serve),
    /// Audit a house's ledger, running or stopped.
    ///
    /// All accounts sum to nothing, every wager is resolved once, each round plays again to the same events and payments,
    /// each revealed shoe is the one committed to. Prints what was checked; exit code 1 on any difference.
    Audit(Audit),
    /// Verify a past shoe, or a round of one in play: that the cards were fixed before the first bet.
    ///
    /// A shoe by its id in the books of a house, with every round dealt from it; or from a file with what
    /// GET /api/v1/shoes/{id} or GET /api/v1/rounds/{id}/proof answered, without any books. Compare the root it prints with
    /// the one you saw before betting. Exit code 1 when it does not hold.
    Verify(Verify),
    /// Copy the books of a house (a SQLite file) to a new file while it goes on.
    Backup(Backup),
    /// Move the play of old rounds out of the books into a Parquet file, of which the books keep the hash.
    ///
    /// Accounts, transfers, rounds and shoes stay. `croupier audit --archive FILE` plays the archived rounds again. Rounds that
    /// are not over stay, with all that came after them, and so do those of a shoe in play. The house may go on meanwhile.
    Archive(Archive),
    /// Print what a gaming day came to: drop, handle, win, hold, fills, credits and corrections of every table.
    ///
    /// The win stands beside what was to be expected of the bets made, by the solver's exact edge when everybody plays
    /// best, with its standard deviation. Tables that are closed by now are there too.
    Night(Night),
    /// List the people of a house, or change one: a new password, a role, no more signing in.
    Person(Person),
    /// Put a mistake with chips right, under two names. The mistake itself stays in the books.
    Correct(Correct),
    /// Bring chips from the bank to a table's rack, under two names.
    Fill(RackMove),
    /// Take chips from a table's rack back to the bank, under two names.
    Credit(RackMove),
    /// Play at the terminal table.
    ///
    /// Draws the felt in a terminal. With `--plain`, or when standard input or output is no terminal, it goes line by
    /// line instead: every event is a sentence, every question lists what may be answered. Keys: the letter beside each
    /// offer, arrows and digits for amounts, Enter to deal, `w` to save the round, `?` for help and the rule sheet, `q` to
    /// leave.
    Play(Play),
    /// Ask a dealer questions: payouts, totals, which hand wins, what comes next, where a round went wrong.
    ///
    /// Every answer comes from the rules file or a dealt round, and the clause behind it is quoted. Goes line by line, for any
    /// terminal or screen reader. Amounts are answered in dollars (7.50) or in chips (1x5+2.50). With `--progress`, what was
    /// answered wrong is asked again sooner (SM-2).
    Drill(Drill),
    /// List the lessons of a game's course, or print a round of one by the book: every move of the dealer with its clause.
    Lesson(Lesson),
    /// List the games.
    Games {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print the rule sheet of a game: object, equipment, method of play, wagers, pay tables, open points.
    Rules {
        /// The game's id, or the path of a rules file.
        game: String,
        /// How to print it.
        #[arg(long, value_enum, default_value_t = SheetFormat::Text)]
        format: SheetFormat,
        /// Print every sentence beside the clauses it cites, in the documents' own words, and then every sentence of the
        /// documents with the clauses that carry it, or why none does.
        #[arg(long)]
        cited: bool,
    },
    /// Check a rules file and report every fault at once.
    ///
    /// Each fault comes with line and column, what is wrong, and what would be right. Exit code 2 when there is one.
    Check {
        /// The rules file, or a game's id.
        file: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Rewrite a rules file of format 1 as one of format 2.
    ///
    /// Rules stay in the file; documents, clauses, printed lines and open points go into a second file beside it, with
    /// `.sources.toml` for `.toml`. Comments are lost. Nothing is written unless the result is a sound game.
    Upgrade {
        /// The rules file.
        file: String,
    },
    /// Value every wager of a game exactly: house edge, spread, and every row of every table.
    ///
    /// The main game is played as well as it can be at the bet given, since amounts matter: a cap on payouts or a double
    /// for less changes the value and the play. Figures are per unit of the initial wager.
    Solve(Solve),
    /// Value each legal action of one hand, best first, with the cost of each mistake.
    ///
    /// Off a fresh shoe, or off any remaining one with `--removed`. In a game of 21 the dealer has checked and has no
    /// blackjack, where the rules have the dealer check; `--insurance` asks before the check.
    Hand(Hand),
    /// Print how to play: a chart (21) or a rule of a few lines (stud) derived by the solver, with its exact value.
    ///
    /// `--play complete` is the best play with every hand, hand by hand. What either writes as JSON may be edited, and
    /// `simulate --strategy FILE` plays by it.
    Strategy(Strategy),
    /// Compare two games: what each wager is worth in both, and the rules in which they differ.
    Compare(Compare),
    /// Change every rule of a game, one at a time, and print the effect on each wager.
    ///
    /// Decks, soft 17, each pay line by a step, each unclear point read the other way, each rule switched off.
    Sensitivity(Sensitivity),
    /// Show the points the documents leave open: how each is read, how else it could be, and what that does to every wager.
    #[command(
        after_help = "Each other reading is a game of its own: `croupier play GAME --set FIELD=VALUE` deals it,\n\
                            `croupier compare GAME GAME --set FIELD=VALUE` sets it beside this one."
    )]
    Points(Sensitivity),
    /// Show what each card that leaves the shoe does to every wager, and how well counting systems follow it.
    ///
    /// `main` keeps to the chart of the full shoe: its effects add up to nothing, which checks them. `main-best` plays what is
    /// left of the shoe best.
    Effects(Effects),
    /// Count cards: what a player wins who bets and plays by a count, and at which counts.
    ///
    /// Shoes are dealt to the cut card by the simulator; index plays, insurance and side bets by count are found by the solver. The count
    /// before a round decides the bet; the count when the first cards lie open decides insurance and play. The result is a function
    /// of rules, bets, seed and rounds alone, whatever the threads.
    #[command(
        after_help = "Bets are units of the least bet (--bet): `--spread 1-8` rises evenly over the counts that the system names,\n\
                            `--spread 0=1,1=2,3=8` as written, and 0 units are to sit out."
    )]
    Count(Count),
    /// Simulate millions of rounds a second: an independent check of every exact figure.
    ///
    /// The result is a function of rules, strategy, bets, seed and rounds alone, whatever the threads. Ctrl-C stops with
    /// what there is. Figures are per unit of the initial wager.
    Simulate(Simulate),
    /// Merge the parts that `croupier simulate --chunks` wrote, and print what the whole run would have printed.
    ///
    /// Each part is a range of chunks of one job, played anywhere. The merged result is the same, byte for byte but for its
    /// speed, as if one machine had played it all.
    Merge(Merge),
    /// Write a report: the submission for the commission, the memorandum beside it, the par sheet, the protection report, the strategy card or the
    /// pay card.
    ///
    /// Everything in it comes from the rules file and the solver. A report is written whole or not at all. The same rules,
    /// bet, date, rounds and seed give the same bytes.
    Report(Report),
    /// Draw the layout of a table, as SVG: the felt with its betting spots and pay tables, from the same plan as the page's.
    Layout(Layout),
    /// Export rounds or transfers of the house, or the outcomes of a game, for pandas, DuckDB or a spreadsheet.
    ///
    /// `docs/export.md` lists the columns.
    Export(Export),
    /// Replay a saved round.
    ///
    /// Plays the transcript again card by card and checks that every event comes out as it is written. In a terminal it is
    /// shown on the felt, forward and back with the arrows; otherwise it is told as commentary.
    Replay {
        /// The transcript.
        file: PathBuf,
        /// Tell it as commentary and wait for Enter after each step.
        #[arg(long, conflicts_with_all = ["json", "plain"])]
        step: bool,
        /// Tell it as commentary, all at once.
        #[arg(long, conflicts_with = "json")]
        plain: bool,
        /// Print every event as JSON, one a line.
        #[arg(long)]
        json: bool,
    },
    /// Print a completion script for a shell.
    ///
    /// For bash: `croupier completions bash > ~/.local/share/bash-completion/completions/croupier`.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print a man page.
    ///
    /// `croupier man | man -l -` reads it; `croupier man play` is the page of one command.
    Man {
        /// The command whose page to print; the program's own page if left out.
        command: Option<String>,
    },
}
