//! What one request may ask for. Every refusal names the limit that it hit.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use wythoff::solve::Watch;

use crate::clock::Instant;

/// A limit of the server, and the smaller one of a module, whose memory is a browser's.
const fn here(server: u64, module: u64) -> u64 {
    if cfg!(target_family = "wasm") { module } else { server }
}

/// What the program does where a module hits the limit of this name. It refuses the same where the limit is the
/// library's own, such as those of cells, options and states.
#[cfg(target_family = "wasm")]
pub(crate) fn more_elsewhere(limit: &str) -> Option<&'static str> {
    match limit {
        "side" | "poster-pixels" | "frames" | "bound" | "memory" | "disk" => {
            Some("that is what fits into a browser: the program does more, with `wythoff lab`")
        }
        "time" => Some("the program is faster, and a command of `wythoff` has the time that it needs"),
        _ => None,
    }
}

/// k of a stored board.
pub(crate) const K: u64 = 100_000;

/// The side of a stored board.
pub(crate) const SIDE: u64 = here(1_000_000, 1 << 17);

/// The side of a board that is computed at once and held in memory.
pub(crate) const COMPUTED_SIDE: u64 = 4096;

/// The side of a board that a first look begins: its face, which has about 3k cells each way.
pub(crate) fn first_side(k: u64) -> u64 {
    (13 * k / 4).clamp(1 << 12, SIDE)
}

/// Digits of a coordinate.
pub(crate) const DIGITS: usize = 1000;

/// Characters of a game's name.
pub(crate) const NAME: usize = 500;

/// Cells of a window that is answered in JSON.
pub(crate) const WINDOW_CELLS: u64 = 1 << 14;

/// Cells of a section.
pub(crate) const SECTION: usize = 4096;

/// The side of a window in which two boards are compared.
pub(crate) const COMPARED_SIDE: u64 = 4096;

/// The largest shift of one board against another.
pub(crate) const SHIFT: i64 = 1_000_000;

/// The highest level on which two boards are compared, and the highest level of formulas.
pub(crate) const COMPARED_LEVEL: u32 = 3;
pub(crate) const FORMULA_LEVEL: u32 = 2;

/// Palaces that an answer about rays lists.
pub(crate) const RAYS: usize = 10_000;

/// Winning moves that an answer about rays lists with what to block.
pub(crate) const WINNING_MOVES: usize = 64;

/// k of a thumbnail, and its pixels.
pub(crate) const THUMBNAIL_K: u64 = 2000;
pub(crate) const THUMBNAIL_SIZE: u64 = 512;

/// Pixels of a poster in all and each way, and how long it may take.
pub(crate) const POSTER_PIXELS: u64 = here(1 << 30, 1 << 25);
pub(crate) const POSTER_SIDE: u64 = 1 << 16;
pub(crate) const POSTER_TIME: Duration = Duration::from_mins(10);

/// Pixels of a level that an SVG draws as rectangles; it shows more as a picture.
pub(crate) const SVG_PIXELS: u64 = 512 * 512;

/// Frames of an animation, and the pixels of one.
pub(crate) const FRAMES: u64 = here(500, 64);
pub(crate) const FRAME_PIXELS: u64 = 1 << 20;

/// Answers that are drawn while they are sent, at the same time; each takes a core.
pub(crate) const STREAMS: usize = 2;

/// How long whoever asked for such an answer may read nothing of it.
pub(crate) const STALL: Duration = Duration::from_mins(1);

/// The largest k whose regions are measured; those of larger ones follow by proportion.
pub(crate) const REGIONS_K: u64 = 2000;

/// The largest k whose threads are measured on the spot, and from how many columns.
pub(crate) const MEASURED_K: u64 = 1000;
pub(crate) const MEASURED_COLUMNS: u64 = 100_000;

/// Columns in which nim-values are followed along the golden lines.
pub(crate) const GOLDEN_COLUMNS: u64 = 100_000;

/// The highest level of a flight's tiles, which is also how many bits its coordinates have: a thousand digits.
pub(crate) const FLIGHT_LEVEL: u32 = 3400;

/// The highest level of a certificate's blocks that are told, and how many of them at once.
pub(crate) const BLOCK_LEVEL: u64 = 5000;
pub(crate) const BLOCKS: u64 = 1 << 14;

/// Rows of a table.
pub(crate) const TABLE_ROWS: u64 = 100_000;

/// The nim-value of a table.
pub(crate) const TABLE_VALUE: u64 = 1 << 20;

/// Actions of a match.
pub(crate) const ACTIONS: usize = 4000;

/// Games of a sum.
pub(crate) const SUMMANDS: usize = 16;

/// Jobs that are not finished.
pub(crate) const JOBS: usize = 16;

/// Finished jobs that are remembered.
pub(crate) const JOBS_REMEMBERED: usize = 100;

/// Checks that run at the same time; each takes a core.
pub(crate) const CHECKS_AT_ONCE: usize = 2;

/// How many times a check's own bound a bound may be: a browser has minutes, a server's work can be left for days.
pub(crate) const BOUND_TIMES: u64 = here(u64::MAX, 30);

/// Bytes of a request's body.
pub(crate) const BODY: usize = 256 << 10;

/// Requests that wait for a thread.
pub(crate) const WAITING: usize = 256;

/// Connections at a time, and those of them that listen for events.
pub(crate) const CONNECTIONS: usize = 512;
pub(crate) const LISTENERS: usize = 64;

/// How long an answer may take to compute.
pub(crate) const TIME: Duration = Duration::from_secs(here(20, 60));

/// How long a request may take in all, from its first byte to the first byte of the answer.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(30);

/// How long a client may take to say what it wants.
pub(crate) const HEADER_TIME: Duration = Duration::from_secs(10);

/// Boards in the folders that are named at the start, the largest side of one, and the highest level on which cells are
/// counted where a file has no counts.
pub(crate) const OPENED: usize = 1000;
pub(crate) const OPENED_SIDE: u64 = 1 << 23;
pub(crate) const OPENED_LEVEL: u32 = 5;

/// Memory for squares and blocks of these boards.
pub(crate) const OPENED_SQUARES_BYTES: usize = 64 << 20;
pub(crate) const OPENED_BLOCKS_BYTES: usize = 192 << 20;

/// The same of memory.
const fn in_memory(server: usize, module: usize) -> usize {
    if cfg!(target_family = "wasm") { module } else { server }
}

/// Bytes of all stored boards together, if nobody says how many.
pub(crate) const STORE_BYTES: u64 = here(4 << 30, 64 << 20);

/// Memory for squares, finished tiles, boards held in memory, and studied games.
pub(crate) const SQUARES_BYTES: usize = in_memory(256 << 20, 48 << 20);
pub(crate) const TILES_BYTES: usize = in_memory(64 << 20, 16 << 20);
pub(crate) const BOARDS_BYTES: usize = in_memory(512 << 20, 96 << 20);
pub(crate) const OPPONENTS: usize = 8;

/// The limits that a client may want to know, by the names that refusals say.
pub(crate) fn by_name() -> BTreeMap<&'static str, u64> {
    BTreeMap::from([
        ("k", K),
        ("side", SIDE),
        ("opened-side", OPENED_SIDE),
        ("computed-side", COMPUTED_SIDE),
        ("digits", DIGITS as u64),
        ("window-cells", WINDOW_CELLS),
        ("section", SECTION as u64),
        ("compared-side", COMPARED_SIDE),
        ("shift", SHIFT.unsigned_abs()),
        ("rays", RAYS as u64),
        ("thumbnail-k", THUMBNAIL_K),
        ("poster-pixels", POSTER_PIXELS),
        ("poster-side", POSTER_SIDE),
        ("frames", FRAMES),
        ("frame-pixels", FRAME_PIXELS),
        ("streams", STREAMS as u64),
        ("regions-k", REGIONS_K),
        ("measured-k", MEASURED_K),
        ("golden-columns", GOLDEN_COLUMNS),
        ("block-level", BLOCK_LEVEL),
        ("blocks", BLOCKS),
        ("table-rows", TABLE_ROWS),
        ("table-value", TABLE_VALUE),
        ("actions", ACTIONS as u64),
        ("summands", SUMMANDS as u64),
        ("jobs", JOBS as u64),
        ("body", BODY as u64),
        ("time", TIME.as_secs()),
    ])
}

/// A watcher that ends work that takes too long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Instant);

impl Deadline {
    pub(crate) fn new() -> Self {
        Self(Instant::now() + TIME)
    }

    pub(crate) fn is_over(self) -> bool {
        Instant::now() > self.0
    }
}

impl Watch for Deadline {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
