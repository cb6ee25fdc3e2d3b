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
// With w = V + D + H − k + 32 the guard's window is 0..63, deviations −32..31, and a cell is a palace iff bit 5 is clear.
//
// Options: FOLD for fingerprints; CELLS for the palaces of each 64 × 64 cells, and the cells themselves, where a job has room.

#define TRACKS 96
#define TILE 8
#define STRIP (TRACKS * TILE)

// The fields of a word: their units, the bits of their counts, and the bits that the guard looks at.
#define UNITS 0x01001001u
#define COUNT_BITS 0xff0ff0ffu
#define GUARD_BITS 0xc00c00c0u
#define BIAS 32u

// Between two looks at what does not change often. Counts grow by less than 12 bits meanwhile.
#define PAUSE 32

// So many looks at a record that does not come, and something is wrong.
#define PATIENCE (1u << 26)

// Marks the record after which nothing comes.
#define END 0x80000000u

// What crosses the line between two strips in the 8 rows of a row block: the residues of H − k + 32, and of D, which arrives
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
    // Where a track begins.
    Pair tracks[TRACKS];
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
    // The tiles, relative to the strip's first column and the row below.
    Pair sums;
    u64 row;
    // Palaces in the square on the diagonal, and elsewhere.
    u64 in_square, elsewhere;
    // The union of all residues, as far as the guard looks at it.
    u32 guard;
    u32 steps;
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
};

// What a thread holds of its three tracks.
struct Lane {
    // Column counts, and diagonal counts on arrival in the next row block. The first one comes from the track on the left.
    u32 straight[TILE], diagonal[TILE];
    // What has left on the right.
    u32 row[TILE], leaving[TILE];
    u32 guard, in_square, elsewhere, counted;
    Pair sums[3];
};

struct Place {
    int strip, x;
    // The first row block, and how many there are.
    int first, blocks;
    // The last track that has columns.
    int last;
    bool is_on_diagonal, is_from_hood;
};

DEVICE int least(int a, int b) { return a < b ? a : b; }
DEVICE int most(int a, int b) { return a > b ? a : b; }

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
    return {strip, x, first, most(0, end - first), (columns + TILE - 1) / TILE - 1, is_on_diagonal, is_from_hood};
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

// The columns of a tile that are on the board, or in the hood, as numbers 0 … 8 in the fields of a word for each row.
struct Masks {
    u32 on_board[TILE], in_hood[TILE];
    // All bits of the fields that are at work, and of those that are in the square on the diagonal.
    u32 busy, square;
};

DEVICE Masks masks_of(const Job &job, const Place &place, int lane, int step, bool has_hood) {
    Masks masks = {};
    for (int field = 0; field < 3; field++) {
        const int track = 3 * lane + field, block = step - track, x = place.x + track * TILE;
        const bool is_busy = track <= place.last && block >= 0 && block < place.blocks;
        const u32 all = field == 2 ? 0xff000000u : 0xfffu << 12 * field;
        if (!is_busy) continue;
        masks.busy |= all;
        masks.square |= place.is_on_diagonal && block < TRACKS ? all : 0;
        const int columns = least(job.right - x, TILE), y = (place.first + block) * TILE;
        UNROLL
        for (int r = 0; r < TILE; r++) {
            masks.on_board[r] |= y + r < job.bottom ? u32(columns) << 12 * field : 0;
            if (has_hood) masks.in_hood[r] |= u32(most(0, least(hood_end(job.k, y + r) - x, TILE))) << 12 * field;
        }
    }
    return masks;
}

// A unit for each field whose number is above c.
DEVICE u32 above(u32 numbers, int c) { return (numbers + UNITS * u32(15 - c)) >> 4 & UNITS; }

// Does the tiles of a thread's three tracks: `straight` from above, `row` from the left, `arriving` on the diagonals.
template <bool MASKED>
DEVICE void do_tiles(Lane &lane, u32 (&arriving)[TILE], const Masks &masks, const Tables *tables, u32 (&bits)[TILE]) {
#ifdef FOLD
    UNROLL
    for (int field = 0; field < 3; field++) {
        Pair &sums = lane.sums[field];
        sums.direct = sums.direct >> 8 ^ tables->back[sums.direct & 255].direct;
        sums.mirror = sums.mirror >> 8 ^ tables->back[sums.mirror & 255].mirror;
    }
#endif
    UNROLL
    for (int c = 0; c < TILE; c++) {
        u32 straight = lane.straight[c];
        bits[c] = 0;
        UNROLL
        for (int r = 0; r < TILE; r++) {
            const u32 w = straight + arriving[r] + lane.row[r];
            u32 palaces = ~(w >> 5) & UNITS;
            if (MASKED) {
                const u32 on_board = above(masks.on_board[r], c), in_hood = above(masks.in_hood[r], c);
                palaces = (palaces | in_hood) & on_board;
                lane.guard |= w & (on_board & ~in_hood) * 0xc0;
            } else {
                lane.guard |= w;
            }
            straight += palaces;
            lane.row[r] += palaces;
            arriving[r] += palaces;
            bits[c] += palaces << r;
        }
        lane.straight[c] = MASKED ? straight & COUNT_BITS : straight;
        if (c < TILE - 1) {
            // What leaves the column below arrives in the next row block, and what arrived there before, in this one.
            const u32 below = arriving[TILE - 1], next = lane.diagonal[c + 1];
            lane.diagonal[c + 1] = MASKED ? (below & masks.busy) | (next & ~masks.busy) : below;
            UNROLL
            for (int r = TILE - 1; r > 0; r--) arriving[r] = arriving[r - 1];
            arriving[0] = next;
        }
        if (MASKED) {
            lane.in_square += popcount(bits[c] & masks.square);
            lane.elsewhere += popcount(bits[c] & ~masks.square);
        } else {
            lane.elsewhere += popcount(bits[c]);
        }
#ifdef FOLD
        UNROLL
        for (int field = 0; field < 3; field++) {
            const u32 cells = bits[c] >> 12 * field & 255;
            // Column 0 is an element of either frame as it is.
            u64 direct = cells, mirror = cells;
            if (c) {
                const Pair *column = &tables->columns[c - 1][cells];
                direct = column->direct;
                mirror = column->mirror;
            }
            lane.sums[field].direct ^= direct;
            lane.sums[field].mirror ^= MASKED && masks.square >> 12 * field & 1 ? 0 : mirror;
        }
#endif
    }
    UNROLL
    for (int r = 0; r < TILE; r++) lane.leaving[r] = arriving[r];
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

// What enters a strip on the left.
struct Inflow {
    // The row block from which on nothing comes, if that is known.
    int over;
    // Before this row block all is hood.
    int hood;
    u32 tag;
    Look ahead;
    // The last diagonal count of the record before.
    u32 corner;
};

// The record of a row block, which the first lane waits for: two words of row counts, two of diagonal counts. Only lane 0 may
// ask. False if somebody has given up.
DEVICE bool enter(const Job &job, const Place &place, const Work &work, Inflow &inflow, int block, u32 (&words)[4]) {
    const u32 everywhere = 0x01010101u;
    const u32 nothing = BIAS - job.k_residue;
    if (block < inflow.hood) {
        words[0] = words[1] = ((nothing + u32(place.x)) & 255) * everywhere;
        words[2] = words[3] = (u32(place.x) & 255) * everywhere;
        return true;
    }
    if (block < inflow.over) {
        const Record *record = job.records + (block - job.y / TILE);
        Look look = inflow.ahead;
        for (u32 turns = 0; !is_tagged(look, inflow.tag); turns++) {
            if (is_tagged(look, inflow.tag | END)) {
                inflow.over = block;
                break;
            }
            if (turns >= PATIENCE) *work.halted = 1;
            if (turns % 1024 == 1023 && *(volatile u32 *)work.halted) return false;
            look = look_at(record);
        }
        if (block < inflow.over) {
            words[0] = look.straight.data0, words[1] = look.straight.data1;
            words[2] = look.diagonal.data0, words[3] = look.diagonal.data1;
            return true;
        }
    }
    words[0] = words[1] = (nothing & 255) * everywhere;
    words[2] = words[3] = 0;
    return true;
}

// A strip on its way down.
struct Strip {
    const Job &job;
    const Work &work;
    const Tables *tables;
    Place place;
    u32 own_tag;
    Inflow inflow[SLOTS];
    Lane lanes[SLOTS];
    // What leaves each lane's last track, packed, by word.
    u32 leaving[4][SLOTS];
};

// Puts what comes from above into a track: 8 column counts and the diagonal counts that arrive.
DEVICE void set_top(Lane &lane, int field, int c, u32 straight, u32 diagonal) {
    lane.straight[c] |= (straight & 255) << 12 * field;
    lane.diagonal[c] |= (diagonal & 255) << 12 * field;
}

// One step. False if somebody has given up.
template <bool MASKED> DEVICE bool do_step(Strip &strip, int step, bool has_hood) {
    const Job &job = strip.job;
    const Place &place = strip.place;
    // What enters: the record for the first lane, the neighbour's words for the others.
    u32 entering[4][SLOTS], words[4][SLOTS], corner[SLOTS];
    bool goes_on = true;
    UNROLL
    for (int i = 0; i < 4; i++) pass_right(strip.leaving[i], entering[i]);
    EACH_LANE {
        if (lane == 0) {
            u32 record[4] = {};
            if (step < place.blocks) {
                goes_on = enter(job, place, strip.work, strip.inflow[slot], place.first + step, record);
                const int next = place.first + step + 1;
                if (step + 1 < place.blocks && next < strip.inflow[slot].over) {
                    strip.inflow[slot].ahead = look_at(job.records + (next - job.y / TILE));
                }
            }
            UNROLL
            for (int i = 0; i < 4; i++) words[i][slot] = entering[i][slot] = record[i];
            corner[slot] = strip.inflow[slot].corner;
            strip.inflow[slot].corner = record[3] >> 24;
        } else {
            UNROLL
            for (int i = 0; i < 4; i++) words[i][slot] = 0;
            corner[slot] = 0;
        }
    }
    if (MASKED && place.is_on_diagonal && step < TRACKS) {
        // What enters on the left in row block t enters track t from above: its mirror image.
        const u32 straight[2] = {of_first(words[0]), of_first(words[1])};
        const u32 diagonal[2] = {of_first(words[2]), of_first(words[3])};
        const u32 before = of_first(corner);
        EACH_LANE {
            const int field = step - 3 * lane;
            if (field >= 0 && field < 3) {
                UNROLL
                for (int c = 0; c < TILE; c++) {
                    const u32 v = (straight[c / 4] >> 8 * (c % 4)) - BIAS + job.k_residue;
                    const u32 d = c ? diagonal[(c - 1) / 4] >> 8 * ((c - 1) % 4) : before;
                    set_top(strip.lanes[slot], field, c, v, d);
                }
            }
        }
    }
    EACH_LANE {
        Lane &here = strip.lanes[slot];
        u32 arriving[TILE], bits[TILE], last = 0;
        Masks masks;
        if (MASKED) masks = masks_of(job, place, lane, step, has_hood);
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
        here.diagonal[0] = MASKED ? (last & masks.busy) | (here.diagonal[0] & ~masks.busy) : last;
        do_tiles<MASKED>(here, arriving, masks, strip.tables, bits);
        strip.leaving[0][slot] = upper_bytes(here.row[0], here.row[1], here.row[2], here.row[3]);
        strip.leaving[1][slot] = upper_bytes(here.row[4], here.row[5], here.row[6], here.row[7]);
        strip.leaving[2][slot] = upper_bytes(here.leaving[0], here.leaving[1], here.leaving[2], here.leaving[3]);
        strip.leaving[3][slot] = upper_bytes(here.leaving[4], here.leaving[5], here.leaving[6], here.leaving[7]);
#ifdef CELLS
        keep_cells(job, place, lane, step, bits);
#endif
        // The last track hands its record on.
        const int block = step - place.last;
        if (lane == place.last / 3 && block >= 0 && block < place.blocks) {
            u32 record[4];
            UNROLL
            for (int i = 0; i < 4; i++) record[i] = strip.leaving[i][slot];
            if (MASKED && place.last % 3 != 2) {
                const int shift = 12 * (place.last % 3);
                UNROLL
                for (int i = 0; i < 4; i++) record[i] = 0;
                UNROLL
                for (int r = 0; r < TILE; r++) {
                    record[r / 4] |= (here.row[r] >> shift & 255) << 8 * (r % 4);
                    record[2 + r / 4] |= (here.leaving[r] >> shift & 255) << 8 * (r % 4);
                }
            }
            leave(job.records + (place.first + block - job.y / TILE), record, strip.own_tag);
        }
    }
    return goes_on;
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
    Strip strip = {job, work, tables, place_of(job, number), job.tag + u32(number) + 1, {}, {}, {}};
    const Place &place = strip.place;
    const int first_of_job = job.y / TILE;
    if (job.outer_from[number] <= u32(first_of_job)) return true;
    begin(strip);
    // What is known of the left side.
    const bool is_first = number == 0, has_nothing = job.is_half_board && is_first;
    const bool is_over = has_nothing || (!is_first && job.outer_from[number - 1] <= u32(first_of_job));
    int hood = 0;
    if (job.is_half_board && !is_first) {
        const Place before = place_of(job, number - 1);
        if (before.is_from_hood) hood = before.first;
    }
    EACH_LANE {
        Inflow &inflow = strip.inflow[slot];
        inflow.over = is_over ? place.first : 0x7fffffff;
        inflow.hood = hood;
        inflow.tag = job.tag + u32(number);
        if (lane == 0 && place.is_on_diagonal && !is_first) {
            // The diagonal count that arrives at the corner.
            u32 words[4] = {};
            if (place.first > first_of_job) {
                enter(job, place, work, inflow, place.first - 1, words);
                inflow.corner = words[3] >> 24;
                inflow.ahead = Look{};
            } else {
                inflow.corner = job.diagonal[place.x - job.x];
            }
        }
    }
    // Steps that need no masks: all tracks are at work and below the square, nothing is in the hood or beyond the board.
    const int ramp = place.is_on_diagonal ? 2 * TRACKS : TRACKS;
    const int hood_row = most(job.k - 2 * place.x, (job.k + STRIP - place.x + 1) / 2);
    const int hood_steps = most(0, (hood_row + TILE - 1) / TILE - place.first);
    const int plain_from = most(ramp, hood_steps);
    const int plain_to = job.right - place.x < STRIP ? 0 : place.blocks - (job.bottom % TILE ? 1 : 0);
    const int steps = place.blocks ? place.blocks + place.last : 0;
    int step = 0, busy = 0;
    bool goes_on = true, is_outer = false;
    while (step < steps) {
        if (step >= plain_from && step < plain_to) {
            goes_on = do_step<false>(strip, step, false);
        } else {
            goes_on = do_step<true>(strip, step, step < hood_steps);
        }
        step++;
        if (step % PAUSE) continue;
        // Outer space: see the essay of the dense engine.
        bool is_busy = false, has_halted = false;
        u32 over[SLOTS];
        EACH_LANE {
            Lane &here = strip.lanes[slot];
            UNROLL
            for (int c = 0; c < TILE; c++) here.straight[c] &= COUNT_BITS;
            is_busy |= here.in_square + here.elsewhere != here.counted;
            here.counted = here.in_square + here.elsewhere;
            over[slot] = u32(strip.inflow[slot].over);
            has_halted |= !goes_on;
        }
        if (any_lane(has_halted)) return false;
        if (any_lane(is_busy)) busy = step;
        const int nothing_from = int(of_first(over)) == 0x7fffffff ? step : int(of_first(over)) - place.first + 1;
        if (step - most(busy, nothing_from) > 2 * TRACKS + 2 && step < place.blocks) {
            is_outer = true;
            break;
        }
    }
    const int passed_on = place.first + step - place.last;
    EACH_LANE {
        if (lane == 0 && is_outer) {
            const u32 none[4] = {};
            job.outer_from[number] = u32(passed_on);
            leave(job.records + (passed_on - first_of_job), none, strip.own_tag | END);
        }
    }
    end(strip, is_outer);
    Found found = {};
    bool has_halted = !goes_on;
    EACH_LANE {
        const Lane &here = strip.lanes[slot];
        found.in_square += here.in_square;
        found.elsewhere += here.elsewhere;
        found.guard |= here.guard & GUARD_BITS;
#ifdef FOLD
        UNROLL
        for (int field = 0; field < 3; field++) {
            const Pair &track = tables->tracks[3 * lane + field];
            found.sums.direct ^= product(here.sums[field].direct, track.direct, tables->moduli.direct);
            found.sums.mirror ^= product(here.sums[field].mirror, track.mirror, tables->moduli.mirror);
        }
#endif
    }
    found.in_square = sum_of(found.in_square);
    found.elsewhere = sum_of(found.elsewhere);
    found.guard = or_of(found.guard);
    found.sums.direct = xor_of(found.sums.direct);
    found.sums.mirror = xor_of(found.sums.mirror);
    found.row = u64(place.first + most(step, 1) - 1) * TILE;
    found.steps = u32(step);
    EACH_LANE {
        if (lane == 0) work.found[ticket] = found;
    }
    return !any_lane(has_halted);
}

#ifdef __CUDACC__

#define WARPS 4

extern "C" __global__ void __launch_bounds__(32 * WARPS, 4) board(Work work, const Tables *tables) {
    __shared__ Tables near;
    static_assert(sizeof(Tables) % sizeof(Quad) == 0, "tables are copied in quads");
    for (u32 i = threadIdx.x; i < sizeof(Tables) / sizeof(Quad); i += blockDim.x) {
        reinterpret_cast<Quad *>(&near)[i] = reinterpret_cast<const Quad *>(tables)[i];
    }
    __syncthreads();
    bool goes_on = true;
    while (goes_on) {
        u32 ticket[1] = {0};
        if (threadIdx.x % 32 == 0) ticket[0] = atomicAdd(work.next, 1);
        ticket[0] = of_first(ticket);
        goes_on = ticket[0] < work.ticket_count && do_strip(work, &near, ticket[0]);
    }
}

#else

extern "C" void wythoff_board(const Work *work, const Tables *tables) {
    for (u32 ticket = 0; ticket < work->ticket_count; ticket++) do_strip(*work, tables, ticket);
}

#endif
