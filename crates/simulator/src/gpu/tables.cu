// The tables of a game of 21, as `twenty_one.rs` lays them out.
//
// A card is a word: four times its kind in byte 0, four times its rank in byte 1, four times the dealer's hand in byte 2. An
// entry has in its high half the place of what comes next, and in its low half says which byte of a card is added to that:
// by card, by rank, or, where the hand waits, by the dealer's hand. Ends are entries that lead to themselves: the leaves,
// then `split`, then `unmet`. So a step is the same for all lanes: choose a byte, add, look up.

#define IS_END(entry) ((entry) >> 16 < ENDS)
#define IS_LEAF(entry) ((entry) >> 16 < LEAVES)
#define IS_SPLIT(entry) ((entry) >> 16 == LEAVES)
#define WAITS(entry) (((entry) & 3) == 2)
#define KIND(card) (((card) & 0xff) >> 2)
#define RANK4(card) ((card) >> 8 & 0xff)

// A word of the tables at a place that is counted in bytes.
#define AT(words, byte) (*(const u32 *)((const char *)(words) + (byte)))

#if COMPACT
// Entries of 16 bits: where shared memory is wanted for other things, and ends are never looked up. The low two bits choose the
// byte, the high twelve are the place, of ends, or the block it starts.
INLINE u32 entry_at(const u32 *entries, u32 byte) {
    u32 brief = ((const u16 *)entries)[byte / 4], by = brief & 3;
    return brief >> 4 << (by == 3 ? 16 : 20) | 0x3330 | by;
}
#else
INLINE u32 entry_at(const u32 *entries, u32 byte) { return AT(entries, byte); }
#endif

INLINE u32 look_up(const u32 *hot, u32 entry, u32 card) {
    return entry_at(hot, (entry >> 14) + choose_bytes(card, entry));
}

// The dealer's hand, four times its number in byte 2, and in the low half where the beginnings for it start.
INLINE u32 dealer_of(const u32 *hot, u32 up, u32 hole) { return AT(hot + DEALER, RANK4(up) * 16 + RANK4(hole)); }

// The entry after the deal.
INLINE u32 dealt(const u32 *hot, u32 dealer, u32 first, u32 up, u32 second) {
    u32 begun = entry_at(hot + BEGUN, (dealer & 0xffff) + (first & 0xff) * 64 + (up & 0xff));
    return look_up(hot, begun, second);
}

INLINE u32 trio_digits(const u32 *rows, const u8 *digits, u32 dealer, u32 first, u32 second) {
    u32 row = ((const u16 *)rows)[KIND(dealer) * 64 + KIND(first)];
    return digits[row + KIND(second)];
}

// What insurance and side bets add to the code.
INLINE u32 digits_of(const u32 *hot, const u32 *cold, u32 first, u32 up, u32 second, u32 hole) {
    u32 digits = 0;
#if INSURES
    if ((KIND(up) < 32 ? INSURED_LOW >> KIND(up) : INSURED_HIGH >> (KIND(up) - 32)) & 1) {
        u32 opening = ((const u8 *)(cold + OPENINGS))[(KIND(first) * 64 + KIND(up)) * 64 + KIND(second)];
        digits += ((const u16 *)(cold + INSURANCE))[(opening * 64 + KIND(up)) * 64 + KIND(hole)] * SIDE_CODES;
    }
#endif
#if HAS_UP
    digits += UP_UNIT * trio_digits(UP_IN + UP_ROWS, (const u8 *)(UP_IN + UP_DIGITS), up, first, second);
#endif
#if HAS_HOLE
    digits += HOLE_UNIT * trio_digits(HOLE_IN + HOLE_ROWS, (const u8 *)(HOLE_IN + HOLE_DIGITS), hole, first, second);
#endif
    return digits;
}

// Copies what every round reads to where the threads of a block share it, and sets the counters there to nothing.
INLINE void share(u32 *shared, const u32 *tables) {
    for (u32 place = THREAD; place < HOT_WORDS && HOT_IS_SHARED; place += THREADS)
        shared[place] = tables[place];
    for (u32 place = THREAD; place < CODES + LEAVES; place += THREADS)
        shared[COUNTERS + place] = 0;
    BARRIER();
}

// Adds what the threads of a block have counted to the counts.
INLINE void add_counters(const u32 *counters, u64 *counts) {
    BARRIER();
    for (u32 place = THREAD; place < CODES + LEAVES; place += THREADS)
        if (counters[place])
            ADD(&counts[place], (u64)counters[place]);
}
