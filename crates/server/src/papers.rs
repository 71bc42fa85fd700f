//! Reports as downloads, each made once a day.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use croupier_report::{Fault, Format, Kind, Options, Steps, Trial, make};
use croupier_rules::load::Loaded;
use jiff::civil::Date;
use tokio::sync::Semaphore;

use crate::problem::Problem;

/// The reports made so far. Making them happens beside the tables, one at a time.
pub struct Papers {
    made: Mutex<Made>,
    turn: Semaphore,
}

/// The reports of one day, by game, kind and the end of the file's name.
#[derive(Default)]
struct Made {
    date: Option<Date>,
    papers: HashMap<Name, Arc<Vec<u8>>>,
}

type Name = (String, &'static str, &'static str);

impl Default for Papers {
    fn default() -> Papers {
        Papers {
            made: Mutex::default(),
            turn: Semaphore::new(1),
        }
    }
}

impl Papers {
    /// A report of a game at its lowest bet, dated today.
    pub async fn paper(&self, id: &str, kind: Kind, format: Format) -> Result<Arc<Vec<u8>>, Problem> {
        let date = jiff::Zoned::now().date();
        let name = (id.to_string(), kind.name(), format.extension());
        if let Some(paper) = self.made(date, &name) {
            return Ok(paper);
        }
        let _turn = self.turn.acquire().await.map_err(|_| Problem::stopped())?;
        if let Some(paper) = self.made(date, &name) {
            return Ok(paper);
        }
        let loaded = croupier_rules::load::open(id).map_err(|_| Problem::not_found("game"))?;
        let written = tokio::task::spawn_blocking(move || write(kind, &loaded, format, date)).await;
        let paper = Arc::new(written.map_err(|_| Problem::stopped())?.map_err(refused)?);
        self.lock().papers.insert(name, Arc::clone(&paper));
        Ok(paper)
    }

    /// A report that was made on this day; what was made on another is forgotten.
    fn made(&self, date: Date, name: &Name) -> Option<Arc<Vec<u8>>> {
        let mut made = self.lock();
        if made.date != Some(date) {
            *made = Made {
                date: Some(date),
                papers: HashMap::new(),
            };
        }
        made.papers.get(name).cloned()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Made> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write(kind: Kind, loaded: &Loaded, format: Format, date: Date) -> Result<Vec<u8>, Fault> {
    let options = Options {
        bet: None,
        changes: Vec::new(),
        date,
        trial: Trial::default(),
    };
    format.lay_out(&make(kind, loaded, &options, &Unwatched)?)
}

/// Nobody looks at how far the report is.
struct Unwatched;

impl Steps for Unwatched {
    fn expect(&self, _: u64) {}
    fn begin(&self, _: &str) {}
    fn done(&self) {}
}

fn refused(fault: Fault) -> Problem {
    Problem::new("no-report", fault.to_string())
}
