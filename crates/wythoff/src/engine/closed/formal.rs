//! Which theorems that Coq has checked say what a formula says of a game.

use super::{Formula, is_comply};
use crate::certificate::strips;
use crate::engine::dual;
use crate::game::{Class, Ending, Form, Game, Moves, Piece, Residues, Rules, Twist};

/// The formal theorems that solve a game: none where there is no formula, or where none of them speaks of this game.
pub(crate) fn of_game(game: &Game) -> Vec<String> {
    match game.form() {
        Form::Choice { ending: Ending::Normal, .. } => vec!["Shifted.choice".to_owned()],
        Form::Choice { ending: Ending::Misere, .. } => Vec::new(),
        // The first one speaks of (m,p)-Wythoff Nim, the second one solves it.
        Form::Rules(_) if dual::applies(game) => {
            vec!["Imitation.theorem_19".to_owned(), "WythoffBlocking.P_positions_of_W".to_owned()]
        }
        Form::Rules(rules) => of_rules(rules).unwrap_or_default(),
    }
}

fn of_rules(rules: &Rules) -> Option<Vec<String>> {
    let class = match &rules.twist {
        Twist::None => &Class::Any,
        twist => twist.class(),
    };
    let solved = of_formula(Formula::find(rules)?, rules, class)?;
    let reversed = match class {
        Class::Any => "Comply.comply_any",
        Class::Of(_) => "Comply.comply_is_the_reverse",
    };
    Some(is_comply(rules).then(|| reversed.to_owned()).into_iter().chain([solved]).collect())
}

/// The theorem about the game, or about the blocking game that a comply game reverses.
fn of_formula(formula: Formula, rules: &Rules, class: &Class) -> Option<String> {
    let any = *class == Class::Any;
    let is = |piece| *class == Class::Of(Moves::new(vec![piece]));
    let all_lengths = rules.moves.pieces().iter().all(|piece| match piece {
        Piece::Rook { residues, .. } => *residues == Residues::all(),
        _ => true,
    });
    let name = match formula {
        Formula::Written { k } if strips::answer::is_solved(k) => {
            return strips::answer::is_formal(k).then(|| format!("S{k:03}.palaces_of_{k}"));
        }
        Formula::Proved { k } | Formula::Written { k } => return Some(format!("K{k:03}.solved_{k}")),
        Formula::Steps { .. } => "BlockingNim.lar11_blocking_nim",
        Formula::BlockingTwo => "Lar11.lar11_W2",
        Formula::BlockingThree => "Lar11.lar11_W3",
        Formula::Drift => "W7Palaces.solved_7",
        Formula::Shifted { .. } if any => "Shifted.shifted",
        // These hold for p = 1, where nothing can be blocked, as well.
        Formula::Windows { .. } | Formula::Pairs { p: 1, .. } if all_lengths && is(Piece::bishop(1)) => {
            "WythoffBlocking.P_positions_of_W"
        }
        Formula::Pairs { m, .. } if all_lengths && is(Piece::rook_from(m)) => "RookBlocking.rook_blocking",
        Formula::Pairs { .. } if any && !all_lengths => "Modulo.modulo_games_with_pairs",
        Formula::Pairs { .. } if any => "WythoffNim.wythoff_nim",
        Formula::Shifted { .. } | Formula::Windows { .. } | Formula::Pairs { .. } => return None,
    };
    Some(name.to_owned())
}
