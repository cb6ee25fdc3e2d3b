// Boards of W^k, and rectangles of them, on a GPU.
//
// The essay of the dense engine (crates/wythoff/src/engine/dense/mod.rs) has the mathematics: counts modulo 256, hood, guard,
// mirror images, outer space. Here is the same wavefront for warps.
//
// A *strip* of 768 columns belongs to one warp. It is cut into 96 *tracks* of 8 columns; each thread has three neighbouring
// ones, whose counts share 32-bit words: a *field* of 8 bits with room for carries at the bits 0, 12 and 24. So V + D + H of
// three cells is one addition. In step t track i does the 8 × 8 cells of row block t − i, a *tile*: what enters it on the left
// was finished a step before. Between two steps what leaves a tile on the right moves on by one track, that is by one field,
// or from the last field of a thread to the first of the next.
//
// Strips pass each other what crosses the line between them, a record for each row block; each record carries the number of
// the strip that wrote it, so it needs neither a flag nor a fence, and its reader leaves its own in the same place. Strips are
// taken in order, so whoever waits, waits for a strip that is at work.
//
// A residue is V + D + H − k + 128 modulo 256, and a cell is a palace iff its bit 7 is clear. The guard's window are the
// deviations −6..77, as many as its lemma allows: they grow upwards, with the root of k (30 at k = 200,000), and have not been
// seen below −4. Two sums with a clear bit 7 are the test: residue − 122 and residue − 78 lie in 0..127 for these alone. Where
// k is not that large, −6..57 are enough, and cost half: residue − 122 has two clear bits.
//
// Fingerprints are folded a step late, so that nothing waits for the tables.
//
// Options: FOLD for fingerprints; CELLS for the palaces of each 64 × 64 cells, and the cells themselves, where a job has room,
// and the extremes of deviations; SMALL_WINDOW for the smaller window.

#define TRACKS 96
#define TILE 8
#define STRIP (TRACKS * TILE)

// The fields of a word: their units, the bits of their counts, and the bits that the guard looks at.
#define UNITS 0x01001001u
#define COUNT_BITS 0xff0ff0ffu
#ifdef SMALL_WINDOW
#define GUARD_BITS 0xc00c00c0u
#else
#define GUARD_BITS 0x80080080u
#endif
#define BIAS 128u
#ifndef LEAST_RESIDUE
#define LEAST_RESIDUE 122u
#define MOST_RESIDUE 205u
#endif

// Between two looks at what does not change often. Counts grow by less than 12 bits meanwhile.
#define PAUSE 32

// So many looks at a record that does not come, and something is wrong.
#define PATIENCE (1u << 26)

// Marks the record after which nothing comes.
#define END 0x80000000u

// What crosses the line between two strips in the 8 rows of a row block: the residues of H − k + 128, and of D, which arrives
// a row below. Each half of each quad has its tag.
struct Record {
    Quad straight, diagonal;
};

// Two elements of the field of fingerprints: the palaces as they are, in the frame of columns, and their mirror images, in
// the frame of rows. In either frame the next row is the next bit.
struct alignas(16) Pair {
    u64 direct, mirror;
};

// What the fingerprints of tiles are put together from.
struct Tables {
    // The 8 cells of column 1 … 7 of a tile, for each of their values.
    Pair columns[TILE - 1][256];
    // A tile's row block back, for each lower byte.
    Pair back[256];
    // Where a track begins, a step later for each; and where it begins in one row block.
    Pair tracks[TRACKS];
    u64 columns_of_tracks[TRACKS];
    // The moduli of both frames.
    Pair moduli;
};

// A rectangle of a board; or the part of a half board x ≤ y between two rows.
struct Job {
    // Clipped where all of the board is hood, and its residue.
    int k;
    u32 k_residue;
    int x, right, y, bottom;
    // A half board begins at its diagonal and has nothing on its left; rows of a strip that are all hood may be left out.
    u32 is_half_board, skips_hood;
    // Tags are this and the strip's number plus 1.
    u32 tag;
    // Of each column from x on: what enters from above, and in the end what leaves below.
    u8 *straight, *diagonal;
    // Of each row block from y on: what enters on the left, and in the end what leaves on the right.
    Record *records;
    // Of each strip: the row block from which on it is in outer space.
    u32 *outer_from;
    // The palaces of each 64 × 64 cells: two numbers a word.
    u32 *counts;
    // The cells of each 8 × 8: a byte for each column, the upper row first.
    u64 *tiles;
    // Numbers, and tiles, in a row of them.
    u64 counts_stride, tiles_stride;
};

// What a strip has found.
struct Found {
    // The tiles, relative to the strip's first column and this row; and those of the square on the diagonal.
    Pair sums;
    u64 square, row, square_row;
    // Palaces in the square on the diagonal, and elsewhere.
    u64 in_square, elsewhere;
    // The union of all residues, as far as the guard looks at it.
    u32 guard;
    // 255 minus the least residue outside the hood, and the greatest one; 0 where there is none.
    u16 low, high;
};

// What all warps share.
struct Work {
    const Job *jobs;
    // For each ticket the job and the strip.
    const u32 *tickets;
    u32 ticket_count;
    Found *found;
    // The next ticket; and whether somebody has given up.
    u32 *next, *halted;
    // The number 1, which the compiler must not know.
    u32 one;
};

// What a thread holds of its three tracks.
struct Lane {
    // Column counts, and diagonal counts on arrival in the next row block. The first one comes from the track on the left.
    u32 straight[TILE], diagonal[TILE];
    // What has left on the right.
    u32 row[TILE], leaving[TILE];
    // The cells of the step before, a word for each column, which have not been folded yet.
    u32 bits[TILE];
    u32 guard, in_square, elsewhere, counted, low, high;
    Pair sums[3];
    // The direct sums when the square on the diagonal was done.
    u64 square[3];
};

// How much is to be looked at in a step.
enum Mode {
    // All tracks are at work, nothing is special.
    PLAIN,
    // All tracks are at work, some in the square on the diagonal.
    SQUARE,
    // Some tracks have not begun, are at an end, or in the square on the diagonal; some rows may be below the last one.
    PARTIAL,
    // Also some cells are in the hood, or columns beyond the last one.
    MASKED
};

struct Place {
    int strip, x;
    // The first row block, and how many there are.
    int first, blocks;
    // The last track that has columns; the last row block of the square on the diagonal, if there is one.
    int last, square;
    // The rows of the last row block, as bits.
    u32 last_rows;
    bool is_on_diagonal, is_from_hood;
};


// The first x of row y that is not in the hood.
DEVICE int hood_end(int k, int y) { return 3 * y < k ? k - 2 * y : k > y ? (k - y + 1) / 2 : 0; }

// Where a strip begins: on the diagonal, below the rows that are all hood, or where the job does.
DEVICE Place place_of(const Job &job, int strip) {
    const int x = job.x + strip * STRIP;
    int y = job.y;
    bool is_on_diagonal = false, is_from_hood = false;
    if (job.is_half_board) {
        const int hood = most(0, least(job.k - 2 * (x + STRIP - 1), (job.bottom + 7) / TILE * TILE)) / TILE * TILE;
        is_from_hood = job.skips_hood && hood >= x + STRIP && hood > job.y;
        is_on_diagonal = !is_from_hood && x >= job.y;
        y = is_from_hood ? hood : most(x, job.y);
    }
    const int first = y / TILE, end = (job.bottom + TILE - 1) / TILE;
    const int columns = least(job.right - x, STRIP);
    const int blocks = most(0, end - first), last = (columns + TILE - 1) / TILE - 1;
    const int square = is_on_diagonal ? least(TRACKS, blocks) - 1 : -1;
    const u32 last_rows = 255u >> (end * TILE - job.bottom);
    return {strip, x, first, blocks, last, square, last_rows, is_on_diagonal, is_from_hood};
}

// The product in a field, bit by bit.
DEVICE u64 product(u64 a, u64 b, u64 modulus) {
    u64 sum = 0;
    ROLLED
    for (int bit = 0; bit < 64; bit++) {
        sum ^= b >> bit & 1 ? a : 0;
        a = a << 1 ^ (a >> 63 ? modulus : 0);
    }
    return sum;
}

// All bits of a field.
DEVICE u32 field_bits(int field) { return field == 2 ? 0xff000000u : 0xfffu << 12 * field; }

// What is to be looked at in a thread's tiles.
struct Masks {
    // All bits of the fields that are at work, of those that are in the square on the diagonal, and of the rows that count.
    u32 busy, square, rows;
    // The columns on the board, and in the hood, as numbers 0 … 8 in the fields of a word for each row.
    u32 on_board[TILE], in_hood[TILE];
};

template <Mode MODE> DEVICE Masks masks_of(const Job &job, const Place &place, int lane, int step, bool has_hood) {
    Masks masks = {};
    UNROLL
    for (int field = 0; field < 3; field++) {
        const int track = 3 * lane + field, block = step - track;
        if (MODE == SQUARE) {
            masks.square |= block <= place.square ? field_bits(field) : 0;
            continue;
        }
        const bool is_busy = track <= place.last && u32(block) < u32(place.blocks);
        masks.busy |= is_busy ? field_bits(field) : 0;
        masks.square |= is_busy && block <= place.square ? field_bits(field) : 0;
        masks.rows |= is_busy ? (block == place.blocks - 1 ? place.last_rows : 255u) << 12 * field : 0;
        if (MODE == PARTIAL || !is_busy) continue;
        const int x = place.x + track * TILE, columns = least(job.right - x, TILE), y = (place.first + block) * TILE;
        UNROLL
        for (int r = 0; r < TILE; r++) {
            masks.on_board[r] |= u32(columns) << 12 * field;
            if (has_hood) masks.in_hood[r] |= u32(most(0, least(hood_end(job.k, y + r) - x, TILE))) << 12 * field;
        }
    }
    return masks;
}

// A unit for each field whose number is above c.
DEVICE u32 above(u32 numbers, int c) { return (numbers + UNITS * u32(15 - c)) >> 4 & UNITS; }

// Adds the cells of the step before to the fingerprints.
DEVICE void fold([[maybe_unused]] Lane &lane, [[maybe_unused]] const Tables *tables) {
#ifdef FOLD
    UNROLL
    for (int field = 0; field < 3; field++) {
        Pair &sums = lane.sums[field];
        sums.direct = sums.direct >> 8 ^ tables->back[sums.direct & 255].direct;
        sums.mirror = sums.mirror >> 8 ^ tables->back[sums.mirror & 255].mirror;
        UNROLL
        for (int c = 0; c < TILE; c++) {
            const u32 cells = lane.bits[c] >> 12 * field & 255;
            // Column 0 is an element of either frame as it is.
            u64 direct = cells, mirror = cells;
            if (c) {
                const Pair *column = &tables->columns[c - 1][cells];
                direct = column->direct;
                mirror = column->mirror;
            }
            sums.direct ^= direct;
            sums.mirror ^= mirror;
        }
    }
#endif
}

// Keeps the sums of tracks that have done the square on the diagonal in the step before this one.
DEVICE void keep_square(Lane &here, const Place &place, int lane, int step) {
    UNROLL
    for (int field = 0; field < 3; field++) {
        if (step - 1 - 3 * lane - field == place.square) here.square[field] = here.sums[field].direct;
    }
}

#ifdef CELLS
// Looks at the residues of the fields that have a unit.
DEVICE void measure(Lane &lane, u32 residues, u32 units) {
    const u32 mask = units * 255, low = residues | ~mask, high = residues & mask;
    UNROLL
    for (int field = 0; field < 3; field++) {
        lane.low = least(lane.low, low >> 12 * field & 255);
        lane.high = most(lane.high, high >> 12 * field & 255);
    }
}
#endif

// Does the tiles of a thread's three tracks: `straight` from above, `row` from the left, `arriving` on the diagonals, of which
// the first one arrives at the upper row. Cells of an antidiagonal do not depend on each other, so they come together.
template <Mode MODE> DEVICE void do_tiles(Lane &lane, const u32 (&arriving)[TILE], const Masks &masks, u32 one) {
    u32 guard = 0, straight[TILE], diagonal[2 * TILE - 1];
    u32(&bits)[TILE] = lane.bits;
    // Diagonals by c − r + 7: those that enter on the left, from below, then those that enter above.
    UNROLL
    for (int i = 0; i < TILE; i++) {
        diagonal[TILE - 1 - i] = arriving[i];
        if (i) diagonal[TILE - 1 + i] = lane.diagonal[i];
        straight[i] = lane.straight[i];
        bits[i] = 0;
    }
    UNROLL
    for (int sum = 0; sum < 2 * TILE - 1; sum++) {
        UNROLL
        for (int r = most(0, sum - TILE + 1); r <= least(sum, TILE - 1); r++) {
            const int c = sum - r;
            u32 &here = diagonal[c - r + TILE - 1];
            const u32 residues = straight[c] + here + lane.row[r];
            u32 palaces = ~(residues >> 7) & UNITS;
            [[maybe_unused]] u32 measured = MODE == PLAIN || MODE == SQUARE ? UNITS : masks.rows >> r & UNITS;
            u32 outside = multiply_add(residues, one, (256 - LEAST_RESIDUE) * UNITS);
#ifndef SMALL_WINDOW
            outside |= multiply_add(residues, one, (383 - MOST_RESIDUE) * UNITS);
#endif
            if (MODE == MASKED) {
                const u32 on_board = above(masks.on_board[r], c), in_hood = above(masks.in_hood[r], c);
                palaces = (palaces | in_hood) & on_board;
                outside &= (on_board & ~in_hood) * 0xff;
                measured &= on_board & ~in_hood;
            }
#ifdef CELLS
            // What enters below the board's last row need not be of any board.
            if (MODE == PARTIAL || MODE == MASKED) outside &= measured * 0xff;
            measure(lane, residues, measured);
#endif
            guard |= outside;
            straight[c] += palaces;
            lane.row[r] += palaces;
            here += palaces;
            bits[c] = multiply_add(palaces, 1u << r, bits[c]);
        }
        const int c = sum - TILE + 1;
        if (c < 0) continue;
        // A column is done.
        if (MODE == PLAIN) {
            lane.elsewhere += popcount(bits[c]);
        } else {
            if (MODE != SQUARE) bits[c] &= masks.rows;
            lane.in_square += popcount(bits[c] & masks.square);
            lane.elsewhere += popcount(bits[c] & ~masks.square);
        }
    }
    // A track that is not at work keeps what enters it from above, or has left it below.
    const u32 busy = MODE == PLAIN || MODE == SQUARE ? ~0u : masks.busy;
    lane.guard |= guard & busy;
    UNROLL
    for (int i = 0; i < TILE; i++) {
        lane.leaving[i] = diagonal[2 * TILE - 2 - i];
        lane.straight[i] = (straight[i] & busy) | (lane.straight[i] & ~busy);
        // What leaves below arrives in the next row block.
        if (i) lane.diagonal[i] = (diagonal[i - 1] & busy) | (lane.diagonal[i] & ~busy);
    }
}

#ifdef CELLS
// Adds a thread's tiles to the counts and to the cells that are kept. Where a track is not at work, it has found nothing.
DEVICE void keep_cells(const Job &job, const Place &place, int lane, int step, const u32 (&bits)[TILE]) {
    UNROLL
    for (int field = 0; field < 3; field++) {
        const int track = 3 * lane + field, block = step - track;
        u64 cells = 0;
        UNROLL
        for (int c = 0; c < TILE; c++) cells |= u64(bits[c] >> 12 * field & 255) << 8 * c;
        if (!cells) continue;
        const u64 x = u64(place.x - job.x) / TILE + track, y = u64(place.first + block) - job.y / TILE;
        if (job.counts) {
            const u64 at = y / 8 * job.counts_stride + x / 8;
            add_shared(job.counts + at / 2, (popcount(u32(cells)) + popcount(u32(cells >> 32))) << 16 * (at % 2));
        }
        if (job.tiles) job.tiles[y * job.tiles_stride + x] = cells;
    }
}
#endif

// A record as it is found, right or not yet.
struct Look {
    Quad straight, diagonal;
};

DEVICE bool is_tagged(const Look &look, u32 tag) {
    return look.straight.tag0 == tag && look.straight.tag1 == tag && look.diagonal.tag0 == tag &&
           look.diagonal.tag1 == tag;
}

DEVICE Look look_at(const Record *record) {
    return {load_shared_quad(&record->straight), load_shared_quad(&record->diagonal)};
}

DEVICE void leave(Record *record, const u32 (&words)[4], u32 tag) {
    store_shared_quad(&record->straight, {words[0], tag, words[1], tag});
    store_shared_quad(&record->diagonal, {words[2], tag, words[3], tag});
}

// What enters a strip on the left. All lanes have the same.
struct Inflow {
    // The row block of the strip from which on nothing comes, if that is known; and before which all is hood.
    int over, hood;
    u32 tag;
    // The record of the next row block, if it is there already.
    Look ahead;
    // The last diagonal count of the record before.
    u32 corner;
};

// A strip on its way down.
struct Strip {
    const Job &job;
    const Work &work;
    const Tables *tables;
    Place place;
    // The record of its first row block.
    Record *records;
    u32 own_tag;
    // The residue of H where there is none.
    u32 nothing;
    Inflow inflow;
    Lane lanes[SLOTS];
    // What leaves each lane's last track, packed, by word.
    u32 leaving[4][SLOTS];
};

// Waits for a record that is not there yet. Where nothing comes any more, nothing is found.
DEVICE void wait_for(Strip &strip, int block) {
    Inflow &inflow = strip.inflow;
    const u32 nothing = (strip.nothing & 255) * 0x01010101u, tag = inflow.tag;
    for (u32 turns = 0; any_lane(!is_tagged(inflow.ahead, tag)); turns++) {
        if (block >= inflow.over || !any_lane(!is_tagged(inflow.ahead, tag | END))) {
            inflow.over = least(inflow.over, block);
            inflow.ahead = {{nothing, tag, nothing, tag}, {0, tag, 0, tag}};
            return;
        }
        // Many strips wait for their turn: they must not be in the way of those that work.
        if (turns > 2) pause(block > 0 ? 50 : 500);
        if (turns >= PATIENCE) *strip.work.halted = 1;
        if (turns % 1024 == 1023 && any_lane(*(volatile u32 *)strip.work.halted)) {
            // Nobody will look at what comes out.
            inflow.over = -1;
        }
        inflow.ahead = look_at(strip.records + block);
    }
}

// The record of a row block: two words of row counts, two of diagonal counts.
template <Mode MODE> DEVICE void enter(Strip &strip, int block, u32 (&words)[4]) {
    Inflow &inflow = strip.inflow;
    if (MODE != PLAIN && block < inflow.hood) {
        words[0] = words[1] = ((strip.nothing + u32(strip.place.x)) & 255) * 0x01010101u;
        words[2] = words[3] = (u32(strip.place.x) & 255) * 0x01010101u;
        return;
    }
    if (any_lane(!is_tagged(inflow.ahead, inflow.tag))) wait_for(strip, block);
    words[0] = inflow.ahead.straight.data0, words[1] = inflow.ahead.straight.data1;
    words[2] = inflow.ahead.diagonal.data0, words[3] = inflow.ahead.diagonal.data1;
    // The next one, if it is there already.
    if (block + 1 < inflow.over) inflow.ahead = look_at(strip.records + block + 1);
}

// Puts what comes from above into a track: 8 column counts and the diagonal counts that arrive.
DEVICE void set_top(Lane &lane, int field, int c, u32 straight, u32 diagonal) {
    lane.straight[c] = (lane.straight[c] & ~field_bits(field)) | (straight & 255) << 12 * field;
    lane.diagonal[c] = (lane.diagonal[c] & ~field_bits(field)) | (diagonal & 255) << 12 * field;
}

// Puts what enters on the left in row block t into track t, where it enters from above: its mirror image.
DEVICE void set_mirrored_top(Lane &lane, int field, u32 bias, const u32 (&words)[4], u32 corner) {
    const u32 mask = field >= 0 && field < 3 ? field_bits(field) : 0;
    UNROLL
    for (int c = 0; c < TILE; c++) {
        const u32 straight = ((words[c / 4] >> 8 * (c % 4)) - bias) & 255;
        const u32 diagonal = c ? words[2 + (c - 1) / 4] >> 8 * ((c - 1) % 4) & 255 : corner;
        lane.straight[c] = (lane.straight[c] & ~mask) | (straight * UNITS & mask);
        lane.diagonal[c] = (lane.diagonal[c] & ~mask) | (diagonal * UNITS & mask);
    }
}

// One step.
template <Mode MODE> DEVICE void do_step(Strip &strip, int step, bool has_hood) {
    const Job &job = strip.job;
    const Place &place = strip.place;
    // What enters: the record for the first lane, the neighbour's words for the others.
    u32 entering[4][SLOTS], record[4] = {};
    UNROLL
    for (int i = 0; i < 4; i++) pass_right(strip.leaving[i], entering[i]);
    if (MODE == PLAIN || step < place.blocks) enter<MODE>(strip, step, record);
    const u32 corner = strip.inflow.corner;
    strip.inflow.corner = record[3] >> 24;
    EACH_LANE {
        Lane &here = strip.lanes[slot];
        u32 arriving[TILE], last = 0;
        Masks masks;
        UNROLL
        for (int i = 0; i < 4; i++) entering[i][slot] = lane ? entering[i][slot] : record[i];
        if (MODE != PLAIN && MODE != SQUARE && place.is_on_diagonal && step < TRACKS) {
            set_mirrored_top(here, step - 3 * lane, strip.nothing, record, corner);
        }
        if (MODE != PLAIN) masks = masks_of<MODE>(job, place, lane, step, has_hood);
        arriving[0] = here.diagonal[0];
        UNROLL
        for (int r = 0; r < TILE; r++) {
            const u32 straight = entering[r / 4][slot] >> 8 * (r % 4) & 255;
            const u32 diagonal = entering[2 + r / 4][slot] >> 8 * (r % 4) & 255;
            here.row[r] = (here.row[r] << 12 & COUNT_BITS & ~255u) | straight;
            const u32 below = (here.leaving[r] << 12 & COUNT_BITS & ~255u) | diagonal;
            if (r < TILE - 1) arriving[r + 1] = below;
            last = below;
        }
        here.diagonal[0] = MODE == PARTIAL || MODE == MASKED ? (last & masks.busy) | (here.diagonal[0] & ~masks.busy) : last;
        fold(here, strip.tables);
        if (MODE != PLAIN) keep_square(here, place, lane, step);
        do_tiles<MODE>(here, arriving, masks, strip.work.one);
        strip.leaving[0][slot] = upper_bytes(here.row[0], here.row[1], here.row[2], here.row[3]);
        strip.leaving[1][slot] = upper_bytes(here.row[4], here.row[5], here.row[6], here.row[7]);
        strip.leaving[2][slot] = upper_bytes(here.leaving[0], here.leaving[1], here.leaving[2], here.leaving[3]);
        strip.leaving[3][slot] = upper_bytes(here.leaving[4], here.leaving[5], here.leaving[6], here.leaving[7]);
#ifdef CELLS
        keep_cells(job, place, lane, step, here.bits);
#endif
        // The last track hands its record on.
        const int block = step - place.last;
        const bool is_whole = MODE == PLAIN || MODE == SQUARE;
        if (is_whole ? lane == 31 : lane == place.last / 3 && block >= 0 && block < place.blocks) {
            u32 own[4];
            UNROLL
            for (int i = 0; i < 4; i++) own[i] = strip.leaving[i][slot];
            if (!is_whole && place.last % 3 != 2) {
                const int shift = 12 * (place.last % 3);
                UNROLL
                for (int i = 0; i < 4; i++) own[i] = 0;
                UNROLL
                for (int r = 0; r < TILE; r++) {
                    own[r / 4] |= (here.row[r] >> shift & 255) << 8 * (r % 4);
                    own[2 + r / 4] |= (here.leaving[r] >> shift & 255) << 8 * (r % 4);
                }
            }
            leave(strip.records + block, own, strip.own_tag);
        }
    }
}

// The counts above the strip's first row.
DEVICE void begin(Strip &strip) {
    const Job &job = strip.job;
    const Place &place = strip.place;
    EACH_LANE {
        Lane &here = strip.lanes[slot];
        UNROLL
        for (int field = 0; field < 3; field++) {
            UNROLL
            for (int c = 0; c < TILE; c++) {
                const int x = place.x + (3 * lane + field) * TILE + c, at = x - job.x;
                if (place.is_from_hood) {
                    set_top(here, field, c, u32(place.first * TILE), u32(x));
                } else if (!place.is_on_diagonal && x < job.right) {
                    set_top(here, field, c, job.straight[at], job.diagonal[at]);
                }
            }
        }
    }
}

// Leaves the counts below the strip's last row.
DEVICE void end(Strip &strip, bool is_outer) {
    const Job &job = strip.job;
    const Place &place = strip.place;
    EACH_LANE {
        const Lane &here = strip.lanes[slot];
        UNROLL
        for (int field = 0; field < 3; field++) {
            UNROLL
            for (int c = 0; c < TILE; c++) {
                const int x = place.x + (3 * lane + field) * TILE + c, at = x - job.x;
                if (x < job.right) {
                    job.straight[at] = u8(here.straight[c] >> 12 * field);
                    job.diagonal[at] = u8(is_outer ? 0 : here.diagonal[c] >> 12 * field);
                }
            }
        }
        // The next strip begins at the next job's first row.
        const int next = place.x + STRIP;
        if (job.is_half_board && lane == 31 && next == job.bottom && next < job.right) {
            job.diagonal[next - job.x] = u8(here.leaving[TILE - 1] >> 24);
        }
    }
}

// Does a strip; false if somebody has given up.
DEVICE bool do_strip(const Work &work, const Tables *tables, u32 ticket) {
    const Job &job = work.jobs[work.tickets[2 * ticket]];
    const int number = int(work.tickets[2 * ticket + 1]);
    Strip strip = {job, work, tables, place_of(job, number), nullptr, job.tag + u32(number) + 1, BIAS - job.k_residue, {}, {}, {}};
    const Place &place = strip.place;
    const int first_of_job = job.y / TILE;
    strip.records = job.records + (place.first - first_of_job);
    if (job.outer_from[number] <= u32(first_of_job)) return true;
    begin(strip);
    EACH_LANE strip.lanes[slot].low = 255;
    // What is known of the left side.
    const bool is_first = number == 0, has_nothing = job.is_half_board && is_first;
    const bool is_over = has_nothing || (!is_first && job.outer_from[number - 1] <= u32(first_of_job));
    int hood = -1;
    if (job.is_half_board && !is_first) {
        const Place before = place_of(job, number - 1);
        if (before.is_from_hood) hood = before.first - place.first;
    }
    Inflow &inflow = strip.inflow;
    inflow.over = is_over ? 0 : 0x7fffffff;
    inflow.hood = hood;
    inflow.tag = job.tag + u32(number);
    if (place.is_on_diagonal && !is_first) {
        // The diagonal count that arrives at the corner.
        u32 words[4] = {};
        if (place.first > first_of_job) {
            enter<MASKED>(strip, -1, words);
            inflow.corner = words[3] >> 24;
        } else {
            inflow.corner = job.diagonal[place.x - job.x];
        }
    }
    // Up to here some cells are in the hood; in a strip with half a track at its end all steps need masks.
    const int hood_row = most(job.k - 2 * place.x, (job.k + STRIP - place.x + 1) / 2);
    const int hood_steps = most(0, (hood_row + TILE - 1) / TILE - place.first);
    const int masked_to = (job.right - place.x) % TILE && job.right - place.x < STRIP ? 0x7fffffff : hood_steps;
    // All tracks are at work; none is in the square on the diagonal, and nothing comes from the hood.
    const int plain_from = most(place.is_on_diagonal ? 2 * TRACKS : TRACKS, hood);
    const int square_from = place.last < TRACKS - 1 ? 0x7fffffff : most(TRACKS, masked_to);
    const int plain_to = place.blocks - (job.bottom % TILE ? 1 : 0);
    const int steps = place.blocks ? place.blocks + place.last : 0;
    int step = 0, busy = 0;
    bool is_outer = false;
    while (step < steps) {
        if (step < masked_to) {
            do_step<MASKED>(strip, step, step < hood_steps);
            step++;
        } else if (step < square_from || step >= plain_to) {
            do_step<PARTIAL>(strip, step++, false);
        } else if (step < plain_from) {
            do_step<SQUARE>(strip, step++, false);
        } else {
            // Most of the time goes here.
            const int stop = least(plain_to, (step / PAUSE + 1) * PAUSE);
            ROLLED
            while (step < stop) do_step<PLAIN>(strip, step++, false);
        }
        if (step % PAUSE) continue;
        if (inflow.over < 0) return false;
        // Outer space: see the essay of the dense engine.
        bool is_busy = false;
        EACH_LANE {
            Lane &here = strip.lanes[slot];
            UNROLL
            for (int c = 0; c < TILE; c++) here.straight[c] &= COUNT_BITS;
            is_busy |= here.in_square + here.elsewhere != here.counted;
            here.counted = here.in_square + here.elsewhere;
        }
        if (any_lane(is_busy)) busy = step;
        const int nothing_from = inflow.over == 0x7fffffff ? step : inflow.over + 1;
        if (step - most(busy, nothing_from) > 2 * TRACKS + 2 && step < place.blocks) {
            is_outer = true;
            break;
        }
    }
    EACH_LANE {
        fold(strip.lanes[slot], tables);
        keep_square(strip.lanes[slot], place, lane, step);
    }
    const int passed_on = step - place.last;
    EACH_LANE {
        if (lane == 0 && is_outer) {
            const u32 none[4] = {};
            job.outer_from[number] = u32(place.first + passed_on);
            leave(strip.records + passed_on, none, strip.own_tag | END);
        }
    }
    end(strip, is_outer);
    Found found = {};
    u32 low = 255, high = 0;
    EACH_LANE {
        const Lane &here = strip.lanes[slot];
        low = least(low, here.low);
        high = most(high, here.high);
        found.in_square += here.in_square;
        found.elsewhere += here.elsewhere;
        found.guard |= here.guard & GUARD_BITS;
#ifdef FOLD
        UNROLL
        for (int field = 0; field < 3; field++) {
            const Pair &track = tables->tracks[3 * lane + field];
            found.sums.direct ^= product(here.sums[field].direct, track.direct, tables->moduli.direct);
            found.sums.mirror ^= product(here.sums[field].mirror, track.mirror, tables->moduli.mirror);
            found.square ^=
                product(here.square[field], tables->columns_of_tracks[3 * lane + field], tables->moduli.direct);
        }
#endif
    }
    found.in_square = sum_of(found.in_square);
    found.elsewhere = sum_of(found.elsewhere);
    found.guard = or_of(found.guard);
    found.sums.direct = xor_of(found.sums.direct);
    found.sums.mirror = xor_of(found.sums.mirror);
    found.square = xor_of(found.square);
    found.square_row = u64(place.first + place.square) * TILE;
    found.row = u64(place.first + most(step, 1) - 1) * TILE;
    found.low = u16(255 - least_of(low));
    found.high = u16(most_of(high));
    EACH_LANE {
        if (lane == 0) work.found[ticket] = found;
    }
    return true;
}

#ifdef __CUDACC__

#define WARPS 4
#define BLOCKS_OF_A_MULTIPROCESSOR 2

extern "C" __global__ void __launch_bounds__(32 * WARPS, BLOCKS_OF_A_MULTIPROCESSOR) board(Work work, const Tables *tables) {
    __shared__ Tables near;
    static_assert(sizeof(Tables) % sizeof(Quad) == 0, "tables are copied in quads");
    for (u32 i = threadIdx.x; i < sizeof(Tables) / sizeof(Quad); i += blockDim.x) {
        reinterpret_cast<Quad *>(&near)[i] = reinterpret_cast<const Quad *>(tables)[i];
    }
    __syncthreads();
    bool goes_on = true;
    while (goes_on) {
        u32 ticket = 0;
        if (threadIdx.x % 32 == 0) ticket = atomicAdd(work.next, 1);
        ticket = of_first(ticket);
        goes_on = ticket < work.ticket_count && do_strip(work, &near, ticket);
    }
}

#else

#ifndef BOARD
#define BOARD wythoff_board
#endif

extern "C" void BOARD(const Work *work, const Tables *tables) {
    for (u32 ticket = 0; ticket < work->ticket_count; ticket++) do_strip(*work, tables, ticket);
}

#endif
