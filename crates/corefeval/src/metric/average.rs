//! Averages over metrics: the CoNLL score.

/// The mean of the F1 of several metrics.
#[derive(Debug)]
pub struct Average {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is called in tables.
    pub title: &'static str,
    /// Who proposed it.
    pub citation: &'static str,
    /// The metrics whose undivided corpus F1 are averaged.
    pub of: &'static [&'static str],
}

/// The official score of the shared tasks of 2011 and 2012: the mean of the unrounded F1 of MUC, B³ and CEAFe.
pub const CONLL: Average = Average {
    name: "conll",
    title: "CoNLL",
    citation: "Denis and Baldridge 2009; Pradhan et al. 2011",
    of: &["muc", "b-cubed", "ceaf-e"],
};

/// The same with B³ and CEAFe as versions 4 and 5 of the CoNLL scorer computed them: as first published.
pub const CONLL_V4: Average = Average {
    name: "conll-v4",
    title: "CoNLL v4",
    citation: "Pradhan et al. 2011",
    of: &["muc", "b-cubed-v4", "ceaf-e-v4"],
};

/// Every average, in the order in which they are printed.
pub const AVERAGES: &[&Average] = &[&CONLL, &CONLL_V4];
