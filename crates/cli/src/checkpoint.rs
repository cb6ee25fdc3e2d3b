//! `wythoff table --checkpoint FILE`: a long table of W^k that may be stopped or killed, and goes on later.
//!
//! The checkpoint holds the engine's state after some column, and the number and signature of the rows so far. Rows go to a file
//! beside their place. They are on the disk before the checkpoint that counts them, so after a kill there are at least as
//! many, and what is too much is cut off. A finished table goes back beside its place when more columns are asked for.
//!
//! The checkpoint knows nothing of formats: before rows are added, those of the first columns are computed again, and the file must
//! begin with them.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use wythoff::solve::Watch;
use wythoff::solve::sparse::{self, Sparse};
use wythoff::table::{Entry, Format, Writer};
use wythoff::{Engine, Game, Position, Tally};

use crate::output::{Place, folder_of, part_of};
use crate::say::say;
use crate::watch::Progress;

/// A state that is older than this is written anew.
const EVERY: Duration = Duration::from_secs(10);

/// Columns between two looks at the clock. The first checkpoint comes after so many, to see that it can be written.
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

/// The columns whose rows are compared with what is there.
const HEAD: u64 = 4;

/// Computes the columns of W^k that the checkpoint does not have yet, with their rows if a place is given, and gives back the tally of all.
pub(crate) fn run(job: &Job<'_>) -> Result<Tally> {
    let Job { k, columns, .. } = *job;
    let shown = job.checkpoint.display();
    let checkpoint = &file_at("--checkpoint", job.checkpoint)?;
    let is_resumed = checkpoint.exists();
    let mut sparse = if is_resumed {
        sparse::read_file(k, checkpoint).with_context(|| format!("--checkpoint {shown}"))?
    } else {
        Sparse::new(k)?
    };
    if sparse.x() > columns {
        bail!("--checkpoint {shown}: it has columns 0 to {} already; --max-x must be at least that", sparse.x() - 1);
    }
    sparse.reserve(columns)?;
    let mut rows = match job.rows {
        None => None,
        Some((format, path)) if !is_resumed => Some(Rows::begun(job, format, path)?),
        Some((format, path)) => {
            let Some(rows) = Rows::resumed(job, format, path, &sparse)? else {
                say!("{} is complete already: columns 0 to {}", path.display(), columns - 1);
                return Ok(sparse.tally());
            };
            Some(rows)
        }
    };
    if sparse.x() > 0 {
        say!("going on from column {}", sparse.x());
    }
    let mut watch = Whole { progress: Progress::new().with_time_left(), columns };
    let mut written: Option<Instant> = None;
    loop {
        let to = (sparse.x() + COLUMNS).min(columns);
        let end = sparse.run(to, &mut watch, |column| match &mut rows {
            Some(rows) => column.upper.iter().try_for_each(|&y| rows.row(Position::new(column.x, y))),
            None => Ok(()),
        });
        let is_over = end.is_err() || to == columns;
        if is_over || written.is_none_or(|written| written.elapsed() > EVERY) {
            if let Some(rows) = &mut rows {
                rows.sync()?;
            }
            sparse::write_file(&sparse, checkpoint).with_context(|| format!("--checkpoint {shown}"))?;
            written = Some(Instant::now());
        }
        if let Err(error) = end {
            say!("{} columns are done and kept in {shown}; the same command goes on from there", sparse.x());
            return Err(error);
        }
        if is_over {
            rows.map(Rows::finish).transpose()?;
            return Ok(sparse.tally());
        }
    }
}

/// Shows progress in the whole, whatever part of it is at work.
struct Whole {
    progress: Progress,
    columns: u64,
}

impl Watch for Whole {
    fn progress(&mut self, done: u64, _: u64) -> ControlFlow<()> {
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

/// The rows of the table, on their way to their place.
struct Rows {
    writer: Writer<BufWriter<File>>,
    /// How many are written.
    n: u64,
    part: PathBuf,
    path: PathBuf,
}

impl Rows {
    /// A new file beside `path`.
    fn begun(job: &Job<'_>, format: Format, path: &Path) -> Result<Self> {
        let path = file_at("--output", path)?;
        let part = part_of(&path);
        let shown = part.display();
        let file = match OpenOptions::new().write(true).create_new(true).open(&part) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!(
                "--output: {shown}, where the rows are collected, is there already, and the checkpoint {} is not: remove or rename it",
                job.checkpoint.display()
            ),
            opened => opened.with_context(|| format!("--output: can't write {shown}"))?,
        };
        Ok(Self { writer: writer(job, format, file, 0), n: 0, part, path })
    }

    /// The file beside `path`, or the finished one at `path`, after the rows that the checkpoint counts. Nothing if that one is all that
    /// is asked for.
    fn resumed(job: &Job<'_>, format: Format, path: &Path, sparse: &Sparse) -> Result<Option<Self>> {
        let path = file_at("--output", path)?;
        let part = file_at("--output", &part_of(&path))?;
        let n = sparse.tally().p_count;
        let is_finished = !part.exists();
        let found = if is_finished { &path } else { &part };
        let shown = found.display();
        let mut file = match OpenOptions::new().read(true).write(true).open(found) {
            Err(error) if error.kind() == ErrorKind::NotFound => bail!(
                "the checkpoint has {n} rows of an earlier run, but {}, where they were, is missing: bring it back, or remove the checkpoint to start anew",
                part.display()
            ),
            opened => opened.with_context(|| format!("--output: can't write {shown}"))?,
        };
        let head = head(job, format, sparse.x())?;
        let mut begin = Vec::new();
        (&file).take(head.len() as u64).read_to_end(&mut begin).with_context(|| format!("can't read {shown}"))?;
        if !head.starts_with(&begin) {
            bail!(
                "{shown} does not begin like this table of {}: use the --format and --column of the first run, or name another file and another checkpoint",
                job.game
            );
        }
        file.rewind()?;
        let lines = if n == 0 { 0 } else { n + format.heading_lines() };
        let end = end_of_line(&file, lines)
            .with_context(|| format!("can't read {shown}"))?
            .with_context(|| format!("{shown} has fewer rows than the checkpoint: remove both to start anew"))?;
        if is_finished {
            if file.metadata()?.len() != end {
                bail!("{shown} has more rows than the checkpoint: name another file, or remove both to start anew");
            }
            if sparse.x() == job.columns {
                return Ok(None);
            }
            fs::rename(&path, &part).with_context(|| format!("--output: can't write {}", part.display()))?;
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Some(Self { writer: writer(job, format, file, n), n, part, path }))
    }

    fn row(&mut self, at: Position) -> Result<()> {
        self.writer.entry(Entry { n: self.n, at })?;
        self.n += 1;
        Ok(())
    }

    /// Brings the rows to the disk.
    fn sync(&mut self) -> Result<()> {
        let out = self.writer.get_mut();
        out.flush()
            .and_then(|()| out.get_ref().sync_data())
            .with_context(|| format!("can't write {}", self.part.display()))
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

/// Writes rows to a file that has n of them.
fn writer(job: &Job<'_>, format: Format, file: File, n: u64) -> Writer<BufWriter<File>> {
    Writer::new(job.game, format, BufWriter::with_capacity(1 << 20, file)).going_on_after(n)
}

/// How a file with the rows of so many columns begins. Rows with a > 0 tell all formats and columns from each other.
fn head(job: &Job<'_>, format: Format, columns: u64) -> Result<Vec<u8>> {
    let (mut head, mut n) = (Vec::new(), 0);
    let mut writer = Writer::new(job.game, format, &mut head);
    Sparse::new(job.k)?.run(columns.min(HEAD), &mut (), |column| {
        for &y in column.upper {
            writer.entry(Entry { n, at: Position::new(column.x, y) })?;
            n += 1;
        }
        Ok::<(), anyhow::Error>(())
    })?;
    Ok(head)
}

/// Where so many lines end, if there are so many.
fn end_of_line(file: &File, lines: u64) -> Result<Option<u64>> {
    let (mut reader, mut line, mut end) = (BufReader::with_capacity(1 << 20, file), Vec::new(), 0);
    for _ in 0..lines {
        line.clear();
        reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Ok(None);
        }
        end += line.len() as u64;
    }
    Ok(Some(end))
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
    let k = wythoff::solve::blocking_k(game).map(u64::from).filter(|&k| k <= sparse::LARGEST_K);
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
