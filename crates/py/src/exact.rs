//! Exact numbers: the library's surds, Beatty sequences, continued fractions and mex recurrences.

use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use wythoff::engine::MEMORY_LIMIT;
use wythoff::exact::{self, ClassPairs, CountedPairs, DiagonalPairs, Side, WindowError};
use wythoff::{Interrupted, Watch};

use crate::errors::Failure;
use crate::integers::{integer, natural, natural_u64, signed_to_python, to_python};
use crate::{memory, work};

impl From<Interrupted> for Failure {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl From<WindowError> for Failure {
    fn from(error: WindowError) -> Self {
        if error == WindowError::Interrupted { Self::Interrupted } else { Self::refused(error) }
    }
}

/// A parameter of the papers' families: from 1 to 2^32 − 1.
pub(crate) fn parameter(what: &str, given: &Bound<'_, PyAny>) -> Result<u32, Failure> {
    let number = integer(what, given)?;
    let fits = u32::try_from(&number).ok().filter(|number| *number > 0);
    fits.ok_or_else(|| Failure::Refused(format!("{what} is from 1 to 4294967295")))
}

/// (a + b√d)/c.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct Surd {
    surd: exact::Surd,
}

impl From<exact::Surd> for Surd {
    fn from(surd: exact::Surd) -> Self {
        Self { surd }
    }
}

impl Surd {
    /// Refuses what is not in one field.
    fn with(&self, other: &Self) -> Result<(), Failure> {
        if self.surd.same_field(&other.surd) {
            return Ok(());
        }
        Err(Failure::Refused(format!(
            "√{} is no rational multiple of √{}: sums, products and quotients stay in one field",
            wythoff::shortened(self.surd.parts().2),
            wythoff::shortened(other.surd.parts().2)
        )))
    }
}

/// −1, 0 or 1.
fn as_number(order: Ordering) -> i8 {
    order as i8
}

#[pymethods]
impl Surd {
    #[new]
    fn new(
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        d: &Bound<'_, PyAny>,
        c: &Bound<'_, PyAny>,
    ) -> Result<Self, Failure> {
        let (a, b, d, c) = (integer("a", a)?, integer("b", b)?, natural("d", d)?, integer("c", c)?);
        if c.is_zero() {
            return Err(Failure::Refused("c of (a + b√d)/c is not 0".to_owned()));
        }
        Ok(exact::Surd::new(a, b, d, c).into())
    }

    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (a, b, d, c) = self.surd.parts();
        let [a, b, c] = [a, b, c].map(|part| signed_to_python(py, part));
        PyTuple::new(py, [a?, b?, to_python(py, d)?, c?])
    }

    fn text(&self) -> String {
        self.surd.to_string()
    }

    fn sign(&self) -> i8 {
        as_number(self.surd.sign())
    }

    fn compare(&self, other: &Self) -> i8 {
        as_number(self.surd.cmp(&other.surd))
    }

    fn floor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        signed_to_python(py, &self.surd.floor())
    }

    fn negative(&self) -> Self {
        (-&self.surd).into()
    }

    fn conjugate(&self) -> Self {
        self.surd.conjugate().into()
    }

    fn plus(&self, other: &Self) -> Result<Self, Failure> {
        self.with(other)?;
        Ok((&self.surd + &other.surd).into())
    }

    fn times(&self, other: &Self) -> Result<Self, Failure> {
        self.with(other)?;
        Ok((&self.surd * &other.surd).into())
    }

    /// `None` for 0.
    fn inverse(&self) -> Option<Self> {
        self.surd.inverse().map(Self::from)
    }

    /// The quotients before the period and those of it; `None` when they are more than `limit`.
    #[expect(clippy::type_complexity, reason = "two lists of integers")]
    fn expansion<'py>(
        &self,
        py: Python<'py>,
        limit: &Bound<'_, PyAny>,
    ) -> Result<Option<(Vec<Bound<'py, PyAny>>, Vec<Bound<'py, PyAny>>)>, Failure> {
        /// A quotient, and Python's.
        const BYTES: u64 = 80;
        let (limit, most) = (natural_u64("limit", limit)?, MEMORY_LIMIT / BYTES);
        let length = usize::try_from(limit.min(most)).map_err(Failure::refused)?;
        let found = work::run(py, |watch| self.surd.watched_expansion(length, watch))?;
        if found.is_none() {
            memory::needed(u128::from(limit) * u128::from(BYTES))?;
        }
        let list = |quotients: Vec<IBig>| {
            quotients.iter().map(|quotient| signed_to_python(py, quotient)).collect::<PyResult<Vec<_>>>()
        };
        Ok(found.map(|found| PyResult::Ok((list(found.start)?, list(found.period)?))).transpose()?)
    }

    fn convergents(&self) -> Convergents {
        Convergents { convergents: Mutex::new(self.surd.convergents()) }
    }
}

/// The convergents of a surd, one after the other.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct Convergents {
    convergents: Mutex<exact::Convergents>,
}

#[pymethods]
impl Convergents {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let next = self.convergents.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((p, q)) = next else { return Ok(None) };
        PyTuple::new(py, [signed_to_python(py, &p)?, signed_to_python(py, &q)?]).map(Some)
    }
}

/// (m + √(m² + 4k²))/(2k).
#[pyfunction]
pub(crate) fn wythoff_root(m: &Bound<'_, PyAny>, k: &Bound<'_, PyAny>) -> Result<Surd, Failure> {
    Ok(exact::wythoff_root(parameter("m", m)?.into(), parameter("k", k)?.into()).into())
}

/// α and β of Lar09.
#[pyfunction]
pub(crate) fn slopes(m: &Bound<'_, PyAny>, p: &Bound<'_, PyAny>) -> Result<(Surd, Surd), Failure> {
    let (alpha, beta) = exact::slopes(parameter("m", m)?, parameter("p", p)?);
    Ok((alpha.into(), beta.into()))
}

/// The slopes of a_n and b_n of Lar15 (1) and (2).
#[pyfunction]
pub(crate) fn beatty_slopes(m: &Bound<'_, PyAny>, p: &Bound<'_, PyAny>) -> Result<(Surd, Surd), Failure> {
    let (a, b) = exact::beatty_pair(parameter("m", m)?, parameter("p", p)?);
    Ok((a.alpha().clone().into(), b.alpha().clone().into()))
}

/// ⌊nα + γ⌋.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct Beatty {
    beatty: exact::Beatty,
}

/// How many terms are computed between two looks at the watch.
const STRETCH: usize = 1 << 16;

/// What fits in the arrays of terms.
enum Terms {
    Signed(Vec<i64>),
    Unsigned(Vec<u64>),
    /// Stretches of any size.
    Long(Vec<(IBig, Vec<u64>)>),
    /// Terms so far apart that each is computed alone.
    Apart(Vec<IBig>),
}

impl Beatty {
    /// Hands the terms to `sink`, in stretches: the first term, and how much those after it exceed it.
    fn stretches(
        &self,
        start: &IBig,
        count: usize,
        watch: &(dyn Watch + Sync),
        mut sink: impl FnMut(IBig, Vec<u64>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut done = 0;
        while done < count {
            if watch.progress(done as u64, count as u64).is_break() {
                return Err(Failure::Interrupted);
            }
            let length = STRETCH.min(count - done);
            let (first, rises) = self.beatty.stretch(&(start + done), length);
            sink(first, rises)?;
            done += length;
        }
        Ok(())
    }

    /// The terms of `count` ≥ 1 indices.
    fn compute(&self, start: &IBig, count: usize, watch: &(dyn Watch + Sync)) -> Result<Terms, Failure> {
        // α > 0, so the first is the least and the last the greatest.
        let [least, greatest] = [start.clone(), start + (count - 1)].map(|n| self.beatty.term(&n));
        // A stretch rises by less than 2^63.
        let is_steep = self.beatty.alpha().ceil() * STRETCH >= IBig::ONE << 62;
        let is_signed = i64::try_from(&least).is_ok() && i64::try_from(&greatest).is_ok();
        let is_unsigned = u64::try_from(&least).is_ok() && u64::try_from(&greatest).is_ok();
        if is_steep || !(is_signed || is_unsigned) {
            let bits = greatest.bit_len().max(least.bit_len()) as u128;
            // A pointer, an object and its digits; before that the number itself.
            memory::needed(count as u128 * if is_steep { 72 + bits / 4 } else { 56 + bits / 8 })?;
        } else {
            memory::needed(count as u128 * 8)?;
        }
        if is_steep {
            let mut terms = Vec::with_capacity(count);
            for done in 0..count {
                if done % 256 == 0 && watch.progress(done as u64, count as u64).is_break() {
                    return Err(Failure::Interrupted);
                }
                terms.push(self.beatty.term(&(start + done)));
            }
            return Ok(Terms::Apart(terms));
        }
        if !(is_signed || is_unsigned) {
            let mut terms = Vec::new();
            self.stretches(start, count, watch, |first, rises| {
                terms.push((first, rises));
                Ok(())
            })?;
            return Ok(Terms::Long(terms));
        }
        // Modulo 2^64 both kinds are the same sum.
        let mut terms = Vec::with_capacity(count);
        self.stretches(start, count, watch, |first, rises| {
            let first = i64::try_from(&first).map_or_else(|_| u64::try_from(&first), |first| Ok(first.cast_unsigned()));
            let first = first.map_err(Failure::refused)?;
            terms.extend(rises.into_iter().map(|rise| first.wrapping_add(rise)));
            Ok(())
        })?;
        Ok(if is_signed {
            Terms::Signed(terms.into_iter().map(u64::cast_signed).collect())
        } else {
            Terms::Unsigned(terms)
        })
    }
}

#[pymethods]
impl Beatty {
    #[new]
    fn new(alpha: &Surd, gamma: &Surd) -> Result<Self, Failure> {
        alpha.with(gamma)?;
        let beatty = exact::Beatty::new(alpha.surd.clone(), gamma.surd.clone());
        let beatty = beatty.ok_or_else(|| Failure::Refused(format!("α of ⌊nα + γ⌋ is above 0, not {}", alpha.surd)))?;
        Ok(Self { beatty })
    }

    fn term<'py>(&self, py: Python<'py>, n: &Bound<'_, PyAny>) -> Result<Bound<'py, PyAny>, Failure> {
        Ok(signed_to_python(py, &self.beatty.term(&integer("n", n)?))?)
    }

    /// The first n that gives the value, and the first after them.
    fn indices<'py>(&self, py: Python<'py>, value: &Bound<'_, PyAny>) -> Result<Bound<'py, PyTuple>, Failure> {
        let range = self.beatty.indices_of(&integer("value", value)?);
        let ends = [signed_to_python(py, &range.start)?, signed_to_python(py, &range.end)?];
        Ok(PyTuple::new(py, ends)?)
    }

    /// An array of 64-bit integers where they fit, else a list.
    fn terms<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'_, PyAny>,
        count: &Bound<'_, PyAny>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let (start, count) = (integer("start", start)?, natural_u64("count", count)?);
        memory::needed(u128::from(count) * 8)?;
        let count = usize::try_from(count).map_err(Failure::refused)?;
        if count == 0 {
            return Ok(PyArray1::<i64>::from_vec(py, Vec::new()).into_any());
        }
        let list = |terms: Vec<IBig>| -> Result<Bound<'py, PyAny>, Failure> {
            let terms = terms.iter().map(|term| signed_to_python(py, term)).collect::<PyResult<Vec<_>>>()?;
            Ok(terms.into_pyobject(py)?.into_any())
        };
        match work::run(py, |watch| self.compute(&start, count, watch))? {
            Terms::Signed(terms) => Ok(PyArray1::from_vec(py, terms).into_any()),
            Terms::Unsigned(terms) => Ok(PyArray1::from_vec(py, terms).into_any()),
            Terms::Apart(terms) => list(terms),
            Terms::Long(stretches) => {
                let terms = stretches
                    .into_iter()
                    .flat_map(|(first, rises)| rises.into_iter().map(move |rise| &first + rise))
                    .map(|term| signed_to_python(py, &term))
                    .collect::<PyResult<Vec<_>>>()?;
                Ok(terms.into_pyobject(py)?.into_any())
            }
        }
    }
}

/// One of the papers' mex recurrences.
enum Stream {
    Diagonal(DiagonalPairs),
    Counted(CountedPairs),
    Class(ClassPairs),
}

/// A stream of pairs.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct Pairs {
    stream: Mutex<Stream>,
}

/// The next pairs, one number after the other.
fn taken(
    pairs: &mut impl Iterator<Item = (u64, u64)>,
    count: usize,
    watch: &(dyn Watch + Sync),
) -> Result<Vec<u64>, Failure> {
    let mut numbers = Vec::with_capacity(2 * count);
    for done in (0..count).step_by(STRETCH) {
        if watch.progress(done as u64, count as u64).is_break() {
            return Err(Failure::Interrupted);
        }
        numbers.extend(pairs.take(STRETCH.min(count - done)).flat_map(|(a, b)| [a, b]));
    }
    Ok(numbers)
}

#[pymethods]
impl Pairs {
    #[new]
    fn new(kind: &str, m: &Bound<'_, PyAny>, p: &Bound<'_, PyAny>) -> Result<Self, Failure> {
        let (m, p) = (parameter("m", m)?, parameter("p", p)?);
        let stream = match kind {
            "diagonal" => Stream::Diagonal(DiagonalPairs::new(m, p)),
            "counted" => Stream::Counted(CountedPairs::new(m, p)),
            "residue" => Stream::Class(ClassPairs::by_residue(m, p)),
            "round" => Stream::Class(ClassPairs::by_round(m, p)),
            _ => return Err(Failure::Refused(format!("by is \"residue\" or \"round\", not {kind:?}"))),
        };
        Ok(Self { stream: Mutex::new(stream) })
    }

    /// The next pairs; fewer where the 64-bit numbers end.
    fn take<'py>(&self, py: Python<'py>, count: &Bound<'_, PyAny>) -> Result<Bound<'py, PyArray2<u64>>, Failure> {
        let count = natural_u64("count", count)?;
        memory::needed(u128::from(count) * 16)?;
        let count = usize::try_from(count).map_err(Failure::refused)?;
        let numbers = work::run(py, |watch| {
            let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
            match &mut *stream {
                Stream::Diagonal(pairs) => taken(pairs, count, watch),
                Stream::Counted(pairs) => taken(pairs, count, watch),
                Stream::Class(pairs) => taken(pairs, count, watch),
            }
        })?;
        let rows = numbers.len() / 2;
        Ok(PyArray1::from_vec(py, numbers).reshape([rows, 2])?)
    }
}

/// The pair (a_n, b_n) of `diagonal-blocking:m,p` at any index.
#[pyfunction]
pub(crate) fn diagonal_pair<'py>(
    py: Python<'py>,
    m: &Bound<'_, PyAny>,
    p: &Bound<'_, PyAny>,
    n: &Bound<'_, PyAny>,
) -> Result<Bound<'py, PyTuple>, Failure> {
    let (pairs, n) = (exact::Pairs::new(parameter("m", m)?, parameter("p", p)?), natural("n", n)?);
    let stretch = work::run(py, |watch| pairs.a(&n, 1, watch))?;
    let a = stretch.values().next().unwrap_or(UBig::ZERO);
    let b = &a + pairs.difference(&n);
    Ok(PyTuple::new(py, [to_python(py, &a)?, to_python(py, &b)?])?)
}

/// Whether the number is an a, and its index.
#[pyfunction]
pub(crate) fn diagonal_index<'py>(
    py: Python<'py>,
    m: &Bound<'_, PyAny>,
    p: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
) -> Result<(bool, Bound<'py, PyAny>), Failure> {
    let (pairs, value) = (exact::Pairs::new(parameter("m", m)?, parameter("p", p)?), natural("value", value)?);
    let found = work::run(py, |watch| pairs.find(&value, watch))?;
    Ok((found.side == Side::A, to_python(py, &found.index)?))
}
