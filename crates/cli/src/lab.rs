//! `wythoff lab`: the web laboratory.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use wythoff_lab::{Config, Hosts, serve};

use crate::args::Lab;
use crate::say::say;

pub(crate) fn run(args: &Lab) -> Result<()> {
    let listen: IpAddr = args.listen;
    let store = match &args.store {
        Some(store) => store.clone(),
        None => default_store()?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("can't start the server")?;
    runtime.block_on(async {
        // Whoever has read the address may ask the laboratory to end.
        let stop = Stop::listen()?;
        let listener = tokio::net::TcpListener::bind(SocketAddr::new(listen, args.port)).await;
        let listener = listener.with_context(|| format!("--port: can't listen at {listen}, port {}", args.port))?;
        let address = listener.local_addr()?;
        let config = Config { store: store.clone(), budget: args.budget, atlas: args.atlas.clone() };
        let lab = wythoff_lab::Lab::open(&config).context("--store")?;
        for damage in lab.damage() {
            say!("{damage}");
        }
        if !listen.is_loopback() {
            say!("anyone who can reach {address} can use this laboratory: it has no passwords");
        }
        let shown =
            if listen.is_unspecified() { SocketAddr::new([127, 0, 0, 1].into(), address.port()) } else { address };
        let mut out = anstream::stdout();
        writeln!(out, "http://{shown}/")?;
        out.flush()?;
        say!("boards are kept in {} (at most {} bytes); Ctrl-C stops", store.display(), args.budget);
        if args.open {
            open(&format!("http://{shown}/"));
        }
        let hosts = Hosts::of(address).and(args.host.iter().cloned());
        let hosts = if listen.is_unspecified() { hosts.and(own_names(shown)) } else { hosts };
        serve(listener, lab, hosts, stop.heard()).await?;
        say!("stopped; unfinished boards go on at the next start");
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

/// The place for things that can be made again.
fn default_store() -> Result<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || variable("HOME").map(|home| home.join(".cache"));
    match variable("XDG_CACHE_HOME").or_else(home).or_else(|| variable("LOCALAPPDATA")) {
        Some(caches) => Ok(caches.join("wythoff").join("lab")),
        None => bail!("--store: there is no home folder; name a folder for the boards"),
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
        say!("--open: no browser was found; open the address yourself");
    }
}
