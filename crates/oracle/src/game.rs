//! What a game is: moves, perhaps a hole, a twist, and who wins at the end.

use crate::Position;
use crate::imitation::Heap;

/// A set of removals (i, j): i tokens from the first heap and j from the second, never (0, 0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Takes from one heap only: at least `from` tokens, a number whose residue is in one of the `residues`.
    Rook {
        /// The least length, at least 1.
        from: usize,
        /// The modulus of the residues, at least 1.
        modulus: usize,
        /// Ranges of residues, both ends included.
        residues: Vec<(usize, usize)>,
    },
    /// |i − j| < `width`, rook moves shorter than `width` included.
    Bishop {
        /// At least 1.
        width: usize,
    },
    /// (pt, qt) and (qt, pt), t ≥ 1.
    Ray {
        /// At least 1.
        p: usize,
        /// At least 1.
        q: usize,
    },
    /// One of these pairs, (a, b) or (b, a).
    Leap(Vec<(usize, usize)>),
    /// Those removals of a piece that take more from this heap than from the other.
    Only(Heap, Box<Piece>),
}

impl Piece {
    /// The rook of chess.
    pub fn rook() -> Self {
        Self::Rook { from: 1, modulus: 1, residues: vec![(0, 0)] }
    }

    /// Whether the piece takes i and j tokens.
    pub fn takes(&self, i: usize, j: usize) -> bool {
        let along = |p: usize, q: usize| i.is_multiple_of(p) && j.is_multiple_of(q) && i / p == j / q;
        match self {
            _ if (i, j) == (0, 0) => false,
            Self::Rook { from, modulus, residues } => {
                let (length, residue) = (i + j, (i + j) % modulus);
                (i == 0 || j == 0)
                    && length >= *from
                    && residues.iter().any(|(low, high)| (*low..=*high).contains(&residue))
            }
            Self::Bishop { width } => i.abs_diff(j) < *width,
            Self::Ray { p, q } => along(*p, *q) || along(*q, *p),
            Self::Leap(pairs) => pairs.contains(&(i, j)) || pairs.contains(&(j, i)),
            Self::Only(Heap::X, piece) => i > j && piece.takes(i, j),
            Self::Only(Heap::Y, piece) => j > i && piece.takes(i, j),
        }
    }

    fn mirrored(&self) -> Self {
        match self {
            Self::Only(Heap::X, piece) => Self::Only(Heap::Y, piece.clone()),
            Self::Only(Heap::Y, piece) => Self::Only(Heap::X, piece.clone()),
            piece => piece.clone(),
        }
    }
}

/// A union of pieces.
pub type Moves = Vec<Piece>;

/// What the previous player may do before the next move, or what the players remember.
///
/// A class is a set of moves; `None` means all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Twist {
    /// Nothing.
    None,
    /// He may block up to `budget` options of the class.
    Block {
        /// The papers' k − 1 or p − 1.
        budget: usize,
        /// What may be blocked.
        class: Option<Moves>,
    },
    /// He must propose at least `count` options of the class, or at least one other; who can't, loses.
    Comply {
        /// At least 1.
        count: usize,
        /// Which options have to be `count`.
        class: Option<Moves>,
    },
    /// Nobody may imitate p times in a row.
    Imitation {
        /// Taking t to t + m − 1 imitates taking t.
        m: usize,
        /// At least 1.
        p: usize,
    },
}

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The moves.
    pub moves: Moves,
    /// The cells x < width, y < height do not exist. Neither number is 0.
    pub hole: Option<(usize, usize)>,
    /// The twist.
    pub twist: Twist,
    /// Whether who cannot move, or in a comply game cannot propose, wins.
    pub misere: bool,
}

impl Rules {
    /// Whether the position exists.
    pub fn exists(&self, (x, y): Position) -> bool {
        self.hole.is_none_or(|(width, height)| x >= width || y >= height)
    }

    /// Whether taking i and j tokens is a move.
    pub fn moves(&self, i: usize, j: usize) -> bool {
        self.moves.iter().any(|piece| piece.takes(i, j))
    }

    /// Whether the twist's class holds the removal (i, j).
    pub fn in_class(&self, i: usize, j: usize) -> bool {
        match &self.twist {
            Twist::Block { class: Some(class), .. } | Twist::Comply { class: Some(class), .. } => {
                class.iter().any(|piece| piece.takes(i, j))
            }
            _ => true,
        }
    }

    /// Where one can move from (x, y), in the order of positions, and whether the move is in the twist's class.
    pub fn options(&self, (x, y): Position) -> Vec<(Position, bool)> {
        let cells = (0..=x).flat_map(|to_x| (0..=y).map(move |to_y| (to_x, to_y)));
        cells
            .filter(|&(to_x, to_y)| self.moves(x - to_x, y - to_y) && self.exists((to_x, to_y)))
            .map(|to| (to, self.in_class(x - to.0, y - to.1)))
            .collect()
    }

    /// Whether the rules treat the heaps alike: each piece comes with its mirror image.
    pub fn is_symmetric(&self) -> bool {
        let is_even = |moves: &Moves| moves.iter().all(|piece| moves.contains(&piece.mirrored()));
        let class = match &self.twist {
            Twist::Block { class, .. } | Twist::Comply { class, .. } => class.as_ref(),
            Twist::None | Twist::Imitation { .. } => None,
        };
        self.hole.is_none_or(|(width, height)| width == height) && is_even(&self.moves) && class.is_none_or(is_even)
    }
}

/// How a game is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// A family of the papers with the values of its parameters.
    Family(&'static str, Vec<usize>),
    /// A `custom:` game.
    Custom,
}

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Rules.
    Rules(Rules),
    /// The second player first fixes l < p, and so the rules.
    Choice {
        /// The parameter m.
        m: usize,
        /// The parameter p.
        p: usize,
        /// As in [`Rules`].
        misere: bool,
    },
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its name.
    pub name: Name,
    /// Its rules.
    pub form: Form,
}

/// Every family with the names of its parameters, in their order.
pub const FAMILIES: [(&str, &[&str]); 15] = [
    ("nim", &[]),
    ("nim-blocking", &["k"]),
    ("wythoff", &["m"]),
    ("blocking", &["k"]),
    ("diagonal-blocking", &["m", "p"]),
    ("rook-blocking", &["m", "p", "l"]),
    ("modulo", &["m", "p", "l"]),
    ("shifted", &["m", "p", "l"]),
    ("hole", &["m", "p", "u", "v"]),
    ("choice", &["m", "p"]),
    ("gdwn", &["p", "q"]),
    ("imitation", &["m", "p"]),
    ("comply", &["k"]),
    ("comply-diagonal", &["p"]),
    ("comply-rook", &["p"]),
];

impl Game {
    /// A game of a family, with a value for each of its parameters in the order of [`FAMILIES`].
    ///
    /// # Panics
    /// When there is no such family, or the values are not as many as its parameters.
    pub fn family(name: &str, values: &[usize]) -> Self {
        let rook = Piece::rook;
        let bishop = |width| Piece::Bishop { width };
        let queen = || vec![rook(), bishop(1)];
        let block = |k: usize, class| Twist::Block { budget: k - 1, class };
        let rules = |moves, twist| Form::Rules(Rules { moves, hole: None, twist, misere: false });
        let with_hole = |width, hole: (usize, usize)| {
            let hole = (hole.0 > 0 && hole.1 > 0).then_some(hole);
            Form::Rules(Rules { moves: vec![rook(), bishop(width)], hole, twist: Twist::None, misere: false })
        };
        let form = match (name, values) {
            ("nim", []) => rules(vec![rook()], Twist::None),
            ("nim-blocking", [k]) => rules(vec![rook()], block(*k, None)),
            ("wythoff", [m]) => rules(vec![rook(), bishop(*m)], Twist::None),
            ("blocking", [k]) => rules(queen(), block(*k, None)),
            ("diagonal-blocking", [m, p]) => rules(vec![rook(), bishop(*m)], block(*p, Some(vec![bishop(1)]))),
            ("rook-blocking", [m, p, l]) => {
                let roob = Piece::Rook { from: *l, modulus: 1, residues: vec![(0, 0)] };
                rules(vec![rook(), bishop(*m)], block(*p, Some(vec![roob])))
            }
            ("modulo", [m, p, l]) => {
                // l = 0 means 1.
                let residues = vec![(0, (*l).max(1) - 1)];
                rules(vec![Piece::Rook { from: 1, modulus: *p, residues }, bishop(*m)], Twist::None)
            }
            ("shifted", [m, p, l]) => with_hole(m * p, if *l > 0 { (m * l, m * (p - l)) } else { (0, 0) }),
            ("hole", [m, p, u, v]) => with_hole(m * p, (*u, *v)),
            ("choice", [m, p]) => Form::Choice { m: *m, p: *p, misere: false },
            ("gdwn", [p, q]) => rules(vec![rook(), bishop(1), Piece::Ray { p: *p, q: *q }], Twist::None),
            ("imitation", [m, p]) => rules(vec![rook()], Twist::Imitation { m: *m, p: *p }),
            ("comply", [k]) => rules(queen(), Twist::Comply { count: *k, class: None }),
            ("comply-diagonal", [p]) => rules(queen(), Twist::Comply { count: *p, class: Some(vec![bishop(1)]) }),
            ("comply-rook", [p]) => rules(queen(), Twist::Comply { count: *p, class: Some(vec![rook()]) }),
            _ => panic!("no family {name} with {} parameters", values.len()),
        };
        let (name, _) = FAMILIES.into_iter().find(|(family, _)| *family == name).expect("it was matched");
        Self { name: Name::Family(name, values.to_vec()), form }
    }

    /// The same game in which who cannot move wins.
    #[must_use]
    pub fn misere(self) -> Self {
        let form = match self.form {
            Form::Rules(rules) => Form::Rules(Rules { misere: true, ..rules }),
            Form::Choice { m, p, .. } => Form::Choice { m, p, misere: true },
        };
        Self { form, ..self }
    }

    /// Whether who cannot move wins.
    pub fn is_misere(&self) -> bool {
        match &self.form {
            Form::Rules(rules) => rules.misere,
            Form::Choice { misere, .. } => *misere,
        }
    }

    /// A game with these rules.
    pub fn custom(rules: Rules) -> Self {
        Self { name: Name::Custom, form: Form::Rules(rules) }
    }

    /// The rules; none of a `choice` game, where they depend on l.
    pub fn rules(&self) -> Option<&Rules> {
        match &self.form {
            Form::Rules(rules) => Some(rules),
            Form::Choice { .. } => None,
        }
    }

    /// The rules under each l that the second player may fix when the game begins at `start`: the one game there is,
    /// where there is no choice.
    pub fn possible_rules(&self, start: Position) -> Vec<(usize, Rules)> {
        let all = match &self.form {
            Form::Rules(rules) => vec![(0, rules.clone())],
            Form::Choice { m, p, misere } => (0..*p)
                .filter_map(|l| Self::family("shifted", &[*m, *p, l]).rules().cloned().map(|rules| (l, rules)))
                .map(|(l, rules)| (l, Rules { misere: *misere, ..rules }))
                .collect(),
        };
        all.into_iter().filter(|(_, rules)| rules.exists(start)).collect()
    }

    /// Whether the game treats the heaps alike. The holes of a `choice` game come in mirrored pairs, l and p − l.
    pub fn is_symmetric(&self) -> bool {
        self.rules().is_none_or(Rules::is_symmetric)
    }

    /// k, where a position is P iff it has fewer than k P-options; other games have none.
    pub fn k(&self) -> Option<usize> {
        match self.rules().filter(|rules| !rules.misere)?.twist {
            Twist::None => Some(1),
            Twist::Block { budget, class: None } => Some(budget + 1),
            _ => None,
        }
    }

    /// Whether outcomes do not depend on anything but the position.
    pub fn is_static(&self) -> bool {
        self.rules().is_some_and(|rules| !matches!(rules.twist, Twist::Imitation { .. }))
    }

    /// m and p of an imitation game.
    pub fn imitation(&self) -> Option<(usize, usize)> {
        match self.rules()?.twist {
            Twist::Imitation { m, p } => Some((m, p)),
            _ => None,
        }
    }
}
