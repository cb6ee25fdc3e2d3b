use wythoff::*;
fn main() {
    for t in [
        "wythoff:m=3",
        "blocking:k=50",
        "nim",
        "modulo:m=2,p=6,l=2",
        "rook-blocking:m=2,p=3",
        "gdwn:p=1,q=2",
        "diagonal-blocking:m=2,p=3",
    ] {
        let g: Game = t.parse().unwrap();
        let s = std::time::Instant::now();
        let b = solve::board(&g, 4096, 4096, None, &mut ()).unwrap();
        let d = s.elapsed().as_secs_f64();
        println!("{t} {:.0} Mcells/s {}", 4096.0 * 4096.0 / d / 1e6, b.is_p(Position::new(0, 0)));
    }
}
