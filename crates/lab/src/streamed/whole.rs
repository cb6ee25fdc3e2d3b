//! Answers that the server writes while it sends them: a module writes them as a whole.

use std::io::{self, Write};
use std::sync::Arc;

use axum::http::header;
use axum::response::IntoResponse;

use crate::lab::{Answer, Lab};
use crate::module;
use crate::problem::Problem;

/// After so many bytes the host is told how many there are.
const PIECE: usize = 16 << 10;

/// What is written here is sent.
#[derive(Default)]
pub(crate) struct Outlet {
    bytes: Vec<u8>,
    told: usize,
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() - self.told >= PIECE {
            self.told = self.bytes.len();
            module::tell("bytes", &self.told);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What became of an output that failed.
pub(crate) fn unsent(error: impl std::fmt::Display) -> Problem {
    Problem::internal(format!("this answer could not be written: {error}"))
}

impl Lab {
    /// An answer of a type, to be kept as a file of this name, that `work` writes.
    #[expect(clippy::unused_async, reason = "the server waits for its first bytes")]
    pub(crate) async fn stream(
        self: &Arc<Self>,
        kind: &'static str,
        file: &str,
        work: impl FnOnce(&Self, &mut Outlet) -> Result<(), Problem>,
    ) -> Answer {
        let mut outlet = Outlet::default();
        work(self, &mut outlet)?;
        let headers = [
            (header::CONTENT_TYPE, kind.to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\"")),
        ];
        Ok((headers, outlet.bytes).into_response())
    }
}
