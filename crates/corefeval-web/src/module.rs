//! What a browser calls: it writes a request into memory, asks for the answer, and reads it.
//!
//! Nothing here is unsafe but that exported functions have names that no other module may have. The browser gets places in memory as
//! numbers; Rust never reads through a number that it was given.

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

/// Makes room for a request of so many bytes, and says where it is.
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

/// Where the answer is.
#[allow(unsafe_code, reason = "an exported name")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_place() -> usize {
    MODULE.with_borrow(|module| module.answer.as_ptr().expose_provenance())
}

/// How many bytes the answer has.
#[allow(unsafe_code, reason = "an exported name")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    MODULE.with_borrow(|module| module.answer.len())
}
