//! Documents from plain lists: clusters of spans, or of mentions that are identified only by names.

use std::collections::HashMap;
use std::fmt::Display;

use super::{Column, Document, DocumentBuilder, DocumentError, Layer, Mention, Name, Span};

impl Document {
    /// A document of `tokens` tokens from a list of clusters of spans.
    ///
    /// A range such as `2..4` does not hold its end, a range such as `2..=3` does. Each cluster is an entity, whose label is its
    /// place in the list, counted from 0.
    ///
    /// ```
    /// use corefeval::document::Document;
    ///
    /// let document = Document::from_clusters("letter", 8, [vec![0..1, 2..3], vec![2..4, 5..6, 7..8]])?;
    /// assert_eq!((document.mentions().len(), document.entity_count()), (5, 2));
    /// # Ok::<(), corefeval::document::DocumentError>(())
    /// ```
    pub fn from_clusters<S: Into<Span>>(
        name: impl Into<Name>,
        tokens: usize,
        clusters: impl IntoIterator<Item = impl IntoIterator<Item = S>>,
    ) -> Result<Self, DocumentError> {
        let mut builder = Self::builder(name);
        builder.tokens(tokens);
        add(&mut builder, clusters);
        builder.build()
    }

    /// Like [`Document::from_clusters`], for pairs of the first and the last token of each mention, both
    /// included, as in the JSON lines that neural systems write.
    ///
    /// ```
    /// use corefeval::document::Document;
    ///
    /// let document = Document::from_inclusive_clusters("letter", 8, [vec![(0, 0), (2, 2)], vec![(2, 3), (5, 5)]])?;
    /// assert_eq!(document, Document::from_clusters("letter", 8, [vec![0..1, 2..3], vec![2..4, 5..6]])?);
    /// # Ok::<(), corefeval::document::DocumentError>(())
    /// ```
    pub fn from_inclusive_clusters(
        name: impl Into<Name>,
        tokens: usize,
        clusters: impl IntoIterator<Item = impl IntoIterator<Item = (u32, u32)>>,
    ) -> Result<Self, DocumentError> {
        let spans = |(start, last)| Span::inclusive(start, last);
        Self::from_clusters(name, tokens, clusters.into_iter().map(|cluster| cluster.into_iter().map(spans)))
    }

    /// A document of `tokens` tokens from mentions of `entities` entities, whose labels are their numbers,
    /// counted from 0. The result is that of [`Document::from_clusters`], without looking up labels.
    ///
    /// ```
    /// use corefeval::document::{Document, Mention, Span};
    ///
    /// let mentions = [(0, 1, 0), (2, 3, 0)].map(|(start, end, entity)| Mention::new(Span::new(start, end), entity));
    /// let document = Document::from_numbered("letter", 8, 1, mentions.to_vec())?;
    /// assert_eq!(document, Document::from_clusters("letter", 8, [[0..1, 2..3]])?);
    /// # Ok::<(), corefeval::document::DocumentError>(())
    /// ```
    pub fn from_numbered(
        name: impl Into<Name>,
        tokens: usize,
        entities: u32,
        mentions: Vec<Mention>,
    ) -> Result<Self, DocumentError> {
        let most = Self::MOST_TOKENS_WITHOUT_WORDS;
        let fits = u32::try_from(tokens).ok().filter(|tokens| *tokens <= most);
        let tokens = fits.ok_or(DocumentError::TooManyTokens { tokens: tokens as u64, most })?;
        let entity_labels = Column::of_numbers(entities);
        let document = Self { name: name.into(), tokens, mentions, entity_labels, ..Self::default() };
        document.check()?;
        Ok(document)
    }

    /// A document without a text, from clusters of mentions that are identified by names.
    ///
    /// Mentions of two such documents are the same if they are written the same.
    ///
    /// ```
    /// use corefeval::document::Document;
    ///
    /// let document = Document::from_named_clusters("letter", [["m1", "m2"], ["m3", "m4"]])?;
    /// assert_eq!(document.entity_count(), 2);
    /// # Ok::<(), corefeval::document::DocumentError>(())
    /// ```
    pub fn from_named_clusters<M: Display>(
        name: impl Into<Name>,
        clusters: impl IntoIterator<Item = impl IntoIterator<Item = M>>,
    ) -> Result<Self, DocumentError> {
        let mut builder = Self::builder(name);
        let mut names: Vec<String> = Vec::new();
        let mut tokens: HashMap<String, u32> = HashMap::new();
        let mut token = |mention: M| {
            let written = mention.to_string();
            if let Some(token) = tokens.get(&written) {
                return Span::inclusive(*token, *token);
            }
            let token = u32::try_from(names.len()).unwrap_or(u32::MAX);
            names.push(written.clone());
            tokens.insert(written, token);
            Span::inclusive(token, token)
        };
        add(
            &mut builder,
            clusters.into_iter().map(|cluster| cluster.into_iter().map(&mut token).collect::<Vec<_>>()),
        );
        builder.tokens(names.len()).layer(Layer::MentionName, names).build()
    }
}

fn add<S: Into<Span>>(
    builder: &mut DocumentBuilder,
    clusters: impl IntoIterator<Item = impl IntoIterator<Item = S>>,
) {
    for (number, cluster) in clusters.into_iter().enumerate() {
        builder.cluster(number, cluster);
    }
}

#[cfg(test)]
mod tests {
    use crate::document::{Column, Document, Layer, Mention, Span, share_tokens};

    #[test]
    fn nonsense_is_refused() {
        let backwards = Document::from_inclusive_clusters("d", 9, [[(0, 1), (5, 3)]]).unwrap_err();
        assert_eq!(backwards.to_string(), "mention 1 has an empty span, from 5 to 4");
        let outside = Document::from_inclusive_clusters("d", 9, [[(0, u32::MAX)]]).unwrap_err();
        assert_eq!(outside.to_string(), "mention 0 spans 0 to 4294967295, but there are 9 tokens");
        assert!(Document::from_clusters("d", 1 << 40, [[0..1, 1..2]]).is_err());
    }

    #[test]
    fn numbered_entities_are_checked_too() {
        let numbered = |tokens, entities, mention: (u32, u32, u32)| {
            let mention = Mention::new(Span::new(mention.0, mention.1), mention.2);
            Document::from_numbered("d", tokens, entities, vec![mention])
        };
        assert_eq!(numbered(3, 101, (0, 1, 100)).unwrap().entity_labels().get(100), Some("100"));
        assert!(numbered(3, 1, (0, 1, 1)).is_err());
        assert!(numbered(3, 1, (0, 4, 0)).is_err());
        assert!(numbered(3, 1, (2, 2, 0)).is_err());
        assert!(numbered(1 << 40, 1, (0, 1, 0)).is_err());
    }

    #[test]
    fn no_clusters_are_a_document_too() {
        let none: [[std::ops::Range<u32>; 0]; 0] = [];
        assert_eq!(Document::from_clusters("d", 3, none).unwrap().mentions().len(), 0);
    }

    #[test]
    fn named_mentions_of_two_documents_are_the_same_if_written_the_same() {
        let key = Document::from_named_clusters("d", [vec![1, 2], vec![3]]).unwrap();
        let response = Document::from_named_clusters("d", [["3", "1"]]).unwrap();
        let (_, response) = share_tokens(&key, &response).unwrap();
        let starts: Vec<u32> = response.mentions().iter().map(|mention| mention.span.start).collect();
        assert_eq!(starts, [2, 0]);
        assert_eq!(key.layers().get(Layer::MentionName).map(Column::len), Some(3));
    }
}
