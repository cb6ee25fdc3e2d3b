//! Every address of the interface: what answers it, and what is said of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodFilter, MethodRouter, on};
use serde_json::Value;

use crate::lab::Lab;
#[cfg(not(target_family = "wasm"))]
use crate::listen;
#[cfg(target_family = "wasm")]
use crate::module::openapi as document_itself;
use crate::problem::Problem;
#[cfg(not(target_family = "wasm"))]
use crate::server::openapi as document_itself;
use crate::wire::document::Operation;
use crate::wire::{
    atlas as a, board as b, flight as f, games as g, golden as n, jobs as j, play as p, sum as s, theorems as t,
};
use crate::{
    atlas, board, compare, events, flight, games, golden, play, poster, queen, regions, status, sum, theorems,
    thumbnail, tile, window,
};

/// An address with a method.
pub(crate) struct Route {
    pub(crate) path: &'static str,
    method: &'static str,
    pub(crate) handler: MethodRouter<Arc<Lab>>,
    operation: Operation,
}

impl Route {
    fn new<T: 'static>(
        method: (&'static str, MethodFilter),
        path: &'static str,
        handler: impl Handler<T, Arc<Lab>>,
        operation: Operation,
    ) -> Self {
        Self { path, method: method.0, handler: on(method.1, handler), operation }
    }
}

const GET: (&str, MethodFilter) = ("get", MethodFilter::GET);
const POST: (&str, MethodFilter) = ("post", MethodFilter::POST);
const DELETE: (&str, MethodFilter) = ("delete", MethodFilter::DELETE);

const TILE: &str = "Level 0: one cell a pixel. Above: the share of P-positions among a pixel's cells. Raw values are \
    little-endian, by rows: outcomes u8 (0 N, 1 P, 2 removed, 255 not ready), palace numbers and deviations i32 \
    (−2^31 removed, −2^31 + 1 not ready), above level 0 the number of P-positions as u32 (2^32 − 1 not ready).";

const POSTER: &str = "Sent while it is drawn, in the colours of the tiles. It breaks off if something goes wrong on \
    the way. An SVG has rectangles up to 512 × 512 cells, and a PNG within beyond.";

const ANIMATION: &str = "Sent while it is drawn, in the colours of the tiles. Cells near the corner are solved on the \
    spot. A GIF has at most 256 colours a frame.";

const COMPARED_TILE: &str = "Raw, level 0: u8: 0 both N or equal, 1 both P, 2 only A is P or A is larger, 3 only B is \
    P or B is larger, 255 not ready or off the board. Above: u32, cells that differ.";

const FLIGHT_TILE: &str = "A pixel is in ink if its cells hold a palace, and without a colour if they do not. Raw \
    values are u8, by rows: 1 if they do.";

fn about(id: &'static str, tag: &'static str, summary: &'static str) -> Operation {
    Operation::new(id, tag, summary)
}

/// Every address with its methods.
pub(crate) fn all() -> Vec<Route> {
    let parts = [
        of_server(),
        of_boards(),
        of_several_boards(),
        of_flights(),
        of_games(),
        of_theorems(),
        of_jobs(),
        of_events(),
    ];
    parts.into_iter().flatten().collect()
}

/// The server itself.
fn of_server() -> Vec<Route> {
    vec![
        Route::new(
            GET,
            "/api/openapi.json",
            document_itself,
            about("openapi", "about", "This document").json::<Value>(),
        ),
        Route::new(
            GET,
            "/api/status",
            status::status,
            about("status", "about", "Version, limits, the store, and what is running").json::<b::Status>(),
        ),
    ]
}

fn of_boards() -> Vec<Route> {
    vec![
        Route::new(
            GET,
            "/api/files",
            board::files,
            about("files", "board", "Boards that were written as Zarr, in the folders of `wythoff lab --boards`")
                .json::<b::BoardFiles>(),
        ),
        Route::new(
            GET,
            "/api/board/{game}",
            board::board,
            about("board", "board", "What can be seen of a board, of a game or of a file, and how far it is ready")
                .json::<b::Board>(),
        ),
        Route::new(
            POST,
            "/api/board/{game}/grow",
            board::grow,
            about("grow", "board", "Computes a board of W^k up to a side, as a job; finished work is kept")
                .body::<b::Grow>()
                .json_with::<b::Grown>("200", "It is ready already.")
                .json_with::<b::Grown>("202", "A job has begun, or goes on."),
        ),
        Route::new(
            GET,
            "/api/board/{game}/tile/{level}/{x}/{y}",
            tile::tile,
            about("tile", "board", "256 × 256 pixels of the board").query::<tile::TileQuery>().tile(TILE),
        ),
        Route::new(
            GET,
            "/api/board/{game}/cell/{x}/{y}",
            queen::cell,
            about("cell", "board", "One cell: outcome, palace number, deviation, and the palaces seen on each line")
                .query::<queen::CellQuery>()
                .json::<b::Cell>(),
        ),
        Route::new(
            GET,
            "/api/cell",
            queen::coordinates,
            about("coordinates", "board", "Two coordinates from expressions, exactly: 10^99, floor((1+sqrt(2))*10^99)")
                .query::<queen::CoordinatesQuery>()
                .json::<b::Coordinates>(),
        ),
        Route::new(
            GET,
            "/api/board/{game}/rays/{x}/{y}",
            queen::rays,
            about("rays", "board", "What a queen sees from a cell, who wins, and how")
                .query::<queen::RaysQuery>()
                .json::<b::Rays>(),
        ),
        Route::new(
            GET,
            "/api/board/{game}/window/{x}/{y}",
            window::window,
            about("window", "board", "A small window as JSON").query::<window::WindowQuery>().json::<b::Window>(),
        ),
        Route::new(
            GET,
            "/api/board/{game}/section/{x}/{y}",
            window::section,
            about("section", "board", "The numbers along a row, a column or a diagonal")
                .query::<window::SectionQuery>()
                .json::<b::Section>(),
        ),
        Route::new(
            GET,
            "/api/board/{game}/poster",
            poster::poster,
            about("poster", "board", "A region of the board as one large picture with a legend and a caption")
                .query::<poster::PosterQuery>()
                .streamed(&["image/png", "image/svg+xml"], POSTER),
        ),
        Route::new(
            GET,
            "/api/board/{game}/regions",
            regions::get,
            about("regions", "board", "The regions, junctions and borders of a board of W^k").json::<b::Regions>(),
        ),
        Route::new(
            GET,
            "/api/thumbnail/{k}",
            thumbnail::thumbnail,
            about("thumbnail", "board", "A small picture of W^k's corner")
                .query::<thumbnail::ThumbnailQuery>()
                .picture("A square picture."),
        ),
    ]
}

fn of_several_boards() -> Vec<Route> {
    vec![
        Route::new(
            GET,
            "/api/compare/{a}/{b}",
            compare::window,
            about("compare", "compare", "How many cells of two boards differ in a window")
                .query::<compare::WindowQuery>()
                .json::<b::Comparison>(),
        ),
        Route::new(
            GET,
            "/api/compare/{a}/{b}/tile/{level}/{x}/{y}",
            compare::tile,
            about("compareTile", "compare", "The difference of two boards as a tile")
                .query::<compare::TileQuery>()
                .tile(COMPARED_TILE),
        ),
        Route::new(
            GET,
            "/api/animation",
            poster::animation,
            about("animation", "board", "The same window over a parameter's values, as an animated picture")
                .query::<poster::AnimationQuery>()
                .streamed(&["image/apng", "image/gif"], ANIMATION),
        ),
    ]
}

fn of_flights() -> Vec<Route> {
    vec![
        Route::new(
            GET,
            "/api/flight",
            flight::list,
            about("flights", "flight", "The games W^k whose boards a certificate knows, at any coordinates")
                .json::<f::Flights>(),
        ),
        Route::new(
            GET,
            "/api/flight/{k}",
            flight::one,
            about("flight", "flight", "The blocks that a certificate cuts a board into").json::<f::Flight>(),
        ),
        Route::new(
            GET,
            "/api/flight/{k}/certificate",
            flight::certificate,
            about("certificate", "flight", "The certificate itself, which `wythoff verify` checks").json::<Value>(),
        ),
        Route::new(
            GET,
            "/api/flight/{k}/tile/{level}/{x}/{y}",
            flight::tile,
            about("flightTile", "flight", "256 × 256 pixels of a solved board, each of any number of cells")
                .query::<tile::Look>()
                .tile(FLIGHT_TILE),
        ),
        Route::new(
            GET,
            "/api/flight/{k}/blocks/{level}/{x}/{y}",
            flight::blocks,
            about("flightBlocks", "flight", "The certificate's blocks of a level, from the one with a cell on")
                .query::<flight::BlocksQuery>()
                .json::<f::Blocks>(),
        ),
    ]
}

fn of_games() -> Vec<Route> {
    vec![
        Route::new(
            POST,
            "/api/play",
            play::state,
            about("play", "play", "The referee: what a match has come to").body::<p::Match>().json::<p::State>(),
        ),
        Route::new(
            POST,
            "/api/play/move",
            play::opponent_moves,
            about("playMove", "play", "The opponent acts for whoever has to act")
                .body::<p::Challenge>()
                .json::<p::Reply>(),
        ),
        Route::new(
            POST,
            "/api/play/hint",
            play::hint,
            about("playHint", "play", "What to do, and why").body::<p::Match>().json::<p::Advice>(),
        ),
        Route::new(
            POST,
            "/api/play/values",
            play::values,
            about("playValues", "play", "P or N of every option, and why the position is what it is")
                .body::<p::Match>()
                .json::<p::Values>(),
        ),
        Route::new(
            POST,
            "/api/play/review",
            play::review,
            about("playReview", "play", "Who would have won at each point of a match, and what gave a win away")
                .body::<p::Match>()
                .json::<p::Review>(),
        ),
        Route::new(
            GET,
            "/api/puzzle",
            play::puzzle,
            about("puzzle", "play", "A match at a point where one action wins and every other one loses")
                .query::<play::PuzzleQuery>()
                .json::<p::Puzzle>(),
        ),
        Route::new(
            POST,
            "/api/sum",
            sum::state,
            about("sum", "play", "A sum of games: what it has come to, its nim-values, who wins and how")
                .body::<s::SumMatch>()
                .json::<s::SumState>(),
        ),
        Route::new(
            POST,
            "/api/sum/move",
            sum::opponent_moves,
            about("sumMove", "play", "The opponent moves in one game of a sum")
                .body::<s::SumChallenge>()
                .json::<s::SumReply>(),
        ),
        Route::new(
            POST,
            "/api/sum/review",
            sum::review,
            about("sumReview", "play", "Who would have won at each point of a sum, and what gave a win away")
                .body::<s::SumMatch>()
                .json::<s::SumReview>(),
        ),
        Route::new(
            GET,
            "/api/solve/{game}/{x}/{y}",
            play::solve,
            about("solve", "play", "Who wins from a position, at any size where a formula is known")
                .query::<play::SolveQuery>()
                .json::<wythoff::strategy::Answer>(),
        ),
        Route::new(
            GET,
            "/api/games",
            games::list,
            about("games", "games", "Every family of games").json::<g::Catalogue>(),
        ),
        Route::new(
            GET,
            "/api/games/{game}",
            games::one,
            about("game", "games", "One game: rules in words, what solves it, its dual").json::<g::Facts>(),
        ),
        Route::new(
            GET,
            "/api/games/{game}/table",
            games::table,
            about("table", "games", "P-positions in order: n, a, b, b − a")
                .query::<games::TableQuery>()
                .json_or::<g::Table>(&["text/csv", "text/plain"], "The table; a download in every format but json."),
        ),
    ]
}

fn of_theorems() -> Vec<Route> {
    vec![
        Route::new(
            GET,
            "/api/theorems",
            theorems::list,
            about("theorems", "theorems", "What the papers state, with the last report of each check")
                .json::<t::Papers>(),
        ),
        Route::new(
            POST,
            "/api/theorems/{id}/run",
            theorems::run,
            about("runTheorem", "theorems", "Runs the checks that an id names, as a job")
                .body::<t::Bound>()
                .json_with::<j::Started>("202", "A job has begun."),
        ),
        Route::new(
            GET,
            "/api/errata",
            theorems::list_errata,
            about("errata", "theorems", "The misprints, with counterexamples").json::<t::Errata>(),
        ),
        Route::new(
            POST,
            "/api/errata/run",
            theorems::run_errata,
            about("runErrata", "theorems", "Runs the checks of all misprints, as a job")
                .body::<Value>()
                .json_with::<j::Started>("202", "A job has begun."),
        ),
        Route::new(
            GET,
            "/api/atlas",
            atlas::list,
            about("atlas", "atlas", "Records of sweeps: those that are part of the program, and those of a folder")
                .query::<atlas::Range>()
                .json::<a::Atlas>(),
        ),
        Route::new(
            GET,
            "/api/atlas/{k}",
            atlas::one,
            about(
                "atlasRecord",
                "atlas",
                "The record of one k; where there is none, k ≤ 1000, it is measured from 100,000 columns",
            )
            .json::<a::AtlasRecord>(),
        ),
        Route::new(
            GET,
            "/api/machines/{k}",
            atlas::machines,
            about("machines", "atlas", "The threads of one k as machines, measured from 100,000 columns")
                .json::<a::Machines>(),
        ),
        Route::new(
            GET,
            "/api/golden",
            golden::golden,
            about(
                "golden",
                "atlas",
                "How far from the golden lines the nim-values of Wythoff's queen stand, in integers",
            )
            .query::<golden::GoldenQuery>()
            .json::<n::Golden>(),
        ),
    ]
}

/// Events as they happen are the server's alone: a module tells of its work by itself.
#[cfg(not(target_family = "wasm"))]
fn of_events() -> Vec<Route> {
    vec![
        Route::new(
            GET,
            "/api/jobs/{id}/events",
            listen::of_job,
            about("jobEvents", "jobs", "Progress of one job until it ends")
                .events("`progress` events and one `end`, each with a Job."),
        ),
        Route::new(
            GET,
            "/api/events",
            listen::of_all,
            about("events", "jobs", "Progress of all jobs").events("`progress` and `end` events, each with a Job."),
        ),
    ]
}

#[cfg(target_family = "wasm")]
fn of_events() -> Vec<Route> {
    Vec::new()
}

fn of_jobs() -> Vec<Route> {
    vec![
        Route::new(
            GET,
            "/api/jobs",
            events::list,
            about("jobs", "jobs", "Every job of this session, the newest first")
                .query::<events::ListQuery>()
                .json::<j::Jobs>(),
        ),
        Route::new(GET, "/api/jobs/{id}", events::one, about("job", "jobs", "One job").json::<j::Report>()),
        Route::new(
            DELETE,
            "/api/jobs/{id}",
            events::cancel,
            about("cancel", "jobs", "Cancels a job; what is finished is kept").json::<j::Report>(),
        ),
    ]
}

async fn wrong_method() -> Problem {
    Problem::wrong_method()
}

pub(crate) fn by_path() -> BTreeMap<&'static str, MethodRouter<Arc<Lab>>> {
    let mut paths: BTreeMap<&str, MethodRouter<Arc<Lab>>> = BTreeMap::new();
    for Route { path, handler, .. } in all() {
        let others = paths.remove(path).unwrap_or_default();
        paths.insert(path, others.merge(handler));
    }
    paths
}

/// What answers all of them.
pub(crate) fn router() -> Router<Arc<Lab>> {
    let add = |router: Router<Arc<Lab>>, (path, methods): (&str, MethodRouter<Arc<Lab>>)| {
        router.route(path, methods.fallback(wrong_method))
    };
    by_path().into_iter().fold(Router::new(), add)
}

/// The OpenAPI document of the interface, as `openapi.json` has it.
#[cfg(not(target_family = "wasm"))]
pub fn openapi() -> String {
    let routes = all();
    let document =
        crate::wire::document::document(routes.iter().map(|route| (route.path, route.method, &route.operation)));
    format!("{document:#}\n")
}
