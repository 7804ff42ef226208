//! `noregret list`: what there is, from the registry.

mod markdown;

use crate::args::{ListArgs, Listing};
use crate::failure::Result;
use crate::report::say;
use noregret::core::algorithms::{ALGORITHMS, Algorithm};
use noregret::core::ascent::AnyAscent;
use noregret::core::boost::AnyRule;
use noregret::core::generate::AnyGenerator;
use noregret::core::geometry::AnyGeometry;
use noregret::core::kernel::AnyKernel;
use noregret::core::loss::AnyLoss;
use noregret::core::problem::AnyProblem;
use noregret::core::registry::Entry;
use noregret::core::replay::scope::AnyScope;
use noregret::core::schedule::AnySchedule;
use noregret::io::FORMATS;
use serde_json::json;

const EVERYTHING: &[Listing] = &[
    Listing::Algorithms,
    Listing::Problems,
    Listing::Losses,
    Listing::Ascents,
    Listing::Geometries,
    Listing::Schedules,
    Listing::Scopes,
    Listing::Kernels,
    Listing::Rules,
    Listing::Generators,
    Listing::Formats,
];

/// Runs the command.
pub(crate) fn run(args: &ListArgs) -> Result<()> {
    if args.markdown {
        let axes = EVERYTHING.iter().map(|&l| (title(l), components(l)));
        let sections: Vec<_> = axes.filter(|(_, entries)| !entries.is_empty()).collect();
        return say(markdown::page(&sections).trim_end());
    }
    let one = args.what.map(|what| [what]);
    let listings = one.as_ref().map_or(EVERYTHING, |w| w.as_slice());
    for &listing in listings {
        if !args.json && listings.len() > 1 {
            say(&format!("# {}", title(listing)))?;
        }
        match listing {
            Listing::Algorithms => ALGORITHMS.iter().try_for_each(|a| algorithm(a, args.json))?,
            Listing::Formats => formats(args.json)?,
            other => components(other).iter().try_for_each(|e| component(other, e, args.json))?,
        }
    }
    Ok(())
}

fn title(listing: Listing) -> &'static str {
    match listing {
        Listing::Algorithms => "algorithms",
        Listing::Problems => "problems",
        Listing::Losses => "losses",
        Listing::Ascents => "ascents",
        Listing::Geometries => "geometries",
        Listing::Schedules => "schedules",
        Listing::Scopes => "scopes",
        Listing::Kernels => "kernels",
        Listing::Rules => "rules",
        Listing::Generators => "generators",
        Listing::Formats => "formats",
    }
}

fn components(listing: Listing) -> Vec<Entry> {
    match listing {
        Listing::Problems => AnyProblem::entries(),
        Listing::Losses => AnyLoss::entries(),
        Listing::Ascents => AnyAscent::entries(),
        Listing::Geometries => AnyGeometry::entries(),
        Listing::Schedules => AnySchedule::entries(),
        Listing::Scopes => AnyScope::entries(),
        Listing::Kernels => AnyKernel::entries(),
        Listing::Rules => AnyRule::entries(),
        Listing::Generators => AnyGenerator::entries(),
        Listing::Algorithms | Listing::Formats => Vec::new(),
    }
}

fn algorithm(row: &Algorithm, as_json: bool) -> Result<()> {
    let losses: Vec<String> = row.losses.iter().map(|(p, l)| format!("{p}: {l}")).collect();
    if as_json {
        return say(&json!({
            "kind": "algorithms", "name": row.name, "about": row.about, "losses": losses,
            "ascent": row.ascent, "geometry": row.geometry, "schedule": row.schedule,
            "scope": row.scope, "theorem": row.theorem, "reference": row.reference,
        })
        .to_string());
    }
    say(&format!(
        "{:<18} {}\n{:18} = {}; ascent {}; geometry {}; schedule {}{}\n{:18} {}\n{:18} {}",
        row.name,
        row.about,
        "",
        losses.join(", "),
        row.ascent,
        row.geometry,
        row.schedule,
        scope(row, ""),
        "",
        row.theorem,
        "",
        row.reference,
    ))
}

/// What to add to a composition whose scope is not the current round; names stand in `quotes`.
fn scope(row: &Algorithm, quotes: &str) -> String {
    match row.scope {
        "current" => String::new(),
        scope => {
            format!("{} scope {quotes}{scope}{quotes}", if quotes.is_empty() { ";" } else { "," })
        }
    }
}

fn component(listing: Listing, entry: &Entry, as_json: bool) -> Result<()> {
    if as_json {
        return say(&json!({
            "kind": title(listing), "name": entry.name, "about": entry.about,
            "parameters": entry.defaults, "reference": entry.reference,
        })
        .to_string());
    }
    say(&format!("{}\n    {}\n    {}", entry.usage(), entry.about, entry.reference))
}

fn formats(as_json: bool) -> Result<()> {
    for format in FORMATS {
        let extensions = format.extensions.join(" .");
        say(&if as_json {
            json!({
                "kind": "formats", "name": format.name, "about": format.description,
                "extensions": format.extensions,
            })
            .to_string()
        } else {
            format!("{:<10} {} (.{extensions})", format.name, format.description)
        })?;
    }
    Ok(())
}
