//! Integers of any size, from Python and back.

use dashu_int::{IBig, UBig};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt};

use crate::errors::Failure;

/// A Python `int`, or what stands for one (NumPy's integers do, floats and truth values do not).
fn as_int<'py>(what: &str, given: &Bound<'py, PyAny>) -> Result<Bound<'py, PyInt>, Failure> {
    let refused = || {
        let kind = given.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
        Failure::Kind(format!("{what} is an integer, not a {kind}"))
    };
    if let Ok(integer) = given.cast::<PyInt>() {
        return if given.is_instance_of::<PyBool>() { Err(refused()) } else { Ok(integer.clone()) };
    }
    let stands_for = given.call_method0(intern!(given.py(), "__index__")).map_err(|_| refused())?;
    stands_for.cast_into::<PyInt>().map_err(|_| refused())
}

/// An integer that is 0 or more; `what` names it in an error.
pub(crate) fn natural(what: &str, given: &Bound<'_, PyAny>) -> Result<UBig, Failure> {
    let number = integer(what, given)?;
    UBig::try_from(number).map_err(|_| Failure::Refused(format!("{what} is 0 or more, not {}", shown(given))))
}

/// An integer that is 0 or more and fits in 64 bits.
pub(crate) fn natural_u64(what: &str, given: &Bound<'_, PyAny>) -> Result<u64, Failure> {
    natural(what, given)?
        .try_into()
        .map_err(|_| Failure::Refused(format!("{what} is below 2^64, not {}", shown(given))))
}

/// Any integer.
pub(crate) fn integer(what: &str, given: &Bound<'_, PyAny>) -> Result<IBig, Failure> {
    let int = as_int(what, given)?;
    if let Ok(small) = int.extract::<i64>() {
        return Ok(small.into());
    }
    let py = int.py();
    let bits: usize = int.call_method0(intern!(py, "bit_length"))?.extract()?;
    let is_negative = int.lt(0)?;
    let size = int.call_method0(intern!(py, "__abs__"))?;
    let bytes = size.call_method1(intern!(py, "to_bytes"), (bits.div_ceil(8), "little"))?;
    let size = UBig::from_le_bytes(bytes.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes());
    Ok(if is_negative { -IBig::from(size) } else { size.into() })
}

/// As a Python `int`.
pub(crate) fn to_python<'py>(py: Python<'py>, number: &UBig) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = u64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &number.to_le_bytes());
    py.get_type::<PyInt>().call_method1(intern!(py, "from_bytes"), (bytes, "little"))
}

/// The same with a sign.
pub(crate) fn signed_to_python<'py>(py: Python<'py>, number: &IBig) -> PyResult<Bound<'py, PyAny>> {
    let (sign, size) = number.clone().into_parts();
    let size = to_python(py, &size)?;
    if sign == dashu_int::Sign::Negative { size.call_method0(intern!(py, "__neg__")) } else { Ok(size) }
}

/// The integer in an error: its first and last digits, if it is long.
fn shown(given: &Bound<'_, PyAny>) -> String {
    match integer("", given).map(IBig::into_parts) {
        Ok((sign, size)) => {
            format!("{}{}", if sign == dashu_int::Sign::Negative { "−" } else { "" }, wythoff::shortened(&size))
        }
        Err(_) => "this".to_owned(),
    }
}
