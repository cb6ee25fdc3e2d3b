//! Along which lines the P-positions of W^k run away: `cargo run --release --example slope -p wythoff -- 5`.

use wythoff::UNWATCHED;
use wythoff::structure::threads::measure;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let k = std::env::args().nth(1).map_or(Ok(5), |k| k.parse())?;
    let found = measure(k, 20_000, UNWATCHED)?;
    println!("W^{k}, {} columns, {} P-positions with x ≤ y:", found.columns, found.p_count);
    for thread in &found.threads {
        match thread.period() {
            // A period is seen, column by column, and its slope is a fraction.
            Some(period) => println!("  slope {}, with the period ({},{})", period.slope(), period.dx, period.dy),
            None => println!("  slope {:.6} ± {:.0e}, no period seen", thread.slope.middle(), thread.slope.error()),
        }
    }
    Ok(())
}
