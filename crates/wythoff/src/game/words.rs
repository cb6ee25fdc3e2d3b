//! Rules in plain English. Every text about a game's rules is made here, from the rules.

use super::history::Heap;
use super::{Class, Ending, Form, Game, Leaps, Moves, Piece, Residues, Rules, Twist};

/// The rules of the game in a few sentences.
///
/// ```
/// let game: wythoff::Game = "W^3".parse()?;
/// assert_eq!(
///     wythoff::game::words::rules(&game),
///     "Take any number of tokens from one heap, or the same number from both heaps. \
///      Before each move the opponent may block up to 2 of the options. Who cannot move loses."
/// );
/// # Ok::<(), wythoff::NotationError>(())
/// ```
pub fn rules(game: &Game) -> String {
    match game.form() {
        Form::Rules(rules) => of_rules(rules),
        Form::Choice { m, p, ending } => {
            let wins = wins(*ending);
            let width = u64::from(*m) * u64::from(*p);
            let moves = of_moves(&Moves::new(vec![Piece::rook(), Piece::bishop(width)]));
            format!(
                "Take {moves}. Before the first move the second player fixes a number l, 0 ≤ l < {p}; the cells \
                 x < {m}·l, y < {m}·({p}−l) then do not exist when l > 0, and he may not choose an l whose removed \
                 cells hold the start. Who cannot move {wins}."
            )
        }
    }
}

/// Rules without a choice, in a few sentences.
pub fn of_rules(rules: &Rules) -> String {
    let moves = of_moves(&rules.moves);
    let wins = wins(rules.ending);
    let hole = match rules.hole {
        Some(hole) => format!(" The cells with x < {} and y < {} do not exist.", hole.width, hole.height),
        None => String::new(),
    };
    let twist = match &rules.twist {
        Twist::None => String::new(),
        Twist::Block { budget: 0, .. } => " Nothing may be blocked.".to_owned(),
        Twist::Block { budget, class } => {
            format!(" Before each move the opponent may block {}.", up_to(*budget, class))
        }
        Twist::Comply { count, class } => {
            return format!(
                "Take {moves}.{hole} Before each move the opponent must propose {}; the move is one of those proposed. \
                 Who cannot propose {wins}.",
                proposal(*count, class)
            );
        }
        Twist::Imitation { m, p } => {
            let amount = match m {
                1 => "the same number".to_owned(),
                _ => format!("as many or up to {} more", m - 1),
            };
            let limit = match p {
                1 => "No player may imitate.".to_owned(),
                _ => format!("No player may imitate {p} times in a row."),
            };
            format!(
                " When a player has taken tokens from a heap that was not the larger one, taking {amount} from the \
                 other heap is an imitation. {limit}"
            )
        }
    };
    let all_blocked = match rules.twist {
        Twist::Block { budget: 1.., .. } if rules.is_misere() => ", because there is no option or all are blocked,",
        _ => "",
    };
    format!("Take {moves}.{hole}{twist} Who cannot move{all_blocked} {wins}.")
}

/// What happens to who cannot move.
fn wins(ending: Ending) -> &'static str {
    match ending {
        Ending::Normal => "loses",
        Ending::Misere => "wins",
    }
}

/// How a player may block: `up to 2 of the options`.
pub fn up_to(budget: u32, class: &Class) -> String {
    format!("up to {budget} of {}", of_class(class))
}

/// What a proposal needs: `at least 2 of the options`, or one option outside the class.
pub fn proposal(count: u32, class: &Class) -> String {
    let other = if *class == Class::Any { "" } else { ", or at least one other option" };
    format!("at least {count} of {}{other}", of_class(class))
}

/// The options of a class: `the options that take the same number from both heaps`.
pub fn of_class(class: &Class) -> String {
    match class {
        Class::Any => "the options".to_owned(),
        Class::Of(moves) => format!("the options that take {}", of_moves(moves)),
    }
}

fn of_moves(moves: &Moves) -> String {
    let pieces: Vec<String> = moves.pieces().iter().map(of_piece).collect();
    pieces.join(", or ")
}

fn of_piece(piece: &Piece) -> String {
    let (piece, more) = piece.two_sided();
    match piece {
        Piece::Rook { from, residues } => {
            let number = match (from, *residues == Residues::all()) {
                (1, true) => "any number of tokens".to_owned(),
                (_, true) => format!("at least {from} tokens"),
                (1, false) => {
                    format!("a number of tokens that leaves {} modulo {}", listed(residues), residues.modulus())
                }
                (_, false) => format!(
                    "a number of tokens, at least {from}, that leaves {} modulo {}",
                    listed(residues),
                    residues.modulus()
                ),
            };
            match more {
                None => format!("{number} from one heap"),
                Some(heap) => format!("{number} from the heap {heap}"),
            }
        }
        Piece::Bishop { width: 1 } => "the same number from both heaps".to_owned(),
        Piece::Bishop { width } => {
            let more = more.map_or_else(String::new, |heap| format!(", more from {heap}"));
            format!("from the two heaps numbers that differ by less than {width}{more}")
        }
        Piece::Ray { p, q } => {
            let [(few, from_few), (many, from_many)] = from_heaps(*p, *q, more);
            format!("{} from {from_few} for every {many} from {from_many}", tokens(few))
        }
        Piece::Leap(leaps) => of_leaps(leaps, more),
        Piece::Only { .. } => unreachable!("a piece is one-sided at most once"),
    }
}

/// Two numbers, and the heaps that they are taken from: the larger one from `more`.
fn from_heaps(a: u32, b: u32, more: Option<Heap>) -> [(u32, String); 2] {
    match more {
        None => [(a, "one heap".to_owned()), (b, "the other".to_owned())],
        Some(heap) => [(a.min(b), heap.other().to_string()), (a.max(b), heap.to_string())],
    }
}

fn tokens(number: u32) -> String {
    format!("{number} token{}", if number == 1 { "" } else { "s" })
}

/// `1 token from one heap and 2 from the other, or 3 tokens from one heap`.
fn of_leaps(leaps: &Leaps, more: Option<Heap>) -> String {
    let of_pair = |&(a, b): &(u32, u32)| {
        let [(few, from_few), (many, from_many)] = from_heaps(a, b, more);
        match (few, few == many) {
            (0, _) if more.is_none() => format!("{} from one heap", tokens(many)),
            (0, _) => format!("{} from {from_many}", tokens(many)),
            (_, true) => format!("{} from each heap", tokens(few)),
            _ => format!("{} from {from_few} and {many} from {from_many}", tokens(few)),
        }
    };
    // Of pairs of equal numbers nothing is left on one side.
    let pairs = leaps.pairs().iter().filter(|(a, b)| more.is_none() || a != b);
    pairs.map(of_pair).collect::<Vec<_>>().join(", or ")
}

/// `0`, `0 or 1`, `0 to 3`, `0, 2 or 5 to 9`.
fn listed(residues: &Residues) -> String {
    let parts: Vec<String> = residues
        .ranges()
        .iter()
        .flat_map(|&(low, high)| match high - low {
            0 => vec![low.to_string()],
            1 => vec![low.to_string(), high.to_string()],
            _ => vec![format!("{low} to {high}")],
        })
        .collect();
    match parts.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
