//! The shapes of which pictures are made, as SVG text.

/// Colours that are told apart also without red and green.
pub const COLOURS: [&str; 10] = [
    "#000000", "#0072b2", "#009e73", "#e69f00", "#d55e00", "#cc79a7", "#56b4e9", "#7f7f7f",
    "#8c564b", "#b8a000",
];

/// A whole picture of this size.
pub fn page(width: f64, height: f64, shapes: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n{shapes}</svg>\n"
    )
}

/// A straight line.
pub fn rule(from: (f64, f64), to: (f64, f64), colour: &str) -> String {
    let ((x1, y1), (x2, y2)) = (from, to);
    format!(
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>\n"
    )
}

/// A line through these points, dashed like this if that is not empty.
pub fn polyline(points: &[(f64, f64)], colour: &str, dash: &str) -> String {
    let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let dash = match dash {
        "" => String::new(),
        dash => format!(" stroke-dasharray=\"{dash}\""),
    };
    format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"{dash}/>\n",
        list.join(" ")
    )
}

/// A filled area around these points.
pub fn polygon(points: &[(f64, f64)], colour: &str) -> String {
    let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    format!("<polygon points=\"{}\" fill=\"{colour}\"/>\n", list.join(" "))
}

/// Words; what XML reserves is written out.
pub fn text(x: f64, y: f64, anchor: &str, words: &str) -> String {
    let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>\n")
}

/// The tags in order; panics if they do not nest.
#[cfg(test)]
pub(super) fn tags(svg: &str) -> Vec<&str> {
    let (mut open, mut seen) = (Vec::new(), Vec::new());
    for piece in svg.split('<').skip(1) {
        let (inside, words) = piece.split_once('>').unwrap();
        assert!(!words.contains('>'), "{words}");
        let tag = inside.trim_start_matches('/').split([' ', '/']).next().unwrap();
        assert_eq!(inside.matches('"').count() % 2, 0, "{inside}");
        if inside.starts_with('/') {
            assert_eq!(open.pop(), Some(tag));
        } else {
            seen.push(tag);
            if !inside.ends_with('/') {
                open.push(tag);
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    seen
}
