//! The functions that a browser calls: it writes a request into memory, requests the answer, and reads it.
//!
//! The only unsafe part is that the names of exported functions must be unique among all modules. The browser
//! gets addresses in memory as numbers; Rust never uses a number from the browser as an address.

use std::cell::RefCell;

use crate::engine::Engine;

#[derive(Default)]
struct Module {
    engine: Engine,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Reserves memory for a request of this length, and returns its address.
#[allow(unsafe_code, reason = "an exported name")]
#[unsafe(no_mangle)]
pub extern "C" fn request_place(length: usize) -> usize {
    MODULE.with_borrow_mut(|module| {
        module.request = vec![0; length];
        module.request.as_mut_ptr().expose_provenance()
    })
}

/// Answers the request.
#[allow(unsafe_code, reason = "an exported name")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() {
    MODULE.with_borrow_mut(|module| {
        let request = std::mem::take(&mut module.request);
        module.answer = module.engine.answer(&request).into_bytes();
    });
}

/// The address of the answer.
#[allow(unsafe_code, reason = "an exported name")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_place() -> usize {
    MODULE.with_borrow(|module| module.answer.as_ptr().expose_provenance())
}

/// The length of the answer in bytes.
#[allow(unsafe_code, reason = "an exported name")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    MODULE.with_borrow(|module| module.answer.len())
}
