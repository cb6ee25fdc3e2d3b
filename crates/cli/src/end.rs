//! How the program ends: the one place where an error gets its exit code and its words.
//!
//! | code | |
//! |---|---|
//! | 0 | All is well; also when the reader of standard output has had enough. |
//! | 1 | A check found what it did not expect, or a search found nothing. |
//! | 2 | Bad input, or an output that can't be written. |
//! | 128 + n | Signal n stopped the work: 130 for Ctrl-C, 143 for the request to end, 129 for a terminal that closed. |
//!
//! Nothing that happens on standard error plays a part in it.

use std::ffi::c_int;
use std::fmt;
use std::io;

use anstyle::{AnsiColor, Style};
use clap::error::{ContextKind, ContextValue};
use wythoff::engine::automaton::AutomatonError;
use wythoff::render::RenderError;
use wythoff::{Interrupted, NotationError, SolveError};

use crate::say::{say, without_middle};
use crate::signals;

const ERROR: Style = AnsiColor::Red.on_default().bold();

/// What a command that did not succeed comes to. A command returns the first two itself; what the others are is read
/// from its error.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A check found what it did not expect: this.
    Unexpected(String),
    /// A search found nothing, in these words.
    NotFound(String),
    /// Whoever read the output (`head`, say) has had enough.
    EnoughRead,
    /// This signal stopped the work.
    Stopped(c_int),
    /// Arguments that make no command, and what is said of them.
    Usage(String),
    /// Bad input, or an output that can't be written.
    Error(anyhow::Error),
}

impl Failure {
    fn of(error: anyhow::Error) -> Self {
        if let Some(signal) = signals::heard().filter(|_| is_interruption(&error)) {
            return Self::Stopped(signal);
        }
        if is_closed_pipe(&error) {
            return Self::EnoughRead;
        }
        let error = match error.downcast::<Self>() {
            Ok(failure) => return failure,
            Err(error) => error,
        };
        error.downcast::<clap::Error>().map_or_else(Self::Error, |error| Self::Usage(usage(error)))
    }

    fn code(&self) -> u8 {
        match self {
            Self::EnoughRead => 0,
            Self::Unexpected(_) | Self::NotFound(_) => 1,
            Self::Usage(_) | Self::Error(_) => 2,
            Self::Stopped(signal) => signals::code(*signal),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EnoughRead => f.write_str("enough was read"),
            Self::Stopped(_) => f.write_str("interrupted"),
            Self::Unexpected(what) => write!(f, "{ERROR}unexpected:{ERROR:#} {what}"),
            Self::NotFound(what) | Self::Usage(what) => f.write_str(what),
            Self::Error(error) => {
                write!(f, "{ERROR}error:{ERROR:#} {error:#}")?;
                tip(error).map_or(Ok(()), |tip| write!(f, "\n{tip}"))
            }
        }
    }
}

impl std::error::Error for Failure {}

/// Which command helps. The library knows of none.
fn tip(error: &anyhow::Error) -> Option<&'static str> {
    let is_unsolved = |cause: &(dyn std::error::Error + 'static)| {
        let solve = cause.downcast_ref::<SolveError>();
        let drawn = cause.downcast_ref::<RenderError>();
        solve == Some(&SolveError::NoFormula) || matches!(drawn, Some(RenderError::Solve(SolveError::NoFormula)))
    };
    let of_library = |cause: &(dyn std::error::Error + 'static)| match cause.downcast_ref::<NotationError>() {
        Some(error) if error.is_like_no_family() => Some("`wythoff games` lists every family."),
        _ => is_unsolved(cause).then_some("`wythoff games` says for which games one is."),
    };
    error.chain().find_map(of_library)
}

/// Says what went wrong, if anything did, and gives the exit code.
pub(crate) fn end(result: anyhow::Result<()>) -> u8 {
    let Err(error) = result else { return 0 };
    let failure = Failure::of(error);
    if !matches!(failure, Failure::EnoughRead) {
        say!("{failure}");
    }
    failure.code()
}

/// What clap says of arguments that it refuses: without the endless part of a value, and without the tip to write `--`
/// before an option that does not exist. Values that begin with a dash need no `--` here, and an option has no use for
/// it.
fn usage(mut error: clap::Error) -> String {
    /// A value is shown, but not all of it.
    const SHOWN: usize = 120;
    let long = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) if text.len() > SHOWN => Some((kind, without_middle(text, SHOWN))),
        _ => None,
    });
    for (kind, text) in long.collect::<Vec<_>>() {
        error.insert(kind, ContextValue::String(text));
    }
    if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
        tips.retain(|tip| !tip.to_string().contains("as a value, use"));
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    error.render().ansi().to_string().trim_end_matches('\n').to_owned()
}

/// Whether the work was stopped, as opposed to failed.
pub(crate) fn is_interruption(error: &anyhow::Error) -> bool {
    let solve = error.downcast_ref::<SolveError>().or_else(|| match (error.downcast_ref(), error.downcast_ref()) {
        (Some(RenderError::Solve(error)), _) | (_, Some(AutomatonError::Solve(error))) => Some(error),
        _ => None,
    });
    matches!(solve, Some(SolveError::Interrupted)) || error.is::<Interrupted>()
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kinds = error.chain().filter_map(|cause| match cause.downcast_ref() {
        Some(RenderError::Io(error)) => Some(error.kind()),
        _ => match cause.downcast_ref::<serde_json::Error>() {
            Some(error) => error.io_error_kind(),
            None => cause.downcast_ref::<io::Error>().map(io::Error::kind),
        },
    });
    kinds.into_iter().any(|kind| kind == io::ErrorKind::BrokenPipe)
}
