// Some seats of 21, one hand each, from a shoe that is dealt to its cut card: a lane plays one chunk, for the rounds of a chunk
// follow each other in one shoe.

enum { FOR_SHOE = 2 };

// A shoe, as `cards/cut_shoe.rs` has it: the cards still to come are the first `left`, those dealt follow them. Random words are
// made in time: those that are ready stand in a ring, which threads next to each other share line by line.
typedef struct {
    u64 chunk;
    u32 block, taken, left, on_table;
    int last_round;
    u32 *ring;
    u8 *cards;
} Shoe;

INLINE u32 words_ready(const Shoe *shoe) { return shoe->block * 4 - shoe->taken; }

FUNCTION void make_words(u64 chunk, u32 block, u32 *ring) {
    u32 words[4], at = block * 4 % WORDS_READY;
    random_block(chunk, block, FOR_SHOE, words);
    UNROLL
    for (u32 word = 0; word < 4; word++)
        ring[(at + word) * THREADS] = words[word];
}

// The kind of the next card among those that are left.
INLINE u32 take(Shoe *shoe) {
    u32 place, rest;
    do {
        if (!words_ready(shoe))
            make_words(shoe->chunk, shoe->block++, shoe->ring);
        place = product(shoe->ring[shoe->taken % WORDS_READY * THREADS], shoe->left, &rest);
        shoe->taken++;
    } while (rest < shoe->left && rest < (0 - shoe->left) % shoe->left);
    shoe->left--;
    u8 kind = shoe->cards[place];
    shoe->cards[place] = shoe->cards[shoe->left];
    shoe->cards[shoe->left] = kind;
    return kind;
}

INLINE void turn_round(u8 *cards, u32 start, u32 end) {
    for (; start + 1 < end; start++, end--) {
        u8 kind = cards[start];
        cards[start] = cards[end - 1];
        cards[end - 1] = kind;
    }
}

// Moves the cards on the table, which lie at the front, behind all others.
FUNCTION void gather(u8 *cards, u32 on_table) {
    turn_round(cards, 0, on_table);
    turn_round(cards, on_table, SHOE);
    turn_round(cards, 0, SHOE);
}

// The next card in the words of the tables. When the shoe has run out during a round, the cards of earlier rounds are shuffled to
// finish it.
INLINE u32 deal(Shoe *shoe) {
    if (shoe->left == 0) {
        if (shoe->on_table == SHOE)
            return NO_CARD;
        gather(shoe->cards, shoe->on_table);
        shoe->left = SHOE - shoe->on_table;
        shoe->last_round = 1;
    }
    shoe->on_table++;
    u32 kind = take(shoe);
    return kind * 4 | (kind & 0x3c) << 8;
}

// Makes the shoe ready for a round and says how many cards are gone.
INLINE u32 prepare(Shoe *shoe) {
    while (words_ready(shoe) <= WORDS_READY - 4)
        make_words(shoe->chunk, shoe->block++, shoe->ring);
    if (shoe->last_round || shoe->left < BEHIND_CUT) {
        shoe->last_round = 0;
        shoe->left = SHOE;
        for (u32 card = 0; card < BURNT; card++)
            take(shoe);
    }
    shoe->on_table = 0;
    return SHOE - shoe->left;
}

// How the hands of a round ended: the entries of all their parts one after the other, and how many parts each has, in four bits
// each.
typedef struct {
    u32 entries[SEATS * PARTS_MAX];
    u32 ends;
    u64 parts;
    u32 digits[SEATS];
} Round;

// Plays the hands one after the other, those split off from them included, until each is over or waits; whether the tables
// hold all of it.
INLINE int play_hands(const u32 *hot, const u32 *cold, Shoe *shoe, u32 up, u32 *begun, const u8 *firsts, const u8 *seconds, Round *round) {
    u64 later = 0;
    u32 hand = 0, later_count = 0, parts = 1, ended = 0, cards = 2;
    u32 entry = begun[0], first = firsts[0], second = seconds[0];
    while (hand < SEATS) {
        if (!IS_END(entry) && !WAITS(entry)) {
            u32 card = deal(shoe);
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
            round->entries[round->ends++] = entry;
            ended++;
            if (later_count == 0) {
                round->parts |= (u64)ended << 4 * hand++;
                if (hand < SEATS) {
                    entry = begun[hand], first = firsts[hand], second = seconds[hand];
                    parts = 1, ended = 0, cards = 2;
                }
                continue;
            }
            first = (u32)later & 0xff;
            later >>= 8;
            later_count--;
        }
        u32 off = ended ? SPLIT_OFF_AT : 0;
        entry = cold[SPLIT_STARTS + off + (up * PARTS_MAX + parts - 1) * 64 + first];
        cards = 1;
    }
    return 1;
}

// The dealer draws while a hand waits that a further card can change; then waiting hands are compared. Whether the tables hold
// all of it.
INLINE int play_dealer(const u32 *hot, Shoe *shoe, u32 dealer, Round *round) {
    for (;;) {
        int draws = 0;
        for (u32 end = 0; end < round->ends; end++)
            if (WAITS(round->entries[end]))
                draws |= !IS_END(look_up(hot, round->entries[end], dealer));
        if (!draws)
            break;
        u32 card = deal(shoe);
        if (card == NO_CARD)
            return 0;
        u32 place = (dealer >> 18) * 16 + RANK4(card) / 4;
        dealer = (u32)((const u8 *)(hot + DEALER_NEXT))[place] << 18;
    }
    if (LATE_BLACKJACK_SPARES_BETS && dealer >> 18 == BLACKJACK && round->ends > SEATS)
        return 0;
    int leaves = 1;
    for (u32 end = 0; end < round->ends; end++) {
        if (WAITS(round->entries[end]))
            round->entries[end] = look_up(hot, round->entries[end], dealer);
        leaves &= IS_LEAF(round->entries[end]);
    }
    return leaves;
}

// Plays a round; whether the tables hold all of it.
INLINE int play_round(const u32 *hot, const u32 *cold, Shoe *shoe, Round *round) {
    u8 firsts[SEATS], seconds[SEATS];
    u32 begun[SEATS];
    u32 cards[2 * SEATS + 2];
    UNROLL
    for (u32 card = 0; card < 2 * SEATS + 2; card++) {
        cards[card] = deal(shoe);
        if (cards[card] == NO_CARD)
            return 0;
    }
    u32 up = cards[SEATS], hole = cards[2 * SEATS + 1];
    u32 dealer = dealer_of(hot, up, hole);
    UNROLL
    for (u32 hand = 0; hand < SEATS; hand++) {
        u32 first = cards[hand], second = cards[SEATS + 1 + hand];
        firsts[hand] = (u8)KIND(first);
        seconds[hand] = (u8)KIND(second);
        begun[hand] = dealt(hot, dealer, first, up, second);
        round->digits[hand] = digits_of(hot, cold, first, up, second, hole);
    }
    round->ends = 0;
    round->parts = 0;
    return play_hands(hot, cold, shoe, KIND(up), begun, firsts, seconds, round)
        && play_dealer(hot, shoe, dealer & 0xff0000, round);
}

// What a lane adds up by itself until its chunk is over, in units.
typedef struct {
    i64 seat_nets[SEATS], seat_squares[SEATS];
    // The squares of the sums over a round: the main game, all wagers, the others.
    i64 squares[2 + OTHERS];
    // Since the depth was last another.
    u32 depth, depth_hands;
    i64 depth_net, depth_squares;
} Sums;

INLINE void add_depth(u64 *counts, Sums *sums) {
    u64 *slice = &counts[DEPTHS_AT + sums->depth * 3];
    ADD(&slice[0], (u64)sums->depth_hands);
    ADD(&slice[1], (u64)sums->depth_net);
    ADD(&slice[2], (u64)sums->depth_squares);
    sums->depth_hands = 0;
    sums->depth_net = 0;
    sums->depth_squares = 0;
}

// Adds a split hand to the sums of its digits.
INLINE void add_split(u64 *sums, i64 stake, i64 net) {
    i64 cube = net * net * net;
    ADD(&sums[0], 1);
    ADD(&sums[1], (u64)stake);
    ADD(&sums[2], (u64)net);
    ADD(&sums[3], (u64)(net * net));
    ADD(&sums[4], (u64)cube & CUBE_MASK);
    ADD(&sums[5], (u64)(cube >> CUBE_BITS));
}

// Counts a round.
INLINE void count_round(const u32 *cold, u32 *counters, u64 *counts, const Round *round, Sums *sums) {
    i64 in_round[2 + OTHERS] = {0};
    u32 end = 0;
    UNROLL
    for (u32 hand = 0; hand < SEATS; hand++) {
        u32 parts = round->parts >> 4 * hand & 15, digits = round->digits[hand];
        i64 stake = 0, net = 0;
        for (u32 part = 0; part < parts; part++, end++) {
            u32 leaf = round->entries[end] >> 16;
            ADD_SHARED(&counters[parts == 1 ? leaf * DIGIT_CODES + digits : CODES + leaf], 1);
            stake += (i64)(int)cold[LEAF_STAKES + leaf];
            net += (i64)(int)cold[LEAF_NETS + leaf];
        }
        if (parts > 1)
            add_split(&counts[CODES + LEAVES + digits * SUMS], stake, net);
        sums->seat_nets[hand] += net;
        sums->seat_squares[hand] += net * net;
        sums->depth_hands++;
        sums->depth_net += net;
        sums->depth_squares += net * net;
        in_round[0] += net;
        in_round[1] += net;
        UNROLL
        for (u32 other = 0; other < OTHERS; other++) {
            i64 beside = (i64)(int)cold[BESIDE + digits * OTHERS + other];
            in_round[1] += beside;
            in_round[2 + other] += beside;
        }
    }
    UNROLL
    for (u32 group = 0; group < 2 + OTHERS; group++)
        sums->squares[group] += in_round[group] * in_round[group];
}

// Plays a chunk; whether the tables hold all of it. What is counted of one they do not hold is of no use.
INLINE int play_chunk(const u32 *hot, const u32 *cold, u32 *counters, u64 *counts, u64 chunk) {
    u32 *rings = counters + QUEUES;
    u8 *shoes = (u8 *)(rings + WORDS_READY * THREADS);
    Shoe shoe = {chunk, 0, 0, 0, 0, 1, rings + THREAD, shoes + THREAD * SHOE_BYTES};
    Sums sums = {{0}};
    Round round;
    for (u32 place = 0; place < SHOE; place++)
        shoe.cards[place] = (u8)KIND(hot[CARDS + place]);
    u64 before = chunk * CHUNK_ROUNDS;
    u32 rounds = JOB_ROUNDS - before < CHUNK_ROUNDS ? (u32)(JOB_ROUNDS - before) : CHUNK_ROUNDS;
    for (u32 number = 0; number < rounds; number++) {
        u32 depth = prepare(&shoe) / DEPTH_STEP;
        if (depth != sums.depth) {
            add_depth(counts, &sums);
            sums.depth = depth;
        }
        if (!play_round(hot, cold, &shoe, &round))
            return 0;
        count_round(cold, counters, counts, &round, &sums);
    }
    add_depth(counts, &sums);
    UNROLL
    for (u32 seat = 0; seat < SEATS; seat++) {
        ADD(&counts[SEATS_AT + seat * 2], (u64)sums.seat_nets[seat]);
        ADD(&counts[SEATS_AT + seat * 2 + 1], (u64)sums.seat_squares[seat]);
    }
    UNROLL
    for (u32 group = 0; group < 2 + OTHERS; group++)
        ADD(&counts[SQUARES_AT + group], (u64)sums.squares[group]);
    return 1;
}

// Plays chunks, the first and so many. Neighboring chunks go to different blocks, and every block counts for itself.
KERNEL void play(const u32 *tables, u64 first, u32 chunks, u64 *all_counts, u64 *left, u32 room) {
    SHARED(shared);
    const u32 *hot = HOT_IS_SHARED ? shared : tables, *cold = tables;
    u32 *counters = shared + COUNTERS;
    u64 *counts = all_counts + (u64)BLOCK * COUNTS;
    share(shared, tables);
    for (u32 number = THREAD * BLOCKS + BLOCK; number < chunks; number += THREADS * BLOCKS)
        if (!play_chunk(hot, cold, counters, counts, first + number)) {
            u64 place = ADD(&all_counts[LEFT], 1);
            if (place < room)
                left[place] = first + number;
        }
    add_counters(counters, counts);
}
