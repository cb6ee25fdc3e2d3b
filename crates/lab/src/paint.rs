//! Tiles as bytes: raw values, or pictures with a palette.

use std::sync::LazyLock;

use wythoff::solve::Values;

use crate::boards::{NOT_READY, Pixels, REMOVED, UNREADY_COUNT, UNREADY_NUMBER};
use crate::problem::Problem;
use crate::wire::board::Palette;

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

impl Palette {
    pub(crate) const ALL: [Self; 5] = [Self::Outcome, Self::Cln15, Self::Deviation, Self::Safe, Self::Nim];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Cln15 => "cln15",
            Self::Deviation => "deviation",
            Self::Safe => "safe",
            Self::Nim => "nim",
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, Problem> {
        let found = Self::ALL.into_iter().find(|palette| palette.name() == text);
        found.ok_or_else(|| Problem::bad_request("palette is one of outcome, cln15, deviation, safe, nim"))
    }
}

/// What lies under the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Theme {
    Light,
    Dark,
}

impl Theme {
    pub(crate) fn parse(text: &str) -> Result<Self, Problem> {
        match text {
            "light" => Ok(Self::Light),
            "dark" => Ok(Self::Dark),
            _ => Err(Problem::bad_request("theme is light or dark")),
        }
    }

    /// The colours of the sheet around a board, and of what is written on it.
    pub(crate) fn around(self) -> [Rgb; 2] {
        match self {
            Self::Light => [[0xff, 0xff, 0xff], [0x14, 0x1c, 0x3a]],
            Self::Dark => [[0x0c, 0x0d, 0x12], [0xec, 0xe8, 0xdc]],
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The colour of N, and that of P.
    fn paper_and_ink(self) -> [Rgb; 2] {
        match self {
            Self::Light => [[0xf3, 0xee, 0xdf], [0x14, 0x1c, 0x3a]],
            Self::Dark => [[0x16, 0x18, 0x20], [0xf0, 0xe6, 0xc8]],
        }
    }
}

/// The deviation of the first of the colours, and their number.
const FIRST: i32 = -5;
const COLOURS: usize = 14;

/// Deviations from −5 to 8, like those of the library for CLN15 Fig. 1.
const DEVIATION: [Rgb; COLOURS] = [
    [0x05, 0x30, 0x61],
    [0x1f, 0x5f, 0xa0],
    [0x3f, 0x8f, 0xc4],
    [0x8c, 0xc2, 0xdd],
    [0xd0, 0xe5, 0xf1],
    [0x55, 0x55, 0x55],
    [0xfd, 0xdb, 0xc7],
    [0xf4, 0xa5, 0x82],
    [0xe0, 0x7b, 0x60],
    [0xd0, 0x4c, 0x45],
    [0xb2, 0x18, 0x2b],
    [0x95, 0x0f, 0x26],
    [0x7a, 0x07, 0x22],
    [0x50, 0x00, 0x18],
];

/// Lightness falls all the way, so that it reads without any colour.
const SAFE: [Rgb; COLOURS] = [
    [0xff, 0xf7, 0xc4],
    [0xfe, 0xea, 0x8f],
    [0xf8, 0xd9, 0x60],
    [0xec, 0xc5, 0x44],
    [0xdb, 0xb0, 0x3c],
    [0x8a, 0x86, 0x79],
    [0x6c, 0x6e, 0x72],
    [0x56, 0x5d, 0x6d],
    [0x45, 0x50, 0x6b],
    [0x35, 0x45, 0x6a],
    [0x25, 0x39, 0x6b],
    [0x15, 0x2e, 0x6e],
    [0x02, 0x24, 0x66],
    [0x00, 0x18, 0x48],
];

const REMOVED_COLOUR: Rgb = [0x9a, 0x9a, 0x9a];

/// What differs, for every eye: neither, both, only A, only B.
const DIFFERENCE: [Rgb; 2] = [[0xe6, 0x9f, 0x00], [0x00, 0x72, 0xb2]];

/// The values by rows, little-endian.
pub(crate) fn raw(pixels: &Pixels) -> Vec<u8> {
    match pixels {
        Pixels::Outcomes(values) | Pixels::Classes(values) => values.clone(),
        Pixels::Numbers(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        Pixels::Counts { counts, .. } => counts.iter().flat_map(|value| value.to_le_bytes()).collect(),
        Pixels::Colours(colours) => colours.iter().flat_map(|colour| colour.unwrap_or_default()).collect(),
    }
}

/// The colours of numbers. Their index 0 is that of what is not known; it has none.
pub(crate) struct Scale {
    colours: Vec<Rgb>,
    nim: Option<wythoff::render::Palette>,
}

impl Scale {
    /// Of deviations, or of nim-values.
    pub(crate) fn new(palette: Palette) -> Self {
        if palette == Palette::Nim {
            let nim = wythoff::render::Palette::nim_values();
            return Self { colours: nim.colours()[..=usize::from(nim.removed())].to_vec(), nim: Some(nim) };
        }
        let papers = wythoff::render::Palette::deviations();
        let colours: &[Rgb] = match palette {
            Palette::Cln15 | Palette::Outcome | Palette::Nim => &papers.colours()[..COLOURS],
            Palette::Deviation => &DEVIATION,
            Palette::Safe => &SAFE,
        };
        Self { colours: [colours, &[REMOVED_COLOUR]].concat(), nim: None }
    }

    /// How many indices there are.
    pub(crate) fn len(&self) -> usize {
        self.colours.len() + 1
    }

    pub(crate) fn index(&self, value: i32) -> u8 {
        match value {
            UNREADY_NUMBER => 0,
            // It comes last.
            REMOVED => u8::try_from(self.colours.len()).unwrap_or(0),
            value => match &self.nim {
                Some(nim) => nim.index_of_number(value.into()) + 1,
                // From 1 to 14.
                None => u8::try_from(value.clamp(FIRST, FIRST + 13) - FIRST + 1).unwrap_or(0),
            },
        }
    }

    /// The indices of P-positions, where the number decides.
    fn of_p(&self) -> usize {
        if self.nim.is_some() { 1 } else { usize::try_from(-FIRST).unwrap_or(0) }
    }

    /// The mean colour of cells, given how many have each index; none where none is known. Where the number decides, P
    /// and N have their own means, and the share of P in the whole is that of a pixel: never less than [`LEAST_SHADE`].
    pub(crate) fn mean(&self, cells: &[u32], decides: bool) -> Option<Rgb> {
        let known = &cells[1..];
        let all: u32 = known.iter().sum();
        if all == 0 {
            return None;
        }
        let light = |indices: &[u32], first: usize| {
            let count = f64::from(indices.iter().sum::<u32>().max(1));
            let sum = |channel: usize| -> f64 {
                let colours = indices.iter().zip(&self.colours[first..]);
                colours.map(|(cells, colour)| f64::from(*cells) * LIGHT[usize::from(colour[channel])]).sum()
            };
            [sum(0) / count, sum(1) / count, sum(2) / count]
        };
        if !decides {
            return Some(light(known, 0).map(byte));
        }
        let (p, n) = known.split_at(self.of_p());
        let weight = f64::from(share(p.iter().sum(), all)) / 254.0;
        let (p, n) = (light(p, 0), light(n, self.of_p()));
        Some(std::array::from_fn(|channel| byte(weight * p[channel] + (1.0 - weight) * n[channel])))
    }
}

/// How much light a byte of sRGB stands for. Light can be averaged, the bytes can't. (What is computed in floating
/// point here is a shade and nothing else.)
static LIGHT: LazyLock<[f64; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let value = f64::from(u8::try_from(byte).unwrap_or(u8::MAX)) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
});

/// The byte whose light is nearest.
fn byte(light: f64) -> u8 {
    let above = LIGHT.partition_point(|known| *known < light).min(255);
    let below = above.saturating_sub(1);
    let nearest = if light - LIGHT[below] < LIGHT[above] - light { below } else { above };
    u8::try_from(nearest).unwrap_or(u8::MAX)
}

/// Pixels in their colours.
enum Painted {
    /// By indices: 0 stands for what is not known, the colours come after it.
    Indexed { colours: Vec<Rgb>, indices: Vec<u8> },
    /// None where nothing is known.
    Mixed(Vec<Option<Rgb>>),
}

impl Painted {
    fn indexed(colours: &[Rgb], indices: impl Iterator<Item = u8>) -> Self {
        Self::Indexed { colours: colours.to_vec(), indices: indices.collect() }
    }
}

/// A PNG; what is not known is transparent.
pub(crate) fn png(pixels: &Pixels, palette: Palette, theme: Theme) -> Result<Vec<u8>, Problem> {
    encode(&painted(pixels, palette, theme))
}

fn encode(painted: &Painted) -> Result<Vec<u8>, Problem> {
    match painted {
        Painted::Indexed { colours, indices } => {
            let side = indices.len().isqrt();
            let palette: Vec<u8> = [[0; 3]].iter().chain(colours).flatten().copied().collect();
            encoded(side, &indices[..side * side], |encoder| {
                encoder.set_color(png::ColorType::Indexed);
                encoder.set_palette(palette);
                encoder.set_trns(vec![0_u8]);
            })
        }
        Painted::Mixed(colours) => {
            let pixel = |colour: &Option<Rgb>| colour.map_or([0; 4], |[red, green, blue]| [red, green, blue, 0xff]);
            let bytes: Vec<u8> = colours.iter().flat_map(pixel).collect();
            encoded(colours.len().isqrt(), &bytes, |encoder| encoder.set_color(png::ColorType::Rgba))
        }
    }
}

/// The colour of each pixel; none where nothing is known.
pub(crate) fn colours(pixels: &Pixels, palette: Palette, theme: Theme) -> Vec<Option<Rgb>> {
    match painted(pixels, palette, theme) {
        Painted::Indexed { colours, indices } => {
            let colour = |index: u8| usize::from(index).checked_sub(1).map(|index| colours[index]);
            indices.into_iter().map(colour).collect()
        }
        Painted::Mixed(colours) => colours,
    }
}

/// The colours of P and N.
fn outcome_colours(palette: Palette, theme: Theme) -> [Rgb; 3] {
    let [n, p] = match palette {
        Palette::Outcome | Palette::Nim => theme.paper_and_ink(),
        // Blue and vermilion are told apart by all.
        Palette::Cln15 | Palette::Deviation | Palette::Safe => [SAFE[12], SAFE[1]],
    };
    [n, p, REMOVED_COLOUR]
}

/// The colours of cells, in the order of the library's palette for these values.
pub(crate) fn cell_colours(values: Values, palette: Palette, theme: Theme) -> Vec<Rgb> {
    if values == Values::Outcome { outcome_colours(palette, theme).to_vec() } else { Scale::new(palette).colours }
}

fn painted(pixels: &Pixels, palette: Palette, theme: Theme) -> Painted {
    let [paper, ink] = theme.paper_and_ink();
    match pixels {
        Pixels::Outcomes(values) => {
            let index = |value: &u8| if *value == NOT_READY { 0 } else { value + 1 };
            Painted::indexed(&outcome_colours(palette, theme), values.iter().map(index))
        }
        Pixels::Numbers(values) => {
            let scale = Scale::new(palette);
            Painted::indexed(&scale.colours, values.iter().map(|value| scale.index(*value)))
        }
        Pixels::Colours(colours) => Painted::Mixed(colours.clone()),
        Pixels::Counts { counts, cells } => {
            let ink = if palette == Palette::Safe { SAFE[12] } else { ink };
            let shade = |step: u8| {
                let mix = |paper: u8, ink: u8| {
                    let step = u16::from(step);
                    // A mean of two bytes is a byte.
                    u8::try_from((u16::from(paper) * (254 - step) + u16::from(ink) * step) / 254).unwrap_or(u8::MAX)
                };
                std::array::from_fn(|channel| mix(paper[channel], ink[channel]))
            };
            let colours: Vec<Rgb> = (0..=254).map(shade).collect();
            Painted::indexed(
                &colours,
                counts.iter().map(|count| 1 + share(*count, *cells)).map(|index| index % 256).map(as_index),
            )
        }
        Pixels::Classes(values) => {
            let both = [0x9a, 0xa0, 0xa8];
            let index = |value: &u8| if *value == NOT_READY { 0 } else { value + 1 };
            Painted::indexed(&[paper, both, DIFFERENCE[0], DIFFERENCE[1]], values.iter().map(index))
        }
    }
}

/// A PNG of marks in ink, with nothing around them: what lies below is seen.
pub(crate) fn marks(held: &[bool], theme: Theme) -> Result<Vec<u8>, Problem> {
    let [_, ink] = theme.paper_and_ink();
    encode(&Painted::indexed(&[ink], held.iter().copied().map(u8::from)))
}

fn as_index(index: u32) -> u8 {
    u8::try_from(index).unwrap_or(0)
}

/// The least shade of a pixel that is not empty: a thin thread stays visible from afar.
const LEAST_SHADE: u32 = 64;

/// The share of the cells in 254 steps; 255 where it is not known.
fn share(count: u32, cells: u32) -> u32 {
    match count {
        UNREADY_COUNT => 255,
        0 => 0,
        _ => {
            let share = u64::from(count) * 254 / u64::from(cells.max(1));
            u32::try_from(share).unwrap_or(254).clamp(LEAST_SHADE, 254)
        }
    }
}

/// A square PNG of eight bits.
fn encoded(
    side: usize,
    data: &[u8],
    form: impl FnOnce(&mut png::Encoder<'_, &mut Vec<u8>>),
) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let pixels = u32::try_from(side).map_err(|_| Problem::internal("a picture is too large"))?;
    let mut encoder = png::Encoder::new(&mut bytes, pixels, pixels);
    form(&mut encoder);
    encoder.set_depth(png::BitDepth::Eight);
    // Empty tiles become a few hundred bytes, in about a millisecond.
    encoder.set_deflate_compression(png::DeflateCompression::Level(3));
    encoder.set_filter(png::Filter::NoFilter);
    let failed = |error: png::EncodingError| Problem::internal(error.to_string());
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(data).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}
