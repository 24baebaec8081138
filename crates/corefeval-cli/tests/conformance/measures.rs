//! The measures on real corpora, with figures that short programs in another language computed from their definitions.

use std::path::Path;

use crate::recorded::{run, shared};
use serde_json::Value;

fn json(folder: &Path, command: &str, arguments: &[&str]) -> Value {
    let (text, status) = run(folder, command, arguments);
    assert_eq!(status, 0, "{command} {arguments:?}");
    serde_json::from_str(&text).unwrap()
}

fn assert_near(found: &Value, expected: f64, what: &str) {
    let found = found.as_f64().unwrap();
    assert!((found - expected).abs() < 1e-12, "{what}: {found} is not {expected}");
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn nec_on_ontogum_is_what_its_definition_gives() {
    let folder = shared("data/ontogum-full");
    // entities, NEC F1, micro recall and precision, not found; heads are last proper nouns
    let expected: [(&str, &str, [f64; 5]); 6] = [
        (
            "sys-strmatch",
            "PERSON",
            [90.0, 0.268_870_743_771_623_34, 0.183_646_112_600_536_2, 0.671_568_627_450_980_3, 38.0],
        ),
        (
            "sys-strmatch",
            "all",
            [330.0, 0.385_583_594_944_822_64, 0.321_605_277_625_068_74, 0.521_390_374_331_550_8, 92.0],
        ),
        (
            "sys-gold-medium",
            "PERSON",
            [90.0, 0.623_819_088_603_961_1, 0.674_262_734_584_450_4, 0.782_270_606_531_881_9, 13.0],
        ),
        (
            "sys-gold-medium",
            "all",
            [330.0, 0.625_815_019_646_630_6, 0.673_996_701_484_332_1, 0.668_119_891_008_174_4, 28.0],
        ),
        (
            "sys-pronoun",
            "PERSON",
            [90.0, 0.347_293_336_204_059_56, 0.238_605_898_123_324_4, 0.671_698_113_207_547_1, 28.0],
        ),
        (
            "sys-pronoun",
            "all",
            [330.0, 0.426_448_612_812_525_16, 0.355_140_186_915_887_83, 0.532_125_205_930_807_3, 69.0],
        ),
    ];
    for (system, group, figures) in expected {
        let response = format!("{system}.conll");
        let told =
            json(&folder, "nec", &["-q", "--heads", "last-nnp", "--as", "json", "key.conll", &response]);
        let counts = &told["systems"][0]["types"][group];
        let micro = &counts["nec_micro"];
        let found = [
            &counts["entities"],
            &counts["nec_f1"],
            &micro["recall"],
            &micro["precision"],
            &counts["not_found"],
        ];
        for (found, expected) in found.into_iter().zip(figures) {
            assert_near(found, expected, &response);
        }
    }
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn variants_of_b_cubed_on_litbank_are_what_their_definitions_give() {
    let folder = shared("data/litbank");
    let expected = [
        ("b-cubed", 0.240_905_990_562_336_97, 0.402_725_128_620_009_2),
        ("b-cubed-0", 0.240_905_990_562_336_97, 0.901_014_379_780_243_9),
        ("b-cubed-all", 0.357_182_782_823_318_4, 0.887_039_855_125_831),
        ("b-cubed-rn", 0.357_182_782_823_318_4, 0.795_567_393_748_624_4),
        ("b-cubed-sys", 0.357_182_782_823_318_4, 0.830_646_403_456_950_5),
        ("b-cubed-v4", 0.448_241_919_675_191_17, 0.830_646_403_456_950_5),
    ];
    let told = json(&folder, "variants", &["-q", "--as", "json", "key.conll", "sys-strmatch.conll"]);
    for (name, recall, precision) in expected {
        let row = told["rows"].as_array().unwrap().iter().find(|row| row["metric"] == name).unwrap();
        assert_near(&row["recall"], recall, name);
        assert_near(&row["precision"], precision, name);
    }
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn alpha_of_human_annotators_is_what_its_definition_gives() {
    let folder = shared("data/human/de-gerdracor");
    let cases: [(&[&str], [f64; 3]); 2] = [
        (
            &["Raeuber_Act1.AK.conll", "Raeuber_Act1.JA.conll", "Raeuber_Act1.SH.conll"],
            [0.222_777_351_183_869_43, 0.591_397_668_496_394, 0.405_035_849_865_571_5],
        ),
        (
            &["Emilia_Act1.IV.conll", "Emilia_Act1.LF.conll"],
            [0.102_069_929_119_081_64, 0.488_080_922_545_549_47, 0.389_833_898_333_799_44],
        ),
    ];
    for (files, expected) in cases {
        let told = json(&folder, "agree", &[&["-q", "--as", "json"], files].concat());
        let alpha = &told["groups"][0]["alpha_experimental"];
        for (distance, expected) in ["nominal", "passonneau", "masi"].into_iter().zip(expected) {
            let found = alpha[distance].as_f64().unwrap();
            // sums of a million terms in another order
            assert!((found - expected).abs() < 1e-10, "{distance}: {found} is not {expected}");
        }
        let annotators = files.len();
        assert_eq!(told["groups"][0]["pairs"].as_array().unwrap().len(), annotators * (annotators - 1) / 2);
    }
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn agreement_of_two_annotators_is_what_score_prints() {
    let folder = shared("data/human/de-gerdracor");
    let (one, other) = ("Sara_Act1.JA.conll", "Sara_Act1.SH.conll");
    let agreed = json(&folder, "agree", &["-q", "--as", "json", one, other]);
    let scored = json(&folder, "score", &["-q", "--as", "json", one, other]);
    for metric in ["muc", "b-cubed", "ceaf-m", "ceaf-e", "blanc"] {
        let f1 = scored["systems"][0]["metrics"][metric]["f"].as_f64().unwrap();
        assert_near(&agreed["groups"][0]["pairs"][0]["f"][metric], f1, metric);
    }
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn clusterings_of_human_annotators_measure_as_in_scikit_learn() {
    let folder = shared("data/human/de-gerdracor");
    let names = [
        "rand",
        "adjusted-rand",
        "homogeneity",
        "completeness",
        "v-measure",
        "variation-of-information",
        "purity",
    ];
    // scikit-learn 1.9.1; the variation from its mutual information, purity from its contingency matrix
    let expected = [
        (
            "union",
            [
                0.986_688_881_616_137_5,
                0.923_204_597_068_209_3,
                0.927_390_825_750_579_5,
                0.929_053_106_354_299_2,
                0.928_221_221_840_142_4,
                0.491_375_376_174_538_3,
                0.930_172_413_793_103_4,
            ],
        ),
        (
            "common",
            [
                0.995_858_229_354_413,
                0.980_088_062_615_615_5,
                0.980_849_869_680_517_9,
                0.983_831_147_661_132_8,
                0.982_338_246_721_348_7,
                0.106_401_925_407_182_85,
                0.986_247_544_204_322_1,
            ],
        ),
    ];
    let told =
        json(&folder, "measures", &["-q", "--as", "json", "Emilia_Act1.IV.conll", "Emilia_Act1.LF.conll"]);
    for (set, figures) in expected {
        for (name, expected) in names.into_iter().zip(figures) {
            let found = told["clustering"][set][name].as_f64().unwrap();
            // logarithms are summed in another order
            assert!((found - expected).abs() < 1e-12, "{set} {name}: {found} is not {expected}");
        }
    }
}
