//! The extension module `corefeval._corefeval`: converts Python objects to documents and plans, and results
//! of the library to Python objects. All computation is in the crates `corefeval`, `corefeval-files` and
//! `corefeval-cli`.

// functions called from Python own their arguments
#![allow(clippy::needless_pass_by_value)]

mod choices;
mod clusters;
mod command;
mod document;
mod interrupt;
mod members;
mod pieces;
mod problems;
mod reading;
mod scores;
mod scoring;
mod tallier;

use pyo3::prelude::*;

/// The classes and functions on which the Python sources of the package are built.
#[pymodule]
fn _corefeval(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<choices::Plan>()?;
    module.add_class::<document::Document>()?;
    module.add_class::<document::Mention>()?;
    module.add_class::<document::Entity>()?;
    module.add_class::<scores::Scores>()?;
    module.add_class::<tallier::Tallier>()?;
    module.add_class::<pieces::Pieces>()?;
    module.add_function(wrap_pyfunction!(choices::choices, module)?)?;
    module.add_function(wrap_pyfunction!(choices::presets, module)?)?;
    module.add_function(wrap_pyfunction!(choices::formats, module)?)?;
    module.add_function(wrap_pyfunction!(choices::metrics, module)?)?;
    module.add_function(wrap_pyfunction!(command::run, module)?)?;
    module.add_function(wrap_pyfunction!(command::call, module)?)?;
    module.add_function(wrap_pyfunction!(document::documents_of_clusters, module)?)?;
    module.add_function(wrap_pyfunction!(pieces::blocks, module)?)?;
    module.add_function(wrap_pyfunction!(reading::contents, module)?)?;
    module.add_function(wrap_pyfunction!(reading::read_files, module)?)?;
    module.add_function(wrap_pyfunction!(reading::read_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(reading::write, module)?)?;
    module.add_function(wrap_pyfunction!(reading::system_names, module)?)?;
    module.add_function(wrap_pyfunction!(tallier::f_of, module)?)?;
    module.add_function(wrap_pyfunction!(scoring::score_files, module)?)?;
    module.add_function(wrap_pyfunction!(scoring::score_documents, module)?)
}
