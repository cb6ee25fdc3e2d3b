//! Random numbers, random games, and simpler games.

use crate::board::mix;
use crate::game::{FAMILIES, Game, Moves, Name, Piece, Rules, Twist};
use crate::imitation::Heap;

/// Random numbers from a seed, the same on every machine: SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        let bits = mix(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        bits
    }

    /// A number from `least` to `most`.
    ///
    /// # Panics
    /// When there is none.
    pub fn number(&mut self, least: usize, most: usize) -> usize {
        assert!(least <= most, "there is no number from {least} to {most}");
        let choices = (most - least) as u64 + 1;
        // At most `most`, which is a usize.
        least + usize::try_from(self.bits() % choices).expect("a remainder is small")
    }

    /// True `times` in `of` times.
    pub fn chance(&mut self, times: usize, of: usize) -> bool {
        self.number(1, of) <= times
    }

    /// One of the things.
    ///
    /// # Panics
    /// When there is none.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.number(0, things.len() - 1)]
    }

    /// Puts the things in another order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for end in (1..things.len()).rev() {
            things.swap(end, self.number(0, end));
        }
    }

    /// A parameter: small as in the papers, sometimes of the size of a board, sometimes larger, rarely at the edge of
    /// 8, 16 or 32 bits.
    fn parameter(&mut self) -> usize {
        match self.number(0, 59) {
            0..36 => self.number(1, 4),
            36..51 => self.number(4, 9),
            51..56 => self.number(10, 30),
            56..59 => self.number(31, 120),
            _ => *self.pick(&[255, 256, 257, 65535, 65536, 65537, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]),
        }
    }
}

impl Game {
    /// A game of any family, or of moves of one's own.
    pub fn random(random: &mut Random) -> Self {
        if random.chance(2, 5) {
            return Self::custom(Rules::random(random));
        }
        let is_misere = random.chance(1, 8);
        // W^k has the most engines.
        let w = |(name, _): &&(&str, _)| *name == "blocking";
        let family = random.chance(1, 8).then(|| FAMILIES.iter().find(w)).flatten();
        let (name, parameters) = *family.unwrap_or_else(|| random.pick(&FAMILIES));
        // Two parameters of which the larger is a product or a number of holes stay small.
        let mut values: Vec<usize> = parameters.iter().map(|_| random.parameter()).collect();
        match name {
            "modulo" => values[2] = random.number(0, values[1]),
            "shifted" => values[2] = random.number(0, values[1] - 1),
            "hole" => values[2..].fill_with(|| random.number(0, 9)),
            "choice" => values[1] = random.number(1, 9),
            "imitation" => values[1] = random.number(1, 4),
            _ => {}
        }
        let game = Self::family(name, &values);
        if is_misere { game.misere() } else { game }
    }

    /// Games that are like this one and simpler, the simplest first.
    pub fn simpler(&self) -> Vec<Self> {
        match (&self.name, self.rules()) {
            (Name::Custom, Some(rules)) => rules.simpler().into_iter().map(Self::custom).collect(),
            (Name::Custom, None) => Vec::new(),
            (Name::Family(name, values), _) => {
                let least = |index| usize::from(!matches!((*name, index), ("modulo" | "shifted", 2) | ("hole", 2 | 3)));
                let is_game = |values: &[usize]| match (*name, values) {
                    ("modulo", [_, p, l]) => l <= p,
                    ("shifted", [_, p, l]) => l < p,
                    _ => true,
                };
                let changed = (0..values.len()).flat_map(|index| {
                    let smaller = smaller(values[index], least(index)).into_iter();
                    smaller.map(move |value| {
                        let mut values = values.clone();
                        values[index] = value;
                        values
                    })
                });
                let normal = self.is_misere().then(|| Self::family(name, values));
                let simpler = changed.filter(|values| is_game(values)).map(|values| Self::family(name, &values));
                let same_ending = |game: Self| if self.is_misere() { game.misere() } else { game };
                normal.into_iter().chain(simpler.map(same_ending)).collect()
            }
        }
    }
}

/// Numbers from `least` to below `number`, the least first.
fn smaller(number: usize, least: usize) -> Vec<usize> {
    let mut smaller = vec![least, least + number.saturating_sub(least) / 2, number.saturating_sub(1)];
    smaller.retain(|smaller| (least..number).contains(smaller));
    smaller.dedup();
    smaller
}

impl Rules {
    fn random(random: &mut Random) -> Self {
        let moves = random_moves(random, 3);
        let hole = random.chance(1, 4).then(|| {
            let side =
                |random: &mut Random| if random.chance(1, 8) { random.number(10, 50) } else { random.number(1, 8) };
            (side(random), side(random))
        });
        let class = |random: &mut Random| random.chance(2, 3).then(|| random_moves(random, 2));
        let twist = match random.number(0, 9) {
            0..3 => Twist::None,
            3..6 => Twist::Block { budget: random.parameter() - 1, class: class(random) },
            6..9 => Twist::Comply { count: random.parameter(), class: class(random) },
            _ => Twist::Imitation { m: random.number(1, 4), p: random.number(1, 3) },
        };
        let misere = random.chance(1, 5);
        Self { moves, hole, twist, misere }
    }

    fn simpler(&self) -> Vec<Self> {
        let with_twist = |twist| Self { twist, ..self.clone() };
        let mut simpler = Vec::new();
        if self.misere {
            simpler.push(Self { misere: false, ..self.clone() });
        }
        if self.hole.is_some() {
            simpler.push(Self { hole: None, ..self.clone() });
        }
        let classes = |class: &Option<Moves>| match class {
            Some(pieces) => {
                let fewer = simpler_moves(pieces).into_iter().map(Some);
                std::iter::once(None).chain(fewer).collect()
            }
            None => Vec::new(),
        };
        match &self.twist {
            Twist::None => {}
            Twist::Block { budget, class } => {
                simpler.push(with_twist(Twist::None));
                let budgets = smaller(*budget, 0).into_iter();
                simpler.extend(budgets.map(|budget| with_twist(Twist::Block { budget, class: class.clone() })));
                let classes = classes(class).into_iter();
                simpler.extend(classes.map(|class| with_twist(Twist::Block { budget: *budget, class })));
            }
            Twist::Comply { count, class } => {
                simpler.push(with_twist(Twist::None));
                let counts = smaller(*count, 1).into_iter();
                simpler.extend(counts.map(|count| with_twist(Twist::Comply { count, class: class.clone() })));
                let classes = classes(class).into_iter();
                simpler.extend(classes.map(|class| with_twist(Twist::Comply { count: *count, class })));
            }
            Twist::Imitation { m, p } => {
                simpler.push(with_twist(Twist::None));
                simpler.extend(smaller(*m, 1).into_iter().map(|m| with_twist(Twist::Imitation { m, p: *p })));
                simpler.extend(smaller(*p, 1).into_iter().map(|p| with_twist(Twist::Imitation { m: *m, p })));
            }
        }
        simpler.extend(simpler_moves(&self.moves).into_iter().map(|moves| Self { moves, ..self.clone() }));
        if let Some((width, height)) = self.hole {
            let holes = smaller(width, 1).into_iter().map(|width| (width, height));
            let holes = holes.chain(smaller(height, 1).into_iter().map(|height| (width, height)));
            simpler.extend(holes.map(|hole| Self { hole: Some(hole), ..self.clone() }));
        }
        simpler
    }
}

/// A union of at most so many pieces.
fn random_moves(random: &mut Random, most: usize) -> Moves {
    (0..random.number(1, most)).map(|_| random_piece(random)).collect()
}

fn random_piece(random: &mut Random) -> Piece {
    let piece = random_two_sided(random);
    let has_sides = match &piece {
        Piece::Bishop { width } => *width > 1,
        Piece::Ray { p, q } => p != q,
        Piece::Leap(pairs) => pairs.iter().any(|(a, b)| a != b),
        _ => true,
    };
    match random.number(0, 15) {
        0 if has_sides => Piece::Only(Heap::X, Box::new(piece)),
        1 if has_sides => Piece::Only(Heap::Y, Box::new(piece)),
        _ => piece,
    }
}

fn random_two_sided(random: &mut Random) -> Piece {
    match random.number(0, 11) {
        0..3 => Piece::rook(),
        3..5 => {
            let from = if random.chance(1, 2) { random.number(1, 6) } else { 1 };
            let modulus = if random.chance(2, 3) { random.number(1, 7) } else { 1 };
            let ranges = (0..random.number(1, 2)).map(|_| {
                let low = random.number(0, modulus - 1);
                (low, if random.chance(1, 2) { low } else { random.number(low, modulus - 1) })
            });
            Piece::Rook { from, modulus, residues: ranges.collect() }
        }
        5..7 => Piece::Bishop { width: 1 },
        7..9 => Piece::Bishop { width: random.parameter() },
        9 => Piece::Ray { p: random.number(1, 4), q: random.number(1, 4) },
        _ => {
            let pair = |random: &mut Random| {
                let (a, b) = (random.number(0, 5), random.number(0, 5));
                if (a, b) == (0, 0) { (1, 2) } else { (a, b) }
            };
            Piece::Leap((0..random.number(1, 3)).map(|_| pair(random)).collect())
        }
    }
}

/// One piece less, or one that is simpler.
fn simpler_moves(moves: &Moves) -> Vec<Moves> {
    let without = |index: usize| moves.iter().enumerate().filter(move |(other, _)| *other != index);
    let fewer = (0..moves.len()).filter(|_| moves.len() > 1);
    let fewer = fewer.map(|index| without(index).map(|(_, piece)| piece.clone()).collect());
    let changed = moves.iter().enumerate().flat_map(|(index, piece)| {
        simpler_pieces(piece).into_iter().map(move |piece| {
            let mut moves = moves.clone();
            moves[index] = piece;
            moves
        })
    });
    fewer.chain(changed).collect()
}

fn simpler_pieces(piece: &Piece) -> Vec<Piece> {
    match piece {
        rook if *rook == Piece::rook() => Vec::new(),
        Piece::Rook { from, modulus, residues } => {
            let lengths = smaller(*from, 1).into_iter();
            let lengths = lengths.map(|from| Piece::Rook { from, modulus: *modulus, residues: residues.clone() });
            let plain = Piece::Rook { from: *from, modulus: 1, residues: vec![(0, 0)] };
            let first = Piece::Rook { from: *from, modulus: *modulus, residues: residues[..1].to_vec() };
            let others = [Piece::rook(), plain, first].into_iter().chain(lengths);
            others.filter(|other| other != piece).collect()
        }
        Piece::Bishop { width } => smaller(*width, 1).into_iter().map(|width| Piece::Bishop { width }).collect(),
        Piece::Ray { p, q } => {
            let less = smaller(*p, 1).into_iter().map(|p| (p, *q)).chain(smaller(*q, 1).into_iter().map(|q| (*p, q)));
            less.map(|(p, q)| Piece::Ray { p, q }).collect()
        }
        Piece::Leap(pairs) => {
            let fewer = (0..pairs.len()).filter(|_| pairs.len() > 1);
            fewer
                .map(|without| {
                    let left = pairs.iter().enumerate().filter(|(index, _)| *index != without);
                    Piece::Leap(left.map(|(_, pair)| *pair).collect())
                })
                .collect()
        }
        Piece::Only(_, piece) => vec![(**piece).clone()],
    }
}
