//! Boards of W^k (`blocking:k`) on an NVIDIA GPU.
//!
//! The kernels are the dense engine's wavefront for warps: `kernels/board.cu` has the design. They are compiled when a
//! [`Device`] first needs them, by NVRTC, and the driver is loaded at run time; so this crate builds and starts on
//! machines that know nothing of CUDA. There [`Device::new`] says what is missing. The same source also compiles as C++
//! for this processor (feature `host`), and that is how it is tested without a GPU.
//!
//! **Never wrong, never partial.** Every cell outside the hood passes the guard of the dense engine, and results come
//! out when all of them have. Anything else is a [`GpuError`], whose sentence says why; the caller then asks the dense
//! engine.

mod arm;
mod block;
mod board;
mod device;
mod error;
mod layout;

pub use arm::boundary;
pub use block::{solve_block, solver};
pub use board::{Band, SIDE_LIMIT, batch, cells, stats};
pub use device::Device;
pub use error::GpuError;
