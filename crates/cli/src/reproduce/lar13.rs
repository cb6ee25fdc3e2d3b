//! Lar13: heaps of tokens. What the slides show is asked of the strategy, history included.

use anyhow::Result;
use wythoff::strategy::{Question, ask};
use wythoff::{Game, Outcome, Position};

use super::drawing::{INK, svg};
use super::games::{answer, positions, upper_half, winning};
use super::item::{Cell, Comparison, Item, note};
use super::workshop::Workshop;
use crate::solve::parse_game;

pub(super) const ITEMS: &[Item] = &[
    Item {
        id: "Lar13.Tokens1",
        title: "Tokens of 2-pile Nim",
        across: 1,
        caption: "The slides headed 2-pile Nim. Play from (3,5). Claims: the P-positions are (0,0), (1,1), (2,2), …; \
                  Alice wins by making the heaps equal and from then on taking as many tokens as Bob did, from the \
                  other heap.",
        shows: "The heaps from (3,5) to the end, one picture for each position.",
        notes: &[note(&["Lar13.Nim", "Lar13.Nim.example"], "The slides do not say what Bob takes: here 2, then 1.")],
        make: tokens_1,
    },
    Item {
        id: "Lar13.Tokens2",
        title: "Tokens of Imitation Nim",
        across: 1,
        caption: "The slides after the theorem on Imitation Nim. Play from (3,4), which is N in Wythoff Nim. Claims: \
                  Alice wins by taking two from the heap of 3, for (1,2) would now be an imitation by Bob; when he \
                  takes one from the other heap, she goes to (1,2) herself.",
        shows: "The heaps from (3,4) to (1,2), in the colours of the next item: a forbidden token is yellow.",
        notes: &[note(&["Lar13.Imitation.example"], "The play is as printed.")],
        make: tokens_2,
    },
    Item {
        id: "Lar13.Tokens3",
        title: "Tokens of 2-Imitation Nim",
        across: 1,
        caption: "The slides headed 2-Imitation Nim. Play through (2,2), (1,2), (1,1), (0,1), with one imitation \
                  allowed. Colours: blue for a plain token, green where its removal is an imitation that counts, \
                  yellow where it is forbidden; a black square for each imitation counted. Claim: (2,2) is N, since \
                  at (0,1) Bob has no move.",
        shows: "The heaps from (2,2) to (0,1), with Bob’s imitation counter.",
        notes: &[note(&["Lar13.Imitation2.example"], "The play is as printed.")],
        make: tokens_3,
    },
    Item {
        id: "Lar13.Tokens4",
        title: "Tokens of 2-Blocking Wythoff Nim",
        across: 1,
        caption: "The slides headed A Muller twist on Wythoff’s game. Play from (2,2), with one diagonal option to \
                  block; a red pair, with what lies on it, can’t go in one move. Claim: (2,2) is N: Bob blocks \
                  (0,0), Alice goes to (1,1) and blocks the same; whichever token Bob takes, she takes the other.",
        shows: "The heaps from (2,2) to (0,0); blocked pairs are red.",
        notes: &[note(&["Lar13.Blocking2.example"], "The play is as printed.")],
        make: tokens_4,
    },
];

const BLUE: &str = "#2f6fb5";
const GREEN: &str = "#3f9b57";
const YELLOW: &str = "#e8bd2f";
const BLOCKED: &str = "#c23b31";

/// Two heaps at a moment of play.
struct Frame {
    words: String,
    at: Position,
    /// Where removing a token and those on it leads, and its colour; the others are blue.
    painted: Vec<(Position, &'static str)>,
    counter: u32,
}

impl Frame {
    const WIDTH: u64 = 190;

    fn colour(&self, to: Position) -> &'static str {
        self.painted.iter().find(|(option, _)| *option == to).map_or(BLUE, |(_, colour)| colour)
    }

    /// Draws the heaps on a floor at `floor`, in the frame of this number.
    fn draw(&self, number: u64, floor: u64, out: &mut String) {
        const STEP: u64 = 26;
        let left = number * Self::WIDTH;
        let Position { x, y } = self.at;
        let mut token = |column: u64, height: u64, colour: &str| {
            let (cx, cy) = (left + column, floor - 14 - height * STEP);
            put!(*out, r#"<ellipse cx="{cx}" cy="{cy}" rx="27" ry="11" fill="{colour}" "#);
            put!(*out, r#"stroke="{INK}" stroke-opacity=".35"/>"#);
        };
        // A pair that is blocked takes a token of each heap.
        let pair = |t: u64, size: u64, other: u64| other.checked_sub(size - t).zip(Some(t));
        for t in 0..x {
            let both = pair(t, x, y).map_or(BLUE, |(other, t)| self.colour(Position::new(t, other)));
            let one = self.colour(Position::new(t, y));
            token(60, t, if one == BLUE { both } else { one });
        }
        for t in 0..y {
            let both = pair(t, y, x).map_or(BLUE, |(other, t)| self.colour(Position::new(other, t)));
            let one = self.colour(Position::new(x, t));
            token(125, t, if one == BLUE { both } else { one });
        }
        let (middle, first, second) = (left + Self::WIDTH / 2, floor + 22, floor + 42);
        let (from, to) = (left + 22, left + Self::WIDTH - 22);
        put!(*out, r##"<path d="M{from} {floor}H{to}" stroke="#8b8474"/>"##);
        for square in 0..self.counter {
            let (x, y) = (left + 14 + u64::from(square) * 14, 14);
            put!(*out, r##"<rect x="{x}" y="{y}" width="11" height="11" fill="#000"/>"##);
        }
        let (at, words) = (self.at, &self.words);
        for (line, size, colour, text) in [(first, 16, INK, &at.to_string()), (second, 13, "#6b665a", words)] {
            put!(*out, r#"<text x="{middle}" y="{line}" text-anchor="middle" font-size="{size}" "#);
            put!(*out, r#"fill="{colour}">{text}</text>"#);
        }
    }
}

/// The frames of a play in a row.
fn strip(title: &str, frames: &[Frame]) -> String {
    let highest = frames.iter().map(|frame| frame.at.x.max(frame.at.y)).max().unwrap_or(0);
    let floor = 34 + highest * 26;
    let mut body = String::new();
    for (number, frame) in (0..).zip(frames) {
        frame.draw(number, floor, &mut body);
    }
    svg(frames.len() as u64 * Frame::WIDTH, floor + 58, title, &body)
}

/// The frames of a play, Alice first; tokens of imitation games have the colours of the slides.
fn frames(game: &Game, play: &[Position], words: &[&str]) -> Result<Vec<Frame>> {
    let frame = |(number, words): (usize, &&str)| {
        let imitation = answer(game, &play[..=number])?.imitation;
        let mut frame = Frame { words: (*words).to_owned(), at: play[number], painted: Vec::new(), counter: 0 };
        if let Some(imitation) = imitation {
            let full = answer(game, &play[..1])?.imitation.map_or(0, |start| start.own_credit);
            let bob = if number % 2 == 1 { imitation.own_credit } else { imitation.opponent_credit };
            frame.counter = full - bob;
            frame.painted.extend(imitation.imitations.iter().map(|to| (*to, GREEN)));
            frame.painted.extend(imitation.forbidden.iter().map(|to| (*to, YELLOW)));
        }
        Ok(frame)
    };
    words.iter().enumerate().map(frame).collect()
}

fn outcome(game: &Game, play: &[Position], says: Outcome) -> Result<(String, Cell)> {
    let at = play.last().map(ToString::to_string).unwrap_or_default();
    let after = if play.len() > 1 { ", after this play" } else { "" };
    Ok((format!("outcome of {at}{after}"), Cell::same(says, answer(game, play)?.outcome)))
}

fn say(workshop: &mut Workshop, lines: Vec<(String, Cell)>) -> Result<()> {
    workshop.compare("caption", "the slides, printed and ours", Comparison::of_statements(lines))
}

fn tokens_1(workshop: &mut Workshop) -> Result<()> {
    let game = parse_game("nim")?;
    let play = positions([(3, 5), (3, 3), (1, 3), (1, 1), (0, 1), (0, 0)]);
    let words = ["start", "Alice takes 2", "Bob takes 2", "Alice imitates", "Bob takes 1", "Alice imitates, wins"];
    let title = "2-pile Nim from (3,5)";
    workshop.drawing("", title, &strip(title, &frames(&game, &play, &words)?))?;
    let p = upper_half(3).filter_map(|at| match answer(&game, &[at]) {
        Ok(answer) if answer.outcome == Outcome::N => None,
        Ok(_) => Some(Ok(at.to_string())),
        Err(error) => Some(Err(error)),
    });
    let p: Vec<String> = p.collect::<Result<_>>()?;
    let mut lines = vec![("P-positions".to_owned(), Cell::same("(0,0) (1,1) (2,2)", p.join(" ")))];
    for step in [0, 2, 4] {
        lines.push(winning(&game, &play, step)?);
    }
    say(workshop, lines)
}

fn tokens_2(workshop: &mut Workshop) -> Result<()> {
    let game = parse_game("imitation")?;
    let play = positions([(3, 4), (1, 4), (1, 3), (1, 2)]);
    let words = ["start", "Alice takes 2", "Bob takes 1", "Alice wins"];
    let title = "Imitation Nim from (3,4)";
    workshop.drawing("", title, &strip(title, &frames(&game, &play, &words)?))?;
    let forbidden = answer(&game, &play[..2])?.imitation.map(|imitation| imitation.forbidden).unwrap_or_default();
    say(
        workshop,
        vec![
            outcome(&game, &play[..1], Outcome::N)?,
            winning(&game, &play, 0)?,
            ("(1,4) → (1,2) is forbidden, and nothing else".to_owned(), Cell::yes(forbidden == [Position::new(1, 2)])),
            winning(&game, &play, 2)?,
        ],
    )
}

fn tokens_3(workshop: &mut Workshop) -> Result<()> {
    let game = parse_game("imitation:m=1,p=2")?;
    let play = positions([(2, 2), (1, 2), (1, 1), (0, 1)]);
    let words = ["start", "Alice takes 1", "Bob imitates", "Alice wins: Bob can’t move"];
    let title = "2-Imitation Nim from (2,2)";
    workshop.drawing("", title, &strip(title, &frames(&game, &play, &words)?))?;
    say(
        workshop,
        vec![
            outcome(&game, &play[..1], Outcome::N)?,
            winning(&game, &play, 0)?,
            winning(&game, &play, 2)?,
            outcome(&game, &play, Outcome::P)?,
        ],
    )
}

fn tokens_4(workshop: &mut Workshop) -> Result<()> {
    let game = parse_game("diagonal-blocking:m=1,p=2")?;
    let play = positions([(2, 2), (1, 1), (0, 1), (0, 0)]);
    let words = ["start; Bob blocks (0,0)", "Alice; she blocks (0,0)", "Bob takes 1", "Alice wins"];
    let origin = Position::new(0, 0);
    let mut frames = frames(&game, &play, &words)?;
    frames[..2].iter_mut().for_each(|frame| frame.painted.push((origin, BLOCKED)));
    let title = "2-Blocking Wythoff Nim from (2,2)";
    workshop.drawing("", title, &strip(title, &frames))?;
    let blocked = Question { blocked: Some(vec![origin]), ..Question::default() };
    let start = ask(&game, play[0], &blocked, &())?;
    let reply = start.winning_moves.iter().find(|found| found.to == play[1]);
    let block = reply.map(|found| crate::text::joined(&found.block)).unwrap_or_default();
    say(
        workshop,
        vec![
            outcome(&game, &play[..1], Outcome::N)?,
            ("(2,2) → (1,1) wins although (0,0) is blocked, by blocking".to_owned(), Cell::same("(0,0)", block)),
            outcome(&game, &play[1..2], Outcome::P)?,
            winning(&game, &play, 2)?,
        ],
    )
}
