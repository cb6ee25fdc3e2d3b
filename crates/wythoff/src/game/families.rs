//! The named families of the papers: each is data (parameters, ranges, names) and a short constructor.

use super::{Class, Ending, Form, Game, Hole, Label, Moves, Piece, Residues, Rules, Twist};

/// What a parameter is when it is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Default {
    /// It must be written.
    Required,
    /// This number.
    Value(u32),
    /// The value of the named parameter.
    Same(&'static str),
}

/// An upper limit of a parameter, besides [`Parameter::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// None.
    Unlimited,
    /// At most the named parameter.
    AtMost(&'static str),
    /// Less than the named parameter.
    Below(&'static str),
}

/// A parameter of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameter {
    /// The papers' letter.
    pub name: &'static str,
    /// The smallest value.
    pub min: u32,
    /// What holds when it is not written.
    pub default: Default,
    /// What it may not exceed.
    pub limit: Limit,
}

impl Parameter {
    /// No parameter exceeds this: products of two then fit in 64 bits.
    pub const MAX: u32 = u32::MAX;

    const fn required(name: &'static str) -> Self {
        Self { name, min: 1, default: Default::Required, limit: Limit::Unlimited }
    }

    const fn or(name: &'static str, value: u32) -> Self {
        Self { default: Default::Value(value), ..Self::required(name) }
    }

    const fn from_zero(name: &'static str) -> Self {
        Self { min: 0, ..Self::required(name) }
    }

    /// The range in words: `1 ≤ m`, `0 ≤ l < p`.
    pub fn range(&self) -> String {
        let Self { name, min, .. } = self;
        match self.limit {
            Limit::Unlimited => format!("{name} ≥ {min}"),
            Limit::AtMost(other) => format!("{min} ≤ {name} ≤ {other}"),
            Limit::Below(other) => format!("{min} ≤ {name} < {other}"),
        }
    }
}

/// A family of games.
#[derive(Debug)]
pub struct Family {
    /// The family string's first word.
    pub name: &'static str,
    /// Its parameters, in the order in which they are printed.
    pub parameters: &'static [Parameter],
    /// What the papers call it.
    pub papers: &'static [&'static str],
    /// Values that make a good example, in the order of the parameters.
    pub example: &'static [u32],
    /// For which parameters a formula solves the game at any size, in words; `None` when for no one.
    pub formula: Option<&'static str>,
    build: fn(&[u32]) -> Form,
}

// A family is one of the constants of `FAMILIES`: its name identifies it.
impl PartialEq for Family {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
impl Eq for Family {}
impl std::hash::Hash for Family {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl Family {
    /// The family of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        FAMILIES.iter().find(|family| family.name == name)
    }

    /// How the family is written: `diagonal-blocking:m=1,p=P`.
    pub fn pattern(&self) -> String {
        let parameter = |parameter: &Parameter| match parameter.default {
            Default::Required => format!("{}={}", parameter.name, parameter.name.to_uppercase()),
            Default::Value(value) => format!("{}={value}", parameter.name),
            Default::Same(other) => format!("{}={other}", parameter.name),
        };
        written(self.name, self.parameters.iter().map(parameter))
    }

    /// An example of the family.
    ///
    /// # Panics
    /// Never: each example is within its ranges, and a test builds them all.
    pub fn example(&'static self) -> Game {
        self.game(self.example.to_vec()).expect("the examples are within their ranges")
    }

    /// The game with these values of the parameters, in the family's order.
    ///
    /// # Errors
    /// The first parameter that is out of its range.
    ///
    /// # Panics
    /// When there are more or fewer values than parameters.
    pub fn game(&'static self, values: Vec<u32>) -> Result<Game, &'static Parameter> {
        assert_eq!(values.len(), self.parameters.len(), "one value for each parameter of {}", self.name);
        let value_of = |name| {
            let index = self.parameters.iter().position(|parameter| parameter.name == name);
            values[index.expect("limits name parameters of the same family")]
        };
        for (parameter, &value) in self.parameters.iter().zip(&values) {
            let within = match parameter.limit {
                Limit::Unlimited => true,
                Limit::AtMost(other) => value <= value_of(other),
                Limit::Below(other) => value < value_of(other),
            };
            if value < parameter.min || !within {
                return Err(parameter);
            }
        }
        let form = (self.build)(&values);
        Ok(Game { label: Label::Family { family: self, values }, form })
    }
}

pub(super) fn written(family: &str, parameters: impl Iterator<Item = String>) -> String {
    let parameters: Vec<String> = parameters.collect();
    if parameters.is_empty() { family.to_owned() } else { format!("{family}:{}", parameters.join(",")) }
}

/// The rook and the m-bishop: the moves of m-Wythoff Nim.
fn queen(m: u64) -> Rules {
    Rules::new(vec![Piece::rook(), Piece::bishop(m)])
}

fn block(rules: Rules, k: u32, class: Class) -> Form {
    Form::Rules(rules.with_twist(Twist::Block { budget: k - 1, class }))
}

fn comply(count: u32, class: Class) -> Form {
    Form::Rules(queen(1).with_twist(Twist::Comply { count, class }))
}

fn class_of(piece: Piece) -> Class {
    Class::Of(Moves::new(vec![piece]))
}

/// `u32 × u32` always fits in 64 bits.
fn product(a: u32, b: u32) -> u64 {
    u64::from(a) * u64::from(b)
}

/// The rules of m×pWN with a hole of u columns and v rows (Lar15 Remark 4).
fn with_hole(m: u32, p: u32, u: u64, v: u64) -> Rules {
    Rules { hole: Hole::new(u, v), ..queen(product(m, p)) }
}

/// The rules of m×pWN_l (Lar15 Def. 3 (3a)): the cells x < ml, y < m(p−l) are removed when l > 0.
///
/// # Panics
/// When l ≥ p.
pub fn shifted(m: u32, p: u32, l: u32) -> Rules {
    assert!(l < p, "l = {l} must be below p = {p}");
    with_hole(m, p, product(m, l), product(m, p - l))
}

/// [`Family::formula`] of a family with a formula for all its games.
pub const ALWAYS: &str = "always";

/// Every family, in the order of the specification.
pub static FAMILIES: &[Family] = &[
    Family {
        name: "nim",
        parameters: &[],
        papers: &["2-pile Nim"],
        example: &[],
        formula: Some(ALWAYS),
        build: |_| Form::Rules(Rules::new(vec![Piece::rook()])),
    },
    Family {
        name: "nim-blocking",
        parameters: &[Parameter::required("k")],
        papers: &["blocking-k Nim (Lar11 Prop. 1.4)"],
        example: &[3],
        formula: Some(ALWAYS),
        build: |v| block(Rules::new(vec![Piece::rook()]), v[0], Class::Any),
    },
    Family {
        name: "wythoff",
        parameters: &[Parameter::or("m", 1)],
        papers: &["Wythoff Nim", "m-Wythoff Nim", "mWN"],
        example: &[2],
        formula: Some(ALWAYS),
        build: |v| Form::Rules(queen(v[0].into())),
    },
    Family {
        name: "blocking",
        parameters: &[Parameter::required("k")],
        papers: &["W^k", "Blocking-k Wythoff Nim", "Game k"],
        example: &[5],
        formula: Some("k ≤ 4 or in 7, 8, 10, 11, 14, 32, 50, 61, 65, 72, 73, 76, 79, 80, 108, 430, 448, 477"),
        build: |v| block(queen(1), v[0], Class::Any),
    },
    Family {
        name: "diagonal-blocking",
        parameters: &[Parameter::or("m", 1), Parameter::required("p")],
        papers: &[
            "(m,p)-Wythoff Nim",
            "p-Blocking m-Wythoff Nim",
            "W^pN",
            "(k,m)-Blocking Wythoff Nim W_{k,m} with k = p (Lar13)",
        ],
        example: &[2, 3],
        formula: Some(ALWAYS),
        build: |v| block(queen(v[0].into()), v[1], class_of(Piece::bishop(1))),
    },
    Family {
        name: "rook-blocking",
        parameters: &[
            Parameter::or("m", 1),
            Parameter::required("p"),
            Parameter { default: Default::Same("m"), ..Parameter::required("l") },
        ],
        papers: &["mWN^p", "WN^p", "mWN_l^p", "m-Wythoff p-Blocking Nim", "Wythoff p-blocking Nim"],
        example: &[2, 3, 2],
        formula: Some("l = m, or p = 1"),
        build: |v| block(queen(v[0].into()), v[1], class_of(Piece::rook_from(v[2].into()))),
    },
    Family {
        name: "modulo",
        parameters: &[
            Parameter::or("m", 1),
            Parameter::required("p"),
            Parameter { limit: Limit::AtMost("p"), default: Default::Value(1), ..Parameter::from_zero("l") },
        ],
        papers: &[
            "mWN^(l,p)",
            "mWN^(p)",
            "m-Wythoff Modulo-p l-Nim",
            "m-Wythoff Modulo-p Nim",
            "WN^(p), Wythoff modulo-p Nim (Connell)",
        ],
        example: &[2, 6, 2],
        formula: Some("l = p, or l divides m and p and m/l and p/l are coprime"),
        build: |v| {
            let rook = Piece::rook_modulo(Residues::below(v[2], v[1]));
            Form::Rules(Rules::new(vec![rook, Piece::bishop(v[0].into())]))
        },
    },
    Family {
        name: "shifted",
        parameters: &[
            Parameter::required("m"),
            Parameter::required("p"),
            Parameter { limit: Limit::Below("p"), ..Parameter::from_zero("l") },
        ],
        papers: &["mxpWN_l", "l-Shifted m×p-Wythoff Nim"],
        example: &[2, 3, 1],
        formula: Some(ALWAYS),
        build: |v| Form::Rules(shifted(v[0], v[1], v[2])),
    },
    Family {
        name: "hole",
        parameters: &[
            Parameter::required("m"),
            Parameter::required("p"),
            Parameter::from_zero("u"),
            Parameter::from_zero("v"),
        ],
        papers: &["mxpWN_{u,v} (Lar15 Remark 4)"],
        example: &[2, 3, 1, 4],
        formula: Some("u + v = mp, or u = 0 or v = 0"),
        build: |v| Form::Rules(with_hole(v[0], v[1], v[2].into(), v[3].into())),
    },
    Family {
        name: "choice",
        parameters: &[Parameter::required("m"), Parameter::required("p")],
        papers: &["mxpWN", "m×p-Wythoff Nim"],
        example: &[2, 3],
        formula: Some(ALWAYS),
        build: |v| Form::Choice { m: v[0], p: v[1], ending: Ending::Normal },
    },
    Family {
        name: "gdwn",
        parameters: &[Parameter::required("p"), Parameter::required("q")],
        papers: &["(p,q)-GDWN, Generalized Diagonal Wythoff Nim"],
        example: &[1, 2],
        formula: None,
        build: |v| Form::Rules(Rules::new(vec![Piece::rook(), Piece::bishop(1), Piece::Ray { p: v[0], q: v[1] }])),
    },
    Family {
        name: "imitation",
        parameters: &[Parameter::or("m", 1), Parameter::or("p", 1)],
        papers: &[
            "(m,p)-Imitation Nim (Lar09; Lar13 writes (k,m) with k = p)",
            "k-Imitation Nim with k = p (Lar13)",
            "Imitation Nim",
            "Limitation Nim",
        ],
        example: &[2, 3],
        formula: Some(ALWAYS),
        build: |v| Form::Rules(Rules::new(vec![Piece::rook()]).with_twist(Twist::Imitation { m: v[0], p: v[1] })),
    },
    Family {
        name: "comply",
        parameters: &[Parameter::required("k")],
        papers: &["W_k (Lar11 Def. 7)"],
        example: &[2],
        formula: Some("k ≤ 4 or in 7, 8, 10, 11, 14, 32, 50, 61, 65, 72, 73, 76, 79, 80, 108, 430, 448, 477"),
        build: |v| comply(v[0], Class::Any),
    },
    Family {
        name: "comply-diagonal",
        parameters: &[Parameter::required("p")],
        papers: &["W_pN (Lar11 Def. 10)"],
        example: &[2],
        formula: Some(ALWAYS),
        build: |v| comply(v[0], class_of(Piece::bishop(1))),
    },
    Family {
        name: "comply-rook",
        parameters: &[Parameter::required("p")],
        papers: &["WN_p (Lar11 Def. 10)"],
        example: &[2],
        formula: Some(ALWAYS),
        build: |v| comply(v[0], class_of(Piece::rook())),
    },
];
