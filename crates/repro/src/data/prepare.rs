//! What is done to the values of a row before a kernel sees them.

/// How rows are prepared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Preparation {
    /// Not at all.
    Raw,
    /// Pixels are cut to bytes, 0 to 255, then the row is scaled to length 1.
    UnitPixels {
        /// The value of an empty pixel.
        low: f64,
        /// The value of a full one.
        high: f64,
    },
}

impl Preparation {
    /// The prepared row. A row of zeros stays one.
    pub(crate) fn apply(self, mut row: Vec<f64>) -> Vec<f64> {
        if let Preparation::UnitPixels { low, high } = self {
            row.iter_mut().for_each(|x| *x = (255.0 * (*x - low) / (high - low)).floor());
            let length = row.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.0 {
                row.iter_mut().for_each(|x| *x /= length);
            }
        }
        row
    }

    /// The preparation in words, for the page.
    pub(crate) fn words(self) -> String {
        match self {
            Preparation::Raw => "the features as they are".into(),
            Preparation::UnitPixels { low, high } => {
                format!("pixels in [{low}, {high}] cut to bytes, rows scaled to l2 norm 1")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Preparation;

    #[test]
    fn pixels_end_up_at_length_one() {
        let usps = Preparation::UnitPixels { low: -1.0, high: 1.0 };
        let row = usps.apply(vec![-1.0, 0.2, 0.602]);
        let length = (153f64.powi(2) + 204f64.powi(2)).sqrt();
        assert_eq!(row, [0.0, 153.0 / length, 204.0 / length]);
        assert_eq!(usps.apply(vec![-1.0, -1.0]), [0.0, 0.0]);
        assert_eq!(Preparation::Raw.apply(vec![3.0, -4.0]), [3.0, -4.0]);
    }
}
