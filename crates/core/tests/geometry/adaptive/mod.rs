//! Geometries that adapt to the data: AdaGrad and confidence weights.

mod certificate;
mod golden;
mod oracle;
mod regret;
mod state;
