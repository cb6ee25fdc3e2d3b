//! Certificates: finite proofs about the whole infinite board of W^k, and what follows from one that was checked.
//!
//! [`verify`] checks a certificate that the board is self-similar, and shares no code with what finds it
//! ([`crate::proof`]). [`answer`], [`area`] and [`slopes`] say what follows. [`machine`] has the same for boards whose
//! columns are written by a machine, [`strips`] for those whose palaces keep to strips of bounded width; both list
//! [`Columns`]. W^7's answers have a proof of their own, [`Drift`].

pub mod answer;
pub mod area;
mod columns;
mod drift;
pub mod machine;
pub mod slopes;
pub mod strips;
pub mod verify;

use serde::{Deserialize, Serialize};

pub use columns::Columns;
pub use drift::{DRIFT_FROM, Drift, drift_events, prove_drift};
pub use machine::{FORMAT as MACHINE_FORMAT, MachineFile, WindowFile};
pub use strips::{FORMAT as STRIPS_FORMAT, StripFile, StripsFile};

/// A certificate that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The board is self-similar.
    SelfSimilar(verify::Certificate),
    /// Its columns are written by a machine.
    Machine(machine::Machine),
    /// Its palaces keep to strips, the innermost of which a machine writes.
    Strips(strips::Strips),
}

/// Reads a certificate of any kind, the bytes of a file, and checks all its conditions.
///
/// # Errors
/// When it has not the form of a certificate or is over a limit, or the first condition that fails, and where.
pub fn check(file: &[u8]) -> Result<Proof, verify::Rejection> {
    #[derive(Deserialize)]
    struct Named {
        format: String,
    }
    match serde_json::from_slice(file) {
        Ok(Named { format }) if format == MACHINE_FORMAT => machine::verify(file).map(Proof::Machine),
        Ok(Named { format }) if format == STRIPS_FORMAT => strips::verify(file).map(Proof::Strips),
        _ => verify::verify(file).map(Proof::SelfSimilar),
    }
}

/// The first entry of every certificate.
pub const FORMAT: &str = "wythoff certificate 1";

/// A proof that W^k is self-similar, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateFile {
    /// [`FORMAT`].
    pub format: String,
    /// The game.
    pub k: u32,
    /// How the sides of the board are cut.
    pub numeration: Intervals,
    /// How many classes of levels are used once.
    pub pre_period: usize,
    /// How many classes of levels are used in turn for ever.
    pub period: usize,
    /// The classes.
    pub levels: Vec<Class>,
    /// The deviations in the types of class 0, from type 2 on: rows of cells.
    pub contents: Vec<Vec<Vec<i64>>>,
    /// For each class the parts of the types of the class above it, from type 2 on: rows of types of this class.
    pub children: Vec<Vec<Vec<Vec<u32>>>>,
}

impl CertificateFile {
    /// How many types and rules each class of levels has.
    pub fn sizes(&self) -> Vec<(usize, usize)> {
        self.levels.iter().map(|class| (class.types.len(), class.rules.len())).collect()
    }

    /// The certificate as JSON, on one line.
    ///
    /// # Panics
    /// Never: it holds numbers and strings only.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers and strings have a JSON form")
    }
}

/// A numeration, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intervals {
    /// Its name.
    pub name: String,
    /// The kinds of intervals; the first is the axiom.
    pub symbols: Vec<Interval>,
}

/// A kind of interval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// A letter.
    pub symbol: char,
    /// What it consists of one level below.
    pub word: String,
    /// Its cells at level 0.
    pub length: u64,
}

/// The types and rules of a class of levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// The shape of each type: the letters of its rows and of its columns. Type 0 is "K", type 1 is "Z".
    pub types: Vec<String>,
    /// The type at (0,0).
    pub origin: u32,
    /// North-west, north, west, result; sorted.
    pub rules: Vec<[u32; 4]>,
}
