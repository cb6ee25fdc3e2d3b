//! The machine that rates are of.

use std::fmt;

use serde::Serialize;

use crate::built::instruction_sets;

/// What the rates depend on.
#[derive(Serialize)]
pub(super) struct Machine {
    pub(super) version: &'static str,
    /// The model's name, where the system tells.
    pub(super) cpu: Option<String>,
    pub(super) cores: usize,
    /// How many threads compute: as many as there are cores, or as `--threads` says.
    pub(super) threads: usize,
    pub(super) architecture: &'static str,
    pub(super) instruction_sets: Vec<&'static str>,
    /// Overflow checks and the like, which cost time.
    pub(super) debug_assertions: bool,
}

impl Machine {
    pub(super) fn this() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            cpu: std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| cpu_model(&text)),
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            threads: rayon::current_num_threads(),
            architecture: std::env::consts::ARCH,
            instruction_sets: instruction_sets(),
            debug_assertions: cfg!(debug_assertions),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cores = if self.cores == 1 { "core" } else { "cores" };
        let cpu = self.cpu.as_deref().unwrap_or("unknown CPU");
        write!(f, "wythoff {}, {cpu}, {} {cores}, ", self.version, self.cores)?;
        if self.threads != self.cores {
            write!(f, "--threads {}, ", self.threads)?;
        }
        write!(f, "{}", self.architecture)?;
        if !self.instruction_sets.is_empty() {
            write!(f, " with {}", self.instruction_sets.join(" "))?;
        }
        f.write_str(if self.debug_assertions { "; built with debug assertions, which cost time" } else { "" })
    }
}

/// The first processor's name in Linux's list.
fn cpu_model(cpuinfo: &str) -> Option<String> {
    let fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    let mut names = fields.filter(|(key, _)| key.trim() == "model name").map(|(_, name)| name.trim());
    names.find(|name| !name.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_read_from_the_list_of_processors() {
        let text =
            "processor\t: 0\nvendor_id\t: Acme\nmodel\t\t: 17\nmodel name\t: Acme 9000\n\nmodel name\t: Acme 1\n";
        assert_eq!(cpu_model(text).as_deref(), Some("Acme 9000"));
        assert_eq!(cpu_model("processor\t: 0\n"), None);
    }
}
