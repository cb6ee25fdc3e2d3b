//! CLN15's cellular automaton, forwards and backwards: `cargo run --example automaton -p wythoff`.

use wythoff::UNWATCHED;
use wythoff::engine::automaton::{Residue, Site, Start, Strategy, Window, forward, reverse};

/// A digit for a palace number above or at k, a letter for a palace: `a` is −1, `b` is −2, ….
fn letter(value: i64) -> char {
    let digit = u32::try_from(value.unsigned_abs()).unwrap_or(u32::MAX);
    if value < 0 {
        char::from_u32(u32::from('a') + digit.min(26) - 1).unwrap_or('?')
    } else {
        char::from_digit(digit, 36).unwrap_or('+')
    }
}

fn print<'r>(rows: impl Iterator<Item = &'r [i64]>) {
    for row in rows {
        println!("  {}", row.iter().map(|value| letter(*value)).collect::<String>());
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // From the game's own initial condition the rule gives palace number − k: CLN15 Fig. 1.
    println!("W^5 by the automaton:");
    let game = Start::Game { k: 5 };
    let board = game.grid(Window::new(Site::new(0, 0), 11, 11)?, UNWATCHED)?;
    print(board.rows());
    assert_eq!(board.get(Site::new(3, 3)), Some(-1));
    assert_eq!(board.rows().flatten().filter(|value| **value < 0).count(), 33);

    // A window far out needs only its edges, not the board.
    let window = Window::new(Site::new(1000, 2501), 40, 12)?;
    let alone = forward(&game.edges(window, UNWATCHED)?, UNWATCHED)?;
    println!("W^5 at (1000,2501), from the edges there:");
    let far = alone.cut(window).ok_or("the run holds its window")?;
    print(far.rows());
    assert_eq!(far, game.grid(window, UNWATCHED)?);

    // Backwards there are choices. With the right ones, the board leads back to where it came from: k's and zeros.
    let whole = game.grid(Window::new(Site::new(-3, -3), 24, 24)?, UNWATCHED)?;
    let past = whole.window().without_bottom_right().ok_or("the board has more than two rows")?;
    let end = whole.bottom_right(past).ok_or("the edges are on the board")?;
    let choices = whole.choices();
    println!("Back from (20,20), with {} choices:", choices.len());
    let back = reverse(&end, &Strategy::Given(choices), UNWATCHED)?;
    print(back.run.rows());
    assert_eq!(back.run, whole);
    assert_eq!(back.run.get(Site::new(-1, -1)), Some(5));

    // With other choices, it comes from somewhere else.
    let other = reverse(&end, &Strategy::Random { seed: 2015 }, UNWATCHED)?;
    println!("Another past of the same edges:");
    print(other.run.rows());
    assert_ne!(other.run, whole);
    assert_eq!(other.run.first_breach(), None);

    // The three fabrics of all games, from a casing without end.
    for residue in Residue::ALL {
        println!("The fabric of {residue:?}:");
        let start = Start::Casing { residue };
        let fabric = start.grid(Window::new(Site::new(-6, -6), 60, 20)?, UNWATCHED)?;
        print(fabric.rows());
        assert_eq!(fabric.first_breach(), None);
    }
    Ok(())
}
