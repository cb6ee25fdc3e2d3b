//! The oracle against what can be known without it: formulas of the papers, theorems that tie one family to another,
//! its own plain loops.

use std::collections::HashSet;

use oracle::{Answer, Board, FAMILIES, Game, Memory, Palaces, Position, Question, Random, Winning, pairs, signature};

fn p_positions(board: &Board) -> Vec<Position> {
    let cells = (0..board.width()).flat_map(|x| (0..board.height()).map(move |y| (x, y)));
    cells.filter(|&(x, y)| board.p(x, y) == Some(true)).collect()
}

fn small_games(count: u64) -> impl Iterator<Item = Game> {
    (0..count).map(|seed| Game::random(&mut Random::new(seed)))
}

#[test]
fn formulas_of_the_papers_hold() {
    let is_p = |game: &Game, rule: &dyn Fn(usize, usize) -> bool| {
        let board = game.board(40, 40);
        for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x, y))) {
            assert_eq!(board.p(x, y), Some(rule(x, y)), "{game} at ({x},{y})");
        }
    };
    is_p(&Game::family("nim", &[]), &|x, y| x == y);
    for k in 1..9 {
        is_p(&Game::family("nim-blocking", &[k]), &|x, y| {
            x + y < k || (x.abs_diff(y) < k && (x.abs_diff(y) + k) % 2 == 1)
        });
    }
    is_p(&Game::family("blocking", &[3]), &|x, y| {
        let (a, b) = (x.min(y), x.max(y));
        (a, b) == (0, 0) || b == 2 * a + 1 || b == 2 * a + 2
    });
    // Every column of W^k holds exactly k P-positions.
    for k in 1..12 {
        let board = Game::family("blocking", &[k]).board(12, 150);
        assert!((0..12).all(|x| (0..150).filter(|&y| board.p(x, y) == Some(true)).count() == k), "W^{k}");
    }
    let pairs = p_positions(&Game::family("wythoff", &[1]).board(12, 21));
    let upper: Vec<Position> = pairs.into_iter().filter(|(x, y)| x <= y).collect();
    assert_eq!(upper, [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18)]);
}

/// a_n = mex, b_n = a_n + m⌊n/p⌋ (Lar09), and rook-blocking, choice have one solution (Lar15).
#[test]
fn families_agree_with_each_other() {
    for (m, p) in (1..4).flat_map(|m| (1..4).map(move |p| (m, p))) {
        let (mut both, mut taken) = (Vec::new(), Vec::new());
        for n in 0.. {
            let a = (0..=taken.len()).find(|a| !taken.contains(a)).unwrap();
            let b = a + m * (n / p);
            if a >= 30 {
                break;
            }
            taken.extend([a, b]);
            both.extend([(a, b), (b, a)]);
        }
        let in_line: Vec<Position> = pairs(m as u64, p as u64)
            .take(both.len() / 2)
            .map(|(a, b)| (usize::try_from(a).unwrap(), usize::try_from(b).unwrap()))
            .collect();
        assert_eq!(in_line, both.iter().copied().step_by(2).collect::<Vec<_>>(), "({m},{p})");
        let diagonal = Game::family("diagonal-blocking", &[m, p]);
        let mut wanted: Vec<Position> = both.into_iter().filter(|&(x, y)| x < 30 && y < 30).collect();
        wanted.sort_unstable();
        wanted.dedup();
        assert_eq!(p_positions(&diagonal.board(30, 30)), wanted, "{diagonal}");
        // Lar09 Corollary 20: the starting positions of Imitation Nim.
        let (imitation, side) = (Game::family("imitation", &[m, p]), 16);
        assert_eq!(p_positions(&imitation.board(side, side)), p_positions(&diagonal.board(side, side)), "{imitation}");
        let (rook, choice) = (Game::family("rook-blocking", &[m, p, m]), Game::family("choice", &[m, p]));
        assert_eq!(p_positions(&rook.board(30, 30)), p_positions(&choice.board(30, 30)), "{rook}, {choice}");
    }
}

/// The three counts for each cell find what looking at every option finds.
#[test]
fn palaces_are_counted_right() {
    for (k, side) in (1..12).map(|k| (k, 40)).chain([(20, 60), (37, 50), (100, 40), (1000, 12)]) {
        let board = Game::family("blocking", &[k]).board(side, side);
        let k = u32::try_from(k).unwrap();
        let square = Palaces::square(k, side);
        let columns = Palaces::columns(k, side);
        for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
            assert_eq!(board.palaces(x, y), Some(square[y][x] as usize), "W^{k} at ({x},{y})");
            if x <= y {
                assert_eq!(board.p(x, y), Some(columns[x].contains(&(y as u64))), "W^{k} at ({x},{y})");
            }
        }
        // Every column holds exactly k palaces, mirror images of those above the diagonal included.
        for x in 0..side {
            let above = columns[..x].iter().filter(|column| column.contains(&(x as u64))).count();
            assert_eq!(above + columns[x].len(), k as usize, "W^{k}, column {x}");
        }
    }
}

/// SPEC's own examples: in Imitation Nim (1,3) is P after (2,3) and N as a start.
#[test]
fn the_history_decides() {
    let game = Game::family("imitation", &[1, 1]);
    let mut memory = Memory::new(game.rules().unwrap());
    let start = memory.start((1, 3));
    assert!(memory.next_player_wins(start));
    let reached = memory.after(&[(2, 3), (1, 3)]).unwrap();
    assert!(!memory.next_player_wins(reached));
    assert!(memory.is_dynamic((1, 3), 8) && !memory.is_dynamic((0, 0), 8));
    assert!(memory.after(&[(2, 3), (1, 3), (1, 2)]).is_none(), "an imitation without credit");
}

#[test]
fn wrong_answers_are_told_apart_from_right_ones() {
    let game = Game::family("blocking", &[2]);
    let question = Question { at: (1, 2), ..Question::default() };
    let winning = |to, block: &[Position]| Winning { to, block: block.to_vec(), propose: None };
    let right = Answer { winning: vec![winning((0, 1), &[(0, 0)]), winning((1, 0), &[(0, 0)])], ..Answer::default() };
    assert_eq!(game.check(&question, &right), Ok(()));
    let wrong = [
        Answer { p: true, ..right.clone() },
        Answer { winning: vec![right.winning[0].clone()], ..right.clone() },
        Answer { winning: vec![right.winning[1].clone(), right.winning[0].clone()], ..right.clone() },
        Answer { winning: vec![winning((0, 1), &[]), right.winning[1].clone()], ..right.clone() },
        Answer { must_block: Some(Vec::new()), ..right.clone() },
        Answer { left_out: 1, ..right.clone() },
    ];
    let shortened = Answer { winning: vec![right.winning[1].clone()], left_out: 1, ..right.clone() };
    assert_eq!(game.check(&question, &shortened), Ok(()));
    for answer in wrong {
        assert!(game.check(&question, &answer).is_err(), "{answer:?}");
    }
    let blocked = |list: &[Position]| Question { blocked: Some(list.to_vec()), ..question.clone() };
    assert!(game.allows(&blocked(&[(0, 1)])) && game.allows(&blocked(&[])));
    assert!(!game.allows(&blocked(&[(0, 1), (1, 0)])) && !game.allows(&blocked(&[(0, 0)])));
}

#[test]
fn texts_and_signatures() {
    let game = Game::family("rook-blocking", &[2, 3, 2]);
    let spellings: HashSet<String> = (0..200).map(|seed| game.spelling(&mut Random::new(seed))).collect();
    for text in [
        "rook-blocking:m=2,p=3,l=2",
        "rook-blocking:p=3,m=2",
        "2WN^3",
        "2WN_2^3",
        "custom: rook + bishop(2) | block 2 on rook(from 2)",
    ] {
        let found = spellings.iter().any(|spelling| spelling.eq_ignore_ascii_case(text));
        assert!(found, "{text} is not among {spellings:?}");
    }
    let modulo = Game::custom(Game::family("modulo", &[1, 5, 3]).rules().unwrap().clone());
    assert_eq!(modulo.to_string(), "custom: rook(mod 5: 0-2) + bishop");
    let families: HashSet<&str> = FAMILIES.into_iter().map(|(family, _)| family).collect();
    let names: HashSet<String> =
        small_games(500).map(|game| game.to_string().split(':').next().unwrap().to_owned()).collect();
    assert!(families.iter().all(|family| names.contains(*family)) && names.contains("custom"), "{names:?}");
    assert_eq!(signature([(0, 0)]), "e220a8397b1dcdaf");
}

/// Shrinking ends: every step is to another game, and there are not many.
#[test]
fn simpler_games_are_games_and_get_simpler() {
    for mut game in small_games(300) {
        for step in 0.. {
            let simpler = game.simpler();
            assert!(step < 100 && !simpler.contains(&game), "{game}");
            match simpler.into_iter().next() {
                Some(simpler) => game = simpler,
                None => break,
            }
        }
    }
}
