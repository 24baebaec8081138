//! The meaning of columns: as the file declares in `# global.columns`, or the usual one.

use super::super::conllu::comment::Comment;
use super::super::conllu::row;
use crate::document::Layer;

/// The places of columns, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) identity: Option<usize>,
    pub(super) bridging: Option<usize>,
    pub(super) deixis: Option<usize>,
    /// How many there are, if the file says so.
    pub(super) count: Option<usize>,
    layers: Vec<(Layer, usize)>,
}

/// The columns in their usual order, with the layers of some of them.
pub(super) const NAMES: [(&str, Option<Layer>); 15] = [
    ("ID", None),
    ("FORM", Some(Layer::Word)),
    ("LEMMA", Some(Layer::Lemma)),
    ("UPOS", Some(Layer::UniversalPartOfSpeech)),
    ("XPOS", Some(Layer::PartOfSpeech)),
    ("FEATS", Some(Layer::Features)),
    ("HEAD", Some(Layer::Head)),
    ("DEPREL", Some(Layer::Relation)),
    ("DEPS", Some(Layer::Enhanced)),
    ("MISC", Some(Layer::Miscellany)),
    ("IDENTITY", None),
    ("BRIDGING", None),
    ("DISCOURSE_DEIXIS", None),
    ("REFERENCE", None),
    ("NOM_SEM", None),
];

impl Default for Columns {
    fn default() -> Self {
        Self::in_order(&NAMES.map(|(name, _)| name))
    }
}

impl Columns {
    /// Finds the columns by their names.
    fn in_order(names: &[&str]) -> Self {
        let place = |name: &str| names.iter().position(|other| *other == name);
        let layers = NAMES.iter().filter_map(|(name, layer)| Some(((*layer)?, place(name)?)));
        Self {
            identity: place("IDENTITY"),
            bridging: place("BRIDGING"),
            deixis: place("DISCOURSE_DEIXIS"),
            count: None,
            layers: layers.collect(),
        }
    }

    /// Reads the value of `# global.columns`.
    pub(super) fn parse(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        let names: Vec<&str> = text.split_whitespace().collect();
        Self { count: Some(names.len()), ..Self::in_order(&names) }
    }

    /// The columns that the start of a file names.
    pub(super) fn named(start: &[u8]) -> Option<Self> {
        let mut comments = row::lines(start).take_while(|line| line.starts_with(b"#"));
        comments.find_map(|line| match Comment::of(line) {
            Comment::Global(b"columns", names) => Some(Self::parse(names)),
            _ => None,
        })
    }

    /// The column of a layer.
    pub(super) fn of(&self, layer: Layer) -> Option<usize> {
        self.layers.iter().find(|(other, _)| *other == layer).map(|(_, column)| *column)
    }

    /// The layers that the file has, with their columns.
    pub(super) fn layers(&self) -> &[(Layer, usize)] {
        &self.layers
    }
}

/// The cells of a row: separated by tabs, or by blanks if it has no tabs.
pub(super) fn cells(row: &[u8]) -> Box<dyn Iterator<Item = &[u8]> + '_> {
    if row.contains(&b'\t') {
        Box::new(row.split(|&byte| byte == b'\t').map(<[u8]>::trim_ascii))
    } else {
        Box::new(row.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use super::Columns;

    #[test]
    fn a_file_may_name_its_columns() {
        let columns = Columns::named(b"# global.columns = ID FORM IDENTITY\n1\tx\t_\n").unwrap();
        assert_eq!((columns.identity, columns.bridging), (Some(2), None));
        assert_eq!(columns.layers().len(), 1);
        assert_eq!(Columns::default().deixis, Some(12));
    }
}
