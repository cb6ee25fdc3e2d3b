// The arm without end of CLN15 on a GPU, and the levels of its skin: a second program for `wythoff skin`, for more columns.
//
//     nvcc -O3 -arch=native -o arm bench/gpu/arm.cu && ./arm 262144 8000000
//
// For each number of columns it prints a line: whether the work is exact, the steps other than 2 and 3, the signature of the
// boundary (that of `wythoff skin --columns N --json`), and then a line for each level of the skin.
//
// The cells of an anti-diagonal t = x + y do not depend on one another. A band of columns is kept, for the last four t: left
// of it all is outer space (0), right of it all is épaulette. A byte holds value + 16, a thread 16 columns, and a launch
// advances SPAN generations; each block begins HALO columns too far left and forgets them, since news travel one column a
// generation. Columns to the right never matter to those on the left.
//
// What makes it exact is checked, not assumed; a flag is raised when
//   range    a value leaves −16..15. Sums of bytes can then be wrong; as long as none does, no byte carries into the next:
//            a + 3 + e + 1 + f + 1 ≤ 98, and what is taken away is at most 67, so that a wrong sum shows in its upper bits.
//   left     a column that leaves the band on the left is not outer space
//   right    one of the last two columns of the band is no longer épaulette. If both are, so are all to the right (the lemma
//            in crates/wythoff/src/structure/arm.rs). The last columns of all have nobody to the right.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int SPAN = 256, HALO = 272, THREADS = 512, CELLS = 16, OUTPUT = THREADS * CELLS - HALO;
// So many columns from the left end of the band palaces are noted. A column whose last one comes earlier keeps a wrong
// one, and its step is not 2 or 3.
constexpr int SKIN = 2048;
constexpr uint32_t ZERO = 0x10101010;

enum Flag { RANGE, LEFT, RIGHT, FLAGS };

struct Band {
    long start, end;  // Columns that are kept.
};

// The épaulette's value + 16, by 2x + y.
__host__ __device__ uint32_t epaulette(long m) {
    constexpr uint8_t period[11] = {16, 16, 15, 15, 16, 17, 15, 15, 17, 17, 15};
    return m < 0 ? uint32_t(16 + m) : period[m % 11];
}

__device__ uint32_t four_of_epaulette(long m) {
    uint32_t four = 0;
    for (int i = 0; i < 4; i++) four |= epaulette(m + i) << 8 * i;
    return four;
}

// 1 for each byte that is a palace.
__device__ uint32_t palaces(uint32_t values) { return ~values >> 4 & 0x01010101; }

// The values of `columns` columns further left.
__device__ uint32_t shifted(uint32_t left, uint32_t here, int columns) {
    return __funnelshift_l(left, here, 8 * columns);
}

// Advances the band from generation `time` to `time` + SPAN; `old` and `next` hold four generations of `stride` columns.
__global__ void advance(const uint8_t *old, uint8_t *next, long stride, long time, Band before, Band now, long columns,
                        uint32_t *last, uint32_t *flags) {
    __shared__ uint32_t edges[2][THREADS];
    const int id = threadIdx.x;
    const long x = now.start + long(blockIdx.x) * OUTPUT - HALO + id * CELLS;
    const bool is_output = id * CELLS >= HALO, is_asked = is_output && x + CELLS <= columns;
    uint32_t cells[4][4], left[4];
    bool is_out_of_range = false, is_cut = false, is_torn = false;
    for (int q = 0; q < 4; q++) {
        for (int w = 0; w < 4; w++) {
            const long at = x + 4 * w;
            cells[q][w] = at < before.start ? ZERO
                          : at < before.end ? *(const uint32_t *)(old + q * stride + at)
                                            : four_of_epaulette(time - 4 + q + at);
            is_cut |= at < now.start && cells[q][w] != ZERO;
        }
    }
    for (int q = 0; q < 4; q++) {
        __syncthreads();
        edges[0][id] = cells[q][3];
        __syncthreads();
        left[q] = id ? edges[0][id - 1] : ZERO;
    }
    __syncthreads();
    // The band still has neighbours on the right that matter, and this thread its last columns.
    const bool is_right_end = now.end < columns && x + CELLS == now.end;
    for (int step = 0; step < SPAN; step++) {
        uint32_t values[4];
        for (int w = 0; w < 4; w++) {
            const uint32_t left1 = w ? cells[1][w - 1] : left[1], left3 = w ? cells[3][w - 1] : left[3];
            const uint32_t a = shifted(w ? cells[0][w - 1] : left[0], cells[0][w], 2);
            const uint32_t b = shifted(left1, cells[1][w], 1), c = shifted(left1, cells[1][w], 2);
            const uint32_t d = shifted(w ? cells[2][w - 1] : left[2], cells[2][w], 1);
            const uint32_t e = cells[3][w], f = shifted(left3, e, 1);
            values[w] = a + 3 * palaces(a) + e + palaces(e) + f + palaces(f) - (b + 2 * palaces(b)) -
                        (c + 2 * palaces(c)) - palaces(d);
            is_out_of_range |= is_asked && (values[w] & 0xe0e0e0e0) != 0;
        }
        if (is_output && x < now.start + SKIN) {
            for (int i = 0; i < CELLS; i++) {
                if (palaces(values[i / 4]) >> 8 * (i % 4) & 1) last[x + i] = uint32_t(time + step);
            }
        }
        if (is_right_end) {
            is_torn |= (values[3] ^ four_of_epaulette(time + step + x + 12)) >> 16 != 0;
        }
        for (int q = 0; q < 3; q++) {
            left[q] = left[q + 1];
            for (int w = 0; w < 4; w++) cells[q][w] = cells[q + 1][w];
        }
        for (int w = 0; w < 4; w++) cells[3][w] = values[w];
        edges[step & 1][id] = values[3];
        __syncthreads();
        left[3] = id ? edges[step & 1][id - 1] : ZERO;
    }
    if (is_output) {
        for (int q = 0; q < 4; q++) {
            for (int w = 0; w < 4; w++) *(uint32_t *)(next + q * stride + x + 4 * w) = cells[q][w];
        }
    }
    if (is_out_of_range) flags[RANGE] = 1;
    if (is_cut) flags[LEFT] = 1;
    if (is_torn) flags[RIGHT] = 1;
}

void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    fprintf(stderr, "the GPU says: %s\n", cudaGetErrorString(error));
    exit(1);
}

template <typename T> T *zeros(long count) {
    T *memory;
    check(cudaMalloc(&memory, count * sizeof(T)));
    check(cudaMemset(memory, 0, count * sizeof(T)));
    return memory;
}

// The generation of the last palace of each column.
std::vector<uint32_t> last_palaces(long columns, uint32_t (&raised)[FLAGS]) {
    const long stride = columns + 4 * OUTPUT;
    uint8_t *generations[2] = {zeros<uint8_t>(4 * stride), zeros<uint8_t>(4 * stride)};
    uint32_t *last = zeros<uint32_t>(stride), *flags = zeros<uint32_t>(FLAGS);
    Band before = {0, 0};
    int turn = 0;
    for (long time = 0;; time += SPAN, turn ^= 1) {
        // The skin is near x = t/(1 + φ²) = t/3.618, the hem near t/1.38; whether the band holds both, the flags tell.
        const long from = time * 10000 / 36185 - 64, start = from < 0 ? 0 : from / CELLS * CELLS;
        const long reach = (time + SPAN) * 100 / 138 + 2000, wanted = reach < columns ? reach : columns;
        if (wanted <= start) break;
        const int blocks = int((wanted - start + OUTPUT - 1) / OUTPUT);
        const Band now = {start, start + long(blocks) * OUTPUT};
        advance<<<blocks, THREADS>>>(generations[turn], generations[turn ^ 1], stride, time, before, now, columns, last, flags);
        before = now;
    }
    check(cudaDeviceSynchronize());
    std::vector<uint32_t> found(columns);
    check(cudaMemcpy(found.data(), last, columns * sizeof(uint32_t), cudaMemcpyDefault));
    check(cudaMemcpy(raised, flags, sizeof raised, cudaMemcpyDefault));
    for (void *memory : {(void *)generations[0], (void *)generations[1], (void *)last, (void *)flags}) check(cudaFree(memory));
    return found;
}

uint64_t mix(uint64_t z) {
    z += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

// 2 under n times 2 → 23, 3 → 233.
std::vector<int> pattern(int n) {
    std::vector<int> word = {2};
    while (n--) {
        std::vector<int> longer;
        for (int step : word) {
            longer.insert(longer.end(), {2, 3});
            if (step == 3) longer.push_back(3);
        }
        word = longer;
    }
    return word;
}

// How many steps from `at` on repeat the word, from wherever it begins.
size_t fit(const std::vector<int> &steps, size_t at, const std::vector<int> &word) {
    size_t best = 0;
    for (size_t turn = 0; turn < word.size(); turn++) {
        size_t length = 0;
        while (at + length < steps.size() && steps[at + length] == word[(turn + length) % word.size()]) length++;
        if (length > best) best = length;
    }
    return best;
}

// The levels one after the other, as in crates/wythoff/src/structure/skin.rs.
void print_levels(const std::vector<int> &steps, const std::vector<long> &rows) {
    for (size_t at = 0; at < steps.size();) {
        size_t length = 0, period = 0;
        int level = -1;
        for (int n = 0; n <= 8; n++) {
            const std::vector<int> word = pattern(n);
            const size_t found = fit(steps, at, word);
            if (found >= 2 * word.size() && found >= length) length = found, level = n, period = word.size();
        }
        if (level < 0) {
            at++;
            continue;
        }
        size_t from = at;
        while (from > 0 && steps[from - 1] == steps[from - 1 + period]) from--;
        const size_t to = at + length;
        printf("  level %d: columns %zu to %zu, rows %ld to %ld%s\n", level, from, to, rows[from], rows[to],
               to == steps.size() ? ", where the computation ends" : "");
        at = to;
    }
}

int main(int count, char **arguments) {
    bool is_exact = true;
    for (int i = 1; i < count; i++) {
        const long columns = (atol(arguments[i]) + CELLS - 1) / CELLS * CELLS;
        uint32_t flags[FLAGS];
        const std::vector<uint32_t> last = last_palaces(columns, flags);
        std::vector<long> rows;
        std::vector<int> steps;
        uint64_t signature = 0;
        long odd = 0;
        for (long x = 0; x < columns; x++) {
            rows.push_back(x ? long(last[x]) - x : -1);
            signature += mix(uint64_t(x) << 32 | uint64_t(rows[x] + 1));
            if (x == 0) continue;
            steps.push_back(int(rows[x] - rows[x - 1]));
            odd += steps.back() != 2 && steps.back() != 3;
        }
        const bool is_sound = !flags[RANGE] && !flags[LEFT] && !flags[RIGHT];
        is_exact &= is_sound;
        printf("%ld columns: %s, %ld steps other than 2 and 3, signature %016lx\n", columns,
               is_sound ? "exact" : flags[RANGE] ? "NOT exact: a value is out of range" : "NOT exact: the band is too narrow",
               odd, (unsigned long)signature);
        print_levels(steps, rows);
    }
    return is_exact ? 0 : 1;
}
