//! `wythoff table --checkpoint FILE`: a long table of W^k that may be stopped or killed, and goes on later.
//!
//! The checkpoint holds the engine's state after some column, and the number and signature of the rows so far. Rows go to a file
//! beside their place. They are on the disk before the checkpoint that counts them, so after a kill there are at least as
//! many, and what is too much is cut off.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use wythoff::solve::Watch;
use wythoff::solve::sparse::{self, Sparse};
use wythoff::table::{Entry, Format, Writer};
use wythoff::{Engine, Game, Position, Tally};

use crate::output::part_of;
use crate::watch::Progress;

/// A state that is older than this is written anew.
const EVERY: Duration = Duration::from_secs(10);

/// Columns between two looks at the clock. The first checkpoint comes after so many, to see that it can be written.
const COLUMNS: u64 = 1 << 14;

/// Computes the columns of W^k that the checkpoint does not have yet, with their rows if a place is given, and gives back the tally of all.
pub(crate) fn run(
    game: &Game,
    k: u64,
    columns: u64,
    checkpoint: &Path,
    rows: Option<(Format, &Path)>,
) -> Result<Tally> {
    let shown = checkpoint.display();
    let mut sparse = if checkpoint.exists() {
        sparse::read_file(k, checkpoint).with_context(|| format!("--checkpoint {shown}"))?
    } else {
        Sparse::new(k)?
    };
    if sparse.x() > columns {
        bail!("--checkpoint {shown}: it has columns 0 to {} already; --max-x must be at least that", sparse.x() - 1);
    }
    if sparse.x() > 0 {
        eprintln!("going on from column {}", sparse.x());
    }
    sparse.reserve(columns)?;
    let mut rows = rows.map(|(format, path)| Rows::open(game, format, path, sparse.tally().p_count)).transpose()?;
    let mut watch = Whole { progress: Progress::new(), columns };
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
            eprintln!("{} columns are done and kept in {shown}; the same command goes on from there", sparse.x());
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

/// The rows of the table, on their way to their place.
struct Rows {
    writer: Writer<BufWriter<File>>,
    /// How many are written.
    n: u64,
    part: PathBuf,
    path: PathBuf,
}

impl Rows {
    /// The file beside `path`, cut after the first n rows.
    fn open(game: &Game, format: Format, path: &Path, n: u64) -> Result<Self> {
        let part = part_of(path);
        let shown = part.display();
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(n == 0).truncate(n == 0);
        let mut file = match options.open(&part) {
            Err(error) if n > 0 && error.kind() == std::io::ErrorKind::NotFound => bail!(
                "the checkpoint has {n} rows of an earlier run, but {shown}, where they were, is missing: bring it back, or remove the checkpoint to start anew"
            ),
            opened => opened.with_context(|| format!("--output: can't write {shown}"))?,
        };
        if n > 0 {
            let end = end_of_line(&file, n + format.heading_lines())
                .with_context(|| format!("can't read {shown}"))?
                .with_context(|| format!("{shown} has fewer rows than the checkpoint: remove both to start anew"))?;
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
        }
        let writer = Writer::new(game, format, BufWriter::with_capacity(1 << 20, file)).going_on_after(n);
        Ok(Self { writer, n, part, path: path.to_owned() })
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
        fs::rename(&self.part, &self.path).with_context(|| format!("--output: can't write {}", self.path.display()))
    }
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
