//! The section of an experiment in Markdown: setting, tables, differences from the paper.

mod compare;
mod relative;
mod table;

pub(crate) use relative::{EPOCHS as COMPARED_EPOCHS, relative};

use crate::epochs::experiments::{ALGORITHMS, Count, MARGIN, PAPER};
use crate::epochs::perform::Settings;
use crate::epochs::results::Results;

/// The section. `picture` is where the plots are, up to what tells them apart, if there are any.
pub(crate) fn section(results: &Results, settings: &Settings, picture: Option<&str>) -> String {
    let mut text = format!("## {}\n\n{}", results.experiment.title, setting(results, settings));
    text.push_str(&format!(
        "\nTest error in percent / {}, after each epoch; in brackets the paper's.{}\n\n{}",
        count(results),
        if results.experiment.origin.is_drawn() { " Ours are means over the draws." } else { "" },
        table::cells(results),
    ));
    if results.repetitions() > 0 {
        text.push_str(&format!(
            "\nOver the {}: mean ± standard deviation (least..most), error and then count.\n\n{}",
            repetitions(results),
            table::spreads(results)
        ));
    }
    text.push_str(&format!("\n{}", compare::differences(results)));
    text.push_str(&format!("\nWhat may explain a difference: {}.\n", results.experiment.caveats));
    text.push_str(&format!("\n{}", compare::claims(results)));
    text.push_str(&format!(
        "\nAs multiples of the Perceptron's (Figures 7 and 8); in brackets by the paper's tables, \
         which cite the last rows, if any, from others, who had a kernel and a preparation of \
         their own.\n\n{}",
        relative::multiples(results)
    ));
    if let Some(stem) = picture {
        text.push_str(&format!("\n![Test error against epoch]({stem}.svg)\n"));
        for epoch in scatters(results) {
            let alt = format!("Error and count after epoch {}", epoch + 1);
            text.push_str(&format!("\n![{alt}]({stem}-relative-{}.svg)\n", epoch + 1));
        }
    }
    text
}

/// The epochs, from 0, whose errors and counts are a picture: where the paper cites others.
pub(crate) fn scatters(results: &Results) -> impl Iterator<Item = usize> {
    let wanted = !results.experiment.cited.is_empty();
    let epochs = results.epochs;
    COMPARED_EPOCHS.into_iter().filter(move |&epoch| wanted && epoch < epochs)
}

fn setting(results: &Results, settings: &Settings) -> String {
    let experiment = results.experiment;
    let (train, test) = results.rows;
    let limited = if settings.limit.is_some() { " (limited by `--limit`)" } else { "" };
    [
        format!("- Command: `{}`", settings.command(experiment)),
        format!("- Published in: {PAPER}"),
        format!(
            "- Rows: {train} to learn from, {test} to test on{limited}, {} classes; {}",
            experiment.origin.classes(),
            experiment.preparation.words()
        ),
        format!("- Kernel: `{}`; {}", experiment.kernel, experiment.kernel_from),
        format!("- Algorithms: all ask for a margin of {MARGIN}; the last hypothesis answers"),
        format!("- Order: {}; seed {}", order(results), settings.seed),
        format!("- Count: {}", count(results)),
        format!("- Wall time of all runs: {}", wall_time(results)),
    ]
    .map(|line| line + "\n")
    .concat()
}

fn order(results: &Results) -> String {
    match (results.experiment.origin.is_drawn(), results.repetitions()) {
        (false, 0) => "as in the file".into(),
        (false, _) => format!("as in the file, then {}", repetitions(results)),
        (true, _) => repetitions(results),
    }
}

fn repetitions(results: &Results) -> String {
    let (count, drawn) = (results.repetitions(), results.experiment.origin.is_drawn());
    let what = if drawn { "fresh draw" } else { "shuffle" };
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn count(results: &Results) -> &'static str {
    match results.experiment.count {
        Count::Patterns => "different training rows in the hypothesis",
        Count::Updates => "rounds so far that changed the hypothesis",
    }
}

fn wall_time(results: &Results) -> String {
    let times = ALGORITHMS.iter().zip(results.seconds());
    let times: Vec<String> = times.map(|(c, s)| format!("{} {s:.1} s", c.paper)).collect();
    times.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epochs::results::made_up;

    #[test]
    fn the_setting_says_what_was_done() {
        let results = made_up("ultraconservative-usps", 0.0, 1.0);
        let mut settings = Settings::published(results.experiment, 4);
        settings.repetitions = 1;
        settings.limit = Some(100);
        let text = section(&results, &settings, Some("reproduction/usps"));
        for part in [
            "## USPS digits\n\n- Command: `noregret-repro ultraconservative-usps --shuffles 1 \
             --seed 4",
            "- Rows: 100 to learn from, 20 to test on (limited by `--limit`), 10 classes; pixels",
            "- Kernel: `polynomial:degree=9,offset=0`; degree, scaling and rounding",
            "- Order: as in the file, then 1 shuffle; seed 4",
            "- Count: rounds so far that changed the hypothesis",
            "- Wall time of all runs: Perceptron 3.0 s, Uniform 3.0 s",
            "Over the 1 shuffle: mean",
            "![Test error against epoch](reproduction/usps.svg)\n",
            "![Error and count after epoch 3](reproduction/usps-relative-3.svg)\n",
        ] {
            assert!(text.contains(part), "no '{part}' in\n{text}");
        }
    }

    #[test]
    fn draws_have_no_file_order_and_no_shuffles_no_second_table() {
        let chess = made_up("ultraconservative-chess", 0.0, 1.0);
        let text = section(&chess, &Settings::published(chess.experiment, 0), None);
        assert!(text.contains("- Order: 2 fresh draws; seed 0\n"), "{text}");
        assert!(text.contains("Ours are means over the draws.") && !text.contains("!["), "{text}");
        let mut usps = made_up("ultraconservative-usps", 0.0, 1.0);
        usps.runs.retain(|run| run.order == crate::epochs::results::Order::File);
        let text = section(&usps, &Settings::published(usps.experiment, 0), None);
        assert!(
            text.contains("- Order: as in the file; seed 0\n") && !text.contains('±'),
            "{text}"
        );
    }
}
