//! Puzzles: positions with exactly one action that wins, drawn by a seed and a level.

use super::{Action, Advice, Match, Opponent, Phase};
use crate::board::mix;
use crate::game::families::Family;
use crate::game::{Ending, Game, Rules, Twist};
use crate::position::Position;
use crate::solve::SolveError;
use crate::watch::Watch;

/// The highest level.
pub const LEVELS: u32 = 10;

/// A match that has come to a point where one action wins and every other one loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The game.
    pub game: Game,
    /// Where the match began.
    pub start: Position,
    /// What was done so far.
    pub actions: Vec<Action>,
    /// What is asked for: a move, a block, a proposal or l.
    pub phase: Phase,
    /// What wins.
    pub solution: Action,
    /// The reason, in a sentence.
    pub why: String,
    /// How many moves the match will still last.
    pub moves_left: Option<u32>,
}

impl Puzzle {
    /// The puzzle of a seed at a level from 1 to [`LEVELS`]: the same on every machine. Higher ones have larger heaps,
    /// more games, and ends that are further away.
    ///
    /// ```
    /// use wythoff::play::Puzzle;
    /// let puzzle = Puzzle::new(7, 3, &())?;
    /// assert_eq!(puzzle, Puzzle::new(7, 3, &())?);
    /// # Ok::<(), wythoff::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// When the watch stops the work.
    pub fn new(seed: u64, level: u32, watch: &dyn Watch) -> Result<Self, SolveError> {
        let level = level.clamp(1, LEVELS);
        let mut draw = Draw(mix(seed).wrapping_add(u64::from(level)));
        // By chance alone they would be rare: few positions have as many P-options as can be blocked.
        let asks_to_block = level >= BLOCKS && draw.below(3) == 0;
        loop {
            let Some(game) = draw.game(level) else { continue };
            if asks_to_block && !game.rules().is_some_and(|rules| matches!(rules.twist, Twist::Block { .. })) {
                continue;
            }
            if let Some(puzzle) = Self::of(&game, level, asks_to_block, &mut draw, watch)? {
                return Ok(puzzle);
            }
        }
    }

    /// A puzzle of this game, if some of the positions that are drawn has one.
    fn of(
        game: &Game,
        level: u32,
        asks_to_block: bool,
        draw: &mut Draw,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, SolveError> {
        const TRIES: u32 = 60;
        let has_memory = game.rules().is_some_and(Rules::has_memory);
        let side = if has_memory { 6 + level } else { 6 + 3 * level };
        let corner = Position::new(u64::from(side), u64::from(side));
        let mut opponent = Opponent::new(game, corner, watch)?;
        for _ in 0..TRIES {
            let start = Position::new(draw.below(side + 1).into(), draw.below(side + 1).into());
            let Ok(mut play) = Match::new(game, start) else { continue };
            let mut actions = Vec::new();
            if has_memory {
                // What was done before decides what may be done now.
                for _ in 0..=draw.below(2) {
                    let Some(&to) = draw.pick(&play.legal_moves()) else { break };
                    actions.push(Action::Move(to));
                    play.act(Action::Move(to)).expect("a legal move");
                }
            }
            // Who loses before the move leaves one way open at best.
            let asks_before = matches!(play.phase(), Phase::Block | Phase::Propose);
            if !asks_to_block
                && asks_before
                && let Some(advice) = opponent.advise(&play, watch)?
                && !advice.wins
            {
                actions.push(advice.action.clone());
                play.act(advice.action).expect("advice is legal");
            }
            if asks_to_block && play.phase() != Phase::Block {
                continue;
            }
            let Some(solution) = only_winner(&mut opponent, &play, level, watch)? else { continue };
            let Some(advice) = reason(&mut opponent, (game, start), &play, watch)? else { continue };
            let Advice { why, moves_left, .. } = advice;
            if moves_left.is_none_or(|moves| moves > level / 3) {
                let (game, phase) = (game.clone(), play.phase());
                return Ok(Some(Self { game, start, actions, phase, solution, why, moves_left }));
            }
        }
        Ok(None)
    }
}

/// Why the only action that wins does: in a game with a choice an opponent speaks of the start that he knows.
fn reason(
    opponent: &mut Opponent,
    (game, start): (&Game, Position),
    play: &Match,
    watch: &dyn Watch,
) -> Result<Option<Advice>, SolveError> {
    match play.phase() {
        Phase::Choose => Opponent::new(game, start, watch)?.advise(play, watch),
        _ => opponent.advise(play, watch),
    }
}

/// The action that wins, where it is the only one and there are enough others.
fn only_winner(
    opponent: &mut Opponent,
    play: &Match,
    level: u32,
    watch: &dyn Watch,
) -> Result<Option<Action>, SolveError> {
    let enough = 3 + level as usize / 2;
    let named = play.nameable(usize::MAX);
    if play.phase() != Phase::Choose && named.len() < enough {
        return Ok(None);
    }
    Ok(match (play.phase(), play.rules().map(|rules| &rules.twist)) {
        (Phase::Choose, _) => {
            let choices = 0..choices(play);
            let winning = winners(opponent, play, choices.map(Action::Choose), watch)?;
            one(winning)
        }
        (Phase::Move, _) => one(winners(opponent, play, named.into_iter().map(Action::Move), watch)?),
        (Phase::Block, Some(Twist::Block { budget, .. })) => {
            // Whatever holds all P-options wins: that is one set where they are as many as can be blocked.
            let p = options_that_win(opponent, play, Action::Block(Vec::new()), watch)?;
            let is_only = p.len() == *budget as usize && p.iter().all(|to| named.contains(to));
            is_only.then_some(Action::Block(p))
        }
        (Phase::Propose, Some(Twist::Comply { count, class })) => {
            let p = options_that_win(opponent, play, Action::Propose(named.clone()), watch)?;
            let is_inside = |to: &Position| play.position().move_to(to).is_some_and(|removal| class.contains(&removal));
            let (inside, outside): (Vec<Position>, Vec<Position>) =
                named.into_iter().filter(|to| !p.contains(to)).partition(is_inside);
            // N-options may be added to whatever wins: there must be none to spare.
            match (inside.len(), outside.len()) {
                (all, 0) if all == *count as usize => Some(Action::Propose(inside)),
                (0, 1) => Some(Action::Propose(outside)),
                _ => None,
            }
        }
        _ => None,
    })
}

/// The only one of them.
fn one(mut winning: Vec<Action>) -> Option<Action> {
    winning.pop().filter(|_| winning.is_empty())
}

/// How many values of l there are to choose from.
fn choices(play: &Match) -> u32 {
    play.choice.map_or(0, |(_, p, _)| p)
}

/// Those of the actions, moves or choices, after which the player who did them wins.
fn winners(
    opponent: &mut Opponent,
    play: &Match,
    actions: impl Iterator<Item = Action>,
    watch: &dyn Watch,
) -> Result<Vec<Action>, SolveError> {
    let mut winning = Vec::new();
    for action in actions {
        let mut after = play.clone();
        if after.act(action.clone()).is_ok()
            && opponent.outcome(&after, watch)?.is_some_and(|(outcome, _)| outcome.is_p())
        {
            winning.push(action);
        }
    }
    Ok(winning)
}

/// The options that the mover wins by once the previous player has done this.
fn options_that_win(
    opponent: &mut Opponent,
    play: &Match,
    before: Action,
    watch: &dyn Watch,
) -> Result<Vec<Position>, SolveError> {
    let mut open = play.clone();
    if open.act(before).is_err() {
        return Ok(Vec::new());
    }
    let moves = open.legal_moves().into_iter().map(Action::Move);
    let winning = winners(opponent, &open, moves, watch)?;
    Ok(winning.into_iter().filter_map(|action| if let Action::Move(to) = action { Some(to) } else { None }).collect())
}

/// A family, and the level from which on its games are asked.
const POOL: [(&str, u32); 15] = [
    ("nim", 1),
    ("wythoff", 1),
    ("blocking", 2),
    ("nim-blocking", 2),
    ("gdwn", 3),
    ("modulo", 3),
    ("comply", 3),
    ("diagonal-blocking", 4),
    ("rook-blocking", 4),
    ("choice", 4),
    ("shifted", 5),
    ("hole", 5),
    ("imitation", 5),
    ("comply-diagonal", 6),
    ("comply-rook", 6),
];

/// From this level on, a third of the puzzles ask what to block.
const BLOCKS: u32 = 2;

/// From this level on, some games are played with the other ending.
const MISERE: u32 = 7;

/// Numbers by chance, the same for the same seed: SplitMix64.
struct Draw(u64);

impl Draw {
    fn below(&mut self, of: u32) -> u32 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        u32::try_from(number % u64::from(of.max(1))).expect("it is below 2^32")
    }

    fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        let count = u32::try_from(things.len()).ok()?;
        things.get(self.below(count) as usize)
    }

    /// A game for a level; none where the parameters that were drawn do not go together.
    fn game(&mut self, level: u32) -> Option<Game> {
        let pool: Vec<&str> = POOL.iter().filter(|(_, from)| *from <= level).map(|(name, _)| *name).collect();
        let family = Family::named(self.pick(&pool)?)?;
        let is_dynamic = family.name == "imitation";
        let values = family.parameters.iter().map(|parameter| {
            // Twists and choices begin with 2.
            let is_count = matches!(parameter.name, "k" | "p") && !is_dynamic;
            parameter.min.max(if is_count { 2 } else { 1 }) + self.below(1 + level.div_ceil(3))
        });
        let game = family.game(values.collect()).ok()?;
        let is_misere = level >= MISERE && !is_dynamic && self.below(5) == 0;
        Some(if is_misere { game.with_ending(Ending::Misere) } else { game })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The player who blocks wins there, whatever holds all P-options being the only way.
    #[test]
    fn a_third_of_the_puzzles_ask_what_to_block() {
        let phases = |level| (0..30).map(move |seed| Puzzle::new(seed, level, &()).expect("a puzzle").phase);
        for level in [2, 5, 9] {
            let blocks = phases(level).filter(|phase| *phase == Phase::Block).count();
            assert!((6..=20).contains(&blocks), "{blocks} of 30 at level {level}");
        }
        assert!(phases(1).all(|phase| phase == Phase::Move), "the first level has no blocks");
    }
}
