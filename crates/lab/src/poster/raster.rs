//! A poster as a PNG, line by line.

use std::io::Write;

use super::grid::Grid;
use super::sheet::Sheet;
use crate::clock::Instant;
use crate::limits;
use crate::paint::Rgb;
use crate::problem::Problem;
use crate::streamed::unsent;

/// Writes a board on its sheet. The first pixels are found before the first byte is written.
pub(super) fn write(grid: &Grid, sheet: &Sheet, texts: &[(&str, &str)], out: impl Write) -> Result<(), Problem> {
    let since = Instant::now();
    let mut first = Some(grid.band(0)?);
    let [width, height] = sheet.sides()?;
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_deflate_compression(png::DeflateCompression::Level(3));
    // Lines that are repeated become nothing.
    encoder.set_filter(if sheet.enlarged > 1 { png::Filter::Up } else { png::Filter::NoFilter });
    for (name, text) in texts {
        encoder.add_itxt_chunk((*name).to_owned(), (*text).to_owned()).map_err(unsent)?;
    }
    let mut writer = encoder.write_header().map_err(unsent)?;
    let mut lines = writer.stream_writer().map_err(unsent)?;
    let band = |row| {
        if since.elapsed() > limits::POSTER_TIME {
            return Err(Problem::timeout(limits::POSTER_TIME.as_secs()));
        }
        first.take().map_or_else(|| grid.band(row), Ok)
    };
    draw(grid, sheet, band, |line| lines.write_all(line.as_flattened()).map_err(unsent))?;
    lines.finish().map_err(unsent)?;
    writer.finish().map_err(unsent)
}

/// Hands out the lines of a sheet, given the pixels of the board from a row on.
pub(super) fn draw(
    grid: &Grid,
    sheet: &Sheet,
    mut band: impl FnMut(usize) -> Result<Vec<Rgb>, Problem>,
    mut put: impl FnMut(&[Rgb]) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let place = |pixels: u64| usize::try_from(pixels).unwrap_or(usize::MAX);
    let ([left, top], enlarged) = (sheet.corner, place(sheet.enlarged));
    let paper = vec![sheet.paper; place(sheet.width)];
    (0..top).try_for_each(|_| put(&paper))?;
    let mut line = paper.clone();
    let mut row = 0;
    while row < grid.height {
        let band = band(row)?;
        for pixels in band.chunks(grid.width) {
            for (wide, colour) in line[place(left)..].chunks_mut(enlarged).zip(pixels) {
                wide.fill(*colour);
            }
            (0..enlarged).try_for_each(|_| put(&line))?;
        }
        row += band.len() / grid.width;
    }
    for y in top + sheet.board[1]..sheet.height {
        line.copy_from_slice(&paper);
        sheet.paint(y, &mut line);
        put(&line)?;
    }
    Ok(())
}
