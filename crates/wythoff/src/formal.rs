//! Theorems that Coq has checked, by name: `Lar11.lar11_W2` is the theorem `lar11_W2` of the file
//! `proofs/formal/theory/Lar11.v`, or of `K014.v`, which is made from the certificate of W^14. `docs/FORMAL.md` has the
//! statements, `proofs/formal/theorems` lists them; a test compares.

use crate::engine::closed;
use crate::game::Game;

/// The theorems that solve a game at any size, for each position; none where no formula does.
///
/// ```
/// let game = "comply:k=2".parse()?;
/// assert_eq!(wythoff::formal::of_game(&game), ["Comply.comply_any", "Lar11.lar11_W2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_game(game: &Game) -> Vec<String> {
    closed::formal::of_game(game)
}

/// The theorems that prove a statement of the papers as it stands in [`theorems`](crate::theorems), by its id.
///
/// ```
/// assert_eq!(wythoff::formal::of_check("CLN15.Thm1"), ["Automaton.automaton_of_the_game"]);
/// ```
pub fn of_check(id: &str) -> &'static [&'static str] {
    CHECKS.iter().find(|(check, _)| *check == id).map_or(&[], |(_, names)| names)
}

const CHECKS: &[(&str, &[&str])] = &[
    ("Lar13.Nim", &["BlockingNim.lar11_blocking_nim"]),
    ("Lar13.Imitation.starts", &["Imitation.corollary_7"]),
    ("Lar13.Prop.i", &["WythoffBlocking.P_positions_of_W"]),
    ("Lar13.Main", &["Imitation.theorem_19"]),
    ("Lar13.Main.starts", &["Imitation.corollary_20"]),
    ("CLN15.S1.k1", &["WythoffNim.wythoff_1907"]),
    ("CLN15.S1.k2-k3", &["Lar11.lar11_W2", "Lar11.lar11_W3"]),
    ("CLN15.Thm1", &["Automaton.automaton_of_the_game"]),
    ("Lar15.S1.2.Fraenkel", &["WythoffNim.wythoff_nim"]),
    ("Lar15.S1.4.Connell", &["Modulo.modulo_games_with_pairs"]),
    ("Lar15.Thm2.1.i", &["RookBlocking.rook_blocking"]),
    ("Lar15.Thm2.1.iia", &["Modulo.modulo_games_with_pairs"]),
    ("Lar15.Thm2.1.iib", &["Modulo.modulo_games_with_pairs"]),
    ("Lar15.Thm2.1.iiia", &["Shifted.shifted"]),
    ("Lar15.Thm2.1.iiib", &["Shifted.choice"]),
    ("Lar15.S7.family", &["Modulo.modulo_games_with_pairs"]),
    ("Lar15.S7.complementary", &["ModuloColumns.columns_of_modulo_games", "ModuloColumns.rows_of_modulo_games"]),
    ("Lar09.S1.1.nim", &["BlockingNim.lar11_blocking_nim"]),
    ("Lar09.S1.2.golden", &["WythoffNim.wythoff_1907"]),
    ("Lar09.Cor7", &["Imitation.corollary_7"]),
    ("Lar09.Eq2", &["WythoffNim.wythoff_nim"]),
    ("Lar09.Prop14.a", &["WythoffBlocking.P_positions_of_W"]),
    ("Lar09.Thm19", &["Imitation.theorem_19"]),
    ("Lar09.Cor20", &["Imitation.corollary_20"]),
    ("Lar09.AfterCor20.P", &["Dynamic.always_P", "Dynamic.dynamic_positions"]),
    ("Lar09.AfterCor20.N", &["Dynamic.dynamic_positions"]),
    ("Lar11.Thm1.1.k1", &["WythoffNim.wythoff_1907"]),
    ("Lar11.Thm1.1.k2", &["Lar11.lar11_W2"]),
    ("Lar11.Thm1.1.k3", &["Lar11.lar11_W3"]),
    ("Lar11.Prop1.4", &["BlockingNim.lar11_blocking_nim"]),
    ("Lar11.Prop3.1.wythoff", &["Comply.comply_any"]),
    ("Lar11.Prop3.1.nim", &["Comply.comply_any"]),
    ("Lar11.Prop3.2.diagonal", &["Comply.comply_is_the_reverse"]),
    ("Lar11.Prop3.2.rook", &["Comply.comply_is_the_reverse"]),
];
