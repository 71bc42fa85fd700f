//! What every code comes to, in cents, so that no hand has to be settled again while rounds are played.

use croupier_rules::Money;
use croupier_table::HandWagers;

use crate::compiled::Compiled;
use crate::settled::Settled;
use crate::tally::Group;

/// What the codes of a job come to.
#[derive(Debug)]
pub(crate) struct Nets {
    by_code: Vec<Net>,
    /// Insurance, and the side bets that are bet on.
    pub(crate) others: Vec<Group>,
    /// By code, or by digits in a game of 21, and then by place in `others`; empty where it is not asked for.
    beside: Vec<i64>,
}

/// What one code comes to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Net {
    pub(crate) main: i64,
    pub(crate) all: i64,
    /// What was staked on the main game.
    pub(crate) staked: i64,
    /// What was staked beside the main game.
    pub(crate) staked_beside: i64,
}

impl Nets {
    /// Settles every code; insurance and side bets one by one only where several hands of a round are added up.
    pub(crate) fn new(compiled: &Compiled, bets: &HandWagers, several_hands: bool) -> Nets {
        let codes = 0..compiled.codes() as u32;
        let sides = (0..bets.side.len()).filter(|place| bets.side_stake(*place) > Money::ZERO);
        let others = std::iter::once(Group::Insurance).chain(sides.map(|place| Group::Side(place as u8)));
        let mut nets = Nets {
            by_code: codes.map(|code| net(&compiled.settled_code(code))).collect(),
            others: others.collect(),
            beside: Vec::new(),
        };
        if several_hands {
            nets.tell_apart(compiled);
        }
        nets
    }

    /// What a code comes to.
    #[inline(always)]
    pub(crate) fn of(&self, code: u32) -> Net {
        self.by_code[code as usize]
    }

    /// What a code comes to; nothing for one beyond all codes.
    #[inline(always)]
    pub(crate) fn get(&self, code: u32) -> Net {
        self.by_code.get(code as usize).copied().unwrap_or_default()
    }

    /// What each of the others came to with this code, or with these digits in a game of 21.
    #[inline(always)]
    pub(crate) fn beside(&self, code: u32) -> &[i64] {
        let width = self.others.len();
        &self.beside[code as usize * width..][..width]
    }

    /// What each of the others came to with every code or digits, where hands of a round are added up.
    pub(crate) fn all_beside(&self) -> &[i64] {
        &self.beside
    }

    fn tell_apart(&mut self, compiled: &Compiled) {
        // In a game of 21 the first codes are those of the first leaf: the digits alone.
        let codes = match compiled {
            Compiled::TwentyOne(tables, _) => tables.digit_codes(),
            _ => compiled.codes() as u32,
        };
        for code in 0..codes {
            let bets = compiled.settled_code(code);
            let of = |group: &Group| {
                let theirs = bets.iter().filter(|bet| Group::of(bet.kind) == *group);
                theirs.map(|bet| bet.net).sum::<i64>()
            };
            self.beside.extend(self.others.iter().map(of));
        }
    }
}

fn net(settled: &[Settled]) -> Net {
    let mut net = Net::default();
    for bet in settled {
        net.all += bet.net;
        if Group::of(bet.kind) == Group::Main {
            net.main += bet.net;
            net.staked += bet.stake;
        } else {
            net.staked_beside += bet.stake;
        }
    }
    net
}
