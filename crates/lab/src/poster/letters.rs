//! Letters of any height, from the bitmaps of a monospaced font.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

/// The height of the bitmaps, and their width.
const HEIGHT: u64 = 32;
const WIDTH: u64 = get_raster_width(FontWeight::Regular, RasterHeight::Size32) as u64;

/// Digits as exponents, which are drawn as digits that are smaller and hang from the top of a capital, in 256ths of the
/// pixels of the bitmaps.
pub(super) const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
const TOP: i64 = 6 << 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// From one letter to the next, where letters are so high.
pub(super) const fn advance(height: u64) -> u64 {
    (height * WIDTH).div_ceil(HEIGHT)
}

/// How much ink is on each pixel of a row of a letter, from 0 to 255.
pub(super) fn row(letter: char, weight: Weight, height: u64, row: u64) -> impl Iterator<Item = u8> {
    let weight = match weight {
        Weight::Regular => FontWeight::Regular,
        Weight::Bold => FontWeight::Bold,
    };
    let of = |letter| get_raster(letter, weight, RasterHeight::Size32);
    let digit = RAISED.iter().position(|raised| *raised == letter);
    let plain = digit.and_then(|digit| char::from_digit(u32::try_from(digit).ok()?, 10)).unwrap_or(letter);
    let bitmap = of(plain).or_else(|| of('?'));
    let ink = move |x: i64, y: i64| {
        let [x, y] = [x, y].map(|place| usize::try_from(place).unwrap_or(usize::MAX));
        i64::from(bitmap.and_then(|bitmap| bitmap.pixel(x, y)).unwrap_or(0))
    };
    // The middle of a pixel, in 256ths of those of the bitmap and from the middle of its first one.
    let place = move |pixel: u64| ((2 * pixel + 1) * HEIGHT * 128 / height).cast_signed() - 128;
    let y = if digit.is_some() { TOP + (place(row) - TOP) * 3 / 2 } else { place(row) };
    (0..advance(height)).map(move |column| {
        // Less narrow than low: so an exponent keeps together.
        let x = if digit.is_some() { place(column) * 5 / 4 } else { place(column) };
        let between = |from: i64, to: i64, way: i64| from * (256 - way) + to * way;
        let (left, top) = (x >> 8, y >> 8);
        let [upper, lower] = [top, top + 1].map(|y| between(ink(left, y), ink(left + 1, y), x & 255));
        let mean = between(upper, lower, y & 255) >> 16;
        // Where a letter is enlarged, its borders stay sharp.
        let sharp = (mean - 128) * height.max(HEIGHT).cast_signed() / HEIGHT.cast_signed() + 128;
        u8::try_from(sharp.clamp(0, 255)).unwrap_or(u8::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_the_bitmaps_size_are_the_bitmaps() {
        for letter in ['W', '^', '×', '\'', 'g'] {
            let bitmap = get_raster(letter, FontWeight::Regular, RasterHeight::Size32).expect("a letter");
            for (y, line) in (0..).zip(bitmap.rows()) {
                assert_eq!(row(letter, Weight::Regular, HEIGHT, y).collect::<Vec<u8>>(), line);
            }
        }
    }

    #[test]
    fn every_letter_of_a_command_is_drawn() {
        for letter in ('!'..='~').chain(['×']).chain(RAISED) {
            for height in [20, 57, 256] {
                let ink = |y| row(letter, Weight::Bold, height, y).map(u64::from).sum::<u64>();
                assert!((0..height).map(ink).sum::<u64>() > 0, "{letter} at {height}");
            }
        }
    }
}
