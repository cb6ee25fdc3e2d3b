//! Animations: a frame for each value of a parameter, each with the pixels of a poster.

use std::io::Cursor;

use axum::http::StatusCode;

use crate::client::Client;
use crate::posters::picture;

fn client() -> (Client, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    (Client::open(folder.path(), 1 << 30).expect("a new store"), folder)
}

/// The frames of an APNG, in RGB, and how long the first one is shown.
fn frames(bytes: &[u8]) -> (Vec<Vec<u8>>, (u16, u16)) {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().expect("a PNG");
    let count = reader.info().animation_control().expect("an animation").num_frames;
    let mut delay = (0, 0);
    let mut next = || {
        let mut buffer = vec![0; reader.output_buffer_size().expect("it fits in memory")];
        reader.next_frame(&mut buffer).expect("a frame");
        let control = reader.info().frame_control().expect("a frame");
        delay = (control.delay_num, control.delay_den);
        buffer
    };
    let frames = (0..count).map(|_| next()).collect();
    (frames, delay)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_frame_is_the_poster_of_its_number() {
    let (client, _folder) = client();
    let look = "x=3&y=2&width=60&height=50&scale=2&palette=cln15&theme=dark";
    for (game, from, to, step) in [
        ("blocking:k={}", 5, 7, 2),
        ("wythoff:m={}", 1, 3, 1),
        ("shifted:m=20,p={},l=1", 2, 4, 2),
        ("shifted:m=20,p=3,l={}", 0, 1, 1),
        ("imitation:m=1,p={}", 1, 2, 1),
    ] {
        let name = game.replace("{}", "%7B%7D");
        let path = format!("/api/animation?game={name}&from={from}&to={to}&step={step}&{look}&ms=150");
        let animation = client.get(&path).await;
        assert_eq!(animation.status, StatusCode::OK, "{game}: {}", animation.text());
        assert_eq!(animation.headers["content-type"], "image/apng");
        let (found, delay) = frames(&animation.bytes);
        assert_eq!(delay, (150, 1000));
        let numbers: Vec<u64> = (from..=to).step_by(step).collect();
        assert_eq!(found.len(), numbers.len(), "{game}");
        let gif = client.get(&format!("{path}&format=gif")).await;
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut gif = options.read_info(Cursor::new(gif.bytes)).expect("a GIF");
        for (number, frame) in numbers.into_iter().zip(found) {
            if game == "blocking:k={}" {
                client.grow(number, 2048).await;
            }
            let game = game.replace("{}", &number.to_string());
            let poster = client.get(&format!("/api/board/{game}/poster?{look}&legend=no&caption=no")).await;
            assert_eq!(poster.status, StatusCode::OK, "{game}: {}", poster.text());
            assert!(frame == picture(&poster.bytes).pixels.as_flattened(), "{game}");
            let frame_of_gif = gif.read_next_frame().expect("a frame").expect("one more");
            assert_eq!(frame_of_gif.delay, 15);
            let pixels: Vec<u8> =
                frame_of_gif.buffer.as_chunks::<4>().0.iter().flat_map(|pixel| pixel[..3].to_vec()).collect();
            assert!(frame == pixels, "{game}, as a GIF");
        }
        assert!(gif.read_next_frame().expect("the end").is_none());
    }
    // With a line below each.
    let path = format!("/api/animation?from=1&to=2&{look}&caption=yes");
    let (found, _) = frames(&client.get(&path).await.bytes);
    assert!(found.len() == 2 && found[0].len() > 120 * 100 * 3 && found[0] != found[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn animations_that_are_too_large_or_wrong_are_refused() {
    let (client, _folder) = client();
    for (query, status, words) in [
        ("to=501", StatusCode::PAYLOAD_TOO_LARGE, "at most 500 frames, not 501"),
        ("width=1024&height=1025", StatusCode::PAYLOAD_TOO_LARGE, "at most 1048576 pixels"),
        ("width=600&height=600&scale=2", StatusCode::PAYLOAD_TOO_LARGE, "at most 1048576 pixels"),
        ("from=9&to=8", StatusCode::BAD_REQUEST, "from is at most to"),
        ("step=0", StatusCode::BAD_REQUEST, "step is at least 1"),
        ("game=wythoff", StatusCode::BAD_REQUEST, "in place of a number"),
        ("game=blocking:q=%7B%7D", StatusCode::BAD_REQUEST, "q"),
        ("from=0&to=3", StatusCode::BAD_REQUEST, "k"),
        ("format=mp4", StatusCode::BAD_REQUEST, "apng or gif"),
        ("x=5000&width=64&height=64&from=5&to=6", StatusCode::NOT_FOUND, "reaches beyond"),
    ] {
        let answer = client.get(&format!("/api/animation?{query}")).await;
        assert_eq!(answer.status, status, "{query}: {}", answer.text());
        let message = answer.json()["error"]["message"].as_str().expect("a sentence").to_owned();
        assert!(message.contains(words), "{query}: {message}");
    }
}

/// What can't be drawn is said before anything is sent.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_not_there_is_named_before_the_first_frame() {
    let (client, _folder) = client();
    client.grow(5, 2048).await;
    for query in ["from=5&to=6&scale=1/2&width=1024&height=1024", "from=5&to=6&scale=1/8&width=4096&height=2048"] {
        let answer = client.get(&format!("/api/animation?{query}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{query}");
        let message = answer.json()["error"]["message"].as_str().expect("a sentence").to_owned();
        assert!(message.contains("blocking:k=6") || query.contains("4096"), "{query}: {message}");
    }
    client.grow(6, 2048).await;
    let answer = client.get("/api/animation?from=5&to=6&scale=1/2&width=1024&height=1024").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(frames(&answer.bytes).0.len(), 2);
}
