//! A game that no paper has, in twenty lines: `cargo run --example own_game -p wythoff`.

use wythoff::solve::{self, Engine};
use wythoff::{Class, Game, Moves, Piece, Position, Residues, Rules, Twist};

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
    let board = solve::board(&game, 40, 16, Some(Engine::Lines), &())?;
    assert_eq!(board, solve::board(&game, 40, 16, Some(Engine::Reference), &())?);
    for y in 0..16 {
        println!("{}", (0..40).map(|x| if board.is_p(Position::new(x, y)) { '#' } else { '.' }).collect::<String>());
    }
    Ok(())
}
