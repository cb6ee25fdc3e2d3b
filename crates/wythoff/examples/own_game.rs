//! A game that no paper has, with its picture: `cargo run --example own_game -p wythoff -- FILE.png`.

use std::fs::File;

use wythoff::render::{Format, Options};
use wythoff::solve::{Engine, Values};
use wythoff::{Class, Game, Moves, Piece, Residues, Rules, Twist, Window};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A rook that takes an even number or a multiple of 3, a wide bishop; the bishop's straight moves may be blocked.
    let even = Piece::rook_modulo(Residues::from_ranges(2, vec![(0, 0)]));
    let triple = Piece::rook_modulo(Residues::from_ranges(3, vec![(0, 0)]));
    let straight = Class::Of(Moves::new(vec![Piece::bishop(1)]));
    let rules =
        Rules::new(vec![even, triple, Piece::bishop(2)]).with_twist(Twist::Block { budget: 2, class: straight });
    let game = Game::custom(rules)?;
    println!("{game}\n{}", wythoff::game::words::rules(&game));

    // Every engine takes it; they agree.
    let corner = game.board(Window::corner(40, 16));
    assert_eq!(corner.clone().engine(Engine::Lines).solve()?, corner.clone().engine(Engine::Reference).solve()?);
    corner.draw(Format::Text, Options::default(), std::io::stdout())?;

    // A larger piece of the board as a picture: how many options of each cell are P.
    if let Some(path) = std::env::args().nth(1) {
        let options = Options { legend: true, ..Options::default() };
        game.board(Window::corner(300, 300)).values(Values::Palace).draw(Format::Png, options, File::create(&path)?)?;
        println!("{path}");
    }
    Ok(())
}
