//! The store: boards of W^k on disk, as what enters their squares, within a budget.
//!
//! A board is a folder `w<k>` with one file for each row of squares, `00000.row`, `00001.row`, …. A row is written
//! beside its place, flushed to the disk, and then takes its name: after a crash or a kill it is there whole or not at
//! all, and what was being written is swept away at the next start. Rows count from 0 without a gap; what comes after
//! a gap or after a damaged row is not used and is removed, and is computed again. The file `target` says up to which
//! row a board is to be computed, under a seal; it is there until that is done.
//!
//! A row file has four parts. All numbers are little-endian; all checksums are xxh3, seeded with the board, row and
//! column so that no part can pass for another.
//!
//! A disk that is full or can't be written hides nothing: what is there is read, what can't be tidied stays, and the
//! store says in a sentence why it keeps nothing new until a write succeeds again.
//!
//! | part | content |
//! |---|---|
//! | head | `WYTHOFF2`, k, row; for each square where its entry lies, how long it is, and its palaces in 4×4 parts; a checksum |
//! | blocks | for each square the palaces of its 32×32 blocks of 64×64 cells, 16 bits each; a checksum |
//! | entries | for each square what enters it ([`Entry::write`]); a checksum |
//!
//! The head is checked when the store is opened, blocks and entries whenever they are read: damage drops the row and
//! all below it. The folder is locked, so two programs never share it. The board that was not used for the longest
//! time is dropped when room is needed.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use wythoff::engine::dense::{BLOCK, Entry, SIDE, Solved};
use wythoff::seal;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::cache::lock;
use crate::clock::SystemTime;
use crate::disk::{self as fs, File};

const MAGIC: &[u8; 8] = b"WYTHOFF2";
const HEAD: usize = 8 + 8 + 4 + 4;
const TABLE_ENTRY: usize = 8 + 8 + 16 * 4;
const CHECKSUM: usize = 8;

/// Blocks of a square, each way and in all.
pub(crate) const BLOCKS: usize = (SIDE / BLOCK) as usize;
const BLOCKS_BYTES: usize = 2 * BLOCKS * BLOCKS;

/// About how many bytes a square takes: two edges with their heads, blocks, counts that are mostly near each other, its
/// part of the head.
const SQUARE_BYTES: u64 = 2 * (65 + 2 * SIDE) + BLOCKS_BYTES as u64 + 2 * 32 * 4 + (TABLE_ENTRY + 2 * CHECKSUM) as u64;

/// How old the note of a board's last use may be.
const USE_NOTED_EVERY: Duration = Duration::from_mins(1);

/// Why the store can't do what it should.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder is in use.
    #[error("another laboratory uses the store {0}; name another folder with --store")]
    InUse(PathBuf),
    /// There is no room.
    #[error("the store needs {needed} bytes for this; its budget is {budget} bytes (--budget)")]
    OverBudget {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        budget: u64,
    },
    /// A part of a row is not what was written.
    #[error("row {row} of the stored board W^{k} is damaged")]
    Damaged {
        /// The board.
        k: u64,
        /// The row of squares.
        row: u32,
    },
    /// A row that is not the next one.
    #[error("row {row} of W^{k} does not come next: the stored board has changed in the meantime")]
    OutOfStep {
        /// The board.
        k: u64,
        /// The row of squares.
        row: usize,
    },
    /// The disk failed.
    #[error("the store {path} failed: {error}")]
    Io {
        /// Where.
        path: PathBuf,
        /// How.
        error: io::Error,
    },
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> StoreError + use<'_> {
    move |error| StoreError::Io { path: path.to_owned(), error }
}

/// About how many bytes the rows before `rows` take.
pub(crate) fn bytes_of_rows(rows: u32) -> u64 {
    let rows = u64::from(rows);
    rows * (rows + 1) / 2 * SQUARE_BYTES
}

fn seed(k: u64, row: u32, column: u32) -> u64 {
    k.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(u64::from(row) << 32 | u64::from(column))
}

/// The palaces of a square in 4×4 parts, by rows.
pub(crate) type Coarse = [u32; 16];

fn coarse(blocks: &[u16]) -> Coarse {
    let mut coarse = [0; 16];
    for (index, count) in blocks.iter().enumerate() {
        let (column, row) = (index % BLOCKS, index / BLOCKS);
        coarse[row / (BLOCKS / 4) * 4 + column / (BLOCKS / 4)] += u32::from(*count);
    }
    coarse
}

/// What is known of a row without looking at its parts.
struct Row {
    bytes: u64,
    /// Where the entries lie and how long they are.
    entries: Vec<(u64, usize)>,
    coarse: Vec<Coarse>,
}

impl Row {
    fn blocks_at(&self, column: usize) -> u64 {
        (HEAD + self.entries.len() * TABLE_ENTRY + CHECKSUM + column * (BLOCKS_BYTES + CHECKSUM)) as u64
    }
}

/// The note of how far a board is to be computed.
enum Target {
    None,
    Damaged,
    Rows(u32),
}

impl Target {
    fn rows(&self) -> Option<u32> {
        if let Self::Rows(rows) = self { Some(*rows) } else { None }
    }
}

/// A board on disk.
pub(crate) struct Kept {
    k: u64,
    folder: PathBuf,
    rows: RwLock<Vec<Row>>,
    /// Held while files of rows are written or removed.
    writer: Mutex<()>,
    used: Mutex<SystemTime>,
    /// Whether it is being computed, and so is not to be dropped.
    busy: AtomicBool,
}

impl Kept {
    fn read(&self) -> RwLockReadGuard<'_, Vec<Row>> {
        self.rows.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn k(&self) -> u64 {
        self.k
    }

    /// Rows of squares that are there.
    pub(crate) fn rows(&self) -> u32 {
        u32::try_from(self.read().len()).expect("few rows are kept")
    }

    /// Cells x, y below this are there.
    pub(crate) fn side(&self) -> u64 {
        u64::from(self.rows()) * SIDE
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.read().iter().map(|row| row.bytes).sum()
    }

    fn path(&self, row: u32) -> PathBuf {
        self.folder.join(format!("{row:05}.row"))
    }

    /// What is in the folder.
    fn open(k: u64, folder: PathBuf) -> Result<Self, StoreError> {
        let used = fs::metadata(folder.join("used")).and_then(|found| found.modified());
        let used = Mutex::new(used.unwrap_or(SystemTime::UNIX_EPOCH));
        let board =
            Self { k, folder, rows: RwLock::default(), writer: Mutex::default(), used, busy: AtomicBool::new(false) };
        let mut rows = Vec::new();
        loop {
            let next = u32::try_from(rows.len()).unwrap_or(u32::MAX);
            match board.read_head(next) {
                Ok(Some(row)) => rows.push(row),
                Ok(None) => break,
                // A disk that fails is no reason to remove anything.
                Err(error) => {
                    cut_is_fine(error).map_err(at(&board.path(next)))?;
                    break;
                }
            }
        }
        *board.rows.write().unwrap_or_else(PoisonError::into_inner) = rows;
        Ok(board)
    }

    /// Sweeps away what is of no use. Adds to `damage` what is not as it was written.
    fn tidy(&self, damage: &mut Vec<String>) -> Result<(), StoreError> {
        let k = self.k;
        let target = self.noted_target()?;
        match target {
            Target::Damaged => {
                let note = self.folder.join("target").display().to_string();
                damage.push(format!("{note} is damaged: W^{k} is not computed further until it is asked for"));
                self.set_target(None)?;
            }
            // Killed between the last row and the end of the work.
            Target::Rows(rows) if rows <= self.rows() => self.set_target(None)?,
            Target::Rows(_) | Target::None => {}
        }
        let (count, mut end) = (self.rows(), 0);
        let mut useless = Vec::new();
        for file in fs::read_dir(&self.folder).map_err(at(&self.folder))?.flatten() {
            let name = file.file_name();
            let name = name.to_string_lossy();
            let number = name.strip_suffix(".row").and_then(|digits| digits.parse::<u32>().ok());
            if name.ends_with(".part") || number.is_some_and(|row| row >= count) {
                useless.push(file.path());
                end = end.max(number.map_or(0, |row| row.saturating_add(1)));
            }
        }
        if end > count {
            let row = self.path(count);
            damage.push(format!("{} is damaged or missing: W^{k} is computed again from there", row.display()));
            // Noted before they are removed, so that they are computed again whatever happens.
            self.set_target(target.rows().max(Some(end)))?;
        }
        for path in useless {
            fs::remove_file(&path).map_err(at(&path))?;
        }
        Ok(())
    }

    /// The head of a row, if the file is whole as far as that can be seen.
    fn read_head(&self, row: u32) -> io::Result<Option<Row>> {
        let mut file = File::open(self.path(row))?;
        let bytes = file.metadata()?.len();
        let squares = row as usize + 1;
        let mut head = vec![0; HEAD + squares * TABLE_ENTRY];
        let mut checksum = [0; CHECKSUM];
        file.read_exact(&mut head)?;
        file.read_exact(&mut checksum)?;
        let sound = head.starts_with(MAGIC)
            && head[8..16] == self.k.to_le_bytes()
            && head[16..20] == row.to_le_bytes()
            && u64::from_le_bytes(checksum) == xxh3_64_with_seed(&head, seed(self.k, row, u32::MAX));
        Ok(if sound { parsed_head(bytes, &head) } else { None })
    }

    /// Writes the next row.
    fn append(&self, squares: &[Solved]) -> Result<(), StoreError> {
        let _writer = lock(&self.writer);
        let row = self.rows();
        // Row r has r + 1 squares.
        if squares.len() != row as usize + 1 {
            return Err(StoreError::OutOfStep { k: self.k, row: squares.len().saturating_sub(1) });
        }
        let (file, found) = encode(self.k, row, squares);
        let (part, whole) = (self.folder.join("next.part"), self.path(row));
        let write = || {
            let mut out = File::create(&part)?;
            out.write_all(&file)?;
            out.sync_all()?;
            fs::rename(&part, &whole)?;
            sync_folder(&self.folder)
        };
        write().map_err(|error| {
            // A part of a row only takes the room that is missing.
            let _ = fs::remove_file(&part);
            at(&whole)(error)
        })?;
        self.rows.write().unwrap_or_else(PoisonError::into_inner).push(found);
        Ok(())
    }

    /// Takes the next row if all of it is as it was written.
    #[cfg(any(target_family = "wasm", test))]
    fn take(&self, row: u32, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.path(row);
        fs::write(&path, bytes).map_err(at(&path))?;
        let found = self.read_head(row).ok().flatten().ok_or(StoreError::Damaged { k: self.k, row });
        let taken = found.and_then(|found| {
            self.rows.write().unwrap_or_else(PoisonError::into_inner).push(found);
            self.blocks(row, 0, row + 1)?;
            (0..=row).try_for_each(|column| self.entry(column, row).map(drop))
        });
        if taken.is_err() {
            let _ = self.drop_from(row);
            let _ = fs::remove_file(&path);
        }
        taken
    }

    fn read_part(&self, row: u32, from: u64, lengths: &[usize], first: u32) -> Result<Vec<Vec<u8>>, StoreError> {
        let path = self.path(row);
        let read = || {
            let mut file = File::open(&path)?;
            file.seek(SeekFrom::Start(from))?;
            let mut bytes = vec![0; lengths.iter().map(|length| length + CHECKSUM).sum()];
            file.read_exact(&mut bytes)?;
            Ok(bytes)
        };
        let bytes = read().map_err(|error| match cut_is_fine(error) {
            Ok(()) => StoreError::Damaged { k: self.k, row },
            Err(error) => at(&path)(error),
        })?;
        let mut rest = bytes.as_slice();
        let mut parts = Vec::new();
        for (column, &length) in (first..).zip(lengths) {
            let (part, after) = rest.split_at(length);
            let (checksum, after) = after.split_at(CHECKSUM);
            if checksum != xxh3_64_with_seed(part, seed(self.k, row, column)).to_le_bytes() {
                return Err(StoreError::Damaged { k: self.k, row });
            }
            parts.push(part.to_vec());
            rest = after;
        }
        Ok(parts)
    }

    /// What enters a square; `None` when the row is not there.
    pub(crate) fn entry(&self, column: u32, row: u32) -> Result<Option<Entry>, StoreError> {
        let found = self.read().get(row as usize).and_then(|row| row.entries.get(column as usize).copied());
        let Some((from, length)) = found else { return Ok(None) };
        let bytes = self.read_part(row, from, &[length], column)?.concat();
        Entry::read(&bytes).map(Some).ok_or(StoreError::Damaged { k: self.k, row })
    }

    /// The palaces of the blocks of the squares of a row, from one column of squares up to another.
    pub(crate) fn blocks(&self, row: u32, first: u32, end: u32) -> Result<Vec<Vec<u16>>, StoreError> {
        let from = self.read().get(row as usize).map(|found| found.blocks_at(first as usize));
        let Some(from) = from else { return Ok(Vec::new()) };
        let lengths = vec![BLOCKS_BYTES; (end.min(row + 1) - first) as usize];
        let parts = self.read_part(row, from, &lengths, first)?;
        let counts = |part: Vec<u8>| part.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect();
        Ok(parts.into_iter().map(counts).collect())
    }

    /// The palaces of a square in 4×4 parts.
    pub(crate) fn coarse(&self, column: u32, row: u32) -> Option<Coarse> {
        self.read().get(row as usize)?.coarse.get(column as usize).copied()
    }

    /// Forgets a row that is damaged, and all below it.
    pub(crate) fn drop_from(&self, row: u32) -> Result<(), StoreError> {
        let _writer = lock(&self.writer);
        let mut rows = self.rows.write().unwrap_or_else(PoisonError::into_inner);
        while rows.len() > row as usize {
            let path = self.path(u32::try_from(rows.len() - 1).expect("few rows are kept"));
            // What can't be removed can't be computed anew, either: it stays.
            fs::remove_file(&path).or_else(none_is_fine).map_err(at(&path))?;
            rows.pop();
        }
        Ok(())
    }

    /// Up to which row the board is to be computed, if that work was not finished.
    pub(crate) fn target(&self) -> Option<u32> {
        self.noted_target().ok()?.rows()
    }

    fn noted_target(&self) -> Result<Target, StoreError> {
        let path = self.folder.join("target");
        match fs::read(&path) {
            Ok(note) => Ok(seal::opened(note).map_or(Target::Damaged, Target::Rows)),
            Err(error) => none_is_fine(error).map(|()| Target::None).map_err(at(&path)),
        }
    }

    /// Notes up to which row the board is to be computed, so that the work goes on after a restart.
    fn set_target(&self, rows: Option<u32>) -> Result<(), StoreError> {
        let path = self.folder.join("target");
        let noted = match rows {
            Some(rows) => {
                let part = self.folder.join("target.part");
                fs::write(&part, seal::sealed(&rows.to_string())).and_then(|()| fs::rename(&part, &path))
            }
            None => fs::remove_file(&path).or_else(none_is_fine),
        };
        noted.map_err(at(&path))
    }

    /// The board is not being computed any longer. Unless the work is finished or `given_up`, it goes on after a
    /// restart.
    pub(crate) fn rest(&self, given_up: bool) -> Result<(), StoreError> {
        self.busy.store(false, Ordering::Relaxed);
        let is_finished = self.target().is_some_and(|rows| self.rows() >= rows);
        if given_up || is_finished { self.set_target(None) } else { Ok(()) }
    }

    /// Notes that somebody looks at the board.
    fn touch(&self) {
        let now = SystemTime::now();
        let mut used = lock(&self.used);
        let is_old = now.duration_since(*used).is_ok_and(|age| age > USE_NOTED_EVERY);
        let first = *used == SystemTime::UNIX_EPOCH;
        if is_old || first {
            // A note that can't be written only makes the board look older.
            let _ = File::create(self.folder.join("used")).and_then(|note| note.set_modified(now));
        }
        *used = now;
    }
}

/// What the head of a row says; `None` when its parts do not fill the file.
fn parsed_head(bytes: u64, head: &[u8]) -> Option<Row> {
    let mut found = Row { bytes, entries: Vec::new(), coarse: Vec::new() };
    for entry in head[HEAD..].chunks_exact(TABLE_ENTRY) {
        let long = |from: usize| entry[from..].first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        found.entries.push((long(0)?, usize::try_from(long(8)?).ok()?));
        let counts = entry[16..].as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
        found.coarse.push(counts.collect::<Vec<u32>>().try_into().ok()?);
    }
    let end = found.entries.iter().map(|(from, length)| from + (length + CHECKSUM) as u64).max()?;
    (end == bytes).then_some(found)
}

/// Whether an error of reading says that a file is not whole, and nothing worse.
fn cut_is_fine(error: io::Error) -> io::Result<()> {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::UnexpectedEof => Ok(()),
        _ => Err(error),
    }
}

fn none_is_fine(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// What is locked as long as the store is open: a file, or the folder where none can be made, and then why.
fn lockable(folder: &Path, path: &Path) -> Result<(File, Option<StoreError>), StoreError> {
    match File::create(path) {
        Ok(file) => Ok((file, None)),
        Err(error) => {
            let found = File::open(path).or_else(|_| File::open(folder)).map_err(at(folder))?;
            Ok((found, Some(at(path)(error))))
        }
    }
}

/// A name is safe on disk once its folder is.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn encode(k: u64, row: u32, squares: &[Solved]) -> (Vec<u8>, Row) {
    let mut found = Row { bytes: 0, entries: Vec::new(), coarse: Vec::new() };
    let (mut blocks, mut entries) = (Vec::new(), Vec::new());
    let entries_from = HEAD + squares.len() * (TABLE_ENTRY + BLOCKS_BYTES + CHECKSUM) + CHECKSUM;
    for (column, square) in (0..).zip(squares) {
        let part = blocks.len();
        blocks.extend(square.blocks.iter().flat_map(|count| count.to_le_bytes()));
        let checksum = xxh3_64_with_seed(&blocks[part..], seed(k, row, column));
        blocks.extend(checksum.to_le_bytes());
        let part = entries.len();
        square.entry.write(&mut entries);
        found.entries.push(((entries_from + part) as u64, entries.len() - part));
        let checksum = xxh3_64_with_seed(&entries[part..], seed(k, row, column));
        entries.extend(checksum.to_le_bytes());
        found.coarse.push(coarse(&square.blocks));
    }
    let mut file = MAGIC.to_vec();
    file.extend(k.to_le_bytes());
    file.extend(u64::from(row).to_le_bytes());
    for ((from, length), coarse) in found.entries.iter().zip(&found.coarse) {
        file.extend(from.to_le_bytes());
        file.extend((*length as u64).to_le_bytes());
        file.extend(coarse.iter().flat_map(|count| count.to_le_bytes()));
    }
    let checksum = xxh3_64_with_seed(&file, seed(k, row, u32::MAX));
    file.extend(checksum.to_le_bytes());
    file.extend(blocks);
    file.extend(entries);
    found.bytes = file.len() as u64;
    (file, found)
}

/// All boards on disk.
pub(crate) struct Store {
    folder: PathBuf,
    budget: u64,
    boards: Mutex<BTreeMap<u64, Arc<Kept>>>,
    /// What was not as it was written when the store was opened.
    damage: Vec<String>,
    /// Why nothing can be written, if the last try has failed.
    trouble: Mutex<Option<String>>,
    /// Locked as long as the store is open.
    _lock: File,
}

impl Store {
    /// Opens the store, or makes one.
    pub(crate) fn open(folder: &Path, budget: u64) -> Result<Self, StoreError> {
        fs::create_dir_all(folder).map_err(at(folder))?;
        let lock_path = folder.join("lock");
        let (lock_file, mut trouble) = lockable(folder, &lock_path)?;
        match lock_file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(StoreError::InUse(folder.to_owned())),
            Err(fs::TryLockError::Error(error)) => return Err(at(&lock_path)(error)),
        }
        let (mut boards, mut damage) = (BTreeMap::new(), Vec::new());
        for found in fs::read_dir(folder).map_err(at(folder))?.flatten() {
            let name = found.file_name();
            let k = name.to_str().and_then(|name| name.strip_prefix('w')).and_then(|digits| digits.parse().ok());
            if let Some(k) = k.filter(|_| found.path().is_dir()) {
                let board = Kept::open(k, found.path())?;
                trouble = trouble.or(board.tidy(&mut damage).err());
                boards.insert(k, Arc::new(board));
            }
        }
        let store = Self {
            folder: folder.to_owned(),
            budget,
            boards: Mutex::new(boards),
            damage,
            trouble: Mutex::default(),
            _lock: lock_file,
        };
        // The budget may have been larger.
        while trouble.is_none() && store.used() > budget {
            match store.drop_oldest(None) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => trouble = Some(error),
            }
        }
        let _ = store.noted(trouble.map_or(Ok(()), Err));
        Ok(store)
    }

    /// Why nothing new is kept, in a sentence; nothing when the last write succeeded.
    pub(crate) fn trouble(&self) -> Option<String> {
        lock(&self.trouble).clone()
    }

    /// Notes whether a write succeeded.
    fn noted<T>(&self, written: Result<T, StoreError>) -> Result<T, StoreError> {
        match &written {
            Ok(_) => *lock(&self.trouble) = None,
            Err(StoreError::Io { error, .. }) => {
                let sentence =
                    format!("the store can't be written ({error}): what it has can be seen, nothing is added");
                *lock(&self.trouble) = Some(sentence);
            }
            // Nothing was wrong with the disk.
            Err(_) => {}
        }
        written
    }

    pub(crate) fn damage(&self) -> &[String] {
        &self.damage
    }

    pub(crate) fn budget(&self) -> u64 {
        self.budget
    }

    pub(crate) fn used(&self) -> u64 {
        lock(&self.boards).values().map(|board| board.bytes()).sum()
    }

    pub(crate) fn boards(&self) -> Vec<Arc<Kept>> {
        lock(&self.boards).values().cloned().collect()
    }

    /// The board, if it is there.
    pub(crate) fn get(&self, k: u64) -> Option<Arc<Kept>> {
        #[cfg(target_family = "wasm")]
        crate::module::want_board(k);
        let board = lock(&self.boards).get(&k).cloned()?;
        board.touch();
        Some(board)
    }

    /// The board, to be computed up to so many rows. Refuses what can never fit; makes room for the rest.
    pub(crate) fn begin(&self, k: u64, rows: u32) -> Result<Arc<Kept>, StoreError> {
        let needed = bytes_of_rows(rows);
        if needed > self.budget {
            return Err(StoreError::OverBudget { needed, budget: self.budget });
        }
        self.noted(self.begin_to_write(k, rows))
    }

    fn begin_to_write(&self, k: u64, rows: u32) -> Result<Arc<Kept>, StoreError> {
        let board = {
            let mut boards = lock(&self.boards);
            let board = if let Some(board) = boards.get(&k) {
                Arc::clone(board)
            } else {
                let folder = self.folder.join(format!("w{k}"));
                fs::create_dir_all(&folder).map_err(at(&folder))?;
                let board = Kept::open(k, folder)?;
                // A folder that is new, or was dropped: what is left in it is not worth a word.
                board.tidy(&mut Vec::new())?;
                Arc::new(board)
            };
            // From now on nobody drops it.
            board.busy.store(true, Ordering::Relaxed);
            board.touch();
            boards.insert(k, Arc::clone(&board));
            board
        };
        // What was asked for earlier is not forgotten.
        let noted = board.set_target(Some(board.target().map_or(rows, |earlier| earlier.max(rows))));
        if noted.is_err() {
            board.busy.store(false, Ordering::Relaxed);
        }
        noted.map(|()| board)
    }

    /// Writes the next row of a board; drops other boards for it if need be.
    pub(crate) fn append(&self, board: &Kept, squares: &[Solved]) -> Result<(), StoreError> {
        self.make_room(board.k, squares.len() as u64 * SQUARE_BYTES)?;
        self.noted(board.append(squares))
    }

    /// Drops boards other than this one until so many bytes fit.
    fn make_room(&self, k: u64, bytes: u64) -> Result<(), StoreError> {
        while self.used() + bytes > self.budget {
            if !self.drop_oldest(Some(k))? {
                return Err(StoreError::OverBudget { needed: self.used() + bytes, budget: self.budget });
            }
        }
        Ok(())
    }

    /// Takes the next row of a board as it was written elsewhere; one that is there already changes nothing. Drops
    /// other boards for it if need be.
    #[cfg(any(target_family = "wasm", test))]
    pub(crate) fn give(&self, k: u64, row: u32, bytes: &[u8]) -> Result<(), StoreError> {
        let rows = lock(&self.boards).get(&k).map_or(0, |board| board.rows());
        if row < rows {
            return Ok(());
        }
        let board = self.begin(k, row + 1)?;
        let taken = if row > rows {
            Err(StoreError::OutOfStep { k, row: row as usize })
        } else {
            self.make_room(k, bytes.len() as u64).and_then(|()| board.take(row, bytes))
        };
        board.rest(true).and(taken)
    }

    /// Forgets what is damaged.
    pub(crate) fn repair(&self, error: &StoreError) -> Result<(), StoreError> {
        match error {
            StoreError::Damaged { k, row } => self.get(*k).map_or(Ok(()), |board| self.noted(board.drop_from(*row))),
            _ => Ok(()),
        }
    }

    /// Drops the board that was not used for the longest time; says whether there was one.
    fn drop_oldest(&self, keep: Option<u64>) -> Result<bool, StoreError> {
        let mut boards = lock(&self.boards);
        let idle = boards.values().filter(|board| Some(board.k) != keep && !board.busy.load(Ordering::Relaxed));
        let Some(oldest) = idle.min_by_key(|board| *lock(&board.used)).cloned() else { return Ok(false) };
        oldest.drop_from(0)?;
        fs::remove_dir_all(&oldest.folder).map_err(at(&oldest.folder))?;
        boards.remove(&oldest.k);
        #[cfg(target_family = "wasm")]
        crate::module::board_dropped(oldest.k);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use wythoff::engine::dense::Growth;

    use super::*;

    /// The first row of W^k, as a store writes it.
    fn first_row(k: u64) -> Vec<u8> {
        let mut growth = Growth::new(k).expect("a board");
        let task = growth.claim(1).expect("a square");
        let row = growth.settle(task.solve().expect("a solution")).expect("a row");
        encode(k, 0, &row).0
    }

    /// Rows that come from elsewhere keep to the budget as those that were computed do.
    #[test]
    fn rows_that_are_given_take_the_room_of_the_oldest_board() {
        let folder = tempfile::tempdir().expect("a folder");
        let rows = [5, 6, 7].map(|k| (k, first_row(k)));
        let budget = 5 * rows[0].1.len() as u64 / 2;
        let store = Store::open(folder.path(), budget).expect("a store");
        for (k, row) in &rows {
            store.give(*k, 0, row).expect("room for it");
            assert!(store.used() <= budget);
            std::thread::sleep(Duration::from_millis(5));
        }
        let kept: Vec<u64> = store.boards().iter().map(|board| board.k()).collect();
        assert_eq!(kept, [6, 7]);
        // What is there already changes nothing, and what is not as it was written is not taken.
        store.give(7, 0, &rows[2].1).expect("it is there");
        assert!(matches!(store.give(5, 0, &rows[1].1), Err(StoreError::Damaged { k: 5, row: 0 })));
    }
}
