// A warp of 32 lanes: on a GPU 32 threads, elsewhere a loop. The kernels are written once, in terms of what is here.
//
// What belongs to a lane is kept in an array of SLOTS elements: one in each thread of a GPU, 32 elsewhere. EACH_LANE does
// something for all lanes; between two of them lanes may exchange values. On a GPU warps run side by side, elsewhere one
// after the other.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#ifdef __CUDACC__
#define DEVICE __device__ __forceinline__
#else
#define DEVICE static inline
#endif

template <typename T> DEVICE T least(T a, T b) { return a < b ? a : b; }
template <typename T> DEVICE T most(T a, T b) { return a > b ? a : b; }

#ifdef __CUDACC__

#define SLOTS 1
#define EACH_LANE if ([[maybe_unused]] const int lane = threadIdx.x & 31, slot = 0; true)
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")

struct alignas(16) Quad {
    u32 data0, tag0, data1, tag1;
};

DEVICE u32 popcount(u32 word) { return __popc(word); }

// a × b + c, by the unit that multiplies: additions that go there leave room in the one for logic.
DEVICE u32 multiply_add(u32 a, u32 b, u32 c) {
    u32 sum;
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));
    return sum;
}

// The upper bytes of four words, as one word.
DEVICE u32 upper_bytes(u32 a, u32 b, u32 c, u32 d) {
    return __byte_perm(__byte_perm(a, b, 0x73), __byte_perm(c, d, 0x73), 0x5410);
}

// The value of the lane on the left; what the first lane gets does not matter.
DEVICE void pass_right(const u32 (&values)[1], u32 (&passed)[1]) { passed[0] = __shfl_up_sync(~0u, values[0], 1); }

// The first lane's value, for all.
DEVICE u32 of_first(u32 value) { return __shfl_sync(~0u, value, 0); }

DEVICE bool any_lane(bool here) { return __any_sync(~0u, here); }

// Waits a moment, in nanoseconds; less where a GPU can't.
DEVICE void pause(u32 time) {
#if __CUDA_ARCH__ >= 700
    __nanosleep(time);
#endif
}

// The sum and so on over all lanes, in the first one.
DEVICE u64 sum_of(u64 value) {
    for (int step = 16; step; step /= 2) value += __shfl_down_sync(~0u, value, step);
    return value;
}
DEVICE u64 xor_of(u64 value) {
    for (int step = 16; step; step /= 2) value ^= __shfl_down_sync(~0u, value, step);
    return value;
}
DEVICE u32 or_of(u32 value) {
    for (int step = 16; step; step /= 2) value |= __shfl_down_sync(~0u, value, step);
    return value;
}
DEVICE u32 least_of(u32 value) {
    for (int step = 16; step; step /= 2) value = least(value, __shfl_down_sync(~0u, value, step));
    return value;
}
DEVICE u32 most_of(u32 value) {
    for (int step = 16; step; step /= 2) value = most(value, __shfl_down_sync(~0u, value, step));
    return value;
}

// Memory that other warps write and read at the same time; 16 bytes at once, and never from a cache that they don't see.
DEVICE Quad load_shared_quad(const Quad *from) {
    Quad quad;
    asm volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(quad.data0), "=r"(quad.tag0), "=r"(quad.data1), "=r"(quad.tag1)
                 : "l"(from)
                 : "memory");
    return quad;
}
DEVICE void store_shared_quad(Quad *to, Quad quad) {
    asm volatile("st.relaxed.gpu.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(quad.data0), "r"(quad.tag0),
                 "r"(quad.data1), "r"(quad.tag1)
                 : "memory");
}
DEVICE void add_shared(u32 *to, u32 number) { atomicAdd(to, number); }

#else

#define SLOTS 32
#define EACH_LANE for ([[maybe_unused]] int lane = 0, slot = 0; lane < 32; slot = ++lane)
#define UNROLL
#define ROLLED

struct alignas(16) Quad {
    u32 data0, tag0, data1, tag1;
};

DEVICE u32 popcount(u32 word) { return u32(__builtin_popcount(word)); }
DEVICE u32 multiply_add(u32 a, u32 b, u32 c) { return a * b + c; }

DEVICE u32 upper_bytes(u32 a, u32 b, u32 c, u32 d) { return a >> 24 | b >> 24 << 8 | c >> 24 << 16 | d >> 24 << 24; }

DEVICE void pass_right(const u32 (&values)[SLOTS], u32 (&passed)[SLOTS]) {
    for (int lane = 1; lane < SLOTS; lane++) passed[lane] = values[lane - 1];
    passed[0] = 0;
}

// Where all lanes would have one value, there is one.
DEVICE u32 of_first(u32 value) { return value; }

DEVICE bool any_lane(bool here) { return here; }

DEVICE void pause(u32) {}

// The caller's loop over the lanes has done it.
DEVICE u64 sum_of(u64 value) { return value; }
DEVICE u64 xor_of(u64 value) { return value; }
DEVICE u32 or_of(u32 value) { return value; }
DEVICE u32 least_of(u32 value) { return value; }
DEVICE u32 most_of(u32 value) { return value; }

DEVICE Quad load_shared_quad(const Quad *from) { return *from; }
DEVICE void store_shared_quad(Quad *to, Quad quad) { *to = quad; }
DEVICE void add_shared(u32 *to, u32 number) { *to += number; }

#endif
