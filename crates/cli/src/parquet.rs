//! Tables as Parquet files, behind the feature `parquet`.
//!
//! Rows are gathered in groups, and a group goes to the output before the next one begins: memory holds one. The writer
//! of the `parquet` crate wants an output that can go to another thread, which standard output can't; so it writes to
//! bytes, and these are handed on.

#[cfg(not(feature = "parquet"))]
use anyhow::{Result, bail};

/// Refuses, and says how to get it.
#[cfg(not(feature = "parquet"))]
pub(crate) fn needed() -> Result<()> {
    bail!(
        "--format parquet: this program was built without it; build it with `cargo build --release --features \
         parquet`, or use --format csv"
    )
}

#[cfg(feature = "parquet")]
pub(crate) use with::{Column, Sheet, needed};

#[cfg(feature = "parquet")]
mod with {
    use std::io::Write;
    use std::sync::Arc;

    use anyhow::Result;
    use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
    use parquet::schema::parser::parse_message_type;

    /// It is here.
    #[expect(clippy::unnecessary_wraps, reason = "its twin fails")]
    pub(crate) fn needed() -> Result<()> {
        Ok(())
    }

    /// Values of a column, `None` for null.
    pub(crate) enum Column {
        /// Numbers that are never null, 0 to 2^64 − 1.
        Natural(Vec<u64>),
        Whole(Vec<Option<i64>>),
        Real(Vec<Option<f64>>),
        Flag(Vec<Option<bool>>),
        Text(Vec<Option<String>>),
    }

    impl Column {
        /// The column's line in a schema.
        fn declared(&self, name: &str) -> String {
            match self {
                Self::Natural(_) => format!("required int64 {name} (INTEGER(64,false));"),
                Self::Whole(_) => format!("optional int64 {name};"),
                Self::Real(_) => format!("optional double {name};"),
                Self::Flag(_) => format!("optional boolean {name};"),
                Self::Text(_) => format!("optional binary {name} (STRING);"),
            }
        }

        fn write(&self, writer: &mut SerializedColumnWriter<'_>) -> Result<()> {
            match self {
                Self::Natural(values) => {
                    // Parquet keeps the same 64 bits and calls them unsigned.
                    let values: Vec<i64> = values.iter().map(|value| value.cast_signed()).collect();
                    writer.typed::<Int64Type>().write_batch(&values, None, None)?;
                    Ok(())
                }
                Self::Whole(values) => optional::<Int64Type, _>(writer, values, |value| *value),
                Self::Real(values) => optional::<DoubleType, _>(writer, values, |value| *value),
                Self::Flag(values) => optional::<BoolType, _>(writer, values, |value| *value),
                Self::Text(values) => {
                    optional::<ByteArrayType, _>(writer, values, |text| ByteArray::from(text.as_str()))
                }
            }
        }
    }

    /// Writes the values that are there, and which are.
    fn optional<T: DataType, V>(
        writer: &mut SerializedColumnWriter<'_>,
        values: &[Option<V>],
        value: impl Fn(&V) -> T::T,
    ) -> Result<()> {
        let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
        let present: Vec<T::T> = values.iter().flatten().map(value).collect();
        writer.typed::<T>().write_batch(&present, Some(&levels), None)?;
        Ok(())
    }

    /// A Parquet file at work.
    pub(crate) struct Sheet<W> {
        writer: SerializedFileWriter<Vec<u8>>,
        out: W,
    }

    impl<W: Write> Sheet<W> {
        /// Begins a file with the columns of `first`, which may be empty.
        pub(crate) fn new(out: W, first: &[(&str, Column)]) -> Result<Self> {
            let columns: String = first.iter().map(|(name, column)| column.declared(name)).collect();
            let schema = Arc::new(parse_message_type(&format!("message table {{ {columns} }}"))?);
            let properties = WriterProperties::builder().set_created_by("wythoff".to_owned()).build();
            Ok(Self { writer: SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?, out })
        }

        /// Writes a group of rows, as many in each column.
        pub(crate) fn group(&mut self, columns: &[(&str, Column)]) -> Result<()> {
            let mut group = self.writer.next_row_group()?;
            for (_, column) in columns {
                let Some(mut writer) = group.next_column()? else { break };
                column.write(&mut writer)?;
                writer.close()?;
            }
            group.close()?;
            self.hand_on()
        }

        /// Ends the file.
        pub(crate) fn finish(mut self) -> Result<()> {
            self.writer.finish()?;
            self.hand_on()
        }

        fn hand_on(&mut self) -> Result<()> {
            self.writer.flush()?;
            let bytes = std::mem::take(self.writer.inner_mut());
            Ok(self.out.write_all(&bytes)?)
        }
    }
}
