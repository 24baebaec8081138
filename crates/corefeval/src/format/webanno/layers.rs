//! Which columns belong to which layer, as declared at the beginning of a file.

/// A layer: its kind, its name, its features and its first column.
#[derive(Debug, PartialEq, Eq)]
struct LayerColumns<'a> {
    kind: Kind,
    name: &'a str,
    features: Vec<&'a str>,
    first: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Span,
    Chain,
    Relation,
}

/// The layers of a file.
#[derive(Debug)]
pub(super) struct Layers<'a> {
    layers: Vec<LayerColumns<'a>>,
}

/// Where coreference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coreference {
    /// In a column of links of chains.
    Chains { column: usize },
    /// In a span layer, and a relation layer with types and targets.
    Links { spans: usize, kind: usize, target: usize },
}

/// The number of columns before all layers: token number, characters and word.
const COLUMNS_BEFORE: usize = 3;

impl<'a> Layers<'a> {
    /// Reads the lines `#T_SP=…`, `#T_CH=…` and `#T_RL=…`.
    pub(super) fn read(file: &'a str) -> Self {
        let mut layers: Vec<LayerColumns<'a>> = Vec::new();
        let mut first = COLUMNS_BEFORE;
        for line in file.lines().take_while(|line| !line.starts_with("#Text=")) {
            let kinds = [("#T_SP=", Kind::Span), ("#T_CH=", Kind::Chain), ("#T_RL=", Kind::Relation)];
            let found = kinds.iter().find_map(|(mark, kind)| Some((*kind, line.strip_prefix(mark)?)));
            let Some((kind, rest)) = found else { continue };
            let mut pieces = rest.split('|');
            let name = pieces.next().unwrap_or("");
            let features: Vec<&str> = pieces.collect();
            // a layer without features still has a column
            let width = features.len().max(1);
            layers.push(LayerColumns { kind, name, features, first });
            first += width;
        }
        Self { layers }
    }

    /// Where coreference is: in the first chain layer, or else in the first relation layer that is named
    /// after it.
    pub(super) fn coreference(&self) -> Option<Coreference> {
        if let Some(chain) = self.layers.iter().find(|layer| layer.kind == Kind::Chain) {
            // links have arrows; types of chains have none
            let relation = chain.features.iter().position(|feature| feature.contains("elation"));
            return Some(Coreference::Chains { column: chain.first + relation.unwrap_or(0) });
        }
        let named = |layer: &&LayerColumns<'_>| layer.name.to_lowercase().contains("coref");
        let relation = self.layers.iter().filter(|layer| layer.kind == Kind::Relation).find(named)?;
        let base = relation.features.iter().position(|feature| feature.starts_with("BT_"))?;
        let base_name = relation.features[base].trim_start_matches("BT_");
        let spans = self.layers.iter().find(|layer| layer.kind == Kind::Span && layer.name == base_name)?;
        let (kind, target) = (relation.first, relation.first + base);
        Some(Coreference::Links { spans: spans.first, kind, target })
    }

    /// One line for people.
    pub(super) fn describe(&self) -> String {
        let names = |kind: Kind| {
            let of_kind = self.layers.iter().filter(|layer| layer.kind == kind);
            of_kind.map(|layer| layer.name).collect::<Vec<_>>().join(", ")
        };
        match self.coreference() {
            Some(Coreference::Chains { .. }) => {
                format!("coreference in the chain layer {}", names(Kind::Chain))
            }
            Some(Coreference::Links { .. }) => {
                format!("coreference in the relation layer {}", names(Kind::Relation))
            }
            None => "no layer with coreference".to_owned(),
        }
    }
}
