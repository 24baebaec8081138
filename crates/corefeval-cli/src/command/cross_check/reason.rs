//! Finds by trial why the engine and an original differ: runs the engine with the original's choices, and
//! then with each of the plan's differing choices restored.

use corefeval::evaluation::{CHOICES, Choice, Plan};

use super::original::{Figure, Original, value, with_choice};

/// Whether a figure of the engine equals that of the original, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The figures agree.
    Same,
    /// The choices of the plan explain the difference.
    Chosen,
    /// No choice explains the difference.
    Unexplained,
    /// The original stopped.
    Stopped,
    /// No original has the metric.
    Unchecked,
}

/// An original scorer that is compared with the engine.
pub(super) struct Check<'a> {
    pub(super) original: &'static Original,
    /// The plan that the original computes.
    pub(super) plan: Plan,
    asked: &'a Plan,
    /// The choices in which it differs from the requested plan.
    differing: Vec<&'static Choice>,
    /// Its figures, or why it stopped.
    pub(super) result: Result<Vec<Figure>, String>,
    trials: Option<Trials>,
}

/// The engine's figures with the original's choices, if it can run with them, and with each differing choice
/// restored.
struct Trials {
    as_original: Option<Vec<Figure>>,
    alone: Vec<(&'static Choice, Option<Vec<Figure>>)>,
}

/// Runs the engine under a plan; none if that is not possible.
pub(super) type Engine<'e> = dyn Fn(&Plan) -> Option<Vec<Figure>> + 'e;

/// A larger difference is not due to a different order of summation.
const NEARLY: f64 = 1e-9;

/// Whether figures are equal except for the order of summation.
pub(super) fn same(one: &[f64], other: &[f64]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| (one - other).abs() <= NEARLY)
}

/// The figure with that name.
pub(super) fn figure<'f>(figures: &'f [Figure], name: &str) -> Option<&'f [f64]> {
    figures.iter().find(|(known, _)| *known == name).map(|(_, values)| &values[..])
}

impl<'a> Check<'a> {
    /// An original that has not been run.
    pub(super) fn new(original: &'static Original, asked: &'a Plan) -> Result<Self, String> {
        let plan = original.plan(asked)?;
        let differs = |choice: &&Choice| choice.get(asked) != choice.get(&plan);
        let differing = CHOICES.iter().filter(differs).collect();
        Ok(Self { original, plan, asked, differing, result: Ok(Vec::new()), trials: None })
    }

    /// The number of choices in which it differs from the requested plan.
    pub(super) fn distance(&self) -> usize {
        self.differing.len()
    }

    /// Compares one figure with that of the original.
    pub(super) fn judge(&mut self, name: &str, ours: &[f64], engine: &Engine) -> (Verdict, String) {
        let theirs = match &self.result {
            Err(_) => return (Verdict::Stopped, "the original stopped".to_owned()),
            Ok(figures) => figure(figures, name).map(<[f64]>::to_vec),
        };
        let Some(theirs) = theirs else {
            return (Verdict::Unchecked, "the original does not have it under these choices".to_owned());
        };
        if same(ours, &theirs) {
            return (Verdict::Same, String::new());
        }
        self.explain(name, &theirs, engine)
    }

    fn explain(&mut self, name: &str, theirs: &[f64], engine: &Engine) -> (Verdict, String) {
        if self.trials.is_none() {
            self.trials = Some(self.trials(engine));
        }
        let moves = |figures: &Option<Vec<Figure>>| {
            figures
                .as_ref()
                .is_none_or(|figures| figure(figures, name).is_none_or(|ours| !same(ours, theirs)))
        };
        let Some(trials) = &self.trials else { return (Verdict::Unexplained, String::new()) };
        if trials.as_original.is_some() && moves(&trials.as_original) {
            return (Verdict::Unexplained, "no choice explains it".to_owned());
        }
        let alone: Vec<&Choice> =
            trials.alone.iter().filter(|(_, figures)| moves(figures)).map(|(choice, _)| *choice).collect();
        let reasons = if alone.is_empty() { &self.differing } else { &alone };
        let reasons: Vec<String> = reasons.iter().map(|choice| self.in_words(choice)).collect();
        (Verdict::Chosen, reasons.join("; "))
    }

    /// The values of a choice in the requested plan and in the original.
    fn in_words(&self, choice: &Choice) -> String {
        let (ours, theirs) = (value(choice, self.asked), value(choice, &self.plan));
        let theirs = if theirs.is_empty() { "all".to_owned() } else { theirs };
        format!("{} {ours}, original {theirs}", choice.name)
    }

    fn trials(&self, engine: &Engine) -> Trials {
        let put_back = |choice: &&'static Choice| {
            let plan = with_choice(&self.plan, choice, self.asked).ok();
            (*choice, plan.and_then(|plan| engine(&plan)))
        };
        Trials { as_original: engine(&self.plan), alone: self.differing.iter().map(put_back).collect() }
    }
}

#[cfg(test)]
mod tests {
    use corefeval::evaluation::Plan;

    use super::super::original::ORIGINALS;
    use super::{Check, Verdict, same};

    fn check(plan: &Plan) -> Check<'_> {
        let mut check = Check::new(&ORIGINALS[0], plan).unwrap();
        check.result = Ok(vec![("muc", vec![0.5, 0.5, 0.5])]);
        check
    }

    #[test]
    fn the_choice_that_moves_a_figure_is_the_reason() {
        let plan: Plan = "singletons:drop|missing:skip".parse().unwrap();
        let mut check = check(&plan);
        // an engine that finds less if it drops singletons, and that ignores missing documents
        let engine = |plan: &Plan| {
            let value = if plan.protocol().singletons.to_string() == "drop" { 0.25 } else { 0.5 };
            Some(vec![("muc", vec![value; 3])])
        };
        let (verdict, reason) = check.judge("muc", &[0.25; 3], &engine);
        assert_eq!((verdict, reason.as_str()), (Verdict::Chosen, "singletons drop, original keep"));
        assert_eq!(check.judge("muc", &[0.5; 3], &engine).0, Verdict::Same);
    }

    #[test]
    fn an_engine_that_differs_with_the_choices_of_the_original_is_not_explained() {
        let plan: Plan = "singletons:drop".parse().unwrap();
        let engine = |_: &Plan| Some(vec![("muc", vec![0.75; 3])]);
        assert_eq!(check(&plan).judge("muc", &[0.75; 3], &engine).0, Verdict::Unexplained);
    }

    #[test]
    fn an_original_that_stopped_says_nothing_of_the_figures() {
        let plan = Plan::default();
        let mut check = check(&plan);
        check.result = Err("no document".to_owned());
        assert_eq!(check.judge("muc", &[0.5; 3], &|_| None).0, Verdict::Stopped);
    }

    #[test]
    fn figures_may_differ_by_the_order_of_sums_only() {
        assert!(same(&[0.1 + 0.2], &[0.3]) && !same(&[0.3], &[0.300_001]) && !same(&[0.3], &[]));
    }
}
