/* Nim-values of Wythoff's queen by the obvious loop in C: for each cell the values of all options are flagged, and the
 * first that is not is its own.
 *
 * Usage: flags SIDE RUNS. Prints a number that depends on each value of the cells x, y < SIDE and its place, and the best
 * time of the runs in seconds. */

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t mixed(uint64_t sum, uint32_t value) {
    sum = (sum ^ value) * 0x9E3779B97F4A7C15u;
    return sum << 23 | sum >> 41;
}

/* A flag is the number of the cell that has set it last, so that none has to be cleared. */
static uint64_t solve(size_t side, uint32_t *restrict values, uint32_t *restrict flags) {
    uint64_t sum = 0;
    memset(flags, 0, (3 * side + 1) * sizeof *flags);
    for (size_t y = 0; y < side; y++) {
        for (size_t x = 0; x < side; x++) {
            uint32_t here = (uint32_t)(y * side + x + 1), value = 0;
            uint32_t *cell = values + y * side + x;
            for (size_t i = 1; i <= x; i++) flags[cell[-(ptrdiff_t)i]] = here;
            for (size_t j = 1; j <= y; j++) flags[cell[-(ptrdiff_t)(j * side)]] = here;
            for (size_t t = 1; t <= (x < y ? x : y); t++) flags[cell[-(ptrdiff_t)(t * side + t)]] = here;
            while (flags[value] == here) value++;
            *cell = value;
            sum = mixed(sum, value);
        }
    }
    return sum;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    size_t side = argc == 3 ? strtoull(argv[1], NULL, 10) : 0;
    int runs = argc == 3 ? atoi(argv[2]) : 0;
    /* The numbers of the cells have 32 bits. */
    if (side < 1 || side > 65535 || runs < 1) {
        fprintf(stderr, "usage: flags SIDE RUNS\n");
        return 2;
    }
    uint32_t *values = malloc(side * side * sizeof *values), *flags = malloc((3 * side + 1) * sizeof *flags);
    if (!values || !flags) return 2;
    double best = 1e300;
    uint64_t sum = 0;
    for (int run = 0; run < runs; run++) {
        double since = now();
        sum = solve(side, values, flags);
        double took = now() - since;
        if (took < best) best = took;
    }
    printf("%" PRIu64 " %.9f\n", sum, best);
    return 0;
}
