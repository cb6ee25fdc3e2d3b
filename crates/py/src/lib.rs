//! Python's `wythoff._wythoff`: the library's loops. What users see is the Python package beside it, which asks here.
//!
//! Results with a form of their own come as JSON, which the package turns into dataclasses; arrays are NumPy's, filled
//! in place. Whatever may take long runs without Python's lock (`work`).

mod automaton;
mod block;
mod board;
mod errors;
mod exact;
mod game;
mod integers;
mod lab;
mod memory;
mod program;
mod structure;
mod sum;
mod table;
mod theorems;
mod work;

use pyo3::pymodule;

#[pymodule]
mod _wythoff {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::automaton::{automaton_from_edges, automaton_from_start};
    #[pymodule_export]
    use crate::block::{BlockBoard, solve_block};
    #[pymodule_export]
    use crate::board::shape_needed;
    #[pymodule_export]
    use crate::exact::{
        Beatty, Convergents, Pairs, Surd, beatty_slopes, diagonal_index, diagonal_pair, slopes, wythoff_root,
    };
    #[pymodule_export]
    use crate::game::{Game, families};
    #[pymodule_export]
    use crate::lab::{Referee, Server};
    #[pymodule_export]
    use crate::memory::room;
    #[pymodule_export]
    use crate::program::main;
    #[pymodule_export]
    use crate::structure::{atlas_records, compare, golden, region_names, regions, skin, skin_matrices, threads};
    #[pymodule_export]
    use crate::sum::Sum;
    #[pymodule_export]
    use crate::table::Pieces;
    #[pymodule_export]
    use crate::theorems::{Drift, Proved, check, checks, errata_reports, prove, verified};
    #[pymodule_export]
    use crate::work::{forget_pools, set_threads, thread_count};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
