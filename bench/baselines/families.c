/* The loops that one writes in C for one family of games each: the whole board, row by row, on one core.
 *
 * Usage: families FAMILY A B C SIDE SECONDS. A, B, C are the family's numbers, 0 where it has fewer. Prints the number
 * of P-positions x, y < SIDE, their signature, and the best time of the runs that fill SECONDS, at least three; the
 * signature is part of the work. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t p_count, signature;

static uint64_t mix(uint64_t z) {
    z += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static inline void add(long x, long y) {
    p_count++;
    signature += mix((uint64_t)x << 32 | (uint64_t)y);
}

static void *zeros(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) exit(2);
    return memory;
}

/* The bishop's band: a mark reaches the diagonals e further to the right from the next row on, and those e to the left
 * only e rows later. `at` holds the mark of each row, or -1. */
static inline void band(long m, long y, long side, const long *at, uint8_t *diagonal) {
    for (long e = 1; e < m; e++) {
        if (y >= 1 && at[y - 1] >= 0) diagonal[at[y - 1] - (y - 1) + e + side] = 1;
        if (y >= 1 + e && at[y - 1 - e] >= 0) diagonal[at[y - 1 - e] - (y - 1 - e) - e + side] = 1;
    }
}

static void nim(long k, long side) {
    uint32_t *column = zeros((size_t)side, sizeof *column);
    for (long y = 0; y < side; y++) {
        uint32_t row = 0;
        for (long x = 0; x < side; x++) {
            if (row + column[x] < (uint32_t)k) {
                row++;
                column[x]++;
                add(x, y);
            }
        }
    }
    free(column);
}

/* Wythoff Nim with an m-bishop, without the cells x < u, y < v; p of the diagonal's options may be P. `others`: the
 * P-positions are all the other cells. Marks every P-position on `board` if there is one. */
static void wythoff(long m, long p, long u, long v, long side, int others, uint8_t *board) {
    uint8_t *column = zeros((size_t)side, 1), *off = zeros((size_t)(2 * side + 2 * m), 1);
    uint32_t *diagonal = zeros((size_t)(2 * side), sizeof *diagonal);
    long *at = zeros((size_t)side, sizeof *at);
    for (long y = 0; y < side; y++) {
        int row = 0;
        at[y] = -1;
        band(m, y, side, at, off + m);
        for (long x = y < v ? u : 0; x < side; x++) {
            if (!row && !column[x] && !off[x - y + side + m] && diagonal[x - y + side] < (uint32_t)p) {
                row = column[x] = 1;
                diagonal[x - y + side]++;
                at[y] = x;
                if (board) board[y * side + x] = 1;
                else if (!others) add(x, y);
            } else if (others) {
                add(x, y);
            }
        }
    }
    free(column), free(off), free(diagonal), free(at);
}

/* The second player chooses one of p boards. */
static void choice(long m, long p, long side) {
    uint8_t *board = zeros((size_t)(side * side), 1);
    for (long l = 0; l < p; l++) wythoff(m * p, 1, l ? m * l : 0, l ? m * (p - l) : 0, side, 0, board);
    for (long y = 0; y < side; y++)
        for (long x = 0; x < side; x++)
            if (board[y * side + x]) add(x, y);
    free(board);
}

/* p - 1 of the rook's options of m or more tokens may be P, no other option. */
static void rook(long m, long p, long side, int others) {
    uint32_t *column = zeros((size_t)side, sizeof *column);
    uint8_t *diagonal = zeros((size_t)(2 * side + 2 * m), 1);
    long *last = zeros((size_t)side, sizeof *last), *marks = zeros((size_t)side, sizeof *marks);
    /* The marks of the last m rows, for the band and for the rooks that become long enough. */
    long *ring = zeros((size_t)(m * side), sizeof *ring), *count = zeros((size_t)m, sizeof *count);
    for (long x = 0; x < side; x++) last[x] = -m;
    for (long y = 0; y < side; y++) {
        for (long e = 0; e < m && e < y; e++) {
            long then = y - 1 - e, *list = ring + then % m * side;
            for (long i = 0; i < count[then % m]; i++) {
                long d = list[i] - then + side + m;
                diagonal[d - e] = 1;
                if (e == 0)
                    for (long f = 1; f < m; f++) diagonal[d + f] = 1;
            }
        }
        if (y >= m)
            for (long i = 0; i < count[y % m]; i++) column[ring[y % m * side + i]]++;
        long found = 0, seen = 0;
        uint32_t row = 0;
        for (long x = 0; x < side; x++) {
            while (seen < found && marks[seen] <= x - m) seen++, row++;
            int is_near = y - last[x] < m || (found && x - marks[found - 1] < m);
            if (!is_near && row + column[x] < (uint32_t)p && !diagonal[x - y + side + m]) {
                last[x] = y;
                marks[found++] = x;
                if (!others) add(x, y);
            } else if (others) {
                add(x, y);
            }
        }
        memcpy(ring + y % m * side, marks, (size_t)found * sizeof *marks);
        count[y % m] = found;
    }
    free(column), free(diagonal), free(last), free(marks), free(ring), free(count);
}

/* The rook's lengths are 0 to l - 1 modulo p, the bishop has width m. */
static void modulo(long m, long p, long l, long side) {
    uint8_t *column = zeros((size_t)(side * p), 1), *row = zeros((size_t)p, 1);
    uint8_t *diagonal = zeros((size_t)(2 * side + 2 * m), 1);
    long *last = zeros((size_t)side, sizeof *last), *marks = zeros((size_t)side, sizeof *marks);
    long *ring = zeros((size_t)(m * side), sizeof *ring), *count = zeros((size_t)m, sizeof *count);
    for (long x = 0; x < side; x++) last[x] = -m;
    for (long y = 0; y < side; y++) {
        for (long e = 0; e < m && e < y; e++) {
            long then = y - 1 - e, *list = ring + then % m * side;
            for (long i = 0; i < count[then % m]; i++) {
                long d = list[i] - then + side + m;
                diagonal[d - e] = 1;
                if (e == 0)
                    for (long f = 1; f < m; f++) diagonal[d + f] = 1;
            }
        }
        long found = 0;
        memset(row, 0, (size_t)p);
        uint8_t *seen = column + y % p * side;
        for (long x = 0, residue = 0; x < side; x++, residue = residue + 1 == p ? 0 : residue + 1) {
            if (!seen[x] && !row[residue] && !diagonal[x - y + side + m] && y - last[x] >= m &&
                (!found || x - marks[found - 1] >= m)) {
                last[x] = y;
                marks[found++] = x;
                for (long t = 0; t < l; t++) {
                    row[(x + t) % p] = 1;
                    column[(y + t) % p * side + x] = 1;
                }
                add(x, y);
            }
        }
        memcpy(ring + y % m * side, marks, (size_t)found * sizeof *marks);
        count[y % m] = found;
    }
    free(column), free(row), free(diagonal), free(last), free(marks), free(ring), free(count);
}

static void gdwn(long p, long q, long side) {
    uint8_t *column = zeros((size_t)side, 1), *diagonal = zeros((size_t)(2 * side), 1);
    uint8_t *flat = zeros((size_t)((p + q) * side + 1), 1), *steep = zeros((size_t)((p + q) * side + 1), 1);
    for (long y = 0; y < side; y++) {
        int row = 0;
        uint8_t *flats = flat + p * side - p * y, *steeps = steep + q * side - q * y;
        for (long x = 0; x < side; x++) {
            if (!row && !column[x] && !diagonal[x - y + side] && !flats[q * x] && !steeps[p * x]) {
                row = column[x] = diagonal[x - y + side] = flats[q * x] = steeps[p * x] = 1;
                add(x, y);
            }
        }
    }
    free(column), free(diagonal), free(flat), free(steep);
}

static void blocking(long k, long side, int others) {
    uint32_t *column = zeros((size_t)side, sizeof *column), *diagonal = zeros((size_t)(2 * side), sizeof *diagonal);
    for (long y = 0; y < side; y++) {
        uint32_t row = 0, *diagonals = diagonal + side - y;
        for (long x = 0; x < side; x++) {
            if (row + column[x] + diagonals[x] < (uint32_t)k) {
                row++, column[x]++, diagonals[x]++;
                if (!others) add(x, y);
            } else if (others) {
                add(x, y);
            }
        }
    }
    free(column), free(diagonal);
}

static int solve(const char *family, long a, long b, long c, long side) {
    p_count = signature = 0;
    if (!strcmp(family, "nim")) nim(1, side);
    else if (!strcmp(family, "nim-blocking")) nim(a, side);
    else if (!strcmp(family, "wythoff")) wythoff(a, 1, 0, 0, side, 0, NULL);
    else if (!strcmp(family, "blocking")) blocking(a, side, 0);
    else if (!strcmp(family, "diagonal-blocking") || !strcmp(family, "imitation")) wythoff(a, b, 0, 0, side, 0, NULL);
    else if (!strcmp(family, "rook-blocking")) rook(a, b, side, 0);
    else if (!strcmp(family, "modulo")) modulo(a, b, c, side);
    else if (!strcmp(family, "shifted")) wythoff(a * b, 1, a * c, a * (b - c), side, 0, NULL);
    else if (!strcmp(family, "choice")) choice(a, b, side);
    else if (!strcmp(family, "gdwn")) gdwn(a, b, side);
    else if (!strcmp(family, "comply")) blocking(a, side, 1);
    else if (!strcmp(family, "comply-diagonal")) wythoff(1, a, 0, 0, side, 1, NULL);
    else if (!strcmp(family, "comply-rook")) rook(1, a, side, 1);
    else return 0;
    return 1;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    long number[4];
    for (int at = 0; argc == 7 && at < 4; at++) number[at] = strtol(argv[2 + at], NULL, 10);
    if (argc != 7 || !solve(argv[1], number[0], number[1], number[2], 1)) {
        fprintf(stderr, "usage: families FAMILY A B C SIDE SECONDS\n");
        return 2;
    }
    double budget = strtod(argv[6], NULL), begin = now(), best = 0;
    for (long run = 0; run < 3 || now() - begin < budget; run++) {
        double since = now();
        solve(argv[1], number[0], number[1], number[2], number[3]);
        double seconds = now() - since;
        if (run == 0 || seconds < best) best = seconds;
    }
    printf("{\"p_count\": %" PRIu64 ", \"signature\": \"%016" PRIx64 "\", \"seconds\": %.9f}\n", p_count, signature, best);
    return 0;
}
