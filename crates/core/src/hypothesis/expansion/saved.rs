//! The state of an expansion as flat arrays. What is expected next is not part of it.

use super::norm::Norm;
use super::own_scale::OwnScale;
use super::patterns::Coef;
use super::point::Point;
use super::start::Start;
use super::{Arc, Average, Expansion, Gram, SMALLEST_SCALE};
use crate::error::Result;
use crate::hypothesis::saved::continues;
use crate::state::{Array, Arrays, Saved, State, damaged, field, impossible};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Everything that is not a vector.
#[derive(Serialize, Deserialize)]
struct Scalars {
    rows: usize,
    scale: f64,
    norm: Norm,
    average: Option<Average>,
    random: u64,
    /// Whether the weights began at an instance.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    started: bool,
    /// The scales and norms of the rows, where each is rescaled by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    apart: Option<Vec<OwnScale>>,
}

impl Saved for Expansion {
    fn save(&self, arrays: &mut dyn Arrays) -> Value {
        let list = &self.patterns.list;
        let coefs = || list.iter().flat_map(|s| &s.coefs);
        let ends = |length: &dyn Fn(usize) -> usize| {
            let mut end = 0;
            let step = |at| {
                end += length(at) as u64;
                end
            };
            Array::U64((0..list.len()).map(step).collect())
        };
        let indices = list.iter().flat_map(|s| s.point.indices.iter().copied()).collect();
        let values = list.iter().flat_map(|s| s.point.values.iter().copied()).collect();
        let mut put = |name: &str, array| arrays.put(name, array);
        put("pattern_indices", Array::U32(indices));
        put("pattern_values", Array::F64(values));
        put("pattern_ends", ends(&|at| list[at].point.indices.len()));
        put("coef_rows", Array::U32(coefs().map(|c| c.row).collect()));
        put("coef_values", Array::F64(coefs().map(|c| c.value).collect()));
        put("coef_lags", Array::F64(coefs().map(|c| c.lag).collect()));
        put("coef_ends", ends(&|at| list[at].coefs.len()));
        if let Some(start) = &self.start {
            put("start_indices", Array::U32(start.point.indices.to_vec()));
            put("start_values", Array::F64(start.point.values.to_vec()));
        }
        if self.units.is_some() {
            put("unit_values", Array::F64(self.unit_cells().map(|c| c.value).collect()));
            put("unit_lags", Array::F64(self.unit_cells().map(|c| c.lag).collect()));
        }
        json!(Scalars {
            rows: self.rows,
            scale: self.scale,
            norm: self.norm.clone(),
            average: self.average.clone(),
            random: self.random,
            started: self.start.is_some(),
            apart: self.apart.clone(),
        })
    }

    fn load(&mut self, state: &mut State) -> Result<()> {
        let scalars: Scalars = field(&state.scalars, "hypothesis")?;
        if scalars.rows == 0 {
            return Err(damaged("hypothesis"));
        }
        let fits =
            |own: &Vec<OwnScale>| own.len() == scalars.rows && own.iter().all(OwnScale::is_sound);
        let is_apart = scalars.apart.is_some();
        if is_apart != self.apart.is_some() || !scalars.apart.as_ref().is_none_or(fits) {
            return Err(damaged("hypothesis"));
        }
        self.apart = scalars.apart;
        let scale = scalars.scale.abs();
        if !(scale >= SMALLEST_SCALE && (scale * scale).is_finite() && scalars.norm.is_sound()) {
            return Err(impossible("scale or norm of the hypothesis"));
        }
        if !continues(&scalars.average, &self.average) {
            return Err(impossible("average"));
        }
        self.rows = scalars.rows;
        self.marked = scalars.rows;
        self.scale = scalars.scale;
        self.norm = scalars.norm;
        self.average = scalars.average;
        self.random = scalars.random;
        if scalars.started {
            let cells = (state.small("start_indices")?, state.reals("start_values")?);
            let point = canonical(&cells.0, &cells.1).ok_or_else(|| damaged("start_values"))?;
            self.start = Some(Start::new(&self.kernel, Arc::new(point)));
        }
        if self.units.is_some() {
            self.load_units(state)?;
        }
        self.load_patterns(state)?;
        self.gram = self.gram.as_ref().map(|_| Gram::new(&self.kernel, &self.patterns));
        Ok(())
    }
}

impl Expansion {
    fn load_patterns(&mut self, state: &mut State) -> Result<()> {
        let (indices, values) = (state.small("pattern_indices")?, state.reals("pattern_values")?);
        let points = ranges(&state.large("pattern_ends")?, &[indices.len(), values.len()]);
        let points = points.ok_or_else(|| damaged("pattern_ends"))?;
        let rows = state.small("coef_rows")?;
        let (coefs, lags) = (state.reals("coef_values")?, state.reals("coef_lags")?);
        let spans = ranges(&state.large("coef_ends")?, &[rows.len(), coefs.len(), lags.len()]);
        let spans =
            spans.filter(|s| s.len() == points.len()).ok_or_else(|| damaged("coef_ends"))?;
        for (point, span) in points.into_iter().zip(spans) {
            let cells = (&indices[point.clone()], &values[point]);
            let coef = |at: usize| Coef { row: rows[at], value: coefs[at], lag: lags[at] };
            self.load_pattern(cells, span.map(coef).collect())?;
        }
        Ok(())
    }

    fn load_units(&mut self, state: &mut State) -> Result<()> {
        let (values, lags) = (state.reals("unit_values")?, state.reals("unit_lags")?);
        if values.len() != lags.len() {
            return Err(damaged("unit_lags"));
        }
        let cell = |(value, lag)| Coef { row: 1, value, lag };
        self.units = Some(values.into_iter().zip(lags).map(cell).collect());
        Ok(())
    }

    fn load_pattern(&mut self, cells: (&[u32], &[f64]), coefs: Vec<Coef>) -> Result<()> {
        let point = canonical(cells.0, cells.1).ok_or_else(|| damaged("pattern_values"))?;
        let (own, point) = (self.own(&point), Arc::new(point));
        let moved = self.moved(&point, own);
        let (at, new) = self.patterns.add(&point, &moved);
        if !(new && moved.own > 0.0 && own.is_finite()) {
            return Err(damaged("pattern_values"));
        }
        if coefs.iter().any(|c| c.row as usize >= self.rows) {
            return Err(damaged("coef_rows"));
        }
        self.patterns.list[at].coefs = coefs;
        Ok(())
    }
}

/// A stored instance from its cells, if they are in canonical form.
fn canonical(indices: &[u32], values: &[f64]) -> Option<Point> {
    let fits = indices.len() == values.len()
        && indices.is_sorted_by(|a, b| a < b)
        && values.iter().all(|x| *x != 0.0);
    fits.then(|| Point::canonical(indices.to_vec(), values.to_vec()))
}

/// The ranges between ends that rise to `total`, the length of every array they cut.
fn ranges(ends: &[u64], totals: &[usize]) -> Option<Vec<std::ops::Range<usize>>> {
    let total = *totals.first()?;
    let last = ends.last().copied().unwrap_or(0);
    let whole = totals.iter().all(|t| *t == total) && last == total as u64;
    if !whole || !ends.is_sorted() {
        return None;
    }
    let starts = std::iter::once(0).chain(ends.iter().copied());
    Some(starts.zip(ends).map(|(start, &end)| start as usize..end as usize).collect())
}
