// Written from crates/server/src/wire by its test; do not edit.

/**
 * What went wrong, in words for a person and a word for a program.
 */
export type Problem = {
/**
 * A fixed word: `not-offered`, `chips-too-few`, `not-signed-in`.
 */
code: string,
/**
 * What is wrong and what to do.
 */
message: string, };

/**
 * `POST /sign-up` and `POST /sign-in`.
 */
export type Credentials = {
/**
 * The name, 2 to 24 letters, digits, spaces, dots, dashes or underscores.
 */
name: string,
/**
 * The password, 8 to 256 characters.
 */
password: string, };

/**
 * `GET /me`, and the answer to every way of signing in.
 */
export type Me = {
/**
 * The name others see.
 */
name: string,
/**
 * What this person may do.
 */
role: RoleName,
/**
 * Whether the account ends with the session.
 */
guest: boolean,
/**
 * Chips in hand, those on the felt not counted.
 */
chips: number,
/**
 * The most this person wants to lose in a session; `None` for no limit.
 */
loss_limit: number | null,
/**
 * What this session has won or lost so far.
 */
session_net: number,
/**
 * How long this session has lasted.
 */
session_ms: number,
/**
 * The session's token, in the answer to signing in with `?token=true`.
 */
token?: string, };

/**
 * What a person may do.
 */
export type RoleName = "player" | "floor" | "auditor";

/**
 * `POST /loss-limit`.
 */
export type LossLimit = {
/**
 * The most to lose in a session; `None` for no limit.
 */
cents: number | null, };

/**
 * `GET /games`: one game of the house.
 */
export type GameCard = {
/**
 * Its id.
 */
id: string,
/**
 * Its name.
 */
name: string,
/**
 * Its name as people say it.
 */
short_name: string,
/**
 * One sentence: what the player tries to do.
 */
object: string,
/**
 * What each wager costs with the best play, exactly, at the least bet.
 */
edges: Array<Edge>,
/**
 * The felt.
 */
layout: Layout, };

/**
 * `GET /reports`: what can be had of every game.
 */
export type Reports = {
/**
 * The kinds of report.
 */
kinds: Array<ReportKind>,
/**
 * How this program lays them out: html, markdown, pdf.
 */
formats: Array<string>, };

/**
 * A kind of report.
 */
export type ReportKind = {
/**
 * As it stands in addresses and file names.
 */
id: string,
/**
 * What people call it.
 */
title: string, };

/**
 * What one wager is worth.
 */
export type Edge = {
/**
 * The wager: `main`, `insurance`, or a side bet's id.
 */
wager: string,
/**
 * What it is called.
 */
name: string,
/**
 * The house's edge on the wager, as a fraction of it.
 */
house_edge: number,
/**
 * The expected value as a fraction, where it is exact: "-402/5525".
 */
ev_exact: string | null,
/**
 * The standard deviation of the result per unit wagered.
 */
sd: number,
/**
 * A bet that pays shares of a meter: what the meter must show for the bet to be worth what it costs, in cents.
 */
break_even_cents: number | null, };

/**
 * The spots of a felt, and what may be put on each.
 */
export type Layout = {
/**
 * The family of the game.
 */
family: FamilyName,
/**
 * How many seats, numbered from 1 on the dealer's left.
 */
seats: number,
/**
 * How many hands one player may play at a seat.
 */
hands_max: number,
/**
 * The main bet.
 */
main: SpotRule,
/**
 * Whether a hand needs it; otherwise the others may be made alone.
 */
main_required: boolean,
/**
 * Further spots that carry the main bet again: 2x, 3x, 4x. Their amounts are the main bet's.
 */
multiples: Array<string>,
/**
 * Stud: spots of streets that carry the main bet again from before the deal, to be let ride or pulled back.
 */
riding: Array<string>,
/**
 * The side bets in the order of the rules file.
 */
side: Array<SpotRule>,
/**
 * The most that is paid, in sentences, where the rules limit it.
 */
payout_limits: Array<string>,
/**
 * Stud: the streets by name, each with its spot: flop, turn, river.
 */
streets: Array<string>,
/**
 * Baccarat: the two hands that all bets are on, by name; the cards of the first are those of the board, of the second the dealer's.
 */
shared_hands: Array<string>,
/**
 * Stud: how many community cards are laid out. Single card: how many cards lie in the middle.
 */
community: number,
/**
 * Stud: extra cards for a bonus.
 */
extra: number,
/**
 * Whether insurance may be offered.
 */
insurance: boolean,
/**
 * Where everything is printed.
 */
plan: Plan, };

/**
 * The families.
 */
export type FamilyName = "twenty-one" | "stud" | "baccarat" | "single-card";

/**
 * One betting spot.
 */
export type SpotRule = {
/**
 * `main`, or the side bet's id.
 */
id: string,
/**
 * What is printed on the felt.
 */
name: string,
/**
 * The least, within the table's limits.
 */
min: number,
/**
 * The most.
 */
max: number,
/**
 * Amounts are whole multiples of this.
 */
step: number,
/**
 * The only amounts allowed; empty when any multiple within the limits is.
 */
amounts: Array<number>,
/**
 * What is paid, row by row, for the card shown beside the spot.
 */
pays: Array<PayRow>, };

/**
 * A row of a pay table.
 */
export type PayRow = {
/**
 * The row's name.
 */
name: string,
/**
 * What it pays: `30 to 1`.
 */
pays: string, };

/**
 * The felt of a game.
 */
export type Plan = {
/**
 * How wide it is.
 */
width: number,
/**
 * How high it is.
 */
height: number,
/**
 * The outline of the cloth, as the path of an SVG.
 */
cloth: string,
/**
 * The spots of one hand.
 */
spots: Array<Spot>,
/**
 * The seats, for every viewer.
 */
seatings: Array<Seating>,
/**
 * The dealer's cards.
 */
dealer: Place,
/**
 * Stud: the community cards.
 */
board: Place,
/**
 * Stud: the extra cards.
 */
extra: Place,
/**
 * The shoe.
 */
shoe: Place,
/**
 * The discard tray.
 */
tray: Place,
/**
 * The chip rack.
 */
rack: Place,
/**
 * The places printed for the dealer's cards, or for community and extra cards.
 */
slots: Array<Slot>,
/**
 * The line that the game's name follows, as a path.
 */
title_line: string,
/**
 * The line that the pay table of the main bet follows.
 */
pays_line: string,
/**
 * As many rows of that pay table as it has room for.
 */
pays: string,
/**
 * The band for insurance, where it is offered.
 */
insurance: Band | null,
/**
 * Pay tables of side bets, printed beside the dealer.
 */
pay_cards: Array<PayCard>, };

/**
 * A betting spot of one hand.
 */
export type Spot = {
/**
 * `main`, `blind`, `street-1`, `raise`, or the id of a side bet or the name of a further spot.
 */
id: string,
/**
 * What is printed on it.
 */
name: string,
/**
 * What it is for.
 */
kind: SpotKind,
/**
 * Its middle, to the right of the hand's.
 */
x: number,
/**
 * Its middle, below the hand's.
 */
y: number,
/**
 * Its radius.
 */
r: number,
/**
 * The name in lines that fit.
 */
lines: Array<string>,
/**
 * The size of the letters.
 */
size: number, };

/**
 * What a spot is for.
 */
export type SpotKind = "main" | "multiple" | "blind" | "side" | "street";

/**
 * The seats as one viewer sees them.
 */
export type Seating = {
/**
 * The viewer's seat; none for somebody who watches.
 */
mine: number | null,
/**
 * The viewer's hands, in the units of the seat; every other seat has one hand, at its origin.
 */
hands: Array<Place>,
/**
 * The seats, from the left of the felt.
 */
seats: Array<SeatPlace>, };

/**
 * A seat on the felt.
 */
export type SeatPlace = {
/**
 * Its number, from 1 on the dealer's left.
 */
seat: number,
/**
 * Whether it is the viewer's.
 */
mine: boolean,
/**
 * Its main spot, from the left.
 */
x: number,
/**
 * Its main spot, from the top.
 */
y: number,
/**
 * How large it is.
 */
scale: number,
/**
 * How far it is turned, in degrees.
 */
angle: number,
/**
 * How wide its cards may spread, in its own units.
 */
room: number, };

/**
 * Where something lies: in the coordinates of the felt, or of the seat it belongs to.
 */
export type Place = {
/**
 * From the left.
 */
x: number,
/**
 * From the top.
 */
y: number,
/**
 * How large it is.
 */
scale: number,
/**
 * How far it is turned, in degrees.
 */
angle: number, };

/**
 * A place for a card.
 */
export type Slot = {
/**
 * Its middle, from the left.
 */
x: number,
/**
 * Its middle, from the top.
 */
y: number,
/**
 * How wide it is.
 */
width: number,
/**
 * How high it is.
 */
height: number,
/**
 * What is printed in it.
 */
name: string, };

/**
 * A band between two lines, with words along a third.
 */
export type Band = {
/**
 * Its edges, as paths.
 */
edges: Array<string>,
/**
 * The line that the words follow.
 */
line: string,
/**
 * The words.
 */
words: string, };

/**
 * The pay table of a side bet, printed on the felt.
 */
export type PayCard = {
/**
 * Its left edge.
 */
x: number,
/**
 * Its upper edge.
 */
y: number,
/**
 * How wide it is.
 */
width: number,
/**
 * How high it is.
 */
height: number,
/**
 * The side bet.
 */
name: string,
/**
 * The rows, sixteen units apart.
 */
rows: Array<PayRow>, };

/**
 * `GET /tables`: one table.
 */
export type TableCard = {
/**
 * Its id.
 */
id: string,
/**
 * Its name.
 */
name: string,
/**
 * The game's id.
 */
game: string,
/**
 * The least main bet.
 */
min: number,
/**
 * The most.
 */
max: number,
/**
 * Whether it deals.
 */
standing: Standing,
/**
 * Whether one needs its code to see it.
 */
private: boolean,
/**
 * The code, told only to whoever opened the table.
 */
code: string | null,
/**
 * Who sits where.
 */
seats: Array<TakenSeat>,
/**
 * How many watch.
 */
spectators: number, };

/**
 * A seat that is taken.
 */
export type TakenSeat = {
/**
 * The seat, from 1.
 */
seat: number,
/**
 * The player's name.
 */
name: string, };

/**
 * Whether a table deals.
 */
export type Standing = "open" | "paused" | "closed" | "stopped";

/**
 * `POST /tables`: a table to be opened. Players open private ones, the floor any.
 */
export type NewTable = {
/**
 * Made by the client; a repeat is answered as the first was.
 */
id: string,
/**
 * The game's id.
 */
game: string,
/**
 * Its name, 1 to 40 characters.
 */
name: string,
/**
 * Whether one needs its code to see it.
 */
private: boolean,
/**
 * The least main bet; `None` for the least the rules allow.
 */
min: number | null,
/**
 * The most.
 */
max: number | null,
/**
 * How long bets are taken, in milliseconds; `None` for the house's usual time.
 */
betting_ms: number | null,
/**
 * How long a decision may take.
 */
decision_ms: number | null, };

/**
 * `POST /tables/{id}/change`: what the floor changes.
 */
export type TableOrder = {
/**
 * Made by the client.
 */
id: string,
/**
 * Open, pause or close it; closing waits for the round to end.
 */
standing: Standing | null,
/**
 * A new least main bet, from the next round on.
 */
min: number | null,
/**
 * A new most.
 */
max: number | null,
/**
 * A new dealer starts after this round and burns what the rules say: by order of the floor, once in a shoe.
 */
new_dealer: boolean,
/**
 * The floor acknowledges every hand called out so far.
 */
acknowledge: boolean, };

/**
 * `POST /tables/{id}/void`: the floor voids the open round of a table that was put aside; every wager goes back, and the
 * table deals from a new shoe.
 */
export type VoidOrder = {
/**
 * Made by the client; a repeat is answered as the first was.
 */
id: string,
/**
 * The clause or house rule it is voided by, 1 to 200 characters.
 */
clause: string, };

/**
 * The felt as one viewer sees it.
 */
export type Felt = {
/**
 * What the table is waiting for.
 */
phase: Phase,
/**
 * Whether it deals.
 */
standing: Standing,
/**
 * The round on the felt, or the last one.
 */
round: string | null,
/**
 * The cards to come.
 */
shoe: ShoeLine,
/**
 * The seats that are taken.
 */
seats: Array<SeatView>,
/**
 * 21: the dealer's cards.
 */
dealer: Array<string>,
/**
 * 21: the dealer's total in words.
 */
dealer_total: string | null,
/**
 * 21: what the dealer's open cards count.
 */
dealer_count: Count | null,
/**
 * Stud: the community cards.
 */
board: Array<string>,
/**
 * Stud: the extra cards.
 */
extra: Array<string>,
/**
 * The hands in the order they are played.
 */
hands: Array<HandView>, };

/**
 * What the table is waiting for.
 */
export type Phase = { "is": "waiting" } | { "is": "betting",
/**
 * Time left; `None` until the first bet lies on the felt.
 */
left_ms: number | null, } | { "is": "sealing",
/**
 * Time left before the table goes on without those who have not.
 */
left_ms: number, } | { "is": "opening",
/**
 * Time left.
 */
left_ms: number, } | { "is": "cutting",
/**
 * The seat that is asked.
 */
seat: number,
/**
 * The fewest cards to cut off.
 */
min: number,
/**
 * The most.
 */
max: number,
/**
 * Time left before the dealer cuts.
 */
left_ms: number, } | { "is": "dealing" } | { "is": "deciding",
/**
 * Which, for the answer to name.
 */
decision: DecisionAt,
/**
 * The hand.
 */
hand: HandAt,
/**
 * What is asked, where it is more than what to do with the hand: "Insurance? Pays 2 to 1.", "Flop bet".
 */
asks: string | null,
/**
 * Everything that may be chosen; told to its player alone, empty for others.
 */
offers: Array<Offer>,
/**
 * What a player might expect but is not offered, and why.
 */
withheld: Array<Withheld>,
/**
 * Time left before the time bank is used.
 */
left_ms: number,
/**
 * What is left in the time bank.
 */
bank_ms: number, } | { "is": "settled" };

/**
 * One decision of a round. The answer names it.
 */
export type DecisionAt = {
/**
 * The round.
 */
round: string,
/**
 * Its place among the decisions of the round, from 1.
 */
number: number, };

/**
 * One hand on the felt.
 */
export type HandAt = {
/**
 * The seat, from 1.
 */
seat: number,
/**
 * The starting hand at that seat, from 1.
 */
hand: number,
/**
 * 1 for the starting hand itself, 2 and up for hands split off.
 */
part: number, };

/**
 * What the open cards of a hand of 21 count.
 */
export type Count = {
/**
 * The best count that does not go over 21, or else the least.
 */
points: number,
/**
 * Whether an ace counts 11.
 */
soft: boolean, };

/**
 * One thing that may be chosen.
 */
export type Offer = {
/**
 * `stand hit double split surrender insurance no-insurance even-money take-blackjack fold check bet-1 …`
 */
action: string,
/**
 * What the button says.
 */
label: string,
/**
 * The key: `H`, `1`.
 */
key: string,
/**
 * Its place in the row of buttons, from 0: the same at every decision of its kind, whatever else is offered.
 */
place: number,
/**
 * The least amount on each spot; 0 where none is named.
 */
min: number,
/**
 * The most on each spot.
 */
max: number,
/**
 * Amounts are `min`, `max` or a multiple of this.
 */
step: number,
/**
 * On how many spots the amount is placed.
 */
spots: number,
/**
 * What it costs in all at `max`: chips that go on the felt.
 */
price: number, };

/**
 * Something that is not offered.
 */
export type Withheld = {
/**
 * The action.
 */
action: string,
/**
 * What its button would say.
 */
label: string,
/**
 * Its place in the row of buttons, among the offers.
 */
place: number,
/**
 * Why not: by the rules, or for want of chips.
 */
why: string, };

/**
 * The shoe as anybody sees it.
 */
export type ShoeLine = {
/**
 * Its id, for looking it up when it is revealed.
 */
id: string | null,
/**
 * The hash that binds the house to its seed.
 */
commitment: string | null,
/**
 * How many cards it had.
 */
cards: number,
/**
 * How many are gone.
 */
gone: number,
/**
 * How many are dealt before the cut card.
 */
cut_card: number | null,
/**
 * Whether this is the last round of the shoe.
 */
last_round: boolean,
/**
 * The client seeds, in the order they were sealed.
 */
client_seeds: Array<SealedSeed>,
/**
 * The Merkle root over its cards, once they are shuffled and cut: no bet is taken before it is shown.
 */
root: string | null, };

/**
 * A client's seed for a shuffle.
 */
export type SealedSeed = {
/**
 * The seat of the client.
 */
seat: number,
/**
 * Who sat there.
 */
user: string | null,
/**
 * SHA-256 of the seed, given before any seed was opened.
 */
commitment: string,
/**
 * The seed, once it is opened.
 */
seed: string | null, };

/**
 * A seat that is taken.
 */
export type SeatView = {
/**
 * The seat, from 1.
 */
seat: number,
/**
 * Who.
 */
name: string,
/**
 * Whether it is the viewer.
 */
you: boolean,
/**
 * Chips, those on the felt not counted.
 */
chips: number,
/**
 * The bets placed for the next deal, before it; empty during a round.
 */
bets: Array<HandBet>,
/**
 * Whether the player is ready for the deal.
 */
ready: boolean,
/**
 * Whether the player sits out.
 */
sits_out: boolean,
/**
 * Whether somebody is connected for the seat; it is held for a while when not.
 */
connected: boolean,
/**
 * What the seat has won or lost in the round on the felt.
 */
net: number, };

/**
 * The bets of one hand, as placed.
 */
export type HandBet = {
/**
 * The main bet on one spot.
 */
main: number,
/**
 * Further spots that carry it, by name.
 */
multiples: Array<string>,
/**
 * Side bets by id.
 */
side: { [key in string]: number }, };

/**
 * One hand being played.
 */
export type HandView = {
/**
 * Which.
 */
at: HandAt,
/**
 * Its cards.
 */
cards: Array<string>,
/**
 * What it counts, in words.
 */
total: string | null,
/**
 * 21: what it counts.
 */
count: Count | null,
/**
 * Every wager of the hand, with how it ended.
 */
wagers: Array<WagerView>,
/**
 * `open blackjack waits folded done`
 */
standing: string, };

/**
 * One wager of a hand.
 */
export type WagerView = {
/**
 * `main`, `2x` …, `double-1`, `insurance`, `street-1`, or a side bet's id.
 */
id: string,
/**
 * What it is called.
 */
name: string,
/**
 * How much of the player's lies on it.
 */
stake: number,
/**
 * What a free bet is paid on when it wins: a lammer of the house lies there; absent for a bet of the player's own.
 */
free?: number,
/**
 * How it ended; `None` while it is open.
 */
ended: Ended | null, };

/**
 * How a wager ended.
 */
export type Ended = {
/**
 * The outcome or the row of the pay table.
 */
outcome: string,
/**
 * What was won (positive) or lost.
 */
net: number,
/**
 * The clause it was settled by: "000, Method of Play ¶9".
 */
clause: string | null, };

/**
 * An order from the player, with an id made by the client: a repeat is answered as the first was.
 */
export type Order = {
/**
 * The id.
 */
id: string, } & ({ "do": "sit",
/**
 * Which, from 1.
 */
seat: number, } | { "do": "leave" } | { "do": "buy-in",
/**
 * How many.
 */
cents: number, } | { "do": "cash-out",
/**
 * How many.
 */
cents: number, } | { "do": "bet",
/**
 * The hands.
 */
hands: Array<HandBet>, } | { "do": "ready" } | { "do": "act",
/**
 * The decision it is meant for, as `phase` names it: a late or repeated answer cannot hit another one.
 */
decision: DecisionAt,
/**
 * An offered action.
 */
action: string,
/**
 * The amount on each spot, where one is named.
 */
amount: number, } | { "do": "cut",
/**
 * How many cards go to the bottom.
 */
cards: number, } | { "do": "seal",
/**
 * SHA-256 of the seed, in 64 hexadecimal digits.
 */
commitment: string, } | { "do": "open",
/**
 * The seed: 16 to 128 characters.
 */
seed: string, } | { "do": "sit-out",
/**
 * Whether to sit out.
 */
on: boolean, } | { "do": "pace",
/**
 * Whether to deal without pauses.
 */
fast: boolean, } | { "do": "coach",
/**
 * When.
 */
when: CoachWhen, });

/**
 * What a player may ask of a table.
 */
export type Command = { "do": "sit",
/**
 * Which, from 1.
 */
seat: number, } | { "do": "leave" } | { "do": "buy-in",
/**
 * How many.
 */
cents: number, } | { "do": "cash-out",
/**
 * How many.
 */
cents: number, } | { "do": "bet",
/**
 * The hands.
 */
hands: Array<HandBet>, } | { "do": "ready" } | { "do": "act",
/**
 * The decision it is meant for, as `phase` names it: a late or repeated answer cannot hit another one.
 */
decision: DecisionAt,
/**
 * An offered action.
 */
action: string,
/**
 * The amount on each spot, where one is named.
 */
amount: number, } | { "do": "cut",
/**
 * How many cards go to the bottom.
 */
cards: number, } | { "do": "seal",
/**
 * SHA-256 of the seed, in 64 hexadecimal digits.
 */
commitment: string, } | { "do": "open",
/**
 * The seed: 16 to 128 characters.
 */
seed: string, } | { "do": "sit-out",
/**
 * Whether to sit out.
 */
on: boolean, } | { "do": "pace",
/**
 * Whether to deal without pauses.
 */
fast: boolean, } | { "do": "coach",
/**
 * When.
 */
when: CoachWhen, };

/**
 * When the coach speaks.
 */
export type CoachWhen = "off" | "after" | "before";

/**
 * What the table sends.
 */
export type Message = { "is": "welcome",
/**
 * The version of the protocol.
 */
version: number,
/**
 * The table.
 */
table: TableCard,
/**
 * The spots of the felt, within the table's limits.
 */
layout: Layout,
/**
 * The viewer's seat, if seated.
 */
seat: number | null,
/**
 * The number of the last frame shown.
 */
number: number,
/**
 * The felt as it stands.
 */
felt: Felt,
/**
 * What happened since the number the viewer named, as far as it is kept; else the last of the commentary.
 */
missed: Array<Announcement>, } | { "is": "frame" } & Frame | { "is": "reply",
/**
 * The order's id.
 */
id: string,
/**
 * `None` when it was done.
 */
problem: Problem | null, } | { "is": "advice" } & Advice;

/**
 * One step of the table: what happened, and the felt after it. Frames are numbered without gaps.
 */
export type Frame = {
/**
 * Its number.
 */
number: number,
/**
 * The viewer's seat, if seated.
 */
seat: number | null,
/**
 * What happened, in order.
 */
said: Array<Announcement>,
/**
 * The felt after it.
 */
felt: Felt, };

/**
 * One event as the dealer says it.
 */
export type Announcement = {
/**
 * What happened, for animation: what moved where.
 */
what: Happening,
/**
 * The dealer's sentence.
 */
sentence: string,
/**
 * The clause it carries out.
 */
clause: string | null, };

/**
 * What happened, as far as the page moves something for it.
 */
export type Happening = { "is": "placed",
/**
 * Whose.
 */
hand: HandAt,
/**
 * The wager's id.
 */
wager: string,
/**
 * How much.
 */
amount: number, } | { "is": "free-bet",
/**
 * Whose.
 */
hand: HandAt,
/**
 * The wager's id.
 */
wager: string,
/**
 * What it is paid on when it wins.
 */
face: number, } | { "is": "dealt",
/**
 * `hand`, `up`, `hole`, `dealer`, `community`, `extra` or `burned`.
 */
to: string,
/**
 * The hand, where it is one.
 */
hand: HandAt | null,
/**
 * The card, or `??`.
 */
card: string, } | { "is": "chose",
/**
 * For which hand.
 */
hand: HandAt,
/**
 * What.
 */
action: string, } | { "is": "turned",
/**
 * `hole`, `community` or `extra`.
 */
place: string,
/**
 * The card.
 */
card: string, } | { "is": "settled",
/**
 * Whose.
 */
hand: HandAt,
/**
 * The wager's id.
 */
wager: string,
/**
 * What was won or lost.
 */
net: number, } | { "is": "called-out",
/**
 * Whose.
 */
hand: HandAt, } | { "is": "shoe" } | { "is": "person" } | { "is": "other" };

/**
 * What each choice is worth, exactly, for the cards seen.
 */
export type Advice = {
/**
 * The decision it is about.
 */
decision: DecisionAt,
/**
 * The hand.
 */
hand: HandAt,
/**
 * The choices, best first.
 */
choices: Array<ChoiceValue>,
/**
 * What was chosen, when the coach speaks after.
 */
chosen: string | null,
/**
 * What the choice made costs on average, in cents; 0 for the best.
 */
cost: number,
/**
 * The chances behind it, in sentences: how often the hand wins, what the next card does.
 */
why: Array<string>,
/**
 * What the coach took into account: "42 cards seen in this shoe".
 */
knows: string, };

/**
 * What one choice is worth.
 */
export type ChoiceValue = {
/**
 * The action.
 */
action: string,
/**
 * The amount, where one is named.
 */
amount: number,
/**
 * The expected gain in cents.
 */
ev: number,
/**
 * How much less than the best, in cents.
 */
cost: number, };

/**
 * `GET /history?before=…`: a page of rounds the viewer has played in, newest first.
 */
export type HistoryPage = {
/**
 * The rounds.
 */
rounds: Array<RoundLine>,
/**
 * Ask for the next page with this; `None` at the end.
 */
older: number | null, };

/**
 * One round of a history.
 */
export type RoundLine = {
/**
 * Its id.
 */
id: string,
/**
 * The table.
 */
table: string,
/**
 * The table's name.
 */
table_name: string,
/**
 * The game's id.
 */
game: string,
/**
 * When it began, in milliseconds since 1970.
 */
began: number,
/**
 * What the viewer put at risk.
 */
wagered: number,
/**
 * What the viewer won or lost; counts what is settled so far.
 */
net: number,
/**
 * Whether it is over.
 */
over: boolean,
/**
 * The shoe it was dealt from.
 */
shoe: string | null, };

/**
 * `GET /rounds?…`: a page of the rounds that auditor or floor look for, newest first.
 */
export type RoundsPage = {
/**
 * The rounds.
 */
rounds: Array<FoundRound>,
/**
 * Ask for the next page with this; `None` at the end.
 */
older: number | null, };

/**
 * One round of the house.
 */
export type FoundRound = {
/**
 * Its id.
 */
id: string,
/**
 * The table.
 */
table: string,
/**
 * The table's name.
 */
table_name: string,
/**
 * The game's id.
 */
game: string,
/**
 * When it began, in milliseconds since 1970.
 */
began: number,
/**
 * When it ended; `None` while it is in play.
 */
ended: number | null,
/**
 * Whether the floor has voided it.
 */
voided: boolean,
/**
 * Who bet in it.
 */
players: Array<string>,
/**
 * What was wagered.
 */
wagered: number,
/**
 * What the house won or lost.
 */
house_net: number,
/**
 * The shoe it was dealt from.
 */
shoe: string | null, };

/**
 * `GET /rounds/{id}`: a round to be stepped through.
 */
export type RoundReplay = {
/**
 * Which.
 */
line: RoundLine,
/**
 * The felt after each step, with what happened. Cards the viewer never saw stay hidden until the shoe is revealed.
 */
steps: Array<ReplayStep>,
/**
 * The round as a transcript, for `croupier replay`.
 */
transcript: string | null,
/**
 * Its transfers, for auditors and the floor alone; empty for players.
 */
transfers: Array<RoundTransfer>, };

/**
 * A transfer of a round, as the ledger has it.
 */
export type RoundTransfer = {
/**
 * Its id.
 */
id: string,
/**
 * The request it was written with.
 */
request: string,
/**
 * When, in milliseconds since 1970.
 */
at: number,
/**
 * `wager loss returned payout correction`
 */
code: string,
/**
 * Whose chips it took: a name, or `rack`.
 */
from: string,
/**
 * Whose it gave them to.
 */
to: string,
/**
 * How many.
 */
amount: number, };

/**
 * One step of a round gone by.
 */
export type ReplayStep = {
/**
 * What happened.
 */
said: Array<Announcement>,
/**
 * The felt after it.
 */
felt: Felt, };

/**
 * `GET /shoes/{id}`: a shoe and, once it is revealed, its proof.
 */
export type ShoeProof = {
/**
 * Its id.
 */
id: string,
/**
 * The table.
 */
table: string,
/**
 * The game's id.
 */
game: string,
/**
 * What of the game's rules bears on the shoe.
 */
rules: ShoeRules,
/**
 * The version of the derivation.
 */
format: number,
/**
 * What was published before the client seeds were opened: SHA-256 of the house's seed, in hexadecimal digits.
 */
commitment: string,
/**
 * The house's seed, once it is revealed.
 */
seed: string | null,
/**
 * The client seeds, in the order they were sealed; one that was not opened has no seed.
 */
client_seeds: Array<SealedSeed>,
/**
 * The cut, where the game has one.
 */
cut: ShoeCut | null,
/**
 * Which of the sets that take turns was shuffled before, from 1; 0 for none.
 */
set_before: number,
/**
 * What was published before the first bet: the Merkle root over the cards, in hexadecimal digits.
 */
root: string | null,
/**
 * The order of the cards after shuffle and cut, once it is revealed.
 */
cards: Array<string>,
/**
 * The dealers who started in the course of the shoe.
 */
new_dealers: Array<NewDealer>,
/**
 * The rounds dealt from it, in order.
 */
rounds: Array<ShoeRound>,
/**
 * What was checked, each with how it came out; empty until it is revealed.
 */
checks: Array<ProofCheck>, };

/**
 * What of a game's rules bears on its shoes.
 */
export type ShoeRules = {
/**
 * The cards before the shuffle, in their fixed order.
 */
deck: Array<string>,
/**
 * How many cards are burned after the shuffle.
 */
burn: number,
/**
 * How many a new dealer burns.
 */
burn_at_dealer_change: number,
/**
 * The fewest and the most cards a player may cut off; `None` when no player cuts.
 */
cut_limits: [number, number] | null, };

/**
 * A cut.
 */
export type ShoeCut = {
/**
 * How many cards went to the bottom.
 */
cards: number,
/**
 * The seat that cut; `None` for the dealer, who always cuts in the middle.
 */
seat: number | null,
/**
 * Who sat there.
 */
user: string | null, };

/**
 * A dealer who started in the course of a shoe.
 */
export type NewDealer = {
/**
 * Who of the floor ordered it.
 */
ordered_by: string,
/**
 * How many rounds had been dealt from the shoe.
 */
rounds: number,
/**
 * How many cards were gone.
 */
gone: number,
/**
 * How many cards were burned.
 */
burned: number, };

/**
 * A round dealt from a shoe.
 */
export type ShoeRound = {
/**
 * Its id.
 */
id: string,
/**
 * How many cards of the shoe were gone before it.
 */
gone: number,
/**
 * Who bet in it.
 */
players: Array<string>,
/**
 * The cards it was dealt, in order, once the shoe is revealed.
 */
cards: Array<string>, };

/**
 * `GET /rounds/{id}/proof`: the cards of a round that is over, each shown to lie in its place under the root that was
 * published before the first bet, while the shoe goes on.
 */
export type RoundProof = {
/**
 * The round.
 */
round: string,
/**
 * The shoe it was dealt from.
 */
shoe: string,
/**
 * The shoe's commitment, as in `ShoeProof`.
 */
commitment: string,
/**
 * The Merkle root over its cards.
 */
root: string,
/**
 * How many cards the shoe has.
 */
shoe_cards: number,
/**
 * How many were gone when the round began.
 */
gone: number,
/**
 * The cards of the round, in the order they were dealt.
 */
cards: Array<DealtCard>, };

/**
 * One card of a round, and what shows that it lies in its place.
 */
export type DealtCard = {
/**
 * Its place in the shoe, from 0.
 */
place: number,
/**
 * The card; `??` when the viewer never saw it.
 */
card: string,
/**
 * The salt of its leaf; `None` when nothing is shown of the card before the shoe is over.
 */
salt: string | null,
/**
 * The neighbors on the way from its leaf to the root, lowest first.
 */
path: Array<string>, };

/**
 * One thing checked of a shoe.
 */
export type ProofCheck = {
/**
 * What.
 */
what: string,
/**
 * Whether it holds.
 */
holds: boolean, };

/**
 * `GET /statistics`: how the viewer has done against what was to be expected.
 */
export type Statistics = {
/**
 * How many rounds they are about.
 */
rounds: number,
/**
 * What was wagered in all.
 */
wagered: number,
/**
 * What was won or lost.
 */
net: number,
/**
 * What the best play was to win or lose on these bets, in cents.
 */
expected: number,
/**
 * The standard deviation of that sum, in cents.
 */
sigma: number,
/**
 * How many standard deviations the result lies above what was to be expected with the play as it was.
 */
luck: number,
/**
 * What the mistakes cost on average, in cents.
 */
mistakes: number,
/**
 * How many decisions there were.
 */
decisions: number,
/**
 * How many were not the best.
 */
wrong: number,
/**
 * The result after each round with the expected line and its bands.
 */
curve: Array<CurvePoint>,
/**
 * Wager by wager.
 */
wagers: Array<WagerStatistics>, };

/**
 * A point of the curve.
 */
export type CurvePoint = {
/**
 * Rounds so far.
 */
round: number,
/**
 * Won or lost so far.
 */
net: number,
/**
 * Expected so far.
 */
expected: number,
/**
 * One standard deviation.
 */
sigma: number, };

/**
 * One wager over all rounds.
 */
export type WagerStatistics = {
/**
 * The game.
 */
game: string,
/**
 * The wager's id.
 */
wager: string,
/**
 * What it is called.
 */
name: string,
/**
 * How often it was made.
 */
times: number,
/**
 * What was put on it.
 */
wagered: number,
/**
 * What it won or lost.
 */
net: number,
/**
 * What was to be expected, in cents.
 */
expected: number, };

/**
 * `GET /drills`: decisions the viewer got wrong, dearest first.
 */
export type Drill = {
/**
 * The game.
 */
game: string,
/**
 * The round it comes from.
 */
round: string,
/**
 * The hand.
 */
hand: HandAt,
/**
 * The felt as it was then.
 */
felt: Felt,
/**
 * What was chosen.
 */
chosen: string,
/**
 * The choices, best first.
 */
choices: Array<ChoiceValue>, };

/**
 * `GET /pit`: every table with its figures.
 */
export type Pit = {
/**
 * The tables.
 */
tables: Array<PitTable>,
/**
 * The tables that could not go on and wait for the floor.
 */
aside: Array<AsideTable>,
/**
 * What the house bank has put in play.
 */
in_play: number, };

/**
 * A table that was put aside: its books do not fit together, so it deals nothing until the floor has voided its round.
 * The chips on it are safe in the books.
 */
export type AsideTable = {
/**
 * Its id.
 */
id: string,
/**
 * Its name.
 */
name: string,
/**
 * The game's id.
 */
game: string,
/**
 * Why it was put aside.
 */
reason: string,
/**
 * The round that is open.
 */
round: string | null,
/**
 * The wagers on the felt.
 */
on_felt: number, };

/**
 * One table with its figures, since it was opened.
 */
export type PitTable = {
/**
 * The table.
 */
table: TableCard,
/**
 * What it came to.
 */
figures: TableFigures,
/**
 * Rounds in the last hour.
 */
rounds_per_hour: number,
/**
 * What is unusual, in words; empty when nothing is.
 */
flags: Array<string>,
/**
 * The hands called out that the floor has not acknowledged, in the dealer's words, the newest last.
 */
called_out: Array<string>, };

/**
 * What a table came to.
 */
export type TableFigures = {
/**
 * Chips bought at it.
 */
drop: number,
/**
 * Chips sold back to it.
 */
sold: number,
/**
 * What was wagered at it.
 */
handle: number,
/**
 * What it has won (lost, when below zero).
 */
win: number,
/**
 * Win as a part of the drop.
 */
hold: number | null,
/**
 * Chips brought to its rack from the bank.
 */
fills: number,
/**
 * Chips taken from its rack to the bank.
 */
credits: number,
/**
 * What corrections brought its rack, or took from it when below zero.
 */
corrections: number,
/**
 * Rounds dealt.
 */
rounds: number,
/**
 * How many of them the floor has voided.
 */
voided: number,
/**
 * What was to be won from the bets made, with the players' best play, in cents.
 */
expected: number,
/**
 * The standard deviation of that, in cents.
 */
sigma: number,
/**
 * How many standard deviations the win lies from it.
 */
z: number | null, };

/**
 * `GET /night?day=…`: what a gaming day came to, table by table.
 */
export type Night = {
/**
 * The day it began on: `2026-11-15`.
 */
day: string,
/**
 * Its first instant, in milliseconds since 1970.
 */
from: number,
/**
 * The first instant after it.
 */
until: number,
/**
 * The tables, those that are closed by now too, as long as something happened at them.
 */
tables: Array<NightTable>,
/**
 * All tables together.
 */
house: TableFigures, };

/**
 * What a table came to in a gaming day.
 */
export type NightTable = {
/**
 * Its id.
 */
id: string,
/**
 * Its name.
 */
name: string,
/**
 * The game's id.
 */
game: string,
/**
 * Whether it is closed by now.
 */
closed: boolean,
/**
 * Whether it needed a link.
 */
private: boolean,
/**
 * The least main bet, when it was last open.
 */
min: number,
/**
 * The most.
 */
max: number,
/**
 * What it came to: the rounds that ended in the day, and whatever else moved its rack in the day.
 */
figures: TableFigures, };

/**
 * `GET /school`: what can be learned, and how far the viewer has come.
 */
export type School = {
/**
 * The courses, one a game.
 */
courses: Array<CourseCard>,
/**
 * Table tests that wait for the viewer.
 */
tests: Array<TestCard>,
/**
 * Table tests of the viewer that are on file, newest first.
 */
records: Array<RecordLine>, };

/**
 * The course of a game.
 */
export type CourseCard = {
/**
 * The game's id.
 */
game: string,
/**
 * Its short name.
 */
name: string,
/**
 * Its lessons, in order.
 */
lessons: Array<LessonCard>,
/**
 * What is drilled in it.
 */
drills: Array<DrillCard>, };

/**
 * A lesson.
 */
export type LessonCard = {
/**
 * Its word: `side-bets`.
 */
id: string,
/**
 * Its title.
 */
title: string,
/**
 * Rounds the viewer has dealt in it.
 */
rounds: number,
/**
 * Those without an error.
 */
clean: number, };

/**
 * A kind of drill.
 */
export type DrillCard = {
/**
 * Its word: `find-the-error`.
 */
id: string,
/**
 * Its title.
 */
title: string,
/**
 * Topics of it.
 */
topics: number,
/**
 * Those that the viewer knows and that are not due again yet.
 */
known: number,
/**
 * How hard the questions are, from 1 to 3, by what the viewer knows.
 */
level: number, };

/**
 * `POST /school/rounds`: a round to deal.
 */
export type NewExercise = {
/**
 * The game's id.
 */
game: string,
/**
 * The lesson.
 */
lesson: string,
/**
 * How many players there are.
 */
seats: number,
/**
 * Whether the round begins with the opening of the table: verify, wash, shuffle, cut, burn.
 */
shuffle: boolean,
/**
 * Whether errors are told at once; else when the round is over.
 */
told_at_once: boolean,
/**
 * The chance that hand and voice of a player contradict each other, in a hundred.
 */
mixed_signals: number,
/**
 * The chance of an irregularity at each decision, in a hundred: a late bet, or cards touched.
 */
irregularities: number,
/**
 * The chance that a player shows one thing and then another, in a hundred.
 */
second_thoughts: number,
/**
 * The chance that a player takes time to decide, in a hundred.
 */
slow: number,
/**
 * The chance of cheating at each settlement, in a hundred: past-posting, pinching, cards switched.
 */
cheating: number,
/**
 * The chance that a player plays by the chart of the game, in a hundred.
 */
chart_players: number,
/**
 * Deals the same round again; any round if left out.
 */
seed: number | null, };

/**
 * A round that a dealer is dealing.
 */
export type ExerciseView = {
/**
 * Which.
 */
id: string,
/**
 * The game's id.
 */
game: string,
/**
 * What is practiced.
 */
title: string,
/**
 * The seed, to deal the same again; not told during a test.
 */
seed: number | null,
/**
 * The felt, from the dealer's side.
 */
felt: Felt,
/**
 * Everything within the dealer's reach.
 */
targets: Array<TargetView>,
/**
 * What the players do and say now.
 */
cues: Array<CueView>,
/**
 * The moves so far, oldest first.
 */
moves: Array<MoveLine>,
/**
 * The errors so far, where they are told; all of them when the round is over.
 */
errors: number | null,
/**
 * Whether the round is over.
 */
over: boolean,
/**
 * The table test that it belongs to, as its place among the rounds and their number.
 */
test: [number, number] | null,
/**
 * The hash of the record, when the test is on file.
 */
record: string | null, };

/**
 * Something within reach.
 */
export type TargetView = {
/**
 * Its id: `shoe`, `dealer`, `3`, `3 up-match`.
 */
id: string,
/**
 * Its seat, if it has one.
 */
seat: number | null,
/**
 * What it is called.
 */
name: string,
/**
 * What lies on it, where it is a wager.
 */
stake: number | null,
/**
 * What can be done with it.
 */
tools: Array<ToolView>, };

/**
 * Something that can be done.
 */
export type ToolView = {
/**
 * The written move, without what is asked for.
 */
move: string,
/**
 * What the button says.
 */
label: string,
/**
 * `nothing`, `amount`, `total` or `points`.
 */
asks: string, };

/**
 * What a player does and says.
 */
export type CueView = {
/**
 * The seat.
 */
seat: number,
/**
 * What is seen: "taps the felt".
 */
seen: string,
/**
 * What is heard.
 */
heard: string | null,
/**
 * The wishes that the hand shows, one after the other; the last one counts.
 */
signs: Array<string>,
/**
 * How long the player takes before anything is seen, in milliseconds.
 */
thinks_ms: number, };

/**
 * A move that was made.
 */
export type MoveLine = {
/**
 * The move in words.
 */
words: string,
/**
 * `book`, `variation`, `error`, or `made` while nothing is told.
 */
verdict: string,
/**
 * Of an error: what was wrong, and what was due.
 */
says: string | null,
/**
 * The clauses behind it, in the documents' own words.
 */
clauses: Array<QuotedClause>, };

/**
 * A clause with the document's words.
 */
export type QuotedClause = {
/**
 * Where it stands.
 */
at: string,
/**
 * What it says, in the document's own words where they are known.
 */
says: string, };

/**
 * `POST /school/rounds/{id}/moves`: a move.
 */
export type NewMove = {
/**
 * The move as it is written: `deal 1`, `pay 3 up-match $64`.
 */
move: string, };

/**
 * `POST /school/drills`: asks for a question.
 */
export type NewQuestion = {
/**
 * The game's id.
 */
game: string,
/**
 * What is drilled.
 */
kind: string,
/**
 * Whether the answer has a time limit.
 */
timed: boolean, };

/**
 * A question.
 */
export type DrillQuestion = {
/**
 * Which.
 */
id: string,
/**
 * What is drilled.
 */
title: string,
/**
 * What is asked, in lines.
 */
asks: Array<string>,
/**
 * The answers to choose from; empty where one is typed.
 */
options: Array<string>,
/**
 * Whether chips are the answer.
 */
chips: boolean,
/**
 * How hard it is, from 1 to 3.
 */
level: number,
/**
 * How many seconds the answer may take, where time is counted.
 */
seconds: number | null, };

/**
 * `POST /school/drills/{id}`: an answer.
 */
export type DrillAnswer = {
/**
 * An amount, a number, or the number of an option.
 */
answer: string, };

/**
 * What is said to an answer.
 */
export type DrillVerdict = {
/**
 * Whether it was right.
 */
right: boolean,
/**
 * Whether it came too late to count.
 */
late: boolean,
/**
 * The right answer.
 */
answer: string,
/**
 * Why.
 */
because: string,
/**
 * The clauses behind it.
 */
clauses: Array<QuotedClause>, };

/**
 * `POST /school/tests`: an examiner sets a table test.
 */
export type NewTest = {
/**
 * The dealer's name.
 */
dealer: string,
/**
 * The games, by their ids.
 */
games: Array<string>,
/**
 * Rounds of each.
 */
rounds: number,
/**
 * Players at the table.
 */
seats: number,
/**
 * The most errors in all.
 */
errors_max: number,
/**
 * The most seconds in all; no limit if left out.
 */
seconds_max: number | null, };

/**
 * A table test that waits to be taken.
 */
export type TestCard = {
/**
 * The hash under which the books keep it.
 */
hash: string,
/**
 * The examiner.
 */
examiner: string,
/**
 * The dealer.
 */
dealer: string,
/**
 * The games, by their ids.
 */
games: Array<string>,
/**
 * Rounds of each.
 */
rounds: number,
/**
 * The most errors in all.
 */
errors_max: number,
/**
 * The most seconds in all.
 */
seconds_max: number | null,
/**
 * Rounds of it that have been dealt so far; 0 where it has not been begun.
 */
begun: number, };

/**
 * A table test on file.
 */
export type RecordLine = {
/**
 * The hash it is signed by.
 */
hash: string,
/**
 * The dealer.
 */
dealer: string,
/**
 * The examiner.
 */
examiner: string,
/**
 * The games, by their ids.
 */
games: Array<string>,
/**
 * When it ended, in milliseconds since 1970.
 */
ended: number,
/**
 * Errors in all.
 */
errors: number,
/**
 * Whether it was passed.
 */
passed: boolean, };

/**
 * `GET /school/dealers`: everybody who has dealt in the school, for examiners.
 */
export type DealerCard = {
/**
 * The name.
 */
name: string,
/**
 * Rounds dealt, in practice and tests.
 */
rounds: number,
/**
 * Moves that were due in them.
 */
moves: number,
/**
 * Errors.
 */
errors: number,
/**
 * Questions answered.
 */
answers: number,
/**
 * Those answered wrong.
 */
wrong: number,
/**
 * The clauses most often got wrong, worst first.
 */
weak: Array<WeakClause>,
/**
 * Table tests that were begun and are not on file.
 */
unfinished: Array<TestCard>,
/**
 * Table tests on file, newest first.
 */
records: Array<RecordLine>, };

/**
 * A clause that a dealer gets wrong.
 */
export type WeakClause = {
/**
 * The game's id.
 */
game: string,
/**
 * The clause's id.
 */
clause: string,
/**
 * Where it stands.
 */
at: string,
/**
 * How often.
 */
times: number, };
