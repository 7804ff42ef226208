//! What the cells of a column look like that was read as categories.

/// A form in which people write numbers and times, which no reader takes for a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `31`: another cell made the column one of categories.
    Number,
    /// `1,234,567` or `1 234.5`.
    Thousands,
    /// `3,14`; `1,234` too, where commas are decimal marks.
    DecimalComma,
    /// `1.234,5`.
    PointsAndComma,
    /// `12 %`.
    Percent,
    /// `$1,200` or `12.50 €`.
    Money,
    /// `2024-01-31`, `31/12/2024` or `31.12.2024`, also with a time.
    Date,
}

/// Signs and codes of currencies.
const CURRENCIES: [&str; 9] = ["$", "€", "£", "¥", "₹", "USD", "EUR", "GBP", "CHF"];

/// A form, and whether a cell has it.
type Form = (Shape, fn(&str) -> bool);

/// All forms, in the order in which a cell is tried on them.
const FORMS: [Form; 7] = [
    (Shape::Number, is_number),
    (Shape::Date, is_date),
    (Shape::Percent, |text| text.strip_suffix('%').is_some_and(|text| is_amount(text.trim_end()))),
    (Shape::Money, is_money),
    (Shape::Thousands, is_grouped),
    (Shape::DecimalComma, has_decimal_comma),
    (Shape::PointsAndComma, has_points_and_comma),
];

impl Shape {
    /// The form of a cell, if it has one.
    pub(super) fn of(text: &str) -> Option<Self> {
        FORMS.iter().find(|(_, fits)| fits(text)).map(|(shape, _)| *shape)
    }

    /// The form of a cell of a table in which commas are decimal marks, if they are.
    pub(super) fn among(text: &str, commas: bool) -> Option<Self> {
        match commas && has_decimal_comma(text) {
            true => Some(Self::DecimalComma),
            false => Self::of(text),
        }
    }

    /// What it looks like, and what to do about it.
    pub(super) fn advice(self) -> (&'static str, &'static str) {
        match self {
            Self::Number => ("numbers", "--missing WORDS names the words that mean no value"),
            Self::Thousands => ("numbers with thousands separators", "remove the separators"),
            Self::DecimalComma => ("numbers with decimal commas", "--decimal , reads them"),
            Self::PointsAndComma => (
                "numbers with thousands separators and decimal commas",
                "remove the points, and --decimal , reads them",
            ),
            Self::Percent => ("percents", "remove the signs"),
            Self::Money => ("amounts of money", "leave only the numbers"),
            Self::Date => ("dates", "write year, month and day as numbers in columns of their own"),
        }
    }
}

fn is_number(text: &str) -> bool {
    noregret_io::number::parse(text.as_bytes()).is_ok()
}

fn is_amount(text: &str) -> bool {
    is_number(text) || is_grouped(text) || has_decimal_comma(text)
}

fn is_money(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '+']);
    let bare = |sign: &str| text.strip_prefix(sign).or_else(|| text.strip_suffix(sign));
    CURRENCIES.iter().find_map(|sign| bare(sign)).is_some_and(|text| is_amount(text.trim()))
}

/// Groups of three digits after the first, between commas, blanks, apostrophes or several points.
fn is_grouped(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '+']);
    let separator = [',', ' ', '\u{a0}', '\u{202f}', '\'', '.'].into_iter().find(|&mark| {
        let times = text.matches(mark).count();
        times > usize::from(mark == '.')
    });
    let Some(separator) = separator else { return false };
    let (whole, rest) = match separator {
        ',' | ' ' | '\'' => text.split_once('.').unwrap_or((text, "")),
        _ => text.split_once(',').unwrap_or((text, "")),
    };
    let mut groups = whole.split(separator);
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    // No group of thousands begins with 0: 0,567 is less than 1.
    groups.next().is_some_and(|first| {
        (1..=3).contains(&first.len()) && digits(first) && !first.starts_with('0')
    }) && whole.contains(separator)
        && groups.all(|group| group.len() == 3 && digits(group))
        && digits(rest)
}

/// Groups of three digits between points, then a comma and more.
fn has_points_and_comma(text: &str) -> bool {
    let Some((whole, rest)) = text.split_once(',') else { return false };
    let digits = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    digits && is_grouped(&whole.replace('.', ","))
}

fn has_decimal_comma(text: &str) -> bool {
    !text.contains('.') && text.matches(',').count() == 1 && is_number(&text.replace(',', "."))
}

/// Three numbers between `-`, `/` or points, one of them a year of four digits; a time may follow.
fn is_date(text: &str) -> bool {
    let day = text.split([' ', 'T']).next().unwrap_or_default();
    let Some(mark) = ['-', '/', '.'].into_iter().find(|&mark| day.matches(mark).count() == 2)
    else {
        return false;
    };
    let parts: Vec<&str> = day.split(mark).collect();
    let digits = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let year = |at: usize| parts.get(at).is_some_and(|part| part.len() == 4);
    parts.iter().all(digits)
        && (year(0) || year(2))
        && parts.iter().filter(|part| part.len() <= 2).count() == 2
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn cells_and_their_forms() {
        for (shape, texts) in [
            (Some(Shape::Number), &["31", "-2.5e3"][..]),
            (Some(Shape::Thousands), &["1,234", "1,234,567.89", "1 234", "1.234.567", "1'234"]),
            (Some(Shape::DecimalComma), &["3,14", "-0,5", "1234,567", "0,567"]),
            (Some(Shape::PointsAndComma), &["1.234,5", "-12.345,67"]),
            (Some(Shape::Percent), &["12%", "12.5 %", "3,5 %"]),
            (Some(Shape::Money), &["$5", "-$1,200.50", "12 €", "USD 7", "9.50 EUR"]),
            (Some(Shape::Date), &["2024-01-31", "31/12/2024", "1.2.2024", "2024-01-31 12:00:05"]),
            (None, &["red", "a,b", "1-2", "12:30", "1,2,3", "v1.2.3", "%", "$", "10.0.0.1", ""]),
        ] {
            for text in texts {
                assert_eq!(Shape::of(text), shape, "{text}");
            }
        }
        let among = |text, commas| Shape::among(text, commas);
        assert_eq!(among("1,234", false), Some(Shape::Thousands));
        assert_eq!(among("1,234", true), Some(Shape::DecimalComma));
        assert_eq!(among("1,234,567", true), Some(Shape::Thousands));
    }
}
