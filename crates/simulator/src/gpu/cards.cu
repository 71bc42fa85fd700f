// Random words and cards, as `philox.rs` and `cards.rs` have them.
//
// This text is compiled twice: by NVRTC for a card, and by a C compiler for the tests, which play the same rounds on a
// machine without one. So it keeps to what C and CUDA share; the few things they do not are named in `card.cuh` and
// `emulated.h`. What a job is made of (SHOE, KEY_LOW, REFUSED...) stands before it as macros.

enum { FRESH = 0, AGAIN = 1 };

// The block of Philox4x32-10 for this counter.
INLINE void random_block(u64 round, u32 block, u32 purpose, u32 words[4]) {
    u32 a = (u32)round, b = (u32)(round >> 32), c = block, d = purpose;
    UNROLL
    for (u32 pass = 0; pass < 10; pass++) {
        u32 first_low, second_low;
        u32 first = product(a, 0xD2511F53u, &first_low);
        u32 second = product(c, 0xCD9E8D57u, &second_low);
        a = second ^ b ^ (KEY_LOW + pass * 0x9E3779B9u);
        b = second_low;
        c = first ^ d ^ (KEY_HIGH + pass * 0xBB67AE85u);
        d = first_low;
    }
    words[0] = a;
    words[1] = b;
    words[2] = c;
    words[3] = d;
}

// The two places that a word draws among those left; whether the word is refused.
INLINE int places_of(u32 word, u32 left, u32 refused, u32 *first, u32 *second) {
    u32 rest;
    *first = product(word, left, &rest);
    *second = product(rest, left - 1, &rest);
    return rest < refused;
}

// Draws the first cards of a round, an even number of them that is known when this is compiled: where in the shoe each lies,
// times four. Whether a word was refused; then the cards are of no use.
//
// The shuffle is never carried out. A word holds a place in its low half and the last place of the shoe in its high half,
// times four each, so that both are compared with an earlier place at once.
INLINE int draw(u64 round, const u32 cards, u32 *contents) {
    u32 words[4], places[DRAWN_MAX], moved[DRAWN_MAX];
    int refused = 0;
    UNROLL
    for (u32 pair = 0; pair < cards / 2; pair++) {
        if (pair % 4 == 0)
            random_block(round, pair / 4, FRESH, words);
        refused |= places_of(words[pair % 4], SHOE - 2 * pair, REFUSED(pair), &places[2 * pair], &places[2 * pair + 1]);
    }
    UNROLL
    for (u32 number = 0; number < cards; number++) {
        u32 here = places[number] * 4 + ((SHOE - 1 - number) << 18);
        u32 content = here;
        UNROLL
        for (u32 earlier = 0; earlier < number; earlier++) {
            u32 equal = equal_halves(here, places[earlier]);
            content = (moved[earlier] & equal) | (content & ~equal);
        }
        contents[number] = content & 0xffff;
        places[number] = places[number] * 0x40004;
        moved[number] = high_half_twice(content);
    }
    return refused;
}

// The n-th card of a round, found by drawing all before it: for the few rounds that have refused words or many cards. Where in
// the shoe it lies, times four; beyond the shoe when there are more cards than are remembered here.
FUNCTION u32 deep_card(u64 round, u32 wanted, const u32 *refused) {
    u16 places[DEEP_MAX], moved[DEEP_MAX];
    u32 words[4] = {0, 0, 0, 0}, first = 0, second = 0, content = 0;
    if (wanted >= DEEP_MAX || wanted >= SHOE)
        return SHOE * 4;
    for (u32 number = 0; number <= wanted; number++) {
        u32 pair = number / 2, left = SHOE - 2 * pair, place = second;
        if (number % 2 == 0) {
            if (pair % 4 == 0)
                random_block(round, pair / 4, FRESH, words);
            u32 word = pair % 4 == 0 ? words[0] : pair % 4 == 1 ? words[1] : pair % 4 == 2 ? words[2] : words[3];
            if (places_of(word, left, refused[pair], &first, &second)) {
                u32 again[4], serves = 0;
                for (u32 attempt = 0; !serves; attempt++) {
                    random_block(round, pair << 16 | attempt, AGAIN, again);
                    for (u32 next = 0; next < 4 && !serves; next++)
                        serves = !places_of(again[next], left, refused[pair], &first, &second);
                }
            }
            place = first;
        }
        u32 last = SHOE - 1 - number, at_last = last;
        content = place;
        for (u32 earlier = 0; earlier < number; earlier++) {
            if (places[earlier] == place)
                content = moved[earlier];
            if (places[earlier] == last)
                at_last = moved[earlier];
        }
        places[number] = (u16)place;
        moved[number] = (u16)at_last;
    }
    return content * 4;
}
