//! Where an item is made: its files appear whole, and under seals.

use std::fs;
use std::io::{self, Read, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;
use wythoff::printed::Table;
use wythoff::render::{Format, Options, Picture, RenderError, Writer};
use wythoff::seal::{self, Seal, Sealing};
use wythoff::solve::{self, Row};
use wythoff::{Position, Window};

use super::games::first_upper;
use super::item::{Cell, Comparison, File, Item, Kind, Line, Record, Size, Written};
use super::raster::{Preview, Raster};
use crate::output::Output;
use crate::solve::parse_game;
use crate::watch::Progress;

/// Pictures with a longer side get a preview.
const PREVIEW_FROM: u64 = 1200;

/// A window of a board, in colours.
pub(super) struct View<'v> {
    /// What distinguishes the file among those of the item; empty for the only one.
    pub(super) panel: &'v str,
    pub(super) label: String,
    pub(super) game: &'v str,
    pub(super) window: Window,
    pub(super) values: solve::Values,
    /// The side of a cell in pixels.
    pub(super) scale: u32,
}

/// The extremes of the numbers in a window.
pub(super) struct Census {
    pub(super) least: i64,
    pub(super) greatest: i64,
    /// Where the greatest is first met, row by row.
    pub(super) place: Position,
    /// The greatest with x = y, if the window has such cells.
    pub(super) on_diagonal: Option<i64>,
}

impl Census {
    fn add(&mut self, left: u64, row: &Row<'_>) {
        for (x, &number) in (left..).zip(row.numbers) {
            self.least = self.least.min(number);
            if number > self.greatest {
                (self.greatest, self.place) = (number, Position::new(x, row.y));
            }
            if x == row.y {
                self.on_diagonal = self.on_diagonal.max(Some(number));
            }
        }
    }
}

pub(super) struct Workshop {
    folder: PathBuf,
    size: Size,
    /// Whether the size plays a part.
    has_size: bool,
    id: &'static str,
    files: Vec<File>,
    comparisons: Vec<Comparison>,
}

impl Workshop {
    pub(super) fn new(folder: &Path, size: Size, item: &Item) -> Self {
        Self {
            folder: folder.to_owned(),
            size,
            has_size: false,
            id: item.id,
            files: Vec::new(),
            comparisons: Vec::new(),
        }
    }

    /// Makes the item; its record is on disk when, and only when, it is complete.
    pub(super) fn make(mut self, item: &Item) -> Result<Record> {
        let path = record_path(&self.folder, item);
        if path.exists() {
            fs::remove_file(&path).with_context(|| format!("can't remove {}", path.display()))?;
        }
        (item.make)(&mut self)?;
        let (unexplained, vanished) = Record::judge(item, &self.comparisons);
        let record = Record {
            id: item.id.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            size: self.has_size.then_some(self.size),
            files: self.files,
            comparisons: self.comparisons,
            unexplained,
            vanished,
        };
        let mut out = Output::open(Some(&path))?;
        out.write_all(seal::sealed(&serde_json::to_string(&record)?).as_bytes())?;
        out.finish()?;
        Ok(record)
    }

    /// How large the item is to be; one that does not ask is the same in every size.
    pub(super) fn size(&mut self) -> Size {
        self.has_size = true;
        self.size
    }

    /// A table of P-positions beside the printed one, which has these columns: the pair, and perhaps its difference.
    pub(super) fn table(&mut self, table: Table, columns: &[&str]) -> Result<()> {
        let printed = table.printed();
        let ours = first_upper(table.game, printed.len())?;
        let numbers = |at: &Position| [at.x, at.y, at.y - at.x];
        let line = |(n, (printed, ours)): (usize, (&Position, &Position))| Line {
            label: n.to_string(),
            cells: (columns.iter().zip(numbers(printed)).zip(numbers(ours)))
                .map(|((_, printed), ours)| Cell::same(printed, ours))
                .collect(),
        };
        let comparison = Comparison {
            heading: "n".to_owned(),
            columns: columns.iter().map(ToString::to_string).collect(),
            lines: printed.iter().zip(&ours).enumerate().map(line).collect(),
            ..Comparison::default()
        };
        self.compare("", "every row, printed and ours", comparison)
    }

    /// Printed values beside ours; they are also written as CSV.
    pub(super) fn compare(&mut self, panel: &str, label: &str, comparison: Comparison) -> Result<()> {
        let comparison = Comparison { title: label.to_owned(), ..comparison };
        let has_printed = comparison.values() > 0;
        let named = |part: &str| {
            let name = |column: &String| format!("{part} {column}").trim().to_owned();
            comparison.columns.iter().map(name).collect::<Vec<_>>()
        };
        let mut fields = vec![comparison.heading.clone()];
        if has_printed {
            fields.extend(named("printed"));
        }
        fields.extend(named("ours"));
        let mut text = record_line(fields, has_printed.then_some("differs"));
        for line in &comparison.lines {
            let mut fields = vec![line.label.clone()];
            if has_printed {
                fields.extend(line.cells.iter().map(|cell| cell.printed.clone()));
            }
            fields.extend(line.cells.iter().map(|cell| cell.ours.clone()));
            let differs = if line.differs() { "yes" } else { "no" };
            text += &record_line(fields, has_printed.then_some(differs));
        }
        self.comparisons.push(comparison);
        self.text(panel, Kind::Table, label, &text)
    }

    /// A drawing.
    pub(super) fn drawing(&mut self, panel: &str, label: &str, svg: &str) -> Result<()> {
        self.text(panel, Kind::Drawing, label, svg)
    }

    fn text(&mut self, panel: &str, kind: Kind, label: &str, text: &str) -> Result<()> {
        let name = self.name(panel, kind);
        let mut out = self.open(&name)?;
        out.write_all(text.as_bytes())?;
        self.finish(out, name, kind, label, None)
    }

    /// A picture of pixels.
    pub(super) fn raster(&mut self, panel: &str, label: &str, raster: &Raster) -> Result<()> {
        let name = self.name(panel, Kind::Pixels);
        let mut out = self.open(&name)?;
        raster.write(&mut out)?;
        let preview = if raster.width.max(raster.height) > PREVIEW_FROM {
            Some(self.preview(panel, &raster.averaged(PREVIEW_FROM))?)
        } else {
            None
        };
        self.finish(out, name, Kind::Pixels, label, preview)
    }

    fn preview(&self, panel: &str, raster: &Raster) -> Result<Written> {
        let dot = if panel.is_empty() { "" } else { "." };
        let name = self.name(&format!("{panel}{dot}preview"), Kind::Pixels);
        let mut out = self.open(&name)?;
        raster.write(&mut out)?;
        written(out, name)
    }

    /// A window of a board as PNG, with a preview if it is large. Streamed: memory holds a few rows and the preview.
    pub(super) fn view(&mut self, view: &View<'_>) -> Result<Census> {
        let game = parse_game(view.game)?;
        let picture = Picture::new(&game, view.window, view.values);
        let name = self.name(view.panel, Kind::Pixels);
        let mut out = self.open(&name)?;
        let side = view.window.width.max(view.window.height) * u64::from(view.scale);
        let mut preview = (side > PREVIEW_FROM).then(|| Preview::new(&picture, PREVIEW_FROM));
        let options = Options { scale: NonZeroU32::new(view.scale), ..Options::default() };
        let mut writer = Writer::new(Format::Png, &picture, options, &mut out)?;
        let mut census = Census { least: i64::MAX, greatest: i64::MIN, place: view.window.at, on_diagonal: None };
        solve::rows(&game, view.window, view.values, None, &Progress::new(), |row| {
            if let Some(preview) = &mut preview {
                preview.row(&row);
            }
            census.add(view.window.at.x, &row);
            writer.row(&row)
        })
        .map_err(unwrapped)?;
        writer.finish()?;
        let preview = preview.map(|preview| self.preview(view.panel, &preview.finish())).transpose()?;
        self.finish(out, name, Kind::Pixels, &view.label, preview)?;
        Ok(census)
    }

    fn name(&self, panel: &str, kind: Kind) -> String {
        let ending = match kind {
            Kind::Table => "csv",
            Kind::Drawing => "svg",
            Kind::Pixels => "png",
        };
        let dot = if panel.is_empty() { "" } else { "." };
        format!("{}{dot}{panel}.{ending}", self.id)
    }

    fn open(&self, name: &str) -> Result<Sealing<Output>> {
        Ok(Sealing::new(Output::open(Some(&self.folder.join(name)))?))
    }

    fn finish(
        &mut self,
        out: Sealing<Output>,
        name: String,
        kind: Kind,
        label: &str,
        preview: Option<Written>,
    ) -> Result<()> {
        self.files.push(File { written: written(out, name)?, label: label.to_owned(), kind, preview });
        Ok(())
    }
}

/// Finishes a file.
fn written(out: Sealing<Output>, name: String) -> Result<Written> {
    let seal = out.seal();
    out.into_inner().finish()?;
    Ok(Written { name, seal })
}

/// An interruption is one, wherever it happens.
fn unwrapped(error: RenderError) -> anyhow::Error {
    match error {
        RenderError::Solve(error) => error.into(),
        error => error.into(),
    }
}

/// Where an item's record is kept.
pub(super) fn record_path(folder: &Path, item: &Item) -> PathBuf {
    folder.join(format!("{}.json", item.id))
}

/// What there is of an item.
pub(super) enum Found {
    /// Nothing, or nothing by this version.
    Nothing,
    /// Every file is as it was written.
    Complete(Record),
    /// A file is not, and in which way.
    Damaged(PathBuf, &'static str),
}

/// Reads the record of an item, and every file that it names.
pub(super) fn found(folder: &Path, item: &Item) -> Result<Found> {
    let path = record_path(folder, item);
    let Some(line) = read(&path, |mut file| {
        let mut line = Vec::new();
        file.read_to_end(&mut line).map(|_| line)
    })?
    else {
        return Ok(Found::Nothing);
    };
    let Some(record) = seal::opened::<Value>(line) else { return Ok(Found::Damaged(path, DAMAGED)) };
    if record["id"] != item.id || record["version"] != env!("CARGO_PKG_VERSION") {
        return Ok(Found::Nothing);
    }
    let Ok(record) = serde_json::from_value::<Record>(record) else { return Ok(Found::Nothing) };
    for Written { name, seal } in record.written() {
        let path = folder.join(name);
        match read(&path, Seal::of)? {
            Some(found) if found == *seal => {}
            Some(_) => return Ok(Found::Damaged(path, DAMAGED)),
            None => return Ok(Found::Damaged(path, "is missing")),
        }
    }
    Ok(Found::Complete(record))
}

const DAMAGED: &str = "is damaged (its checksum is wrong)";

/// Reads a file, if it is there.
fn read<T>(path: &Path, content: impl FnOnce(fs::File) -> io::Result<T>) -> Result<Option<T>> {
    match fs::File::open(path).and_then(content) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        content => content.map(Some).with_context(|| format!("can't read {}", path.display())),
    }
}

/// A line of CSV.
fn record_line(fields: Vec<String>, last: Option<&str>) -> String {
    let quoted = |field: String| {
        let is_plain = !field.contains([',', '"', '\n']);
        if is_plain { field } else { format!("\"{}\"", field.replace('"', "\"\"")) }
    };
    let fields: Vec<String> = fields.into_iter().chain(last.map(str::to_owned)).map(quoted).collect();
    fields.join(",") + "\n"
}
