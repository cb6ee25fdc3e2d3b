//! Certificates of machines: W^k whose columns are written by a finite transducer that reads its own output
//! (docs/MACHINES.md). [`verify`] checks one and shares no code with what finds it ([`crate::proof`]).

pub mod answer;
mod verify;

use dashu_int::ops::Gcd;
use serde::{Deserialize, Serialize};

pub use verify::{Machine, Step, WORK_LIMIT, Window, verify};
pub(super) use verify::{add_palace, count};

/// The first entry of every certificate of a machine.
pub const FORMAT: &str = "wythoff machine 1";

/// A proof that a machine writes the columns of W^k, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineFile {
    /// [`FORMAT`].
    pub format: String,
    /// The game.
    pub k: u32,
    /// p and q: the frame rises by p rows in q columns.
    pub slope: [u32; 2],
    /// c: in column x the frame begins with row r(x) = ⌊px/q⌋ − c.
    pub offset: u32,
    /// a: the least number of palaces in a finished row.
    pub row: u32,
    /// g: the least number of palaces on a finished diagonal.
    pub diagonal: u32,
    /// X: the column with which the machine starts.
    pub column: u32,
    /// The palaces left of the diagonal in the rows from X up to r(X) − 1.
    pub word: Vec<u32>,
    /// For each state of the language its letters, and where they lead.
    pub language: Vec<Vec<[u32; 2]>>,
    /// The windows; the first is that of column X.
    pub windows: Vec<WindowFile>,
    /// Window, letter that is read, next window; sorted.
    pub steps: Vec<[u32; 3]>,
    /// Window, state of the reader, state of the writer; sorted.
    pub states: Vec<[u32; 3]>,
}

impl MachineFile {
    /// The certificate as JSON, on one line.
    ///
    /// # Panics
    /// Never: it holds numbers and strings only.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers and strings have a JSON form")
    }
}

/// What a machine proves, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Theorem {
    /// The columns of W^k are written by it.
    pub k: u32,
    /// From this column on.
    pub column: u32,
    /// All upper palaces keep within a bounded distance of a line of this slope.
    pub slope: String,
    /// How many of them a column holds on average.
    pub per_column: String,
    /// How many windows the machine has.
    pub windows: usize,
    /// How many states its language has.
    pub language: usize,
    /// How many states it has with its reader and its writer.
    pub states: usize,
}

impl Theorem {
    /// What the machine says.
    pub fn of(machine: &Machine) -> Self {
        let (p, q) = machine.slope();
        let [top, bottom] = [u64::from(machine.k()) * u64::from(p), u64::from(p) + u64::from(q)];
        let common = top.gcd(bottom);
        let quotient = |top: u64, bottom: u64| if bottom == 1 { top.to_string() } else { format!("{top}/{bottom}") };
        Self {
            k: machine.k(),
            column: machine.column(),
            slope: quotient(p.into(), q.into()),
            // docs/MACHINES.md, section 4.
            per_column: quotient(top / common, bottom / common),
            windows: machine.windows().len(),
            language: machine.language().len(),
            states: machine.states().len(),
        }
    }
}

/// What the frame shows at a column, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowFile {
    /// x mod q.
    pub phase: u32,
    /// The palaces so far in the rows from r(x) on, up to the last that has one.
    pub rows: Vec<u32>,
    /// The palaces so far on the diagonals from r(x) − x on, up to the last that has one.
    pub diagonals: Vec<u32>,
}
