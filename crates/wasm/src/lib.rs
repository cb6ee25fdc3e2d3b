//! The laboratory as a module for browsers: questions in, answers out, by plain exports. `module.mjs` is its other
//! half. For any other target this crate is empty.
//!
//! Bytes that come in lie in memory of the module, from `reserve`, which each function that takes them gives back.
//! Bytes that go out are given back by the host, by `release`.
#![cfg(target_family = "wasm")]
#![allow(unsafe_code, reason = "bytes of the host are pointers here")]
#![allow(clippy::missing_safety_doc, reason = "said once, above")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::OnceLock;
use std::time::Duration;

use wythoff_lab::module::{Answered, Module};

mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since 1970.
        pub(crate) safe fn now() -> f64;
        /// A report of long work, in JSON.
        pub(crate) fn tell(text: *const u8, length: usize);
        /// Why the module ends, in words.
        pub(crate) fn end(text: *const u8, length: usize);
    }
}

/// The allocator of the target, which says why when a module ends because it has no memory.
///
/// It is never inlined. What is freed by the caller's own code looks to the compiler as if that had read its memory,
/// and of memory that was asked for as zeros it takes every word for zero, the allocator's own before it, too.
struct Told;

#[global_allocator]
static ALLOCATOR: Told = Told;

/// Whoever has asked for memory may go on without, or end the module.
fn told(found: *mut u8) -> *mut u8 {
    if found.is_null() {
        let text = "the browser has no more memory for it";
        // SAFETY: the host reads the text before it comes back.
        unsafe { host::end(text.as_ptr(), text.len()) }
    }
    found
}

// SAFETY: all memory is the target's.
unsafe impl GlobalAlloc for Told {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's word, here and below.
        told(unsafe { System.alloc(layout) })
    }

    #[inline(never)]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        told(unsafe { System.alloc_zeroed(layout) })
    }

    #[inline(never)]
    unsafe fn realloc(&self, bytes: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        told(unsafe { System.realloc(bytes, layout, size) })
    }

    #[inline(never)]
    unsafe fn dealloc(&self, bytes: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(bytes, layout) }
    }
}

static MODULE: OnceLock<Module> = OnceLock::new();

fn module() -> &'static Module {
    MODULE.get_or_init(|| {
        std::panic::set_hook(Box::new(|panic| {
            let text = format!("a mistake in the program, which {panic}");
            // SAFETY: the host reads the text before it comes back.
            unsafe { host::end(text.as_ptr(), text.len()) }
        }));
        let now = || Duration::from_secs_f64((host::now() / 1000.0).max(0.0));
        // SAFETY: as above.
        Module::open(now, |text| unsafe { host::tell(text.as_ptr(), text.len()) })
    })
}

/// Memory for so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
}

/// Gives memory back.
///
/// # Safety
/// It is from here, and of this length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(bytes: *mut u8, length: usize) {
    // SAFETY: the caller's word.
    drop(unsafe { taken(bytes, length) });
}

/// The bytes that the host has written.
unsafe fn taken(bytes: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: `reserve` made a box of this length.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(bytes, length)) }.into_vec()
}

/// Leaves bytes to the host: where they lie above 32 bits, and how many there are below.
fn left(bytes: Vec<u8>) -> u64 {
    let length = bytes.len() as u64;
    let place = Box::leak(bytes.into_boxed_slice()).as_mut_ptr() as u64;
    place << 32 | length
}

/// Answers a request: its method, its path with what comes after the question mark, and its body lie one after the
/// other. The answer: its status and the length of its head as 32 bits each, its head, its body.
///
/// # Safety
/// The bytes are from [`reserve`], of these lengths in all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(bytes: *mut u8, method: usize, path: usize, body: usize) -> u64 {
    // SAFETY: the caller's word.
    let mut request = unsafe { taken(bytes, method + path + body) };
    let content = request.split_off(method + path);
    let way = String::from_utf8_lossy(&request[method..]);
    let Answered { status, head, body } = module().ask(&request[..method], &way, content);
    let mut answer = Vec::with_capacity(8 + head.len() + body.len());
    answer.extend(u32::from(status).to_le_bytes());
    answer.extend(u32::try_from(head.len()).unwrap_or(0).to_le_bytes());
    answer.extend(head.as_bytes());
    answer.extend(body);
    left(answer)
}

/// Takes data that an answer said it needs, or a row of a board that [`written`] has handed out before; 0 if they are
/// not what they should be.
///
/// # Safety
/// The bytes are from [`reserve`], of these lengths in all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn give(bytes: *mut u8, name: usize, length: usize) -> u32 {
    // SAFETY: the caller's word.
    let mut given = unsafe { taken(bytes, name + length) };
    let data = given.split_off(name);
    u32::from(module().give(&String::from_utf8_lossy(&given), data))
}

/// Solves one square of the boards that grow; 0 if there was none to solve.
#[unsafe(no_mangle)]
pub extern "C" fn grow() -> u32 {
    u32::from(module().grow())
}

/// The next row of a board that was written since this was last asked: the length of its name as 32 bits, its name,
/// its bytes. Nothing if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn written() -> u64 {
    let Some((name, bytes)) = module().written() else { return 0 };
    let mut row = u32::try_from(name.len()).unwrap_or(0).to_le_bytes().to_vec();
    row.extend(name.as_bytes());
    row.extend(bytes);
    left(row)
}
