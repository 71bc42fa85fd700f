//! Which cards of a round decide a side bet.

use crate::card::Card;
use crate::game::{Family, FamilyName, Game, Matched, Over, Rides, SettleOrder, Settled, SideBet};
use crate::pattern::Pattern;
use crate::pay_table::{Dealt, LookedAt};
use crate::stud::FoldTakes;

/// Which cards of a round a bet looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardsSeen {
    /// 21: the player's first two cards. Stud: the player's hole cards.
    pub player: bool,
    /// 21: the dealer's up card. Stud: the dealer's cards that lie face up.
    pub up: bool,
    /// 21: the dealer's hole card. Stud: the dealer's cards that lie face down.
    pub hole: bool,
    /// Stud: the community cards.
    pub community: bool,
    /// Stud: the extra cards.
    pub extra: bool,
}

impl Over {
    /// Which cards the bet looks at.
    pub const fn sees(self) -> CardsSeen {
        const NONE: CardsSeen = CardsSeen {
            player: false,
            up: false,
            hole: false,
            community: false,
            extra: false,
        };
        const PLAYER: CardsSeen = CardsSeen { player: true, ..NONE };
        match self {
            Over::FirstTwo | Over::HoleCards => PLAYER,
            Over::FirstTwoAndUp => CardsSeen { up: true, ..PLAYER },
            Over::FirstTwoAndHole => CardsSeen { hole: true, ..PLAYER },
            Over::FirstTwoUpAndHole | Over::HoleAndDealer => CardsSeen {
                up: true,
                hole: true,
                ..PLAYER
            },
            Over::UpAndHole | Over::DealerHand | Over::DealerCards => CardsSeen {
                up: true,
                hole: true,
                ..NONE
            },
            Over::Community => CardsSeen {
                community: true,
                ..NONE
            },
            Over::HoleAndExtra => CardsSeen { extra: true, ..PLAYER },
            Over::HoleAndCommunity => CardsSeen {
                community: true,
                ..PLAYER
            },
            Over::PlayerFirstTwo => PLAYER,
            Over::BankerFirstTwo => CardsSeen { up: true, ..NONE },
            Over::BothHands | Over::FirstCards => CardsSeen { up: true, ..PLAYER },
        }
    }

    /// The cards of a round the bet looks at, in the order player, dealer, community, extra; the hole card is left out while
    /// nobody may look at it.
    pub fn cards(self, dealt: &Dealt) -> LookedAt {
        let sees = self.sees();
        let mut cards = LookedAt::new();
        let mut look = |seen: bool, at: &[Card]| cards.extend(at.iter().copied().filter(|_| seen));
        match dealt {
            Dealt::TwentyOne { dealer, .. } if self == Over::DealerHand => look(true, dealer),
            Dealt::TwentyOne { player, up, hole, .. } => {
                look(sees.player, player);
                look(sees.up, &[*up]);
                look(sees.hole, hole.as_slice());
            }
            Dealt::Stud {
                hole,
                dealer,
                community,
                extra,
            } => {
                look(sees.player, hole);
                look(sees.hole, dealer);
                look(sees.community, community);
                look(sees.extra, extra);
            }
            // A bet over both hands is decided by how the coup ended, which no condition reads from the cards.
            Dealt::Baccarat { player, banker } if self != Over::BothHands => {
                look(sees.player, &player[..player.len().min(2)]);
                look(sees.up, &banker[..banker.len().min(2)]);
            }
            Dealt::Baccarat { .. } => {}
            Dealt::SingleCard { first } => look(sees.player, first),
        }
        cards
    }

    /// The dealer's card that the player's first two are compared with: the hole card where the bet looks at no other, else
    /// the up card.
    pub fn compared_with(self, up: Card, hole: Option<Card>) -> Option<Card> {
        let sees = self.sees();
        if sees.hole && !sees.up { hole } else { Some(up) }
    }

    /// How many cards the bet looks at when a player has so many, so many of the dealer's lie up and down, and so many
    /// community and extra cards are dealt.
    pub const fn count(self, player: u8, dealer: [u8; 2], community: u8, extra: u8) -> u8 {
        const fn some(seen: bool, cards: u8) -> u8 {
            if seen { cards } else { 0 }
        }
        let sees = self.sees();
        some(sees.player, player)
            .saturating_add(some(sees.up, dealer[0]))
            .saturating_add(some(sees.hole, dealer[1]))
            .saturating_add(some(sees.community, community))
            .saturating_add(some(sees.extra, extra))
    }
}

impl Over {
    /// The family of games whose cards these are.
    pub const fn family(self) -> FamilyName {
        match self {
            Over::Community
            | Over::HoleCards
            | Over::HoleAndExtra
            | Over::HoleAndCommunity
            | Over::DealerCards
            | Over::HoleAndDealer => FamilyName::Stud,
            Over::FirstTwo
            | Over::FirstTwoAndUp
            | Over::FirstTwoAndHole
            | Over::FirstTwoUpAndHole
            | Over::UpAndHole
            | Over::DealerHand => FamilyName::TwentyOne,
            Over::PlayerFirstTwo | Over::BankerFirstTwo | Over::BothHands => FamilyName::Baccarat,
            Over::FirstCards => FamilyName::SingleCard,
        }
    }

    /// Which cards decide a bet with these conditions: those it looks at, and cards that a condition asks for besides.
    pub(crate) fn decided_by<'p>(self, patterns: impl Iterator<Item = &'p Pattern> + Clone) -> CardsSeen {
        let sees = self.sees();
        let asks_blackjack = patterns.clone().any(|pattern| pattern.dealer_blackjack);
        let asks_up = patterns.clone().any(|pattern| pattern.up.is_some());
        let asks_player = patterns.clone().any(|pattern| pattern.player_blackjack);
        CardsSeen {
            player: sees.player || asks_player,
            up: sees.up || asks_up || asks_blackjack,
            hole: sees.hole || asks_blackjack,
            ..sees
        }
    }
}

impl Settled {
    /// Whether a game of this family has such a moment.
    pub const fn is_of(self, family: FamilyName) -> bool {
        match self {
            Settled::AfterDeal => matches!(family, FamilyName::TwentyOne | FamilyName::SingleCard),
            Settled::AtReveal => matches!(family, FamilyName::TwentyOne),
            Settled::BeforeMain => matches!(family, FamilyName::Stud | FamilyName::TwentyOne),
            Settled::AfterMain => {
                matches!(family, FamilyName::Stud | FamilyName::Baccarat | FamilyName::TwentyOne)
            }
        }
    }
}

impl Game {
    /// How many cards a bet over these looks at.
    pub fn cards_seen_by(&self, over: Over) -> u8 {
        match &self.family {
            Family::Stud(rules) => {
                let up = rules.showdown.as_ref().map_or(0, |showdown| showdown.up_cards);
                let dealer = [up, rules.dealer_cards().saturating_sub(up)];
                over.count(
                    rules.hands.hole_cards,
                    dealer,
                    rules.community_cards(),
                    rules.hands.extra_cards,
                )
            }
            Family::TwentyOne(_) => over.count(2, [1, 1], 0, 0),
            Family::Baccarat(_) => over.count(2, [2, 0], 0, 0),
            Family::SingleCard(_) => over.count(1, [1, 0], 0, 0),
        }
    }
}

impl Game {
    /// In which order the bets of all players on a side bet are settled.
    pub fn order_of(&self, bet: &SideBet) -> SettleOrder {
        bet.order.unwrap_or(match self.family {
            Family::TwentyOne(_) | Family::Baccarat(_) | Family::SingleCard(_) => SettleOrder::LosersFirst,
            Family::Stud(_) => SettleOrder::OnePass,
        })
    }
}

impl Game {
    /// Whether what a side bet wins depends on how its hand is played, and not on the cards that are dealt to everybody alone.
    pub fn follows_play(&self, bet: &SideBet) -> bool {
        match &self.family {
            Family::TwentyOne(_) => {
                bet.settled == Settled::AtReveal && (bet.rides != Rides::EveryHand || bet.matched != Matched::FirstTwo)
            }
            Family::Stud(rules) => rules.hands.fold_takes == FoldTakes::EveryBet,
            Family::Baccarat(_) | Family::SingleCard(_) => false,
        }
    }
}

/// What has become of the hand that a side bet of 21 was made on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandRidden {
    /// How many hands it has become.
    pub hands: u8,
    /// Whether any of them was doubled.
    pub doubled: bool,
    /// Whether any of them was still in play when the hole card was shown.
    pub in_play: bool,
}

impl Rides {
    /// Whether a bet rides on to the end on such a hand.
    pub const fn holds(self, hand: HandRidden) -> bool {
        match self {
            Rides::EveryHand => true,
            Rides::UnsplitUndoubled => hand.hands == 1 && !hand.doubled,
            Rides::HandsInPlay => hand.in_play,
        }
    }
}

impl SideBet {
    /// Which cards decide the bet: those it looks at, and cards that a row asks for besides.
    pub fn decided_by(&self) -> CardsSeen {
        self.over.decided_by(self.rows.iter().map(|row| &row.when))
    }
}

/// How many cards make a poker hand where so many are looked at: 3 of exactly three, else 5.
#[inline]
pub const fn poker_size(cards: usize) -> u8 {
    if cards == 3 { 3 } else { 5 }
}
