//! What must hold for every plan: it prints, reads back, and repeats; evaluations add up and can be stored.

use corefeval::document::Document;
use corefeval::evaluation::{Aids, CHOICES, Evaluation, Origin, Pairing, Plan, Scoring, Shape, evaluate};
use proptest::prelude::*;

/// What a choice is set to: places in its list of values, texts, or a number.
#[derive(Clone, Debug)]
struct Made {
    places: Vec<usize>,
    texts: Vec<String>,
    number: f64,
    used: bool,
}

fn made() -> impl Strategy<Value = Made> {
    let text = prop_oneof!["[a-zA-Z]{1,6}", "\\PC{1,8}", "[|:+,%= \\t\\n]{1,4}"];
    let number = prop_oneof![0.01..100.0f64, Just(1.0), Just(0.5), any::<f64>().prop_map(f64::abs)];
    (prop::collection::vec(0..64usize, 1..4), prop::collection::vec(text, 1..4), number, any::<bool>())
        .prop_map(|(places, texts, number, used)| Made { places, texts, number, used })
}

/// A plan with random choices; those that the plan refuses are not made.
fn plan(choices: &[Made]) -> Plan {
    let mut plan = Plan::default();
    for (choice, made) in CHOICES.iter().zip(choices).filter(|(_, made)| made.used) {
        let values: Vec<String> = match choice.shape {
            Shape::OneOf(values) => vec![values()[made.places[0] % values().len()].name.to_owned()],
            Shape::SomeOf(values) => {
                let values = values();
                made.places.iter().map(|place| values[place % values.len()].name.to_owned()).collect()
            }
            Shape::Texts => made.texts.clone(),
            Shape::Number => vec![made.number.to_string()],
            Shape::Files => vec![format!("{:016x}", made.number.to_bits())],
        };
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let mut changed = plan.clone();
        if choice.set(&mut changed, &values).is_ok() {
            plan = changed;
        }
    }
    plan
}

/// Entities of the tokens of a document: the number of each token's entity, if it has one.
type Partition = Vec<Option<u8>>;

fn partition() -> impl Strategy<Value = Partition> {
    prop::collection::vec(prop::option::of(0..4u8), 6)
}

fn document(name: &str, partition: &Partition) -> Document {
    let mut builder = Document::builder(name);
    builder.tokens(partition.len());
    for (token, entity) in (0..).zip(partition) {
        if let Some(entity) = entity {
            builder.mention(token..token + 1, entity);
        }
    }
    builder.build().expect("every mention is a token")
}

fn corpus(partitions: &[Partition], from: usize) -> Vec<Document> {
    let named = |(number, partition)| document(&format!("{}", from + number), partition);
    partitions.iter().enumerate().map(named).collect()
}

fn evaluated(key: &[Partition], response: &[Partition], from: usize) -> Evaluation {
    let outcome = evaluate(corpus(key, from), [corpus(response, from)], &Plan::default());
    outcome.expect("the same text").systems()[0].clone()
}

proptest! {
    #[test]
    fn a_plan_reads_back_as_it_was_printed(choices in prop::collection::vec(made(), CHOICES.len())) {
        let plan = plan(&choices);
        let signature = plan.to_string();
        let again: Plan = signature.parse().expect("a signature");
        prop_assert_eq!(again.to_string(), signature);
        for choice in CHOICES {
            prop_assert_eq!(choice.get(&again), choice.get(&plan), "{}", choice.name);
        }
    }

    #[test]
    fn own_fields_cannot_be_mistaken_for_choices(value in "\\PC{0,20}") {
        let plan = Plan::default();
        let signature = plan.signature_with(&[("own", value.clone())]);
        let (again, own) = Plan::read_with(&signature, &["own"]).expect("a signature");
        prop_assert_eq!(again, plan);
        prop_assert_eq!(own, vec![("own".to_owned(), value)]);
    }

    #[test]
    fn no_text_makes_a_signature_panic(text in "\\PC{0,60}", name in "[a-z-]{1,9}", value in "\\PC{0,12}") {
        let _ = text.parse::<Plan>();
        let _ = format!("{name}:{value}").parse::<Plan>();
        for choice in CHOICES {
            let _ = format!("{}:{value}", choice.name).parse::<Plan>();
        }
    }

    #[test]
    fn shards_add_up_and_can_be_stored(
        key in prop::collection::vec(partition(), 4), response in prop::collection::vec(partition(), 4), cut in 0..5usize
    ) {
        let whole = evaluated(&key, &response, 0);
        let cut = cut.clamp(1, 3);
        let one = evaluated(&key[..cut], &response[..cut], 0);
        let other = evaluated(&key[cut..], &response[cut..], cut);
        let sum = (one.clone() + other).expect("the same plan");
        prop_assert_eq!(&sum, &whole);
        let stored = serde_json::to_string(&whole).expect("data");
        prop_assert_eq!(serde_json::from_str::<Evaluation>(&stored).expect("data"), whole);
        let alone = serde_json::from_str::<Evaluation>(&serde_json::to_string(&one).expect("data")).expect("data");
        prop_assert_eq!(alone.scores(), one.scores());
    }

    #[test]
    fn documents_may_arrive_in_any_order(
        key in prop::collection::vec(partition(), 5), response in prop::collection::vec(partition(), 5),
        order in Just((0..10usize).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let (plan, aids) = (Plan::default(), Aids::default());
        let scoring = Scoring::new(&plan);
        let mut pairing = Pairing::new(&plan, &aids, 1);
        let (keys, responses) = (corpus(&key, 0), corpus(&response, 0));
        for place in order {
            match place {
                // the order of the key's documents among themselves is that of the figures
                0..5 => pairing.arrive(Origin::Response(0), 1, responses[place].clone()),
                _ => pairing.arrive(Origin::Key, 0, keys[pairing.key_count()].clone()),
            }
            let looks: Vec<_> = pairing
                .ready()
                .into_iter()
                .map(|pair| pair.look(&plan, |pair, notice| scoring.count(&pair, notice)))
                .collect();
            pairing.settle(looks);
        }
        pairing.all_arrived();
        prop_assert!(pairing.ready().is_empty());
        let (systems, _) = pairing.finish();
        let rules = scoring.finish(systems, &mut |_| ());
        prop_assert_eq!(&rules[0].systems[0], &evaluated(&key, &response, 0));
    }
}

#[test]
fn a_document_of_a_system_that_there_is_not_is_an_error() {
    let (plan, aids) = (Plan::default(), Aids::default());
    let mut pairing: Pairing<'_, ()> = Pairing::new(&plan, &aids, 1);
    let document = || document("d", &vec![Some(0), Some(0)]);
    pairing.arrive(Origin::Key, 0, document());
    pairing.arrive(Origin::Response(1), 7, document());
    pairing.could_not_read(Origin::Response(usize::MAX), 8, document().name());
    let noticed = pairing.noticed();
    let said: Vec<_> = noticed.iter().map(|noticed| (noticed.source, noticed.problem.code)).collect();
    assert_eq!(said, [(7, "no-such-system"), (8, "no-such-system")]);
    assert!(noticed.iter().all(corefeval::evaluation::Noticed::is_error));
    assert!(pairing.ready().is_empty(), "nothing was paired with it");
}

#[test]
fn what_was_counted_under_fewer_rules_gives_the_rules_it_was_counted_under() {
    let [one, both]: [Plan; 2] =
        ["match:exact", "match:exact+overlap-50"].map(|signature| signature.parse().expect("a signature"));
    let counted = |plan: &Plan| {
        let (aids, scoring) = (Aids::default(), Scoring::new(plan));
        let mut pairing = Pairing::new(plan, &aids, 1);
        for origin in [Origin::Key, Origin::Response(0)] {
            pairing.arrive(origin, 0, document("d", &vec![Some(0), Some(0)]));
        }
        let looks = pairing.ready().into_iter();
        let looks: Vec<_> =
            looks.map(|pair| pair.look(plan, |pair, notice| scoring.count(&pair, notice))).collect();
        pairing.settle(looks);
        pairing.finish().0
    };
    for (counted, plan, rules) in
        [(counted(&one), &both, 1), (counted(&both), &one, 1), (counted(&both), &both, 2)]
    {
        assert_eq!(Scoring::new(plan).finish(counted, &mut |_| ()).len(), rules);
    }
}

#[test]
fn evaluations_under_other_plans_do_not_add_up() {
    let under = |signature: &str| {
        let plan: Plan = signature.parse().expect("a signature");
        let documents = || corpus(&[vec![Some(0), Some(0)]], 0);
        evaluate(documents(), [documents()], &plan).expect("the same text").systems()[0].clone()
    };
    assert!((under("singletons:keep") + under("singletons:keep")).is_ok());
    let refused = under("singletons:keep") + under("singletons:drop");
    assert!(refused.expect_err("another plan").to_string().contains("singletons:drop"));
}

#[test]
fn what_is_stored_otherwise_is_refused() {
    let stored = serde_json::to_string(&evaluated(&[vec![Some(0), Some(0)]], &[vec![Some(0), Some(0)]], 0));
    let stored = stored.expect("data");
    for (from, to) in [
        ("\"evaluation\":1", "\"evaluation\":2"),
        ("metrics:mentions+muc+", "metrics:mentions+"),
        ("match:exact", "match:nose"),
    ] {
        assert!(serde_json::from_str::<Evaluation>(&stored.replace(from, to)).is_err(), "{to}");
    }
}
