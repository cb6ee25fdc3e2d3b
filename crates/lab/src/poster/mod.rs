//! Posters: a region of a board as one large picture, with what its colours mean and how it is made again. It is drawn
//! while it is sent, a band of tiles at a time.

mod animation;
mod grid;
mod letters;
mod raster;
mod sheet;
mod svg;

use std::sync::Arc;

use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use wythoff::exact::UBig;
use wythoff::render::{self, Picture};
use wythoff::solve::Values;
use wythoff::{Position, Window};

use crate::ask::{InPath, InQuery};
use crate::boards::{Pixels, View};
use crate::games::file_stem;
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::paint::{self, Rgb, Theme};
use crate::problem::Problem;
use crate::wire::board::Palette;

pub(crate) use animation::{AnimationQuery, animation};
use grid::{Cells, Grid, GridQuery, Zoom};
use letters::Weight;
use sheet::{Sheet, Words};

/// Where `wythoff lab` is, if nothing else is asked for.
const PORT: u16 = 8013;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct PosterQuery {
    #[serde(flatten)]
    grid: GridQuery,
    /// The pixels of all of it, instead of a scale: its cells are as large as fits.
    #[schemars(extend("pattern" = "^[0-9]+x[0-9]+$"))]
    size: Option<String>,
    /// What it is written as.
    #[schemars(extend("enum" = ["png", "svg"], "default" = "png"))]
    format: Option<String>,
    /// Whether it says what its colours mean.
    #[schemars(extend("enum" = ["yes", "no"], "default" = "yes"))]
    legend: Option<String>,
    /// Whether it says what it shows, and how to make it again.
    #[schemars(extend("enum" = ["yes", "no"], "default" = "yes"))]
    caption: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Png,
    Svg,
}

impl Format {
    fn parse(text: Option<&str>) -> Result<Self, Problem> {
        match text {
            None | Some("png") => Ok(Self::Png),
            Some("svg") => Ok(Self::Svg),
            Some(_) => Err(Problem::bad_request("format is png or svg")),
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }

    const fn kind(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Svg => "image/svg+xml",
        }
    }
}

fn is_wanted(name: &str, text: Option<&str>) -> Result<bool, Problem> {
    match text {
        None | Some("yes") => Ok(true),
        Some("no") => Ok(false),
        Some(_) => Err(Problem::bad_request(format!("{name} is yes or no"))),
    }
}

/// What is wanted of a poster beside its board.
#[derive(Clone, Copy)]
struct Wishes {
    format: Format,
    legend: bool,
    caption: bool,
    size: Option<[u64; 2]>,
}

impl Wishes {
    fn read(query: &PosterQuery) -> Result<Self, Problem> {
        let size = query.size.as_deref().map(size).transpose()?;
        if size.is_some() && query.grid.scale.is_some() {
            return Err(Problem::bad_request("a poster has a scale or a size, not both"));
        }
        Ok(Self {
            format: Format::parse(query.format.as_deref())?,
            legend: is_wanted("legend", query.legend.as_deref())?,
            caption: is_wanted("caption", query.caption.as_deref())?,
            size,
        })
    }

    fn sheet(self, grid: &Grid) -> Sheet {
        let mut words = Words::default();
        if self.legend {
            words.legend = Some(legend(grid));
        }
        if self.caption {
            words.caption = vec![(title(grid), Weight::Bold)];
            words.commands = commands(grid, self).to_vec();
        }
        Sheet::new([grid.width, grid.height], grid.zoom.enlarged(), words, grid.theme, self.size)
    }

    /// Whether a board on its sheet has the size that is asked for.
    fn fits(self, grid: &Grid) -> bool {
        let Some(size) = self.size else { return true };
        let board = [grid.width, grid.height].map(|pixels| pixels as u64 * u64::from(grid.zoom.enlarged()));
        board[0] <= size[0] && board[1] <= size[1] && {
            let sheet = self.sheet(grid);
            [sheet.width, sheet.height] == size
        }
    }
}

/// `1920x1080`.
fn size(text: &str) -> Result<[u64; 2], Problem> {
    let wrong = || Problem::bad_request("size is that of the picture in pixels, like 1920x1080");
    let side = |text: &str| {
        let side = text.parse().ok().filter(|side| (1..=limits::POSTER_SIDE).contains(side));
        side.ok_or_else(wrong)
    };
    let (width, height) = text.split_once('x').ok_or_else(wrong)?;
    Ok([side(width)?, side(height)?])
}

pub(crate) async fn poster(
    State(lab): State<Arc<Lab>>,
    InPath(name): InPath<String>,
    InQuery(query): InQuery<PosterQuery>,
) -> Answer {
    let wishes = Wishes::read(&query)?;
    let view = View::named(&lab.boards, &name)?;
    let grid = match wishes.size {
        Some(_) => Grid::fitted(view, &query.grid, |grid| wishes.fits(grid))?,
        None => Grid::read(view, &query.grid)?,
    };
    let format = wishes.format;
    let file = format!("{}.{}", file_stem(&name), format.ending());
    lab.stream(format.kind(), &file, move |_, outlet| {
        grid.view.has_all(&grid.region(), grid.zoom.level(), grid.values())?;
        let (title, commands) = (title(&grid), commands(&grid, wishes).join("\n"));
        let sheet = wishes.sheet(&grid);
        check(&sheet)?;
        match format {
            Format::Png => {
                let texts = [("Title", title.as_str()), ("Description", commands.as_str())];
                raster::write(&grid, &sheet, &texts, outlet)
            }
            Format::Svg => svg::write(&grid, &sheet, [&title, &commands], outlet),
        }
    })
    .await
}

/// Refuses a poster that is too large.
fn check(sheet: &Sheet) -> Result<(), Problem> {
    let Sheet { width, height, .. } = *sheet;
    let most = limits::POSTER_PIXELS;
    if width * height <= most {
        return Ok(());
    }
    let message = format!("this poster would have {width} × {height} pixels; one has at most {most} in all");
    Err(Problem::limit("poster-pixels", most, message))
}

/// How a board is called.
fn name_of(view: &View) -> String {
    let game = view.game().to_string();
    match (view.opened(), game.strip_prefix("blocking:k=")) {
        (Some(_), _) => format!("{} ({game})", view.name()),
        (None, Some(k)) => format!("W{}", raised(k)),
        (None, None) => game,
    }
}

/// Digits as an exponent.
fn raised(digits: &str) -> String {
    let raise = |digit: char| digit.to_digit(10).and_then(|digit| letters::RAISED.get(digit as usize).copied());
    digits.chars().map(|digit| raise(digit).unwrap_or(digit)).collect()
}

/// What the poster shows, in a line.
fn title(grid: &Grid) -> String {
    let name = name_of(&grid.view);
    let values = match grid.values() {
        Values::Outcome => "outcomes",
        Values::Palace | Values::Deviation => "palace numbers",
        Values::Grundy => "nim-values",
    };
    let Window { at, width, height } = grid.window();
    let [x, y] = [at.x, at.y].map(|heap| shortened(&heap.to_string()));
    let size = match grid.zoom {
        Zoom::In(1) => "a pixel each".to_owned(),
        Zoom::In(pixels) => format!("{pixels} × {pixels} pixels each"),
        Zoom::Out(level) => format!("{0} × {0} to a pixel", 1_u64 << level),
    };
    format!("{name}: {values} of {width} × {height} cells at ({x}, {y}), {size}")
}

/// Long numbers, of which the command has every digit, by their ends.
fn shortened(digits: &str) -> String {
    const LONG: usize = 24;
    const END: usize = 6;
    let length = digits.len();
    if length <= LONG {
        return digits.to_owned();
    }
    format!("{}...{} of {length} digits", &digits[..END], &digits[length - END..])
}

/// How its board is drawn by the program, and how the same file is made again by a laboratory that has the board.
fn commands(grid: &Grid, wishes: Wishes) -> [String; 2] {
    let (game, Window { at, width, height }) = (grid.view.game().to_string(), grid.window());
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, ':' | '=' | ',' | '-');
    let game = if game.chars().all(is_plain) { game } else { format!("\"{game}\"") };
    let place =
        if at == Position::new(UBig::ZERO, UBig::ZERO) { String::new() } else { format!(" --at {},{}", at.x, at.y) };
    let values = match grid.values() {
        Values::Outcome => "",
        Values::Palace | Values::Deviation => " --values palace",
        Values::Grundy => " --values grundy",
    };
    let (scale, ending) = (grid.zoom.enlarged(), wishes.format.ending());
    let what = if is_the_programs(grid) { "The same board" } else { "The same cells" };
    let name: String = grid.view.name().bytes().map(escaped).collect();
    let (palette, theme, Cells { x, y, width: columns, height: rows }) =
        (grid.palette.name(), grid.theme.name(), &grid.asked);
    let large =
        wishes.size.map_or_else(|| format!("scale={}", grid.zoom), |[wide, high]| format!("size={wide}x{high}"));
    let [legend, caption] = [wishes.legend, wishes.caption].map(|is_wanted| if is_wanted { "yes" } else { "no" });
    [
        format!(
            "{what}: wythoff board {game}{place} --size {width}x{height}{values} --scale {scale} -o poster.{ending}"
        ),
        format!(
            "The same file, from wythoff lab: curl -o poster.{ending} \"http://127.0.0.1:{PORT}/api/board/{name}/poster\
             ?x={x}&y={y}&width={columns}&height={rows}&{large}&palette={palette}&theme={theme}&format={ending}\
             &legend={legend}&caption={caption}\""
        ),
    ]
}

/// Whether the program draws the same pixels.
fn is_the_programs(grid: &Grid) -> bool {
    let has_its_colours = match (grid.palette, grid.values()) {
        (Palette::Outcome | Palette::Nim, Values::Outcome) => grid.theme == Theme::Light,
        (Palette::Cln15, values) => values != Values::Outcome,
        (Palette::Nim, values) => values == Values::Grundy,
        (Palette::Outcome | Palette::Deviation | Palette::Safe, _) => false,
    };
    has_its_colours && matches!(grid.zoom, Zoom::In(_))
}

/// A byte in an address.
fn escaped(byte: u8) -> String {
    match char::from(byte) {
        plain if plain.is_ascii_alphanumeric() || "-._~:=,".contains(plain) => plain.to_string(),
        _ => format!("%{byte:02X}"),
    }
}

/// What the colours mean.
fn legend(grid: &Grid) -> (String, Vec<(String, Rgb)>) {
    let values = grid.values();
    if values == Values::Outcome && grid.zoom.level() > 0 {
        let shares = ["none", "1/4", "1/2", "3/4", "all"];
        let pixels = Pixels::Counts { counts: vec![0, 1, 2, 3, 4], cells: 4 };
        let colours = paint::colours(&pixels, grid.palette, grid.ground()).into_iter().flatten();
        return ("share of P-positions".to_owned(), shares.map(str::to_owned).into_iter().zip(colours).collect());
    }
    let heading = match (values, grid.view.k()) {
        (Values::Outcome, _) => "outcome".to_owned(),
        (Values::Grundy, _) => "nim-value".to_owned(),
        (Values::Palace | Values::Deviation, Some(k)) => format!("palace number, k = {k}"),
        (Values::Palace | Values::Deviation, None) => "palace number".to_owned(),
    };
    // The library says which numbers there may be; deviations are palace numbers to it.
    let named = if values == Values::Deviation { Values::Palace } else { values };
    let palette = render::Palette::of(&Picture::new(grid.view.game(), grid.window(), named));
    let colours = paint::cell_colours(values, grid.palette, grid.ground());
    let swatch = |(label, index): &(String, u8)| {
        let text = match (label.strip_prefix('≤'), label.strip_prefix('≥')) {
            (Some(number), _) => format!("{number} or less"),
            (_, Some(number)) => format!("{number} or more"),
            _ => label.clone(),
        };
        (text, colours[usize::from(*index)])
    };
    (heading, palette.legend().iter().map(swatch).collect())
}
