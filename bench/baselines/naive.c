/* The naive loop in C: the board of W^k on one core.
 *
 * Usage: naive K SIDE SECONDS. Prints the number of P-positions x, y < SIDE, their signature, and the best time of the
 * runs that fill SECONDS, at least three. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t mix(uint64_t z) {
    z += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* Counts the palaces of the half board x <= y < side, twice off the diagonal; adds their signature where it is asked for.
 * The palaces above the diagonal in column x are mirror images of those in row x. */
static inline uint64_t solve(uint32_t k, size_t side, uint32_t *restrict rows, uint32_t *restrict diagonals,
                             uint64_t *signature) {
    uint64_t palaces = 0;
    memset(rows, 0, side * sizeof *rows);
    memset(diagonals, 0, side * sizeof *diagonals);
    for (size_t x = 0; x < side; x++) {
        uint32_t column = rows[x];
        for (size_t y = x; y < side; y++) {
            if (column + rows[y] + diagonals[y - x] < k) {
                column++;
                rows[y]++;
                diagonals[y - x]++;
                palaces += 1 + (x != y);
                if (signature) {
                    *signature += mix((uint64_t)x << 32 | y);
                    if (x != y) *signature += mix((uint64_t)y << 32 | x);
                }
            }
        }
    }
    return palaces;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: naive K SIDE SECONDS\n");
        return 2;
    }
    uint32_t k = (uint32_t)strtoul(argv[1], NULL, 10);
    size_t side = strtoull(argv[2], NULL, 10);
    double budget = strtod(argv[3], NULL);
    uint32_t *rows = malloc(side * sizeof *rows), *diagonals = malloc(side * sizeof *diagonals);
    if (!rows || !diagonals) return 2;
    uint64_t p_count = 0, signature = 0;
    double begin = now(), best = 0;
    for (long run = 0; run < 3 || now() - begin < budget; run++) {
        double since = now();
        p_count = solve(k, side, rows, diagonals, NULL);
        double seconds = now() - since;
        if (run == 0 || seconds < best) best = seconds;
    }
    solve(k, side, rows, diagonals, &signature);
    printf("{\"p_count\": %" PRIu64 ", \"signature\": \"%016" PRIx64 "\", \"seconds\": %.9f}\n", p_count, signature, best);
    free(rows);
    free(diagonals);
    return 0;
}
