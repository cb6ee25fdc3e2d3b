//! `wythoff lab`: the web laboratory.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use wythoff_lab::{Config, Hosts, serve};

use crate::examples::examples;
use crate::say::note;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff lab --open", "The laboratory, in your browser"),
    ("wythoff lab --port 0 --boards giants", "At any free port, with boards that `wythoff board -o giants/…` wrote"),
    (
        "wythoff lab --listen 0.0.0.0 --host lab.example.org:8013",
        "For other machines, too: anyone who can reach it can use it",
    ),
]))]
pub(crate) struct Args {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8013)]
    port: u16,
    /// Opens the page in a browser
    #[arg(long)]
    open: bool,
    /// Where boards are kept between sessions [default: in the user's cache folder]
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// How many bytes the kept boards may take; the least recently used are dropped
    #[arg(long, value_name = "BYTES", default_value_t = wythoff_lab::DEFAULT_BUDGET)]
    budget: u64,
    /// A folder with records of `wythoff sweep`, besides those of k = 1..200 that are part of the program
    #[arg(long, value_name = "DIR")]
    atlas: Option<PathBuf>,
    /// A folder with boards of `wythoff board -o NAME.zarr` to look at, or one of them; nothing there is changed
    #[arg(long, value_name = "DIR")]
    boards: Vec<PathBuf>,
    /// The address to listen at; others than 127.0.0.1 let other machines in
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    listen: std::net::IpAddr,
    /// A further name:port under which browsers may ask, for --listen
    #[arg(long, value_name = "NAME:PORT", value_parser = host)]
    host: Vec<String>,
}

/// A name under which browsers may ask, as they write it: without port 80.
fn host(text: &str) -> Result<String, &'static str> {
    const PATTERN: &str =
        "write NAME:PORT, e.g. lab.example.org:8013 or [2001:db8::1]:8013; a NAME alone is for port 80";
    // In brackets there is an address with colons of its own.
    let (name, port) = match text.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (text, None),
    };
    let port = port.map_or(Ok(80), wythoff::parse_heap::<u64>).ok().and_then(|port| u16::try_from(port).ok());
    let is_name = |name: &str| {
        const LONGEST: usize = 253;
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        name.len() <= LONGEST && name.split('.').all(|label| !label.is_empty() && label.chars().all(is_letter))
    };
    let is_address = |name: &str| {
        let inner = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        inner.is_some_and(|inner| inner.parse::<std::net::Ipv6Addr>().is_ok())
    };
    match port {
        Some(80) if is_name(name) || is_address(name) => Ok(name.to_owned()),
        Some(port @ 1..) if is_name(name) || is_address(name) => Ok(format!("{name}:{port}")),
        _ => Err(PATTERN),
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let listen: IpAddr = args.listen;
    let store = args.store.clone().or_else(wythoff_lab::default_store);
    let store = store.context("--store: there is no home folder; name a folder for the boards")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("can't start the server")?;
    for folder in &args.boards {
        folder.read_dir().with_context(|| format!("--boards: can't read {}", folder.display()))?;
    }
    runtime.block_on(async {
        // Whoever has read the address may ask the laboratory to end.
        let stop = Stop::listen()?;
        let listener = tokio::net::TcpListener::bind(SocketAddr::new(listen, args.port)).await;
        let listener = listener.with_context(|| format!("--port: can't listen at {listen}, port {}", args.port))?;
        let address = listener.local_addr()?;
        let config = Config {
            store: store.clone(),
            budget: args.budget,
            atlas: args.atlas.clone(),
            boards: args.boards.clone(),
        };
        let lab = wythoff_lab::Lab::open(&config).context("--store")?;
        for damage in lab.damage() {
            note!("{damage}");
        }
        if !listen.is_loopback() {
            note!("anyone who can reach {address} can use this laboratory: it has no passwords");
        }
        let shown =
            if listen.is_unspecified() { SocketAddr::new([127, 0, 0, 1].into(), address.port()) } else { address };
        let mut out = anstream::stdout();
        writeln!(out, "http://{shown}/")?;
        out.flush()?;
        note!("boards are kept in {} (at most {} bytes); Ctrl-C stops", store.display(), args.budget);
        if args.open {
            open(&format!("http://{shown}/"));
        }
        let hosts = Hosts::of(address).and(args.host.iter().cloned());
        let hosts = if listen.is_unspecified() { hosts.and(own_names(shown)) } else { hosts };
        serve(listener, lab, hosts, stop.heard()).await?;
        note!("stopped; unfinished boards go on at the next start");
        Ok(())
    })
}

fn own_names(shown: SocketAddr) -> [String; 3] {
    let port = shown.port();
    [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")]
}

/// Ctrl-C and, on Unix, the request to end. They are how a laboratory ends, so it ends with 0 then.
#[cfg(unix)]
struct Stop([tokio::signal::unix::Signal; 2]);

#[cfg(unix)]
impl Stop {
    /// From now on it is heard.
    fn listen() -> Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let listen = |kind| signal(kind).context("can't listen to signals");
        Ok(Self([listen(SignalKind::interrupt())?, listen(SignalKind::terminate())?]))
    }

    async fn heard(self) {
        let Self([mut interrupt, mut terminate]) = self;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Stop;

#[cfg(not(unix))]
impl Stop {
    #[expect(clippy::unnecessary_wraps, reason = "its twin fails")]
    fn listen() -> Result<Self> {
        Ok(Self)
    }

    async fn heard(self) {
        // Without a way to hear of Ctrl-C it ends the program at once, which the store survives.
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Shows the address in a browser, if the system knows how; the address was printed anyway.
fn open(address: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let started =
        Command::new(opener).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        note!("--open: no browser was found; open the address yourself");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_and_a_port() {
        for (typed, meant) in [
            ("x:8013", "x:8013"),
            ("lab.example.org:8013", "lab.example.org:8013"),
            ("lab.example.org", "lab.example.org"),
            ("my_host:80", "my_host"),
            ("10.0.0.1:08013", "10.0.0.1:8013"),
            ("[2001:db8::1]:8013", "[2001:db8::1]:8013"),
            ("[::1]", "[::1]"),
        ] {
            assert_eq!(host(typed).as_deref(), Ok(meant), "{typed}");
        }
        for typed in [
            "",
            ":",
            "x:",
            ":80",
            "x:y",
            "x:0",
            "x:65536",
            "x:-1",
            "x:+1",
            "x y:80",
            "http://x:80",
            "x/:80",
            "x..y:80",
            "::1",
            "[]:80",
        ] {
            assert!(host(typed).is_err(), "{typed}");
        }
    }
}
