//! One line per component: from it come the enum, its names, its help and its defaults.
//!
//! `components! { $ AnyLoss, each_loss { Hinge = "hinge", … } }` makes the tagged enum `AnyLoss`,
//! its list of [`Entry`]s, its parser for `name:key=value,…` and a dispatch macro `each_loss!`.

use crate::error::{Error, Result};
use serde_json::{Map, Number, Value};

/// What every component says about itself.
pub(crate) trait Component {
    /// One line: what it is, with its formula.
    const ABOUT: &'static str;
    /// Where it comes from.
    const REFERENCE: &'static str;
}

/// A row of the registry.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Name as typed.
    pub name: &'static str,
    /// One line with the formula.
    pub about: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Parameters with their defaults, as JSON.
    pub defaults: Map<String, Value>,
}

impl Entry {
    /// `name:key=default,…`, the text that chooses this component with its defaults.
    pub fn usage(&self) -> String {
        let pairs: Vec<String> =
            self.defaults.iter().map(|(k, v)| format!("{k}={}", plain(v))).collect();
        if pairs.is_empty() {
            self.name.into()
        } else {
            format!("{}:{}", self.name, pairs.join(","))
        }
    }
}

/// A JSON scalar without quotes.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "auto".into(),
        Value::Number(number) => plain_number(number),
        other => other.to_string(),
    }
}

fn plain_number(number: &Number) -> String {
    number.as_f64().map_or_else(|| number.to_string(), |x| x.to_string())
}

/// `name:key=value,…` as the JSON object of a component.
pub(crate) fn parse_component(text: &str) -> Result<Value> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let mut object = Map::new();
    object.insert("kind".into(), Value::String(name.trim().into()));
    for pair in pairs(rest).into_iter().filter(|p| !p.trim().is_empty()) {
        let (key, value) = pair.split_once('=').ok_or_else(|| {
            Error::Spec(format!("'{pair}' in '{text}' is not of the form key=value"))
        })?;
        object.insert(key.trim().into(), parse_scalar(value.trim()));
    }
    Ok(Value::Object(object))
}

/// The pieces between commas, but for those within the brackets of a list.
fn pairs(text: &str) -> Vec<&str> {
    let (mut pieces, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                pieces.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// A number, a word, or a list in brackets.
fn parse_scalar(text: &str) -> Value {
    if let Some(list) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
        return Value::Array(items.map(parse_scalar).collect());
    }
    match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "auto" => Value::Null,
        _ => text
            .parse::<f64>()
            .ok()
            .and_then(Number::from_f64)
            .map_or_else(|| Value::String(text.into()), Value::Number),
    }
}

/// Reads a whole number that may have been typed as a real one (`9` in `key=9` is read as 9.0).
pub(crate) fn whole<'de, D, T>(deserializer: D) -> std::result::Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: TryFrom<u64>,
{
    let number = <Number as serde::Deserialize>::deserialize(deserializer)?;
    let real = || number.as_f64().filter(|x| x.fract() == 0.0 && (0.0..1e15).contains(x));
    number
        .as_u64()
        .or_else(|| real().map(|x| x as u64))
        .and_then(|n| T::try_from(n).ok())
        .ok_or_else(|| serde::de::Error::custom(format!("{number} is not a whole number in range")))
}

/// An error that lists the names there are, if the component's is none of them.
pub(crate) fn known(component: &Value, names: &[&str]) -> Result<()> {
    let name = component.get("kind").and_then(Value::as_str).unwrap_or_default();
    if names.contains(&name) {
        return Ok(());
    }
    Err(Error::Spec(format!("there is no '{name}'; there are {}", names.join(", "))))
}

/// The parameters of a component value, without its kind.
pub fn parameters(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(mut map) => {
            map.remove("kind");
            map
        }
        _ => Map::new(),
    }
}

/// Declares the members of one axis. See the module page.
macro_rules! components {
    ($d:tt $(#[$meta:meta])* $any:ident, $each:ident {
        $($variant:ident = $name:literal),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "kind")]
        pub enum $any {
            $(
                #[doc = concat!("`", $name, "`: see [`", stringify!($variant), "`].")]
                #[serde(rename = $name)]
                $variant($variant),
            )+
        }

        impl $any {
            /// The members of this axis, in the order of the registry.
            pub fn entries() -> Vec<$crate::registry::Entry> {
                vec![$($crate::registry::Entry {
                    name: $name,
                    about: <$variant as $crate::registry::Component>::ABOUT,
                    reference: <$variant as $crate::registry::Component>::REFERENCE,
                    defaults: $crate::registry::parameters(
                        serde_json::to_value($variant::default()).unwrap_or_default()),
                }),+]
            }

            /// Name in the registry.
            pub fn name(&self) -> &'static str {
                match self { $($any::$variant(_) => $name),+ }
            }

            /// Reads `name:key=value,…`; what is not given keeps its default.
            pub fn parse(text: &str) -> $crate::error::Result<Self> {
                let value = $crate::registry::parse_component(text)?;
                $crate::registry::known(&value, &[$($name),+])?;
                serde_json::from_value(value).map_err(|e| {
                    $crate::error::Error::Spec(format!("'{text}': {e}"))
                })
            }
        }

        impl std::fmt::Display for $any {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let defaults = serde_json::to_value(self).unwrap_or_default();
                let mut sep = ':';
                f.write_str(self.name())?;
                for (key, value) in $crate::registry::parameters(defaults) {
                    write!(f, "{sep}{key}={}", $crate::registry::plain(&value))?;
                    sep = ',';
                }
                Ok(())
            }
        }

        $(impl From<$variant> for $any {
            fn from(component: $variant) -> Self { $any::$variant(component) }
        })+

        // An axis whose members share no trait needs no dispatch.
        #[allow(unused_macros)]
        macro_rules! $each {
            ($d target:expr, $d it:ident => $d body:expr) => {
                match $d target { $($any::$variant($d it) => $d body),+ }
            };
        }
    };
}
pub(crate) use components;
