//! Which clause every part of a game comes from, resolved once so that a round can cite it for nothing.

use crate::game::{Family, Game, PayTable, Procedure, SideBet};
use crate::load::Path;
use crate::load::section::place;
use crate::pattern::Row;
use crate::showdown::Showdown;
use crate::sources::{Cited, Sources};
use crate::stud::{Cap, Street};
use crate::twenty_one::{Blackjack, Insurance, SuitedPays, Winner};

/// A clause as its place in the game's list of clauses.
pub type ClauseAt = Option<u16>;

/// The clause each step of the procedure carries out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcedureClauses([ClauseAt; Procedure::COUNT]);

impl ProcedureClauses {
    /// The clause a step carries out, where the sources name one.
    pub const fn get(&self, step: Procedure) -> ClauseAt {
        self.0[step as usize]
    }

    pub(crate) fn resolve(sources: &Sources) -> ProcedureClauses {
        let mut clauses = ProcedureClauses::default();
        for (step, cited) in &sources.steps.0 {
            clauses.0[*step as usize] = first(sources, cited);
        }
        clauses
    }
}

impl Default for ProcedureClauses {
    fn default() -> ProcedureClauses {
        ProcedureClauses([None; Procedure::COUNT])
    }
}

/// The clauses of pay-table rows and of bets, each list in the order of the rules file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Citations {
    /// 21: hands that win at once.
    pub winners: Vec<ClauseAt>,
    /// 21: blackjack.
    pub blackjack: ClauseAt,
    /// 21: blackjack in certain suits.
    pub suited_blackjack: Vec<ClauseAt>,
    /// 21: insurance.
    pub insurance: ClauseAt,
    /// 21: insurance paid by suits.
    pub suited_insurance: Vec<ClauseAt>,
    /// Stud, baccarat and single card: rows of the pay table.
    pub pays: Vec<ClauseAt>,
    /// Single card: rows of the raise.
    pub raise: Vec<ClauseAt>,
    /// Stud: rows of the bonus on the main bet.
    pub bonus: Vec<ClauseAt>,
    /// Stud: rows of the blind bet.
    pub blind: Vec<ClauseAt>,
    /// Stud: streets.
    pub streets: Vec<ClauseAt>,
    /// Stud: caps.
    pub caps: Vec<ClauseAt>,
    /// Side bets, and the rows of each.
    pub side_bets: Vec<SideBetCitations>,
}

/// The clauses of one side bet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideBetCitations {
    /// The bet itself.
    pub bet: ClauseAt,
    /// What may be bet, where it has a clause of its own.
    pub placed: ClauseAt,
    /// Its rows; a row without a clause of its own has the bet's.
    pub rows: Vec<ClauseAt>,
}

impl Citations {
    /// Resolves every clause that the sources name for parts of the game.
    pub(crate) fn resolve(game: &Game) -> Citations {
        let at = |path: Path| clause_at(&game.sources, &path);
        let rows = |table: &str, rows: &[Row], otherwise: ClauseAt| -> Vec<ClauseAt> {
            let table = place!(PayTable[table]);
            let otherwise = at(table.clone()).or(otherwise);
            rows.iter().map(|row| at(table.key(&row.id)).or(otherwise)).collect()
        };
        let mut citations = Citations::default();
        match &game.family {
            Family::TwentyOne(rules) => {
                let suited = |home: Path, rows: &[SuitedPays], otherwise: ClauseAt| {
                    let home = home.key("suited");
                    rows.iter().map(|row| at(home.key(&row.id)).or(otherwise)).collect()
                };
                citations.winners = rules.winners.iter().map(|row| at(place!(Winner[row.id]))).collect();
                citations.blackjack = at(place!(Blackjack));
                citations.suited_blackjack = suited(place!(Blackjack), &rules.blackjack.suited, citations.blackjack);
                citations.insurance = at(place!(Insurance));
                if let Some(insurance) = &rules.insurance {
                    citations.suited_insurance = suited(place!(Insurance), &insurance.suited, citations.insurance);
                }
            }
            Family::Stud(rules) => {
                citations.pays = rows(rules.hands.table(), &rules.pays, None);
                if let Some(showdown) = &rules.showdown {
                    let table = showdown.bonus.as_deref().unwrap_or_default();
                    citations.bonus = rows(table, &showdown.bonus_rows, None);
                    if let Some(blind) = &showdown.blind {
                        citations.blind = rows(&blind.pays, &blind.rows, at(place!(Showdown.blind)));
                    }
                }
                citations.streets = rules
                    .streets
                    .iter()
                    .map(|street| at(place!(Street[street.id])))
                    .collect();
                citations.caps = rules.caps.iter().map(|cap| at(place!(Cap[cap.id]))).collect();
            }
            Family::Baccarat(rules) => citations.pays = rows(&rules.coup.pays, &rules.pays, None),
            Family::SingleCard(rules) => {
                citations.pays = rows(&rules.deal.pays, &rules.pays, None);
                citations.raise = rows(&rules.raise.pays, &rules.raise_pays, None);
            }
        }
        let side_bets = game.side_bets.iter().map(|bet| {
            let clause = at(place!(SideBet[bet.id]));
            SideBetCitations {
                bet: clause,
                placed: at(place!(SideBet[bet.id].min)),
                rows: rows(&bet.pays, &bet.rows, clause),
            }
        });
        citations.side_bets = side_bets.collect();
        citations
    }
}

/// The clause of exactly this place.
fn clause_at(sources: &Sources, path: &Path) -> ClauseAt {
    first(sources, sources.of(path)?)
}

fn first(sources: &Sources, cited: &Cited) -> ClauseAt {
    sources.clause_index(cited.first()?)
}
