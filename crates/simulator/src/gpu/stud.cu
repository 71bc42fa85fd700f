// One hand of stud, by the tables that `stud.rs` lays out: what the strategy does by the cards, then which row of each pay table
// the ranks meet. Where one suit has enough cards for a flush, the row that the ranks of that suit meet is looked up too, and
// the better one counts.

INLINE u32 decide(const u32 *decisions, u32 entry, u32 kind) {
    return entry & 3 ? entry : decisions[(entry >> 8) + (kind >> (entry >> 2 & 3))];
}

// The rows of a pay table are blocks of one number for each rank: where the next block starts. The first blocks are the rows
// themselves, no row first, and lead nowhere else.
#define TAKE(card)                                                                                                                \
    at = rows[at + (kinds[card] >> 2)];                                                                                           \
    suits += 1u << 8 * (kinds[card] & 3);
#define TAKE_SUITED(card) ranks |= (u32)((kinds[card] & 3) == suit) << (kinds[card] >> 2);

#define ROW_OF(table)                                                                                                             \
    INLINE u32 row_##table(const u32 *hot, const u32 *cold, const u32 *kinds, int *left) {                                       \
        const u16 *rows = (const u16 *)(ROWS_IN_##table + ROWS_##table);                                                          \
        u32 at = ROOT_##table, suits = BIAS_##table;                                                                              \
        EACH_CARD_##table(TAKE)                                                                                                   \
        u32 row = at / RANKS;                                                                                                     \
        if (suits & 0x80808080u) {                                                                                                \
            if (!KNOWS_FLUSHES_##table) {                                                                                         \
                *left = 1;                                                                                                        \
                return 0;                                                                                                         \
            }                                                                                                                     \
            u32 suit = (u32)LOWEST_BIT(suits & 0x80808080u) / 8, ranks = 0;                                                       \
            EACH_CARD_##table(TAKE_SUITED)                                                                                        \
            u32 flush = ((const u8 *)(cold + FLUSHES_##table))[ranks];                                                            \
            row = ((const u8 *)(cold + BETTER_##table))[row * ENDS_##table + flush];                                              \
        }                                                                                                                         \
        return row;                                                                                                               \
    }

EACH_TABLE(ROW_OF)

#define ADD_ROW(table) code += row_##table(hot, cold, kinds, &left) * RADIX_##table;

// Plays a round; its code, or CODES when the processor has to play it.
INLINE u32 play_round(const u32 *hot, const u32 *cold, u64 round) {
    u32 kinds[DRAWN];
    int left = draw(round, DRAWN, kinds);
    UNROLL
    for (u32 number = 0; number < DRAWN; number++)
        kinds[number] = hot[CARDS + kinds[number] / 4];
    u32 entry = ROOT;
    UNROLL
    for (u32 number = 0; number < DECIDING; number++)
        entry = decide(cold + DECISIONS, entry, kinds[number]);
    u32 code = 0;
    EACH_SIDE(ADD_ROW)
    u32 path = entry >> 8;
    code += path * ROW_CODES + row_0(hot, cold, kinds, &left) * cold[IN_PLAY + path];
    return left ? CODES : code;
}

KERNEL void play(const u32 *tables, u64 first, u32 rounds, u64 *counts, u64 *left, u32 room) {
    SHARED(shared);
    const u32 *hot = HOT_IS_SHARED ? shared : tables, *cold = tables;
    u32 *counters = shared + COUNTERS;
    for (u32 place = THREAD; place < HOT_WORDS && HOT_IS_SHARED; place += THREADS)
        shared[place] = tables[place];
    for (u32 place = THREAD; place < CODES; place += THREADS)
        counters[place] = 0;
    BARRIER();
    for (u64 offset = (u64)BLOCK * THREADS + THREAD; offset < rounds; offset += (u64)BLOCKS * THREADS) {
        u32 code = play_round(hot, cold, first + offset);
        if (code != CODES) {
            ADD_SHARED(&counters[code], 1);
        } else {
            u64 place = ADD(&counts[LEFT], 1);
            if (place < room)
                left[place] = first + offset;
        }
    }
    BARRIER();
    for (u32 place = THREAD; place < CODES; place += THREADS)
        if (counters[place])
            ADD(&counts[place], (u64)counters[place]);
}
