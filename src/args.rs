//! The command line: one definition for the parser, the help, the man pages and the shell completions.

use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use croupier_report::Kind;
use croupier_report::counting::{CountPlay, Spread};
use croupier_report::filing::Field;
use croupier_rules::card::NotACard;
use croupier_rules::load::Change;
use croupier_rules::{Card, Money, Rank, Suit};
use croupier_school::DrillKind;
use croupier_table::Seed;

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

/// `croupier serve`.
#[derive(clap::Args, Debug)]
pub struct Serve {
    /// The address to listen on, like 0.0.0.0:8021, or a port alone for this machine only; port 0 for any free one.
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1:8021",
        env = "CROUPIER_LISTEN",
        value_parser = listen_address
    )]
    pub listen: SocketAddr,
    /// The books of the house: a SQLite file, made when it is missing, or postgres://….
    #[arg(
        long,
        value_name = "FILE|URL",
        default_value = "croupier.db",
        env = "CROUPIER_HOUSE",
        hide_env_values = true
    )]
    pub house: String,
    /// Deal a rules file of your own at live tables, too; may be named more than once. A file with the id of a built-in
    /// game takes its place.
    #[arg(long, value_name = "FILE")]
    pub game: Vec<String>,
    /// Make an account that runs the floor, and print its password.
    #[arg(long, value_name = "NAME", env = "CROUPIER_FLOOR")]
    pub floor: Option<String>,
    /// Make an account that reads everything and changes nothing, and print its password.
    #[arg(long, value_name = "NAME", env = "CROUPIER_AUDITOR")]
    pub auditor: Option<String>,
    /// An origin pages may come from, like `https://cards.example.org`, when the house stands behind a proxy.
    #[arg(long, value_name = "ORIGIN", env = "CROUPIER_ORIGIN", value_delimiter = ',')]
    pub origin: Vec<String>,
    /// Pages are reached over https, through a proxy: cookies are sent over https alone.
    #[arg(long, env = "CROUPIER_HTTPS")]
    pub https: bool,
    /// For tests: every shoe follows from this seed, so the shuffles prove nothing. The page says so.
    #[arg(long, value_name = "S", hide = true)]
    pub seed: Option<Seed>,
    /// Requests one address may make in a second, and orders one connection may give.
    #[arg(long, value_name = "N", default_value_t = 50, env = "CROUPIER_RATE", value_parser = clap::value_parser!(u32).range(1..))]
    pub rate: u32,
    /// Milliseconds from one step of the dealer to the next; 0 for no pauses.
    #[arg(long, value_name = "MS", default_value_t = 450, env = "CROUPIER_PACE", value_parser = clap::value_parser!(u64).range(0..=5000))]
    pub pace: u64,
    /// A file with settings: `house = "…"`, `listen = "…"`; every option by its name. The command line and the environment
    /// come first.
    #[arg(long, value_name = "FILE", env = "CROUPIER_CONFIG")]
    pub config: Option<PathBuf>,
    /// Where the other servers of the same house reach this one, HOST:PORT, when several share a PostgreSQL; the address
    /// it listens on if left out.
    #[arg(long, value_name = "HOST:PORT", env = "CROUPIER_ADVERTISE")]
    pub advertise: Option<String>,
    /// A network of proxies whose X-Forwarded-For is believed, like `10.0.0.0/8`; the other servers of the house too.
    #[arg(long, value_name = "NETWORK", env = "CROUPIER_TRUSTED_PROXY", value_delimiter = ',')]
    pub trusted_proxy: Vec<ipnet::IpNet>,
    /// Guests who may come from one address in a minute.
    #[arg(long, value_name = "N", default_value_t = 20, env = "CROUPIER_GUESTS", value_parser = clap::value_parser!(u32).range(1..))]
    pub guests: u32,
    /// Connections one address may have.
    #[arg(long, value_name = "N", default_value_t = 128, env = "CROUPIER_CONNECTIONS", value_parser = clap::value_parser!(u32).range(1..))]
    pub connections: u32,
    /// How the log is written.
    #[arg(long, value_enum, default_value_t = LogFormat::Text, env = "CROUPIER_LOG_FORMAT")]
    pub log_format: LogFormat,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// `croupier person`.
#[derive(clap::Args, Debug)]
pub struct Person {
    /// What to do.
    #[command(subcommand)]
    pub does: PersonDoes,
    /// The books: a SQLite file or postgres://….
    #[arg(
        long,
        global = true,
        value_name = "FILE|URL",
        default_value = "croupier.db",
        env = "CROUPIER_HOUSE",
        hide_env_values = true
    )]
    pub house: String,
}

/// What `croupier person` does.
#[derive(Subcommand, Debug)]
pub enum PersonDoes {
    /// Everybody, with role and standing.
    List,
    /// A new password, made here and shown once. The person is signed out everywhere.
    Password {
        /// Whose.
        name: String,
    },
    /// Nobody signs in under this name any more, and whoever is signed in is signed out.
    Disable {
        /// Whose.
        name: String,
    },
    /// Gives a person a role. The person is signed out everywhere.
    Role {
        /// Whose.
        name: String,
        /// Which.
        #[arg(value_enum)]
        role: RoleArg,
    },
}

/// What a person may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RoleArg {
    /// Plays.
    Player,
    /// Runs the floor.
    Floor,
    /// Reads everything and changes nothing.
    Auditor,
}

/// Who stands for moving chips.
#[derive(clap::Args, Debug)]
pub struct Signed {
    /// Who does it: a name of the floor or an auditor.
    #[arg(long, value_name = "NAME")]
    pub by: String,
    /// Who has approved it: another one.
    #[arg(long, value_name = "NAME")]
    pub approved_by: String,
    /// The books: a SQLite file or postgres://….
    #[arg(
        long,
        value_name = "FILE|URL",
        default_value = "croupier.db",
        env = "CROUPIER_HOUSE",
        hide_env_values = true
    )]
    pub house: String,
}

/// `croupier correct`.
#[derive(clap::Args, Debug)]
pub struct Correct {
    /// The account that pays: `bank`, `rack:TABLE` by the table's id, or `player:NAME`.
    #[arg(long, value_name = "ACCOUNT")]
    pub from: String,
    /// The account that is paid.
    #[arg(long, value_name = "ACCOUNT")]
    pub to: String,
    /// How much, in dollars.
    #[arg(long, value_name = "$")]
    pub amount: Money,
    /// Why, in a sentence that an auditor will read.
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
    /// Who stands for it.
    #[command(flatten)]
    pub signed: Signed,
}

/// `croupier fill` and `croupier credit`.
#[derive(clap::Args, Debug)]
pub struct RackMove {
    /// The table's id.
    pub table: String,
    /// How much, in dollars.
    pub amount: Money,
    /// Who stands for it.
    #[command(flatten)]
    pub signed: Signed,
}

/// `croupier audit`.
#[derive(clap::Args, Debug)]
pub struct Audit {
    /// An archive of old rounds, which are then played again too; may be given more than once.
    #[arg(long, value_name = "FILE")]
    pub archive: Vec<PathBuf>,
    /// The books: a SQLite file or postgres://….
    #[arg(
        long,
        value_name = "FILE|URL",
        default_value = "croupier.db",
        env = "CROUPIER_HOUSE",
        hide_env_values = true
    )]
    pub house: String,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier archive`.
#[derive(clap::Args, Debug)]
pub struct Archive {
    /// The file to write, which must not exist.
    pub to: PathBuf,
    /// Archive the rounds that began before this day in universal time, as 2026-01-01.
    #[arg(long, value_name = "DAY")]
    pub before: jiff::civil::Date,
    /// The books: a SQLite file or postgres://….
    #[arg(
        long,
        value_name = "FILE|URL",
        default_value = "croupier.db",
        env = "CROUPIER_HOUSE",
        hide_env_values = true
    )]
    pub house: String,
}

/// `croupier night`.
#[derive(clap::Args, Debug)]
pub struct Night {
    /// The day it begins on, as 2026-11-15; the last one that has begun if left out.
    #[arg(value_name = "DAY")]
    pub day: Option<jiff::civil::Date>,
    /// When gaming days begin, in universal time.
    #[arg(long, value_name = "HH:MM", default_value = "00:00")]
    pub start: jiff::civil::Time,
    /// The books: a SQLite file or postgres://….
    #[arg(
        long,
        value_name = "FILE|URL",
        default_value = "croupier.db",
        env = "CROUPIER_HOUSE",
        hide_env_values = true
    )]
    pub house: String,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier verify`.
#[derive(clap::Args, Debug)]
pub struct Verify {
    /// The shoe's id, or a file with its proof.
    #[arg(value_name = "SHOE|FILE")]
    pub shoe: String,
    /// The rules file of the game, when the proof in a file is of a game that is not built in.
    #[arg(long, value_name = "FILE")]
    pub game: Option<String>,
    /// The books: a SQLite file or postgres://….
    #[arg(
        long,
        value_name = "FILE|URL",
        default_value = "croupier.db",
        env = "CROUPIER_HOUSE",
        hide_env_values = true
    )]
    pub house: String,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier backup`.
#[derive(clap::Args, Debug)]
pub struct Backup {
    /// The file to write, which must not exist.
    pub to: PathBuf,
    /// The books: a SQLite file.
    #[arg(
        long,
        value_name = "FILE",
        default_value = "croupier.db",
        env = "CROUPIER_HOUSE",
        hide_env_values = true
    )]
    pub house: String,
}

/// `croupier play`.
#[derive(clap::Args, Debug)]
pub struct Play {
    /// The game's id, or the path of a rules file.
    pub game: String,
    /// How many seats are taken; simple players sit at the others.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub seats: u8,
    /// The seat you take, 1 on the dealer's left.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub seat: u8,
    /// The money you sit down with, like 500 or $250.50.
    #[arg(long, value_name = "$", default_value = "$500", allow_hyphen_values = true)]
    pub bankroll: Money,
    /// Shuffle from this seed (a number or 64 hexadecimal digits) instead of one from the operating system.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub seed: Option<Seed>,
    /// Go line by line: for scripts and screen readers.
    #[arg(long)]
    pub plain: bool,
    /// Draw clubs green and diamonds blue, so that no two suits share a color.
    #[arg(long, alias = "four-colour")]
    pub four_color: bool,
    /// Milliseconds between two cards; 0 deals at once.
    #[arg(long, value_name = "MS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(0..=5000))]
    pub pace: u64,
}

/// `croupier drill`.
#[derive(clap::Args, Debug)]
pub struct Drill {
    /// The game's id, or the path of a rules file.
    pub game: String,
    /// What to ask about; everything if left out.
    #[arg(value_enum)]
    pub kind: Option<DrillAbout>,
    /// How many questions to ask.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub count: u32,
    /// Ask from this number instead of one from the operating system; the same number asks the same.
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Keep in this file what is known and what is not, and ask accordingly.
    #[arg(long, value_name = "FILE", env = "CROUPIER_PROGRESS")]
    pub progress: Option<PathBuf>,
    /// Count an answer that takes longer than this as wrong; no limit if left out.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub seconds: Option<u64>,
    /// The house's procedures for irregularities, as a TOML file; built-in ones if left out.
    #[arg(long, value_name = "FILE")]
    pub procedures: Option<PathBuf>,
}

/// `croupier lesson`.
#[derive(clap::Args, Debug)]
pub struct Lesson {
    /// The game's id, or the path of a rules file.
    pub game: String,
    /// The lesson, like `plain` or `side-bets`; lists them if left out.
    pub lesson: Option<String>,
    /// How many players there are.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub seats: u8,
    /// The round follows from this number.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Begin with the deal instead of the shuffle.
    #[arg(long)]
    pub no_shuffle: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What a drill asks about.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrillAbout {
    /// What a bet is paid, odd ones and caps among them.
    Payouts,
    /// What cards come to.
    Totals,
    /// Whether a hand wins, loses or pushes.
    Winner,
    /// Which row of a pay table is met.
    Row,
    /// Which move comes next.
    Next,
    /// Whose bet is settled first.
    Order,
    /// Which move of a round is wrong.
    FindTheError,
    /// What the house does about an irregularity.
    Irregularities,
}

impl From<DrillAbout> for DrillKind {
    fn from(about: DrillAbout) -> DrillKind {
        match about {
            DrillAbout::Payouts => DrillKind::Payouts,
            DrillAbout::Totals => DrillKind::Totals,
            DrillAbout::Winner => DrillKind::Winner,
            DrillAbout::Row => DrillKind::Row,
            DrillAbout::Next => DrillKind::Next,
            DrillAbout::Order => DrillKind::Order,
            DrillAbout::FindTheError => DrillKind::FindTheError,
            DrillAbout::Irregularities => DrillKind::Irregularities,
        }
    }
}

/// A game, with changes to its rules and the bet it is valued at.
#[derive(clap::Args, Debug)]
pub struct Rules {
    /// The game's id, or the path of a rules file.
    pub game: String,
    /// The main bet in dollars; the lowest if left out.
    #[arg(long, value_name = "$", allow_hyphen_values = true)]
    pub bet: Option<Money>,
    /// Deal from so many decks.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,
    /// Change a field of the rules file, like `dealer.soft-17=stands` or `winner.seven-card-21.pays=5:1`. May be given often.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<Change>,
}

/// `croupier solve`.
#[derive(clap::Args, Debug)]
pub struct Solve {
    /// What to solve.
    #[command(flatten)]
    pub rules: Rules,
    /// The stake of a side bet, like `pair-plus=5`; the least if left out. May be given often. Where one cap holds for all
    /// that a player is paid, the total of main game and these side bets under it is found too.
    #[arg(long, value_name = "ID=$")]
    pub side: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier hand`.
#[derive(clap::Args, Debug)]
pub struct Hand {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// The player's cards, like `"7h 7d"`.
    #[arg(long, value_name = "CARDS")]
    pub cards: String,
    /// 21: the dealer's up card, like `Th`; a rank alone, like `T`, stands for its spade.
    #[arg(long, value_name = "CARD", value_parser = up_card)]
    pub up: Option<Card>,
    /// Stud: the community cards turned so far.
    #[arg(long, value_name = "CARDS", default_value = "", hide_default_value = true)]
    pub board: String,
    /// Cards known to be out of the shoe, like `"Kc 2d"`.
    #[arg(long, value_name = "CARDS", default_value = "", hide_default_value = true)]
    pub removed: String,
    /// 21: the hand comes from a split; the number says how many hands there are now.
    #[arg(long, value_name = "HANDS", num_args = 0..=1, default_missing_value = "2", value_parser = clap::value_parser!(u8).range(2..=4))]
    pub split_hand: Option<u8>,
    /// 21: the hand has been doubled for this amount. Given twice for a hand doubled twice.
    #[arg(long, value_name = "$")]
    pub doubled: Vec<Money>,
    /// 21: value insurance, before the dealer's check.
    #[arg(long)]
    pub insurance: bool,
    /// Stud: the bets made on the streets before, as multiples of the main bet; the least if left out.
    #[arg(long, value_name = "TIMES", value_delimiter = ',')]
    pub street_bets: Vec<u8>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier strategy`.
#[derive(clap::Args, Debug)]
pub struct Strategy {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// Which play.
    #[arg(long, value_enum, default_value_t = WhichPlay::Chart)]
    pub play: WhichPlay,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = StrategyFormat::Text)]
    pub format: StrategyFormat,
}

/// Which play is printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhichPlay {
    /// What a person can carry: a chart, or a rule of a few lines.
    Chart,
    /// The best play of every hand.
    Complete,
}

/// How a strategy is printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyFormat {
    /// For reading in a terminal.
    Text,
    /// For programs.
    Json,
    /// For a spreadsheet.
    Csv,
    /// A picture of the chart.
    Svg,
}

/// `croupier compare`.
#[derive(clap::Args, Debug)]
pub struct Compare {
    /// The one game: an id, or the path of a rules file.
    pub one: String,
    /// The other, which `--decks` and `--set` change; the first again if left out.
    #[arg(required_unless_present_any = ["decks", "set"])]
    pub other: Option<String>,
    /// The main bet in dollars; each game's lowest if left out.
    #[arg(long, value_name = "$", allow_hyphen_values = true)]
    pub bet: Option<Money>,
    /// Deal the other game from so many decks.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,
    /// Change a field of the other game, like `dealer.soft-17=stands`. May be given often.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<Change>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier effects`.
#[derive(clap::Args, Debug)]
pub struct Effects {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// A counting system to measure: hi-lo, ko, halves, or a file that says what each card counts. May be given often; the three if left
    /// out.
    #[arg(long, value_name = "NAME|FILE")]
    pub system: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier count`.
#[derive(clap::Args, Debug)]
pub struct Count {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// The counting system: hi-lo, ko, halves, or a file that says what each card counts.
    #[arg(long, value_name = "NAME|FILE", default_value = "hi-lo")]
    pub system: String,
    /// How the bet follows the count, in units of the main bet.
    #[arg(long, value_name = "UNITS", default_value = "1-8", allow_hyphen_values = true)]
    pub spread: Spread,
    /// How the play does.
    #[arg(long, default_value = CountPlay::Insurance.name(), value_parser = count_play())]
    pub play: CountPlay,
    /// How many seats play, one hand each, all by the count.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seats: u8,
    /// The share of the shoe that is dealt, like 0.75; by the game's own cut card if left out.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub penetration: Option<f64>,
    /// Bet on a side bet too, like `up-match=5`, and tell what it comes to by count. May be given often.
    #[arg(long, value_name = "ID=$")]
    pub side: Vec<String>,
    /// Tell the risk that this bankroll is lost, and the Kelly bets for it.
    #[arg(long, value_name = "$")]
    pub bankroll: Option<Money>,
    /// How many rounds, like 250000 or 1e9.
    #[arg(long, value_name = "N", default_value = "1e7", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: u64,
    /// The seed, a number.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many threads; as many as the machine has if left out.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `croupier simulate`.
#[derive(clap::Args, Debug)]
pub struct Simulate {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// How many rounds, like 250000 or 1e9.
    #[arg(long, value_name = "N", default_value = "1e7", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: u64,
    /// The seed, a number.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How hands are played: optimal, chart, stand, mimic-dealer, never-bust, or a file that `croupier strategy --format
    /// json` wrote.
    #[arg(long, value_name = "NAME|FILE", default_value = "optimal")]
    pub strategy: String,
    /// How many seats play, one hand each.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seats: u8,
    /// Also simulate every number of seats the table has, and tell what the main game is worth by it.
    #[arg(long, conflicts_with = "checkpoint")]
    pub by_seats: bool,
    /// Deal every round from a full shoe, or a shoe to its cut card.
    #[arg(long, value_enum, default_value_t = ShoeMode::Fresh)]
    pub shoe: ShoeMode,
    /// Put the main bet on so many more spots, like 2x and 3x.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub spots: u8,
    /// Bet on a side bet, like `up-match=5`. May be given often.
    #[arg(long, value_name = "ID=$")]
    pub side: Vec<String>,
    /// How many threads; as many as the machine has if left out.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,
    /// Play on the first GPU of this machine (NVIDIA, with CUDA's run-time compiler). What is counted is the same, bit for bit.
    #[arg(long, conflicts_with = "by_seats")]
    pub gpu: bool,
    /// Stop once the standard error of the main game is no greater.
    #[arg(long, value_name = "SE")]
    pub until_se: Option<f64>,
    /// Also tell what sessions of so many rounds come to.
    #[arg(long, value_name = "ROUNDS")]
    pub session: Option<u64>,
    /// The bankroll of a session: tell how often it is lost.
    #[arg(long, value_name = "$", requires = "session")]
    pub bankroll: Option<Money>,
    /// Keep what is done in this file, and go on from it.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Play these chunks of the job alone, like `0..40`, and write them to the output as a part for `croupier merge`. A chunk has
    /// 262,144 rounds; numbers beyond the last chunk mean the last.
    #[arg(
        long,
        value_name = "A..B",
        value_parser = chunks,
        requires = "output",
        conflicts_with_all = ["by_seats", "until_se", "checkpoint", "json", "csv", "parquet"]
    )]
    pub chunks: Option<std::ops::Range<u64>>,
    /// How the result is printed.
    #[command(flatten)]
    pub print: SimulationPrint,
}

/// `croupier merge`.
#[derive(clap::Args, Debug)]
pub struct Merge {
    /// The parts, in any order.
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// How the result is printed.
    #[command(flatten)]
    pub print: SimulationPrint,
}

/// How the result of a simulation is printed.
#[derive(clap::Args, Debug)]
pub struct SimulationPrint {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Print comma-separated values.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Also write every wager and row to this file as Parquet, whole or not at all.
    #[arg(long, value_name = "FILE")]
    pub parquet: Option<PathBuf>,
    /// Write to this file instead, whole or not at all.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `croupier report`.
#[derive(clap::Args, Debug)]
pub struct Report {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// Which report.
    #[arg(long, default_value = Kind::Submission.name(), value_parser = report_kind())]
    pub kind: ReportKind,
    /// How it is laid out; if left out, as the output's name ends.
    #[arg(long, value_enum)]
    pub format: Option<ReportFormat>,
    /// Where to write it: a file, or a folder for all kinds.
    #[arg(short, long, value_name = "PATH")]
    pub output: PathBuf,
    /// How a submission is filed.
    #[command(flatten)]
    pub filer: Filer,
    /// The day on the report and of the filing, like 2026-11-15; today if left out.
    #[arg(long, value_name = "DAY")]
    pub date: Option<String>,
    /// Rounds an hour at one seat, for the win per hour.
    #[arg(long, value_name = "ROUNDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub pace: u32,
    /// Rounds of the simulation that checks the exact figures of a par sheet.
    #[arg(long, value_name = "N", default_value = "4e6", value_parser = rounds_of_check)]
    pub rounds: u64,
    /// The seed of that simulation.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// `croupier layout`.
#[derive(clap::Args, Debug)]
pub struct Layout {
    /// The game's id, or the path of a rules file.
    pub game: String,
    /// Where to write the drawing; standard output if left out.
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

/// How a submission is filed.
#[derive(clap::Args, Debug)]
pub struct Filer {
    /// The regulation whose headings a submission takes; nh if left out.
    #[arg(long, value_enum)]
    pub form: Option<ReportForm>,
    /// Who files: a TOML file of fields like `name = "…"`. Without an applicant the first page has blanks to fill in by hand.
    #[arg(long, value_name = "FILE")]
    pub applicant: Option<PathBuf>,
    #[arg(long, value_name = "FIELD=TEXT", value_parser = field_and_text, help = applicant_fields())]
    pub applicant_set: Vec<(String, String)>,
    /// The house's procedures for buy-ins, opening and irregularities, as a TOML file; built-in ones if left out.
    #[arg(long, value_name = "FILE")]
    pub procedures: Option<PathBuf>,
}

/// The regulation whose headings a submission takes.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportForm {
    /// New Hampshire, Lot 7206.07(c)(1).
    Nh,
    /// Massachusetts, 205 CMR 147.04(3).
    Ma,
    /// Pennsylvania, 58 Pa. Code Chapter 633a, or for poker games the headings of the poker chapters.
    Pa,
}

/// Which report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportKind {
    /// One kind.
    One(Kind),
    /// Every kind, in a folder.
    All,
}

/// The kinds of report by their names.
fn report_kind() -> impl clap::builder::TypedValueParser<Value = ReportKind> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
    let kinds = Kind::ALL.map(|kind| PossibleValue::new(kind.name()).help(kind.about()));
    let all = PossibleValue::new("all").help("Every kind, in a folder");
    PossibleValuesParser::new(kinds.into_iter().chain([all]))
        .map(|name| Kind::named(&name).map_or(ReportKind::All, ReportKind::One))
}

/// How a report is laid out.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportFormat {
    /// Typeset pages.
    Pdf,
    /// One self-contained file for a browser.
    Html,
    /// Markdown.
    Markdown,
}

/// `croupier export`.
#[derive(clap::Args, Debug)]
pub struct Export {
    /// What to export.
    #[arg(value_enum)]
    pub what: ExportWhat,
    /// Outcomes: the game's id, or the path of a rules file.
    pub game: Option<String>,
    /// Rounds, transfers and school: the books of the house, a file or postgres://…
    #[arg(long, value_name = "BOOKS")]
    pub house: Option<String>,
    /// Outcomes: the main bet in dollars; the lowest if left out.
    #[arg(long, value_name = "$", allow_hyphen_values = true)]
    pub bet: Option<Money>,
    /// Outcomes: also simulate so many rounds.
    #[arg(long, value_name = "N", default_value = "0", value_parser = rounds, hide_default_value = true)]
    pub rounds: u64,
    /// The seed of the simulation.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The form of the file.
    #[arg(long, value_enum, default_value_t = ExportFormat::Csv)]
    pub format: ExportFormat,
    /// The file, written whole or not at all.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// What to export.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportWhat {
    /// Every round of the house.
    Rounds,
    /// Every transfer of the house.
    Transfers,
    /// Every outcome of every wager of a game.
    Outcomes,
    /// The school: every round dealt there, every test, every answer in a drill.
    School,
}

/// The form of an export.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// Comma-separated values.
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// Parquet.
    Parquet,
}

/// Where the cards of a simulated round come from.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShoeMode {
    /// Every round from a full shoe.
    Fresh,
    /// Dealt through a shoe until the cut card has come out.
    CutCard,
}

/// `croupier sensitivity`.
#[derive(clap::Args, Debug)]
pub struct Sensitivity {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// How a rule sheet is printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SheetFormat {
    /// For reading in a terminal.
    Text,
    /// Markdown.
    Markdown,
    /// The rules as JSON, for programs.
    Json,
}

/// A number of rounds as people write it: `250000`, `1e9`, `2.5e6`.
fn rounds(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a number of rounds; write a whole number like 250000 or 1e9");
    if let Ok(rounds) = text.parse() {
        return Ok(rounds);
    }
    let rounds: f64 = text.parse().map_err(|_| wrong())?;
    if !(0.0..1e18).contains(&rounds) || rounds.fract() != 0.0 {
        return Err(wrong());
    }
    Ok(rounds as u64)
}

/// How play may follow a count, by name.
fn count_play() -> impl clap::builder::TypedValueParser<Value = CountPlay> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
    let plays = CountPlay::ALL.map(|play| PossibleValue::new(play.name()).help(play.about()));
    PossibleValuesParser::new(plays).map(|name| CountPlay::named(&name).unwrap_or(CountPlay::Insurance))
}

/// A share between 0 and 1.
fn share(text: &str) -> Result<f64, String> {
    let share: Option<f64> = text.parse().ok();
    share
        .filter(|share| *share > 0.0 && *share < 1.0)
        .ok_or_else(|| format!("`{text}` is not a share of the shoe; write a number between 0 and 1, like 0.75"))
}

/// A range of chunks, like `0..40`.
fn chunks(text: &str) -> Result<std::ops::Range<u64>, String> {
    let wrong = || format!("`{text}` is not a range of chunks; write it like 0..40, which is the chunks 0 to 39");
    let (start, end) = text.split_once("..").ok_or_else(wrong)?;
    let range = start.parse().map_err(|_| wrong())?..end.parse().map_err(|_| wrong())?;
    if range.is_empty() {
        return Err(format!(
            "`{text}` holds no chunk; the second number must be greater than the first"
        ));
    }
    Ok(range)
}

/// What may be said of the applicant, field by field.
fn applicant_fields() -> String {
    format!(
        "One field of the applicant, like `location=\"12 Main Street\"`; goes before the file. May be given often. The fields are {}",
        Field::keys()
    )
}

/// A field of the applicant and its text.
fn field_and_text(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((field, text)) => Ok((field.trim().to_string(), text.trim().to_string())),
        None => Err("write it like location=\"12 Main Street\"".to_string()),
    }
}

/// Rounds enough to check a figure with, and not more than a report should wait for.
fn rounds_of_check(text: &str) -> Result<u64, String> {
    let rounds = rounds(text)?;
    if !(10_000..=10_000_000_000).contains(&rounds) {
        return Err(format!("{rounds} is not in 1e4 to 1e10"));
    }
    Ok(rounds)
}

/// An address to listen on. A port alone is on this machine only.
fn listen_address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(port) = text.parse::<u16>() {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    let found = text.to_socket_addrs().ok().and_then(|mut addresses| addresses.next());
    found.ok_or_else(|| {
        format!("`{text}` is no address to listen on; write a port like 8021, or an address with one like 0.0.0.0:8021")
    })
}

/// An up card; a rank alone is taken as its spade.
fn up_card(text: &str) -> Result<Card, String> {
    if let Ok(rank) = text.parse::<Rank>() {
        return Ok(Card::new(rank, Suit::Spades));
    }
    text.parse().map_err(|fault: NotACard| fault.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_listens_on_this_machine() {
        assert_eq!(listen_address("8021").unwrap().to_string(), "127.0.0.1:8021");
        assert_eq!(listen_address("0.0.0.0:80").unwrap().to_string(), "0.0.0.0:80");
        assert_eq!(listen_address("[::1]:80").unwrap().to_string(), "[::1]:80");
        for text in ["here", "", "70000", "127.0.0.1"] {
            let fault = listen_address(text).unwrap_err();
            assert!(fault.contains("write a port like 8021"), "{fault}");
        }
    }

    #[test]
    fn a_rank_alone_is_an_up_card() {
        assert_eq!(up_card("T"), up_card("Ts"));
        assert_eq!(up_card("10"), up_card("Ts"));
        assert_eq!(up_card("9c").unwrap().to_string(), "9c");
        assert!(up_card("11").is_err());
    }
}
