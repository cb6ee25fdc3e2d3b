//! Tiles as bytes: raw values, or pictures with a palette.

use crate::boards::{NOT_READY, Pixels, REMOVED, TILE, UNREADY_COUNT, UNREADY_NUMBER};
use crate::problem::Problem;
use crate::wire::board::Palette;

/// Red, green, blue.
type Rgb = [u8; 3];

impl Palette {
    pub(crate) const ALL: [Self; 4] = [Self::Outcome, Self::Cln15, Self::Deviation, Self::Safe];

    fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Cln15 => "cln15",
            Self::Deviation => "deviation",
            Self::Safe => "safe",
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, Problem> {
        let found = Self::ALL.into_iter().find(|palette| palette.name() == text);
        found.ok_or_else(|| Problem::bad_request("palette is one of outcome, cln15, deviation, safe"))
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
    }
}

/// A PNG: colour 0 is transparent and stands for what is not known.
pub(crate) fn png(pixels: &Pixels, palette: Palette, theme: Theme) -> Result<Vec<u8>, Problem> {
    let [paper, ink] = theme.paper_and_ink();
    match pixels {
        Pixels::Outcomes(values) => {
            let colours = match palette {
                Palette::Outcome => [paper, ink],
                // Blue and vermilion are told apart by all.
                Palette::Cln15 | Palette::Deviation | Palette::Safe => [SAFE[12], SAFE[1]],
            };
            let index = |value: &u8| if *value == NOT_READY { 0 } else { value + 1 };
            encode(&[colours[0], colours[1], REMOVED_COLOUR], values.iter().map(index))
        }
        Pixels::Numbers(values) => {
            let papers = wythoff::render::Palette::deviations();
            let colours = match palette {
                Palette::Cln15 | Palette::Outcome => &papers.colours()[..COLOURS],
                Palette::Deviation => &DEVIATION,
                Palette::Safe => &SAFE,
            };
            let removed = 1 + COLOURS.to_le_bytes()[0];
            let index = |value: &i32| match *value {
                UNREADY_NUMBER => 0,
                REMOVED => removed,
                // From 1 to 14.
                deviation => u8::try_from(deviation.clamp(FIRST, FIRST + 13) - FIRST + 1).unwrap_or(0),
            };
            encode(&[colours, &[REMOVED_COLOUR]].concat(), values.iter().map(index))
        }
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
            encode(
                &colours,
                counts.iter().map(|count| 1 + share(*count, *cells)).map(|index| index % 256).map(as_index),
            )
        }
        Pixels::Classes(values) => {
            let both = [0x9a, 0xa0, 0xa8];
            let index = |value: &u8| if *value == NOT_READY { 0 } else { value + 1 };
            encode(&[paper, both, DIFFERENCE[0], DIFFERENCE[1]], values.iter().map(index))
        }
    }
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

/// The colours come after the transparent one.
fn encode(colours: &[Rgb], indices: impl Iterator<Item = u8>) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let indices: Vec<u8> = indices.collect();
    let side = if indices.len() == TILE * TILE { TILE } else { indices.len().isqrt() };
    let pixels = u32::try_from(side).map_err(|_| Problem::internal("a picture is too large"))?;
    let mut encoder = png::Encoder::new(&mut bytes, pixels, pixels);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    // Empty tiles become a few hundred bytes, in about a millisecond.
    encoder.set_deflate_compression(png::DeflateCompression::Level(3));
    encoder.set_filter(png::Filter::NoFilter);
    let palette: Vec<u8> = [[0; 3]].iter().chain(colours).flatten().copied().collect();
    encoder.set_palette(palette);
    encoder.set_trns(vec![0_u8]);
    let failed = |error: png::EncodingError| Problem::internal(error.to_string());
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&indices[..side * side]).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}
