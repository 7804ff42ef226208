//! `docs/algorithms.md`, written from the registry.

use noregret::Axis;
use noregret::core::algorithms::{ALGORITHMS, Algorithm, notation, with_kernels};

/// The page, with a section for each axis.
pub(super) fn page(axes: &[Axis]) -> String {
    let mut page = String::from(
        "# Algorithms and their parts\n\nWritten by `noregret list --markdown`; do not edit by hand.\n\n\
         A learner is a composition: problem, loss, ascent, geometry, schedule, scope. The names below are rows of one\n\
         table; any other composition that `Spec::check` accepts works as well, e.g.\n\
         `noregret learn DATA --loss squared-hinge --geometry p-norm:p=8 --schedule running`. In the Euclidean\n\
         geometry learners of these problems take a kernel, e.g. `--kernel gaussian:sigma=2`: ",
    );
    page.push_str(&format!("{}.\n\n", with_kernels().join(", ")));
    page.push_str(&notation());
    page.push_str("\n\n## Published names\n");
    ALGORITHMS.iter().for_each(|row| page.push_str(&algorithm(row)));
    for Axis { name, entries, .. } in axes {
        page.push_str(&format!(
            "\n## {name}\n\n| choice and defaults | what it is | reference |\n|---|---|---|\n"
        ));
        for e in entries {
            page.push_str(&format!(
                "| `{}` | {} | {} |\n",
                e.usage(),
                escape(e.about),
                escape(e.reference)
            ));
        }
    }
    page
}

fn algorithm(row: &Algorithm) -> String {
    let losses: Vec<String> = row.losses.iter().map(|(p, l)| format!("{p} `{l}`")).collect();
    format!(
        "\n### {}\n\n{}\n\n- composition: {}; ascent `{}`, geometry `{}`, schedule `{}`{}\n- guarantee: `{}`\n\
         - reference: {}\n",
        row.name,
        row.about,
        losses.join(", "),
        row.ascent,
        row.geometry,
        row.schedule,
        super::scope(row, "`"),
        row.theorem,
        row.reference,
    )
}

/// A table cell must not hold a bare bar.
fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}
