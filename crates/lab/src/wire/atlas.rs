//! Records of `wythoff sweep`. What is not named here is passed on as it is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Everything else that a record says.
type Rest = Map<String, Value>;

/// Records by k.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Atlas {
    pub(crate) records: Vec<AtlasRecord>,
    /// How many records there are.
    pub(crate) total: usize,
    /// The k whose threads have their slopes by a proof: a certificate, or for W^7 a theorem of its own.
    pub(crate) proved: Vec<u32>,
    /// Where they are from, in words.
    pub(crate) source: String,
}

/// What a sweep, or a measurement on the spot, knows of one W^k.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct AtlasRecord {
    pub(crate) k: u64,
    pub(crate) columns: u64,
    pub(crate) threads: Vec<Thread>,
    pub(crate) states: States,
    pub(crate) signature: String,
    /// Each thread as a machine, from the diagonal outwards; threads of one slope may be several.
    #[serde(default)]
    pub(crate) machines: Vec<Machine>,
    /// Measured for this answer, and in no atlas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) measured: Option<bool>,
    #[serde(flatten)]
    rest: Rest,
}

/// How many states a thread goes through: different windows, up to a shift.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Machine {
    slope: f64,
    /// Windows count from this column on.
    from: u64,
    /// In a quarter of the columns, in the half, in all; null where they were not counted from before.
    states: [Option<u64>; 3],
    /// There were too many to be counted.
    more: bool,
    verdict: Verdict,
}

/// What the numbers of states say.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(crate) enum Verdict {
    Finite,
    PerhapsFinite,
    GrowingSlowly,
    Unknown,
    Growing,
}

/// The machines of W^k, as its first columns show them.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Machines {
    pub(crate) k: u64,
    pub(crate) columns: u64,
    word: Word,
    threads: Vec<ThreadMachine>,
}

/// What the columns read first: the palaces of their rows left of the diagonal.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Word {
    letters: Vec<u32>,
    /// How many different factors of the lengths 1, 2, … there are.
    complexity: Vec<u64>,
    /// If they grow like a power of the length, from length 8 to 16 it would be this.
    exponent: Option<f64>,
}

/// A thread as a machine.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ThreadMachine {
    #[serde(flatten)]
    machine: Machine,
    /// If the states grow like a power of the columns, from the half to all it would be this.
    exponent: Option<f64>,
    longest: Longest,
    /// Of a machine of at most 64 states.
    table: Option<MachineTable>,
}

/// The longest lists of a window.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Longest {
    rows: u64,
    diagonals: u64,
}

/// Windows, and the steps between them.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct MachineTable {
    /// Whether the window and what is read decide all that follows.
    deterministic: bool,
    windows: Vec<MachineWindow>,
    steps: Vec<MachineStep>,
}

/// The palaces in the rows and on the diagonals of a window.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct MachineWindow {
    rows: Vec<u32>,
    diagonals: Vec<u32>,
    /// The first of its diagonals, counted from the one through its first row.
    offset: i64,
}

/// What a machine does in a column.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct MachineStep {
    from: u32,
    /// Palaces that the column has before.
    reads: u32,
    /// The counts of the rows, and of the diagonals, that the window reaches.
    rows: Vec<u32>,
    diagonals: Vec<u32>,
    /// In rows counted from the window's first.
    palaces: Vec<u32>,
    /// The palaces of the rows that are finished then.
    writes: Vec<u32>,
    to: u32,
    /// How many columns did this.
    count: u64,
}

/// The deviations that occur outside the hood.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct States {
    side: u64,
    min_deviation: i64,
    max_deviation: i64,
    #[serde(flatten)]
    rest: Rest,
}

/// A thread, or several of the same slope.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Thread {
    slope: f64,
    slope_error: f64,
    pub(crate) exact: Option<ExactForm>,
    per_column: f64,
    per_column_exact: Option<String>,
    periodic: bool,
    period: Option<Period>,
    drifting: bool,
    thickness: Thicknesses,
    parts: Vec<ThreadPart>,
    #[serde(flatten)]
    rest: Rest,
}

/// A number that fits a slope. Digits that agree never make an equality: `odds` says how seldom chance does as well.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ExactForm {
    value: String,
    /// Integers with a·s² + b·s + c = 0.
    coefficients: [i64; 3],
    digits: u32,
    digits_by_chance: u32,
    odds: u64,
    search: Origin,
    #[serde(flatten)]
    rest: Rest,
}

/// How a form was found.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(crate) enum Origin {
    Fraction,
    Difference,
    Relation,
    Cover,
    Period,
}

/// What column x holds, moved by dy, is what column x + dx holds, from a column to the last one seen.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Period {
    dx: u64,
    dy: u64,
    from: u64,
}

/// P-positions of a thread in a column, a row, and on a diagonal.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Thicknesses {
    vertical: Thickness,
    horizontal: Option<Thickness>,
    diagonal: Option<Thickness>,
}

/// The fewest and the most P-positions on a line.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Thickness {
    min: u64,
    max: u64,
}

/// One of several threads of the same slope.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ThreadPart {
    born: u64,
    /// Its P-positions were counted in so many columns.
    columns: u64,
    count: u64,
    last: LastColumn,
    #[serde(flatten)]
    rest: Rest,
}

/// Where a part was seen last.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct LastColumn {
    x: u64,
    low: u64,
    high: u64,
}
