//! Text to game and back: what is accepted, what is refused, and in which words.

use proptest::prelude::*;
use wythoff::game::families::{FAMILIES, Limit};
use wythoff::game::history::Heap;
use wythoff::{Class, Ending, Family, Form, Game, Hole, Leaps, Moves, NotationError, Piece, Residues, Rules, Twist};

fn parsed(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn refused(text: &str) -> NotationError {
    match text.parse::<Game>() {
        Ok(game) => panic!("{text:?} was read as {game}"),
        Err(error) => error,
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What is accepted

/// The rules of every family by hand, each with values that tell its parameters apart.
#[test]
fn family_strings_mean_the_rules_of_the_specification() {
    let rook = Piece::rook;
    let queen = |width| vec![Piece::rook(), Piece::bishop(width)];
    let of = |piece| Class::Of(Moves::new(vec![piece]));
    let block = |budget, class| Twist::Block { budget, class };
    let comply = |count, class| Twist::Comply { count, class };
    let hole = |width, height| Some(Hole { width, height });
    let plain = Rules::new;
    let expected: Vec<(&str, Rules)> = vec![
        ("nim", plain(vec![rook()])),
        ("nim-blocking:k=3", plain(vec![rook()]).with_twist(block(2, Class::Any))),
        ("wythoff", plain(queen(1))),
        ("wythoff:m=4", plain(queen(4))),
        ("blocking:k=5", plain(queen(1)).with_twist(block(4, Class::Any))),
        ("diagonal-blocking:p=3", plain(queen(1)).with_twist(block(2, of(Piece::bishop(1))))),
        ("diagonal-blocking:m=2,p=3", plain(queen(2)).with_twist(block(2, of(Piece::bishop(1))))),
        ("rook-blocking:p=3", plain(queen(1)).with_twist(block(2, of(Piece::rook_from(1))))),
        ("rook-blocking:m=2,p=4", plain(queen(2)).with_twist(block(3, of(Piece::rook_from(2))))),
        ("rook-blocking:m=2,p=4,l=7", plain(queen(2)).with_twist(block(3, of(Piece::rook_from(7))))),
        ("modulo:p=3", plain(vec![Piece::rook_modulo(Residues::from_ranges(3, vec![(0, 0)])), Piece::bishop(1)])),
        (
            "modulo:m=2,p=6,l=0",
            plain(vec![Piece::rook_modulo(Residues::from_ranges(6, vec![(0, 0)])), Piece::bishop(2)]),
        ),
        (
            "modulo:m=2,p=6,l=4",
            plain(vec![Piece::rook_modulo(Residues::from_ranges(6, vec![(0, 3)])), Piece::bishop(2)]),
        ),
        ("modulo:m=2,p=6,l=6", plain(vec![rook(), Piece::bishop(2)])),
        ("shifted:m=2,p=3,l=0", plain(queen(6))),
        ("shifted:m=2,p=5,l=1", Rules { hole: hole(2, 8), ..plain(queen(10)) }),
        ("hole:m=2,p=3,u=1,v=4", Rules { hole: hole(1, 4), ..plain(queen(6)) }),
        ("hole:m=2,p=3,u=0,v=4", plain(queen(6))),
        ("gdwn:p=2,q=5", plain(vec![rook(), Piece::bishop(1), Piece::Ray { p: 2, q: 5 }])),
        ("imitation", plain(vec![rook()]).with_twist(Twist::Imitation { m: 1, p: 1 })),
        ("imitation:m=2,p=3", plain(vec![rook()]).with_twist(Twist::Imitation { m: 2, p: 3 })),
        ("comply:k=2", plain(queen(1)).with_twist(comply(2, Class::Any))),
        ("comply-diagonal:p=2", plain(queen(1)).with_twist(comply(2, of(Piece::bishop(1))))),
        ("comply-rook:p=2", plain(queen(1)).with_twist(comply(2, of(rook())))),
    ];
    for (text, rules) in expected {
        assert_eq!(parsed(text).form(), &Form::Rules(rules), "{text}");
    }
    assert_eq!(parsed("choice:m=2,p=3").form(), &Form::Choice { m: 2, p: 3, ending: Ending::Normal });
}

/// The names that the papers use, and the families that the specification gives them.
#[test]
fn notations_of_the_papers_mean_their_families() {
    let expected: &[(&str, &str, &[u32])] = &[
        ("2-pile Nim", "nim", &[]),
        ("blocking-3 Nim", "nim-blocking", &[3]),
        ("Wythoff Nim", "wythoff", &[1]),
        ("WN", "wythoff", &[1]),
        ("4-Wythoff Nim", "wythoff", &[4]),
        ("4WN", "wythoff", &[4]),
        ("W^5", "blocking", &[5]),
        ("W^{12}", "blocking", &[12]),
        ("Blocking-5 Wythoff Nim", "blocking", &[5]),
        ("Game 5", "blocking", &[5]),
        ("(2,3)-Wythoff Nim", "diagonal-blocking", &[2, 3]),
        ("3-Blocking 2-Wythoff Nim", "diagonal-blocking", &[2, 3]),
        ("(2,3)-Blocking Wythoff Nim", "diagonal-blocking", &[3, 2]),
        ("W^3N", "diagonal-blocking", &[1, 3]),
        ("2WN^3", "rook-blocking", &[2, 3, 2]),
        ("WN^3", "rook-blocking", &[1, 3, 1]),
        ("2WN_4^3", "rook-blocking", &[2, 3, 4]),
        ("2WN^3_4", "rook-blocking", &[2, 3, 4]),
        ("WN_4^3", "rook-blocking", &[1, 3, 4]),
        ("WN^{3}_{4}", "rook-blocking", &[1, 3, 4]),
        ("2WN_{4}^3", "rook-blocking", &[2, 3, 4]),
        ("Wythoff 2-blocking Nim", "rook-blocking", &[1, 2, 1]),
        ("2-Wythoff 3-Blocking Nim", "rook-blocking", &[2, 3, 2]),
        ("2WN^(4,6)", "modulo", &[2, 6, 4]),
        ("2WN^{(4,6)}", "modulo", &[2, 6, 4]),
        ("2WN^(0,6)", "modulo", &[2, 6, 0]),
        ("WN^(4,6)", "modulo", &[1, 6, 4]),
        ("2WN^(3)", "modulo", &[2, 3, 1]),
        ("WN^(3)", "modulo", &[1, 3, 1]),
        ("Wythoff modulo-3 Nim", "modulo", &[1, 3, 1]),
        ("2-Wythoff Modulo-3 Nim", "modulo", &[2, 3, 1]),
        ("2-Wythoff Modulo-6 4-Nim", "modulo", &[2, 6, 4]),
        ("2x3WN_1", "shifted", &[2, 3, 1]),
        ("2×3WN_1", "shifted", &[2, 3, 1]),
        ("1-Shifted 2×3-Wythoff Nim", "shifted", &[2, 3, 1]),
        ("2x3WN_{1,4}", "hole", &[2, 3, 1, 4]),
        ("2x3WN_1,4", "hole", &[2, 3, 1, 4]),
        ("2x3WN", "choice", &[2, 3]),
        ("2×3-Wythoff Nim", "choice", &[2, 3]),
        ("(1,2)-GDWN", "gdwn", &[1, 2]),
        ("(1,2)GDWN", "gdwn", &[1, 2]),
        ("Imitation Nim", "imitation", &[1, 1]),
        ("Limitation Nim", "imitation", &[1, 1]),
        ("3-Imitation Nim", "imitation", &[1, 3]),
        ("(2,3)-Imitation Nim", "imitation", &[2, 3]),
        ("W_3", "comply", &[3]),
        ("W_3N", "comply-diagonal", &[3]),
        ("W_{3}N", "comply-diagonal", &[3]),
        ("WN_3", "comply-rook", &[3]),
    ];
    for (text, family, values) in expected {
        let game = Family::named(family).unwrap().game(values.to_vec()).unwrap();
        assert_eq!(parsed(text), game, "{text}");
        // Capitals do not matter, and a blank may stand for a hyphen.
        assert_eq!(parsed(&format!("  {} ", text.to_uppercase().replace('-', " "))), game, "{text}");
    }
    let named: std::collections::HashSet<&str> = expected.iter().map(|(_, family, _)| *family).collect();
    assert_eq!(named.len(), FAMILIES.len(), "every family has a name in some paper");
}

#[test]
fn capitals_do_not_matter() {
    let texts = ["nim", "wythoff:m=3", "blocking:k=5", "diagonal-blocking:m=2,p=3", "custom: rook | block 2 on rook"];
    for text in texts {
        let (name, rest) = text.split_at(text.find(':').unwrap_or(text.len()));
        let first = name[..1].to_uppercase() + &name[1..];
        assert_eq!(parsed(&format!("{first}{rest}")), parsed(text), "{text}");
        assert_eq!(parsed(&format!("{}{rest}", name.to_uppercase())), parsed(text), "{text}");
    }
}

/// Between words, and beside every other sign.
#[test]
fn blanks_may_stand_in_a_notation_of_the_papers() {
    let same = [
        ("2 WN", "2WN"),
        ("W ^ { 12 }", "W^12"),
        (" Game   5 ", "Game 5"),
        ("2 WN ^ ( 4 , 6 )", "2WN^(4,6)"),
        ("2 x 3 WN _ 1 , 4", "2x3WN_{1,4}"),
        ("( 2 , 3 ) Imitation\u{a0}Nim", "(2,3)-Imitation Nim"),
    ];
    for (spaced, text) in same {
        assert_eq!(parsed(spaced), parsed(text), "{spaced}");
    }
}

#[test]
fn custom_texts_mean_their_rules() {
    let rook = |from, modulus, ranges: &[(u32, u32)]| Piece::Rook {
        from,
        residues: Residues::from_ranges(modulus, ranges.to_vec()),
    };
    let of = |pieces: &[Piece]| Class::Of(Moves::new(pieces.to_vec()));
    let expected: Vec<(&str, Rules)> = vec![
        (
            "custom: rook + bishop(2) | block 3 on bishop",
            Rules::new(vec![Piece::rook(), Piece::bishop(2)])
                .with_twist(Twist::Block { budget: 3, class: of(&[Piece::bishop(1)]) }),
        ),
        ("custom: rook(mod 3: 0,1) + bishop", Rules::new(vec![rook(1, 3, &[(0, 1)]), Piece::bishop(1)])),
        (
            "custom: rook + bishop + ray(1,2) | comply 2",
            Rules::new(vec![Piece::rook(), Piece::bishop(1), Piece::Ray { p: 1, q: 2 }])
                .with_twist(Twist::Comply { count: 2, class: Class::Any }),
        ),
        (
            "custom:ROOK( From 2 ,MOD 9:7-8 , 1)|Hole 4 , 5|Block 1 ON any",
            Rules {
                hole: Some(Hole { width: 4, height: 5 }),
                ..Rules::new(vec![rook(2, 9, &[(1, 1), (7, 8)])])
                    .with_twist(Twist::Block { budget: 1, class: Class::Any })
            },
        ),
        (
            "custom: bishop | comply 4 on ray(1,2) + rook(from 3)",
            Rules::new(vec![Piece::bishop(1)])
                .with_twist(Twist::Comply { count: 4, class: of(&[Piece::Ray { p: 1, q: 2 }, Piece::rook_from(3)]) }),
        ),
        (
            "custom: rook | block 0",
            Rules::new(vec![Piece::rook()]).with_twist(Twist::Block { budget: 0, class: Class::Any }),
        ),
        ("custom: rook | imitation", Rules::new(vec![Piece::rook()]).with_twist(Twist::Imitation { m: 1, p: 1 })),
        ("custom: rook | imitation(2,3)", Rules::new(vec![Piece::rook()]).with_twist(Twist::Imitation { m: 2, p: 3 })),
    ];
    for (text, rules) in expected {
        assert_eq!(parsed(text), Game::custom(rules).unwrap(), "{text}");
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Printing and parsing

/// Numbers from 1 on with the edges where machine words end.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![
        1..=12_u32,
        (prop::sample::select(vec![1_u64 << 8, 1 << 15, 1 << 16, 1 << 31, 1 << 32]), 0..3_u64)
            .prop_map(|(edge, above)| u32::try_from(edge + above - 1).unwrap_or(u32::MAX)),
        1..=u32::MAX,
    ]
}

fn long_number() -> impl Strategy<Value = u64> {
    prop_oneof![number().prop_map(u64::from), Just(1 << 53), Just(1 << 63), Just(u64::MAX), 1..=u64::MAX]
}

fn family_game() -> impl Strategy<Value = Game> {
    (prop::sample::select(FAMILIES.iter().collect::<Vec<_>>()), prop::collection::vec(number(), 4)).prop_map(
        |(family, numbers)| {
            let value_of = |name| numbers[family.parameters.iter().position(|other| other.name == name).unwrap()];
            let values = family.parameters.iter().zip(&numbers).map(|(parameter, &number)| match parameter.limit {
                Limit::Unlimited => number - 1 + parameter.min,
                Limit::AtMost(other) => (number - 1).min(value_of(other)),
                Limit::Below(other) => (number - 1).min(value_of(other) - 1),
            });
            family.game(values.collect()).unwrap()
        },
    )
}

fn piece() -> impl Strategy<Value = Piece> {
    let residues = (number(), prop::collection::vec((any::<u32>(), any::<u32>()), 1..4)).prop_map(|(modulus, ends)| {
        let range = |(a, b): (u32, u32)| ((a % modulus).min(b % modulus), (a % modulus).max(b % modulus));
        Residues::from_ranges(modulus, ends.into_iter().map(range).collect())
    });
    prop_oneof![
        (long_number(), residues).prop_map(|(from, residues)| Piece::Rook { from, residues }),
        Just(Piece::rook()),
        long_number().prop_map(Piece::bishop),
        (number(), number()).prop_map(|(p, q)| Piece::Ray { p, q }),
        leaps().prop_map(Piece::Leap),
        one_sided(),
    ]
}

fn leaps() -> impl Strategy<Value = Leaps> {
    prop::collection::vec((prop_oneof![Just(0), number()], number()), 1..4).prop_map(Leaps::new)
}

fn one_sided() -> impl Strategy<Value = Piece> {
    let pieces = prop_oneof![
        long_number().prop_map(Piece::rook_from),
        long_number().prop_map(|width| Piece::bishop(width.max(2))),
        (number(), number()).prop_filter("sides", |(p, q)| p != q).prop_map(|(p, q)| Piece::Ray { p, q }),
        leaps().prop_filter("sides", |leaps| leaps.pairs().iter().any(|(a, b)| a != b)).prop_map(Piece::Leap),
    ];
    (pieces, prop::sample::select(vec![Heap::X, Heap::Y])).prop_map(|(piece, heap)| piece.only(heap))
}

fn ending() -> impl Strategy<Value = Ending> {
    prop::sample::select(vec![Ending::Normal, Ending::Misere])
}

fn moves() -> impl Strategy<Value = Moves> {
    prop::collection::vec(piece(), 1..5).prop_map(Moves::new)
}

fn custom_game() -> impl Strategy<Value = Game> {
    let class = || prop_oneof![Just(Class::Any), moves().prop_map(Class::Of)];
    let twist = prop_oneof![
        Just(Twist::None),
        (prop_oneof![Just(0), number()], class()).prop_map(|(budget, class)| Twist::Block { budget, class }),
        (number(), class()).prop_map(|(count, class)| Twist::Comply { count, class }),
        (number(), number()).prop_map(|(m, p)| Twist::Imitation { m, p }),
    ];
    let hole = prop::option::of((long_number(), long_number()).prop_map(|(width, height)| Hole { width, height }));
    (moves(), hole, twist, ending())
        .prop_map(|(moves, hole, twist, ending)| Game::custom(Rules { moves, hole, twist, ending }).unwrap())
}

fn any_game() -> impl Strategy<Value = Game> {
    let family_game = (family_game(), ending()).prop_map(|(game, ending)| game.with_ending(ending));
    prop_oneof![family_game, custom_game()]
}

/// A game's text with one character taken away, put in or changed.
fn nearly_a_game() -> impl Strategy<Value = String> {
    let papers = prop::sample::select(vec!["W^5", "2WN^(2,6)", "2x3WN_{1,4}", "(2,3)-Imitation Nim", "2WN_4^3"]);
    let text = prop_oneof![any_game().prop_map(|game| game.to_string()), papers.prop_map(str::to_owned)];
    (text, any::<prop::sample::Index>(), prop_oneof![any::<char>(), prop::char::range(' ', '~')], 0..3_u8).prop_map(
        |(text, index, new, change)| {
            let mut letters: Vec<char> = text.chars().collect();
            let at = index.index(letters.len());
            match change {
                0 => drop(letters.remove(at)),
                1 => letters.insert(at, new),
                _ => letters[at] = new,
            }
            letters.into_iter().collect()
        },
    )
}

/// The notation's own words in any order.
fn word_salad() -> impl Strategy<Value = String> {
    let words = "custom: rook bishop ray leap only-x only- y misere misère ; ( ) + | block comply imitation hole on \
                 any from mod : , - = 0 1 3 -2 99999999999999999999999 nim modulo: shifted: W ^ { } 2WN Wythoff \
                 Blocking x _ m= p= l= k= é \u{a0} \u{7} 💥";
    prop::collection::vec(prop::sample::select(words.split(' ').collect::<Vec<_>>()), 0..12)
        .prop_flat_map(|words| prop_oneof![Just(words.concat()), Just(words.join(" "))])
}

/// What holds for every text: a game prints as a text that means it; an error marks a part of the text, in one line,
/// with the marks exactly below that part.
fn assert_sound(text: &str) {
    let error = match text.parse::<Game>() {
        Ok(game) => return assert_eq!(game.to_string().parse(), Ok(game)),
        Err(error) => error,
    };
    let span = error.span();
    let marked = text.get(span.clone()).unwrap_or_else(|| panic!("{span:?} is no part of {text:?}"));
    let message = error.to_string();
    let lines: Vec<&str> = message.split('\n').collect();
    assert!(!error.problem().is_empty() && error.help().contains('`'), "{message}");
    if text.is_empty() {
        assert_eq!(lines, [error.problem(), error.help()]);
        return;
    }
    assert!(!marked.is_empty(), "{message}");
    let [problem, line, marks, help] = lines[..] else { panic!("not four lines: {message:?}") };
    assert_eq!((problem, help), (error.problem(), error.help()));
    let from = marks.chars().position(|c| c == '^').unwrap();
    let length = marks.chars().count() - from;
    assert!(marks.chars().skip(from).all(|c| c == '^') && line.chars().count() <= 80, "{message}");
    let below: String = line.chars().skip(from).take(length).collect();
    let shown = |text: &str| -> String { text.chars().map(|c| if c.is_control() { '·' } else { c }).collect() };
    assert!(shown(marked).starts_with(&below), "{message}");
    let is_cut = line.chars().nth(from + length) == Some('…');
    assert!(shown(marked) == below || is_cut, "{message}");
    if text.chars().count() <= 72 {
        assert_eq!(line, format!("  {}", shown(text)), "a short text is shown whole");
        assert_eq!(from, 2 + text[..span.start].chars().count(), "{message}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_game_prints_as_a_text_that_means_it(game in any_game()) {
        prop_assert_eq!(game.to_string().parse(), Ok(game));
    }

    #[test]
    fn parameters_may_come_in_any_order_with_blanks(game in family_game(), turn in 0..4_usize) {
        let text = game.to_string();
        if let Some((family, parameters)) = text.split_once(':') {
            let mut parameters: Vec<&str> = parameters.split(',').collect();
            let turn = turn % parameters.len();
            parameters.rotate_left(turn);
            let spaced = format!(" {family} : {} ", parameters.join(" ,\t").replace('=', " = "));
            prop_assert_eq!(spaced.parse(), Ok(game));
        }
    }

    #[test]
    fn no_text_of_any_characters_panics(text in ".*") {
        assert_sound(&text);
    }

    #[test]
    fn no_text_with_line_breaks_and_control_characters_panics(text in prop::collection::vec(any::<char>(), 0..120)) {
        assert_sound(&text.into_iter().collect::<String>());
    }

    #[test]
    fn no_custom_text_panics(text in "custom:[ a-z0-9()+|:,-]{0,40}") {
        assert_sound(&text);
    }

    #[test]
    fn no_text_near_a_game_panics(text in nearly_a_game()) {
        assert_sound(&text);
    }

    #[test]
    fn no_word_salad_panics(text in word_salad()) {
        assert_sound(&text);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What is refused, and in which words

const ANY_GAME: &str = "Write a family as `blocking:k=5`, a paper's notation as `W^5`, or moves of your own as \
     `custom: rook + bishop | block 4`.";
const BLOCKING: &str = "The pattern is `blocking:k=K`, for example `blocking:k=5`.";
const MODULO: &str = "The pattern is `modulo:m=1,p=P,l=1`, for example `modulo:m=2,p=6,l=2`.";
const SHIFTED: &str = "The pattern is `shifted:m=M,p=P,l=L`, for example `shifted:m=2,p=3,l=1`.";
const CUSTOM: &str = "Write moves joined by `+` (`rook`, `rook(from 2)`, `rook(mod 3: 0,1)`, `bishop`, `bishop(2)`, \
     `ray(1,2)`, `leap(1,2)`, `only-x rook`), then clauses after `|` (`block 3`, `block 3 on bishop`, `comply 2`, \
     `imitation(1,2)`, `hole 2,4`, `misere`), for example `custom: rook + bishop(2) | block 3 on bishop`.";

/// A test for each text: the whole message, line by line.
macro_rules! refused {
    ($($name:ident: $text:expr => [$($line:expr),+ $(,)?])+) => {
        $(
            #[test]
            fn $name() {
                assert_eq!(refused($text).to_string(), [$($line),+].join("\n"));
            }
        )+
    };
}

refused! {
    empty_text: "" => ["no game is given", ANY_GAME]
    blank_text: "   " => ["no game is given", "     ", "  ^^^", ANY_GAME]
    family_with_letters_exchanged: "blokcing:k=5" => [
        "there is no game called `blokcing`",
        "  blokcing:k=5",
        "  ^^^^^^^^",
        "Did you mean `blocking`? The pattern is `blocking:k=K`, for example `blocking:k=5`.",
    ]
    family_with_a_letter_too_many: "nimm" => [
        "there is no game called `nimm`",
        "  nimm",
        "  ^^^^",
        "Did you mean `nim`? Write just `nim`.",
    ]
    family_with_a_letter_changed: "Nin" => [
        "there is no game called `Nin`",
        "  Nin",
        "  ^^^",
        "Did you mean `nim`? Write just `nim`.",
    ]
    paper_with_a_sign: "-2WN" => ["there is no game called `-2WN`", "  -2WN", "  ^^^^", ANY_GAME]
    family_near_to_none: "chess:k=5" => ["there is no game called `chess`", "  chess:k=5", "  ^^^^^", ANY_GAME]
    family_with_a_letter_beyond_ascii: "blöcking:k=5" => [
        "there is no game called `blöcking`",
        "  blöcking:k=5",
        "  ^^^^^^^^",
        "Did you mean `blocking`? The pattern is `blocking:k=K`, for example `blocking:k=5`.",
    ]
    long_name: "a game whose name is so long that nobody would ever read it to its end" => [
        "there is no game called `a game whose name is so …`",
        "  a game whose name is so long that nobody would ever read it to its end",
        "  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
        ANY_GAME,
    ]
    name_that_is_cut: "a game whose name is so long that nobody would ever read it to its very bitter end" => [
        "there is no game called `a game whose name is so …`",
        "  a game whose name is so long that no…",
        "  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
        ANY_GAME,
    ]
    text_that_is_cut: "custom: rook + bishop(2) + bishop(3) + bishop(4) + knight + bishop(5) + bishop(6)" => [
        "`knight` stands where a piece: `rook`, `bishop`, `ray` or `leap` is expected",
        "  …(3) + bishop(4) + knight + bishop(5) + bis…",
        "                     ^^^^^^",
        CUSTOM,
    ]
    missing_parameter: "diagonal-blocking:m=2" => [
        "the parameter `p` of `diagonal-blocking` is missing",
        "  diagonal-blocking:m=2",
        "                      ^",
        "The pattern is `diagonal-blocking:m=1,p=P`, for example `diagonal-blocking:m=2,p=3`.",
    ]
    missing_parameters: " blocking " => [
        "the parameter `k` of `blocking` is missing",
        "   blocking ",
        "          ^",
        BLOCKING,
    ]
    nothing_after_the_colon: "blocking:" => ["a parameter is missing here", "  blocking:", "          ^", BLOCKING]
    unknown_parameter: "blocking:q=5" => [
        "`blocking` has no parameter `q`, only k",
        "  blocking:q=5",
        "           ^",
        BLOCKING,
    ]
    unknown_parameter_among_several: "shifted:m=2,p=3,k=1" => [
        "`shifted` has no parameter `k`, only m, p, l",
        "  shifted:m=2,p=3,k=1",
        "                  ^",
        SHIFTED,
    ]
    repeated_parameter: "blocking:k=5, k=5" => [
        "the parameter `k` is given twice",
        "  blocking:k=5, k=5",
        "                ^",
        BLOCKING,
    ]
    value_out_of_range: "blocking:k=0" => [
        "`k` = 0 is out of range: k ≥ 1",
        "  blocking:k=0",
        "             ^",
        BLOCKING,
    ]
    l_above_p: "modulo:l=4,p=3" => [
        "`l` = 4 is out of range: 0 ≤ l ≤ p, and p = 3",
        "  modulo:l=4,p=3",
        "           ^",
        MODULO,
    ]
    l_equal_to_p: "shifted:m=2,p=3,l=3" => [
        "`l` = 3 is out of range: 0 ≤ l < p, and p = 3",
        "  shifted:m=2,p=3,l=3",
        "                    ^",
        SHIFTED,
    ]
    negative_value: "blocking:k=-12" => [
        "`k` = -12 is out of range: k ≥ 1",
        "  blocking:k=-12",
        "             ^^^",
        BLOCKING,
    ]
    negative_value_with_a_limit: "modulo:p=3,l=-1" => [
        "`l` = -1 is out of range: 0 ≤ l ≤ p",
        "  modulo:p=3,l=-1",
        "               ^^",
        MODULO,
    ]
    zero_with_a_sign: "modulo:p=3,l=-0" => [
        "`l` = `-0` is not a whole number",
        "  modulo:p=3,l=-0",
        "               ^^",
        MODULO,
    ]
    sign_without_digits: "blocking:k=-" => [
        "`k` = `-` is not a whole number",
        "  blocking:k=-",
        "             ^",
        BLOCKING,
    ]
    value_in_words: "blocking:k=five" => [
        "`k` = `five` is not a whole number",
        "  blocking:k=five",
        "             ^^^^",
        BLOCKING,
    ]
    value_with_a_point: "blocking:k=1.5" => [
        "`k` = `1.5` is not a whole number",
        "  blocking:k=1.5",
        "             ^^^",
        BLOCKING,
    ]
    value_with_a_plus: "blocking:k=+5" => [
        "`k` = `+5` is not a whole number",
        "  blocking:k=+5",
        "             ^^",
        BLOCKING,
    ]
    value_in_digits_beyond_ascii: "blocking:k=٥" => [
        "`k` = `٥` is not a whole number",
        "  blocking:k=٥",
        "             ^",
        BLOCKING,
    ]
    value_of_2_to_the_32: "blocking:k=4294967296" => [
        "`k` = 4294967296 is too large: at most 4294967295",
        "  blocking:k=4294967296",
        "             ^^^^^^^^^^",
        BLOCKING,
    ]
    value_of_forty_digits: "blocking:k=1234567890123456789012345678901234567890" => [
        "`k` = 123456789012345678901234… is too large: at most 4294967295",
        "  blocking:k=1234567890123456789012345678901234567890",
        "             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
        BLOCKING,
    ]
    missing_value: "modulo:m=,p=3" => ["the value of `m` is missing", "  modulo:m=,p=3", "          ^", MODULO]
    missing_equals_sign: "blocking:5" => [
        "`5` is not a parameter of the form name=value",
        "  blocking:5",
        "           ^",
        BLOCKING,
    ]
    trailing_comma: "blocking:k=5," => ["a parameter is missing here", "  blocking:k=5,", "              ^", BLOCKING]
    trailing_rubbish: "blocking:k=5 and more" => [
        "`k` = `5 and more` is not a whole number",
        "  blocking:k=5 and more",
        "             ^^^^^^^^^^",
        BLOCKING,
    ]
    trailing_rubbish_after_a_paper: "W^5 and more" => [
        "there is no game called `W^5 and more`",
        "  W^5 and more",
        "  ^^^^^^^^^^^^",
        ANY_GAME,
    ]
    parameters_for_nim: "nim:k=3" => [
        "`nim` has no parameters",
        "  nim:k=3",
        "     ^^^^",
        "Write just `nim`.",
    ]
    paper_with_a_value_out_of_range: "2WN^(5,3)" => [
        "`l` = 5 is out of range: 0 ≤ l ≤ p, and p = 3",
        "  2WN^(5,3)",
        "       ^",
        MODULO,
    ]
    paper_with_a_value_too_large: "W^{4294967296}" => [
        "`k` = 4294967296 is too large: at most 4294967295",
        "  W^{4294967296}",
        "     ^^^^^^^^^^",
        BLOCKING,
    ]
    paper_with_a_value_too_small: "0-Blocking 2-Wythoff Nim" => [
        "`p` = 0 is out of range: p ≥ 1",
        "  0-Blocking 2-Wythoff Nim",
        "  ^",
        "The pattern is `diagonal-blocking:m=1,p=P`, for example `diagonal-blocking:m=2,p=3`.",
    ]
    ambiguous_pair_of_subscripts: "W_{2,3}" => [
        "this notation is ambiguous",
        "  W_{2,3}",
        "  ^^^^^^^",
        "Lar13 writes W_{k,m} and Lar09 W_{m,p} for the same family. Write `diagonal-blocking:m=2,p=3`.",
    ]
    ambiguous_blocking: "5-Blocking Wythoff Nim" => [
        "this notation is ambiguous",
        "  5-Blocking Wythoff Nim",
        "  ^^^^^^^^^^^^^^^^^^^^^^",
        "CLN15 means W^k by it, Lar11 (Def. 9) and Lar13 the game that blocks only diagonal options. Write \
         `blocking:k=5` or `diagonal-blocking:p=5`.",
    ]
    custom_text_ends_at_once: "custom:" => [
        "the text ends where a piece: `rook`, `bishop`, `ray` or `leap` is expected",
        "  custom:",
        "        ^",
        CUSTOM,
    ]
    custom_text_ends_after_a_plus: "custom: rook + " => [
        "the text ends where a piece: `rook`, `bishop`, `ray` or `leap` is expected",
        "  custom: rook + ",
        "               ^",
        CUSTOM,
    ]
    custom_text_ends_after_a_bar: "custom: rook |" => [
        "the text ends where one of `block`, `comply`, `imitation`, `hole`, `misere` is expected",
        "  custom: rook |",
        "               ^",
        CUSTOM,
    ]
    custom_unknown_piece: "custom: rook + queen" => [
        "`queen` stands where a piece: `rook`, `bishop`, `ray` or `leap` is expected",
        "  custom: rook + queen",
        "                 ^^^^^",
        CUSTOM,
    ]
    custom_unknown_piece_beyond_ascii: "custom: röok" => [
        "`röok` stands where a piece: `rook`, `bishop`, `ray` or `leap` is expected",
        "  custom: röok",
        "          ^^^^",
        CUSTOM,
    ]
    custom_missing_plus: "custom: rook bishop" => [
        "`bishop` stands where `+` and another piece, or `|` and a clause is expected",
        "  custom: rook bishop",
        "               ^^^^^^",
        CUSTOM,
    ]
    custom_plus_after_a_count: "custom: rook | block 3 + bishop" => [
        "`+` stands where `on` and pieces, or `|` and another clause is expected",
        "  custom: rook | block 3 + bishop",
        "                         ^",
        CUSTOM,
    ]
    custom_two_clauses_without_a_bar: "custom: rook | hole 2,4 block 3" => [
        "`block` stands where `|` and another clause is expected",
        "  custom: rook | hole 2,4 block 3",
        "                          ^^^^^",
        CUSTOM,
    ]
    custom_plus_after_any: "custom: rook | comply 3 on any + bishop" => [
        "`+` stands where `|` and another clause is expected",
        "  custom: rook | comply 3 on any + bishop",
        "                                 ^",
        CUSTOM,
    ]
    custom_plus_after_imitation: "custom: rook | imitation + bishop" => [
        "`+` stands where `|` and another clause is expected",
        "  custom: rook | imitation + bishop",
        "                           ^",
        CUSTOM,
    ]
    custom_missing_plus_in_a_class: "custom: rook | block 3 on rook bishop" => [
        "`bishop` stands where `+` and another piece, or `|` and another clause is expected",
        "  custom: rook | block 3 on rook bishop",
        "                                 ^^^^^^",
        CUSTOM,
    ]
    custom_missing_parenthesis: "custom: ray(1,2 + rook" => [
        "`+` stands where `)` is expected",
        "  custom: ray(1,2 + rook",
        "                  ^",
        CUSTOM,
    ]
    custom_missing_parenthesis_at_the_end: "custom: bishop(2" => [
        "the text ends where `)` is expected",
        "  custom: bishop(2",
        "                 ^",
        CUSTOM,
    ]
    custom_ray_without_a_slope: "custom: ray" => [
        "the text ends where `(` is expected",
        "  custom: ray",
        "            ^",
        CUSTOM,
    ]
    custom_residue_as_large_as_the_modulus: "custom:rook(mod 3:3)" => [
        "residue 3 must be below the modulus 3",
        "  custom:rook(mod 3:3)",
        "                    ^",
        CUSTOM,
    ]
    custom_residue_of_2_to_the_32: "custom:rook(mod 3: 0- 4294967296)" => [
        "residue 4294967296 must be below the modulus 3",
        "  custom:rook(mod 3: 0- 4294967296)",
        "                        ^^^^^^^^^^",
        CUSTOM,
    ]
    custom_residue_negative: "custom:rook(mod 3: -1)" => [
        "the residue = -1 is too small: at least 0",
        "  custom:rook(mod 3: -1)",
        "                     ^^",
        CUSTOM,
    ]
    custom_residues_backwards: "custom:rook(mod 9: 5-2)" => [
        "the range 5-2 runs backwards",
        "  custom:rook(mod 9: 5-2)",
        "                     ^^^",
        CUSTOM,
    ]
    custom_modulus_0: "custom:rook(mod 0: 0)" => [
        "`mod` = 0 is too small: at least 1",
        "  custom:rook(mod 0: 0)",
        "                  ^",
        CUSTOM,
    ]
    custom_bishop_0: "custom: bishop(0)" => [
        "the bishop's width = 0 is too small: at least 1",
        "  custom: bishop(0)",
        "                 ^",
        CUSTOM,
    ]
    custom_rook_of_a_number: "custom: rook(2)" => [
        "`2` stands where `from 2` or `mod 3: 0,1` is expected",
        "  custom: rook(2)",
        "               ^",
        CUSTOM,
    ]
    custom_rook_from_twice: "custom: rook(from 2, from 3)" => [
        "`from` stands where `mod 3: 0,1` is expected",
        "  custom: rook(from 2, from 3)",
        "                       ^^^^",
        CUSTOM,
    ]
    custom_rook_from_after_mod: "custom: rook(mod 3: 0, from 2)" => [
        "`from` comes before `mod`",
        "  custom: rook(mod 3: 0, from 2)",
        "                         ^^^^",
        "Write for example `rook(from 2, mod 3: 0,1)`.",
    ]
    custom_comply_0: "custom:rook|comply 0" => [
        "`comply` = 0 is too small: at least 1",
        "  custom:rook|comply 0",
        "                     ^",
        CUSTOM,
    ]
    custom_block_nothing: "custom:rook|block" => [
        "the text ends where a number for `block` is expected",
        "  custom:rook|block",
        "                  ^",
        CUSTOM,
    ]
    custom_block_negative: "custom:rook|block -1" => [
        "`block` = -1 is too small: at least 0",
        "  custom:rook|block -1",
        "                    ^^",
        CUSTOM,
    ]
    custom_comply_negative: "custom:rook|comply -1" => [
        "`comply` = -1 is too small: at least 1",
        "  custom:rook|comply -1",
        "                     ^^",
        CUSTOM,
    ]
    custom_block_too_large: "custom:rook|block 4294967296" => [
        "`block` = 4294967296 is too large: at most 4294967295",
        "  custom:rook|block 4294967296",
        "                    ^^^^^^^^^^",
        CUSTOM,
    ]
    custom_unknown_clause: "custom: rook | lock 3" => [
        "`lock` stands where one of `block`, `comply`, `imitation`, `hole`, `misere` is expected",
        "  custom: rook | lock 3",
        "                 ^^^^",
        CUSTOM,
    ]
    custom_two_twists: "custom: rook | block 3 | comply 2" => [
        "a game has at most one twist",
        "  custom: rook | block 3 | comply 2",
        "                         ^^^^^^^^^^",
        CUSTOM,
    ]
    custom_two_twists_before_a_hole: "custom: rook | block 3 | imitation | hole 1,2" => [
        "a game has at most one twist",
        "  custom: rook | block 3 | imitation | hole 1,2",
        "                         ^^^^^^^^^^^",
        CUSTOM,
    ]
    custom_two_holes: "custom:rook|hole 1,2|hole 1,2" => [
        "a game has at most one hole",
        "  custom:rook|hole 1,2|hole 1,2",
        "                      ^^^^^^^^^",
        CUSTOM,
    ]
    custom_hole_of_no_width: "custom:rook|hole 0,3" => [
        "the hole's width = 0 is too small: at least 1",
        "  custom:rook|hole 0,3",
        "                   ^",
        CUSTOM,
    ]
    custom_hole_with_one_side: "custom:rook|hole 3" => [
        "the text ends where `,` is expected",
        "  custom:rook|hole 3",
        "                   ^",
        CUSTOM,
    ]
    custom_trailing_rubbish: "custom: rook, bishop" => [
        "`,` stands where `+` and another piece, or `|` and a clause is expected",
        "  custom: rook, bishop",
        "              ^",
        CUSTOM,
    ]
    missing_family: ":k=5" => ["the name of the game is missing before `:`", "  :k=5", "  ^", ANY_GAME]
    missing_family_after_blanks: "  : rook" => [
        "the name of the game is missing before `:`",
        "    : rook",
        "    ^",
        ANY_GAME,
    ]
    missing_name_of_a_parameter: "blocking:=5" => [
        "the name of a parameter is missing before `=`",
        "  blocking:=5",
        "           ^",
        BLOCKING,
    ]
    line_breaks_in_the_text: "two\nlines\tof text" => [
        "there is no game called `two·lines·of text`",
        "  two·lines·of text",
        "  ^^^^^^^^^^^^^^^^^",
        ANY_GAME,
    ]
}

/// Forms that look like a paper's notation and are none: a sign, a number or a word in two parts, a letter for a
/// number, a brace without its pair or round something else, a hyphen that joins nothing.
#[test]
fn what_only_looks_like_a_paper_is_refused() {
    let texts = "W^-1; -2WN; Game -5; 2x-3WN; 2WN^(-2,6); 1 2WN; W^1 2; W N; G ame 5; 2WythoffNim; W^k; mWN^p; W^; \
                 2WN^(2,6; 2WN^2,6; W_{1,2,3}; 2x3WN_; W^}10{; W^{10; W^10}; W^{}10; W^{{10}}; {W}^10; W^{3N}; \
                 2WN_{4^3}; 2WN-^3; 2--WN; 2WN-; (2,3)--Imitation Nim; (2-,3)-Imitation Nim; (2,3)-(Imitation Nim)";
    for text in texts.split("; ") {
        assert!(refused(text).problem().starts_with("there is no game called"), "{text}");
    }
}
