//! Boards that were written as Zarr, in folders that are named at the start. They are read, and never written.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use wythoff::engine::dense::block::mirrored_bits;
use wythoff::exact::UBig;
use wythoff::zarr::{ReadError, Reader, Refined};
use wythoff::{Game, Position};

use super::counting::each_count;
use super::pixels::{NOT_READY, Pixels, REMOVED_OUTCOME, Region, TILE, UNREADY_COUNT};
use crate::cache::{Shelf, lock};
use crate::limits::{self, Deadline};
use crate::problem::Problem;
use crate::wire::board::{BoardFile, FileCells, FileFacts};

/// What stands before the name of a file where a game could stand.
const PREFIX: &str = "file:";

/// The name of a file, if this is not a game.
pub(crate) fn file_name(board: &str) -> Option<&str> {
    board.strip_prefix(PREFIX)
}

/// A board that is open.
pub(crate) struct Opened {
    /// As it is asked for.
    pub(crate) board: String,
    pub(super) game: Game,
    /// The larger of its sides.
    pub(super) side: u64,
    reader: Reader,
}

impl Opened {
    fn new(name: &str, path: &Path) -> Result<Self, String> {
        let reader = Reader::open(path).map_err(|error| error.to_string())?;
        let window = reader.window();
        let game = reader.game().parse();
        let game = game.map_err(|_| format!("{} is a board of {}, no game of ours", path.display(), reader.game()))?;
        if window.at != Position::new(UBig::ZERO, UBig::ZERO) {
            let at = window.at.short();
            return Err(format!("{} begins at {at}; boards that begin at (0,0) are shown", path.display()));
        }
        let side = window.width.max(window.height);
        if side > limits::OPENED_SIDE {
            let most = limits::OPENED_SIDE;
            return Err(format!("{} has {side} cells each way; boards of at most {most} are shown", path.display()));
        }
        Ok(Self { board: format!("{PREFIX}{name}"), game, side, reader })
    }

    /// Whether the laboratory has a board of its own of this game.
    pub(super) fn has_own(&self) -> bool {
        self.game.blocking_k().is_none_or(|k| u64::from(k) <= limits::K)
    }

    /// How much of it is there, and up to which side all is.
    pub(crate) fn facts(&self) -> Result<(FileFacts, u64), ReadError> {
        let (reader, window) = (&self.reader, self.reader.window());
        let complete = reader.is_complete();
        let (done, total, ready) = reader.progress()?;
        let facts = FileFacts {
            game: self.game.to_string(),
            width: window.width,
            height: window.height,
            finest: reader.finest(),
            cells: match (reader.has_bits(), reader.block_side()) {
                (true, _) => FileCells::Kept,
                (false, Some(_)) => FileCells::Solved,
                (false, None) => FileCells::None,
            },
            own_board: self.has_own(),
            complete,
            done,
            total,
            p_count: reader.p_count().map(Into::into),
        };
        Ok((facts, ready))
    }

    /// The columns and rows of a region that the board has.
    fn within(&self, region: &Region) -> [Range<u64>; 2] {
        let [columns, rows] = region.within(self.side);
        let window = self.reader.window();
        let clip = |cells: Range<u64>, side: u64| cells.start.min(side)..cells.end.min(side);
        [clip(columns, window.width), clip(rows, window.height)]
    }
}

/// A folder that looks like a board.
#[derive(Clone)]
struct Listed {
    name: String,
    path: PathBuf,
    board: Result<Arc<Opened>, String>,
}

impl Listed {
    fn new(name: String, path: PathBuf) -> Self {
        let board = Opened::new(&name, &path).map(Arc::new);
        Self { name, path, board }
    }
}

/// A square or a block by board, row and column.
type Key = (String, u64, u64);

/// The boards in the folders, and what is kept in memory of them.
pub(crate) struct OpenedBoards {
    folders: Vec<PathBuf>,
    list: Mutex<Vec<Listed>>,
    squares: Shelf<Key, Vec<u8>>,
    blocks: Shelf<Key, Refined>,
    /// Held while a block is solved again, so that nobody does it twice.
    turn: Mutex<()>,
}

impl OpenedBoards {
    pub(super) fn new(folders: Vec<PathBuf>) -> Self {
        let opened = Self {
            folders,
            list: Mutex::default(),
            squares: Shelf::new(limits::OPENED_SQUARES_BYTES),
            blocks: Shelf::new(limits::OPENED_BLOCKS_BYTES),
            turn: Mutex::default(),
        };
        opened.look();
        opened
    }

    /// Looks into the folders. A name of a board is one of this list, and nothing else ever becomes a path.
    fn look(&self) {
        let mut paths: Vec<PathBuf> = Vec::new();
        for folder in &self.folders {
            if folder.join("zarr.json").is_file() {
                paths.push(folder.clone());
                continue;
            }
            let entries = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
            let mut found: Vec<PathBuf> =
                entries.filter(|path| path.extension().is_some_and(|end| end == "zarr") && path.is_dir()).collect();
            found.sort();
            paths.extend(found);
        }
        let mut list: Vec<Listed> = Vec::new();
        for path in paths.into_iter().take(limits::OPENED) {
            let full = path.canonicalize().unwrap_or_default();
            let plain = path.file_name().or(full.file_name()).unwrap_or_default().to_string_lossy().into_owned();
            // Two folders may have boards of one name.
            let name = std::iter::once(plain.clone())
                .chain((2..=limits::OPENED).map(|number| format!("{plain}~{number}")))
                .find(|name| list.iter().all(|listed| listed.name != *name));
            list.extend(name.map(|name| Listed::new(name, path)));
        }
        *lock(&self.list) = list;
    }

    /// All boards, after a new look into the folders.
    pub(crate) fn list(&self) -> Vec<BoardFile> {
        self.look();
        let described = |listed: &Listed| {
            let facts = match &listed.board {
                Ok(board) => board.facts().map(|(facts, _)| facts).map_err(|error| error.to_string()),
                Err(problem) => Err(problem.clone()),
            };
            let (facts, problem) = facts.map_or_else(|problem| (None, Some(problem)), |facts| (Some(facts), None));
            BoardFile { board: format!("{PREFIX}{}", listed.name), name: listed.name.clone(), facts, problem }
        };
        let list = lock(&self.list).clone();
        list.iter().map(described).collect()
    }

    /// The board of a name, as it was when it was last looked at.
    pub(super) fn get(&self, name: &str) -> Result<Arc<Opened>, Problem> {
        match lock(&self.list).iter().find(|listed| listed.name == name).map(|listed| listed.board.clone()) {
            Some(board) => board.map_err(Problem::unsupported),
            None => Err(Problem::not_found(
                "this laboratory has no file of this name; `wythoff lab --boards FOLDER` shows the boards in a folder",
            )),
        }
    }

    /// Opens a board again: it may have been finished, or replaced, or be new.
    pub(crate) fn look_again(&self, name: &str) {
        let path = lock(&self.list).iter().find(|listed| listed.name == name).map(|listed| listed.path.clone());
        let Some(path) = path else { return self.look() };
        let fresh = Listed::new(name.to_owned(), path);
        if let Some(listed) = lock(&self.list).iter_mut().find(|listed| listed.name == name) {
            *listed = fresh;
        }
    }

    /// The outcomes of a region.
    pub(super) fn outcomes(&self, file: &Opened, region: &Region, deadline: &Deadline) -> Result<Vec<u8>, Problem> {
        let mut cells = vec![NOT_READY; region.width * region.height];
        let hole = file.game.rules().and_then(|rules| rules.hole);
        self.each_square(file, region, deadline, |[columns, rows], at, bits| {
            for y in rows {
                let first = region.at(columns.start, y);
                for (x, cell) in columns.clone().zip(&mut cells[first..]) {
                    let is_removed = hole.is_some_and(|hole| hole.contains(&Position::new(x, y)));
                    *cell = if is_removed { REMOVED_OUTCOME } else { bit(bits, x - at.x, y - at.y) };
                }
            }
        })?;
        Ok(cells)
    }

    /// The numbers of P-positions in the pixels of a tile of a level above 0.
    pub(super) fn counts(
        &self,
        file: &Opened,
        level: u32,
        region: &Region,
        deadline: &Deadline,
    ) -> Result<Pixels, Problem> {
        let (finest, cells) = (file.reader.finest(), 1 << (2 * level));
        let [columns, rows] = file.within(region);
        let mut counts = vec![UNREADY_COUNT; TILE * TILE];
        if columns.is_empty() || rows.is_empty() {
            return Ok(Pixels::Counts { counts, cells });
        }
        if 1 << level >= finest {
            let pixels = |cells: &Range<u64>| cells.start >> level..cells.end.div_ceil(1 << level);
            let (columns, rows) = (pixels(&columns), pixels(&rows));
            let found = file.reader.counts(1 << level, &rows, &columns, deadline).map_err(refused)?;
            let across = usize::try_from(columns.end - columns.start).expect("pixels of a tile");
            for (line, found) in counts.chunks_mut(TILE).zip(found.chunks(across)) {
                // A pixel has at most 2^30 cells.
                let narrow = |count: &Option<u64>| count.and_then(|count| u32::try_from(count).ok());
                line.iter_mut().zip(found).for_each(|(pixel, count)| *pixel = narrow(count).unwrap_or(UNREADY_COUNT));
            }
            return Ok(Pixels::Counts { counts, cells });
        }
        if level > limits::OPENED_LEVEL {
            return Err(Problem::unsupported(format!(
                "this file counts in squares of {finest} × {finest} cells and more; here are too many cells to count \
                at once"
            )));
        }
        let (left, top) = (columns.start >> level, rows.start >> level);
        // A square has whole pixels.
        self.each_square(file, region, deadline, |[columns, rows], at, bits| {
            for y in rows {
                let row = usize::try_from((y >> level) - top).expect("a pixel of a tile");
                let line = &mut counts[row * TILE..][..TILE];
                let start = usize::try_from((columns.start >> level) - left).expect("a pixel of a tile");
                let end = usize::try_from(columns.end.div_ceil(1 << level) - left).expect("a pixel of a tile");
                for pixel in line[start..end].iter_mut().filter(|pixel| **pixel == UNREADY_COUNT) {
                    *pixel = 0;
                }
                each_count(row_of(bits, y - at.y), level, |column, count| {
                    let x = at.x + column as u64;
                    if columns.contains(&x) {
                        line[usize::try_from((x >> level) - left).expect("a pixel of a tile")] += count;
                    }
                });
            }
        })?;
        Ok(Pixels::Counts { counts, cells })
    }

    /// Hands out the squares that a region has a part of and that are there: columns and rows of the part, the first
    /// cell of the square, and its bits.
    fn each_square(
        &self,
        file: &Opened,
        region: &Region,
        deadline: &Deadline,
        mut each: impl FnMut([Range<u64>; 2], Position, &[u8]),
    ) -> Result<(), Problem> {
        const SIDE: u64 = Reader::SQUARE;
        let [columns, rows] = file.within(region);
        let squares = |cells: &Range<u64>| {
            if cells.is_empty() { 0..0 } else { cells.start / SIDE..cells.end.div_ceil(SIDE) }
        };
        for row in squares(&rows) {
            for column in squares(&columns) {
                if let Some(bits) = self.square(file, row, column, deadline)? {
                    let part = |cells: &Range<u64>, square: u64| {
                        cells.start.max(square * SIDE)..cells.end.min((square + 1) * SIDE)
                    };
                    let at = Position::new(column * SIDE, row * SIDE);
                    each([part(&columns, column), part(&rows, row)], at, &bits);
                }
            }
        }
        Ok(())
    }

    /// The cells of a square; nothing if they are not there yet.
    fn square(
        &self,
        file: &Opened,
        row: u64,
        column: u64,
        deadline: &Deadline,
    ) -> Result<Option<Arc<Vec<u8>>>, Problem> {
        // Whatever takes the place of a file has other cells only if it is of another game.
        let key = (format!("{}/{}", file.board, file.game), row, column);
        if let Some(square) = self.squares.get(&key) {
            return Ok(Some(square));
        }
        let bits = if file.reader.has_bits() {
            file.reader.square(row, column).map_err(refused)?
        } else if let Some(side) = file.reader.block_side() {
            let (low, high) = (row.min(column), row.max(column));
            let [block_row, block_column] = [high, low].map(|at| at * Reader::SQUARE / side);
            let block = self.block(file, (key.0.clone(), block_row, block_column), deadline)?;
            let bits = block.map_or(Ok(None), |block| block.square(high, low, deadline));
            let bits = bits.map_err(|error| refused(error.into()))?;
            // Above the diagonal lie the mirror images.
            let side = usize::try_from(Reader::SQUARE).expect("a square is small");
            if row < column { bits.map(|bits| mirrored_bits(&bits, side)) } else { bits }
        } else {
            let finest = file.reader.finest();
            return Err(Problem::unsupported(format!("this file has no cells finer than {finest} × {finest}")));
        };
        let Some(bits) = bits.map(Arc::new) else { return Ok(None) };
        self.squares.put(key, Arc::clone(&bits), bits.len());
        Ok(Some(bits))
    }

    /// A block of a file that keeps no cells; nothing if it is not done.
    fn block(&self, file: &Opened, key: Key, deadline: &Deadline) -> Result<Option<Arc<Refined>>, Problem> {
        if let Some(block) = self.blocks.get(&key) {
            return Ok(Some(block));
        }
        let _turn = lock(&self.turn);
        if let Some(block) = self.blocks.get(&key) {
            return Ok(Some(block));
        }
        let Some(block) = file.reader.refined(key.1, key.2, deadline).map_err(refused)? else { return Ok(None) };
        let block = Arc::new(block);
        self.blocks.put(key, Arc::clone(&block), block.bytes());
        Ok(Some(block))
    }
}

fn row_of(bits: &[u8], row: u64) -> &[u8] {
    let bytes = usize::try_from(Reader::SQUARE / 8).expect("a square is small");
    &bits[usize::try_from(row).expect("a row of a square") * bytes..][..bytes]
}

fn bit(bits: &[u8], x: u64, y: u64) -> u8 {
    row_of(bits, y)[usize::try_from(x / 8).expect("a byte of a row")] >> (x % 8) & 1
}

/// What is wrong with a file, for whoever looks at it.
pub(crate) fn refused(error: ReadError) -> Problem {
    match error {
        ReadError::Block(wythoff::engine::dense::block::BlockError::Solve(error)) => error.into(),
        _ => Problem::unsupported(error.to_string()),
    }
}
