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
use std::io;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use wythoff::SolveError;
use wythoff::engine::automaton::AutomatonError;
use wythoff::render::RenderError;

use crate::say::{say, without_middle};
use crate::{bench, check, prove, reproduce, signals, verify};

const ERROR: Style = AnsiColor::Red.on_default().bold();

/// What a command that did not succeed comes to.
enum Failure {
    /// Whoever read the output (`head`, say) has had enough.
    EnoughRead,
    Stopped(c_int),
    /// A check found what it did not expect.
    Unexpected,
    /// A search found nothing.
    NotFound,
    /// Arguments that make no command.
    Usage,
    Error,
}

impl Failure {
    fn of(error: &anyhow::Error) -> Self {
        let stopped = signals::heard().filter(|_| is_interruption(error));
        if let Some(signal) = stopped {
            Self::Stopped(signal)
        } else if is_closed_pipe(error) {
            Self::EnoughRead
        } else if error.is::<check::Unexpected>()
            || error.is::<bench::Disagreement>()
            || error.is::<verify::Invalid>()
            || error.is::<reproduce::Unexplained>()
        {
            Self::Unexpected
        } else if error.is::<prove::NoCertificate>() {
            Self::NotFound
        } else if error.is::<clap::Error>() {
            Self::Usage
        } else {
            Self::Error
        }
    }

    fn code(&self) -> u8 {
        match self {
            Self::EnoughRead => 0,
            Self::Unexpected | Self::NotFound => 1,
            Self::Usage | Self::Error => 2,
            Self::Stopped(signal) => signals::code(*signal),
        }
    }
}

/// Says what went wrong, if anything did, and gives the exit code.
pub(crate) fn end(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    let failure = Failure::of(&error);
    match failure {
        Failure::EnoughRead => {}
        Failure::Stopped(_) => say!("interrupted"),
        Failure::Unexpected => say!("{ERROR}unexpected:{ERROR:#} {error}"),
        Failure::NotFound => say!("{error}"),
        Failure::Usage => say!("{}", usage(error)),
        Failure::Error => say!("{ERROR}error:{ERROR:#} {error:#}"),
    }
    ExitCode::from(failure.code())
}

/// What clap says of arguments that it refuses.
fn usage(error: anyhow::Error) -> String {
    use clap::error::ContextValue;
    /// A value is shown, but not all of it.
    const SHOWN: usize = 120;
    let Ok(mut error) = error.downcast::<clap::Error>() else { return String::new() };
    let is_long = |text: &str| text.len() > SHOWN;
    let long = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) if is_long(text) => Some((kind, without_middle(text, SHOWN))),
        _ => None,
    });
    for (kind, text) in long.collect::<Vec<_>>() {
        error.insert(kind, ContextValue::String(text));
    }
    error.render().ansi().to_string().trim_end_matches('\n').to_owned()
}

/// Whether the work was stopped, as opposed to failed.
pub(crate) fn is_interruption(error: &anyhow::Error) -> bool {
    let solve = error.downcast_ref::<SolveError>().or_else(|| match (error.downcast_ref(), error.downcast_ref()) {
        (Some(RenderError::Solve(error)), _) | (_, Some(AutomatonError::Solve(error))) => Some(error),
        _ => None,
    });
    matches!(solve, Some(SolveError::Interrupted))
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
