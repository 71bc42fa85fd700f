// What CUDA has and C has not: see `emulated.h` for the same names on a processor.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#define KERNEL extern "C" __global__ __launch_bounds__(THREADS, 1)
#define INLINE static __device__ __forceinline__
#define FUNCTION static __device__ __noinline__
#define UNROLL _Pragma("unroll")
#define SHARED(name) extern __shared__ __align__(16) u32 name[]
#define BARRIER() __syncthreads()
#define WARP_BARRIER() __syncwarp()
#define WARP 32
#define THREAD threadIdx.x
#define BLOCK blockIdx.x
#define BLOCKS gridDim.x
#define ADD_SHARED(counter, amount) atomicAdd(counter, amount)
#define ADD(counter, amount) atomicAdd(counter, amount)
#define BALLOT(condition) __ballot_sync(0xffffffffu, condition)
#define BITS(word) __popc(word)
#define LOWEST_BIT(word) (__ffs(word) - 1)

// All ones in each half that is equal, by the comparison of half-precision numbers: as such these are small and exact.
INLINE u32 equal_halves(u32 one, u32 other) {
    u32 mask;
    asm("set.eq.u32.f16x2 %0, %1, %2;" : "=r"(mask) : "r"(one), "r"(other));
    return mask;
}

INLINE u32 high_half_twice(u32 word) { return __byte_perm(word, 0, 0x3232); }

// Four bytes of a word, each chosen by the low two bits of a digit of the selector's low half. (`__byte_perm` would look at the
// digits' third bits first, which are never set.)
INLINE u32 choose_bytes(u32 word, u32 selector) {
    u32 chosen;
    asm("prmt.b32 %0, %1, 0, %2;" : "=r"(chosen) : "r"(word), "r"(selector));
    return chosen;
}

// The high half of a product; the low half is handed over. (Written as a shift of 64 bits it becomes two products.)
INLINE u32 product(u32 one, u32 other, u32 *low) {
    u32 high;
    asm("{ .reg .u64 both; mul.wide.u32 both, %2, %3; mov.b64 {%0, %1}, both; }"
        : "=r"(*low), "=r"(high)
        : "r"(one), "r"(other));
    return high;
}

// The sum over the lanes of a warp.
INLINE i64 warp_sum(i64 value) {
    UNROLL
    for (u32 distance = WARP / 2; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffffu, value, distance);
    return value;
}

INLINE u32 warp_first(u32 lanes, u32 value) { return __shfl_sync(0xffffffffu, value, __ffs(lanes) - 1); }
