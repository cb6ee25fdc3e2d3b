//! A match between perfect players, with a referee: `cargo run --example play -p wythoff`.

use wythoff::play::{Action, Match, Opponent, Phase};
use wythoff::{Game, Position, UNWATCHED};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game: Game = "W^3".parse()?;
    let start = Position::new(13, 9);
    let mut play = Match::new(&game, start)?;
    let mut player = Opponent::new(&game, start, UNWATCHED)?;
    // Both sides take the same advice. The loser plays for time.
    while let Some(advice) = player.advise(&play, UNWATCHED)? {
        let named = |positions: &[Position]| positions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let does = match &advice.action {
            Action::Block(options) => format!("block {}", named(options)),
            Action::Move(to) => format!("move to {to}"),
            other => format!("{other:?}"),
        };
        println!("At {}: {does}. {}", play.position(), advice.why);
        play.act(advice.action)?;
    }
    match play.phase() {
        Phase::Over(winner) => println!("Nothing is left to do at {}: {winner:?} has won.", play.position()),
        phase => unreachable!("there is always advice before the end, but not in {phase:?}"),
    }
    Ok(())
}
