//! Tables by column: pyarrow, polars, pandas and whatever else has `__arrow_c_stream__`.
//!
//! Columns of numbers are features with the names of the columns, columns of strings are
//! categories: the feature `column=value` is 1. Columns of text are split into words where that is
//! asked for: each different word is the feature `column^word` of value 1. What is null is missing.
//! Numbers of 64 bits are read where they are.

use crate::error::refused;
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::{
    ArrowPrimitiveType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{DataType, SchemaRef};
use noregret::Record;
use noregret::array::{ArrayRows, Cells, Column};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// A column of a part of the table.
enum Values {
    /// Numbers; those that are missing are 0, which is the same.
    F64(arrow_array::Float64Array),
    Numbers(Vec<f64>),
    Categories(Vec<Option<String>>),
    Texts(Vec<Option<String>>),
}

/// Rows that follow each other.
struct Part {
    columns: Vec<Values>,
    /// The first row.
    start: usize,
    len: usize,
}

/// A table.
pub(crate) struct Frame {
    schema: SchemaRef,
    parts: Vec<Part>,
    len: usize,
}

impl Frame {
    /// Takes a table by the Arrow interface; the columns in `text` are split into words.
    pub(crate) fn read(given: &Bound<'_, PyAny>, text: &[String]) -> PyResult<Self> {
        let reader = stream(given)?;
        let schema = reader.schema();
        if let Some(name) = text.iter().find(|name| schema.index_of(name).is_err()) {
            return Err(refused(format!("there is no column {name} to split into words")));
        }
        let (mut parts, mut len) = (Vec::new(), 0);
        for batch in reader {
            let batch = batch.map_err(|error| refused(error.to_string()))?;
            let part = part(&batch, text, len)?;
            len += part.len;
            parts.push(part);
        }
        Ok(Frame { schema, parts, len })
    }

    /// The names of the columns.
    pub(crate) fn names(&self) -> Vec<Column> {
        self.schema.fields().iter().map(|field| Column::Name(field.name().clone())).collect()
    }

    /// Whether all columns are numbers.
    pub(crate) fn is_numeric(&self) -> bool {
        let is_number = |values: &Values| matches!(values, Values::F64(_) | Values::Numbers(_));
        self.parts.iter().all(|part| part.columns.iter().all(is_number))
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn width(&self) -> usize {
        self.schema.fields().len()
    }

    fn find(&self, row: usize) -> Option<(&Part, usize)> {
        let at = self.parts.partition_point(|part| part.start <= row).checked_sub(1)?;
        let part = &self.parts[at];
        Some((part, row - part.start))
    }

    /// A row as a record of its own.
    pub(crate) fn record(&self, row: usize) -> Record {
        let Some((part, row)) = self.find(row) else { return Record::new() };
        let cells = self.schema.fields().iter().zip(&part.columns);
        cells.fold(Record::new(), |record, (field, values)| match values {
            Values::Categories(all) => match &all[row] {
                Some(category) => record.name(&format!("{}={category}", field.name()), 1.0),
                None => record,
            },
            Values::Texts(all) => match &all[row] {
                Some(text) => record.text(field.name(), text),
                None => record,
            },
            _ => record.name(field.name(), values.number(row)),
        })
    }
}

impl Values {
    #[inline(always)]
    fn number(&self, row: usize) -> f64 {
        match self {
            Values::F64(array) if array.is_null(row) => 0.0,
            Values::F64(array) => array.value(row),
            Values::Numbers(numbers) => numbers[row],
            Values::Categories(_) | Values::Texts(_) => 0.0,
        }
    }
}

impl ArrayRows for &Frame {
    fn len(&self) -> usize {
        Frame::len(self)
    }

    fn width(&self) -> usize {
        Frame::width(self)
    }

    fn copy(&self, row: usize, cells: &mut Cells) -> Result<(), String> {
        let (part, row) = self.find(row).ok_or("there is no such row")?;
        cells.extend_dense(part.columns.iter().map(|values| values.number(row)));
        Ok(())
    }
}

/// The batches of a table.
#[allow(unsafe_code)]
fn stream(given: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let capsule = given.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>().map_err(|_| refused("this is no Arrow stream"))?;
    let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?;
    // SAFETY: the Arrow PyCapsule interface says that a capsule of this name, which was checked,
    // points to a stream that the consumer may move out of; what is left there is marked as
    // released, so that the capsule does not release it again.
    let reader = unsafe {
        RecordBatchStreamReader::from_raw(pointer.as_ptr().cast::<FFI_ArrowArrayStream>())
    };
    reader.map_err(|error| refused(error.to_string()))
}

fn part(batch: &RecordBatch, text: &[String], start: usize) -> PyResult<Part> {
    let schema = batch.schema();
    let named = batch.columns().iter().zip(schema.fields());
    let columns = named.map(|(array, field)| {
        let (name, found) = (field.name(), values(array, field.name())?);
        match (text.contains(name), found) {
            (false, found) => Ok(found),
            (true, Values::Categories(all)) => Ok(Values::Texts(all)),
            (true, _) => Err(refused(format!("the column {name} has numbers: it is no text"))),
        }
    });
    Ok(Part { columns: columns.collect::<PyResult<_>>()?, start, len: batch.num_rows() })
}

fn values(array: &ArrayRef, name: &str) -> PyResult<Values> {
    let texts = |all: Vec<Option<&str>>| {
        Values::Categories(all.into_iter().map(|text| text.map(str::to_owned)).collect())
    };
    Ok(match array.data_type() {
        DataType::Float64 => Values::F64(array.as_primitive::<Float64Type>().clone()),
        DataType::Float16 => numbers::<Float16Type>(array, f64::from),
        DataType::Float32 => numbers::<Float32Type>(array, f64::from),
        DataType::Int8 => numbers::<Int8Type>(array, f64::from),
        DataType::Int16 => numbers::<Int16Type>(array, f64::from),
        DataType::Int32 => numbers::<Int32Type>(array, f64::from),
        DataType::Int64 => numbers::<Int64Type>(array, |x| x as f64),
        DataType::UInt8 => numbers::<UInt8Type>(array, f64::from),
        DataType::UInt16 => numbers::<UInt16Type>(array, f64::from),
        DataType::UInt32 => numbers::<UInt32Type>(array, f64::from),
        DataType::UInt64 => numbers::<UInt64Type>(array, |x| x as f64),
        DataType::Boolean => {
            let each = array.as_boolean().iter();
            Values::Numbers(each.map(|x| f64::from(u8::from(x == Some(true)))).collect())
        }
        DataType::Utf8 => texts(array.as_string::<i32>().iter().collect()),
        DataType::LargeUtf8 => texts(array.as_string::<i64>().iter().collect()),
        DataType::Utf8View => texts(array.as_string_view().iter().collect()),
        DataType::Dictionary(_, _) => {
            let codes = array.as_any_dictionary();
            let each = values(codes.values(), name)?;
            let all: Vec<Option<String>> = match each {
                Values::Categories(all) => all,
                numbers => (0..codes.values().len())
                    .map(|at| Some(numbers.number(at).to_string()))
                    .collect(),
            };
            let keys = codes.normalized_keys();
            let each = keys.iter().enumerate().map(|(row, key)| match array.is_null(row) {
                true => None,
                false => all.get(*key).cloned().flatten(),
            });
            Values::Categories(each.collect())
        }
        DataType::Null => Values::Numbers(vec![0.0; array.len()]),
        other => {
            let reason = format!("the column {name} is of {other}: numbers and strings are wanted");
            return Err(refused(reason));
        }
    })
}

fn numbers<T: ArrowPrimitiveType>(array: &ArrayRef, real: impl Fn(T::Native) -> f64) -> Values {
    let each = array.as_primitive::<T>().iter();
    Values::Numbers(each.map(|x| x.map_or(0.0, &real)).collect())
}
