//! A rectangle of a board's pixels, in the colours of its tiles.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;
use wythoff::exact::UBig;
use wythoff::solve::Values;
use wythoff::{Position, Window};

use crate::ask::number;
use crate::boards::{Pixels, REMOVED, Region, TILE, View};
use crate::limits::{self, Deadline};
use crate::paint::{self, Rgb, Theme};
use crate::problem::Problem;
use crate::tile::Address;
use crate::wire::board::Palette;

/// Which cells are drawn, how large and how.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct GridQuery {
    /// The first column.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "0"))]
    x: Option<String>,
    /// The first row.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "0"))]
    y: Option<String>,
    /// Columns.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "512"))]
    width: Option<String>,
    /// Rows.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "512"))]
    height: Option<String>,
    /// Pixels per cell, from 1 to 64, or 1/2, 1/4, 1/8, …: 2, 4, 8, … cells per pixel each way.
    #[schemars(extend("pattern" = "^(1/)?[0-9]+$", "default" = "1"))]
    pub(super) scale: Option<String>,
    /// The colours.
    #[schemars(extend("enum" = ["outcome", "cln15", "deviation", "safe", "nim"], "default" = "outcome"))]
    palette: Option<String>,
    /// Light or dark paper.
    #[schemars(extend("enum" = ["light", "dark"], "default" = "light"))]
    theme: Option<String>,
}

/// How large a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zoom {
    /// So many pixels each way.
    In(u32),
    /// A pixel has 2^level cells each way.
    Out(u32),
}

/// The most pixels of a cell each way.
const MOST_PIXELS: u32 = 64;

impl Zoom {
    fn parse(text: &str, levels: u32) -> Result<Self, Problem> {
        let wrong = || {
            let most = 1_u64 << (levels - 1);
            Problem::bad_request(format!(
                "scale is a number of pixels per cell from 1 to {MOST_PIXELS}, or 1/2, 1/4, … down to 1/{most}"
            ))
        };
        let read = |digits: &str| digits.parse::<u32>().map_err(|_| wrong());
        match text.strip_prefix("1/") {
            None => match read(text)? {
                pixels @ 1..=MOST_PIXELS => Ok(Self::In(pixels)),
                _ => Err(wrong()),
            },
            Some(cells) => match read(cells)? {
                cells if cells.is_power_of_two() && cells.ilog2() < levels => Ok(Self::Out(cells.ilog2())),
                _ => Err(wrong()),
            },
        }
    }

    /// Those of a board with so many levels, the largest cells first.
    fn all(levels: u32) -> impl Iterator<Item = Self> {
        (1..=MOST_PIXELS).rev().map(Self::In).chain((1..levels.min(u32::BITS)).map(Self::Out))
    }

    pub(crate) const fn level(self) -> u32 {
        match self {
            Self::In(_) => 0,
            Self::Out(level) => level,
        }
    }

    /// Pixels of the picture for a pixel of the level, each way.
    pub(crate) const fn enlarged(self) -> u32 {
        match self {
            Self::In(pixels) => pixels,
            Self::Out(_) => 1,
        }
    }
}

impl fmt::Display for Zoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::In(pixels) => write!(f, "{pixels}"),
            Self::Out(level) => write!(f, "1/{}", 1_u64 << level),
        }
    }
}

/// The cells that are asked for.
#[derive(Clone)]
pub(crate) struct Cells {
    pub(crate) x: UBig,
    pub(crate) y: UBig,
    pub(crate) width: UBig,
    pub(crate) height: UBig,
}

impl Cells {
    fn read(query: &GridQuery) -> Result<Self, Problem> {
        let read = |name, text: &Option<String>, default| number(name, text.as_deref().unwrap_or(default));
        let (x, y) = (read("x", &query.x, "0")?, read("y", &query.y, "0")?);
        let (width, height) = (read("width", &query.width, "512")?, read("height", &query.height, "512")?);
        if width == UBig::ZERO || height == UBig::ZERO {
            return Err(Problem::bad_number("width and height are at least 1"));
        }
        Ok(Self { x, y, width, height })
    }

    /// The first pixel and the pixels each way. Borders are put between pixels, outwards.
    fn pixels(&self, zoom: Zoom) -> Result<([UBig; 2], [usize; 2]), Problem> {
        let level = zoom.level() as usize;
        let pixels = |from: &UBig, cells: &UBig| {
            let last = (from + cells + ((UBig::ONE << level) - 1_u8)) >> level;
            let count = u64::try_from(last - (from >> level)).unwrap_or(u64::MAX);
            let most = limits::POSTER_SIDE / u64::from(zoom.enlarged());
            if count > most {
                let side = limits::POSTER_SIDE;
                let message =
                    format!("a picture has at most {side} pixels each way: {most} cells, or more cells a pixel");
                return Err(Problem::limit("poster-side", side, message));
            }
            usize::try_from(count).map_err(|_| Problem::internal("a picture is too large"))
        };
        let sides = [pixels(&self.x, &self.width)?, pixels(&self.y, &self.height)?];
        Ok(([&self.x >> level, &self.y >> level], sides))
    }
}

/// The rectangle.
pub(crate) struct Grid {
    pub(crate) view: View,
    pub(crate) zoom: Zoom,
    pub(crate) palette: Palette,
    /// What lies under the board, and around it.
    pub(crate) theme: Theme,
    pub(crate) asked: Cells,
    /// The first pixel, among those of the level.
    x: UBig,
    y: UBig,
    /// Pixels of the level.
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Grid {
    /// What is asked for, whether it is there or not.
    pub(crate) fn read(view: View, query: &GridQuery) -> Result<Self, Problem> {
        let zoom = Zoom::parse(query.scale.as_deref().unwrap_or("1"), view.levels())?;
        Self::of_cells(view, query, [zoom], |_| true)
    }

    /// What is asked for, with the largest cells with which it `fits`.
    pub(crate) fn fitted(view: View, query: &GridQuery, fits: impl Fn(&Self) -> bool) -> Result<Self, Problem> {
        let zooms = Zoom::all(view.levels());
        Self::of_cells(view, query, zooms, fits)
    }

    fn of_cells(
        view: View,
        query: &GridQuery,
        zooms: impl IntoIterator<Item = Zoom>,
        fits: impl Fn(&Self) -> bool,
    ) -> Result<Self, Problem> {
        let palette = Palette::parse(query.palette.as_deref().unwrap_or("outcome"))?;
        let theme = Theme::parse(query.theme.as_deref().unwrap_or("light"))?;
        let asked = Cells::read(query)?;
        let [x, y] = [UBig::ZERO; 2];
        let mut grid = Self { view, zoom: Zoom::In(1), palette, theme, asked, x, y, width: 0, height: 0 };
        let mut refusal = Problem::bad_request("so many cells with their words do not fit this size");
        for zoom in zooms {
            match grid.asked.pixels(zoom) {
                Ok(([x, y], [width, height])) => grid = Self { zoom, x, y, width, height, ..grid },
                Err(problem) => {
                    refusal = problem;
                    continue;
                }
            }
            if fits(&grid) {
                return Ok(grid);
            }
        }
        Err(refusal)
    }

    /// The same cells of another board.
    pub(crate) fn of(&self, view: View) -> Self {
        Self { view, asked: self.asked.clone(), x: self.x.clone(), y: self.y.clone(), ..*self }
    }

    /// The cells.
    pub(crate) fn window(&self) -> Window<UBig> {
        let level = self.zoom.level();
        let at = Position::new(&self.x << level as usize, &self.y << level as usize);
        Window { at, width: (self.width as u64) << level, height: (self.height as u64) << level }
    }

    pub(crate) fn region(&self) -> Region {
        let level = self.zoom.level();
        Region::new(&self.window().at, self.width << level, self.height << level)
    }

    /// What the pixels show.
    pub(crate) fn values(&self) -> Values {
        self.tile(0, 0).0.shown(&self.view, self.palette, self.ground())
    }

    /// CLN15's colours stand on black; so does the density that they turn into from afar.
    pub(crate) fn ground(&self) -> Theme {
        if self.palette == Palette::Cln15 { Theme::Dark } else { self.theme }
    }

    /// The tile that has a pixel, and the pixel's column and row in it.
    fn tile(&self, column: usize, row: usize) -> (Address, [usize; 2]) {
        let (x, y) = (&self.x + column, &self.y + row);
        let place = [&x % TILE, &y % TILE];
        (Address::new(self.zoom.level(), x / TILE, y / TILE), place)
    }

    /// Refuses what [`Grid::all`] does not draw.
    pub(crate) fn is_there(&self) -> Result<(), Problem> {
        let region = self.region();
        if self.zoom.level() == 0 && self.view.is_small_corner(&region) {
            return Ok(());
        }
        self.view.has_all(&region, self.zoom.level(), self.values())
    }

    /// The colours of all pixels, by rows. Cells that are near are solved on the spot, whether the board is there or
    /// not.
    pub(crate) fn all(&self) -> Result<Vec<Rgb>, Problem> {
        let (region, deadline, values) = (self.region(), Deadline::new(), self.values());
        let pixels = if self.zoom.level() > 0 {
            self.view.has_all(&region, self.zoom.level(), values)?;
            let mut pixels = Vec::new();
            while pixels.len() < self.width * self.height {
                pixels.append(&mut self.band(pixels.len() / self.width)?);
            }
            return Ok(pixels);
        } else if values == Values::Outcome {
            Pixels::Outcomes(self.view.all_outcomes(&region, &deadline)?)
        } else if values == Values::Grundy {
            Pixels::Numbers(self.view.all_numbers(&region, values, &deadline)?)
        } else {
            // Games without a k as if k = 1, like those of the tiles.
            let k = i32::try_from(self.view.k().unwrap_or(1)).unwrap_or(i32::MAX);
            let deviation = |palaces: i32| if palaces == REMOVED { palaces } else { palaces - k };
            let palaces = self.view.all_numbers(&region, Values::Palace, &deadline)?;
            Pixels::Numbers(palaces.into_iter().map(deviation).collect())
        };
        let unknown = self.theme.around()[0];
        let colours = paint::colours(&pixels, self.palette, self.ground());
        Ok(colours.into_iter().map(|colour| colour.unwrap_or(unknown)).collect())
    }

    /// The colours of the pixels from a row on, by rows, as many as come from the same tiles.
    pub(crate) fn band(&self, first: usize) -> Result<Vec<Rgb>, Problem> {
        let top = self.tile(0, first).1[1];
        let rows = (TILE - top).min(self.height - first);
        let unknown = self.theme.around()[0];
        let mut band = vec![unknown; self.width * rows];
        let mut column = 0;
        while column < self.width {
            let (address, [left, _]) = self.tile(column, first);
            let columns = (TILE - left).min(self.width - column);
            let colours = address.colours(&self.view, self.palette, self.ground(), &Deadline::new())?;
            for (line, tile) in band.chunks_mut(self.width).zip(colours.chunks(TILE).skip(top)) {
                for (pixel, colour) in line[column..column + columns].iter_mut().zip(&tile[left..]) {
                    *pixel = colour.unwrap_or(unknown);
                }
            }
            column += columns;
        }
        Ok(band)
    }
}
