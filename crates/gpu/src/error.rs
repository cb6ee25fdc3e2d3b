//! Why a GPU did not answer: each a sentence for people. Whoever gets one lets the processor do the work.

/// Why a GPU did not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// No driver.
    #[error("there is no NVIDIA driver on this machine")]
    NoDriver,
    /// No GPU.
    #[error("the NVIDIA driver finds no GPU")]
    NoDevice,
    /// A GPU that the kernels do not run on.
    #[error("{name} has compute capability {major}.{minor}; 7.0 or later is needed")]
    TooOld {
        /// The GPU.
        name: String,
        /// Its compute capability.
        major: i32,
        /// The part after the point.
        minor: i32,
    },
    /// No compiler.
    #[error("NVRTC is missing, the compiler of CUDA, which comes with the CUDA toolkit")]
    NoCompiler,
    /// The compiler or the driver refused the kernels.
    #[error("the kernels could not be compiled for this GPU: {0}")]
    Compiler(String),
    /// Not enough memory.
    #[error("this needs {} MiB of the GPU's memory, of which {} MiB are free", needs.div_ceil(1 << 20), free >> 20)]
    TooLittleMemory {
        /// Bytes.
        needs: u64,
        /// Bytes.
        free: u64,
    },
    /// The driver reported an error.
    #[error("the driver of the GPU reports: {0}")]
    Driver(String),
    /// A deviation left the window in which 8-bit counts are proved to be right.
    #[error("a deviation left the window in which 8-bit counts are proved to be right")]
    GuardFired,
    /// A strip waited in vain.
    #[error("the GPU did not finish: a part of the board waited too long for its neighbour")]
    Stuck,
    /// A board or a square that the kernels have no numbers for.
    #[error("{0}")]
    Size(&'static str),
    /// There is no such block, or an edge belongs elsewhere.
    #[error(transparent)]
    Block(#[from] wythoff::engine::dense::block::BlockError),
    /// The watch stopped the work.
    #[error("interrupted")]
    Interrupted,
}
