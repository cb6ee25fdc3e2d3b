//! The tour of the crate's documentation as a program: `cargo run --example tour -p wythoff`.

use wythoff::strategy::{Question, ask};
use wythoff::table::{Extent, entries};
use wythoff::{Game, Position, SolveError};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game: Game = "W^2".parse()?;
    println!("{game}: {}", wythoff::game::words::rules(&game));

    let answer = ask(&game, Position::new(11, 15), &Question::default(), &())?;
    println!("{}", answer.why);
    for winning in &answer.winning_moves {
        let block: Vec<String> = winning.block.iter().map(ToString::to_string).collect();
        println!("  move to {} and block {}", winning.to, block.join(" "));
    }

    println!("its first upper P-positions:");
    entries(&game, Extent::Count(10), None, &(), |entry| {
        print!(" {}", entry.at);
        Ok::<(), SolveError>(())
    })?;
    println!();
    Ok(())
}
