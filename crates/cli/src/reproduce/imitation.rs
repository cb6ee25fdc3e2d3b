//! Lar09's pictures of strategies and Lar13's heaps of tokens. What they show is asked of the strategy, history included.

use anyhow::Result;
use wythoff::strategy::{Answer, Question, ask};
use wythoff::{Game, Outcome, Position, solve};

use super::drawing::{Grid, INK, svg};
use super::item::{Cell, Comparison, Item};
use super::tables::note;
use super::workshop::Workshop;
use crate::solve::parse_game;

pub(super) const LAR09: &[Item] = &[
    Item {
        id: "Lar09.Figure1",
        title: "Figure 1",
        across: 2,
        caption: "Section 1.3, after Remark 6. Imitation Nim above the main diagonal, around a P-position of Wythoff \
                  Nim, marked P: dynamic positions (D), non-dynamic N-positions by Proposition 5 (iia) and (iib) \
                  (Na, Nb), and an arrow for a move that wins from Q.",
        shows: "Imitation Nim, x ≤ y < 14: what P = (3,5) makes of its column (D), its diagonal (Na) and the column 5 (Nb), with \
                Q = (9,11); and the kind of every position x ≤ y < 24.",
        notes: &[note(
            &["Lar09.Prop5.i", "Lar09.Prop5.ii"],
            "The caption names no coordinates, and gives Proposition 5 the number 1. Every kind is found from the \
             rules, over all histories, and then compared with the proposition.",
        )],
        make: figure_1,
    },
    Item {
        id: "Lar09.Figure2",
        title: "Figure 2",
        across: 1,
        caption: "Section 1.4.2. (1,3)-Imitation Nim above the main diagonal. Black: the P-positions of \
                  (1,3)-Wythoff Nim in one diagonal, of which the first, marked P, is non-dynamic. D and N mark \
                  dynamic positions and non-dynamic N-positions, three arrows a chain of moves that win from Q.",
        shows: "(1,3)-Imitation Nim, x ≤ y < 14: P = (3,4), the black positions (3,4), (5,6), (7,8), and Q = (9,10).",
        notes: &[note(
            &["Lar09.Thm19", "Lar09.Prop14.d"],
            "The caption names no coordinates: the diagonal y = x + 1 is the first with three black positions above the main \
             diagonal. Between the arrows the opponent imitates; after the third he may not.",
        )],
        make: figure_2,
    },
];

pub(super) const LAR13: &[Item] = &[
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

const RED: &str = "#b3261e";

/// What the histories of an imitation game make of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    AlwaysP,
    AlwaysN,
    Dynamic,
}

impl Kind {
    fn of(game: &Game, at: Position) -> Result<Self> {
        let answer = ask(game, at, &Question::default(), &())?;
        Ok(match answer.imitation {
            Some(imitation) if imitation.dynamic => Self::Dynamic,
            _ if answer.outcome == Outcome::P => Self::AlwaysP,
            _ => Self::AlwaysN,
        })
    }

    fn letter(self) -> &'static str {
        match self {
            Self::AlwaysP => "P",
            Self::AlwaysN => "N",
            Self::Dynamic => "D",
        }
    }

    fn colour(self) -> &'static str {
        match self {
            Self::AlwaysP => "#141c3a",
            Self::AlwaysN => "#f3eedf",
            Self::Dynamic => "#e9b44c",
        }
    }
}

/// The upper positions of a square.
fn upper(side: u64) -> impl Iterator<Item = Position> {
    (0..side).flat_map(move |x| (x..side).map(move |y| Position::new(x, y)))
}

fn figure_1(workshop: &mut Workshop) -> Result<()> {
    const SIDE: u64 = 14;
    const BOARD: u64 = 24;
    let game = parse_game("imitation")?;
    let wythoff = solve::board(&parse_game("wythoff")?, BOARD, BOARD, None, &())?;
    let (p, q) = (Position::new(3, 5), Position::new(9, 11));

    let mut grid = Grid::new(SIDE, SIDE, 30, true);
    let mut lines = Vec::new();
    for at in upper(SIDE) {
        let is_na = at.x > p.x && at.y - at.x == p.y - p.x;
        let is_nb = at.x == p.y;
        let is_d = at.x == p.x && at.y > p.y;
        let kind = Kind::of(&game, at)?;
        let (letters, expected) = match (is_na, is_nb, is_d) {
            _ if at == p => ("P", Kind::AlwaysP),
            _ if at == q => ("Q", Kind::AlwaysN),
            (true, true, _) => ("Nab", Kind::AlwaysN),
            (true, ..) => ("Na", Kind::AlwaysN),
            (_, true, _) => ("Nb", Kind::AlwaysN),
            (.., true) => ("D", Kind::Dynamic),
            _ => continue,
        };
        grid.fill(at, expected.colour());
        grid.letters(at, letters, if expected == Kind::AlwaysP { "#ffffff" } else { INK });
        if kind != expected {
            lines.push((format!("{at}, drawn as {letters}"), Cell::same(expected.letter(), kind.letter())));
        }
    }
    let to = Position::new(p.x, q.y);
    grid.arrow(q, to, RED);
    let title = "Imitation Nim around P = (3,5)";
    workshop.drawing("strategy", title, &grid.finish(title))?;
    lines.push((format!("{q} → {to} wins"), Cell::same("yes", wins(&game, &[q], to)?)));

    let mut grid = Grid::new(BOARD, BOARD, 18, true);
    let mut wrong = [0, 0];
    for at in upper(BOARD) {
        let kind = Kind::of(&game, at)?;
        grid.fill(at, kind.colour());
        let is_iia = (0..at.x).any(|c| wythoff.is_p(Position::new(c, c + at.y - at.x)));
        let is_iib = (0..at.x).any(|c| wythoff.is_p(Position::new(at.x, c)));
        wrong[0] += usize::from(wythoff.is_p(at) != (kind == Kind::AlwaysP));
        wrong[1] += usize::from((is_iia || is_iib) != (kind == Kind::AlwaysN));
    }
    let title = "Imitation Nim: always P (dark), always N (pale), dynamic (amber)";
    workshop.drawing("kinds", title, &grid.finish(title))?;
    for (part, wrong) in ["(i)", "(ii)"].iter().zip(wrong) {
        lines.push((format!("positions x ≤ y < {BOARD} against Proposition 5 {part}"), Cell::same(0, wrong)));
    }
    workshop.compare("caption", "the caption and Proposition 5, printed and ours", Comparison::of_statements(lines))
}

/// Whether moving to `to` wins after these positions, the last of which is the current one.
fn wins(game: &Game, play: &[Position], to: Position) -> Result<&'static str> {
    let wins = answer(game, play)?.winning_moves.iter().any(|found| found.to == to);
    Ok(if wins { "yes" } else { "no" })
}

/// The answer at the last of these positions, after the others.
fn answer(game: &Game, play: &[Position]) -> Result<Answer> {
    let [history @ .., at] = play else { anyhow::bail!("a play has a position") };
    Ok(ask(game, *at, &Question { history: history.to_vec(), ..Question::default() }, &())?)
}

pub(super) fn positions<const N: usize>(pairs: [(u64, u64); N]) -> [Position; N] {
    pairs.map(|(x, y)| Position::new(x, y))
}

fn figure_2(workshop: &mut Workshop) -> Result<()> {
    const SIDE: u64 = 14;
    let game = parse_game("imitation:m=1,p=3")?;
    let blocking = solve::board(&parse_game("diagonal-blocking:m=1,p=3")?, SIDE, SIDE, None, &())?;
    let mut grid = Grid::new(SIDE, SIDE, 30, true);
    let play = positions([(9, 10), (7, 10), (7, 8), (5, 8), (5, 6), (3, 6)]);
    let mut black = Vec::new();
    for at in upper(SIDE) {
        let kind = Kind::of(&game, at)?;
        let is_black = at.y - at.x == 1 && blocking.is_p(at);
        grid.fill(at, if is_black { "#141c3a" } else { kind.colour() });
        let letter = if at == play[0] { "Q" } else { kind.letter() };
        let is_light = is_black || kind == Kind::AlwaysP;
        grid.letters(at, letter, if is_light { "#ffffff" } else { INK });
        if is_black {
            black.push(at.to_string());
        }
    }
    let mut lines = vec![
        ("P in (1,3)-Wythoff Nim, on the diagonal y = x + 1".to_owned(), Cell::ours(black.join(" "))),
        ("how many they are (Proposition 14 d)".to_owned(), Cell::same(3, black.len())),
        ("(3,4) after any history".to_owned(), Cell::same("P", Kind::of(&game, Position::new(3, 4))?.letter())),
        ("Q after any history".to_owned(), Cell::same("N", Kind::of(&game, play[0])?.letter())),
    ];
    for step in [0, 2, 4] {
        let (from, to) = (play[step], play[step + 1]);
        grid.arrow(from, to, RED);
        lines.push((format!("{from} → {to} wins"), Cell::same("yes", wins(&game, &play[..=step], to)?)));
    }
    let forbidden = answer(&game, &play)?.imitation.map(|imitation| imitation.forbidden).unwrap_or_default();
    let is_forbidden = if forbidden.contains(&Position::new(3, 4)) { "yes" } else { "no" };
    lines.push(("then (3,6) → (3,4) is forbidden".to_owned(), Cell::same("yes", is_forbidden)));
    let title = "(1,3)-Imitation Nim around P = (3,4)";
    workshop.drawing("", title, &grid.finish(title))?;
    workshop.compare("caption", "the caption, printed and ours", Comparison::of_statements(lines))
}

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
            put!(
                *out,
                r##"<ellipse cx="{cx}" cy="{cy}" rx="27" ry="11" fill="{colour}" stroke="#1b2036" stroke-opacity=".35"/>"##
            );
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
        put!(
            *out,
            r##"<text x="{middle}" y="{first}" text-anchor="middle" font-size="16" fill="{INK}">{}</text><text x="{middle}" y="{second}" text-anchor="middle" font-size="13" fill="#6b665a">{}</text>"##,
            self.at,
            self.words
        );
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

/// A statement that a move of a play wins.
fn winning(game: &Game, play: &[Position], step: usize) -> Result<(String, Cell)> {
    let (from, to) = (play[step], play[step + 1]);
    Ok((format!("{from} → {to} wins"), Cell::same("yes", wins(game, &play[..=step], to)?)))
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
    let p = upper(3).filter_map(|at| match answer(&game, &[at]) {
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
    let is_forbidden = if forbidden == [Position::new(1, 2)] { "yes" } else { "no" };
    say(
        workshop,
        vec![
            outcome(&game, &play[..1], Outcome::N)?,
            winning(&game, &play, 0)?,
            ("(1,4) → (1,2) is forbidden, and nothing else".to_owned(), Cell::same("yes", is_forbidden)),
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
