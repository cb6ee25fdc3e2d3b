//! The machine that runs the kernels: a GPU; or, for tests, this processor.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DevicePtr, DeviceRepr, DriverError, LaunchConfig, PushKernelArg,
    ValidAsZeroBits, sys,
};
use cudarc::nvrtc::{self, CompileError, CompileOptions};

use crate::GpuError;
use crate::layout::{Arm, Tables, Work};

/// The kernels' source; `warp.h` comes first.
const WARP: &str = include_str!("../kernels/warp.h");
const BOARD: &str = include_str!("../kernels/board.cu");
const ARM: &str = include_str!("../kernels/arm.cu");

/// What a kernel is asked to find out besides the counts that cross its borders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The fingerprint.
    Fingerprint,
    /// The same, where deviations stay in the smaller window of the guard.
    SmallFingerprint,
    /// Also cells, and how many palaces there are in each 64 × 64 of them.
    Cells,
}

/// Threads of a block: four warps.
const THREADS: u32 = 128;

/// The most blocks of a multiprocessor: as many as its registers are enough for.
const BLOCKS: u32 = 2;

/// When so many strips wait for each warp, all blocks are used. With fewer, each strip runs faster when it has a
/// scheduler for itself, and the whole waits for the strips along the diagonal.
const MANY_STRIPS: u32 = 8;

/// Threads of a block of the arm.
pub(crate) const ARM_THREADS: u32 = 512;

/// The least compute capability.
const CAPABILITY: (i32, i32) = (7, 0);

/// A GPU that is ready to work.
#[derive(Debug)]
pub struct Device(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Cuda(Cuda),
    #[cfg(feature = "host")]
    Host {
        tables: Box<Tables>,
        strips: u32,
        is_narrow: bool,
    },
}

#[derive(Clone, Debug)]
struct Cuda {
    name: String,
    capability: (i32, i32),
    multiprocessors: u32,
    stream: Arc<CudaStream>,
    shared: Arc<Shared>,
}

/// What all streams of a GPU share: tables, and the kernels, compiled when they are first asked for.
#[derive(Debug)]
struct Shared {
    tables: CudaSlice<Tables>,
    fingerprint: OnceLock<CudaFunction>,
    small_fingerprint: OnceLock<CudaFunction>,
    cells: OnceLock<CudaFunction>,
    arm: OnceLock<CudaFunction>,
    compiling: Mutex<()>,
}

/// Memory that kernels read and write.
pub(crate) enum Memory<T> {
    Cuda(CudaSlice<T>, Arc<CudaStream>),
    #[cfg(feature = "host")]
    Host(Vec<T>),
}

impl Device {
    /// The first GPU of this machine.
    ///
    /// # Errors
    /// When there is none, or it can't be used: why.
    pub fn new() -> Result<Self, GpuError> {
        Cuda::new().map(|cuda| Self(Kind::Cuda(cuda)))
    }

    /// This processor, which runs the same kernels as if it worked on so many strips at a time: slow, for tests.
    #[cfg(feature = "host")]
    pub fn host(strips: u32) -> Self {
        Self(Kind::Host { tables: Tables::new(), strips, is_narrow: false })
    }

    /// The same with a guard that fires on most boards.
    #[cfg(feature = "host")]
    pub fn narrow_host() -> Self {
        Self(Kind::Host { tables: Tables::new(), strips: 1, is_narrow: true })
    }

    /// The same GPU, whose work goes on side by side with this one's.
    pub(crate) fn beside(&self) -> Result<Self, GpuError> {
        match &self.0 {
            Kind::Cuda(cuda) => {
                Ok(Self(Kind::Cuda(Cuda { stream: cuda.stream.context().new_stream()?, ..cuda.clone() })))
            }
            #[cfg(feature = "host")]
            kind @ Kind::Host { .. } => Ok(Self(kind.clone())),
        }
    }

    /// The GPU's name.
    pub fn name(&self) -> &str {
        match &self.0 {
            Kind::Cuda(cuda) => &cuda.name,
            #[cfg(feature = "host")]
            Kind::Host { .. } => "this processor",
        }
    }

    /// How many strips it works on at a time.
    pub(crate) fn strips(&self) -> u32 {
        match &self.0 {
            Kind::Cuda(cuda) => cuda.multiprocessors * BLOCKS * THREADS / 32,
            #[cfg(feature = "host")]
            Kind::Host { strips, .. } => *strips,
        }
    }

    /// Bytes that may be asked for.
    pub(crate) fn room(&self) -> Result<u64, GpuError> {
        match &self.0 {
            // The driver needs some for itself.
            Kind::Cuda(cuda) => cuda.free().map(|free| free - free / 16),
            #[cfg(feature = "host")]
            Kind::Host { .. } => Ok(1 << 30),
        }
    }

    /// Refuses what does not fit.
    pub(crate) fn has_room_for(&self, needs: u64) -> Result<(), GpuError> {
        let free = self.room()?;
        if needs <= free { Ok(()) } else { Err(GpuError::TooLittleMemory { needs, free }) }
    }

    pub(crate) fn zeros<T: DeviceRepr + ValidAsZeroBits + Default + Clone>(
        &self,
        length: usize,
    ) -> Result<Memory<T>, GpuError> {
        // Nothing has no address.
        let length = length.max(1);
        match &self.0 {
            Kind::Cuda(cuda) => Ok(Memory::Cuda(cuda.stream.alloc_zeros(length)?, Arc::clone(&cuda.stream))),
            #[cfg(feature = "host")]
            Kind::Host { .. } => Ok(Memory::Host(vec![T::default(); length])),
        }
    }

    pub(crate) fn copy<T: DeviceRepr + Clone>(&self, content: &[T]) -> Result<Memory<T>, GpuError> {
        match &self.0 {
            Kind::Cuda(cuda) => Ok(Memory::Cuda(cuda.stream.clone_htod(content)?, Arc::clone(&cuda.stream))),
            #[cfg(feature = "host")]
            Kind::Host { .. } => Ok(Memory::Host(content.to_vec())),
        }
    }

    /// Begins to do all tickets.
    ///
    /// All addresses of the work must be those of memory of this device, of the size that the jobs say.
    pub(crate) fn board(&self, work: Work, wanted: Wanted) -> Result<(), GpuError> {
        match &self.0 {
            Kind::Cuda(cuda) => cuda.board(work, wanted),
            #[cfg(feature = "host")]
            Kind::Host { tables, is_narrow, .. } => {
                host::board(&work, tables, wanted, *is_narrow);
                Ok(())
            }
        }
    }
}

impl Device {
    /// Begins to advance the arm, by so many blocks of threads. The addresses are those of memory of this device.
    pub(crate) fn arm(&self, arm: Arm, blocks: u32) -> Result<(), GpuError> {
        match &self.0 {
            Kind::Cuda(cuda) => cuda.arm(arm, blocks),
            #[cfg(feature = "host")]
            Kind::Host { .. } => {
                host::arm(&arm, blocks);
                Ok(())
            }
        }
    }

    /// Waits until all is done that was begun.
    pub(crate) fn wait(&self) -> Result<(), GpuError> {
        match &self.0 {
            Kind::Cuda(cuda) => Ok(cuda.stream.synchronize()?),
            #[cfg(feature = "host")]
            Kind::Host { .. } => Ok(()),
        }
    }
}

impl<T: DeviceRepr + Clone> Memory<T> {
    pub(crate) fn address(&self) -> u64 {
        match self {
            Self::Cuda(slice, stream) => slice.device_ptr(stream).0,
            #[cfg(feature = "host")]
            Self::Host(content) => content.as_ptr() as u64,
        }
    }

    pub(crate) fn read(&self) -> Result<Vec<T>, GpuError> {
        match self {
            Self::Cuda(slice, stream) => Ok(stream.clone_dtoh(slice)?),
            #[cfg(feature = "host")]
            Self::Host(content) => Ok(content.clone()),
        }
    }

    pub(crate) fn clear(&mut self) -> Result<(), GpuError>
    where
        T: ValidAsZeroBits + Default,
    {
        match self {
            Self::Cuda(slice, stream) => Ok(stream.memset_zeros(slice)?),
            #[cfg(feature = "host")]
            Self::Host(content) => {
                content.fill(T::default());
                Ok(())
            }
        }
    }
}

/// Whether a library can be loaded. The driver's crate panics when it can't.
#[allow(unsafe_code)]
fn is_there(library: &str) -> bool {
    // SAFETY: the libraries of the driver and of the compiler do nothing but initialise themselves.
    match library {
        "driver" => unsafe { sys::is_culib_present() },
        _ => unsafe { nvrtc::sys::is_culib_present() },
    }
}

impl Cuda {
    fn new() -> Result<Self, GpuError> {
        if !is_there("driver") {
            return Err(GpuError::NoDriver);
        }
        let context = match CudaContext::device_count() {
            Ok(1..) => CudaContext::new(0)?,
            Ok(_) => return Err(GpuError::NoDevice),
            Err(error) => return Err(no_device(error)),
        };
        let (name, capability) = (context.name()?, context.compute_capability()?);
        if capability < CAPABILITY {
            return Err(GpuError::TooOld { name, major: capability.0, minor: capability.1 });
        }
        if !is_there("compiler") {
            return Err(GpuError::NoCompiler);
        }
        let multiprocessors = context.attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        let stream = context.default_stream();
        let tables = stream.clone_htod(std::slice::from_ref(&*Tables::new()))?;
        let multiprocessors = u32::try_from(multiprocessors).unwrap_or(1).max(1);
        let [fingerprint, small_fingerprint, cells, arm] = std::array::from_fn(|_| OnceLock::new());
        let shared = Shared { tables, fingerprint, small_fingerprint, cells, arm, compiling: Mutex::new(()) };
        Ok(Self { name, capability, multiprocessors, stream, shared: Arc::new(shared) })
    }

    fn free(&self) -> Result<u64, GpuError> {
        let (free, _) = self.stream.context().mem_get_info()?;
        Ok(free as u64)
    }

    /// A kernel, compiled when it is first asked for.
    fn kernel<'k>(
        &self,
        place: &'k OnceLock<CudaFunction>,
        name: &str,
        source: &str,
        options: &[&str],
    ) -> Result<&'k CudaFunction, GpuError> {
        if let Some(function) = place.get() {
            return Ok(function);
        }
        let _once = self.shared.compiling.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(function) = place.get() {
            return Ok(function);
        }
        let compiled = self.compiled(name, &[WARP, source].concat(), options)?;
        Ok(place.get_or_init(|| compiled))
    }

    fn compiled(&self, kernel: &str, source: &str, options: &[&str]) -> Result<CudaFunction, GpuError> {
        let (major, minor) = self.capability;
        let mut all = vec![format!("--gpu-architecture=compute_{major}{minor}"), "--std=c++17".to_owned()];
        all.extend(options.iter().map(|option| (*option).to_owned()));
        let options = CompileOptions { options: all, name: Some(format!("{kernel}.cu")), ..CompileOptions::default() };
        let ptx = nvrtc::compile_ptx_with_opts(source, options).map_err(|error| match error {
            CompileError::CompileError { log, .. } => GpuError::Compiler(log.to_string_lossy().trim().to_owned()),
            other => GpuError::Compiler(other.to_string()),
        })?;
        let refused = |error: DriverError| GpuError::Compiler(error.to_string());
        self.stream.context().load_module(ptx).map_err(refused)?.load_function(kernel).map_err(refused)
    }

    fn board(&self, work: Work, wanted: Wanted) -> Result<(), GpuError> {
        let function = match wanted {
            Wanted::Fingerprint => self.kernel(&self.shared.fingerprint, "board", BOARD, &["-DFOLD"]),
            Wanted::SmallFingerprint => {
                self.kernel(&self.shared.small_fingerprint, "board", BOARD, &["-DFOLD", "-DSMALL_WINDOW"])
            }
            Wanted::Cells => self.kernel(&self.shared.cells, "board", BOARD, &["-DFOLD", "-DCELLS"]),
        }?;
        let least = self.multiprocessors * THREADS / 32;
        let per_multiprocessor = if work.ticket_count / MANY_STRIPS > least { BLOCKS } else { 1 };
        let needed = work.ticket_count.div_ceil(THREADS / 32);
        let blocks = (self.multiprocessors * per_multiprocessor).min(needed).max(1);
        let shape = LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (THREADS, 1, 1), shared_mem_bytes: 0 };
        let mut launch = self.stream.launch_builder(function);
        launch.arg(&work).arg(&self.shared.tables);
        // SAFETY: the arguments are those of the kernel; the caller answers for the addresses.
        #[allow(unsafe_code)]
        unsafe {
            launch.launch(shape)?;
        }
        Ok(())
    }

    fn arm(&self, arm: Arm, blocks: u32) -> Result<(), GpuError> {
        let function = self.kernel(&self.shared.arm, "arm", ARM, &[])?;
        let shape = LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (ARM_THREADS, 1, 1), shared_mem_bytes: 0 };
        let mut launch = self.stream.launch_builder(function);
        launch.arg(&arm);
        // SAFETY: as above.
        #[allow(unsafe_code)]
        unsafe {
            launch.launch(shape)?;
        }
        Ok(())
    }
}

/// What the driver says when it is there and finds nothing.
fn no_device(error: DriverError) -> GpuError {
    match error.0 {
        sys::cudaError_enum::CUDA_ERROR_NO_DEVICE => GpuError::NoDevice,
        _ => error.into(),
    }
}

impl From<DriverError> for GpuError {
    fn from(error: DriverError) -> Self {
        let text = error.error_string().map_or_else(|_| format!("{error:?}"), |text| text.to_string_lossy().into());
        Self::Driver(text)
    }
}

#[cfg(feature = "host")]
#[allow(unsafe_code)]
mod host {
    use super::{Arm, Tables, Wanted, Work};

    unsafe extern "C" {
        fn wythoff_board(work: *const Work, tables: *const Tables);
        fn wythoff_narrow_board(work: *const Work, tables: *const Tables);
        fn wythoff_small_board(work: *const Work, tables: *const Tables);
        fn wythoff_narrow_small_board(work: *const Work, tables: *const Tables);
        fn wythoff_arm(arm: *const Arm, blocks: u32);
    }

    pub(super) fn board(work: &Work, tables: &Tables, wanted: Wanted, is_narrow: bool) {
        let kernel = match (wanted, is_narrow) {
            (Wanted::SmallFingerprint, false) => wythoff_small_board,
            (Wanted::SmallFingerprint, true) => wythoff_narrow_small_board,
            (Wanted::Fingerprint | Wanted::Cells, false) => wythoff_board,
            (Wanted::Fingerprint | Wanted::Cells, true) => wythoff_narrow_board,
        };
        // SAFETY: the caller of `Device::board` answers for the addresses, and types agree with those of the kernels.
        unsafe { kernel(work, tables) }
    }

    pub(super) fn arm(arm: &Arm, blocks: u32) {
        // SAFETY: as above.
        unsafe { wythoff_arm(arm, blocks) }
    }
}
