//! Reports as downloads, each made once a day, and charts, each made once.

use std::sync::Arc;

use croupier_house::Hash;
use croupier_report::filing::Form;
use croupier_report::{Fault, Filing, Format, Kind, Options, Steps, Trial, make};
use croupier_rules::load::Loaded;
use croupier_rules::{Family, Game};
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::twenty_one::full_shoe;
use jiff::civil::Date;

use crate::problem::Problem;
use crate::room::HouseGame;
use crate::work::{Kept, Workshop};

/// How many papers are kept: those of a day, and a few of the day before.
const KEPT_MAX: usize = 128;

/// The reports made so far, and the charts. Making them happens beside the tables, one at a time.
pub struct Papers {
    made: Kept<Name, Result<Arc<Vec<u8>>, Problem>>,
    charts: Kept<Hash, Option<Arc<serde_json::Value>>>,
}

/// The hash of the rules, the kind, the form, the end of the file's name, and the day.
type Name = (Hash, &'static str, &'static str, &'static str, Date);

impl Default for Papers {
    fn default() -> Papers {
        let workshop = Workshop::new("papers", 1, 32).behind_the_tables();
        Papers {
            made: Kept::new(workshop.clone(), KEPT_MAX),
            charts: Kept::new(workshop, KEPT_MAX),
        }
    }
}

impl Papers {
    /// A report of a game at its lowest bet, dated today; a submission takes the headings of the form.
    pub async fn paper(
        &self,
        game: &HouseGame,
        kind: Kind,
        form: Form,
        format: Format,
    ) -> Result<Arc<Vec<u8>>, Problem> {
        let loaded = Arc::clone(&game.loaded);
        let date = jiff::Zoned::now().date();
        let name = (game.rules.clone(), kind.name(), form.name(), format.extension(), date);
        let make = move || write(kind, form, &loaded, format, date).map(Arc::new).map_err(refused);
        self.made.get(name, make).await?
    }

    /// How to play a game best at its least bet; `None` where the solver has no chart of it.
    pub async fn chart(&self, game: &Arc<Game>, rules: &Hash) -> Result<Option<Arc<serde_json::Value>>, Problem> {
        let game = Arc::clone(game);
        let make = move || chart(&game).map(Arc::new);
        self.charts.get(rules.clone(), make).await
    }
}

fn chart(game: &Game) -> Option<serde_json::Value> {
    let main = game.main_bet.lowest();
    match &game.family {
        Family::Baccarat(_) => None,
        Family::Stud(_) | Family::SingleCard(_) => {
            let strategy = croupier_solver::stud::simple(game, Some(main)).ok()?;
            serde_json::to_value(strategy).ok()
        }
        Family::TwentyOne(_) => {
            let chart = Chart::best(game, main, &full_shoe(game))?;
            serde_json::to_value(chart).ok()
        }
    }
}

fn write(kind: Kind, form: Form, loaded: &Loaded, format: Format, date: Date) -> Result<Vec<u8>, Fault> {
    let options = Options {
        bet: None,
        changes: Vec::new(),
        date,
        trial: Trial::default(),
        filing: Filing {
            form,
            ..Filing::default()
        },
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
