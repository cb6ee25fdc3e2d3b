//! Flights over solved boards: pictures of any scale, and the certificate's blocks.

use std::sync::Arc;

use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use wythoff::certificate::answer::{self, Solution};
use wythoff::exact::UBig;

use crate::ask::{InPath, InQuery, position, up_to};
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::paint;
use crate::problem::Problem;
use crate::tile::{Address, Look, finished_tile};
use crate::wire::flight::{Blocks, Flight, Flights, Solved, Symbol};
use crate::wire::{Integer, answer};

#[derive(Deserialize, JsonSchema)]
pub(crate) struct BlocksQuery {
    /// Blocks across.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "1"))]
    across: Option<String>,
    /// Blocks down.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "1"))]
    down: Option<String>,
}

/// k of a solved game.
fn solved(k: &str) -> Result<u32, Problem> {
    let found = u32::try_from(up_to("k", k, limits::K)?).ok().filter(|k| answer::is_shipped(*k));
    found.ok_or_else(|| {
        let games: Vec<String> = answer::shipped().map(|k| k.to_string()).collect();
        let (last, first) =
            games.split_last().map_or((String::new(), String::new()), |(last, first)| (last.clone(), first.join(", ")));
        Problem::unsupported(format!(
            "flights go over boards that are solved by a certificate of blocks: k is one of {first} and {last}"
        ))
    })
}

pub(crate) async fn list() -> Answer {
    let games = answer::shipped().map(|k| Solved { k, proof: answer::file(k) }).collect();
    Ok(answer(Flights { games }))
}

pub(crate) async fn one(State(lab): State<Arc<Lab>>, InPath(k): InPath<String>) -> Answer {
    let k = solved(&k)?;
    // The first time the certificate is checked.
    lab.study(move |_, _| {
        let solution = Solution::shipped(k).ok_or_else(|| Problem::internal(format!("W^{k} has no certificate")))?;
        let certificate = solution.certificate();
        let numeration = certificate.numeration();
        let symbols = numeration.lengths.iter().zip(&numeration.words);
        let symbols = symbols.map(|(&length, word)| Symbol { length, word: word.clone() }).collect();
        // Without the two types outside the board.
        let mut types = certificate.levels().iter().map(|level| level.shapes.len() - 2);
        let types = [types.clone().max().unwrap_or(0), types.next_back().unwrap_or(0)];
        let rules = certificate.levels().iter().map(|level| level.rules.len()).sum();
        Ok(answer(Flight { k, proof: answer::file(k), symbols, types, rules }))
    })
    .await
}

pub(crate) async fn certificate(InPath(k): InPath<String>) -> Answer {
    let text = answer::text(solved(&k)?).unwrap_or_default();
    Ok(finished_tile("application/json", text.as_bytes().to_vec(), true))
}

pub(crate) async fn tile(
    State(lab): State<Arc<Lab>>,
    InPath((k, level, x, y)): InPath<(String, String, String, String)>,
    InQuery(look): InQuery<Look>,
) -> Answer {
    let k = solved(&k)?;
    let address = Address::read(&level, &x, &y, limits::FLIGHT_LEVEL + 1)?;
    let (is_raw, theme) = (look.is_raw()?, look.theme()?);
    let ends = |tile: &UBig| tile >> (limits::FLIGHT_LEVEL - address.level) as usize == UBig::ZERO;
    if !ends(&address.x) || !ends(&address.y) {
        let message = format!("flights end at 2^{} cells", limits::FLIGHT_LEVEL);
        return Err(Problem::limit("tile-level", limits::FLIGHT_LEVEL.into(), message));
    }
    let Address { level, x, y } = address;
    let key = format!("flight/{k}/{level}/{x}/{y}/{is_raw}/{theme:?}");
    if let Some(finished) = lab.tiles.get(&key) {
        return Ok(finished_tile(finished.0, finished.1.clone(), true));
    }
    lab.work(move |lab, _| {
        let held = lab.boards.solvers.held(k, level, (&x, &y))?;
        let finished = if is_raw {
            ("application/octet-stream", held.into_iter().map(u8::from).collect())
        } else {
            ("image/png", paint::marks(&held, theme)?)
        };
        lab.tiles.put(key.clone(), Arc::new(finished.clone()), finished.1.len() + key.len() + 64);
        Ok(finished_tile(finished.0, finished.1, true))
    })
    .await
}

pub(crate) async fn blocks(
    State(lab): State<Arc<Lab>>,
    InPath((k, level, x, y)): InPath<(String, String, String, String)>,
    InQuery(query): InQuery<BlocksQuery>,
) -> Answer {
    let k = solved(&k)?;
    let level = up_to("block-level", &level, limits::BLOCK_LEVEL)?;
    let level = usize::try_from(level).map_err(|_| Problem::bad_number("level is too large"))?;
    let at = position::<UBig>(&x, &y)?;
    let count = |name, text: Option<&str>| -> Result<u32, Problem> {
        let count = up_to(name, text.unwrap_or("1"), limits::BLOCKS)?;
        u32::try_from(count).ok().filter(|count| *count > 0).ok_or_else(|| Problem::bad_number("blocks are at least 1"))
    };
    let size = [count("blocks", query.across.as_deref())?, count("blocks", query.down.as_deref())?];
    if size.iter().copied().map(u64::from).product::<u64>() > limits::BLOCKS {
        let message = format!("at most {} blocks are told at once", limits::BLOCKS);
        return Err(Problem::limit("blocks", limits::BLOCKS, message));
    }
    lab.work(move |lab, _| {
        let grid = lab.boards.solvers.grid(k, level, &at, size)?;
        let digits = |numbers: Vec<UBig>| numbers.iter().map(Integer::from).collect();
        let told = |(of, held): (&u32, &bool)| if *held { *of } else { 0 };
        let types: Vec<u32> = grid.types.iter().zip(&grid.held).map(told).collect();
        let types = types.chunks(size[0] as usize).map(<[u32]>::to_vec).collect();
        Ok(answer(Blocks { level, columns: digits(grid.columns), rows: digits(grid.rows), types }))
    })
    .await
}
