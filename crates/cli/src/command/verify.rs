//! `noregret verify`: the certificate of a model against its data.

use crate::args::VerifyArgs;
use crate::failure::{Failure, Result};
use crate::observer::Remarks;
use crate::report::{self, count, short};
use noregret::Verified;
use serde_json::json;

/// Runs the command.
pub(crate) fn run(args: &VerifyArgs) -> Result<()> {
    let verified = args.verification().run(&mut Remarks::all())?;
    report::say(&if args.json { object(&verified) } else { text(&verified) })?;
    if verified.holds() {
        return Ok(());
    }
    Err(Failure::other(match verified.faults.is_empty() {
        true => "the trace is not that of this run".into(),
        false => format!(
            "the certificate does not hold for this data, gone through {}: if the model learned \
             from other rows, give those",
            times(verified.passes)
        ),
    }))
}

fn times(passes: u64) -> String {
    if passes == 1 { "once".into() } else { format!("{passes} times") }
}

fn text(verified: &Verified) -> String {
    let Verified { closest: (loss, norm), .. } = *verified;
    let mut lines = vec![
        format!(
            "{} replayed, the data gone through {}: A = {}, |v| = {}, G = {}",
            count(verified.rounds, "round"),
            times(verified.passes),
            short(verified.dual_gain, 8),
            short(verified.potential_norm, 8),
            short(verified.cumulative_loss, 8)
        ),
        format!(
            "{} tried: the closest, of norm {}, lost {}, {} more than the certificate says it must",
            count(verified.comparators, "predictor"),
            short(norm, 4),
            short(loss, 6),
            short(verified.least_room, 4)
        ),
    ];
    lines.extend(verified.faults.iter().map(|fault| format!("fault: {fault}")));
    lines.extend(verified.differences.iter().map(|how| format!("trace: {how}")));
    if verified.holds() {
        lines.push("the certificate holds".into());
    }
    lines.join("\n")
}

fn object(verified: &Verified) -> String {
    let Verified { closest: (loss, norm), .. } = *verified;
    json!({
        "event": "verified", "rounds": verified.rounds, "passes": verified.passes,
        "dual_gain": verified.dual_gain, "claimed_gain": verified.claimed_gain,
        "potential_norm": verified.potential_norm, "claimed_norm": verified.claimed_norm,
        "cumulative_loss": verified.cumulative_loss,
        "comparators": verified.comparators, "least_room": verified.least_room,
        "closest_loss": loss, "closest_norm": norm, "faults": verified.faults,
        "differences": verified.differences, "holds": verified.holds(),
    })
    .to_string()
}
