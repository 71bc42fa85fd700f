// What CUDA has and C has not, for a processor: one block of one thread, which is a warp of its own. The tests compile the
// kernels with this in the place of `card.cuh`.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t i64;

#define KERNEL
#define INLINE static inline
#define FUNCTION static
#define UNROLL
#define SHARED(name) static u32 name[SHARED_WORDS]
#define BARRIER()
#define WARP_BARRIER()
#define THREADS 1
#define WARP 1
#define THREAD 0
#define BLOCK 0
#define BLOCKS 1

static u32 add_shared(u32 *counter, u32 amount) {
    u32 before = *counter;
    *counter += amount;
    return before;
}

static u64 add_counter(u64 *counter, u64 amount) {
    u64 before = *counter;
    *counter += amount;
    return before;
}

#define ADD_SHARED(counter, amount) add_shared(counter, amount)
#define ADD(counter, amount) add_counter(counter, amount)
#define BALLOT(condition) ((condition) ? 1u : 0u)
#define BITS(word) ((u32)__builtin_popcount(word))
#define LOWEST_BIT(word) __builtin_ctz(word)

INLINE u32 equal_halves(u32 one, u32 other) {
    u32 differ = one ^ other;
    return (differ & 0xffff ? 0 : 0xffff) | (differ >> 16 ? 0 : 0xffff0000u);
}

INLINE u32 high_half_twice(u32 word) { return (word >> 16) * 0x10001u; }

INLINE u32 choose_bytes(u32 word, u32 selector) {
    u32 chosen = 0;
    for (u32 byte = 0; byte < 4; byte++)
        chosen |= (word >> 8 * (selector >> 4 * byte & 3) & 0xff) << 8 * byte;
    return chosen;
}

INLINE u32 product(u32 one, u32 other, u32 *low) {
    u64 both = (u64)one * other;
    *low = (u32)both;
    return (u32)(both >> 32);
}

INLINE i64 warp_sum(i64 value) { return value; }
INLINE u32 warp_first(u32 lanes, u32 value) { return lanes ? value : 0; }
