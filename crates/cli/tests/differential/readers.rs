//! Readers of the formats of `board`, written from what the formats are.

use std::collections::HashMap;

use serde_json::Value;

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// Whole lines, each ended by a line feed.
fn lines(bytes: &[u8]) -> Result<Vec<&str>, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    Ok(text.strip_suffix('\n').ok_or("the last line has no end")?.split('\n').collect())
}

/// A line of outcomes for each row.
pub(crate) fn read_outcomes(bytes: &[u8]) -> Result<Vec<Vec<Option<i64>>>, String> {
    lines(bytes)?.into_iter().map(read_signs).collect()
}

/// `#` for P, `.` for N, a space where there is no cell.
fn read_signs(line: &str) -> Result<Vec<Option<i64>>, String> {
    let cell = |c: char| match c {
        '#' => Ok(Some(1)),
        '.' => Ok(Some(0)),
        ' ' => Ok(None),
        other => Err(format!("`{other}` is not a cell")),
    };
    line.chars().map(cell).collect()
}

/// Rows of a JSON document: strings of outcomes, or numbers with `null` where there is no cell.
pub(crate) fn read_json_rows(rows: &Value) -> Result<Vec<Vec<Option<i64>>>, String> {
    let number = |value: &Value| match value {
        Value::Null => Ok(None),
        value => value.as_i64().map(Some).ok_or_else(|| format!("{value} is not a number")),
    };
    let row = |row: &Value| match row {
        Value::String(signs) => read_signs(signs),
        Value::Array(numbers) => numbers.iter().map(number).collect(),
        other => Err(format!("{other} is not a row")),
    };
    rows.as_array().ok_or("no rows")?.iter().map(row).collect()
}

/// Numbers, right-aligned in columns of one width, a space between two columns.
pub(crate) fn read_numbers(bytes: &[u8], width: usize) -> Result<Vec<Vec<Option<i64>>>, String> {
    let row = |line: &str| {
        if line.is_empty() || !(line.len() + 1).is_multiple_of(width) {
            return Err(format!("`{line}` has not {width} columns"));
        }
        let column = (line.len() + 1) / width;
        let field = |index: usize| {
            let field = &line[index * column..(index + 1) * column - 1];
            let gap = line.get((index + 1) * column - 1..(index + 1) * column).unwrap_or(" ");
            match field.trim_start() {
                _ if gap != " " => Err(format!("`{line}` has no space after column {index}")),
                "" => Ok(None),
                number => number.parse().map(Some).map_err(|_| format!("`{field}` is not a number")),
            }
        };
        (0..width).map(field).collect()
    };
    lines(bytes)?.into_iter().map(row).collect()
}

/// A b-file of the OEIS, strictly: ASCII, a line `n a(n)` for each number and nothing else, one space between them,
/// integers without signs or zeros that are not needed, indices one after the other from `offset` on.
pub(crate) fn read_bfile(bytes: &[u8], offset: usize) -> Result<Vec<i64>, String> {
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    if !bytes.is_ascii() {
        return Err("a b-file is ASCII".to_owned());
    }
    let number = |(index, line): (usize, &str)| {
        let (n, value) = line.split_once(' ').ok_or_else(|| format!("`{line}` is not two numbers"))?;
        let value: i64 = value.parse().map_err(|_| format!("`{value}` in `{line}` is no integer"))?;
        // Written once more it is the same: no blanks, signs or zeros.
        if line == format!("{} {value}", offset + index) && n == (offset + index).to_string() {
            Ok(value)
        } else {
            Err(format!("the line `{line}` is not number {index} from {offset} on"))
        }
    };
    lines(bytes)?.into_iter().enumerate().map(number).collect()
}

/// Numbers between commas, nothing where there is no cell.
pub(crate) fn read_csv(bytes: &[u8]) -> Result<Vec<Vec<Option<i64>>>, String> {
    let field = |field: &str| match field {
        "" => Ok(None),
        number => number.parse().map(Some).map_err(|_| format!("`{number}` is not a number")),
    };
    lines(bytes)?.into_iter().map(|line| line.split(',').map(field).collect()).collect()
}

/// An array of NumPy, version 1.0: bytes with 2 where there is no cell, or 32-bit numbers with the least one there.
pub(crate) fn read_npy(bytes: &[u8], outcomes: bool) -> Result<Vec<Vec<Option<i64>>>, String> {
    let rest = bytes.strip_prefix(b"\x93NUMPY\x01\x00").ok_or("no NPY of version 1.0")?;
    let (length, rest) = rest.split_at_checked(2).ok_or("no header")?;
    let length = usize::from(u16::from_le_bytes([length[0], length[1]]));
    let (header, data) = rest.split_at_checked(length).ok_or("the header is cut off")?;
    if !(10 + length).is_multiple_of(64) {
        return Err(format!("the data begin at {}", 10 + length));
    }
    let header = std::str::from_utf8(header).map_err(|error| error.to_string())?;
    let kind = if outcomes { "|u1" } else { "<i4" };
    let shape = header
        .trim_end_matches([' ', '\n'])
        .strip_prefix(&format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ("))
        .and_then(|header| header.strip_suffix("), }"))
        .ok_or_else(|| format!("the header is {header}"))?;
    let sides: Vec<usize> = shape.split(", ").filter_map(|side| side.parse().ok()).collect();
    let [height, width] = sides[..] else { return Err(format!("the shape is {shape}")) };
    let size = if outcomes { 1 } else { 4 };
    if data.len() != height * width * size || width == 0 {
        return Err(format!("{} bytes for the shape {shape}", data.len()));
    }
    let cell = |bytes: &[u8]| match bytes {
        [2] => None,
        [outcome] => Some(i64::from(*outcome)),
        number => {
            let number = i32::from_le_bytes(number.try_into().expect("four bytes"));
            (number != i32::MIN).then_some(i64::from(number))
        }
    };
    let cells: Vec<Option<i64>> = data.chunks(size).map(cell).collect();
    Ok(cells.chunks(width).map(<[_]>::to_vec).collect())
}

/// The colours of the pixels, line by line, through the picture's palette.
pub(crate) fn read_png(bytes: &[u8]) -> Result<Vec<Vec<Rgb>>, String> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().map_err(|error| error.to_string())?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("a huge picture")?];
    let frame = reader.next_frame(&mut pixels).map_err(|error| error.to_string())?;
    reader.finish().map_err(|error| error.to_string())?;
    let info = reader.info();
    if info.color_type != png::ColorType::Indexed {
        return Err(format!("the pixels are {:?}", info.color_type));
    }
    let palette = info.palette.as_deref().ok_or("no palette")?;
    let bits = info.bit_depth as usize;
    let width = usize::try_from(frame.width).map_err(|error| error.to_string())?;
    let colour = |line: &[u8], x: usize| {
        let index = line[x * bits / 8] >> (8 - bits - x * bits % 8) & u8::MAX >> (8 - bits);
        let at = 3 * usize::from(index);
        palette.get(at..at + 3).and_then(|rgb| rgb.try_into().ok()).ok_or_else(|| format!("no colour {index}"))
    };
    pixels.chunks(frame.line_size).map(|line| (0..width).map(|x| colour(line, x)).collect()).collect()
}

/// A board that is drawn with squares.
pub(crate) struct Drawing {
    /// Pixels across and down.
    pub(crate) sides: [usize; 2],
    /// Pixels in a cell.
    pub(crate) scale: usize,
    /// The colour of each cell.
    pub(crate) cells: Vec<Vec<Rgb>>,
    /// The colours of the legend with their labels.
    pub(crate) legend: Vec<(Rgb, String)>,
}

/// Draws what an SVG says: first the ground, then rectangles, each a path `M x y h n v 1 h -n z`; then the legend.
pub(crate) fn read_svg(bytes: &[u8], width: usize, height: usize) -> Result<Drawing, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let tags: Vec<Tag> = text.split('<').skip(1).map(Tag::read).collect::<Result<_, String>>()?;
    let (svg, tags) = tags.split_first().ok_or("no element")?;
    if svg.name != "svg" || tags.last().is_none_or(|tag| tag.name != "/svg") || !text.ends_with("</svg>\n") {
        return Err("not an svg element".to_owned());
    }
    let mut groups = tags.split(|tag| tag.name == "g").skip(1);
    let starts: Vec<&Tag> = tags.iter().filter(|tag| tag.name == "g").collect();
    let board = groups.next().ok_or("no group with the board")?;
    let transform = starts[0].attribute("transform")?;
    let scale = transform.strip_prefix("scale(").and_then(|scale| scale.strip_suffix(')')?.parse().ok());
    let mut cells = vec![vec![None; width]; height];
    let mut fill = |[x, y, across, down]: [usize; 4], colour: Rgb| {
        for row in cells.get_mut(y..y + down).ok_or("a rectangle below the board")? {
            row.get_mut(x..x + across).ok_or("a rectangle beside the board")?.fill(Some(colour));
        }
        Ok::<(), String>(())
    };
    for tag in board {
        match tag.name.as_str() {
            "rect" => fill([0, 0, tag.number("width")?, tag.number("height")?], tag.colour()?)?,
            "path" => {
                for rectangle in tag.attribute("d")?.split_terminator('z') {
                    fill(read_rectangle(rectangle)?, tag.colour()?)?;
                }
            }
            "/g" => break,
            other => return Err(format!("<{other}> on the board")),
        }
    }
    let cells = cells.into_iter().map(|row| row.into_iter().collect::<Option<Vec<Rgb>>>());
    let mut legend = Vec::new();
    for pair in groups.next().unwrap_or_default().windows(3) {
        // A swatch, its label, the label's end.
        if pair[0].name == "rect" {
            legend.push((pair[0].colour()?, pair[1].text.clone()));
        }
    }
    Ok(Drawing {
        sides: [svg.number("width")?, svg.number("height")?],
        scale: scale.ok_or_else(|| format!("the board's transform is {transform}"))?,
        cells: cells.collect::<Option<_>>().ok_or("a cell without a colour")?,
        legend,
    })
}

/// `Mx yhnv1h-n` as [x, y, n, 1].
fn read_rectangle(path: &str) -> Result<[usize; 4], String> {
    let numbers = |path: &str| {
        let (x, rest) = path.strip_prefix('M')?.split_once(' ')?;
        let (y, rest) = rest.split_once('h')?;
        let (across, rest) = rest.split_once('v')?;
        let (down, back) = rest.split_once("h-")?;
        (back == across).then_some(())?;
        Some([x.parse().ok()?, y.parse().ok()?, across.parse().ok()?, down.parse().ok()?])
    };
    numbers(path).ok_or_else(|| format!("`{path}` is not a rectangle"))
}

/// An element's beginning or end, with the text after it.
struct Tag {
    name: String,
    attributes: HashMap<String, String>,
    text: String,
}

impl Tag {
    /// Reads what comes after a `<`, up to the next one.
    fn read(source: &str) -> Result<Self, String> {
        let (inside, text) = source.split_once('>').ok_or_else(|| format!("<{source} has no end"))?;
        let inside = inside.trim_end_matches('/');
        let (name, mut rest) = inside.split_once(' ').unwrap_or((inside, ""));
        let mut attributes = HashMap::new();
        while let Some((key, value)) = rest.split_once("=\"") {
            let (value, after) =
                value.split_once('"').ok_or_else(|| format!("an attribute of <{inside}> has no end"))?;
            attributes.insert(key.trim().to_owned(), value.to_owned());
            rest = after;
        }
        Ok(Self { name: name.to_owned(), attributes, text: text.trim_end_matches('\n').to_owned() })
    }

    fn attribute(&self, name: &str) -> Result<&str, String> {
        self.attributes.get(name).map(String::as_str).ok_or_else(|| format!("<{}> has no {name}", self.name))
    }

    fn number(&self, name: &str) -> Result<usize, String> {
        let text = self.attribute(name)?;
        text.parse().map_err(|_| format!("{name}=\"{text}\" of <{}> is not a number", self.name))
    }

    /// The fill, `#rrggbb`.
    fn colour(&self) -> Result<Rgb, String> {
        let text = self.attribute("fill")?;
        let part = |at: usize| text.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let colour = || Some([part(1)?, part(3)?, part(5)?]);
        colour().ok_or_else(|| format!("`{text}` is not a colour"))
    }
}
