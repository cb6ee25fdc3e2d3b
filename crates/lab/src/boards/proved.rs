//! Boards that a certificate of the library knows: every cell, wherever it lies. Nothing of them is stored.

use std::collections::HashMap;
use std::sync::Mutex;

use wythoff::certificate::answer::{self, AnswerError, Palaces, Solution};
use wythoff::certificate::area::{Area, Grid};
use wythoff::exact::UBig;
use wythoff::{Game, Position, SolveError};

use super::pixels::{NOT_READY, Pixels, Region, TILE, UNREADY_NUMBER, narrow};
use crate::cache::lock;
use crate::limits::Deadline;
use crate::problem::Problem;

/// The levels of their tiles: a pixel of the last has 2^30 cells.
pub(super) const LEVELS: u32 = 16;

/// Levels on which every cell is looked at.
pub(super) const AVERAGED: u32 = 3;

/// How much of them is shown as one board with a corner; the rest is shown in windows.
pub(super) const SIDE: u64 = 1 << 20;

/// So many idle solvers are kept, of all boards together.
const IDLE: usize = 8;

type Exact = Position<UBig>;

/// k of a board that is proved.
pub(super) fn proved_k(game: &Game) -> Option<u32> {
    game.blocking_k().filter(|k| answer::is_shipped(*k))
}

/// What solves the boards, kept because a solver remembers what it was asked.
#[derive(Default)]
pub(crate) struct Solvers(Mutex<HashMap<u32, Vec<Palaces<'static>>>>);

impl Solvers {
    /// Asks about the board of W^k.
    fn ask<T>(
        &self,
        k: u32,
        question: impl FnOnce(&mut Palaces<'static>) -> Result<T, AnswerError>,
    ) -> Result<T, Problem> {
        let idle = lock(&self.0).get_mut(&k).and_then(Vec::pop);
        let fresh = || Solution::shipped(k).map(Palaces::new);
        let mut solver = idle.or_else(fresh).ok_or_else(|| Problem::internal(format!("W^{k} has no certificate")))?;
        let answer = question(&mut solver).map_err(|error| Problem::from(SolveError::from(error)))?;
        let mut idle = lock(&self.0);
        if idle.values().map(Vec::len).sum::<usize>() >= IDLE {
            idle.clear();
        }
        idle.entry(k).or_default().push(solver);
        Ok(answer)
    }

    /// The palaces above a cell, to its left, and on its diagonal, the nearest first.
    pub(super) fn lines(&self, k: u32, at: &Exact, deadline: &Deadline) -> Result<[Vec<Exact>; 3], Problem> {
        let options = self.ask(k, |palaces| palaces.options(at, deadline))?;
        let mut lines = [const { Vec::new() }; 3];
        // They come in order, the smallest first.
        for to in options.into_iter().rev() {
            let line = if to.x == at.x {
                0
            } else if to.y == at.y {
                1
            } else {
                2
            };
            lines[line].push(to);
        }
        Ok(lines)
    }

    /// Something of every cell of a region, from its deviation.
    fn cells<T: Copy>(&self, k: u32, region: &Region, outside: T, value: impl Fn(i64) -> T) -> Result<Vec<T>, Problem> {
        let (_, at, size) = region.on_board();
        // Both are at most the sides of a window.
        let area = Area { at, size: size.map(|side| u32::try_from(side).unwrap_or(u32::MAX)), shift: 0 };
        let deviations = self.ask(k, |palaces| palaces.deviations(&area))?;
        Ok(region.filled(outside, &deviations.into_iter().map(value).collect::<Vec<T>>()))
    }

    pub(super) fn outcomes(&self, k: u32, region: &Region) -> Result<Vec<u8>, Problem> {
        self.cells(k, region, NOT_READY, |deviation| u8::from(deviation < 0))
    }

    /// The palace numbers less `zero`.
    pub(super) fn numbers(&self, k: u32, region: &Region, zero: u64) -> Result<Vec<i32>, Problem> {
        let shift = i64::from(k) - zero.cast_signed();
        self.cells(k, region, UNREADY_NUMBER, |deviation| narrow(deviation + shift))
    }

    /// Which pixels of a tile of any level hold a palace.
    pub(crate) fn held(&self, k: u32, level: u32, (x, y): (&UBig, &UBig)) -> Result<Vec<bool>, Problem> {
        let [x, y] = [x, y].map(|tile| tile << (level + TILE.ilog2()) as usize);
        let area = Area { at: Position::new(x, y), size: [1 << TILE.ilog2(); 2], shift: level };
        self.ask(k, |palaces| palaces.holds(&area))
    }

    /// The certificate's blocks of a level, from the one that holds a cell on.
    pub(crate) fn grid(&self, k: u32, level: usize, at: &Exact, size: [u32; 2]) -> Result<Grid, Problem> {
        self.ask(k, |palaces| palaces.grid(level, at, size))
    }

    /// The numbers of P-positions in the pixels of a tile.
    pub(super) fn counts(&self, k: u32, level: u32, (x, y): (&UBig, &UBig)) -> Result<Pixels, Problem> {
        let side = (TILE as u64) << level;
        let area = Area { at: Position::new(x * side, y * side), size: [1 << TILE.ilog2(); 2], shift: level };
        // A pixel has at most 2^30 cells.
        let narrowed = |count| u32::try_from(count).unwrap_or(u32::MAX);
        let counts = self.ask(k, |palaces| palaces.counts(&area))?.into_iter().map(narrowed).collect();
        Ok(Pixels::Counts { counts, cells: 1 << (2 * level) })
    }
}
