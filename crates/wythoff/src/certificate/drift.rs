//! W^7: two of its threads drift away from their line, logarithmically and for ever.
//!
//! Blocks can't prove that (see the corollary). But the columns of W^7 are written by a machine with few states that
//! reads its own output, and that proves more than blocks could.
//!
//! **Theorem.** *Let e_0 = 26 and e_{n+1} = 5⌈(e_n − n)/2⌉ + 1: the events 26, 66, 166, 411, 1021, 2546, …. For x ≥ 40
//! let n be the number of events up to x, and let the last of them be at least 6 columns back. Then the P-positions (x,
//! y) of W^7 with y ≥ x have*
//!
//! > y = ⌊5(x−n)/2⌋ − 8, ⌊5(x−n)/2⌋ − 4, ⌊5x/2⌋ + 3, ⌊5x/2⌋ + 4, ⌊5x/2⌋ + 5.
//!
//! *So three threads keep to the line y = 5x/2, and two fall behind it by 5/2 rows at each event, that is by
//! (5/2) log_{5/2} x + O(1).*
//!
//! For the last: f_n = e_n − 5n/3 has f_{n+1} = (5/2) f_n + ε with ε = −2/3 or 11/6, so that
//! f_n − 4/9 ≥ (26 − 4/9)(5/2)^n and f_n + 11/9 ≤ (26 + 11/9)(5/2)^n. Hence n = log_{5/2} x + O(1).
//!
//! **Corollary.** *W^7 has no certificate in any of the numerations of docs/SELF-SIMILAR.md.* A certificate has N
//! types, and every block of a level has the cells of one of them. Let m and M be the least and the largest length on a
//! level; both grow exponentially with it. Take n with 5n/2 + 17 ≤ m and so large that more than M + 100 rows lie
//! between the events of n and n + 1. Then some column x between them, more than a dozen columns from both, has its
//! first P-position y ≥ x in one of the first 3 rows of a block, and all five in that block. Its second and third are
//! ⌊5x/2⌋ + 7 − ⌊5(x−n)/2⌋ rows apart, which tells n; and the next columns that begin in these 3 rows, if any, are
//! after as many events. So different n have different blocks. There are (2m − 34)/5 − O(log M) such n, more than N on
//! a high level. ∎
//!
//! # The machine
//!
//! Let h(y) be the number of P-positions in row y left of the diagonal. In column x the count of P-positions starts
//! with h(x), for the board is symmetric, and (x, y) with y ≥ x is P iff V + H(y) + D(y − x) < 7, where V, H and D
//! count the P-positions above it, to its left, and on its diagonal (see [`crate::engine::sparse`]).
//!
//! *The outer threads* y = ⌊5x/2⌋ + 3, 4, 5 leave 2 P-positions in each row y ≡ 0 (mod 5), 1 in each other row, and 2
//! on each diagonal. The row just before them has H = 1 and D = 2, so a column that comes with V = 4 passes by; then
//! their three cells see 5, 5 and 6 P-positions in an even column, 6, 6 and 6 in an odd one. So they go on for ever,
//! **if V = 4 after the inner threads**.
//!
//! *The inner threads.* Before the outer threads write H = outer + H′ and D = 2 + D′. A cell is P iff
//! V + outer(y) + H′(y) + D′(y − x) < 5. A row with H ≥ 2 is finished when the diagonals that it still meets have
//! D′ ≥ 1: V ≥ h(x) ≥ 2 forbids more. So all that counts is a *window* from the first unfinished row r on: H′ from r
//! on, D′ from a few diagonals before r − x on, and r modulo 5. What lies further down has H′ = D′ = 0 and outer ≥ 1,
//! so it holds no P-position from V = 4 on. Column x reads h(x), changes the window, and writes h of the rows that are
//! finished now. That is `Window::step`; it checks each of these claims.
//!
//! *Proof of the theorem*, of which [`prove_drift`] does the finite part. At column 40 the board has this form, with
//! n = 1, and the rows from 40 to r − 1 have h = 2 except h(66) = 3. While 2 is read the window has two forms in turn,
//! 2r − 5x = −5n − 17 or −5n − 16, its P-positions are in the rows r and r + 4, it writes 2 only, and r advances by 5
//! in two columns. If a 3 is read in one of the two forms, at column e with n events before it, the window is in one of
//! them again after at most 11 columns, all others of which read 2; from column e + 6 on its P-positions are
//! already those of the theorem, after n + 1 events. It has written 2 and a single 3, in row r + 12 or r + 9 by the
//! form, which is 5⌈(e − n)/2⌉ + 1 in both; and 2r − 5x is −5(n + 1) − 17 or −16. The new 3 lies at
//! e_{n+1} ≥ 5(e_n − n)/2 + 1, which is at least 2e_n if e_n ≥ 5n − 2; that holds for n = 0 and n = 1, and doubling
//! keeps it. So e_{n+1} ≥ e_n + 26: it is read in one of the two forms. And it was written before it is read: r − x is
//! 49 at column 40, grows by 3 in two columns between events and by 12 or 14 over an event, and falls by at most 1
//! within one. So 3 is read at the events and nowhere else. Meanwhile no row that the window looks at reaches the outer
//! threads, from which it is further away after each event; and V = 4 after it. ∎

use std::collections::BTreeMap;

use dashu_int::{IBig, UBig};

use crate::outcome::Outcome;
use crate::position::{Position, Tokens};

/// The column from which on the theorem is proved.
pub const DRIFT_FROM: u32 = 40;

/// The first event.
const FIRST_EVENT: u32 = 26;

/// So many columns after an event the window has one of its two forms again.
const SETTLED_AFTER: usize = 11;

/// So many columns after an event the inner threads are on their new lines: what the theorem says.
const ON_LINE_AFTER: usize = 6;

/// Diagonals before r − x that a window keeps.
const MARGIN: i64 = 6;

/// The P-positions of the outer threads in a row.
fn outer(row: i64) -> i64 {
    if row.rem_euclid(5) == 0 { 2 } else { 1 }
}

/// The inner threads at a column.
#[derive(Clone, Debug)]
struct Window {
    x: i64,
    /// The first unfinished row.
    r: i64,
    /// Diagonals before this one hold at least 3 P-positions.
    low: i64,
    /// H′ from row r on, where it is not 0.
    rows: BTreeMap<i64, i64>,
    /// D′ from diagonal `low` on, where it is not 0.
    diagonals: BTreeMap<i64, i64>,
}

/// What a window depends on: everything that is not moved by a move of the board by whole periods.
type Form = (i64, i64, Vec<(i64, i64)>, Vec<(i64, i64)>);

/// What a column did.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    /// Its inner P-positions.
    palaces: Vec<i64>,
    /// h of the rows that are finished now.
    written: Vec<i64>,
    /// The last row that was looked at.
    reach: i64,
}

impl Window {
    fn form(&self) -> Form {
        let from = |start: i64| move |(at, count): (&i64, &i64)| (at - start, *count);
        let rows = self.rows.iter().map(from(self.r)).collect();
        let diagonals = self.diagonals.iter().map(from(self.low)).collect();
        (self.r.rem_euclid(5), self.r - self.x - self.low, rows, diagonals)
    }

    /// The column x, which reads h; `None` when a claim fails.
    fn step(&mut self, h: i64) -> Option<Step> {
        let x = self.x;
        let diagonal = |window: &Self, y: i64| window.diagonals.get(&(y - x)).copied().unwrap_or(0);
        // Before r the rows hold 2 or more, so with D′ ≥ 1 and h ≥ 2 no cell is P.
        if h < 2 || self.r < self.low + x || (self.low + x..self.r).any(|y| diagonal(self, y) < 1) {
            return None;
        }
        let last_row = self.rows.keys().last().copied().unwrap_or(self.r);
        let last_diagonal = self.diagonals.keys().last().map_or(self.r, |d| d + x);
        let last = self.r.max(last_row).max(last_diagonal);
        let (mut seen, mut palaces, mut y) = (h, Vec::new(), self.r);
        while seen < 4 || y <= last {
            let in_row = outer(y) + self.rows.get(&y).copied().unwrap_or(0);
            if seen + in_row + diagonal(self, y) < 5 {
                seen += 1;
                palaces.push(y);
                *self.rows.entry(y).or_default() += 1;
                *self.diagonals.entry(y - x).or_default() += 1;
            }
            y += 1;
        }
        if seen != 4 {
            return None;
        }
        let written = self.finish_rows();
        self.x += 1;
        while self.low < self.r - self.x - MARGIN {
            self.diagonals.remove(&self.low).filter(|count| *count >= 1)?;
            self.low += 1;
        }
        Some(Step { palaces, written, reach: y - 1 })
    }

    /// Takes out the rows that no later column can change.
    fn finish_rows(&mut self) -> Vec<i64> {
        let after = self.diagonals.keys().last().map_or(self.low, |d| d + 1);
        let full = (self.low..after).find(|d| !self.diagonals.contains_key(d)).unwrap_or(after);
        let mut written = Vec::new();
        loop {
            let count = outer(self.r) + self.rows.get(&self.r).copied().unwrap_or(0);
            if count < 2 || self.r >= self.x + 1 + full {
                return written;
            }
            self.rows.remove(&self.r);
            written.push(count);
            self.r += 1;
        }
    }

    /// Reads 3, then 2 until the form is one of `regular`.
    fn event(mut self, regular: &[Form]) -> Option<Event> {
        let start = self.clone();
        let lead = |window: &Self| window.r - window.x - (start.r - start.x);
        let (mut columns, mut written, mut reach, mut least_lead) = (Vec::new(), Vec::new(), i64::MIN, 0);
        for h in std::iter::once(3).chain(std::iter::repeat_n(2, SETTLED_AFTER - 1)) {
            let x = self.x;
            let step = self.step(h)?;
            reach = reach.max(2 * step.reach - 5 * x);
            columns.push(step.palaces.iter().map(|y| y - start.r).collect());
            written.extend(step.written);
            least_lead = least_lead.min(lead(&self));
            if regular.contains(&self.form()) {
                break;
            }
        }
        let end = regular.iter().position(|form| *form == self.form())?;
        let [third] = (0..).zip(&written).filter(|(_, h)| **h != 2).collect::<Vec<(i64, _)>>()[..] else { return None };
        (*third.1 == 3).then_some(())?;
        let fall = 2 * (self.r - start.r) - 5 * (self.x - start.x);
        let reach = reach - (2 * start.r - 5 * start.x);
        Some(Event { columns, written_at: third.0, fall, end, reach, lead: lead(&self), least_lead })
    }
}

/// What follows when a 3 is read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Event {
    /// The P-positions of its columns, counted from r.
    columns: Vec<Vec<i64>>,
    /// The row of the 3 that is written, counted from r.
    written_at: i64,
    /// How much 2r − 5x changed.
    fall: i64,
    /// The form at its end.
    end: usize,
    /// The largest 2y − 5x of a row y that was looked at, counted from that of r.
    reach: i64,
    /// How much r − x changed.
    lead: i64,
    /// How much it had changed at the column where it was least.
    least_lead: i64,
}

/// 2r − 5x + 5n + 17 of the two forms, before an event with n events before it. So e − n is odd in the first, even in
/// the second, and r = ⌊5(e − n)/2⌋ − 8.
const HEIGHTS: [i64; 2] = [0, 1];

/// The row, counted from r, in which an event in each of the two forms writes its 3.
const WRITTEN_AT: [i64; 2] = [12, 9];

impl Event {
    /// What the proof claims of an event in the form `at`, where r − x is at least `lead`.
    fn is_as_claimed(&self, at: usize, lead: i64) -> bool {
        self.fall + HEIGHTS[at] - HEIGHTS[self.end] == -5
            && self.written_at == WRITTEN_AT[at]
            // From column 40 on 2r − 5x ≤ −21 in both forms. So no row y is looked at with 2y > 5x + 4, and the outer
            // threads begin after that; nor between events, where the last row that is looked at is r + 4.
            && -21 + self.reach <= 4
            && self.writes_before_it_reads(lead)
            && self.columns_off_line(at) <= ON_LINE_AFTER
    }

    /// Row x is finished when column x reads it, that is r > x: at each column of the event, and r − x is at least
    /// `lead` after it as it was before.
    fn writes_before_it_reads(&self, lead: i64) -> bool {
        lead + self.least_lead > 0 && self.lead >= 0
    }

    /// How many columns it takes until the inner P-positions are those of the theorem, ⌊5(x − n − 1)/2⌋ − 8 and 4 more,
    /// for good.
    fn columns_off_line(&self, at: usize) -> usize {
        // Counted from r the first is ⌊5(e + i − n − 1)/2⌋ − ⌊5(e − n)/2⌋, and all that counts of e − n is whether it
        // is odd.
        let odd = 1 - HEIGHTS[at];
        let line = |i: i64| (5 * (i + odd - 1)).div_euclid(2) - 2 * odd;
        let is_on = |(i, palaces): (i64, &Vec<i64>)| *palaces == [line(i), line(i) + 4];
        let columns: Vec<bool> = (0..).zip(&self.columns).map(is_on).collect();
        columns.iter().rposition(|on| !on).map_or(0, |last| last + 1)
    }
}

/// The finite part of the proof, done: W^7 is solved.
#[derive(Clone, Debug)]
pub struct Drift {
    /// The P-positions with y ≥ x of the columns before [`DRIFT_FROM`].
    first_columns: Vec<Vec<i64>>,
    /// The two forms of the window between events, each with what an event does to it.
    forms: Vec<(Window, Event)>,
    /// A P-position (x, y) from column 40 on has |y − 5x/2| or |y − 5(x − n)/2| at most this, n being the number of
    /// events up to x.
    spread: IBig,
}

/// Does the finite part of the proof that W^7 drifts; `None` if a claim fails.
///
/// ```
/// assert!(wythoff::certificate::prove_drift().is_some());
/// ```
pub fn prove_drift() -> Option<Drift> {
    let (mut window, first_columns) = at_the_start()?;
    // Row x is finished when column x reads it, as long as r > x. Between events r − x does not fall.
    let lead = window.r - window.x;
    let mut forms = Vec::new();
    for advance in [3, 2] {
        forms.push(window.clone());
        let r = window.r;
        let step = window.step(2)?;
        let regular = step.written.iter().all(|h| *h == 2) && step.palaces == [r, r + 4] && step.reach == r + 4;
        (regular && window.r == r + advance).then_some(())?;
    }
    let names: Vec<Form> = forms.iter().map(Window::form).collect();
    (window.form() == names[0]).then_some(())?;
    let events: Vec<Event> = forms.iter().map(|form| form.clone().event(&names)).collect::<Option<_>>()?;
    events.iter().enumerate().all(|(at, event)| event.is_as_claimed(at, lead)).then_some(())?;
    // At the i-th column of an event, from r = ⌊5(e − n + 1)/2⌋ − 8 on; beyond them 4 and 8, and on the outer
    // threads 5.
    let off =
        |(i, palaces): (i64, &Vec<i64>)| palaces.iter().map(move |y| (2 * y - 16 - 5 * (i - 1)).abs() / 2 + 2).max();
    let spread = events.iter().flat_map(|event| (0..).zip(&event.columns)).filter_map(off).max()?.max(10);
    Some(Drift { first_columns, forms: forms.into_iter().zip(events).collect(), spread: spread.into() })
}

/// The window at column 40 and the columns before it, from the board; `None` unless the board has the form that the
/// proof starts with.
fn at_the_start() -> Option<(Window, Vec<Vec<i64>>)> {
    let start = i64::from(DRIFT_FROM);
    let (mut h, mut d, mut columns) = (BTreeMap::<i64, i64>::new(), BTreeMap::<i64, i64>::new(), Vec::new());
    let count = |counts: &BTreeMap<i64, i64>, at: i64| counts.get(&at).copied().unwrap_or(0);
    for x in 0..start {
        let (mut seen, mut column) = (count(&h, x), Vec::new());
        for y in x.. {
            if seen == 7 {
                break;
            }
            if seen + count(&h, y) + count(&d, y - x) < 7 {
                seen += 1;
                *h.entry(y).or_default() += 1;
                *d.entry(y - x).or_default() += 1;
                column.push(y);
            }
        }
        columns.push(column);
    }
    let threads = 5 * start / 2 + 3;
    let low = (0..threads).find(|at| count(&d, *at) < 3)?;
    let r = (start..threads).find(|y| count(&h, *y) < 2)?.min(start + low);
    let low = r - start - MARGIN;
    let h_ok = (start..r).all(|y| count(&h, y) == if y == 66 { 3 } else { 2 });
    let d_ok = (0..low).all(|at| count(&d, at) >= 3);
    // The outer threads of these columns are all that there is in the rows from `threads` and on the diagonals from
    // `ends` on: one P-position, of column 39.
    let on_threads = |(x, column): (i64, &Vec<i64>)| column.ends_with(&[3, 4, 5].map(|more| 5 * x / 2 + more));
    let ends = threads - start;
    let outer_ok = (0..).zip(&columns).skip(20).all(on_threads)
        && h.keys().all(|y| *y < threads)
        && count(&d, ends) == 1
        && d.keys().all(|at| *at <= ends);
    (h_ok && d_ok && outer_ok && 2 * r - 5 * start == -22).then_some(())?;
    let mut window = Window { x: start, r, low, rows: BTreeMap::new(), diagonals: BTreeMap::new() };
    for y in r..threads {
        window.rows.insert(y, count(&h, y) - outer(y));
    }
    for at in low..ends {
        window.diagonals.insert(at, count(&d, at) - 2);
    }
    window.rows.retain(|_, count| *count != 0);
    window.diagonals.retain(|_, count| *count != 0);
    let counts = window.rows.values().chain(window.diagonals.values());
    counts.copied().all(|count| count > 0).then_some((window, columns))
}

/// The row r of column x after so many events.
fn inner_row(x: &UBig, events: usize) -> UBig {
    (x - UBig::from(events)) * 5_u8 / 2_u8 - 8_u8
}

/// The events up to x.
fn events_to(x: &UBig) -> Vec<UBig> {
    drift_events().take_while(|event| event <= x).collect()
}

/// The events of W^7: e_0 = 26, e_{n+1} = 5⌈(e_n − n)/2⌉ + 1.
pub fn drift_events() -> impl Iterator<Item = UBig> {
    let next = |(n, event): &(u64, UBig)| {
        let half = (event - UBig::from(*n) + 1_u8) / 2_u8;
        Some((n + 1, half * 5_u8 + 1_u8))
    };
    std::iter::successors(Some((0, UBig::from(FIRST_EVENT))), next).map(|(_, event)| event)
}

impl Drift {
    /// The P-positions (x, y) of W^7 with y ≥ x, at any size: their y, in order.
    ///
    /// ```
    /// use wythoff::exact::UBig;
    /// use wythoff::certificate::prove_drift;
    /// let seven = prove_drift().expect("proved");
    /// let rows = [2482_u32, 2486, 2503, 2504, 2505].map(UBig::from);
    /// assert_eq!(seven.column(&UBig::from(1000_u32)), rows);
    /// ```
    ///
    /// # Panics
    /// Never: the first event comes before the first columns' end, and events begin in one of the two forms.
    pub fn column(&self, x: &UBig) -> Vec<UBig> {
        self.column_after(x, &events_to(x))
    }

    /// The same, given the events up to x, and perhaps more.
    fn column_after(&self, x: &UBig, events: &[UBig]) -> Vec<UBig> {
        let rows =
            |from: &UBig, palaces: &[i64]| palaces.iter().map(|y| from + y.unsigned_abs()).collect::<Vec<UBig>>();
        if let Some(column) = usize::try_from(x).ok().and_then(|x| self.first_columns.get(x)) {
            return rows(&UBig::ZERO, column);
        }
        let past = &events[..events.partition_point(|event| event <= x)];
        let event = past.last().expect("the first event is before the first columns' end");
        let r = inner_row(event, past.len() - 1);
        let (_, changes) = self.form_at(event, past.len() - 1);
        let since = usize::try_from(x - event).unwrap_or(usize::MAX);
        let mut column = match changes.columns.get(since) {
            Some(palaces) => rows(&r, palaces),
            None => rows(&inner_row(x, past.len()), &[0, 4]),
        };
        column.extend([3_u8, 4, 5].map(|more| x * 5_u8 / 2_u8 + more));
        column
    }

    /// How many P-positions with y ≥ x the columns before x hold.
    ///
    /// # Panics
    /// Never: as [`Self::column`].
    pub fn upper_before(&self, x: &UBig) -> UBig {
        let first: usize = (0_u64..)
            .zip(&self.first_columns)
            .take_while(|(at, _)| UBig::from(*at) < *x)
            .map(|(_, column)| column.len())
            .sum();
        let Some(later) = x.minus(&UBig::from(DRIFT_FROM)) else { return first.into() };
        // Five in each column, but for those within an event.
        let mut count = IBig::from(first) + IBig::from(later) * 5;
        let events = events_to(x);
        for (index, event) in events.iter().enumerate() {
            let last = events.get(index + 1).unwrap_or(x).min(x);
            for (at, palaces) in (0_u64..).zip(&self.form_at(event, index).1.columns) {
                let column = event + at;
                if column >= UBig::from(DRIFT_FROM) && column < *last {
                    count += IBig::from(palaces.len()) - 2;
                }
            }
        }
        UBig::try_from(count).expect("a count is not negative")
    }

    /// The form of the window at an event, `before` so many others, and what happens then: that with the right residue
    /// of r.
    fn form_at(&self, event: &UBig, before: usize) -> &(Window, Event) {
        let r = inner_row(event, before);
        let form = self.forms.iter().find(|(window, _)| window.r.rem_euclid(5) == i64::from(&r % 5_u8));
        form.expect("an event begins in one of the two forms")
    }

    /// All P-positions in column x, in order. The mirror images of these are those in row x.
    pub fn whole_column(&self, x: &UBig) -> Vec<Position<UBig>> {
        let above = self.left_of_diagonal(x).into_iter().map(|y| Position::new(x.clone(), y));
        above.chain(self.column(x).into_iter().map(|y| Position::new(x.clone(), y))).collect()
    }

    /// The x < y of the P-positions in row y, in order.
    fn left_of_diagonal(&self, y: &UBig) -> Vec<UBig> {
        // 5(x − n)/2 = y − δ on an inner thread, 5x/2 = y − δ on an outer one.
        let near = |n: usize| {
            let middle = (IBig::from(y.clone()) * 2 + 5 * IBig::from(n)) / 5;
            (&middle - &self.spread, middle + &self.spread)
        };
        let events = events_to(y);
        columns_near(y, near, |x| x < y && self.column_after(x, &events).contains(y))
    }

    /// The P-positions (x, x + difference), in order.
    pub fn diagonal(&self, difference: &UBig) -> Vec<Position<UBig>> {
        // 5(x − n)/2 − x = difference − δ on an inner thread, 5x/2 − x = difference − δ on an outer one.
        let near = |n: usize| {
            let middle = (IBig::from(difference.clone()) * 2 + 5 * IBig::from(n)) / 3;
            (&middle - &self.spread, middle + &self.spread)
        };
        // The columns lie before twice the difference, but for the first ones.
        let events = events_to(&(difference * 2_u8 + 4000_u32));
        let columns = columns_near(difference, near, |x| self.column_after(x, &events).contains(&(x + difference)));
        columns.into_iter().map(|x| Position::new(x.clone(), x + difference)).collect()
    }

    /// Whether (x, y) is P in W^7.
    pub fn outcome(&self, at: &Position<UBig>) -> Outcome {
        let (low, high) = if at.x <= at.y { (&at.x, &at.y) } else { (&at.y, &at.x) };
        Outcome::p_if(self.column(low).contains(high))
    }
}

/// The columns that pass a test, all of which lie within `near(0)` or `near(n)`, n the number of events up to them; or
/// before `line` + 100 if the line is one of the first.
///
/// From near(0) to near(n) it is at most 5n/3 columns and twice the spread, and e_{n+1} ≥ 2e_n; so among these columns,
/// beyond the first lines, there is at most one event, and n is the number before them, or one more.
fn columns_near(line: &UBig, near: impl Fn(usize) -> (IBig, IBig), test: impl Fn(&UBig) -> bool) -> Vec<UBig> {
    const FIRST_LINES: u32 = 2000;
    if *line < UBig::from(FIRST_LINES) {
        let first = (0..FIRST_LINES + 100).map(UBig::from);
        return first.take_while(|x| *x < line + 100_u8).filter(test).collect();
    }
    let outer = near(0);
    let before = drift_events().take_while(|event| IBig::from(event.clone()) <= outer.0).count();
    let inner = (near(before).0, near(before + 1).1);
    let ranges = if inner.0 <= outer.1 { vec![(outer.0, inner.1)] } else { vec![outer, inner] };
    let columns = ranges
        .into_iter()
        .flat_map(|(first, last)| std::iter::successors(Some(first), |x| Some(x + 1)).take_while(move |x| *x <= last));
    columns.filter_map(|x| UBig::try_from(x).ok()).filter(test).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two events as they are, and r − x at column 40.
    fn events() -> ([Event; 2], i64) {
        let (window, _) = at_the_start().unwrap();
        let forms = prove_drift().unwrap().forms;
        let events: Vec<Event> = forms.into_iter().map(|(_, event)| event).collect();
        (events.try_into().unwrap(), window.r - window.x)
    }

    /// What the essay says about r − x: 49 at column 40, 12 or 14 more after an event, at most 1 less within it.
    #[test]
    fn rows_are_written_before_they_are_read() {
        let (events, lead) = events();
        assert_eq!((lead, events.each_ref().map(|event| event.lead)), (49, [14, 12]));
        assert_eq!(events.iter().map(|event| event.least_lead).min(), Some(-1));
        for (at, event) in events.iter().enumerate() {
            assert!(event.is_as_claimed(at, lead));
            assert!(!event.is_as_claimed(at, -event.least_lead), "r = x within the event");
            let late = Event { least_lead: -lead, ..event.clone() };
            assert!(!late.is_as_claimed(at, lead), "r = x within the event");
            let shrinking = Event { lead: -1, ..event.clone() };
            assert!(!shrinking.is_as_claimed(at, lead), "less and less from event to event");
        }
    }

    /// The theorem speaks from six columns after an event on, and could not speak earlier.
    #[test]
    fn threads_are_on_their_lines_six_columns_after_an_event() {
        let (events, lead) = events();
        assert_eq!([0, 1].map(|at| events[at].columns_off_line(at)).into_iter().max(), Some(ON_LINE_AFTER));
        for (at, event) in events.iter().enumerate() {
            for moved in ON_LINE_AFTER..event.columns.len() {
                let mut off = event.clone();
                off.columns[moved][1] += 1;
                assert!(!off.is_as_claimed(at, lead), "column {moved}");
            }
            // The other form's lines are other ones.
            assert!(event.columns_off_line(1 - at) > ON_LINE_AFTER);
        }
    }
}
