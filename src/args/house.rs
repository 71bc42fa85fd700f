//! The house: serving it, its people, its books.

use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use croupier_rules::Money;
use croupier_table::Seed;

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
    /// What the house is called, at the head of its pages.
    #[arg(long, value_name = "NAME", default_value = "Croupier", env = "CROUPIER_NAME")]
    pub name: String,
    /// The logo of the house, an SVG or PNG file.
    #[arg(long, value_name = "FILE", env = "CROUPIER_LOGO")]
    pub logo: Option<PathBuf>,
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

/// Which house a command is about.
#[derive(clap::Args, Debug)]
pub struct Books {
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

/// Who stands for moving chips.
#[derive(clap::Args, Debug)]
pub struct Signed {
    /// Who does it: a name of the floor or an auditor.
    #[arg(long, value_name = "NAME")]
    pub by: String,
    /// Who has approved it: another one.
    #[arg(long, value_name = "NAME")]
    pub approved_by: String,
    /// Which books.
    #[command(flatten)]
    pub books: Books,
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
    /// Which books.
    #[command(flatten)]
    pub books: Books,
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
    /// Which books.
    #[command(flatten)]
    pub books: Books,
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
    /// Which books.
    #[command(flatten)]
    pub books: Books,
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
    /// Which books.
    #[command(flatten)]
    pub books: Books,
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
}
