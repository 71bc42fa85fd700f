//! Which clause every part of a game comes from, resolved once so that a round can cite it for nothing.

use crate::game::{Clause, Family, Procedure, SideBet};
use crate::stud::Stud;
use crate::twenty_one::TwentyOne;

/// A clause as its place in the game's list of clauses.
pub type ClauseAt = Option<u16>;

/// The clause each step of the procedure carries out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcedureClauses([ClauseAt; Procedure::COUNT]);

impl ProcedureClauses {
    /// The clause a step carries out, where the rules file names one.
    pub const fn get(&self, step: Procedure) -> ClauseAt {
        self.0[step as usize]
    }

    /// The steps that carry out a clause, each with it.
    pub fn iter(&self) -> impl Iterator<Item = (Procedure, u16)> {
        let steps = Procedure::ALL.iter().copied();
        steps.filter_map(|step| Some((step, self.get(step)?)))
    }
}

impl FromIterator<(Procedure, u16)> for ProcedureClauses {
    fn from_iter<I: IntoIterator<Item = (Procedure, u16)>>(steps: I) -> ProcedureClauses {
        let mut clauses = [None; Procedure::COUNT];
        for (step, clause) in steps {
            clauses[step as usize] = Some(clause);
        }
        ProcedureClauses(clauses)
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
    /// Stud: rows of the pay table.
    pub pays: Vec<ClauseAt>,
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
    /// Its rows; a row without a clause of its own has the bet's.
    pub rows: Vec<ClauseAt>,
}

impl Citations {
    /// Resolves every clause that the parts of a game name.
    pub fn resolve(family: &Family, side_bets: &[SideBet], clauses: &[Clause]) -> Citations {
        let at = |id: &Option<String>| -> ClauseAt {
            let id = id.as_ref()?;
            clauses
                .iter()
                .position(|clause| clause.id == *id)
                .map(|place| place as u16)
        };
        let mut citations = match family {
            Family::TwentyOne(rules) => twenty_one(rules, at),
            Family::Stud(rules) => stud(rules, at),
        };
        citations.side_bets = side_bets
            .iter()
            .map(|bet| SideBetCitations {
                bet: at(&bet.clause),
                rows: bet.rows.iter().map(|row| at(&row.clause).or(at(&bet.clause))).collect(),
            })
            .collect();
        citations
    }
}

fn twenty_one(rules: &TwentyOne, at: impl Fn(&Option<String>) -> ClauseAt) -> Citations {
    let blackjack = at(&rules.blackjack.clause);
    let insurance = rules.insurance.as_ref().and_then(|insurance| at(&insurance.clause));
    let suited_insurance = match &rules.insurance {
        Some(insurance) => insurance
            .suited
            .iter()
            .map(|row| at(&row.clause).or(at(&insurance.clause)))
            .collect(),
        None => Vec::new(),
    };
    Citations {
        winners: rules.winners.iter().map(|row| at(&row.clause)).collect(),
        blackjack,
        suited_blackjack: rules
            .blackjack
            .suited
            .iter()
            .map(|row| at(&row.clause).or(blackjack))
            .collect(),
        insurance,
        suited_insurance,
        ..Citations::default()
    }
}

fn stud(rules: &Stud, at: impl Fn(&Option<String>) -> ClauseAt) -> Citations {
    Citations {
        pays: rules.pays.iter().map(|row| at(&row.clause)).collect(),
        streets: rules.streets.iter().map(|street| at(&street.clause)).collect(),
        caps: rules.caps.iter().map(|cap| at(&cap.clause)).collect(),
        ..Citations::default()
    }
}
