//! The columns of strips without a board: the machine reads its own words, in memory that grows like log x.
//!
//! What the machine reads in column x it has written near column x/σ. So the letters come from a second machine that
//! is at column x/σ, whose letters come from a third, and so on: all of them begin at column X with the first word, and
//! none keeps more than what it has written and nobody has read. After x columns there are about log x of them, for the
//! first word lasts each of them to a column σX. (So Kolakoski's word is written in little memory, too.) Each machine
//! goes through its letters sixteen at a time: what a window does with sixteen letters is found once.

use rustc_hash::FxHashMap;

use super::verify::{Step, Strips};
use crate::watch::{Interrupted, Watch, report};

/// Letters that a machine goes through at a time.
const BLOCK: usize = 16;

/// What is known of windows and blocks is forgotten when there is so much of it.
const KNOWN: usize = 1 << 18;

/// Blocks between two reports.
const BLOCKS: u64 = 1 << 16;

/// What a window does with a block of letters.
struct Passage {
    next: u32,
    /// What is written, letters counted from the least.
    written: Box<[u8]>,
}

/// A machine, and what it has written that nobody has read.
#[derive(Default)]
struct Level {
    window: u32,
    /// How much of the first word was read.
    read: usize,
    written: Vec<u8>,
    /// How much of that was read.
    taken: usize,
}

/// The letters from column X on, sixteen at a time.
pub struct Letters<'s> {
    proof: &'s Strips,
    least: u32,
    /// The first word, letters counted from the least.
    word: Vec<u8>,
    levels: Vec<Level>,
    passages: FxHashMap<(u32, [u8; BLOCK]), Passage>,
}

impl<'s> Letters<'s> {
    /// Those of strips; `None` if there are more than 256 letters, or the first word is shorter than sixteen.
    pub fn new(proof: &'s Strips) -> Option<Self> {
        let (least, most) = proof.inner().letters();
        u8::try_from(most - least).ok()?;
        let word: Vec<u8> =
            proof.inner().word().iter().filter_map(|letter| u8::try_from(letter - least).ok()).collect();
        (word.len() >= BLOCK).then(|| Self {
            proof,
            least,
            word,
            levels: vec![Level::default()],
            passages: FxHashMap::default(),
        })
    }

    /// How many machines there are by now.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    fn step(&self, window: u32, letter: u8) -> &'s Step {
        let steps = self.proof.inner().steps();
        steps.get(&(window, self.least + u32::from(letter))).expect("the machine is closed")
    }

    /// The next letters of a level, counted from the least.
    fn block(&mut self, level: usize) -> [u8; BLOCK] {
        if level == self.levels.len() {
            self.levels.push(Level::default());
        }
        // A block of the first word: its last letters go with what is written next.
        let read = self.levels[level].read;
        if read + BLOCK <= self.word.len() {
            self.levels[level].read += BLOCK;
            return self.word[read..read + BLOCK].try_into().expect("a block");
        }
        if read < self.word.len() {
            let rest = self.word[read..].to_vec();
            self.levels[level].written.extend(rest);
            self.levels[level].read = self.word.len();
        }
        while self.levels[level].written.len() - self.levels[level].taken < BLOCK {
            let letters = self.block(level + 1);
            let window = self.levels[level].window;
            let key = (window, letters);
            if !self.passages.contains_key(&key) {
                if self.passages.len() == KNOWN {
                    self.passages.clear();
                }
                let mut passage = Passage { next: window, written: Box::default() };
                let mut written = Vec::new();
                for letter in letters {
                    let step = self.step(passage.next, letter);
                    written
                        .extend(step.written.iter().map(|letter| u8::try_from(letter - self.least).expect("a letter")));
                    passage.next = step.next;
                }
                passage.written = written.into();
                self.passages.insert(key, passage);
            }
            let passage = &self.passages[&key];
            let here = &mut self.levels[level];
            if here.taken > 1 << 12 {
                here.written.drain(..here.taken);
                here.taken = 0;
            }
            here.written.extend_from_slice(&passage.written);
            here.window = passage.next;
        }
        let here = &mut self.levels[level];
        here.taken += BLOCK;
        here.written[here.taken - BLOCK..here.taken].try_into().expect("a block")
    }
}

/// The columns from X on, one after the other.
pub struct Stream<'s> {
    letters: Letters<'s>,
    ready: Vec<u8>,
    x: u64,
    frame: u64,
    window: u32,
}

impl<'s> Stream<'s> {
    /// Those of strips; `None` as in [`Letters::new`].
    pub fn new(proof: &'s Strips) -> Option<Self> {
        Some(Self {
            letters: Letters::new(proof)?,
            ready: Vec::new(),
            x: proof.column().into(),
            frame: proof.inner().frame().into(),
            window: 0,
        })
    }

    /// The next column, and its upper palaces in order.
    ///
    /// # Panics
    /// Beyond column 2^32, where frames might not fit.
    pub fn next_column(&mut self) -> (u64, Vec<u64>) {
        assert!(self.x < 1 << 32, "columns have 32 bits");
        let letter = self.ready.pop().unwrap_or_else(|| {
            self.ready = self.letters.block(0).into_iter().rev().collect();
            self.ready.pop().expect("a block has letters")
        });
        let proof = self.letters.proof;
        let step = self.letters.step(self.window, letter);
        let mut palaces: Vec<u64> = step.palaces.iter().map(|place| self.frame + u64::from(*place)).collect();
        for strip in proof.strips() {
            let phase = (self.x - u64::from(proof.column())) % u64::from(strip.period());
            let frame = strip.frame_at(self.x);
            let places = &strip.columns()[usize::try_from(phase).expect("periods have 32 bits")];
            palaces.extend(places.iter().map(|place| frame + u64::from(*place)));
        }
        let x = self.x;
        self.x += 1;
        self.frame += step.written.len() as u64;
        self.window = step.next;
        (x, palaces)
    }
}

/// Where the machine's frame is at a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Far {
    /// The column, at least as many after X as was asked for, and fewer than sixteen more.
    pub x: u64,
    /// r(x).
    pub frame: u64,
    /// How many machines read each other.
    pub levels: usize,
}

/// Follows the machine through so many columns, without finding their palaces; `None` as in [`Letters::new`].
///
/// # Errors
/// When the watcher stops it.
///
/// # Panics
/// Where the frame is beyond 2^64.
pub fn follow(proof: &Strips, columns: u64, watch: &dyn Watch) -> Result<Option<Far>, Interrupted> {
    let Some(mut letters) = Letters::new(proof) else { return Ok(None) };
    // The frame moves on by what is written: the letters of the level that reads them.
    let (mut window, mut frame) = (0, u64::from(proof.inner().frame()));
    let mut downs: FxHashMap<(u32, [u8; BLOCK]), (u32, u64)> = FxHashMap::default();
    let blocks = columns.div_ceil(BLOCK as u64);
    for done in 0..blocks {
        if done.is_multiple_of(BLOCKS) {
            report(watch, done, blocks)?;
        }
        let block = letters.block(0);
        if downs.len() == KNOWN {
            downs.clear();
        }
        let (next, down) = *downs.entry((window, block)).or_insert_with(|| {
            block.iter().fold((window, 0), |(window, down), letter| {
                let step = letters.step(window, *letter);
                (step.next, down + step.written.len() as u64)
            })
        });
        window = next;
        frame = frame.checked_add(down).expect("frames below 2^64");
    }
    Ok(Some(Far { x: u64::from(proof.column()) + blocks * BLOCK as u64, frame, levels: letters.levels() }))
}
