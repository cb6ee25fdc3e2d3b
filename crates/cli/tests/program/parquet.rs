//! Parquet files, read back, against the same tables as CSV. `tests/bare` tries the program without the feature.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

fn wythoff(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_wythoff")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A file as the CSV that says the same.
fn csv_of(path: &Path) -> String {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema().clone();
    let names: Vec<&str> = schema.get_fields().iter().map(|field| field.name()).collect();
    let mut text = names.join(",") + "\n";
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        let cell = |field: &Field| match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            Field::Double(number) => serde_json::Value::from(*number).to_string(),
            other => other.to_string(),
        };
        let cells: Vec<String> = row.get_column_iter().map(|(_, field)| cell(field)).collect();
        text += &cells.join(",");
        text.push('\n');
    }
    text
}

#[test]
fn a_table_is_the_same_in_parquet() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.parquet");
    // One game that is not symmetric, and one table of more than one group of rows.
    for (game, rows) in [("W^5", "1000"), ("shifted:m=2,p=3,l=1", "50"), ("wythoff", "300000"), ("nim", "0")] {
        let arguments = ["table", game, "--count", rows];
        wythoff(&[&arguments[..], &["--format", "parquet", "-o", path.to_str().unwrap()]].concat());
        let csv = wythoff(&[&arguments[..], &["--format", "csv"]].concat());
        let expected = if rows == "0" { "n,a,b,delta\n" } else { &csv };
        assert!(csv_of(&path) == *expected, "{game}");
    }
}

#[test]
fn the_tables_of_an_atlas_are_the_same_in_parquet() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for format in ["csv", "parquet"] {
        wythoff(&["sweep", "--k", "1..7", "--columns", "3000", "--format", format, "-o", at.to_str().unwrap()]);
    }
    for name in ["atlas", "regions"] {
        let csv = fs::read_to_string(at.join(name).with_extension("csv")).unwrap();
        assert!(csv.lines().count() > 7);
        assert_eq!(csv_of(&at.join(name).with_extension("parquet")), csv);
    }
}

/// The laboratory's page writes Parquet by itself: its file says what its CSV says.
#[test]
fn the_page_writes_parquet_that_others_read() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/tests/golden");
    let reader = SerializedFileReader::new(File::open(golden.join("threads.parquet")).unwrap()).unwrap();
    let csv = fs::read_to_string(golden.join("threads.csv")).unwrap();
    let mut lines = csv.lines();
    let schema = reader.metadata().file_metadata().schema().clone();
    let names: Vec<&str> = schema.get_fields().iter().map(|field| field.name()).collect();
    assert_eq!(names.join(","), lines.next().unwrap());
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), lines.clone().count());
    for (row, line) in rows.iter().zip(lines) {
        for ((name, field), cell) in row.get_column_iter().zip(line.split(',')) {
            match field {
                Field::Null => assert_eq!(cell, "", "{name}: {line}"),
                Field::Str(text) => assert_eq!(cell, text, "{name}: {line}"),
                // The two write numbers in their own ways.
                Field::Double(number) => assert_eq!(cell.parse::<f64>(), Ok(*number), "{name}: {line}"),
                other => assert_eq!(cell, other.to_string(), "{name}: {line}"),
            }
        }
    }
}
