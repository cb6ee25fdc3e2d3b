//! The example of the README: `cargo run --example tour -p wythoff`.

use wythoff::{Game, Position, Window};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game: Game = "W^5".parse()?;
    println!("{}", game.solve((3, 8))?.why);

    let first: Vec<Position> = game.p_positions().take(10).collect::<Result<_, _>>()?;
    println!("The first P-positions with x ≤ y end with {}.", first[9]);

    let board = game.board(Window::corner(1000, 1000)).solve()?;
    println!("{} of a million cells are P.", board.p_positions().count());
    Ok(())
}
