//! What this program was built for, and what it finds here.

use std::sync::LazyLock;

/// What `--version` says after the program's name.
pub(crate) fn long_version() -> &'static str {
    static SAID: LazyLock<String> = LazyLock::new(|| {
        let parquet = if cfg!(feature = "parquet") { "+parquet" } else { "-parquet" };
        let sets = match instruction_sets().join(" ") {
            none if none.is_empty() => "none that an engine uses".to_owned(),
            sets => sets,
        };
        let (version, target) = (env!("CARGO_PKG_VERSION"), env!("WYTHOFF_TARGET"));
        format!("{version}\ntarget: {target}\nfeatures: {parquet}\ninstruction sets of this machine: {sets}")
    });
    &SAID
}

/// The vector instructions that an engine may choose.
pub(crate) fn instruction_sets() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    let found = [
        ("sse4.1", is_x86_feature_detected!("sse4.1")),
        ("avx2", is_x86_feature_detected!("avx2")),
        ("bmi2", is_x86_feature_detected!("bmi2")),
        ("avx512f", is_x86_feature_detected!("avx512f")),
        ("avx512bw", is_x86_feature_detected!("avx512bw")),
        ("avx512vl", is_x86_feature_detected!("avx512vl")),
    ];
    #[cfg(target_arch = "aarch64")]
    let found = [("neon", std::arch::is_aarch64_feature_detected!("neon"))];
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let found: [(&str, bool); 0] = [];
    found.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
}
