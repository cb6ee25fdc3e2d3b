//! One JSON document: what is shown, and the rows, a line each.

use std::io::Write;

use serde_json::{Value, json};

use super::{Picture, RenderError, Sink, numbers, signs};
use crate::board::Window;
use crate::solve::{Run, Values};
use crate::watch::Watch;

pub(super) struct Json<W> {
    out: W,
    has_numbers: bool,
    /// What comes before the next row.
    bytes: Vec<u8>,
    /// Whether the next run is the first of its row.
    begins: bool,
}

impl<W: Write> Json<W> {
    pub(super) fn new(picture: &Picture<'_>, out: W) -> Self {
        let Window { at, width, height } = &picture.window;
        let values = picture.values;
        let game = Value::from(picture.game.to_string());
        let head = format!(
            r#"{{"game":{game},"at":{},"width":{width},"height":{height},"values":"{values}","rows":["#,
            json!(at)
        );
        Self { out, has_numbers: picture.values != Values::Outcome, bytes: head.into_bytes(), begins: true }
    }
}

impl<W: Write> Sink for Json<W> {
    fn run(&mut self, run: Run<'_>) -> Result<(), RenderError> {
        let begins = std::mem::take(&mut self.begins);
        if begins {
            self.bytes.extend(if self.has_numbers { b"\n[" } else { b"\n\"" });
        }
        if self.has_numbers {
            for (index, number) in numbers(run).enumerate() {
                let before = if begins && index == 0 { "" } else { "," };
                match number {
                    Some(number) => write!(self.bytes, "{before}{number}")?,
                    None => write!(self.bytes, "{before}null")?,
                }
            }
        } else {
            self.bytes.extend(signs(run));
        }
        self.out.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }

    fn end_row(&mut self, _: &dyn Watch) -> Result<(), RenderError> {
        self.out.write_all(if self.has_numbers { b"]" } else { b"\"" })?;
        self.begins = true;
        self.bytes.push(b',');
        Ok(())
    }

    fn finish(mut self: Box<Self>, _: &dyn Watch) -> Result<(), RenderError> {
        // Without rows it is the head that has not been written; else a comma too many.
        if self.bytes != b"," {
            self.out.write_all(&self.bytes)?;
        }
        self.out.write_all(b"\n]}\n")?;
        Ok(self.out.flush()?)
    }
}
