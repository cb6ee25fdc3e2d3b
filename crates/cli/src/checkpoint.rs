//! `wythoff table --checkpoint FILE`: a long table of W^k that may be stopped or killed, and goes on later.
//!
//! Three files take part: the checkpoint, the rows beside their place (`rows.part`), and the finished rows at their
//! place. The checkpoint is `wythoff table checkpoint`, a sealed line ([`wythoff::seal`]) that says which table this
//! is and has the seal of the rows so far, and the engine's state. It is replaced as a whole. So what is resumed is
//! verified: the state by its own checksums, the rows by reading all that the checkpoint counts. What is damaged is
//! named, and the table is made anew from column 0, since the state in the middle exists only once.
//!
//! When the program is killed, the next run finds one of these:
//!
//! | killed | checkpoint | rows beside | rows | what the next run does |
//! |---|---|---|---|---|
//! | before anything | – | – | any | begins |
//! | after the first checkpoint | column 0 | – | any | begins |
//! | after the rows were created | column 0 | any | any | cuts them to nothing, begins |
//! | while rows are written | column x | those counted, and more | any | cuts what is too much, goes on from x |
//! | while a checkpoint is written | column x, the old one | the same | any | the same; removes the unfinished one |
//! | after the last checkpoint | the last column | those counted | any | gives them their place |
//! | after they took their place | the last column | – | those counted | says that all is there |
//! | when a finished table was put back to be extended | column x | those counted | – | goes on from x |
//! | when damage was found | damaged | any | any | finds it again |
//! | when the table was begun anew | column 0 | any | any | cuts them to nothing, begins |
//!
//! Rows beside their place without a checkpoint are never ours, since the first checkpoint comes before them: they are
//! not touched. The checkpoint knows the name of the rows, so those of another table are not taken for damaged ones;
//! only beside a checkpoint that can no longer be read they are taken for its own. Rows are locked while a run is at
//! work on them.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Sink, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wythoff::engine::sparse::{self, CheckpointError, Sparse};
use wythoff::seal::{Seal, Sealing, opened, sealed};
use wythoff::solve::Watch;
use wythoff::table::{Entry, Format, Sequence, Writer};
use wythoff::{Engine, Game, Position, Tally};

use crate::output::{Place, Unfinished, folder_of, part_of};
use crate::say::note;
use crate::watch::Progress;

/// A state that is older than this is written anew.
const EVERY: Duration = Duration::from_secs(10);

/// Columns between two looks at the clock.
const COLUMNS: u64 = 1 << 14;

/// What is to be computed, and where it goes.
pub(crate) struct Job<'a> {
    pub(crate) game: &'a Game,
    /// The game's k.
    pub(crate) k: u64,
    /// Columns 0 to `columns` − 1.
    pub(crate) columns: u64,
    pub(crate) checkpoint: &'a Path,
    /// The rows, if they are wanted.
    pub(crate) rows: Option<(Format, &'a Path)>,
}

/// Computes the columns of W^k that the checkpoint does not have yet, with their rows if a place is given, and gives
/// back the tally of all.
pub(crate) fn run(job: &Job<'_>) -> Result<Tally> {
    let columns = job.columns;
    let mut files = job.rows.map(|(format, path)| Files::open(format, path)).transpose()?;
    let checkpoint = Checkpoint::of(job, files.as_ref())?;
    let (mut sparse, mut rows) = match start(job, &checkpoint, files.as_mut())? {
        Start::Complete(tally) => return Ok(tally),
        Start::From(sparse, rows) => {
            note!("going on from column {}", sparse.x());
            (*sparse, rows)
        }
        Start::Anew => {
            let mut sparse = Sparse::new(job.k)?;
            sparse.reserve(columns)?;
            // Before there are rows: so they are known to be ours, however few they are.
            checkpoint.write(&sparse, nothing())?;
            (sparse, files.as_mut().map(|files| files.rows(job.game, 0, Sealing::new(io::sink()))).transpose()?)
        }
    };
    let watch = Whole { progress: Progress::new().with_time_left(), columns };
    let (mut kept, mut when) = (sparse.x(), Instant::now());
    loop {
        let to = (sparse.x() + COLUMNS).min(columns);
        let end = sparse.run(to, &watch, |column| match &mut rows {
            Some(rows) => column.upper.iter().try_for_each(|&y| rows.row(Position::new(column.x, y))),
            None => Ok(()),
        });
        // A column whose rows could not all be written does not count: the last checkpoint stays.
        let lacks_rows = rows.as_ref().is_some_and(|rows| rows.n != sparse.tally().p_count);
        let end = match end {
            Err(error) if lacks_rows => return Err(error),
            end => end,
        };
        let is_over = end.is_err() || to == columns;
        // Often at first, so that a short table does not lose all either.
        if is_over || sparse.x() >= 2 * kept || when.elapsed() > EVERY {
            let counted = rows.as_mut().map_or_else(|| Ok(nothing()), Rows::sync)?;
            checkpoint.write(&sparse, counted)?;
            (kept, when) = (sparse.x(), Instant::now());
        }
        if let Err(error) = end {
            let shown = job.checkpoint.display();
            note!("{} columns are done and kept in {shown}; the same command goes on from there", sparse.x());
            return Err(error);
        }
        if is_over {
            rows.map(Rows::finish).transpose()?;
            return Ok(sparse.tally());
        }
    }
}

/// Where the work begins.
enum Start {
    /// Nowhere: all is there.
    Complete(Tally),
    /// After the columns of this state, whose rows are written.
    From(Box<Sparse>, Option<Rows>),
    /// At column 0.
    Anew,
}

/// Looks at what is there, and verifies it.
fn start(job: &Job<'_>, checkpoint: &Checkpoint<'_>, files: Option<&mut Files>) -> Result<Start> {
    let shown = job.checkpoint.display();
    let (mut sparse, counted) = match checkpoint.read()? {
        Found::Sound(sparse, counted) => (sparse, counted),
        Found::Damaged(why) => return Ok(anew(job.checkpoint, &why)),
        Found::Nothing => {
            if let Some(Files { beside: Some(_), part, .. }) = files {
                bail!(
                    "--output: {}, where the rows are collected, is there already, and the checkpoint {shown} is not: \
                     remove or rename it",
                    part.display()
                );
            }
            return Ok(Start::Anew);
        }
    };
    if sparse.x() > job.columns {
        bail!("--checkpoint {shown}: it has columns 0 to {} already; --max-x must be at least that", sparse.x() - 1);
    }
    if sparse.x() == 0 {
        return Ok(Start::Anew);
    }
    sparse.reserve(job.columns)?;
    let Some(files) = files else { return Ok(Start::From(sparse, None)) };
    let summed = match files.verified(&counted)? {
        Verified::Beside(summed) => summed,
        Verified::Finished(_) if sparse.x() == job.columns => {
            let path = job.rows.map_or(&*files.path, |(_, path)| path).display();
            note!("{path} is complete already: columns 0 to {}", job.columns - 1);
            return Ok(Start::Complete(sparse.tally()));
        }
        Verified::Finished(summed) => {
            files.put_back()?;
            summed
        }
        Verified::Damaged(path, why) => return Ok(anew(&path, &why)),
        Verified::Missing => bail!(
            "the checkpoint has {} rows of an earlier run, but {}, where they were, is missing: bring it back, \
             or remove the checkpoint to start anew",
            sparse.tally().p_count,
            files.part.display()
        ),
    };
    let rows = files.rows(job.game, sparse.tally().p_count, summed)?;
    Ok(Start::From(sparse, Some(rows)))
}

/// Says what is damaged.
fn anew(path: &Path, why: &str) -> Start {
    note!("{} is damaged ({why}): the table is made anew from column 0", path.display());
    Start::Anew
}

/// The seal of no rows.
fn nothing() -> Seal {
    Sealing::new(io::sink()).seal()
}

/// Shows progress in the whole, whatever part of it is at work.
struct Whole {
    progress: Progress,
    columns: u64,
}

impl Watch for Whole {
    fn progress(&self, done: u64, _: u64) -> ControlFlow<()> {
        self.progress.progress(done, self.columns)
    }
}

/// A file at this path, or none yet: what can be continued.
fn file_at(option: &str, path: &Path) -> Result<PathBuf> {
    match Place::of(option, path)? {
        Place::File(path) => Ok(path),
        Place::Device => bail!("{option}: {} is a device or a pipe, which can't be continued", path.display()),
    }
}

/// How a checkpoint begins.
const MAGIC: &[u8; 25] = b"wythoff table checkpoint\n";

/// How checkpoints began that were the engine's state alone.
const EARLIER: &[u8] = b"wythoff sparse\r\n";

/// A file whose beginning differs in no more bits is a damaged checkpoint; one that differs in more is something else,
/// and is not touched.
const FLIPPED: u32 = 8;

/// Why a checkpoint of an earlier version can't be used.
const MADE_EARLIER: &str = "it was made by an earlier version of this program; remove it, and the rows, to start anew";

/// Of what a checkpoint holds, and how. Version 1 had no fingerprint in the engine's state.
const VERSION: u32 = 2;

/// A longer second line is damaged.
const LONGEST_LINE: u64 = 1 << 16;

/// The second line of a checkpoint.
#[derive(Serialize, Deserialize)]
struct Header {
    version: u32,
    game: String,
    /// What was asked for: `--format csv -o rows.csv`. Without the folder: files may be moved.
    output: String,
    /// How many columns are done.
    columns: u64,
    /// The seal of their rows.
    rows: Seal,
}

/// The checkpoint of a table.
struct Checkpoint<'a> {
    job: &'a Job<'a>,
    /// The file itself, where the name is that of a link.
    path: PathBuf,
    output: String,
}

/// What is at the place of a checkpoint.
enum Found {
    Nothing,
    /// A state, and the seal of its rows.
    Sound(Box<Sparse>, Seal),
    /// Why it can't be used.
    Damaged(String),
}

impl<'a> Checkpoint<'a> {
    fn of(job: &'a Job<'a>, files: Option<&Files>) -> Result<Self> {
        let path = file_at("--checkpoint", job.checkpoint)?;
        let output = files.map_or_else(
            || "--format stats".to_owned(),
            |files| {
                let name = files.path.file_name().unwrap_or_default().to_string_lossy();
                format!("--format {} -o {name}", asked_as(files.format))
            },
        );
        Ok(Self { job, path, output })
    }

    fn write(&self, sparse: &Sparse, rows: Seal) -> Result<()> {
        let (game, output) = (self.job.game.to_string(), self.output.clone());
        let header = Header { version: VERSION, game, output, columns: sparse.x(), rows };
        let write = || -> Result<()> {
            let mut out = Unfinished::beside(&self.path)?;
            out.write_all(MAGIC)?;
            out.write_all(sealed(&serde_json::to_string(&header)?).as_bytes())?;
            sparse.write_checkpoint(&mut out)?;
            Ok(out.take_place_on_disk()?)
        };
        write().with_context(|| format!("--checkpoint: can't write {}", self.job.checkpoint.display()))
    }

    fn read(&self) -> Result<Found> {
        let shown = self.job.checkpoint.display();
        match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Found::Nothing),
            file => file.map_err(Into::into).and_then(|file| self.read_from(BufReader::new(file))),
        }
        .with_context(|| format!("--checkpoint {shown}"))
    }

    fn read_from(&self, mut file: impl BufRead) -> Result<Found> {
        let mut begin = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut begin)?;
        if begin.starts_with(EARLIER) {
            bail!(MADE_EARLIER);
        }
        let flipped: u32 = begin.iter().zip(MAGIC).map(|(found, right)| (found ^ right).count_ones()).sum();
        if begin.len() < MAGIC.len() || flipped > FLIPPED {
            bail!("it is no checkpoint of a table; name another file");
        }
        let mut line = Vec::new();
        file.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        let header = opened::<Value>(&line).filter(|_| flipped == 0);
        let Some(header) = header else {
            return Ok(Found::Damaged("its beginning is not what was written".to_owned()));
        };
        if header["version"].as_u64().is_some_and(|version| version < VERSION.into()) {
            bail!(MADE_EARLIER);
        }
        if header["version"] != VERSION {
            bail!("it has version {}; this program reads version {VERSION}", header["version"]);
        }
        let header: Header = serde_json::from_value(header)?;
        if header.game != self.job.game.to_string() {
            bail!("it is of {}, not of {}; name another file", header.game, self.job.game);
        }
        if header.output != self.output {
            bail!("it goes with `{}`, not with `{}`; name another file", header.output, self.output);
        }
        match Sparse::from_checkpoint(file) {
            Ok(sparse) if (sparse.k(), sparse.x()) == (self.job.k, header.columns) => {
                Ok(Found::Sound(Box::new(sparse), header.rows))
            }
            Ok(_) => Ok(Found::Damaged("its state is that of another table".to_owned())),
            Err(error @ (CheckpointError::Io(_) | CheckpointError::Solve(_))) => Err(error.into()),
            Err(error) => Ok(Found::Damaged(error.to_string())),
        }
    }
}

/// A format in the words of the command line.
fn asked_as(format: Format) -> &'static str {
    match format {
        Format::Text => "text",
        Format::Csv => "csv",
        Format::Json => "json",
        Format::Latex => "latex",
        Format::Bfile(Sequence::A) => "bfile --column a",
        Format::Bfile(Sequence::B) => "bfile --column b",
        Format::Bfile(Sequence::Delta) => "bfile --column delta",
    }
}

/// The files of the rows. What is there is open and locked before the checkpoint is read, so that nobody else changes
/// it.
struct Files {
    format: Format,
    path: PathBuf,
    /// Where the rows are before they are finished.
    part: PathBuf,
    beside: Option<File>,
    finished: Option<File>,
}

/// What the rows are that the checkpoint counts, with their sum.
enum Verified {
    Beside(Sealing<Sink>),
    Finished(Sealing<Sink>),
    Missing,
    Damaged(PathBuf, String),
}

impl Files {
    fn open(format: Format, path: &Path) -> Result<Self> {
        let path = file_at("--output", path)?;
        let part = file_at("--output", &part_of(&path))?;
        let (beside, finished) = (existing(&part)?, existing(&path)?);
        Ok(Self { format, path, part, beside, finished })
    }

    /// Compares all rows that the checkpoint counts with what is there.
    fn verified(&self, counted: &Seal) -> Result<Verified> {
        let sum = |path: &Path, file: &File| {
            let read = || io::Result::Ok((Sealing::read(file.take(counted.bytes))?, file.metadata()?.len()));
            read().with_context(|| format!("can't read {}", path.display()))
        };
        let mut damaged = None;
        if let Some(file) = &self.beside {
            let (summed, length) = sum(&self.part, file)?;
            if summed.seal() == *counted {
                return Ok(Verified::Beside(summed));
            }
            damaged = Some((&self.part, length));
        }
        if let Some(file) = &self.finished {
            let (summed, length) = sum(&self.path, file)?;
            if summed.seal() == *counted && length == counted.bytes {
                return Ok(Verified::Finished(summed));
            }
            damaged = damaged.or(Some((&self.path, length)));
        }
        Ok(damaged.map_or(Verified::Missing, |(path, length)| {
            let why = match counted.bytes {
                bytes if length == bytes || path == &self.part && length > bytes => {
                    format!("its first {bytes} bytes are not what was written")
                }
                bytes => format!("it has {length} bytes, and the checkpoint counts {bytes}"),
            };
            Verified::Damaged(path.clone(), why)
        }))
    }

    /// Finished rows are to be continued: they go back beside their place.
    fn put_back(&mut self) -> Result<()> {
        let shown = self.part.display();
        if self.beside.is_some() {
            bail!("--output: {shown}, where the rows are collected, is there already: remove or rename it");
        }
        fs::rename(&self.path, &self.part).with_context(|| format!("--output: can't write {shown}"))?;
        self.beside = self.finished.take();
        Ok(())
    }

    /// The rows beside their place, after the first n, which were summed up; what follows is cut off.
    fn rows(&mut self, game: &Game, n: u64, summed: Sealing<Sink>) -> Result<Rows> {
        let (part, path) = (self.part.clone(), self.path.clone());
        let mut file = match self.beside.take() {
            Some(file) => file,
            None => locked(&part, OpenOptions::new().read(true).write(true).create_new(true).open(&part))?,
        };
        let end = summed.seal().bytes;
        let cut = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end)));
        cut.with_context(|| format!("--output: can't write {}", part.display()))?;
        let out = BufWriter::with_capacity(1 << 20, summed.going_on_in(file));
        Ok(Rows { writer: Writer::new(game, self.format, out).going_on_after(n), n, part, path })
    }
}

/// The file at this path, if there is one.
fn existing(path: &Path) -> Result<Option<File>> {
    match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        file => locked(path, file).map(Some),
    }
}

/// Sees to it that nobody else writes the file in the meantime.
fn locked(path: &Path, file: io::Result<File>) -> Result<File> {
    let shown = path.display();
    let file = file.with_context(|| format!("--output: can't write {shown}"))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("--output: another run is at work on {shown}; wait until it ends"),
        // There are file systems without locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// The rows of the table, on their way to their place.
struct Rows {
    writer: Writer<BufWriter<Sealing<File>>>,
    /// How many are written.
    n: u64,
    part: PathBuf,
    path: PathBuf,
}

impl Rows {
    fn row(&mut self, at: Position) -> Result<()> {
        let written = self.writer.entry(Entry { n: self.n, at });
        written.with_context(|| format!("--output: can't write {}", self.part.display()))?;
        self.n += 1;
        Ok(())
    }

    /// Brings the rows to the disk, and gives their seal.
    fn sync(&mut self) -> Result<Seal> {
        let out = self.writer.get_mut();
        let synced = out.flush().and_then(|()| out.get_ref().get_ref().sync_data());
        synced.with_context(|| format!("--output: can't write {}", self.part.display()))?;
        Ok(out.get_ref().seal())
    }

    /// All rows are there: the file takes its place.
    fn finish(self) -> Result<()> {
        self.writer.finish()?;
        // As readable as the file that it replaces.
        fs::metadata(&self.path)
            .map_or(Ok(()), |replaced| fs::set_permissions(&self.part, replaced.permissions()))
            .and_then(|()| fs::rename(&self.part, &self.path))
            .with_context(|| format!("--output: can't write {}", self.path.display()))
    }
}

/// Refuses two names for one file: the checkpoint would replace the table, or the other way round.
pub(crate) fn refuse_collision(checkpoint: &Path, output: &Path) -> Result<()> {
    // A file that is not there yet is known by its folder.
    let identity = |path: &Path| {
        let folder = fs::canonicalize(folder_of(path)).unwrap_or_else(|_| folder_of(path).to_owned());
        fs::canonicalize(path).unwrap_or_else(|_| folder.join(path.file_name().unwrap_or_default()))
    };
    let (checkpoint, output) = (identity(checkpoint), identity(output));
    if checkpoint == output {
        bail!("--checkpoint and --output name the same file, {}: the one would replace the other", output.display());
    }
    if checkpoint == part_of(&output) {
        bail!("--checkpoint: {} is where the rows are collected: name another file", checkpoint.display());
    }
    Ok(())
}

/// Refuses a table that has no checkpoints.
pub(crate) fn k_of(game: &Game, engine: Option<Engine>, format: Option<Format>) -> Result<u64> {
    let k = game.blocking_k().map(u64::from).filter(|&k| k <= sparse::LARGEST_K);
    let Some(k) = k else {
        bail!(
            "--checkpoint: only tables of W^k for k ≤ {} have checkpoints, and {game} is another game",
            sparse::LARGEST_K
        )
    };
    if let Some(engine) = engine.filter(|engine| *engine != Engine::Sparse) {
        bail!("--checkpoint: the engine `{engine}` has no checkpoints; `sparse` has");
    }
    if matches!(format, Some(Format::Json | Format::Latex)) {
        bail!("--checkpoint: json and latex can't be continued; text, csv and bfile can, and stats has no rows");
    }
    Ok(k)
}
