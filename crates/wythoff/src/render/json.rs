//! One JSON document: what is shown, and the rows, a line each.

use std::io::Write;

use serde_json::{Value, json};

use super::{Picture, RenderError, Sink, numbers, signs};
use crate::board::Window;
use crate::solve::{Row, Values};

pub(super) struct Json<W> {
    out: W,
    has_numbers: bool,
    /// What comes before the next row.
    bytes: Vec<u8>,
}

impl<W: Write> Json<W> {
    pub(super) fn new(picture: &Picture<'_>, out: W) -> Self {
        let Window { at, width, height } = picture.window;
        let values = match picture.values {
            Values::Outcome => "outcome",
            Values::Palace => "palace",
            Values::Deviation => "deviation",
        };
        let game = Value::from(picture.game.to_string());
        let head = format!(
            r#"{{"game":{game},"at":{},"width":{width},"height":{height},"values":"{values}","rows":["#,
            json!(at)
        );
        Self { out, has_numbers: picture.values != Values::Outcome, bytes: head.into_bytes() }
    }
}

impl<W: Write> Sink for Json<W> {
    fn row(&mut self, row: &Row<'_>) -> Result<(), RenderError> {
        self.bytes.push(b'\n');
        if self.has_numbers {
            self.bytes.push(b'[');
            for (index, number) in numbers(row).enumerate() {
                let before = if index == 0 { "" } else { "," };
                match number {
                    Some(number) => write!(self.bytes, "{before}{number}")?,
                    None => write!(self.bytes, "{before}null")?,
                }
            }
            self.bytes.push(b']');
        } else {
            self.bytes.push(b'"');
            self.bytes.extend(signs(row));
            self.bytes.push(b'"');
        }
        self.out.write_all(&self.bytes)?;
        self.bytes.clear();
        self.bytes.push(b',');
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), RenderError> {
        // Without rows it is the head that has not been written; else a comma too many.
        if self.bytes != b"," {
            self.out.write_all(&self.bytes)?;
        }
        self.out.write_all(b"\n]}\n")?;
        Ok(self.out.flush()?)
    }
}
