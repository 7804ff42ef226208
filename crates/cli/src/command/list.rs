//! `noregret list`: what there is, from the registry.

mod markdown;

use crate::args::{ALGORITHMS, FORMATS, ListArgs};
use crate::failure::Result;
use crate::report::say;
use noregret::core::algorithms::{self, Algorithm};
use noregret::core::registry::Entry;
use noregret::io;
use noregret::{Axis, axes};
use serde_json::json;

/// Runs the command.
pub(crate) fn run(args: &ListArgs) -> Result<()> {
    let axes = axes();
    if args.markdown {
        return say(markdown::page(&axes).trim_end());
    }
    let listings = axes.iter().map(|axis| axis.name);
    let listings = std::iter::once(ALGORITHMS).chain(listings).chain([FORMATS]);
    for listing in listings.filter(|name| args.what.as_deref().is_none_or(|what| what == *name)) {
        if !args.json && args.what.is_none() {
            say(&format!("# {listing}"))?;
        }
        match listing {
            ALGORITHMS => {
                if !args.json {
                    say(&format!("{}\n", algorithms::notation()))?;
                }
                algorithms::ALGORITHMS.iter().try_for_each(|a| algorithm(a, args.json))?;
            }
            FORMATS => formats(args.json)?,
            name => list(axes.iter().filter(|axis| axis.name == name), args.json)?,
        }
    }
    Ok(())
}

fn list<'a>(mut axes: impl Iterator<Item = &'a Axis>, as_json: bool) -> Result<()> {
    axes.try_for_each(|axis| {
        axis.entries.iter().try_for_each(|entry| component(axis.name, entry, as_json))
    })
}

fn algorithm(row: &Algorithm, as_json: bool) -> Result<()> {
    let losses: Vec<String> = row.losses.iter().map(|(p, l)| format!("{p}: {l}")).collect();
    if as_json {
        return say(&json!({
            "kind": ALGORITHMS, "name": row.name, "about": row.about, "losses": losses,
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

fn component(listing: &str, entry: &Entry, as_json: bool) -> Result<()> {
    if as_json {
        return say(&json!({
            "kind": listing, "name": entry.name, "about": entry.about,
            "parameters": entry.defaults, "reference": entry.reference,
        })
        .to_string());
    }
    say(&format!("{}\n    {}\n    {}", entry.usage(), entry.about, entry.reference))
}

fn formats(as_json: bool) -> Result<()> {
    for format in io::FORMATS {
        let extensions = format.extensions.join(" .");
        say(&if as_json {
            json!({
                "kind": FORMATS, "name": format.name, "about": format.description,
                "extensions": format.extensions,
            })
            .to_string()
        } else {
            format!("{:<10} {} (.{extensions})", format.name, format.description)
        })?;
    }
    Ok(())
}
