//! Built-in sets of templates.
//!
//! | set | for |
//! |---|---|
//! | `chunking` | chunks and other tags of text with parts of speech: columns word, part of speech |
//! | `names` | names of persons, places and the like: words alone, and all columns after them |
//!
//! Without a choice it is `chunking` where there are two columns before the tag, else `names`.

/// A built-in set.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub(super) name: &'static str,
    /// Templates for the first columns.
    first: &'static str,
    /// Templates for each further column, which stands for `N` there.
    further: &'static str,
    /// How many columns `first` is about.
    columns: usize,
}

static SETS: [Set; 2] = [
    Set {
        name: "chunking",
        first: "w[-1..1] w[-1]/w[0] w[0]/w[1] p[-1..1] p[-1]/p[0] p[0]/p[1] p[-2]/p[-1]/p[0] \
                p[-1]/p[0]/p[1] p[0]/p[1]/p[2] w[0]/p[-1] w[0]/p[1] w[0]/p[0] w[-1]/p[0] w[1]/p[0]",
        further: "",
        columns: 2,
    },
    Set {
        name: "names",
        first: "w[-2..2] w[-1]/w[0] w[0]/w[1] lower[0] prefix1[0] prefix2[0] prefix3[0] prefix4[0] \
                suffix1[0] suffix2[0] suffix3[0] suffix4[0] shape[-1..1] shape[-1]/shape[0] \
                shape[0]/shape[1] shape[-1]/shape[0]/shape[1] flags[-1..1] length[0]",
        further: "N[-1..1] N[-1]/N[0] N[0]/N[1] w[0]/N[0]",
        columns: 1,
    },
];

impl Set {
    /// Its templates for so many columns before the tag.
    pub(super) fn text(&self, columns: usize) -> String {
        let mut text = self.first.to_owned();
        for column in self.columns..columns {
            text.push(' ');
            text.push_str(&self.further.replace('N', &column.to_string()));
        }
        text
    }
}

/// The set for data of so many columns before the tag.
pub(super) fn usual(columns: usize) -> &'static Set {
    let [chunking, names] = &SETS;
    if columns == 2 { chunking } else { names }
}

/// The set of this name.
pub(super) fn by_name(name: &str) -> Option<&'static Set> {
    SETS.iter().find(|set| set.name == name)
}

/// The names of all sets, for messages.
pub(super) fn names() -> String {
    SETS.iter().map(|set| set.name).collect::<Vec<_>>().join(", ")
}
