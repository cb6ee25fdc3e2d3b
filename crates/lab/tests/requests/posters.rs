//! Posters: the pixels of the tiles, whatever their size; the program's, where a caption says so; refusals; and that
//! nobody has to read them to the end.

use std::io::Cursor;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http_body_util::BodyExt;
use tower::ServiceExt;
use wythoff::exact::UBig;
use wythoff::render::{Format, Options};
use wythoff::solve::Values;
use wythoff::{Game, Position, Window};

use crate::client::{Client, HOST};

type Rgb = [u8; 3];

/// Colours by rows.
#[derive(PartialEq)]
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) pixels: Vec<Rgb>,
}

impl Picture {
    pub(crate) fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// A part of it.
    fn part(&self, x: usize, y: usize, width: usize, height: usize) -> Self {
        let rows = self.pixels.chunks(self.width).skip(y).take(height);
        Self { width, pixels: rows.flat_map(|row| row[x..x + width].to_vec()).collect() }
    }

    /// The same with larger pixels.
    fn enlarged(&self, by: usize) -> Self {
        let wide = |row: &[Rgb]| -> Vec<Rgb> { row.iter().flat_map(|pixel| vec![*pixel; by]).collect() };
        Self {
            width: self.width * by,
            pixels: self.pixels.chunks(self.width).flat_map(|row| wide(row).repeat(by)).collect(),
        }
    }
}

/// A PNG, its colours and its texts.
fn decoded(bytes: &[u8]) -> (Picture, Vec<(String, String)>) {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut buffer = vec![0; reader.output_buffer_size().expect("it fits in memory")];
    let frame = reader.next_frame(&mut buffer).expect("all pixels");
    let samples = frame.color_type.samples();
    let pixels = buffer.chunks(samples).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let texts = reader.info().utf8_text.iter();
    let texts = texts.map(|text| (text.keyword.clone(), text.get_text().expect("a text"))).collect();
    (Picture { width: frame.width as usize, pixels }, texts)
}

pub(crate) fn picture(bytes: &[u8]) -> Picture {
    decoded(bytes).0
}

fn client() -> (Client, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    (Client::open(folder.path(), 1 << 30).expect("a new store"), folder)
}

const BARE: &str = "legend=no&caption=no";

/// What the tiles show of the pixels of a level.
async fn tiled(client: &Client, game: &str, level: u32, query: &str, [x, y, width, height]: [usize; 4]) -> Picture {
    let across = (x + width).div_ceil(256);
    let mut all = Picture { width: across * 256, pixels: Vec::new() };
    for row in 0..(y + height).div_ceil(256) {
        let mut tiles = Vec::new();
        for column in 0..across {
            let tile = client.get(&format!("/api/board/{game}/tile/{level}/{column}/{row}?{query}")).await;
            assert_eq!(tile.status, StatusCode::OK, "{}", tile.text());
            tiles.push(picture(&tile.bytes));
        }
        for line in 0..256 {
            all.pixels.extend(tiles.iter().flat_map(|tile| &tile.pixels[line * 256..][..256]));
        }
    }
    all.part(x, y, width, height)
}

#[tokio::test(flavor = "multi_thread")]
async fn posters_have_the_pixels_of_the_tiles() {
    let (client, _folder) = client();
    client.grow(100, 4096).await;
    for (game, palette, theme) in [
        ("blocking:k=100", "cln15", "dark"),
        ("blocking:k=100", "outcome", "dark"),
        ("blocking:k=100", "safe", "light"),
        ("blocking:k=8", "deviation", "light"),
        ("shifted:m=20,p=3,l=1", "cln15", "dark"),
        ("wythoff", "nim", "light"),
    ] {
        let look = format!("palette={palette}&theme={theme}");
        for (scale, level, enlarged) in [("1", 0, 1), ("3", 0, 3), ("1/4", 2, 1)] {
            let cells = |pixels: usize| pixels << level;
            let query = format!(
                "{look}&{BARE}&scale={scale}&x={}&y={}&width={}&height={}",
                cells(200),
                cells(130),
                cells(300),
                cells(310)
            );
            let poster = client.get(&format!("/api/board/{game}/poster?{query}")).await;
            assert_eq!(
                (poster.status, &poster.headers["content-type"]),
                (StatusCode::OK, &"image/png".parse().expect("a type"))
            );
            let expected = tiled(&client, game, level, &look, [200, 130, 300, 310]).await.enlarged(enlarged);
            assert!(picture(&poster.bytes) == expected, "{game}, {look}, scale {scale}");
        }
    }
    // Borders are put between pixels, outwards.
    let poster = client.get(&format!("/api/board/blocking:k=8/poster?{BARE}&scale=1/8&x=7&width=10&height=8")).await;
    let poster = picture(&poster.bytes);
    assert_eq!((poster.width, poster.height()), (3, 1));
}

/// The command of a caption draws the board of the poster, pixel by pixel.
#[tokio::test(flavor = "multi_thread")]
async fn the_program_makes_the_same_picture() {
    let (client, _folder) = client();
    client.grow(100, 4096).await;
    let far = format!("1{}", "0".repeat(50));
    let there = format!("{far},1618{}", "0".repeat(47));
    for (game, at, palette, values, command) in [
        ("blocking:k=100", "0,0", "cln15", Values::Palace, "blocking:k=100 --size 90x70 --values palace --scale 2"),
        ("blocking:k=100", "40,300", "outcome", Values::Outcome, "blocking:k=100 --at 40,300 --size 90x70 --scale 2"),
        ("blocking:k=8", there.as_str(), "cln15", Values::Palace, "THERE"),
        ("custom: rook + ray(1,2) | block 3", "5,0", "cln15", Values::Palace, "\"custom: rook + ray(1,2) | block 3\" "),
        ("hole:m=1,p=1,u=30,v=20", "0,0", "outcome", Values::Outcome, "hole:m=1,p=1,u=30,v=20 --size 90x70 --scale 2"),
        ("wythoff", "0,0", "nim", Values::Grundy, "wythoff:m=1 --size 90x70 --values grundy --scale 2"),
    ] {
        let (x, y) = at.split_once(',').expect("two numbers");
        let name = game.replace(' ', "%20").replace('|', "%7C").replace('+', "%2B");
        let query = format!("x={x}&y={y}&width=90&height=70&scale=2&palette={palette}&{BARE}");
        let poster = client.get(&format!("/api/board/{name}/poster?{query}")).await;
        assert_eq!(poster.status, StatusCode::OK, "{}", poster.text());
        let (poster, texts) = decoded(&poster.bytes);
        let said = &texts.iter().find(|(name, _)| name == "Description").expect("a description").1;
        let command = command.replace("THERE", &format!("blocking:k=8 --at {there} --size 90x70"));
        let said = said.lines().next().expect("a line");
        let command = format!("The same board: wythoff board {command}");
        assert!(said.starts_with(&command) && said.ends_with("-o poster.png"), "{said}");
        let game: Game = game.parse().expect("a game");
        let at: Position<UBig> = at.parse().expect("a position");
        let mut drawn = Vec::new();
        let options = Options { scale: std::num::NonZeroU32::new(2), ..Options::default() };
        let board = game.board(Window { at, width: 90, height: 70 }).values(values);
        board.draw(Format::Png, options, &mut drawn).expect("a picture");
        assert!(poster == picture(&drawn), "{game}");
    }
    // Other colours are not the program's.
    let poster = client.get("/api/board/wythoff/poster?theme=dark&width=9&height=9").await;
    let said = &decoded(&poster.bytes).1[1].1;
    assert!(said.starts_with("The same cells: wythoff board wythoff:m=1 --size 9x9"), "{said}");
}

/// The address in a caption leads to the same bytes, whatever was asked for.
#[tokio::test(flavor = "multi_thread")]
async fn the_laboratory_makes_the_same_file() {
    let (client, _folder) = client();
    client.grow(100, 4096).await;
    for query in [
        "width=90&height=70&scale=2&palette=cln15",
        "x=7&y=9&width=300&height=301&scale=1/4&palette=deviation&theme=dark&legend=no",
        "x=7&y=9&width=300&height=301&size=1200x800&palette=safe",
        "width=90&height=70&size=900x700&caption=no&legend=no",
        "width=90&height=70&size=900x700&format=svg",
    ] {
        let poster = client.get(&format!("/api/board/blocking:k=100/poster?{query}")).await;
        assert_eq!(poster.status, StatusCode::OK, "{}", poster.text());
        let said = if query.ends_with("svg") {
            poster.text().replace("&amp;", "&")
        } else {
            decoded(&poster.bytes).1.into_iter().find(|(name, _)| name == "Description").expect("a description").1
        };
        let (_, address) = said.split_once("\"http://127.0.0.1:8013").expect("an address");
        let (address, _) = address.split_once('"').expect("its end");
        assert!(client.get(address).await.bytes == poster.bytes, "{query}: {address}");
    }
}

/// A size that is asked for is that of the picture with all its words, and the cells are as large as that allows.
#[tokio::test(flavor = "multi_thread")]
async fn a_poster_has_the_size_that_is_asked_for() {
    let (client, _folder) = client();
    client.grow(100, 4096).await;
    let board = "/api/board/blocking:k=100/poster?palette=cln15&theme=dark";
    for (query, scale) in [
        ("width=325&height=325&size=1920x1080", 2),
        ("width=300&height=200&size=1920x1080&legend=no&caption=no", 5),
        ("width=60&height=80&size=3508x4961", 56),
    ] {
        let poster = client.get(&format!("{board}&{query}")).await;
        assert_eq!(poster.status, StatusCode::OK, "{}", poster.text());
        let (poster, texts) = decoded(&poster.bytes);
        let asked = query.split_once("size=").and_then(|(_, rest)| rest.split('&').next()).expect("a size");
        assert_eq!(format!("{}x{}", poster.width, poster.height()), asked);
        assert!(texts[1].1.contains(&format!("--scale {scale} ")), "{query}: {}", texts[1].1);
        assert!(texts[0].1.starts_with("W¹⁰⁰: "), "{}", texts[0].1);
    }
    for (query, words) in [
        ("size=40x30", "do not fit"),
        ("size=1920", "like 1920x1080"),
        ("size=0x1", "like 1920x1080"),
        ("size=900x700&scale=1", "not both"),
    ] {
        let answer = client.get(&format!("{board}&{query}")).await;
        assert!(answer.status == StatusCode::BAD_REQUEST && answer.text().contains(words), "{}", answer.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sheet_holds_the_board_its_legend_and_its_caption() {
    let (client, _folder) = client();
    let query = "/api/board/blocking:k=8/poster?width=400&height=300&scale=2&palette=cln15&theme=dark";
    let bare = picture(&client.get(&format!("{query}&{BARE}")).await.bytes);
    assert_eq!((bare.width, bare.height()), (800, 600));
    let sheet = picture(&client.get(query).await.bytes);
    let margin = (sheet.width - 800) / 2;
    assert!(margin > 0 && sheet.height() > 600 + 2 * margin);
    assert!(sheet.part(margin, margin, 800, 600) == bare);
    let below = sheet.part(0, margin + 600, sheet.width, sheet.height() - margin - 600);
    // Dark brown, black and pale pink: the first, the middle and the last of CLN15's colours.
    for colour in [[0x5c, 0x2b, 0x0a], [0, 0, 0], [0xfc, 0xcf, 0xd8]] {
        assert!(below.pixels.contains(&colour), "{colour:?}");
    }
    let caption = picture(&client.get(&format!("{query}&legend=no")).await.bytes);
    assert!(
        caption.height() < sheet.height()
            && !caption.part(0, 620, 800, caption.height() - 620).pixels.contains(&[0; 3])
    );
}

/// Few cells are rectangles, many a PNG within; both are the PNG's pixels.
#[tokio::test(flavor = "multi_thread")]
async fn an_svg_has_the_same_cells() {
    let (client, _folder) = client();
    let get = async |query: &str| {
        let path = format!("/api/board/blocking:k=8/poster?palette=cln15&{query}");
        let answer = client.get(&path).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        answer
    };
    let svg = get("format=svg&width=60&height=40&scale=8").await;
    assert_eq!(svg.headers["content-type"], "image/svg+xml");
    assert_eq!(svg.headers["content-disposition"], "attachment; filename=\"blocking_k_8.svg\"");
    let svg = svg.text();
    assert!(svg.contains("<text") && svg.contains("wythoff board blocking:k=8 --size 60x40 --values palace --scale 8"));
    let mut drawn = Picture { width: 60, pixels: vec![[1, 2, 3]; 60 * 40] };
    for path in svg.split("<path fill=\"#").skip(1) {
        let byte = |at: usize| u8::from_str_radix(&path[at..at + 2], 16).expect("a colour");
        let colour = [byte(0), byte(2), byte(4)];
        let runs = path.split('"').nth(2).expect("a path");
        for run in runs.split('M').skip(1) {
            let numbers: Vec<usize> =
                run.split([' ', 'h', 'v', '-', 'z']).filter_map(|part| part.parse().ok()).collect();
            let [x, y, width, ..] = numbers[..] else { panic!("{run}") };
            drawn.pixels[y * 60 + x..][..width].fill(colour);
        }
    }
    let png = picture(&get(&format!("width=60&height=40&{BARE}")).await.bytes);
    assert!(drawn == png);

    let svg = get("format=svg&width=600&height=500&scale=2").await.text();
    let within = svg.split("base64,").nth(1).and_then(|rest| rest.split('"').next()).expect("a picture within");
    let within = picture(&STANDARD.decode(within).expect("base64"));
    assert!(within == picture(&get(&format!("width=600&height=500&{BARE}")).await.bytes));
    assert!(svg.trim_end().ends_with("</svg>"));
}

#[tokio::test(flavor = "multi_thread")]
async fn posters_that_are_too_large_or_not_there_are_refused() {
    let (client, _folder) = client();
    for (path, status, words) in [
        ("blocking:k=8/poster?width=40000&height=40000", StatusCode::PAYLOAD_TOO_LARGE, "40000 × 40000 pixels"),
        ("blocking:k=8/poster?width=70000", StatusCode::PAYLOAD_TOO_LARGE, "65536 pixels each way"),
        ("blocking:k=8/poster?width=2000&scale=64", StatusCode::PAYLOAD_TOO_LARGE, "1024 cells"),
        ("blocking:k=8/poster?width=0", StatusCode::BAD_REQUEST, "at least 1"),
        ("blocking:k=8/poster?scale=65", StatusCode::BAD_REQUEST, "from 1 to 64"),
        ("blocking:k=8/poster?scale=1/3", StatusCode::BAD_REQUEST, "1/2, 1/4"),
        ("blocking:k=8/poster?format=pdf", StatusCode::BAD_REQUEST, "png or svg"),
        ("blocking:k=777/poster", StatusCode::NOT_FOUND, "x, y < 0, and more if it is asked for with `grow`"),
        ("gdwn:p=1,q=2/poster?x=4000&width=97", StatusCode::NOT_FOUND, "x, y < 4096"),
        ("wythoff/poster?x=5000&palette=nim", StatusCode::NOT_FOUND, "nim-values"),
    ] {
        let answer = client.get(&format!("/api/board/{path}&{BARE}").replace("poster&", "poster?")).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        let message = answer.json()["error"]["message"].as_str().expect("a sentence").to_owned();
        assert!(message.contains(words), "{path}: {message}");
    }
    let answer = client.get("/api/board/blocking:k=8/poster?legend=perhaps").await;
    assert!(answer.status == StatusCode::BAD_REQUEST && answer.text().contains("legend is yes or no"));
    // A formula goes on where the board ends.
    let beyond =
        client.get(&format!("/api/board/wythoff:m=2/poster?x=100000&y=200000&width=64&height=64&{BARE}")).await;
    assert_eq!(beyond.status, StatusCode::OK, "{}", beyond.text());
}

/// Who has read an answer may ask for the next one at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_place_is_free_before_its_answer_ends() {
    let (client, _folder) = client();
    for turn in 0..300 {
        let refused = client.get(&format!("/api/board/wythoff/poster?x=5000&palette=nim&{BARE}")).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{turn}: {}", refused.text());
        let drawn = client.get(&format!("/api/board/blocking:k=8/poster?width=8&height=8&{BARE}")).await;
        assert_eq!(drawn.status, StatusCode::OK, "{turn}: {}", drawn.text());
    }
}

/// A large poster comes in pieces, in order, and whoever goes away frees its place.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_goes_away_ends_the_drawing() {
    let (client, _folder) = client();
    let path = format!("/api/board/blocking:k=8/poster?palette=cln15&width=20000&height=20000&{BARE}");
    let begin = async || {
        let request = Request::get(&path).header("host", HOST).body(Body::empty()).expect("a request");
        client.router.clone().oneshot(request).await.expect("the router always answers")
    };
    let (mut first, second) = (begin().await, begin().await);
    assert_eq!((first.status(), second.status()), (StatusCode::OK, StatusCode::OK));
    assert!(!first.headers().contains_key("etag"));
    let mut bytes = Vec::new();
    while bytes.len() < 1 << 20 {
        let frame = first.body_mut().frame().await.expect("it goes on").expect("it goes well");
        bytes.extend_from_slice(&frame.into_data().expect("bytes"));
    }
    let mut reader = png::Decoder::new(Cursor::new(&bytes)).read_info().expect("the head");
    assert_eq!(reader.info().size(), (20_000, 20_000));
    let row = reader.next_row().expect("a row").expect("a row").data().to_vec();
    let tile = client.get("/api/board/blocking:k=8/tile/0/0/0?palette=cln15&theme=dark").await;
    assert!(row.as_chunks::<3>().0[..256] == picture(&tile.bytes).pixels[..256]);
    assert_eq!(begin().await.status(), StatusCode::TOO_MANY_REQUESTS);
    // Tiles do not wait for posters.
    assert_eq!(client.get("/api/board/blocking:k=8/tile/0/3/4").await.status, StatusCode::OK);
    drop((first, second));
    while begin().await.status() != StatusCode::OK {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
