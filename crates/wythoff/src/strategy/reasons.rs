//! Why, in a sentence. Long numbers are shortened here: the answer itself has every digit.

use dashu_int::UBig;

use super::Question;
use crate::game::words;
use crate::game::{Class, Ending, Rules, Twist};
use crate::position::{Position, Tokens};

/// `(1,2)`, `(1,2) and (3,4)`, `(1,2), (3,4) and 7 more`.
pub(crate) fn listed<T: Tokens>(positions: &[Position<T>]) -> String {
    const MOST: usize = 6;
    let texts: Vec<String> = positions.iter().take(MOST).map(Position::short).collect();
    match (texts.as_slice(), positions.len().saturating_sub(MOST)) {
        ([], _) => "none".to_owned(),
        ([one], _) => one.clone(),
        ([first @ .., last], 0) => format!("{} and {last}", first.join(", ")),
        (all, more) => format!("{} and {more} more", all.join(", ")),
    }
}

/// When it is known what is blocked or proposed.
pub(super) fn settled<T: Tokens>(position: &Position<T>, question: &Question<T>, winning: &[Position<T>]) -> String {
    let position = position.short();
    let (given, left) = match (&question.blocked, &question.proposed) {
        (_, Some(proposed)) => (format!("With {} proposed", listed(proposed)), "none of them"),
        (Some(blocked), None) if !blocked.is_empty() => {
            (format!("With {} blocked", listed(blocked)), "no other option")
        }
        _ => ("With nothing blocked".to_owned(), "no option"),
    };
    match winning {
        [] => format!("{given}, {position} is P: {left} is P."),
        [one] => format!("{given}, {position} is N: {} is P.", one.short()),
        many => format!("{given}, {position} is N: {} are P.", listed(many)),
    }
}

/// When it is known what is blocked, in misère play, and no option is left.
pub(super) fn stuck<T: Tokens>(position: &Position<T>, question: &Question<T>) -> String {
    let position = position.short();
    match &question.blocked {
        Some(blocked) if !blocked.is_empty() => format!(
            "With {} blocked, {position} is N: there is no move left, so the player to move wins.",
            listed(blocked)
        ),
        _ => format!("{position} is N: there is no move, so the player to move wins."),
    }
}

/// The P-options of a position, inside and outside the class that can be blocked, and the number of all its options
/// where they were counted.
pub(super) struct POptions<'o, T> {
    pub(super) inside: &'o [Position<T>],
    pub(super) outside: &'o [Position<T>],
    pub(super) options: Option<usize>,
}

/// In a game with blocks or without a twist.
pub(super) fn blocking<T: Tokens>(rules: &Rules, position: &Position<T>, p: &POptions<T>) -> String {
    let position = position.short();
    let no_twist = (0, &Class::Any);
    let (budget, class) = match &rules.twist {
        Twist::Block { budget, class } => (*budget, class),
        _ => no_twist,
    };
    let its_options = p.options.map_or_else(|| "options".to_owned(), |count| format!("{count} options"));
    let blockable = usize::try_from(budget).unwrap_or(usize::MAX);
    match (p.outside, p.inside) {
        _ if p.options == Some(0) && rules.is_misere() => {
            format!("{position} is N: there is no move, so the player to move wins.")
        }
        ([], all) if rules.is_misere() && all.len() <= blockable && Some(all.len()) == p.options => {
            let all = match all {
                [one] => format!("its only option, {}, is P", one.short()),
                many => format!("all of its {} options are P", many.len()),
            };
            format!("{position} is N: {all}, and a player whose options are all blocked wins.")
        }
        _ if p.options == Some(0) => format!("{position} is P: there is no move, so the player to move loses."),
        ([], []) if p.options == Some(1) => format!("{position} is P: its only option is N."),
        ([], []) => format!("{position} is P: none of its {its_options} is P."),
        ([], [one]) if blockable > 0 => {
            format!("{position} is P: its only P-option is {}, which gets blocked.", one.short())
        }
        ([], many) if many.len() <= blockable && Some(many.len()) == p.options => {
            format!("{position} is P: all of its {its_options} can be blocked.")
        }
        ([], many) if many.len() <= blockable => {
            format!("{position} is P: its {} P-options, {}, all get blocked.", many.len(), listed(many))
        }
        ([], [one]) if rules.twist == Twist::None => format!("{position} is N: {} is P.", one.short()),
        ([], many) if rules.twist == Twist::None => format!("{position} is N: {} are P.", listed(many)),
        ([], [one]) => format!("{position} is N: {} is P and nothing can be blocked.", one.short()),
        ([], many) => {
            let budget = if budget == 0 { "none".to_owned() } else { format!("at most {budget}") };
            format!(
                "{position} is N: it has {} P-options, {}, and {budget} of them can be blocked.",
                many.len(),
                listed(many)
            )
        }
        ([one], _) if *class != Class::Any => format!("{position} is N: {} is P and can't be blocked.", one.short()),
        (many, _) => format!("{position} is N: {} are P and can't be blocked.", listed(many)),
    }
}

/// How many options a position of a comply game has, and how many of those in the class are N.
pub(super) struct Proposable {
    pub(super) inside: UBig,
    pub(super) outside: UBig,
    pub(super) n_inside: usize,
}

/// In a comply game: `proposal` keeps a P-position P; at an N-position, and where none can be made, there is none.
pub(super) fn comply<T: Tokens>(
    ending: Ending,
    (count, class): (u32, &Class),
    position: &Position<T>,
    proposal: &[Position<T>],
    options: &Proposable,
) -> String {
    let position = position.short();
    let Proposable { inside, outside, n_inside } = options;
    match proposal {
        [one] => return format!("{position} is P: the previous player proposes only {}, which is N.", one.short()),
        [_, _] => {
            return format!("{position} is P: the previous player proposes {}, which are both N.", listed(proposal));
        }
        [_, ..] => {
            return format!("{position} is P: the previous player proposes {}, which are all N.", listed(proposal));
        }
        [] => {}
    }
    let needed = words::proposal(count, class);
    if !outside.is_zero() || *inside >= UBig::from(count) {
        let (options, are) = if *n_inside == 1 { ("option", "is") } else { ("options", "are") };
        let kind = if *class == Class::Any { "" } else { " of that kind, and no other," };
        format!(
            "{position} is N: a proposal needs {needed}; only {n_inside} {options}{kind} {are} N, so each \
             proposal holds a P-option."
        )
    } else {
        let (outcome, loses) = match ending {
            Ending::Normal => ("N", "loses"),
            Ending::Misere => ("P", "wins"),
        };
        format!(
            "{position} is {outcome}: a proposal needs {needed}; {position} has {inside}, so the previous player \
             {loses}."
        )
    }
}

/// In an imitation game.
pub(super) fn imitation<T: Tokens>(
    ending: Ending,
    claim: &str,
    winning: &[Position<T>],
    legal: &UBig,
    forbidden: &[Position<T>],
) -> String {
    let but = match forbidden {
        [] => String::new(),
        list => format!("; {} would imitate once too often", listed(list)),
    };
    match winning {
        [] if legal.is_zero() => {
            let loses = if ending == Ending::Misere { "wins" } else { "loses" };
            format!("{claim}: there is no legal move, so the player to move {loses}{but}.")
        }
        [] if *legal == UBig::ONE => format!("{claim}: the 1 legal move loses{but}."),
        [] => format!("{claim}: each of the {} legal moves loses{but}.", crate::position::shortened(legal)),
        [one] => format!("{claim}: the move to {} wins.", one.short()),
        many => format!("{claim}: the moves to {} win.", listed(many)),
    }
}
