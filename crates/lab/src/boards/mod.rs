//! Boards, wherever their cells come from: a certificate, a store, memory, a formula, or files. Whoever wants to see
//! one asks its [`View`].

mod computed;
mod corner;
mod counting;
mod formula;
mod opened;
mod pixels;
mod proved;
mod stored;
mod view;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use wythoff::engine::dense::{Painter, Square};

use crate::boards::computed::ComputedBoards;
use crate::boards::proved::Solvers;
use crate::cache::Shelf;
use crate::grow::Growers;
use crate::limits;
use crate::store::Store;

pub(crate) use opened::{Opened, OpenedBoards, file_name, refused};
pub(crate) use pixels::{NOT_READY, Pixels, REMOVED, REMOVED_OUTCOME, Region, TILE, UNREADY_COUNT, UNREADY_NUMBER};
pub(crate) use view::{Lines, View, levels_of};

/// A square by board, column and row of squares.
type SquareKey = (u64, u32, u32);

/// What all views share: the store, and what is kept in memory.
pub(crate) struct Boards {
    store: Arc<Store>,
    growers: Arc<Growers>,
    squares: Shelf<SquareKey, Square>,
    painters: Mutex<Vec<Painter>>,
    computed: ComputedBoards,
    pub(crate) solvers: Solvers,
    pub(crate) opened: OpenedBoards,
}

impl Boards {
    pub(crate) fn new(store: Arc<Store>, growers: Arc<Growers>, folders: Vec<PathBuf>) -> Self {
        Self {
            store,
            growers,
            squares: Shelf::new(limits::SQUARES_BYTES),
            painters: Mutex::default(),
            computed: ComputedBoards::default(),
            solvers: Solvers::default(),
            opened: OpenedBoards::new(folders),
        }
    }
}
