//! The P-positions of W^5, and how to win from another one: `cargo run --example p_positions -p wythoff`.

use wythoff::{Game, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game: Game = "W^5".parse()?;
    println!("{game}: {}", wythoff::game::words::rules(&game));

    let first: Vec<Position> = game.p_positions().take(20).collect::<Result<_, _>>()?;
    println!("Its first P-positions (x,y) with x ≤ y:");
    println!("{}", first.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    assert!(first.contains(&Position::new(2, 7)));

    let answer = game.solve((11, 15))?;
    println!("{}", answer.why);
    for winning in &answer.winning_moves {
        let block: Vec<String> = winning.block.iter().map(ToString::to_string).collect();
        println!("  move to {} and block {}", winning.to, block.join(" "));
    }
    Ok(())
}
