//! Games as texts.

use std::fmt;

use crate::game::{FAMILIES, Game, Moves, Name, Piece, Rules, Twist};
use crate::imitation::Heap;
use crate::random::Random;

impl fmt::Display for Game {
    /// The family with all its parameters, or the `custom:` text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.name, self.rules()) {
            (Name::Family(family, _), _) => {
                f.write_str(&written(family, &self.parameters()))?;
                if self.is_misere() { f.write_str(" | misere") } else { Ok(()) }
            }
            (Name::Custom, Some(rules)) => write!(f, "custom: {rules}"),
            (Name::Custom, None) => unreachable!("only a family has a choice"),
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", union(&self.moves))?;
        self.clauses("").iter().try_for_each(|clause| write!(f, " | {clause}"))
    }
}

impl Rules {
    /// The hole, the twist and the ending, where there are; `any` is how a twist says that it means every move.
    fn clauses(&self, any: &str) -> Vec<String> {
        let hole = self.hole.map(|(width, height)| format!("hole {width},{height}"));
        let on = |class: &Option<Moves>| class.as_ref().map_or(any.to_owned(), |class| format!(" on {}", union(class)));
        let twist = match &self.twist {
            Twist::None => None,
            Twist::Block { budget, class } => Some(format!("block {budget}{}", on(class))),
            Twist::Comply { count, class } => Some(format!("comply {count}{}", on(class))),
            Twist::Imitation { m, p } => Some(format!("imitation({m},{p})")),
        };
        let ending = self.misere.then(|| "misere".to_owned());
        hole.into_iter().chain(twist).chain(ending).collect()
    }

    /// A `custom:` text with its clauses in any order.
    fn spelling(&self, random: &mut Random) -> String {
        let mut clauses = self.clauses(if random.chance(1, 4) { " on any" } else { "" });
        random.shuffle(&mut clauses);
        let moves = union(&self.moves);
        format!("custom: {}", std::iter::once(moves).chain(clauses).collect::<Vec<_>>().join(" | "))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rook { from, modulus, residues } => {
                let from = (*from > 1).then(|| format!("from {from}"));
                let ranges = residues
                    .iter()
                    .map(|(low, high)| if low == high { format!("{low}") } else { format!("{low}-{high}") });
                let residues =
                    (*modulus > 1).then(|| format!("mod {modulus}: {}", ranges.collect::<Vec<_>>().join(",")));
                let restrictions: Vec<String> = from.into_iter().chain(residues).collect();
                if restrictions.is_empty() { write!(f, "rook") } else { write!(f, "rook({})", restrictions.join(", ")) }
            }
            Self::Bishop { width: 1 } => write!(f, "bishop"),
            Self::Bishop { width } => write!(f, "bishop({width})"),
            Self::Ray { p, q } => write!(f, "ray({p},{q})"),
            Self::Leap(pairs) => {
                let mut pairs: Vec<(usize, usize)> = pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
                pairs.sort_unstable();
                pairs.dedup();
                let pairs: Vec<String> = pairs.iter().map(|(a, b)| format!("{a},{b}")).collect();
                write!(f, "leap({})", pairs.join("; "))
            }
            Self::Only(Heap::X, piece) => write!(f, "only-x {piece}"),
            Self::Only(Heap::Y, piece) => write!(f, "only-y {piece}"),
        }
    }
}

fn union(pieces: &[Piece]) -> String {
    pieces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ")
}

fn written(family: &str, parameters: &[(&str, usize)]) -> String {
    let parameters: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if parameters.is_empty() { family.to_owned() } else { format!("{family}:{}", parameters.join(",")) }
}

impl Game {
    /// The parameters of a family with their names.
    fn parameters(&self) -> Vec<(&'static str, usize)> {
        let Name::Family(family, values) = &self.name else { return Vec::new() };
        let (_, names) = FAMILIES.into_iter().find(|(name, _)| name == family).expect("one of the families");
        names.iter().copied().zip(values.iter().copied()).collect()
    }

    /// One of the texts that mean this game: the family string in any order and without its defaults, a notation of the
    /// papers, the same rules as a `custom:` text, with other blanks and letters.
    pub fn spelling(&self, random: &mut Random) -> String {
        let mut spellings = vec![self.to_string()];
        if let Some(rules) = self.rules() {
            let custom = rules.spelling(random);
            let signs = [" + ", " | ", ": ", ", ", "; "];
            spellings.push(signs.iter().fold(custom.clone(), |text, sign| text.replace(sign, sign.trim())));
            spellings.push(custom.replace(' ', "  "));
            spellings.push(custom);
        }
        if let Name::Family(family, values) = &self.name {
            let mut parameters = self.parameters();
            parameters.retain(|parameter| !is_default(family, parameter, values) || random.chance(1, 2));
            random.shuffle(&mut parameters);
            let mut named = vec![written(family, &parameters)];
            named.extend(paper_notations(family, values));
            let ending = if self.is_misere() { *random.pick(&[" | misere", "|misère", " |  Misere"]) } else { "" };
            spellings.push(self.to_string());
            spellings.extend(named.into_iter().map(|text| text + ending));
        }
        let text = random.pick(&spellings).clone();
        // The names of parameters are small letters.
        if random.chance(1, 8) && !text.contains('=') { text.to_uppercase() } else { text }
    }
}

/// Whether a family means this value when none is written.
fn is_default(family: &str, parameter: &(&str, usize), values: &[usize]) -> bool {
    match (family, *parameter) {
        ("wythoff" | "diagonal-blocking" | "rook-blocking" | "modulo" | "imitation", ("m", value))
        | ("modulo", ("l", value))
        | ("imitation", ("p", value)) => value == 1,
        ("rook-blocking", ("l", value)) => value == values[0],
        _ => false,
    }
}

/// The papers' own notations for a game of a family.
fn paper_notations(family: &str, values: &[usize]) -> Vec<String> {
    // The width of the bishop is left out when it is 1.
    let factor = |m: &usize| if *m == 1 { String::new() } else { m.to_string() };
    match (family, values) {
        ("nim", []) => vec!["2-pile Nim".to_owned()],
        ("nim-blocking", [k]) => vec![format!("blocking-{k} Nim")],
        ("wythoff", [1]) => vec!["Wythoff Nim".to_owned(), "WN".to_owned()],
        ("wythoff", [m]) => vec![format!("{m}WN"), format!("{m}-Wythoff Nim")],
        ("blocking", [k]) => {
            vec![format!("W^{k}"), format!("W^{{{k}}}"), format!("Game {k}"), format!("Blocking-{k} Wythoff Nim")]
        }
        ("diagonal-blocking", [m, p]) => {
            let short = (*m == 1).then(|| format!("W^{p}N"));
            short.into_iter().chain([format!("({m},{p})-Wythoff Nim")]).collect()
        }
        ("rook-blocking", [m, p, l]) => {
            let short = (m == l).then(|| format!("{}WN^{p}", factor(m)));
            short.into_iter().chain([format!("{}WN_{l}^{p}", factor(m))]).collect()
        }
        ("modulo", [m, p, l]) => {
            let short = (*l == 1).then(|| format!("{}WN^({p})", factor(m)));
            short.into_iter().chain([format!("{}WN^({l},{p})", factor(m))]).collect()
        }
        ("shifted", [m, p, l]) => vec![format!("{m}x{p}WN_{l}"), format!("{m}×{p}WN_{l}")],
        ("hole", [m, p, u, v]) => vec![format!("{m}x{p}WN_{{{u},{v}}}")],
        ("choice", [m, p]) => vec![format!("{m}x{p}WN"), format!("{m}×{p}-Wythoff Nim")],
        ("gdwn", [p, q]) => vec![format!("({p},{q})-GDWN")],
        ("imitation", [m, p]) => {
            let short = (*m == 1 && *p == 1).then(|| "Limitation Nim".to_owned());
            short.into_iter().chain([format!("({m},{p})-Imitation Nim")]).collect()
        }
        ("comply", [k]) => vec![format!("W_{k}")],
        _ => Vec::new(),
    }
}
