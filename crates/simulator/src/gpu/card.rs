//! A graphics card: compiles a kernel for itself and plays rounds by it.

use std::ops::Range;
use std::sync::Arc;

use cudarc::driver::sys::{CUdevice_attribute, CUfunction_attribute, is_culib_present};
use cudarc::driver::{CudaContext, CudaFunction, CudaSlice, CudaStream, DriverError, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::{self, CompileOptions};

use super::{LAUNCH_ROUNDS, Launched, Plays, Program};
use crate::fault::Fault;
use crate::job::{CHUNK_ROUNDS, Job};
use crate::tally::Tally;

/// Rounds that one launch may leave to the processor. More than a chunk has, so that a launch of one chunk always has room.
const LEFT_MAX: usize = 1 << 20;
const _: () = assert!(LEFT_MAX as u64 >= CHUNK_ROUNDS);

/// A card that is ready to play one job.
#[derive(Debug)]
pub struct Card {
    program: Program,
    stream: Arc<CudaStream>,
    kernel: CudaFunction,
    tables: CudaSlice<u32>,
    blocks: u32,
}

impl Card {
    /// Finds the first card of this machine and prepares it for a job.
    pub fn new(job: &Job) -> Result<Card, Fault> {
        look_for_libraries()?;
        let context = CudaContext::new(0).map_err(|fault| none_found(&format!("the driver says {fault}")))?;
        let room = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        let room = context.attribute(room).map_err(failed)?;
        Card::with(Program::new(job, room as usize)?, &context)
    }

    fn with(program: Program, context: &Arc<CudaContext>) -> Result<Card, Fault> {
        let (major, minor) = context.compute_capability().map_err(failed)?;
        let options = CompileOptions {
            options: vec![format!("--gpu-architecture=compute_{major}{minor}")],
            ..CompileOptions::default()
        };
        let compiled = nvrtc::compile_ptx_with_opts(program.text_on_card(), options);
        let compiled =
            compiled.map_err(|fault| Fault::Gpu(format!("the GPU's compiler does not take the kernel: {fault}")))?;
        let kernel = context
            .load_module(compiled)
            .and_then(|module| module.load_function("play"));
        let kernel = kernel.map_err(failed)?;
        let room = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        kernel
            .set_attribute(room, program.shared_bytes as i32)
            .map_err(failed)?;
        let blocks = context.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
        let stream = context.default_stream();
        Ok(Card {
            tables: stream.clone_htod(&program.tables).map_err(failed)?,
            blocks: blocks.map_err(failed)? as u32,
            program,
            stream,
            kernel,
        })
    }

    /// What it plays by.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Plays some chunks of the job.
    pub fn play(&self, job: &Job, chunks: Range<u64>) -> Result<Tally, Fault> {
        self.program.play(job, chunks, |first, count| self.launch(first, count))
    }

    /// How many chunks are well played at once: enough for all threads, and few enough for somebody who waits to see progress.
    pub fn wave(&self) -> u64 {
        match self.program.plays {
            Plays::Rounds => 8 * LAUNCH_ROUNDS / CHUNK_ROUNDS,
            Plays::Chunks { .. } => u64::from(self.threads()),
        }
    }

    fn threads(&self) -> u32 {
        self.blocks * self.program.threads as u32
    }

    /// Plays so many rounds or chunks, from this number on.
    pub fn launch(&self, first: u64, count: u32) -> Result<Launched, Fault> {
        self.launch_unchecked(first, count).map_err(failed)
    }

    fn launch_unchecked(&self, first: u64, count: u32) -> Result<Launched, DriverError> {
        let copies = match self.program.plays {
            Plays::Rounds => 1,
            Plays::Chunks { .. } => self.blocks as usize,
        };
        let mut counts: CudaSlice<u64> = self.stream.alloc_zeros(copies * self.program.counts)?;
        let mut left: CudaSlice<u64> = self.stream.alloc_zeros(LEFT_MAX)?;
        let room = LEFT_MAX as u32;
        let shape = LaunchConfig {
            grid_dim: (self.blocks, 1, 1),
            block_dim: (self.program.threads as u32, 1, 1),
            shared_mem_bytes: self.program.shared_bytes as u32,
        };
        // One chunk a thread at most: counts of a block fit 32 bits.
        let at_once = match self.program.plays {
            Plays::Rounds => count,
            Plays::Chunks { .. } => self.threads(),
        };
        for start in (0..count).step_by(at_once as usize) {
            let (first, count) = (first + u64::from(start), at_once.min(count - start));
            let mut launch = self.stream.launch_builder(&self.kernel);
            launch.arg(&self.tables).arg(&first).arg(&count);
            launch.arg(&mut counts).arg(&mut left).arg(&room);
            // SAFETY: the arguments are those of `play` in the kernels, in number, order and type. The kernel reads the tables that
            // its program laid out, adds to counters below `counts`, and writes to `left` only below `room`.
            #[expect(unsafe_code, reason = "a kernel cannot be launched otherwise")]
            unsafe {
                launch.launch(shape)?;
            }
        }
        let counts = folded(&self.stream.clone_dtoh(&counts)?, self.program.counts);
        let left_count = counts[self.program.counts - 1].min(LEFT_MAX as u64) as usize;
        let left = match left_count {
            0 => Vec::new(),
            _ => self.stream.clone_dtoh(&left.slice(..left_count))?,
        };
        Ok((counts, left))
    }
}

/// What all copies of the counters come to.
fn folded(copies: &[u64], counts: usize) -> Vec<u64> {
    let mut sums = vec![0_u64; counts];
    for copy in copies.chunks(counts) {
        for (sum, count) in sums.iter_mut().zip(copy) {
            // Negative sums are counted as their complements.
            *sum = sum.wrapping_add(*count);
        }
    }
    sums
}

/// cudarc ends the program when a library is missing, so this looks first.
pub(super) fn look_for_libraries() -> Result<(), Fault> {
    // SAFETY: loading NVIDIA's own libraries runs what they run when they are loaded, as every program that uses them does.
    #[expect(unsafe_code, reason = "libraries cannot be looked for otherwise")]
    let (driver, compiler) = unsafe { (is_culib_present(), nvrtc::sys::is_culib_present()) };
    match (driver, compiler) {
        (false, _) => Err(none_found("the driver's library libcuda is not installed")),
        (_, false) => Err(none_found(
            "CUDA's run-time compiler, the library libnvrtc, is not installed",
        )),
        _ => Ok(()),
    }
}

fn none_found(why: &str) -> Fault {
    Fault::Gpu(format!(
        "no GPU can be used: {why}; leave out --gpu to play on the processor"
    ))
}

fn failed(fault: DriverError) -> Fault {
    Fault::Gpu(format!(
        "the GPU failed: {fault}; leave out --gpu to play on the processor"
    ))
}
