//! The parts of a board of W^k that CLN15 names, measured on it, and where there is room to write their names.

use std::sync::Arc;

use axum::extract::State;
use wythoff::structure::regions::{Point, Region, Regions, usual_side};

use crate::ask::InPath;
use crate::boards::View;
use crate::lab::{Answer, Lab};
use crate::limits::{self, Deadline};
use crate::problem::Problem;
use crate::tile::finished_tile;
use crate::wire::board::{self as wire, Named, NamedKind};

/// Below this the parts are too small to be told apart.
const LEAST_K: u64 = 30;

/// Names are placed on a grid of so many places each way.
const GRID: usize = 128;

/// Points of a border.
const POINTS: usize = 200;

pub(crate) async fn get(State(lab): State<Arc<Lab>>, InPath(name): InPath<String>) -> Answer {
    let view = View::named(&lab.boards, &name)?;
    let game = view.game();
    let k = game.blocking_k().map(u64::from).filter(|k| *k >= LEAST_K).ok_or_else(|| {
        Problem::unsupported(format!("the regions of CLN15 are those of W^k with k ≥ {LEAST_K}; {game} has none"))
    })?;
    let key = format!("regions/{k}");
    if let Some(finished) = lab.tiles.get(&key) {
        return Ok(finished_tile(finished.0, finished.1.clone(), true));
    }
    lab.study(move |lab, deadline| {
        let mut found = measured(k.min(limits::REGIONS_K), deadline)?;
        found.k = k;
        let bytes = serde_json::to_vec(&found).map_err(|error| Problem::internal(error.to_string()))?;
        lab.tiles.put(key, Arc::new(("application/json", bytes.clone())), bytes.len() + 64);
        Ok(finished_tile("application/json", bytes, true))
    })
    .await
}

fn measured(k: u64, deadline: &Deadline) -> Result<wire::Regions, Problem> {
    let narrow = u32::try_from(k).map_err(|_| Problem::internal("k is at most a limit"))?;
    let regions = Regions::find(narrow, usual_side(narrow), deadline)?;
    let borders = regions.borders(POINTS);
    let middle = |points: &[Point]| points.get(points.len() / 2).copied();
    let of_border = borders
        .iter()
        .filter_map(|border| Some(Named { name: border.name, kind: NamedKind::Border, at: middle(&border.points)? }));
    let names = rooms(&regions).into_iter().map(|(name, at)| Named { name, kind: NamedKind::Region, at });
    let names = names.chain(of_border).collect();
    let (side, junctions) = (regions.side(), regions.junctions());
    Ok(wire::Regions { k, measured_k: k, side, junctions, borders, names })
}

/// Where the names of the regions stand: for each the middle of the largest square of a grid that lies in it. The
/// library keeps the inner sector, between the two innermost warps, with the warps: its name stands on the diagonal,
/// theirs off it.
fn rooms(regions: &Regions) -> Vec<(&'static str, Point)> {
    let step = regions.side().div_ceil(GRID as u64).max(1);
    let is_in = |region: Region, [x, y]: Point| {
        regions.region(x, y) == Some(region) && (region != Region::Warp || 4 * (y - x) > x)
    };
    let room = |region: Region| {
        let mut best = (0, [0, 0]);
        // The side of the largest square of places in the region that ends at each place of a row, x ≤ y.
        let mut above = [0_usize; GRID + 1];
        for row in 0..GRID {
            let mut line = [0; GRID + 1];
            for column in (0..=row).filter(|column| is_in(region, [*column as u64 * step, row as u64 * step])) {
                let side = 1 + line[column].min(above[column]).min(above[column + 1]);
                line[column + 1] = side;
                if side > best.0 {
                    best = (side, [column, row].map(|end| (end - side / 2) as u64 * step));
                }
            }
            above = line;
        }
        let name = if region == Region::Warp { "warp" } else { region.name() };
        (best.0 > 0).then_some((name, best.1))
    };
    let inner = regions.prism().map(|prism| ("inner sector", [u64::midpoint(prism[0], regions.side()); 2]));
    Region::ALL.into_iter().filter_map(room).chain(inner).collect()
}
