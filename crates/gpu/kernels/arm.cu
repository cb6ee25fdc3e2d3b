// The arm without end of CLN15, and where its columns end: crates/wythoff/src/structure/arm.rs has the definitions.
//
// The cells of an anti-diagonal t = x + y do not depend on one another. A band of columns is kept, for the last four t: left
// of it all is outer space (0), right of it all is épaulette. A byte holds value + 16, a thread 16 columns, and a launch
// advances SPAN generations; each block of threads begins HALO columns too far left and forgets them, since news travel one
// column a generation. Columns to the right never matter to those on the left.
//
// What makes it exact is checked, not assumed; a flag is raised when
//   range    a value leaves −16..15. Sums of bytes can then be wrong; as long as none does, no byte carries into the next:
//            a + 3 + e + 1 + f + 1 ≤ 98, and what is taken away is at most 67, so that a wrong sum shows in its upper bits.
//   left     a column that leaves the band on the left is not outer space
//   right    one of the last two columns of the band is no longer épaulette. If both are, so are all to the right (the lemma
//            in arm.rs). The last columns of all have nobody to the right.

#define SPAN 256
#define HALO 272
#define THREADS 512
#define COLUMNS 16
#define OUTPUT (THREADS * COLUMNS - HALO)
// So many columns from the left end of the band palaces are noted. A column whose last one comes earlier keeps a wrong one,
// and its step is not 2 or 3.
#define SKIN 2048
#define ZERO 0x10101010u

// The threads of a block: on a GPU side by side, elsewhere one after the other between two meetings.
#ifdef __CUDACC__
#define THREAD_SLOTS 1
#define EACH_THREAD if (const int id = threadIdx.x, slot = 0; true)
#define MEET __syncthreads()
#define NEAR __shared__
#else
#define THREAD_SLOTS THREADS
#define EACH_THREAD for (int id = 0, slot = 0; id < THREADS; slot = ++id)
#define MEET
#define NEAR static
#endif

// What a launch works on.
struct Arm {
    // Four generations of `stride` columns before, and after.
    const u8 *old;
    u8 *next;
    u64 stride;
    // The first generation of the launch; the columns of the band before and now; how many there are at all.
    int time, before_start, before_end, start, end, columns;
    // For each column the generation of its last palace; and whether range, left and right were left.
    u32 *last, *flags;
};

// The épaulette's value + 16, by 2x + y.
DEVICE u32 epaulette(int m) {
    constexpr u8 period[11] = {16, 16, 15, 15, 16, 17, 15, 15, 17, 17, 15};
    return m < 0 ? u32(16 + m) & 255 : period[m % 11];
}

DEVICE u32 four_of_epaulette(int m) {
    u32 four = 0;
    for (int i = 0; i < 4; i++) four |= epaulette(m + i) << 8 * i;
    return four;
}

// 1 for each byte that is a palace.
DEVICE u32 negative(u32 values) { return ~values >> 4 & 0x01010101; }

// The values of `columns` columns further left, 1 or 2.
DEVICE u32 shifted(u32 left, u32 here, int columns) { return here << 8 * columns | left >> (32 - 8 * columns); }

// What a thread holds of its columns: four generations, and the four columns left of them.
struct Columns {
    u32 cells[4][4], left[4];
    bool is_out_of_range, is_cut, is_torn;
};

DEVICE void begin(const Arm &arm, Columns &here, int x) {
    for (int q = 0; q < 4; q++) {
        for (int w = 0; w < 4; w++) {
            const int at = x + 4 * w;
            u32 &cells = here.cells[q][w];
            cells = at < arm.before_start ? ZERO
                    : at < arm.before_end ? *(const u32 *)(arm.old + q * arm.stride + at)
                                          : four_of_epaulette(arm.time - 4 + q + at);
            here.is_cut |= at < arm.start && cells != ZERO;
        }
    }
}

DEVICE void advance(const Arm &arm, Columns &here, int x, int step, bool is_output) {
    u32 values[4];
    UNROLL
    for (int w = 0; w < 4; w++) {
        const auto &cells = here.cells;
        const u32 left1 = w ? cells[1][w - 1] : here.left[1], left3 = w ? cells[3][w - 1] : here.left[3];
        const u32 a = shifted(w ? cells[0][w - 1] : here.left[0], cells[0][w], 2);
        const u32 b = shifted(left1, cells[1][w], 1), c = shifted(left1, cells[1][w], 2);
        const u32 d = shifted(w ? cells[2][w - 1] : here.left[2], cells[2][w], 1);
        const u32 e = cells[3][w], f = shifted(left3, e, 1);
        values[w] = a + 3 * negative(a) + e + negative(e) + f + negative(f) - (b + 2 * negative(b)) -
                    (c + 2 * negative(c)) - negative(d);
        here.is_out_of_range |= is_output && x + COLUMNS <= arm.columns && (values[w] & 0xe0e0e0e0) != 0;
    }
    if (is_output && x < arm.start + SKIN) {
        for (int i = 0; i < COLUMNS; i++) {
            if (negative(values[i / 4]) >> 8 * (i % 4) & 1) arm.last[x + i] = u32(arm.time + step);
        }
    }
    // The band still has neighbours on the right that matter, and this thread its last columns.
    if (arm.end < arm.columns && x + COLUMNS == arm.end) {
        here.is_torn |= (values[3] ^ four_of_epaulette(arm.time + step + x + 12)) >> 16 != 0;
    }
    UNROLL
    for (int q = 0; q < 3; q++) {
        here.left[q] = here.left[q + 1];
        UNROLL
        for (int w = 0; w < 4; w++) here.cells[q][w] = here.cells[q + 1][w];
    }
    UNROLL
    for (int w = 0; w < 4; w++) here.cells[3][w] = values[w];
}

// Advances a part of the band by SPAN generations.
DEVICE void advance_block(const Arm &arm, int block) {
    NEAR u32 edges[2][THREADS];
    const int first = arm.start + block * OUTPUT - HALO;
    Columns threads[THREAD_SLOTS] = {};
    EACH_THREAD begin(arm, threads[slot], first + id * COLUMNS);
    UNROLL
    for (int q = 0; q < 4; q++) {
        MEET;
        EACH_THREAD edges[0][id] = threads[slot].cells[q][3];
        MEET;
        EACH_THREAD threads[slot].left[q] = id ? edges[0][id - 1] : ZERO;
    }
    MEET;
    for (int step = 0; step < SPAN; step++) {
        EACH_THREAD {
            advance(arm, threads[slot], first + id * COLUMNS, step, id * COLUMNS >= HALO);
            edges[step & 1][id] = threads[slot].cells[3][3];
        }
        MEET;
        EACH_THREAD threads[slot].left[3] = id ? edges[step & 1][id - 1] : ZERO;
    }
    EACH_THREAD {
        const Columns &here = threads[slot];
        for (int q = 0; q < 4 && id * COLUMNS >= HALO; q++) {
            for (int w = 0; w < 4; w++) {
                *(u32 *)(arm.next + q * arm.stride + first + id * COLUMNS + 4 * w) = here.cells[q][w];
            }
        }
        if (here.is_out_of_range) arm.flags[0] = 1;
        if (here.is_cut) arm.flags[1] = 1;
        if (here.is_torn) arm.flags[2] = 1;
    }
}

#ifdef __CUDACC__

extern "C" __global__ void __launch_bounds__(THREADS) arm(Arm work) { advance_block(work, int(blockIdx.x)); }

#else

extern "C" void wythoff_arm(const Arm *work, u32 blocks) {
    for (u32 block = 0; block < blocks; block++) advance_block(*work, int(block));
}

#endif
