//! Animations: the same window of a game's board, over the values of one of its parameters.

use std::sync::Arc;

use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;

use super::grid::{Grid, GridQuery};
use super::letters::Weight;
use super::sheet::{Sheet, Words};
use super::{is_wanted, name_of, raster};
use crate::ask::{self, InQuery, up_to};
use crate::boards::View;
use crate::clock::Instant;
use crate::games::file_stem;
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::paint::Rgb;
use crate::problem::Problem;
use crate::streamed::{Outlet, unsent};

/// What stands for the parameter.
const PLACE: &str = "{}";

#[derive(Deserialize, JsonSchema)]
pub(crate) struct AnimationQuery {
    /// The game, with {} in place of a number.
    #[schemars(extend("default" = "blocking:k={}"))]
    game: Option<String>,
    /// The number of the first frame.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "1"))]
    from: Option<String>,
    /// The number of the last frame, or more.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "60"))]
    to: Option<String>,
    /// From one frame to the next.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "1"))]
    step: Option<String>,
    /// Milliseconds of a frame, from 20 to 60000.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "200"))]
    ms: Option<String>,
    /// What it is written as.
    #[schemars(extend("enum" = ["apng", "gif"], "default" = "apng"))]
    format: Option<String>,
    /// Whether the game is written below each frame.
    #[schemars(extend("enum" = ["yes", "no"], "default" = "no"))]
    caption: Option<String>,
    #[serde(flatten)]
    grid: GridQuery,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Apng,
    Gif,
}

pub(crate) async fn animation(State(lab): State<Arc<Lab>>, InQuery(query): InQuery<AnimationQuery>) -> Answer {
    let text = query.game.as_deref().unwrap_or("blocking:k={}");
    let (format, kind, ending) = match query.format.as_deref() {
        None | Some("apng") => (Format::Apng, "image/apng", "png"),
        Some("gif") => (Format::Gif, "image/gif", "gif"),
        Some(_) => return Err(Problem::bad_request("format is apng or gif")),
    };
    let has_caption = is_wanted("caption", Some(query.caption.as_deref().unwrap_or("no")))?;
    let ms = up_to("ms", query.ms.as_deref().unwrap_or("200"), 60_000)?.max(20);
    // At most a minute.
    let ms = u16::try_from(ms).unwrap_or(u16::MAX);
    let numbers = numbers(&query)?;
    if !text.contains(PLACE) {
        return Err(Problem::bad_request("the game has {} in place of a number, like blocking:k={}"));
    }
    let view = |number: u64| View::of(&lab.boards, ask::game(&text.replace(PLACE, &number.to_string()))?);
    let first = Grid::read(view(numbers[0])?, &query.grid)?;
    let others: Vec<Grid> =
        numbers[1..].iter().map(|number| Ok(first.of(view(*number)?))).collect::<Result<_, Problem>>()?;
    let pixels = (first.width * first.height) as u64 * u64::from(first.zoom.enlarged()).pow(2);
    if pixels > limits::FRAME_PIXELS {
        let most = limits::FRAME_PIXELS;
        let message = format!("a frame of an animation has at most {most} pixels, as 1024 × 1024 has; not {pixels}");
        return Err(Problem::limit("frame-pixels", most, message));
    }
    let file = format!(
        "{}.{ending}",
        file_stem(&text.replace(PLACE, &format!("{}-{}", numbers[0], numbers[numbers.len() - 1])))
    );
    lab.stream(kind, &file, move |_, outlet| {
        let frames = Frames { grids: std::iter::once(first).chain(others).collect(), has_caption };
        // Once the first frame is sent, nothing can be refused any more.
        frames.grids.iter().try_for_each(Grid::is_there)?;
        match format {
            Format::Apng => frames.write_apng(ms, outlet),
            Format::Gif => frames.write_gif(ms, outlet),
        }
    })
    .await
}

/// The values of the parameter.
fn numbers(query: &AnimationQuery) -> Result<Vec<u64>, Problem> {
    let read = |name, text: &Option<String>, default| up_to(name, text.as_deref().unwrap_or(default), u32::MAX.into());
    let (from, to, step) =
        (read("from", &query.from, "1")?, read("to", &query.to, "60")?, read("step", &query.step, "1")?);
    if step == 0 || from > to {
        return Err(Problem::bad_number("step is at least 1, and from is at most to"));
    }
    let count = (to - from) / step + 1;
    if count > limits::FRAMES {
        let most = limits::FRAMES;
        let message = format!("an animation has at most {most} frames, not {count}; a larger step gives fewer");
        return Err(Problem::limit("frames", most, message));
    }
    Ok((0..count).map(|frame| from + frame * step).collect())
}

struct Frames {
    grids: Vec<Grid>,
    has_caption: bool,
}

impl Frames {
    /// The pixels of each frame, one after the other; all frames are as large as the first.
    fn pixels(&self) -> impl Iterator<Item = Result<Vec<Rgb>, Problem>> {
        let since = Instant::now();
        self.grids.iter().map(move |grid| {
            if since.elapsed() > limits::POSTER_TIME {
                return Err(Problem::timeout(limits::POSTER_TIME.as_secs()));
            }
            let mut pixels = Vec::new();
            raster::draw(
                grid,
                &self.sheet(grid),
                |_| grid.all(),
                |line| {
                    pixels.extend_from_slice(line);
                    Ok(())
                },
            )?;
            Ok(pixels)
        })
    }

    fn sheet(&self, grid: &Grid) -> Sheet {
        // As wide as the longest, so that all sheets are alike.
        let width = self.grids.iter().map(|grid| name_of(&grid.view).chars().count()).max().unwrap_or(0);
        let name = || format!("{:width$}", name_of(&grid.view));
        let caption = self.has_caption.then(|| (name(), Weight::Bold)).into_iter().collect();
        let words = Words { caption, ..Words::default() };
        Sheet::new([grid.width, grid.height], grid.zoom.enlarged(), words, grid.theme, None)
    }

    fn write_apng(&self, ms: u16, out: &mut Outlet) -> Result<(), Problem> {
        let mut frames = self.pixels();
        let first = frames.next().transpose()?;
        let [width, height] = self.sheet(&self.grids[0]).sides()?;
        let count = u32::try_from(self.grids.len()).map_err(|_| Problem::internal("an animation is too long"))?;
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_deflate_compression(png::DeflateCompression::Level(6));
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_animated(count, 0).map_err(unsent)?;
        encoder.set_frame_delay(ms, 1000).map_err(unsent)?;
        let mut writer = encoder.write_header().map_err(unsent)?;
        for frame in first.map(Ok).into_iter().chain(frames) {
            writer.write_image_data(frame?.as_flattened()).map_err(unsent)?;
        }
        writer.finish().map_err(unsent)
    }

    fn write_gif(&self, ms: u16, out: &mut Outlet) -> Result<(), Problem> {
        let mut frames = self.pixels();
        let first = frames.next().transpose()?;
        let side = |pixels| {
            u16::try_from(pixels)
                .map_err(|_| Problem::limit("frame-pixels", u16::MAX.into(), "a GIF has at most 65535 pixels each way"))
        };
        let [width, height] = self.sheet(&self.grids[0]).sides()?;
        let (width, height) = (side(width)?, side(height)?);
        let mut encoder = gif::Encoder::new(out, width, height, &[]).map_err(unsent)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(unsent)?;
        for frame in first.map(Ok).into_iter().chain(frames) {
            let mut frame = gif::Frame::from_rgb_speed(width, height, frame?.as_flattened(), 10);
            frame.delay = ms / 10;
            encoder.write_frame(&frame).map_err(unsent)?;
        }
        encoder.into_inner().map(drop).map_err(unsent)
    }
}
