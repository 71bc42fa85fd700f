// One hand of 21 from full shoes.

// Plays a round of up to eight cards; its code, or CODES when that is not how it ends. A hand that waits for the dealer takes
// no card in that step, and is late by one card from then on.
INLINE u32 play_short(const u32 *hot, const u32 *cold, u64 round) {
    u32 cards[8];
    int refused = draw(round, 8, cards);
    UNROLL
    for (u32 number = 0; number < 8; number++)
        cards[number] = AT(hot + CARDS, cards[number]);
    u32 dealer = dealer_of(hot, cards[1], cards[3]);
    u32 entry = dealt(hot, dealer, cards[0], cards[1], cards[2]);
    u32 code = digits_of(hot, cold, cards[0], cards[1], cards[2], cards[3]);
    UNROLL
    for (u32 number = 3; number < 8; number++)
        cards[number] |= dealer & 0xff0000;
    // Bit 1 is set in entries that wait, and in ends, which do not care.
    u32 late = 0;
    UNROLL
    for (u32 number = 4; number < 8; number++) {
        u32 card = late & 2 ? cards[number - 1] : cards[number];
        late |= entry;
        entry = look_up(hot, entry, card);
    }
    if ((late | entry) & 2)
        entry = look_up(hot, entry, cards[7]);
    return IS_LEAF(entry) && !refused ? (entry >> 16) * DIGIT_CODES + code : CODES;
}

// The cards of one round, as many as it takes.
typedef struct {
    u64 round;
    u32 dealt;
    int refused;
    u32 cards[16];
} Source;

INLINE u32 next_card(const u32 *hot, const u32 *cold, Source *source) {
    u32 number = source->dealt++;
    if (number < 16 && !source->refused)
        return source->cards[number];
    return AT(hot + CARDS, deep_card(source->round, number, cold + REFUSED_BY_PAIR));
}

// How a hand and those split off from it ended.
typedef struct {
    u32 entries[PARTS_MAX];
    u32 parts;
    u32 digits;
} Ended;

// Plays one hand and those split off from it, in the order of the table, until each is over or waits; whether the tables
// hold all of it.
INLINE int play_hand(const u32 *hot, const u32 *cold, Source *source, u32 entry, u32 up, u32 first, u32 second, Ended *ended) {
    u64 later = 0;
    u32 later_count = 0, parts = 1, cards = 2;
    for (;;) {
        if (!IS_END(entry) && !WAITS(entry)) {
            u32 card = next_card(hot, cold, source);
            if (card == NO_CARD)
                return 0;
            if (cards == 1)
                second = KIND(card);
            cards++;
            entry = look_up(hot, entry, card);
            continue;
        }
        if (IS_END(entry) && !IS_LEAF(entry)) {
            if (!IS_SPLIT(entry) || parts == PARTS_MAX)
                return 0;
            parts++;
            later = later << 8 | second;
            later_count++;
        } else {
            ended->entries[ended->parts++] = entry;
            if (later_count == 0)
                return 1;
            first = (u32)later & 0xff;
            later >>= 8;
            later_count--;
        }
        u32 off = ended->parts ? SPLIT_OFF_AT : 0;
        entry = cold[SPLIT_STARTS + off + (up * PARTS_MAX + parts - 1) * 64 + first];
        cards = 1;
    }
}

// The dealer draws while a hand waits that a further card can change; then waiting hands are compared. Whether the tables hold
// all of it.
INLINE int play_dealer(const u32 *hot, const u32 *cold, Source *source, u32 dealer, Ended *ended) {
    for (;;) {
        int draws = 0;
        for (u32 part = 0; part < ended->parts; part++)
            if (WAITS(ended->entries[part]))
                draws |= !IS_END(look_up(hot, ended->entries[part], dealer));
        if (!draws)
            break;
        u32 card = next_card(hot, cold, source);
        if (card == NO_CARD)
            return 0;
        u32 place = (dealer >> 18) * 16 + RANK4(card) / 4;
        dealer = (u32)((const u8 *)(hot + DEALER_NEXT))[place] << 18;
    }
    if (LATE_BLACKJACK_SPARES_BETS && dealer >> 18 == BLACKJACK && ended->parts > 1)
        return 0;
    int leaves = 1;
    for (u32 part = 0; part < ended->parts; part++) {
        if (WAITS(ended->entries[part]))
            ended->entries[part] = look_up(hot, ended->entries[part], dealer);
        leaves &= IS_LEAF(ended->entries[part]);
    }
    return leaves;
}

// Plays any round with all the cards it takes; whether the tables hold all of it.
INLINE int play_long(const u32 *hot, const u32 *cold, u64 round, Ended *ended) {
    Source source;
    source.round = round;
    source.dealt = 4;
    source.refused = draw(round, 16, source.cards);
    for (u32 number = 0; number < 16; number++) {
        u32 place = source.refused && number < 4 ? deep_card(round, number, cold + REFUSED_BY_PAIR) : source.cards[number];
        source.cards[number] = AT(hot + CARDS, place);
    }
    u32 first = source.cards[0], up = source.cards[1], second = source.cards[2], hole = source.cards[3];
    u32 dealer = dealer_of(hot, up, hole);
    u32 entry = dealt(hot, dealer, first, up, second);
    ended->parts = 0;
    ended->digits = digits_of(hot, cold, first, up, second, hole);
    return play_hand(hot, cold, &source, entry, KIND(up), KIND(first), KIND(second), ended)
        && play_dealer(hot, cold, &source, dealer & 0xff0000, ended);
}

// Adds what split hands came to, a lane each, in units, to the sums of their digits: hands, stake, net, squares, and cubes in two
// parts.
INLINE void add_sums(u64 *sums, u32 hands, i64 stake, i64 net) {
    stake = warp_sum(stake);
    i64 squares = warp_sum(net * net), cubes = warp_sum(net * net * net);
    net = warp_sum(net);
    if (THREAD % WARP == 0) {
        ADD(&sums[0], (u64)hands);
        ADD(&sums[1], (u64)stake);
        ADD(&sums[2], (u64)net);
        ADD(&sums[3], (u64)squares);
        ADD(&sums[4], (u64)cubes & CUBE_MASK);
        ADD(&sums[5], (u64)(cubes >> CUBE_BITS));
    }
}

// Counts rounds that were put aside, a lane each, played by now or left for the processor.
INLINE void count_long(const u32 *cold, u32 *counters, u64 *counts, int played, const Ended *ended) {
    i64 stake = 0, net = 0;
    u32 split = BALLOT(played && ended->parts > 1);
    if (played && ended->parts == 1)
        ADD_SHARED(&counters[(ended->entries[0] >> 16) * DIGIT_CODES + ended->digits], 1);
    if (played && ended->parts > 1)
        for (u32 part = 0; part < ended->parts; part++) {
            u32 leaf = ended->entries[part] >> 16;
            ADD_SHARED(&counters[CODES + leaf], 1);
            stake += (i64)(int)cold[LEAF_STAKES + leaf];
            net += (i64)(int)cold[LEAF_NETS + leaf];
        }
    while (split) {
        u32 digits = warp_first(split, ended->digits);
        int is_alike = played && ended->parts > 1 && ended->digits == digits;
        u32 alike = BALLOT(is_alike);
        add_sums(&counts[CODES + LEAVES + digits * SUMS], BITS(alike), is_alike ? stake : 0, is_alike ? net : 0);
        split &= ~alike;
    }
}

// Plays the rounds a warp has put aside, one a lane.
INLINE void play_aside(const u32 *hot, const u32 *cold, u32 *counters, u64 *counts, u64 *left, u32 room, int any, u64 round) {
    Ended ended;
    ended.parts = 0;
    ended.digits = 0;
    int played = any && play_long(hot, cold, round, &ended) && SPLITS_FIT | (ended.parts == 1);
    if (any && !played) {
        u64 place = ADD(&counts[LEFT], 1);
        if (place < room)
            left[place] = round;
    }
    WARP_BARRIER();
    count_long(cold, counters, counts, played, &ended);
}

KERNEL void play(const u32 *tables, u64 first, u32 rounds, u64 *counts, u64 *left, u32 room) {
    SHARED(shared);
    const u32 *hot = HOT_IS_SHARED ? shared : tables, *cold = tables;
    u32 *counters = shared + COUNTERS, *queue = shared + COUNTERS + QUEUES + THREAD / WARP * (2 * WARP);
    share(shared, tables);
    u32 waiting = 0, lane = THREAD % WARP;
    // A warp plays as many rounds side by side as it has lanes. Those that are not over with eight cards wait until there is one
    // for every lane.
    for (u32 start = BLOCK * THREADS + THREAD - lane; start < rounds || waiting; start += BLOCKS * THREADS) {
        if (start < rounds) {
            u32 offset = start + lane, code = play_short(hot, cold, first + offset);
            int counts_now = offset < rounds && code != CODES, waits = offset < rounds && code == CODES;
            if (counts_now)
                ADD_SHARED(&counters[code], 1);
            u32 aside = BALLOT(waits);
            if (waits)
                queue[waiting + BITS(aside & ((1u << lane) - 1))] = offset;
            waiting += BITS(aside);
        }
        // There are fewer than lanes only when all rounds have begun.
        if (waiting >= WARP || start >= rounds) {
            WARP_BARRIER();
            u32 taken = waiting < WARP ? waiting : WARP;
            waiting -= taken;
            u32 offset = queue[waiting + (lane < taken ? lane : 0)];
            WARP_BARRIER();
            play_aside(hot, cold, counters, counts, left, room, lane < taken, first + offset);
        }
    }
    add_counters(counters, counts);
}
