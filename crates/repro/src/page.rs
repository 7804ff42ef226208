//! The page that holds the sections of all experiments, in the order of their list.
//!
//! Each section stands between two markers.

use crate::experiments::Experiment;

const HEADER: &str = "# Reproduction\n\nPublished experiments, repeated. Written by \
     `noregret-repro NAME --out docs`; do not edit by hand.\n";

/// The page with the section of this experiment put in or replaced; all else stays as it is.
///
/// An empty page gets its header. The error says what is wrong with the markers.
pub(crate) fn update(page: &str, name: &str, section: &str) -> Result<String, String> {
    let page = if page.trim().is_empty() { HEADER } else { page };
    let block = format!("{}\n{section}{}\n", begin(name), end(name));
    let (before, after) = match find(page, name)? {
        Some((start, stop)) => (page[..start].to_string(), &page[stop..]),
        None => {
            let place = next_section(page, name)?.unwrap_or(page.len());
            let mut before = page[..place].trim_end().to_string();
            before.push_str("\n\n");
            (before, &page[place..])
        }
    };
    let gap = if after.is_empty() || after.starts_with('\n') { "" } else { "\n" };
    Ok(before + &block + gap + after)
}

fn begin(name: &str) -> String {
    format!("<!-- begin {name} -->")
}

fn end(name: &str) -> String {
    format!("<!-- end {name} -->")
}

/// Where the block of an experiment starts, and where the line of its end marker ends.
fn find(page: &str, name: &str) -> Result<Option<(usize, usize)>, String> {
    let (begin, end) = (begin(name), end(name));
    match (page.find(&begin), page.find(&end)) {
        (None, None) => Ok(None),
        (Some(start), Some(stop)) if start < stop => {
            let stop = stop + end.len();
            let newline = usize::from(page[stop..].starts_with('\n'));
            Ok(Some((start, stop + newline)))
        }
        (Some(_), _) => Err(format!("no '{end}' follows '{begin}'")),
        (None, Some(_)) => Err(format!("no '{begin}' leads '{end}'")),
    }
}

/// Where the first of the experiments after this one starts.
fn next_section(page: &str, name: &str) -> Result<Option<usize>, String> {
    let later = Experiment::all().map(Experiment::name).skip_while(|other| *other != name).skip(1);
    let mut places = Vec::new();
    for other in later {
        places.extend(find(page, other)?.map(|(start, _)| start));
    }
    Ok(places.into_iter().min())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(page: &str, name: &str, section: &str) -> Result<String, String> {
        update(page, name, section)
    }

    fn block(name: &str, section: &str) -> String {
        format!("<!-- begin {name} -->\n{section}<!-- end {name} -->\n")
    }

    const CHESS: &str = "ultraconservative-chess";
    const USPS: &str = "ultraconservative-usps";
    const LETTER: &str = "ultraconservative-letter";

    #[test]
    fn sections_stand_in_the_order_of_the_table() {
        let page = put("", USPS, "u\n").unwrap();
        assert_eq!(page, format!("{HEADER}\n{}", block(USPS, "u\n")));
        let page = put(&put(&page, LETTER, "l\n").unwrap(), CHESS, "c\n").unwrap();
        let blocks = [block(CHESS, "c\n"), block(USPS, "u\n"), block(LETTER, "l\n")];
        assert_eq!(page, format!("{HEADER}\n{}", blocks.join("\n")));
    }

    #[test]
    fn only_the_own_section_is_replaced() {
        let page = format!(
            "# Mine\n\nwords\n\n{}kept\n{}\nlast words",
            block(CHESS, "c\n"),
            block(USPS, "old\n")
        );
        let fresh = put(&page, USPS, "new\nlonger\n").unwrap();
        assert_eq!(fresh, page.replace("old\n", "new\nlonger\n"));
        assert_eq!(put(&fresh, USPS, "old\n").unwrap(), page);
        assert_eq!(put(&page, USPS, "old\n").unwrap(), page);
    }

    #[test]
    fn half_a_pair_of_markers_is_refused() {
        let name = format!("<!-- begin {USPS} -->");
        let reason = format!("no '<!-- end {USPS} -->' follows '{name}'");
        assert_eq!(put(&name, USPS, "u\n"), Err(reason.clone()));
        assert_eq!(put(&name, CHESS, "c\n"), Err(reason));
        assert!(put(&format!("<!-- end {USPS} -->"), USPS, "u\n").is_err());
    }
}
