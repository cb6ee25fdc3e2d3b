//! Windows as text, numbers and pictures, against boards worked out by hand or by the definition.

mod common;

use std::cell::RefCell;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::rc::Rc;

use png::{BitDepth, ColorType};
use serde_json::json;
use wythoff::exact::UBig;
use wythoff::render::{Format, Options, PNG_SIDE_LIMIT, Palette, Picture, RenderError, Rgb, SVG_CELL_LIMIT, Writer};
use wythoff::solve::{self, Row, Run, Values};
use wythoff::{Game, Position, SolveError, Window};

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn window(x: u64, y: u64, width: u64, height: u64) -> Window {
    Window { at: Position::new(x, y), width, height }
}

fn options(scale: u32, legend: bool) -> Options {
    Options { scale: NonZeroU32::new(scale), legend, ..Options::default() }
}

fn write(format: Format, picture: &Picture<'_>, options: Options, out: impl Write) -> Result<(), RenderError> {
    let mut writer = Writer::new(format, picture, options, out)?;
    solve::runs(picture.game, &picture.window, picture.values, None, &(), |run| writer.run(run))?;
    writer.finish()
}

fn bytes(format: Format, text: &str, window: Window, values: Values, options: Options) -> Vec<u8> {
    let game = game(text);
    let mut out = Vec::new();
    write(format, &Picture::new(&game, window, values), options, &mut out).unwrap_or_else(|error| panic!("{error}"));
    out
}

fn string(format: Format, text: &str, window: Window, values: Values) -> String {
    String::from_utf8(bytes(format, text, window, values, options(1, false))).unwrap()
}

/// n(x, y) of W^k by the definition, by rows.
fn palace_numbers(k: usize, side: usize) -> Vec<Vec<usize>> {
    let board = oracle::Game::family("blocking", &[k]).board(side, side);
    (0..side).map(|y| (0..side).map(|x| board.palaces(x, y).unwrap()).collect()).collect()
}

/// A decoded picture.
struct Decoded {
    width: usize,
    height: usize,
    depth: BitDepth,
    pixels: Vec<Rgb>,
}

impl Decoded {
    fn of(png: &[u8]) -> Self {
        let mut decoder = png::Decoder::new(io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let (width, height, depth) = (reader.info().width, reader.info().height, reader.info().bit_depth);
        assert_eq!(reader.info().color_type, ColorType::Indexed);
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut rgb).unwrap();
        reader.finish().unwrap();
        let pixels = rgb.chunks(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Self { width: width as usize, height: height as usize, depth, pixels }
    }

    fn at(&self, x: usize, y: usize) -> Rgb {
        self.pixels[y * self.width + x]
    }
}

fn decoded(text: &str, window: Window, values: Values, options: Options) -> Decoded {
    Decoded::of(&bytes(Format::Png, text, window, values, options))
}

/// CLN15 Fig. 1: the colours of the palace numbers 0 to 7 for k = 5.
const FIG_1: [Rgb; 8] = [
    [0x5c, 0x2b, 0x0a],
    [0x5f, 0x63, 0x0c],
    [0x8e, 0x8b, 0x1e],
    [0xc0, 0xb8, 0x50],
    [0xff, 0xe6, 0x2e],
    [0x00, 0x00, 0x00],
    [0x1d, 0x4e, 0xd8],
    [0x56, 0x1c, 0x9e],
];

const GREY: Rgb = [0x9a, 0x9a, 0x9a];

#[test]
fn text_of_outcomes() {
    // (0,0), {1,2}, {3,5}, {4,7}.
    let expected = "#.....\n..#...\n.#....\n.....#\n......\n...#..\n......\n....#.\n";
    assert_eq!(string(Format::Text, "wythoff", window(0, 0, 6, 8), Values::Outcome), expected);
    assert_eq!(string(Format::Text, "wythoff", window(3, 4, 3, 4), Values::Outcome), "...\n#..\n...\n.#.\n");
    assert_eq!(string(Format::Text, "wythoff", window(1, 1, 1, 2), Values::Outcome), ".\n#\n");
}

/// The hole of x < 2, y < 1 in Wythoff Nim, by hand.
const HOLE: &str = "hole:m=1,p=1,u=2,v=1";

#[test]
fn removed_cells_in_text_and_csv() {
    assert_eq!(string(Format::Text, HOLE, window(0, 0, 5, 3), Values::Outcome), "  #..\n#....\n...#.\n");
    assert_eq!(string(Format::Text, HOLE, window(1, 0, 4, 3), Values::Palace), "  0 1 1\n1 2 2 1\n1 1 0 2\n");
    assert_eq!(string(Format::Text, HOLE, window(0, 0, 2, 1), Values::Outcome), "  \n");
    assert_eq!(string(Format::Csv, HOLE, window(0, 0, 5, 3), Values::Outcome), ",,1,0,0\n1,0,0,0,0\n0,0,0,1,0\n");
    assert_eq!(string(Format::Csv, HOLE, window(1, 0, 4, 3), Values::Palace), ",0,1,1\n1,2,2,1\n1,1,0,2\n");
    assert_eq!(string(Format::Csv, HOLE, window(0, 0, 1, 2), Values::Outcome), "\n1\n");
}

/// One document, with the rows of the text or of the csv.
#[test]
fn json_of_outcomes_and_numbers() {
    let document = |text, cells, values| -> serde_json::Value {
        serde_json::from_str(&string(Format::Json, text, cells, values)).unwrap()
    };
    let outcomes = json!({
        "game": HOLE, "at": [0, 0], "width": 5, "height": 3, "values": "outcome",
        "rows": ["  #..", "#....", "...#."],
    });
    assert_eq!(document(HOLE, window(0, 0, 5, 3), Values::Outcome), outcomes);
    let numbers = json!({
        "game": HOLE, "at": [1, 0], "width": 4, "height": 2, "values": "palace",
        "rows": [[null, 0, 1, 1], [1, 2, 2, 1]],
    });
    assert_eq!(document(HOLE, window(1, 0, 4, 2), Values::Palace), numbers);
    assert_eq!(document("W^3", window(0, 0, 2, 1), Values::Deviation)["rows"], json!([[-3, -2]]));
    assert_eq!(document("W^3", window(0, 0, 3, 0), Values::Palace)["rows"], json!([]));
    assert_eq!(document("W^3", window(0, 0, 0, 2), Values::Palace)["rows"], json!([[], []]));
    let far = document("wythoff", window((1 << 53) + 1, 3, 1, 1), Values::Outcome);
    assert_eq!(far["at"], json!(["9007199254740993", 3]));
}

#[test]
fn text_of_numbers_is_aligned() {
    let w3 = window(0, 0, 4, 2);
    assert_eq!(string(Format::Text, "W^3", w3, Values::Deviation), "-3 -2 -1  0\n-2  0  0 -1\n");
    assert_eq!(string(Format::Text, "W^3", w3, Values::Palace), "0 1 2 3\n1 3 3 2\n");
    // A palace number of W^4 may have two digits, up to 3k = 12; a small board has fewer options than that.
    assert_eq!(string(Format::Text, "W^4", window(0, 0, 3, 1), Values::Palace), "0 1 2\n");
    assert_eq!(string(Format::Text, "W^4", window(0, 0, 5, 1), Values::Palace), " 0  1  2  3  4\n");
}

/// The columns of a text are wide enough, and the legend names every colour, in every game that has palace numbers.
#[test]
fn no_number_is_larger_than_foreseen() {
    let mut checked = 0;
    let one_sided = [
        "custom: only-x bishop(2)",
        "custom: only-y bishop(3) + only-x rook",
        "custom: only-y bishop(2) + ray(1,1)",
        "custom: rook + bishop + only-x bishop(4)",
        "custom: only-x ray(1,2) + only-y leap(1,2; 0,3)",
        "custom: only-x bishop(2) + only-y rook | block 2",
    ];
    for game in common::every_game(3).iter().chain(&common::custom_games()).chain(&one_sided.map(game)) {
        let picture = Picture::new(game, window(1, 2, 24, 23), Values::Palace);
        let mut text = Vec::new();
        match write(Format::Text, &picture, options(1, false), &mut text) {
            Err(RenderError::Solve(SolveError::Unsupported(_))) => continue,
            written => written.unwrap_or_else(|error| panic!("{game}: {error}")),
        }
        let lengths: Vec<usize> = text.split(|&byte| byte == b'\n').map(<[u8]>::len).collect();
        assert_eq!((lengths.len(), lengths[23]), (24, 0), "{game}");
        assert!(lengths[..23].iter().all(|&length| length == lengths[0]), "{game}: {lengths:?}");
        let palette = Palette::of(&picture);
        solve::rows(game, picture.window.near().unwrap(), picture.values, None, &(), |row| {
            for index in palette.indices(row.run()) {
                assert!(palette.legend().iter().any(|(_, named)| *named == index), "{game}: colour {index}");
            }
            Ok::<(), SolveError>(())
        })
        .unwrap();
        checked += 1;
    }
    assert!(checked > 200, "only {checked} games");
}

/// Far out the nim-values of Nim are small numbers, and the columns of a text are as wide as these need.
#[test]
fn far_windows_of_nim_are_as_narrow_as_their_values() {
    let far = Position::new(UBig::from(10_u8).pow(30), UBig::from(10_u8).pow(30));
    let nim = game("nim");
    let written = |window: Window<UBig>| {
        let mut text = Vec::new();
        write(Format::Text, &Picture::new(&nim, window, Values::Grundy), options(1, false), &mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    assert_eq!(written(Window { at: far, width: 4, height: 2 }), "0 1 2 3\n1 0 3 2\n");
    assert_eq!(written(window(0, 0, 1, 1).into()), "0\n");
    assert_eq!(written(window(7, 8, 2, 1).into()), "15  0\n");
}

#[test]
fn csv_of_numbers() {
    assert_eq!(string(Format::Csv, "W^3", window(0, 0, 4, 2), Values::Deviation), "-3,-2,-1,0\n-2,0,0,-1\n");
    assert_eq!(string(Format::Csv, "wythoff", window(0, 1, 3, 2), Values::Outcome), "0,0,1\n0,1,0\n");
    for (k, side) in [(1, 30), (2, 20), (7, 25), (40, 50)] {
        let by_definition: Vec<String> = palace_numbers(k, side)
            .iter()
            .map(|row| row.iter().map(ToString::to_string).collect::<Vec<String>>().join(",") + "\n")
            .collect();
        let whole = window(0, 0, side as u64, side as u64);
        assert_eq!(string(Format::Csv, &format!("W^{k}"), whole, Values::Palace), by_definition.concat(), "W^{k}");
    }
}

/// The header's dictionary and the data.
fn npy(bytes: &[u8]) -> (&str, &[u8]) {
    assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!((10 + length) % 64, 0, "the data is aligned");
    let (header, data) = bytes[10..].split_at(length);
    assert!(header.ends_with(b"\n"));
    (std::str::from_utf8(header).unwrap().trim_end(), data)
}

#[test]
fn npy_of_outcomes_and_numbers() {
    let plain = options(1, false);
    let outcomes = bytes(Format::Npy, HOLE, window(0, 0, 5, 3), Values::Outcome, plain);
    let (header, data) = npy(&outcomes);
    assert_eq!(header, "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 5), }");
    assert_eq!(data, [2, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]);

    let numbers = |text, window, values| -> (String, Vec<i32>) {
        let array = bytes(Format::Npy, text, window, values, plain);
        let (header, data) = npy(&array);
        let numbers = data.chunks(4).map(|cell| i32::from_le_bytes(cell.try_into().unwrap())).collect();
        (header.to_owned(), numbers)
    };
    let (header, data) = numbers(HOLE, window(1, 0, 4, 3), Values::Palace);
    assert_eq!(header, "{'descr': '<i4', 'fortran_order': False, 'shape': (3, 4), }");
    assert_eq!(data, [i32::MIN, 0, 1, 1, 1, 2, 2, 1, 1, 1, 0, 2]);
    assert_eq!(numbers("W^3", window(0, 0, 4, 2), Values::Deviation).1, [-3, -2, -1, 0, -2, 0, 0, -1]);
    // −k fits down to −(2^31 − 1): −2^31 would be a removed cell.
    assert_eq!(numbers("W^2147483647", window(0, 0, 2, 1), Values::Deviation).1, [-i32::MAX, 1 - i32::MAX]);
    for k in [1_u64 << 31, (1 << 31) + 1, (1 << 32) - 1] {
        let huge = game(&format!("W^{k}"));
        let picture = Picture::new(&huge, window(0, 0, 2, 1), Values::Deviation);
        let error = write(Format::Npy, &picture, plain, Vec::new()).unwrap_err();
        let least = -i64::try_from(k).unwrap();
        assert!(matches!(error, RenderError::NumberTooLarge { number, y } if y == UBig::ZERO && number == least));
    }
}

#[test]
fn the_header_of_the_largest_array_is_aligned() {
    fn writer<'w>(game: &Game, width: u64, height: u64, out: &'w mut Vec<u8>) -> Writer<'w> {
        let picture = Picture::new(game, window(0, 0, width, height), Values::Outcome);
        Writer::new(Format::Npy, &picture, Options::default(), out).unwrap()
    }
    let game = game("wythoff");
    let (mut wide, mut tall) = (Vec::new(), Vec::new());
    writer(&game, u64::MAX, 0, &mut wide).finish().unwrap();
    assert_eq!(npy(&wide).0, "{'descr': '|u1', 'fortran_order': False, 'shape': (0, 18446744073709551615), }");
    writer(&game, 1, u64::MAX, &mut tall).row(&Row { y: 0, p: &[1], removed: 0, numbers: &[] }).unwrap();
    let (header, data) = npy(&tall);
    assert_eq!(header, "{'descr': '|u1', 'fortran_order': False, 'shape': (18446744073709551615, 1), }");
    assert_eq!(data, [1]);
    // A header that is too long would be refused here.
    writer(&game, u64::MAX, u64::MAX, &mut Vec::new());
}

/// CLN15 Fig. 1: every pixel.
#[test]
fn the_picture_of_w5_is_figure_1() {
    let numbers = palace_numbers(5, 11);
    for (values, scale) in [(Values::Palace, 1), (Values::Deviation, 1), (Values::Palace, 3)] {
        let picture = decoded("W^5", window(0, 0, 11, 11), values, options(scale, false));
        let scale = scale as usize;
        assert_eq!((picture.width, picture.height, picture.depth), (11 * scale, 11 * scale, BitDepth::Four));
        for (x, y) in (0..11 * scale).flat_map(|y| (0..11 * scale).map(move |x| (x, y))) {
            assert_eq!(picture.at(x, y), FIG_1[numbers[y / scale][x / scale]], "pixel {x},{y} at scale {scale}");
        }
    }
    // What the text says of the figure.
    let picture = decoded("W^5", window(0, 0, 11, 11), Values::Palace, options(1, false));
    let [dark_brown, _, _, light_olive, yellow, black, blue, _] = FIG_1;
    assert_eq!(picture.at(3, 3), yellow);
    assert_eq!(picture.at(0, 0), dark_brown);
    assert_eq!([(1, 1), (0, 3), (3, 0)].map(|(x, y)| picture.at(x, y)), [light_olive; 3]);
    for (x, y) in [(3, 1), (3, 2), (2, 2), (2, 3), (1, 3)] {
        assert!([black, blue].contains(&picture.at(x, y)), "{x},{y}");
    }
}

/// The shades deserve the names of CLN15 Fig. 1.
#[test]
fn the_colours_are_what_they_are_called() {
    let [brown, olives @ .., yellow, black, blue, indigo] = FIG_1;
    assert!(brown[0] > 2 * brown[1] && brown[1] > brown[2], "brown is dark orange");
    for [red, green, blue] in olives {
        assert!(red.abs_diff(green) < 16 && green > 2 * blue, "olive is dark yellow");
    }
    assert!(olives.is_sorted_by(|dark, light| dark < light));
    assert!(yellow[0] > 0xe0 && yellow[1] > 0xe0 && yellow[2] < 0x40);
    assert_eq!(black, [0, 0, 0]);
    assert!(blue[2] > 2 * blue[1] && blue[1] > blue[0]);
    assert!(indigo[2] > indigo[0] && indigo[0] > indigo[1], "indigo lies between blue and violet");
}

/// Any k: the same deviation has the same colour; below −5 brown, above 2 further colours, each its own.
#[test]
fn colours_follow_the_deviation() {
    let colour = |k: u32, number: i64| {
        let game = game(&format!("W^{k}"));
        let of = |values, number| {
            let palette = Palette::of(&Picture::new(&game, window(0, 0, 1, 1), values));
            let index = palette.indices(Run { p: &[0], removed: 0, numbers: &[number] })[0];
            palette.colours()[usize::from(index)]
        };
        let colour = of(Values::Palace, number);
        assert_eq!(of(Values::Deviation, number - i64::from(k)), colour);
        colour
    };
    for k in [1, 2, 3, 4, 5, 6, 100, u32::MAX] {
        for (deviation, expected) in (-5..=2).zip(FIG_1) {
            assert_eq!(colour(k, i64::from(k) + deviation), expected, "k = {k}, deviation {deviation}");
        }
        assert_eq!([-6, -7, -100, -i64::from(u32::MAX)].map(|below| colour(k, i64::from(k) + below)), [FIG_1[0]; 4]);
        let mut above: Vec<Rgb> = (-5..=8).map(|deviation| colour(k, i64::from(k) + deviation)).collect();
        assert_eq!([9, 10, 1 << 40].map(|most| colour(k, i64::from(k) + most)), [above[13]; 3]);
        above.push(GREY);
        above.sort_unstable();
        above.dedup();
        assert_eq!(above.len(), 15);
    }
}

#[test]
fn windows_away_from_the_corner_are_cut_from_the_whole() {
    let numbers = palace_numbers(5, 40);
    let picture = decoded("W^5", window(13, 21, 17, 9), Values::Palace, options(2, false));
    assert_eq!((picture.width, picture.height), (34, 18));
    for (x, y) in (0..18).flat_map(|y| (0..34).map(move |x| (x, y))) {
        assert_eq!(picture.at(x, y), FIG_1[numbers[21 + y / 2][13 + x / 2]], "pixel {x},{y}");
    }
}

#[test]
fn pictures_of_outcomes() {
    let whole = decoded("wythoff", window(0, 0, 60, 60), Values::Outcome, options(1, false));
    let (p, n) = (whole.at(0, 0), whole.at(1, 0));
    assert_eq!((whole.width, whole.height, whole.depth), (60, 60, BitDepth::One));
    for (y, row) in palace_numbers(1, 60).iter().enumerate() {
        for (x, palaces) in row.iter().enumerate() {
            assert_eq!(whole.at(x, y), if *palaces == 0 { p } else { n }, "{x},{y}");
        }
    }
    // "#" and "." of the picture with a hole, by hand above.
    let hole = decoded(HOLE, window(0, 0, 5, 3), Values::Outcome, options(1, false));
    assert_eq!(hole.depth, BitDepth::Two);
    let colours = "  #..#.......#.".chars().map(|cell| match cell {
        ' ' => GREY,
        '#' => p,
        _ => n,
    });
    assert_eq!(hole.pixels, colours.collect::<Vec<Rgb>>());
    let brightness = |rgb: Rgb| rgb.map(u32::from).iter().sum::<u32>();
    assert!(brightness(p) + 200 < brightness(GREY) && brightness(GREY) + 200 < brightness(n));
    // Beside the hole nothing is removed.
    let beside = decoded(HOLE, window(2, 0, 3, 3), Values::Outcome, options(1, false));
    assert_eq!((beside.depth, beside.at(0, 0), beside.at(1, 2)), (BitDepth::One, p, p));
}

#[test]
fn one_cell_and_odd_widths() {
    let whole = decoded("wythoff", window(0, 0, 9, 9), Values::Outcome, options(1, false));
    for width in 1..=9 {
        let part = decoded("wythoff", window(0, 0, width as u64, 9), Values::Outcome, options(1, false));
        assert_eq!(part.width, width);
        for (x, y) in (0..9).flat_map(|y| (0..width).map(move |x| (x, y))) {
            assert_eq!(part.at(x, y), whole.at(x, y), "{x},{y} of width {width}");
        }
    }
    let numbers = palace_numbers(5, 9);
    for width in 1..=3 {
        let part = decoded("W^5", window(0, 0, width as u64, 9), Values::Palace, options(1, false));
        for (x, y) in (0..9).flat_map(|y| (0..width).map(move |x| (x, y))) {
            assert_eq!(part.at(x, y), FIG_1[numbers[y][x]]);
        }
    }
}

#[test]
fn small_boards_are_enlarged() {
    for (width, height, scale) in [(1, 1, 24), (11, 11, 24), (25, 3, 24), (3, 60, 10), (300, 300, 2), (301, 1, 1)] {
        let picture = decoded("wythoff", window(0, 0, width, height), Values::Outcome, Options::default());
        assert_eq!([picture.width as u64, picture.height as u64], [width * scale, height * scale]);
    }
    let game = game("wythoff");
    let huge = Picture::new(&game, window(0, 0, 0, u64::MAX), Values::Outcome);
    assert_eq!(huge.default_scale().get(), 1);
}

#[test]
fn the_legend_is_under_the_board() {
    for (text, values, colours) in [
        ("W^5", Values::Palace, FIG_1.to_vec()),
        (HOLE, Values::Palace, vec![FIG_1[4], FIG_1[5], FIG_1[6], FIG_1[7], GREY]),
        (HOLE, Values::Outcome, vec![GREY]),
    ] {
        let cells = window(0, 0, 12, 10);
        let bare = decoded(text, cells, values, options(20, false));
        let picture = decoded(text, cells, values, options(20, true));
        assert_eq!((bare.width, bare.height, picture.width), (240, 200, 240));
        assert_eq!(picture.pixels[..bare.pixels.len()], bare.pixels, "the board is the same");
        let strip = &picture.pixels[bare.pixels.len()..];
        let white = strip.iter().filter(|pixel| **pixel == [0xff; 3]).count();
        assert!(white * 2 > strip.len(), "mostly paper");
        // A swatch is 9 pixels wide with its outline.
        for colour in bare.pixels.iter().chain(&colours) {
            assert!(strip.iter().filter(|pixel| *pixel == colour).count() >= 49, "{text}: no swatch of {colour:?}");
        }
    }
    // A board narrower than its legend stands on paper.
    let narrow = decoded("wythoff", window(0, 0, 2, 3), Values::Outcome, options(1, true));
    assert!(narrow.width > 40 && narrow.height > 12);
    for y in 0..3 {
        assert!((2..narrow.width).all(|x| narrow.at(x, y) == [0xff; 3]));
        assert!((0..2).all(|x| narrow.at(x, y) != [0xff; 3]));
    }
}

#[test]
fn legends_say_which_number() {
    let labels = |text: &str, at: Position, values| {
        let game = game(text);
        let palette = Palette::of(&Picture::new(&game, Window { at, width: 99, height: 99 }, values));
        palette.legend().iter().map(|(label, _)| label.clone()).collect::<Vec<String>>().join(" ")
    };
    let corner = Position::new(0, 0);
    assert_eq!(labels("W^5", corner, Values::Palace), "0 1 2 3 4 5 6 7 8 9 10 11 12 ≥13");
    assert_eq!(labels("W^5", corner, Values::Deviation), "-5 -4 -3 -2 -1 0 1 2 3 4 5 6 7 ≥8");
    assert_eq!(labels("W^100", corner, Values::Palace), "≤95 96 97 98 99 100 101 102 103 104 105 106 107 ≥108");
    assert_eq!(labels("W^4", corner, Values::Palace), "0 1 2 3 4 5 6 7 8 9 10 11 12");
    assert_eq!(labels("wythoff", corner, Values::Palace), "0 1 2 3");
    assert_eq!(labels(HOLE, corner, Values::Outcome), "P N removed");
    assert_eq!(labels(HOLE, Position::new(2, 0), Values::Outcome), "P N");
    assert_eq!(labels(HOLE, Position::new(1, 0), Values::Palace), "0 1 2 3 removed");
}

#[test]
fn svg_of_a_hole_cell_by_cell() {
    let expected = r##"
<svg xmlns="http://www.w3.org/2000/svg" width="15" height="9" viewBox="0 0 15 9" shape-rendering="crispEdges">
<title>hole:m=1,p=1,u=2,v=1, outcomes, 5×3 cells at (0,0)</title>
<g transform="scale(3)">
<rect width="5" height="3" fill="#f3eedf"/>
<path fill="#141c3a" d="M2 0h1v1h-1z"/>
<path fill="#9a9a9a" d="M0 0h2v1h-2z"/>
<path fill="#141c3a" d="M0 1h1v1h-1z"/>
<path fill="#141c3a" d="M3 2h1v1h-1z"/>
</g>
</svg>
"##;
    let svg = bytes(Format::Svg, HOLE, window(0, 0, 5, 3), Values::Outcome, options(3, false));
    assert_eq!(String::from_utf8(svg).unwrap(), expected.trim_start());
}

/// Draws the paths of an SVG, which are runs of cells of one row, and compares every cell.
#[test]
fn svg_shows_what_png_shows() {
    for (text, values) in [("W^5", Values::Palace), (HOLE, Values::Deviation), ("W^2", Values::Outcome)] {
        let cells = window(1, 0, 23, 19);
        let svg = string(Format::Svg, text, cells, values);
        let rgb = |line: &str| -> Rgb {
            let hex = line.split("fill=\"#").nth(1).unwrap();
            [0, 2, 4].map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        };
        let ground = svg.lines().find(|line| line.starts_with("<rect")).unwrap();
        let mut pixels = vec![rgb(ground); 23 * 19];
        for line in svg.lines().filter(|line| line.starts_with("<path")) {
            let path = line.split("d=\"").nth(1).unwrap().trim_end_matches("\"/>");
            for run in path.split('M').skip(1) {
                let (corner, sides) = run.split_once('h').unwrap();
                let (x, y) = corner.split_once(' ').unwrap();
                let (x, y): (usize, usize) = (x.parse().unwrap(), y.parse().unwrap());
                let length: usize = sides.split('v').next().unwrap().parse().unwrap();
                assert_eq!(sides, format!("{length}v1h-{length}z"));
                pixels[y * 23 + x..y * 23 + x + length].fill(rgb(line));
            }
        }
        assert_eq!(pixels, decoded(text, cells, values, options(1, false)).pixels, "{text}");
    }
}

#[test]
fn svg_legend_and_title() {
    let svg = bytes(Format::Svg, "W^5", window(7, 0, 11, 9), Values::Palace, options(20, true));
    let svg = String::from_utf8(svg).unwrap();
    assert!(svg.contains("<title>blocking:k=5, palace numbers, 11×9 cells at (7,0)</title>"));
    for (number, [red, green, blue]) in FIG_1.iter().enumerate() {
        let lines: Vec<&str> = svg.lines().collect();
        let label = lines.iter().position(|line| line.ends_with(&format!(">{number}</text>"))).unwrap();
        assert!(lines[label - 1].contains(&format!("fill=\"#{red:02x}{green:02x}{blue:02x}\"")), "{number}");
    }
    assert!(svg.contains("viewBox=\"0 0 220 ") && svg.contains("translate(0 180)"));
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
}

#[test]
fn windows_without_cells() {
    let empty = [window(0, 0, 0, 3), window(5, 5, 0, 3)];
    for cells in empty {
        assert_eq!(string(Format::Text, "wythoff", cells, Values::Outcome), "\n\n\n");
        assert_eq!(string(Format::Csv, "W^3", cells, Values::Palace), "\n\n\n");
    }
    assert_eq!(string(Format::Text, "W^3", window(0, 0, 3, 0), Values::Palace), "");
    let array = bytes(Format::Npy, HOLE, window(0, 0, 0, 3), Values::Palace, Options::default());
    assert_eq!(npy(&array), ("{'descr': '<i4', 'fortran_order': False, 'shape': (3, 0), }", [].as_slice()));
    let game = game("wythoff");
    for (format, cells) in [Format::Png, Format::Svg].into_iter().flat_map(|format| empty.map(|cells| (format, cells)))
    {
        for cells in [cells, window(0, 0, cells.height, cells.width)] {
            let error = refusal(format, &game, cells, Options::default());
            assert!(matches!(error, RenderError::Empty { .. }), "{error}");
        }
    }
}

/// The error of a window that is refused, and that nothing was written.
fn refusal(format: Format, game: &Game, window: Window, options: Options) -> RenderError {
    let mut out = Vec::new();
    let picture = Picture::new(game, window, Values::Outcome);
    let error = Writer::new(format, &picture, options, &mut out).err().expect("this is refused");
    assert!(out.is_empty());
    error
}

#[test]
fn what_is_too_large_is_refused_before_anything_is_written() {
    let game = game("wythoff");
    let error = refusal(Format::Png, &game, window(0, 0, 1 << 31, 3), options(1, false));
    assert_eq!(error.to_string(), "this picture would have 2147483648×3 pixels; a PNG has at most 2147483647 each way");
    for (width, height, scale, legend) in [
        (1, PNG_SIDE_LIMIT + 1, 1, false),
        (1, PNG_SIDE_LIMIT, 2, false),
        (1, PNG_SIDE_LIMIT, 1, true),
        (1 << 20, 1, 1 << 12, false),
        (u64::MAX, u64::MAX, u32::MAX, false),
        (u64::MAX, u64::MAX, u32::MAX, true),
    ] {
        let error = refusal(Format::Png, &game, window(0, 0, width, height), options(scale, legend));
        assert!(matches!(error, RenderError::TooManyPixels { .. }), "{error}");
    }
    let starts = |format, cells, options| {
        let picture = Picture::new(&game, cells, Values::Outcome);
        Writer::new(format, &picture, options, io::sink()).is_ok()
    };
    assert!(starts(Format::Png, window(0, 0, 1, PNG_SIDE_LIMIT), options(1, false)));
    assert!(starts(Format::Svg, window(0, 0, 1000, SVG_CELL_LIMIT / 1000), options(u32::MAX, true)));
    let error = refusal(Format::Svg, &game, window(0, 0, 1, SVG_CELL_LIMIT + 1), Options::default());
    assert_eq!(error.to_string(), "this picture would have 1000001 cells; an SVG has at most 1000000: use png");
    let error = refusal(Format::Svg, &game, window(0, 0, u64::MAX, u64::MAX), Options::default());
    assert!(matches!(error, RenderError::TooManyCells { .. }), "{error}");
}

/// A request that the solver refuses leaves no head behind.
#[test]
fn nothing_is_written_before_the_first_row() {
    let game = game("comply-diagonal:p=2");
    for format in Format::ALL {
        let mut out = Vec::new();
        let picture = Picture::new(&game, window(0, 0, 9, 9), Values::Deviation);
        let error = write(format, &picture, Options::default(), &mut out).unwrap_err();
        assert!(matches!(error, RenderError::Solve(SolveError::Unsupported(_))), "{format}: {error}");
        assert!(out.is_empty(), "{format}: {} bytes", out.len());
    }
}

/// Takes so many bytes, then is full.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 && !bytes.is_empty() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The game and the window, or what b-files show in their place: a square corner of a board without a hole.
fn shown_as(format: Format, name: &str, seen: Window) -> (Game, Window) {
    if format == Format::Bfile { (game("W^2"), window(0, 0, seen.width, seen.width)) } else { (game(name), seen) }
}

#[test]
fn a_full_disk_is_never_passed_over() {
    for format in Format::ALL {
        let (game, window) = shown_as(format, HOLE, window(0, 0, 9, 7));
        let picture = Picture::new(&game, window, Values::Palace);
        let mut whole = Vec::new();
        write(format, &picture, options(2, true), &mut whole).unwrap();
        write(format, &picture, options(2, true), Full(whole.len())).unwrap();
        for room in 0..whole.len() {
            let error = write(format, &picture, options(2, true), Full(room)).unwrap_err();
            assert!(
                matches!(&error, RenderError::Io(error) if error.kind() == io::ErrorKind::StorageFull),
                "{format} with room for {room} of {} bytes: {error}",
                whole.len()
            );
        }
    }
}

/// Bytes that a test can look at while they are written.
#[derive(Clone, Default)]
struct Seen(Rc<RefCell<Vec<u8>>>);

impl Write for Seen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// No row is held back for longer than a compressor's buffers: rows that can't be compressed come out as they go in.
#[test]
fn rows_are_passed_on_as_they_come() {
    let game = game("W^5");
    for format in Format::ALL {
        let (seen, side) = (Seen::default(), 1000);
        let picture = Picture::new(&game, window(0, 0, side, side), Values::Deviation);
        let mut writer = Writer::new(format, &picture, options(1, false), seen.clone()).unwrap();
        let mut noise = 1_u64;
        let mut held_back = 0;
        for y in 0..side {
            let numbers: Vec<i64> = std::iter::repeat_with(|| {
                noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                i64::try_from(noise >> 33).unwrap() % 14 - 5
            })
            .take(1000)
            .collect();
            writer.row(&Row { y, p: &[0; 1000], removed: 0, numbers: &numbers }).unwrap();
            // log2 14 bits a cell, without loss.
            let least = usize::try_from((y + 1) * side).unwrap() * 38 / 80;
            held_back = held_back.max(least.saturating_sub(seen.0.borrow().len()));
        }
        writer.finish().unwrap();
        assert!(held_back < 200_000, "{format} held back {held_back} bytes");
    }
}

#[test]
fn missing_rows_are_noticed() {
    for format in Format::ALL {
        let (game, window) = shown_as(format, "wythoff", window(0, 4, 3, 3));
        let y = window.at.y;
        let picture = Picture::new(&game, window, Values::Outcome);
        let mut writer = Writer::new(format, &picture, Options::default(), io::sink()).unwrap();
        writer.row(&Row { y, p: &[0, 0, 0], removed: 0, numbers: &[] }).unwrap();
        let error = writer.finish().unwrap_err();
        assert_eq!(error.to_string(), "only 1 of the window's 3 rows were written", "{format}");
    }
}

fn one_row(row: &Row<'_>) {
    let game = game("wythoff");
    let picture = Picture::new(&game, window(0, 4, 2, 3), Values::Outcome);
    Writer::new(Format::Png, &picture, Options::default(), io::sink()).unwrap().row(row).unwrap();
}

#[test]
#[should_panic(expected = "row 5 is not the next one")]
fn rows_come_in_order() {
    one_row(&Row { y: 5, p: &[0, 0], removed: 0, numbers: &[] });
}

#[test]
#[should_panic(expected = "row 4 is not as wide as the window")]
fn rows_are_whole() {
    one_row(&Row { y: 4, p: &[0], removed: 0, numbers: &[] });
}

#[test]
#[should_panic(expected = "row 4 has other values")]
fn rows_have_the_picture_s_values() {
    one_row(&Row { y: 4, p: &[0, 0], removed: 0, numbers: &[1, 2] });
}

#[test]
#[should_panic(expected = "row 4 is of another game")]
fn rows_are_of_the_picture_s_game() {
    one_row(&Row { y: 4, p: &[0, 0], removed: 1, numbers: &[] });
}

#[test]
fn formats_are_read_by_name() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    let error = "jpeg".parse::<Format>().unwrap_err().to_string();
    assert!(error.contains("`jpeg`") && error.contains("text, csv, json, npy, png, svg"), "{error}");
}

/// Runs of any length give the same file as whole rows: pixels are packed across their borders.
#[test]
fn a_row_may_come_in_runs() {
    for (format, values) in Format::ALL.into_iter().flat_map(|f| [(f, Values::Outcome), (f, Values::Palace)]) {
        let (game, window) = shown_as(format, "hole:m=2,p=3,u=5,v=3", window(2, 1, 37, 6));
        for (scale, legend) in [(1, false), (3, true)] {
            let options =
                if matches!(format, Format::Png | Format::Svg) { options(scale, legend) } else { Options::default() };
            let picture = Picture::new(&game, window, values);
            let mut whole = Vec::new();
            write(format, &picture, options, &mut whole).unwrap();
            for length in [1, 2, 5, 8, 36, 37] {
                let mut parts = Vec::new();
                let mut writer = Writer::new(format, &picture, options, &mut parts).unwrap();
                solve::rows(&game, window, values, None, &(), |row| {
                    for from in (0..row.p.len()).step_by(length) {
                        let to = (from + length).min(row.p.len());
                        let numbers = row.numbers.get(from..to).unwrap_or(&[]);
                        let removed = row.removed.saturating_sub(from).min(to - from);
                        writer.run(Run { p: &row.p[from..to], removed, numbers })?;
                    }
                    Ok::<(), RenderError>(())
                })
                .unwrap();
                writer.finish().unwrap();
                assert!(parts == whole, "{format}, {values:?}, scale {scale}, runs of {length}");
            }
        }
    }
}

/// The legend of a wide picture is long work, and a row that is drawn many times, too.
#[test]
fn a_watch_stops_a_single_row_and_a_legend() {
    let game: Game = "W^5".parse().unwrap();
    let stop = |_: u64, _: u64| std::ops::ControlFlow::Break(());
    let picture = Picture::new(&game, window(0, 0, 9, 1), Values::Outcome);
    let interrupted = |error| matches!(error, RenderError::Solve(SolveError::Interrupted));
    let mut writer = Writer::new(Format::Png, &picture, options(1000, false), io::sink()).unwrap().watched(&stop);
    assert!(interrupted(writer.run(Run { p: &[0; 9], removed: 0, numbers: &[] }).unwrap_err()));
    let mut writer = Writer::new(Format::Png, &picture, options(1, true), io::sink()).unwrap();
    writer.run(Run { p: &[0; 9], removed: 0, numbers: &[] }).unwrap();
    assert!(interrupted(writer.watched(&stop).finish().unwrap_err()));
}

/// Under a board that is all width the legend does not become a poster.
#[test]
fn a_legend_is_in_proportion() {
    let picture = |width, height| {
        let mut out = Vec::new();
        let game: Game = "W^7".parse().unwrap();
        let picture = Picture::new(&game, window(0, 0, width, height), Values::Outcome);
        write(Format::Png, &picture, options(1, true), &mut out).unwrap();
        png::Decoder::new(io::Cursor::new(out)).read_info().unwrap().info().size()
    };
    let (width, height) = picture(100_000, 1);
    assert!(width == 100_000 && height < 40, "{height} lines for one row");
    assert!(picture(5000, 5000).1 > 5200, "the legend of a large board can be read");
}
