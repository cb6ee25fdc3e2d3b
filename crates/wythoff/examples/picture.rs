//! Palace numbers of W^100 in the papers' colours: `cargo run --release --example picture -p wythoff -- FILE.png`.

use std::fs::File;

use wythoff::render::{Format, Options, Picture, Writer};
use wythoff::solve::{self, Values};
use wythoff::{Game, Window};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "palaces.png".to_owned());
    let game: Game = "W^100".parse()?;
    let window = Window::corner(300, 300);
    let picture = Picture::new(&game, window, Values::Palace);
    let options = Options { legend: true, ..Options::default() };
    let mut writer = Writer::new(Format::Png, &picture, options, File::create(&path)?)?;
    solve::rows(&game, window, Values::Palace, None, &(), |row| writer.row(&row))?;
    writer.finish()?;
    println!("{}: {path}", picture.title());
    Ok(())
}
