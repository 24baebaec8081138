//! Which markables of the key are equal to which of the response.

use super::markable::Markable;

/// The response markables that equal each key markable, as places in the two lists; places come in order.
pub(super) fn matches(key: &[Markable], response: &[Markable]) -> Vec<Vec<usize>> {
    let mut by_span: Vec<usize> = (0..response.len()).collect();
    by_span.sort_by_key(|&place| response[place].span);
    key.iter().map(|markable| equal_to(markable, response, &by_span)).collect()
}

/// The places of equal response markables. Only those that begin between the beginning of the markable and
/// that of its minimum are compared.
fn equal_to(markable: &Markable, response: &[Markable], by_span: &[usize]) -> Vec<usize> {
    let (first, last) = match markable.minimum {
        Some(minimum) => ((markable.span.0, i64::MIN), (minimum.0, i64::MAX)),
        None => (markable.span, markable.span),
    };
    let begin = by_span.partition_point(|&place| response[place].span < first);
    let near = by_span[begin..].iter().take_while(|&&place| response[place].span <= last);
    let mut equal: Vec<usize> = near.copied().filter(|&place| markable.equals(&response[place])).collect();
    equal.sort_unstable();
    equal
}
