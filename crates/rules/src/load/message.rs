//! Everything that can be said against a rules file, in one table: the kind of fault, what is wrong, and what would be right.
//!
//! Readers and checks name an entry and fill in its blanks. `tests/faults` has a case for each; a test finds those without.

use std::fmt::Display;

use super::fault::Kind;
use super::section::key;

/// An entry of the table with its blanks filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Message {
    /// The name of the entry, like `least-above-most`.
    pub(crate) id: &'static str,
    pub(crate) kind: Kind,
    pub(crate) what: String,
    pub(crate) remedy: String,
}

impl Message {
    /// The same as a fault of another kind.
    pub(crate) fn of(self, kind: Kind) -> Message {
        Message { kind, ..self }
    }
}

macro_rules! messages {
    ($($kind:ident { $($name:ident($($blank:ident),*): $what:literal, $remedy:literal;)+ })+) => {
        /// The names of all entries, each with the kind of fault it is.
        pub const MESSAGES: &[(&str, Kind)] = &[$($((key!($name), Kind::$kind),)+)+];

        $($(
            pub(crate) fn $name($($blank: impl Display),*) -> Message {
                Message { id: key!($name), kind: Kind::$kind, what: format!($what), remedy: format!($remedy) }
            }
        )+)+
    };
}

messages! {
    Syntax {
        not_toml(what, expected): "{what}", "{expected}";
        given_twice(key): "`{key}` is given twice", "keep one of the two, or give each its own name";
        not_quoted(what, word): "{what}: `{word}`", "texts stand in quotes, like \"{word}\"";
        list_not_closed(): "the list above is not closed when this line begins", "write `]` at the end of the list";
        nested_too_deeply(): "tables or lists are nested too deeply here", "no rule stands deeper than five keys";
    }
    UnknownKey {
        unknown_key_like(key, within, near): "there is no key `{key}`{within}", "did you mean `{near}`?";
        unknown_key(key, within, keys): "there is no key `{key}`{within}", "the keys are {keys}";
        no_field_like(path, near): "there is no field `{path}`", "did you mean `{near}`?";
        no_field(path, keys): "there is no field `{path}`", "the keys there are {keys}";
        no_field_below(path, above): "there is no field `{path}`", "`{above}` has no fields below it";
        no_place_like(place, near): "there is no `{place}`", "did you mean `{near}`?";
        no_place(place, home): "there is no `{place}`", "name one that there is, like `{home}.NAME`";
        nothing_cited(place): "the game has no `{place}` to be cited for", "leave it out, or add the rule";
        nothing_titled(place): "the game has no `{place}` to have a title", "leave it out, or add the rule";
    }
    Extends {
        extends_itself(chain): "a game cannot extend itself: `{chain}`", "name a game that does not come back to this one";
        no_game_like(id, near): "there is no game `{id}` to extend, beside the file or in the program", "did you mean \"{near}\"?";
        no_game(id, known): "there is no game `{id}` to extend, beside the file or in the program", "name one of {known}";
        nothing_left_out_like(game, place, near): "the game `{game}` has no `{place}` to leave out", "did you mean \"{near}\"?";
        nothing_left_out(game, place): "the game `{game}` has no `{place}` to leave out", "name what its file has";
        left_out_of_nothing(): "`without` leaves out what another game has, but this file extends none",
            "name the game with `extends`, or leave out `without`";
    }
    MissingKey {
        missing_section(key): "the section `{key}` is missing", "add a section `[{key}]`";
        missing_key(key, within, about): "`{key}` is missing{within}", "add `{key}`: {about}";
        missing_limits(): "the main bet has no limits", "add `min` and `max`, or a list of `amounts`";
        missing_cut_card(): "the cards are shuffled at the cut card, but no cut card is placed",
            "add `cut-card`, like \"3/2 decks\"";
        missing_second_double(): "a hand may be doubled again, but the limits of a second double are missing",
            "add `again`, like {{ max = \"last-double\" }}";
    }
    WrongType {
        wrong_type(key, is, right): "`{key}` is {is}, which does not belong here", "write {right}";
        several_of_one(key, is, at): "`{key}` is {is}, which does not belong here", "there is only one; its header is `[{at}]`";
        entries_without_names(key, is, at): "`{key}` is {is}, which does not belong here",
            "give each entry a name: write `[{at}.NAME]` above it, or NAME = {{ … }} below `[{key}]`";
    }
    UnknownWord {
        unknown_word_like(word, key, near, words): "`{word}` is not a word for `{key}`",
            "did you mean \"{near}\"? The words are {words}";
        unknown_word(word, key, words): "`{word}` is not a word for `{key}`", "write {words}";
        no_pay_table_like(id, near): "there is no pay table `{id}`", "did you mean \"{near}\"?";
        no_pay_table(id): "there is no pay table `{id}`", "add a section `[pay-table.{id}]`";
        no_meter_like(id, near): "there is no meter `{id}`", "did you mean \"{near}\"?";
        no_meter(id): "there is no meter `{id}`", "add a section `[meter.{id}]`";
    }
    Unreadable {
        unreadable(what, remedy): "{what}", "{remedy}";
        control_character(key, code): "`{key}` has the control character U+{code}", "write it without";
    }
    OutOfRange {
        old_format(): "this rules file is of format 1, and this program reads format 2", "`croupier upgrade FILE` rewrites it";
        other_format(): "this program reads format 2 of rules files", "write format = 2";
        not_old_format(): "this is not a rules file of format 1", "only such a file is rewritten";
        out_of_range(key, low, high): "`{key}` is out of range", "write a whole number from {low} to {high}";
        too_many(key, most): "`{key}` has too many entries", "at most {most}";
        too_few(key, least): "`{key}` has too few entries", "at least {least}";
        too_many_points(): "a hand of baccarat has 0 to 9 points", "name points from 0 to 9";
        no_such_amount(amount, most): "{amount} is not an amount that can be bet or paid", "write more than $0 and at most {most}";
        no_such_decks(allowed, most): "`{allowed}` are not numbers of decks from 1 to {most}",
            "write a set like \"1-2\" or \"6,8\"";
        community_cards(cards, most): "the streets turn {cards} community cards together, which is too many", "at most {most}";
        large_bet(bet, most): "a bet of {bet} main bets is too large", "at most {most}";
    }
    Empty {
        quote_left_open(): "no clause carries this sentence, and nothing says why",
            "name the clauses that say it with `clause`, or write with `not-carried` why there is none";
        says_nothing(key): "`{key}` says nothing", "write a text";
        no_rows(): "the pay table has no rows, so the bet can never win", "add a row";
        asks_nothing(): "the row asks for nothing, so that any cards meet it", "say what the cards must show, or cards = \"any\" for any cards";
        capped_nothing(): "the cap holds for no main bet", "name the main bets";
    }
    BadId {
        bad_id(id, right): "the id `{id}` is not made of small letters, digits and single hyphens", "write \"{right}\"";
        bad_name(id, right): "the name `{id}` is not made of small letters, digits and single hyphens", "write `{right}`";
        taken_name(id): "`{id}` is what results call another bet", "give the side bet a name of its own";
    }
    Doubled {
        same_name(name, other): "the name `{name}` is that of `{other}` already", "give each its own";
        same_spot(spot): "the spot `{spot}` is there twice", "give each its own name";
        listed_twice(entry): "{entry} is in the list already", "name it once";
        cited_twice(place): "`{place}` is cited twice", "write all its clauses as one list";
    }
    UnknownClause {
        no_clause_like(id, near): "there is no clause `{id}`", "did you mean \"{near}\"?";
        no_clause(id): "there is no clause `{id}`", "add it as `[clause.{id}]`";
    }
    WrongFamily {
        section_of_other_family(key, family): "the section `{key}` does not belong to the family \"{family}\"",
            "leave it out, or change `family`";
        cards_of_other_family(right): "these cards are not dealt in this family of games", "write {right}";
        moment_of_other_family(right): "bets are not settled at this moment in this family of games", "write {right}";
    }
    Limits {
        least_above_most(min, max): "the least bet, {min}, is more than the most, {max}", "exchange the two, or change one";
        not_in_steps(which, amount, step): "{which}, {amount}, cannot be made in steps of {step}",
            "write a multiple of {step}, or change `step`";
        above_main_bet(min, most): "the least bet, {min}, is more than the largest main bet, {most}",
            "write at most {most}, or at-most-main-bet = false";
        unlike_main_bet(least, most, min, max): "the bet must equal the main bet, which may be {least} to {most}, but it may only be {min} to {max}",
            "write min = \"{least}\" and max = \"{most}\" or more";
        no_main_bet_of_several(min): "{min} is not a main bet that may be made", "write an amount within the limits of the main bet";
        no_side_bet_of_several(min, bet, step, max): "{min} cannot be bet on `{bet}`", "write a multiple of {step} up to {max}";
        double_above_main_bet(min, most): "the least double, {min}, is more than the largest main bet, {most}",
            "write at most {most}";
        insurance_not_a_share(max): "{max} is not a share of the main bet", "write a share like \"1:2\", at most \"1:1\"";
        insurance_too_high(min, max, most): "insurance of {min} can never be bet: {max} of the largest main bet is {most}",
            "write at most {most}";
        surrender_not_a_share(loses): "{loses} is not a share of the bet", "write a share below 1:1, like \"1:2\"";
        aces_above_other_pairs(aces, most): "aces may become {aces} hands, but no hand more than {most}", "write at most {most}";
        cut_card_too_deep(cards, dealt): "the cut card stands {cards} cards from the end, and {dealt} are dealt from",
            "place it nearer to the end";
        cut_too_deep(cards, size): "a cut {cards} cards from either end is not possible in {size} cards",
            "let the player cut nearer to the ends";
    }
    Contradiction {
        quote_carried(clause): "the sentence is not carried, yet it is carried by the clause `{clause}`",
            "keep either `clause` or `not-carried`";
        amounts_and_limits(): "`amounts` are given, and `min`, `max` or `step` as well", "keep either the list or the range";
        one_hand_only(): "a limit for several hands is given, but a player has only one",
            "leave it out, or write hands-max = 2";
        no_side_bets(): "a limit for side bets is given, but there are none", "leave it out";
        decks_not_allowed(decks, allowed): "{decks} decks are not among the numbers allowed, {allowed}",
            "deal from one of {allowed}, or allow {decks}";
        idle_cut_card(): "a cut card is placed, but the cards are shuffled before every round",
            "leave out `cut-card`, or write shuffled = \"at-cut-card\"";
        idle_pay_table(id): "no bet is paid by the pay table `{id}`",
            "name it where a bet says `pays` or `pays-allowed`, or take it out";
        idle_meter(id): "no side bet pays shares of the meter `{id}`",
            "name it where a side bet says `meter`, or take it out";
        meter_not_paid(meter): "no row of the bet's table pays a share of the meter `{meter}`",
            "let a row pay one, like \"100% of meter\", or leave out `meter`";
        share_of_no_meter(row): "the row `{row}` pays a share of a meter, and the bet names none",
            "write `meter` in the side bet, or pay odds or an amount";
        share_beside_side_bet(row): "the row `{row}` pays a share of a meter, which only a side bet may pay",
            "write odds, like \"3:2\"";
        paid_for_one_stake(row, min, max): "what the row `{row}` pays is for one stake, and the bet may be {min} to {max}",
            "give `min` and `max` the same amount";
        less_than_kept(row, pays, stake): "the row `{row}` pays {pays}, less than the stake of {stake} that is kept",
            "let it pay more, or write winning-stake = \"returned\"";
        pay_table_not_allowed(id): "the table `{id}` is not among those allowed", "choose one of them, or allow it";
        hole_card_face_down(): "a bet on the hole card cannot be settled while that card is face down", "write \"at-reveal\"";
        drawn_cards_to_come(): "cards that are drawn later cannot be matched by a bet that is settled before them",
            "write settled = \"at-reveal\", or matched = \"first-two\"";
        dealer_hand_incomplete(): "a bet on the dealer's hand cannot be settled before that is complete",
            "write \"after-main\", or \"before-main\" to settle it before hands are compared";
        settled_with_dealer_hand(): "only a bet on the dealer's hand waits until that is complete",
            "write \"after-deal\" or \"at-reveal\", or over = \"dealer-hand\"";
        rides_on_dealer_hand(): "a bet on the dealer's hand stays on the table whatever becomes of the player's", "leave out `rides`";
        idle_tie_on(): "totals are given on which ties do not push, but all ties push",
            "leave out `tie-on`, or write tie = \"dealer-wins\" and totals from 17 to 21";
        extra_cards_face_down(): "a bet on the extra cards cannot be settled before they are turned", "write \"after-main\"";
        no_extra_cards(): "the bet looks at extra cards, but there are none", "write `extra-cards` in `[hands]`";
        no_dealer_cards(): "the bet looks at the dealer's cards, but the dealer has none", "add a section `[showdown]`";
        hand_paid_by_nothing(): "the hand is paid by no table, and there is no dealer's hand to beat",
            "write `pays`, the name of a pay table, in `[hands]`, or add a section `[showdown]`";
        not_pulled_back(): "a bet that lies on the table from before the deal is let ride or pulled back, and nothing else",
            "write bets = [0, 1] for its street, and fold = false for every street";
        bets_once(): "a hand that bets once is compared with the dealer's, has several streets to choose from, and no bet that lies there from before the deal",
            "leave out `betting`, or add a section `[showdown]` and let more than one street offer a bet in the player's turn";
        larger_bets(): "larger bets are for some hands only where several bets are offered against a dealer's hand and no community cards come",
            "leave out `larger-bets-with`, or write several `bets`";
        main_bet_required(): "only in baccarat may a hand do without the main bet", "write required = true, or leave it out";
        no_spots(): "a game of this family has no further spots of its main bet", "leave out `spots`";
        small_raise_or_surrender(): "a player who must raise or surrender could raise the least there is",
            "write amount = \"equals-main-bet\", or leave out `surrender-loses`";
        amount_on_raise(): "a raise is paid at odds, not a fixed amount", "write odds, like \"1:1\"";
        capped_showdown(): "a game with a dealer's hand has no caps", "leave out `[cap]`";
        too_few_dealer_cards(size, dealt): "a dealer's hand of {size} cards cannot be made of {dealt}",
            "deal the dealer more cards";
        compared_decks(): "hands are compared by rank and suit, which needs cards of one deck", "write decks = 1";
        long_qualifier(named): "the least hand names {named} cards, more than a hand has", "name fewer ranks";
        always_qualifies(): "every dealer's hand qualifies, so nothing can happen where it does not",
            "write `qualifies` in `[showdown]`, or leave this out";
        no_table_for_bet(): "the bet is paid by the table of the hand, but there is none",
            "write `pays`, the name of a pay table, in `[hands]`";
        idle_hand_table(id): "no bet is paid by the pay table `{id}`",
            "write pays = \"by-table\" for a bet in `[showdown]`, or leave this out";
        amount_beside_dealer(): "a bet beside a dealer's hand is paid at odds, not a fixed amount", "write odds, like \"3:2\"";
        tells_suits_apart(): "the row tells suits apart, which hands that are compared do not", "ask for ranks or a poker hand";
        no_community_cards(): "the bet looks at community cards, but there are none", "let a street turn cards";
        exact_cards_miss(): "the cards of `exactly` do not meet the other conditions of the row", "leave out one or the other";
        nothing_to_check(): "the dealer cannot check a hole card that is not dealt",
            "write checks = \"none\", or hole-card = \"dealt\"";
        open_card_checked(): "the dealer does not check a hole card that lies face up",
            "write checks = \"none\", or hole-card = \"dealt\"";
        open_card_insured(): "insurance is a bet on the hole card, which lies face up", "leave out `[insurance]`, or write hole-card = \"dealt\"";
        no_check_to_precede(): "a surrender cannot come before the dealer's check where the dealer's cards lie face up",
            "write check = \"after\", or hole-card = \"dealt\"";
        no_early_surrender(): "the up cards of a surrender before the dealer's check are given, but there is none",
            "write check = \"before\", or leave out `early-under`";
        nothing_to_reveal(): "no hole card is revealed where it lies face up from the deal on", "write settled = \"after-deal\"";
        never_of_blackjack(rank, right): "a {rank} is never part of a blackjack", "write \"{right}\"";
        pays_nothing(): "a bet that wins is paid nothing here", "write odds like \"1:1\"";
        paid_before_push(): "a blackjack that is paid before the dealer's check cannot push against a dealer's blackjack",
            "write paid = \"after-check\", or against-dealer-blackjack = \"wins\"";
        paid_before_double(): "a blackjack that is paid before the player's turn cannot be doubled",
            "write paid = \"in-turn\", or may-double = false";
        blackjack_not_doubled(): "a blackjack may be doubled, but a soft 21 of two cards may not",
            "let `double.cards` contain 2 and `double.soft` contain 21, or write may-double = false";
        no_second_double(): "limits of a second double are given, but there is none", "leave out `again`, or write times-max = 2";
        no_double_before(): "the first double cannot be measured by the double before it", "write \"main-bet\"";
        no_hand_to_double(cards): "`{cards}` is not a number of cards that a hand has when it is doubled", "write \"2\", \"2+\", or times-max = 0";
        no_total_to_double(): "doubling is allowed, but on no total", "name hard or soft totals, or write times-max = 0";
        no_such_number(number, of, low, high): "no hand has {of} {number}", "name numbers from {low} to {high}, or \"any\"";
        split_aces_not_doubled(): "split aces may be doubled, but split hands may not or split aces get one card only",
            "write split-aces = false, or after-split = true and split.aces = \"play-on\"";
        no_free_double(): "doubles are free, but no hand may be doubled", "leave out `free`, or write times-max = 1";
        free_total_not_doubled(total): "a double on {total} is free, but a hard {total} may not be doubled",
            "name totals from 4 to 21 that `hard` contains";
        cards_of_no_free_double(): "it is said how many cards a free double has, but no double is free",
            "leave out `free-cards`, or add `free`, like \"9-11\"";
        free_pair_not_split(pair): "{pair} are split free, but they may not be split",
            "leave them out, or let them become two hands or more";
        some_tens_split_free(): "cards that count 10 are of one value, but only some of them are split free",
            "name all of T-K, or none";
        step_of_full_double(): "a step is given, but only the full amount may be added", "leave it out, or add `min`";
        split_not_surrendered(): "split hands may be surrendered, but no hand may",
            "write after-split = false, or another `when`";
        doubled_not_surrendered(): "doubled hands may be surrendered, but no hand may",
            "write after-double = \"never\", or another `when`";
        nothing_doubled_to_surrender(): "doubled hands may be surrendered, but no hand may be doubled",
            "write after-double = \"never\"";
        doubled_split_not_surrendered(): "doubled split hands may be surrendered, but no doubled hand may",
            "leave out doubled-after-split, or write another `after-double`";
        insurance_never_offered(): "insurance is never offered", "write \"A\", or leave out the section";
        even_money_too_late(): "even money is offered on a blackjack that has been paid before",
            "write even-money = false, or paid = \"after-check\"";
        amount_after_double(): "a fixed amount is paid once for the bet, not for its doubles",
            "write after-double = false, or odds";
        too_few_cards_for_hand(size, cards): "a hand of {size} cards cannot be made of {cards}",
            "deal more hole or community cards, or write hand-size = 3";
        nothing_but_fold(street): "on `{street}` a player can do nothing but fold",
            "write multiples of the main bet, like [1, 2, 3], or fold = false for a street without a choice";
    }
    BrokenCents {
        broken_cents(odds, stake, parts): "{odds} of {stake} is not a whole number of cents",
            "allow only multiples of {parts}, or write other odds";
        broken_share(share, amount): "{share} of {amount} is not a whole number of cents", "write an amount that can be shared out so";
    }
    DeckTooSmall {
        no_cards_left(): "every rank is removed", "leave some cards in the deck";
        too_few_cards(hands, with, needed, there, place): "the deck cannot deal a full table: {hands} hands and {with} need {needed} cards, {there} are there {place}",
            "more decks, fewer seats or hands, or a cut card farther from the end";
    }
    UnfitCondition {
        not_compared(key): "`{key}` cannot be asked here: it compares the player's two cards with a dealer's card, which the table does not look at",
            "ask for something else";
        compared_with_two(key): "`{key}` cannot be asked here: the bet looks at two of the dealer's cards, and one must be meant",
            "ask for something else";
        no_coup(key): "`{key}` cannot be asked here: the table does not look at how a coup of baccarat ends", "ask for something else";
        cards_of_coup(): "a table over both hands asks for cards", "ask how the coup ends: `wins`, points and numbers of cards";
        no_stand(key): "`{key}` cannot be asked here: the table does not look at how single cards stand", "ask for something else";
        cards_of_stand(): "a table over single cards asks for something else than how they stand", "ask for `first`, `drawn` or `spread`";
        no_up_card(): "`up` cannot be asked here: there is no dealer's up card", "ask for something else";
        hole_card_unknown(): "`dealer-blackjack` cannot be asked here: the dealer's hole card is not known then",
            "ask for something else";
        no_dealer_hand(key): "`{key}` cannot be asked here: the table does not look at the dealer's complete hand",
            "ask for something else, or write over = \"dealer-hand\" for its bet";
        long_hand(key): "`{key}` cannot be asked of the dealer's complete hand, which has any number of cards",
            "ask for `ranks`, `suits`, `cards` or `total`";
        rank_of_nothing(): "`of` gives the rank of a pair, three or four of a kind or the highest of a straight, which the row does not ask for",
            "add poker = \"pair\", \"three-of-a-kind\", \"four-of-a-kind\", \"straight\" or \"straight-flush\", or leave out `of`";
        needs_more_cards(needed, cards): "the hand needs {needed} cards, and {cards} are looked at", "name another hand";
        no_such_hand(cards): "there is no such hand among hands of {cards} cards", "name another hand";
        never_called_out(): "hands are called out that cannot be made here", "name another hand";
    }
    DoubledRow {
        same_row(row): "the row asks for the same as the row `{row}`", "keep one of the two";
        same_suits(row): "the row asks for the same suits as the row `{row}`", "keep one of the two";
        same_pay(row, pays): "the row `{row}` pays {pays}, as it would without it",
            "take the row out, or let it pay something else";
    }
    UnreachableRow {
        met_by_no_cards(row): "the row `{row}` is never paid: no cards of this game meet it",
            "take the row out, or change what it asks for";
        outdone_by(row, other, pays): "the row `{row}` is never paid: all its cards are paid by `{other}`",
            "take the row out, or let it pay more than {pays}";
        outdone(row): "the row `{row}` is never paid: all its cards are paid by other rows", "take the row out, or let it pay more";
    }
    Caps {
        capped_no_bet(bet): "{bet} is not a main bet that may be made", "name an amount of the main bet";
        capped_twice(bet): "a main bet of {bet} has a cap already", "name it once";
        not_capped(bet): "a main bet of {bet} has no cap, but others have", "add a cap for {bet}";
    }
    Reading {
        not_a_rule(path): "`{path}` is not a rule of play", "name a field that another reading changes";
        same_reading(path): "the other reading sets `{path}` to what it is already",
            "write the value of the other reading, or leave it out";
        faulty_reading(point, what, remedy): "the other reading of `{point}` is not a game: {what}", "{remedy}";
    }
    Change {
        no_path(text): "`{text}` is not a place in a rules file", "write keys with dots between, like `winner.five-card-21.pays`";
        no_entry_like(path, key, near): "there is no field `{path}`", "there is no `{key}`, did you mean `{near}`?";
        no_entry(path, key, there): "there is no field `{path}`", "there is no `{key}`, but {there}";
        no_entries(path, key): "there is no field `{path}`", "there is no `{key}`, and nothing beside it";
        no_value(path): "the value for `{path}` cannot be written in a rules file", "write it as the file would";
        no_table(path): "there is no field `{path}`", "the file does not have the shape the change needs; mend the file first";
    }
}
