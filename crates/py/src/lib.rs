//! Python's `wythoff._wythoff`: the library's loops. What users see is the Python package beside it, which asks here.
//!
//! Results with a form of their own come as JSON, which the package turns into dataclasses; arrays are NumPy's, filled
//! in place. Whatever may take long runs without Python's lock (`work`).

mod errors;
mod game;
mod integers;
mod lab;
mod program;
mod work;

use pyo3::pymodule;

#[pymodule]
mod _wythoff {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::lab::{Referee, Server};
    #[pymodule_export]
    use crate::program::main;
    #[pymodule_export]
    use crate::work::{forget_pools, set_threads};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
