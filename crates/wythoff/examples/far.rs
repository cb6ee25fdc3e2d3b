//! Heaps of a hundred digits, answered at once: `cargo run --example far -p wythoff`.

use wythoff::exact::UBig;
use wythoff::{Game, Outcome};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // W^4 is self-similar; a certificate that two programs check says what stands at every cell of it.
    let game: Game = "W^4".parse()?;
    let (x, y) = (UBig::from(10_u8).pow(99), UBig::from(10_u8).pow(100) - 1_u8);
    let answer = game.solve((x, y))?;
    println!("{}", answer.why);
    assert_eq!(answer.outcome, Outcome::N);
    for winning in &answer.winning_moves {
        println!("  take the queen to ({}, {})", winning.to.x, winning.to.y);
        assert_eq!(game.solve(winning.to.clone())?.outcome, Outcome::P);
    }
    Ok(())
}
