//! Compiles the kernels for this processor, where the feature `host` asks for it.

fn main() {
    println!("cargo::rerun-if-changed=kernels");
    #[cfg(feature = "host")]
    cc::Build::new().cpp(true).std("c++17").opt_level(2).include("kernels").file("kernels/host.cpp").compile("kernels");
}
