//! Whether all who solve an area find the same, and the signature of all areas.

use std::time::Instant;

use serde::Serialize;
use wythoff::solve::Watch;
use wythoff::{Engine, Position, Signature, SolveError, Tally};

use super::area::{Area, Found, Part};

/// An area, solved.
#[derive(Serialize)]
pub(super) struct Solved {
    pub(super) board: Area,
    /// By the first of `solvers`, which all the others should have found.
    pub(super) p_count: u64,
    pub(super) signature: String,
    pub(super) solvers: Vec<Solver>,
    /// The engines that solve the game but not an area of this size.
    pub(super) refusals: Vec<Refusal>,
}

#[derive(Serialize)]
pub(super) struct Solver {
    /// The engine's name, or `naive`.
    pub(super) engine: String,
    pub(super) p_count: u64,
    pub(super) signature: String,
    pub(super) seconds: f64,
}

#[derive(Serialize)]
pub(super) struct Refusal {
    pub(super) engine: Engine,
    pub(super) board: Area,
    pub(super) why: String,
}

impl Solver {
    pub(super) fn new(engine: &impl ToString, found: Found, since: Instant) -> Self {
        let Tally { p_count, signature, .. } = found.summary;
        let seconds = since.elapsed().as_secs_f64();
        Self { engine: engine.to_string(), p_count, signature: signature.to_string(), seconds }
    }

    pub(super) fn finds_same_as(&self, other: &Self) -> bool {
        (self.p_count, &self.signature) == (other.p_count, &other.signature)
    }
}

impl Solved {
    /// Asks the naive loop and every engine.
    pub(super) fn by_all(area: Area, watch: &dyn Watch) -> Result<Self, SolveError> {
        /// A board on which the reference engine takes a fraction of a second.
        const REFERENCE_SIDE: u64 = 200;
        let since = Instant::now();
        let mut solvers: Vec<Solver> =
            area.naive().map(|found| Solver::new(&"naive", found, since)).into_iter().collect();
        let mut refusals = Vec::new();
        let mut refuse = |engine, why: String| refusals.push(Refusal { engine, board: area, why });
        for engine in Engine::solving(&area.game()) {
            if engine == Engine::Reference
                && let Part::Window(window) = area.part
                && [window.right(), window.bottom()].iter().any(|end| end.is_none_or(|end| end > REFERENCE_SIDE))
            {
                refuse(engine, format!("options one by one take long beyond {REFERENCE_SIDE}×{REFERENCE_SIDE} cells"));
                continue;
            }
            let since = Instant::now();
            match area.solve(engine, watch) {
                Ok(found) => solvers.push(Solver::new(&engine, found, since)),
                Err(SolveError::Interrupted) => return Err(SolveError::Interrupted),
                Err(why) => refuse(engine, why.to_string()),
            }
        }
        Ok(Self::new(area, solvers, refusals))
    }

    pub(super) fn new(board: Area, solvers: Vec<Solver>, refusals: Vec<Refusal>) -> Self {
        let (p_count, signature) =
            solvers.first().map(|first| (first.p_count, first.signature.clone())).unwrap_or_default();
        Self { board, p_count, signature, solvers, refusals }
    }

    /// Who finds something else than the first.
    pub(super) fn disagreements(&self) -> Vec<String> {
        let board = self.board;
        let Some((first, others)) = self.solvers.split_first() else {
            return vec![format!("{board}: no engine solves it")];
        };
        let wrong = others.iter().filter(|other| !other.finds_same_as(first));
        let said = |solver: &Solver| format!("`{}` {} {}", solver.engine, solver.p_count, solver.signature);
        wrong.map(|other| format!("{board}: {} is not {}", said(other), said(first))).collect()
    }
}

/// The signature of all areas, in order, when nobody disagrees.
pub(super) fn combined(boards: &[Solved]) -> Option<String> {
    let mut hash = 0_u64;
    for board in boards {
        if !board.disagreements().is_empty() {
            return None;
        }
        let z = hash.wrapping_add(number(&board.signature)?);
        // The signature of one position is mix(x·2^32 + y).
        let mut mixed = Signature::default();
        mixed.add(Position::new(z >> 32, z & 0xFFFF_FFFF));
        hash = number(&mixed.to_string())?;
    }
    Some(format!("{hash:016x}"))
}

fn number(signature: &str) -> Option<u64> {
    u64::from_str_radix(signature, 16).ok()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::bench::area::window;

    pub(in crate::bench) fn solver(engine: &str, p_count: u64, signature: &str) -> Solver {
        Solver { engine: engine.into(), p_count, signature: signature.into(), seconds: 0.0 }
    }

    pub(in crate::bench) fn solved(solvers: Vec<Solver>) -> Solved {
        Solved::new(window(3, 5, 6, 7, 8), solvers, vec![])
    }

    /// From h = 0, h becomes mix(h + s); mix(0) = e220a8397b1dcdaf is the first output of SplitMix64, and its second
    /// output from that state is mix of the constant that it adds.
    #[test]
    fn the_signature_of_all_depends_on_the_order() {
        let zero = || solved(vec![solver("naive", 0, "0000000000000000")]);
        let one = || solved(vec![solver("naive", 0, "9e3779b97f4a7c15")]);
        assert_eq!(combined(&[zero()]).unwrap(), "e220a8397b1dcdaf");
        assert_eq!(combined(&[one()]).unwrap(), "6e789e6aa1b965f4");
        assert_ne!(combined(&[one(), zero()]), combined(&[zero(), one()]));
    }
}
