use super::{Board, PUBLISHED, Part, Standing, by_name};

fn board(name: &str) -> Board {
    by_name(name).unwrap().board()
}

#[test]
fn every_row_of_every_table_is_there() {
    let counts: Vec<usize> = PUBLISHED.iter().map(|table| table.board().standings.len()).collect();
    assert_eq!(counts, [18, 15, 13, 7, 18, 5, 9, 1, 1, 1, 18, 5, 18 * 6, 5 * 6, 8, 6, 11, 6, 15, 15]);
}

#[test]
fn every_cell_is_a_figure_and_every_table_has_its_main_column() {
    for table in PUBLISHED {
        let board = table.board();
        assert!(board.column(table.main).is_some(), "{}", table.name);
        for standing in &board.standings {
            assert_eq!(standing.figures.len(), board.columns.len(), "{} {}", table.name, standing.system);
            assert!(
                standing.figures.iter().all(|figure| (0.0..=100.0).contains(&figure.value)),
                "{}",
                table.name
            );
            assert_eq!(standing.slice.is_some(), board.sliced_by.is_some(), "{}", table.name);
        }
    }
}

#[test]
fn averages_are_the_mean_of_their_columns_but_for_two_that_are_misprinted() {
    let mut wrong = Vec::new();
    for table in PUBLISHED {
        let board = table.board();
        for standing in &board.standings {
            let mean = board.other_mean(standing);
            wrong.extend(mean.map(|mean| (table.name, standing.system, format!("{mean:.1}"))));
        }
    }
    let known =
        [("conll-2011", "kobdani", "40.8".to_owned()), ("conll-2012-en", "stamborg", "54.5".to_owned())];
    assert_eq!(wrong, known);
    for (name, system, mean) in known {
        let remark = format!("the mean of its columns is {mean}");
        let remarks = by_name(name).unwrap().remarks;
        assert!(remarks.iter().any(|one| one.starts_with(system) && one.ends_with(&remark)), "{name}");
    }
}

/// Recall, precision and F1 of a metric.
fn triple(board: &Board, standing: &Standing, metric: &str) -> Option<[f64; 3]> {
    let figure = |part| board.part(metric, part).map(|column| standing.figures[column].value);
    Some([figure(Part::Recall)?, figure(Part::Precision)?, figure(Part::Main)?])
}

#[test]
fn f_is_the_harmonic_mean_of_recall_and_precision() {
    let harmonic = |recall: f64, precision: f64| 2.0 * recall * precision / (recall + precision);
    let half = 0.005 + 1e-9;
    let mut checked = 0;
    for table in PUBLISHED {
        let board = table.board();
        for standing in &board.standings {
            for metric in ["mentions", "muc", "b-cubed-v4", "ceaf-m-v4", "ceaf-e-v4"] {
                let Some([recall, precision, f]) = triple(&board, standing, metric) else { continue };
                let least = harmonic(recall - half, precision - half) - half;
                let most = harmonic(recall + half, precision + half) + half;
                assert!((least..=most).contains(&f), "{} {} {metric}", table.name, standing.system);
                checked += 1;
            }
        }
    }
    // 58 rows of Tables 12 to 19, five metrics each
    assert_eq!(checked, 58 * 5);
}

#[test]
fn recall_and_precision_of_mention_based_ceaf_are_the_same_but_once() {
    let mut odd = Vec::new();
    for table in PUBLISHED {
        let board = table.board();
        for standing in &board.standings {
            let ceaf = triple(&board, standing, "ceaf-m-v4");
            let differ = |[recall, precision, _]: [f64; 3]| (recall - precision).abs() > 1e-9;
            odd.extend(ceaf.is_some_and(differ).then_some((table.name, standing.system)));
        }
    }
    assert_eq!(odd, [("conll-2011-closed-head", "kobdani")]);
}

#[test]
fn printed_ranks_are_those_of_the_figures() {
    let mut checked = 0;
    for table in PUBLISHED {
        let board = table.board();
        for column in board.main_columns() {
            let Some(ranks) = board.part(column.name, Part::Rank) else { continue };
            let figures = board.column(column.name).unwrap();
            for standing in &board.standings {
                let place = board.place(figures, standing.figures[figures].value);
                assert_eq!(
                    place.to_string(),
                    standing.figures[ranks].text,
                    "{} {}",
                    table.name,
                    standing.system
                );
                checked += 1;
            }
        }
    }
    assert_eq!(checked, (8 + 6) * 6 + 11 * 2);
}

#[test]
fn first_scores_of_muc_are_those_of_the_rescoring() {
    // unlike B³ and CEAF, MUC was not changed between the two scorer versions
    let (first, again) = (board("conll-2011-closed"), board("conll-2011"));
    let muc = |board: &Board, system: &str| {
        let standing = board.standings.iter().find(|standing| standing.system == system).unwrap();
        standing.figures[board.column("muc").unwrap()].value
    };
    for standing in &first.standings {
        let difference = muc(&first, standing.system) - muc(&again, standing.system);
        assert!(difference.abs() <= 0.055, "{}", standing.system);
    }
}

#[test]
fn systems_that_are_printed_out_of_order_are_named() {
    let mut named = Vec::new();
    for name in ["conll-2011", "conll-2012-en", "conll-2012-zh", "conll-2012-ar", "conll-2011-closed"] {
        let table = by_name(name).unwrap();
        let board = table.board();
        let column = board.column(table.main).unwrap();
        for pair in board.standings.windows(2) {
            if pair[1].figures[column].value > pair[0].figures[column].value {
                named.push((name, pair[1].system));
                assert!(table.remarks.iter().any(|remark| remark.starts_with(pair[1].system)), "{name}");
            }
        }
    }
    assert_eq!(named, [("conll-2012-en", "shou"), ("conll-2012-zh", "fernandes")]);
}

#[test]
fn a_score_stands_after_all_that_are_better() {
    let board = board("conll-2012-en");
    let column = |name| board.column(name).unwrap();
    assert_eq!(board.place(column("conll"), 90.0), 1);
    assert_eq!(board.place(column("conll"), 57.7), 2, "as good as the second is second");
    assert_eq!(board.place(column("muc"), 0.0), 16);
    let order: Vec<&str> =
        board.ranked(column("conll"))[7..11].iter().map(|standing| standing.system).collect();
    assert_eq!(order, ["shou", "yuan", "xu", "uryupina"]);
}

#[test]
fn fractions_are_percentages_and_few_errors_are_best() {
    let people = board("nec").of_slice("person");
    let (nec, missed) = (people.column("nec").unwrap(), people.column("not-found").unwrap());
    let best = people.ranked(missed)[0];
    assert_eq!((best.system, best.figures[missed].value), ("Lee et al., 2018", 7.5));
    assert_eq!(
        (best.figures[nec].text, best.figures[nec].value, best.figures[nec].unit),
        ("0.80", 80.0, 1.0)
    );
    assert_eq!((people.place(missed, 20.0), people.place(nec, 60.0)), (3, 3));
    assert_eq!(board("nec").slices(), ["PERSON", "ORG", "GPE"]);
}

#[test]
fn a_column_that_is_not_there_ranks_nobody() {
    let board = PUBLISHED[0].board();
    assert_eq!(board.place(usize::MAX, 50.0), 1);
    assert_eq!(board.ranked(usize::MAX).len(), board.standings.len());
}
