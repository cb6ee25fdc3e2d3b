//! Answers that are written while they are sent: a few pieces of them are in memory, and the work ends when nobody
//! reads on.

use std::io::{self, Write};
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::http::header;
use axum::response::IntoResponse;
use futures_util::stream::{self, StreamExt};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::guard::Streamed;
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::problem::Problem;

/// Bytes that are sent together, and how many such pieces may wait.
const PIECE: usize = 64 << 10;
const WAITING: usize = 8;

/// What goes from the work to the answer. Without an end, the work has failed.
enum Piece {
    Bytes(Vec<u8>),
    Refused(Problem),
    End,
}

/// What is written here is sent. The first bytes go out at once: until then the answer may still be a refusal.
pub(crate) struct Outlet {
    pieces: mpsc::Sender<Piece>,
    piece: Vec<u8>,
    has_begun: bool,
}

impl Outlet {
    fn send(&mut self, piece: Piece) -> io::Result<()> {
        self.has_begun = true;
        let sent = Handle::current().block_on(self.pieces.send_timeout(piece, limits::STALL));
        sent.map_err(|_| io::Error::new(io::ErrorKind::BrokenPipe, "nobody reads on"))
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if !self.has_begun || self.piece.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let piece = std::mem::replace(&mut self.piece, Vec::with_capacity(PIECE));
        self.send(Piece::Bytes(piece))
    }
}

/// What became of an output that failed; mostly nobody is there to read it.
pub(crate) fn unsent(error: impl std::fmt::Display) -> Problem {
    Problem::internal(format!("this answer could not be sent: {error}"))
}

impl Lab {
    /// An answer of a type, to be kept as a file of this name, that `work` writes on a thread of its own. What `work`
    /// refuses before it writes is refused as always; afterwards the answer breaks off.
    pub(crate) async fn stream(
        self: &Arc<Self>,
        kind: &'static str,
        file: &str,
        work: impl FnOnce(&Self, &mut Outlet) -> Result<(), Problem> + Send + 'static,
    ) -> Answer {
        let place = Arc::clone(&self.places.streams).try_acquire_owned().map_err(|_| {
            let message =
                format!("{} pictures are being drawn already, the limit; try again when one is there", limits::STREAMS);
            Problem::busy("streams", limits::STREAMS, message)
        })?;
        let (pieces, mut drawn) = mpsc::channel(WAITING);
        let lab = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            let mut outlet = Outlet { pieces, piece: Vec::new(), has_begun: false };
            let ended = work(&lab, &mut outlet).and_then(|()| outlet.flush().map_err(unsent));
            // Whoever has gone does not want to know.
            let end = timeout(limits::STALL, outlet.pieces.reserve());
            if let Ok(Ok(end)) = Handle::current().block_on(end) {
                // Free before the answer ends: who has read it may ask for the next one at once.
                drop(place);
                end.send(ended.map_or_else(Piece::Refused, |()| Piece::End));
            }
        });
        let first = match drawn.recv().await {
            Some(Piece::Bytes(bytes)) => bytes,
            Some(Piece::Refused(problem)) => return Err(problem),
            Some(Piece::End) | None => {
                return Err(Problem::internal("this answer failed unexpectedly; others are not affected"));
            }
        };
        let rest = stream::unfold(Some(drawn), |drawn: Option<mpsc::Receiver<Piece>>| async move {
            let mut drawn = drawn?;
            match drawn.recv().await {
                Some(Piece::Bytes(bytes)) => Some((Ok(bytes), Some(drawn))),
                Some(Piece::End) => None,
                Some(Piece::Refused(problem)) => Some((Err(io::Error::other(problem.message)), None)),
                None => Some((Err(io::Error::other("the work has failed")), None)),
            }
        });
        let bytes = stream::once(async move { Ok(first) }).chain(rest);
        let headers = [
            (header::CONTENT_TYPE, kind.to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\"")),
        ];
        Ok((headers, Extension(Streamed), Body::from_stream(bytes)).into_response())
    }
}
