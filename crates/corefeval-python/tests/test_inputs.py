"""Everything that holds coreference is read alike."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Iterator

import pytest

import corefeval
from corefeval import Document, InputError

WORDS = ["Mary", "lost", "her", "key", ".", "She", "found", "it", "."]
GOLD = [[(0, 0), (2, 2), (5, 5)], [(2, 3), (7, 7)]]
FOUND = [[(0, 0), (2, 2)], [(2, 3), (7, 7)]]
# MUC: 1 + 1 of 2 + 1 links, and 1 + 1 of 1 + 1
RECALL = 2 / 3


def recall(key: Any, response: Any, **choices: Any) -> float:
    muc = corefeval.score(key, response, **choices).muc
    assert muc.precision == 1.0 and muc.recall is not None
    return muc.recall


def document(clusters: Any) -> Document:
    return Document("d", clusters, words=WORDS, sentences=[5, 4])


def record(clusters: Any, **more: Any) -> Any:
    return {"doc_key": "d", "sentences": [WORDS[:5], WORDS[5:]], "clusters": clusters, **more}


def spacy_like(clusters: Any) -> Any:
    tokens = [SimpleNamespace(text=word) for word in WORDS]

    class Doc:
        spans = {
            f"coref_clusters_{number}": [SimpleNamespace(start=start, end=end + 1) for start, end in cluster]
            for number, cluster in enumerate(clusters, 1)
        }
        vocab = noun_chunks = _ = SimpleNamespace()
        sents = [tokens[:5], tokens[5:]]

        def has_annotation(self, _: str) -> bool:
            return True

        def __iter__(self) -> Iterator[Any]:
            return iter(tokens)

    return Doc()


def stanza_like(clusters: Any) -> Any:
    def mention(start: int, last: int) -> Any:
        sentence = int(start >= 5)
        return SimpleNamespace(sentence=sentence, start_word=start - 5 * sentence, end_word=last + 1 - 5 * sentence)

    chains = [SimpleNamespace(mentions=[mention(*span) for span in cluster]) for cluster in clusters]
    sentences = [SimpleNamespace(words=[SimpleNamespace(text=word) for word in part]) for part in (WORDS[:5], WORDS[5:])]
    return SimpleNamespace(coref=chains, sentences=sentences)


def test_zeros_of_stanza() -> None:
    made = stanza_like(GOLD)
    # a zero before "found", the second word: it is in the place after the first word, as in enhanced dependencies
    made.sentences[1].empty_words = [SimpleNamespace(id=(1, 1), text="_")]
    made.coref[0].mentions.append(SimpleNamespace(sentence=1, start_word=(1, 1), end_word=(1, 1)))
    read, = corefeval.read(made)
    assert read.zeros == [6] and read.words is not None and read.words[5:8] == ["She", "_", "found"]
    assert [mention.is_zero for mention in read.mentions if mention.start == 6] == [True]
    assert recall([read], stanza_like(FOUND)) == pytest.approx(2 / 4)


def test_fastcoref_leaves_out_what_it_cannot_place() -> None:
    words = SimpleNamespace(text=WORDS, get_clusters=lambda as_strings: [[(0, 1), (2, 3), None]])
    read, = corefeval.read(words)
    assert read.words == WORDS and read.clusters == [[(0, 0), (2, 2)]]


def fastcoref_like(clusters: Any) -> Any:
    text = " ".join(WORDS)
    starts = [sum(len(word) + 1 for word in WORDS[:place]) for place in range(len(WORDS))]
    spans = [[(starts[start], starts[last] + len(WORDS[last])) for start, last in cluster] for cluster in clusters]
    return SimpleNamespace(text=text, get_clusters=lambda as_strings: spans)


def table(clusters: Any) -> Any:
    rows = [("d", number, start, last) for number, cluster in enumerate(clusters) for start, last in cluster]
    return {name: [row[place] for row in rows] for place, name in enumerate(("document", "entity", "start", "end"))}


# CorefUD has a place for heads, which these mentions have not
@pytest.mark.filterwarnings("ignore::corefeval.CorefevalWarning")
@pytest.mark.parametrize(
    "made",
    [
        lambda clusters: clusters,
        lambda clusters: [clusters],
        lambda clusters: tuple(tuple(cluster) for cluster in clusters),
        lambda clusters: [[list(span) for span in cluster] for cluster in clusters],
        lambda clusters: [[str(span) for span in cluster] for cluster in clusters],
        lambda clusters: [[("d", *span) for span in cluster] for cluster in clusters],
        lambda clusters: [[hash(span) for span in cluster] for cluster in clusters],
        lambda clusters: (clusters, {span: cluster for cluster in clusters for span in map(tuple, cluster)}),
        lambda clusters: {"d": clusters},
        lambda clusters: {"d": {f"entity {number}": cluster for number, cluster in enumerate(clusters)}},
        document,
        lambda clusters: [document(clusters)],
        record,
        lambda clusters: [record(clusters)],
        lambda clusters: {"tokens": WORDS, "clusters_token_offsets": clusters, "clusters_char_offsets": None},
        lambda clusters: {"document": WORDS, "clusters": clusters, "top_spans": []},
        lambda clusters: corefeval.write(document(clusters), format="corefud"),
        lambda clusters: (corefeval.write(document(clusters), format="jsonlines") or b"").decode(),
        spacy_like,
        lambda clusters: [spacy_like(clusters)],
        stanza_like,
        fastcoref_like,
    ],
)
def test_one_text_in_every_shape(made: Any) -> None:
    assert recall(made(GOLD), made(FOUND)) == pytest.approx(RECALL)


def test_one_side_may_be_another_shape_than_the_other() -> None:
    for key in (document(GOLD), record(GOLD), spacy_like(GOLD), stanza_like(GOLD)):
        for response in (FOUND, [FOUND], record(FOUND), document(FOUND)):
            named = corefeval.read(key)[0].renamed("d")
            assert recall([named], response) == pytest.approx(RECALL)


def test_gold_and_predicted_in_one_record() -> None:
    both = {"doc_key": "d", "sentences": [WORDS], "clusters": GOLD, "predicted_clusters": FOUND}
    assert recall(both, both) == pytest.approx(RECALL)
    muc = corefeval.score([both]).muc
    assert (muc.recall, muc.precision) == (pytest.approx(RECALL), 1.0)


def test_several_documents() -> None:
    key = [GOLD, [[(0, 0), (1, 1)]]]
    response = [FOUND, [[(0, 0), (1, 1)]]]
    assert recall(key, response) == pytest.approx(3 / 4)
    named = {"b": GOLD, "a": [["x", "y"]]}
    assert recall(named, {"a": [["x", "y"]], "b": FOUND}) == pytest.approx(3 / 4)
    assert [one.name for one in corefeval.score(named, named).documents] == ["b", "a"]


def test_paths(key: Path, careful: Path, tmp_path: Path) -> None:
    parts = key.read_text().split("#begin document")[1:]
    paths = []
    for number, part in enumerate(parts):
        paths.append(tmp_path / f"{number}.conll")
        paths[-1].write_text("#begin document" + part)
    whole = corefeval.score(key, careful)
    assert corefeval.score(paths, careful).metrics == whole.metrics
    assert corefeval.score(tmp_path, str(careful)).metrics == whole.metrics
    assert corefeval.score(key.read_bytes(), careful.read_text()).metrics == whole.metrics
    assert corefeval.score(key, corefeval.read(careful)).metrics == whole.metrics


def test_tables_of_every_package(tmp_path: Path) -> None:
    pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    for make in (pandas.DataFrame, polars.DataFrame, pyarrow.table):
        assert recall(make(table(GOLD)), make(table(FOUND))) == pytest.approx(RECALL)

    class Stream:
        """Nothing but the Arrow interface."""

        def __init__(self, inner: Any) -> None:
            self.__arrow_c_stream__ = inner.__arrow_c_stream__

    assert recall(Stream(pyarrow.table(table(GOLD))), Stream(pyarrow.table(table(FOUND)))) == pytest.approx(RECALL)
    named = pandas.DataFrame({"mention": ["a", "b", "c"], "entity": [1, 1, 2]})
    assert corefeval.score(named, named).conll == 1.0
    with pytest.raises(InputError, match="has the columns a: it needs `entity`"):
        corefeval.score(pandas.DataFrame({"a": [1]}), named)
    # BookNLP
    path = tmp_path / "book.entities"
    path.write_text("COREF\tstart_token\tend_token\tprop\tcat\ttext\n0\t0\t0\tPROP\tPER\tMary\n0\t2\t2\tPRON\tPER\ther\n")
    assert corefeval.score(path, [[(0, 0), (2, 2)]]).conll == 1.0


def test_real_spacy() -> None:
    spacy = pytest.importorskip("spacy")
    made = []
    for clusters in (GOLD, FOUND):
        doc = spacy.tokens.Doc(spacy.blank("en").vocab, words=WORDS)
        for number, cluster in enumerate(clusters, 1):
            doc.spans[f"coref_clusters_{number}"] = [doc[start : last + 1] for start, last in cluster]
        made.append(doc)
    assert recall(*made) == pytest.approx(RECALL)


def test_other_components_of_spacy() -> None:
    spacy = pytest.importorskip("spacy")
    for name in ("coref_chains", "coref_clusters"):
        spacy.tokens.Doc.set_extension(name, default=None, force=True)
    vocabulary = spacy.blank("en").vocab
    key = spacy.tokens.Doc(vocabulary, words=WORDS)
    key._.coref_chains = [[SimpleNamespace(token_indexes=[place]) for place in (0, 2, 5)], [SimpleNamespace(token_indexes=[3, 1])]]
    assert corefeval.read(key)[0].clusters == [[(0, 0), (2, 2), (5, 5)], [(1, 3)]]
    found = spacy.tokens.Doc(vocabulary, words=WORDS)
    # the characters of "Mary", "her key" and "She": fastcoref as a component of spaCy
    found._.coref_clusters = [[(0, 4), (10, 17), (20, 23)]]
    assert found.text[10:17] == "her key" and found.text[20:23] == "She"
    assert corefeval.read(found)[0].clusters == [[(0, 0), (2, 3), (5, 5)]]
    for name in ("coref_chains", "coref_clusters"):
        spacy.tokens.Doc.remove_extension(name)


@pytest.mark.filterwarnings("ignore::corefeval.CorefevalWarning")
def test_real_udapi(tmp_path: Path) -> None:
    core = pytest.importorskip("udapi.core.document")
    made = []
    for number, clusters in enumerate((GOLD, FOUND)):
        path = tmp_path / f"{number}.conllu"
        path.write_bytes(corefeval.write(document(clusters), format="corefud") or b"")
        made.append(core.Document(str(path)))
    assert recall(*made) == pytest.approx(RECALL)


def test_columns_of_every_type() -> None:
    pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    made = table(GOLD)
    entities = [str(entity) for entity in made["entity"]]
    small = {"document": made["document"], "start": pyarrow.array(made["start"], pyarrow.int32()), "end": pyarrow.array(made["end"], pyarrow.uint8())}
    for column in (
        pyarrow.array(entities, pyarrow.large_string()),
        pyarrow.array(entities).dictionary_encode(),
        pyarrow.chunked_array([entities[:2], entities[2:]]),
    ):
        assert recall(pyarrow.table({**small, "entity": column}), table_of(pyarrow.table, FOUND)) == pytest.approx(RECALL)
    frame = pandas.DataFrame({**made, "entity": pandas.Categorical(entities)}).astype({"start": "Int64", "end": "float64"})
    assert recall(frame, table_of(pandas.DataFrame, FOUND)) == pytest.approx(RECALL)
    frame = polars.DataFrame(made).with_columns(polars.Series("entity", entities, dtype=polars.Categorical), polars.col("start").cast(polars.UInt8))
    assert recall(frame, table_of(polars.DataFrame, FOUND)) == pytest.approx(RECALL)


def table_of(make: Any, clusters: Any) -> Any:
    return make(table(clusters))


def test_rows_that_say_nothing_are_named() -> None:
    pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    made = table(GOLD)
    for what in ("entity", "start", "end"):
        gaps = {**made, what: [made[what][0], None, *made[what][2:]]}
        for make in (pandas.DataFrame, polars.DataFrame, pyarrow.table):
            with pytest.raises(InputError, match=f"row 1 of the table of the key, counted from 0, has no {what}"):
                corefeval.score(make(gaps), make(made))
    with pytest.raises(InputError, match="row 1 of the table of the response, counted from 0, has no document"):
        corefeval.score(pandas.DataFrame(made), pandas.DataFrame({**made, "document": ["d", None, *made["document"][2:]]}))
    for wrong in (1.5, "x"):
        with pytest.raises(InputError, match="row 0 of the table of the key, counted from 0: `end` is .*, which is no token"):
            corefeval.score(pandas.DataFrame({**made, "end": [wrong, *made["end"][1:]]}), pandas.DataFrame(made))


def test_a_response_is_not_forgotten(key: Path, tmp_path: Path) -> None:
    gold = {"doc_key": "d", "sentences": [WORDS], "clusters": GOLD}
    for alone in (GOLD, key, [key], key.parent, gold, [gold], corefeval.read(key), key.read_bytes(), []):
        with pytest.raises(TypeError, match="there is no response"):
            corefeval.score(alone)
        with pytest.raises(TypeError, match="there is no response"):
            corefeval.match_all(alone)
    both = json.dumps({**gold, "predicted_clusters": FOUND}) + "\n"
    (tmp_path / "both.jsonlines").write_text(both)
    (tmp_path / "both.jsonlines.gz").write_bytes(gzip.compress(both.encode()))
    for name in ("both.jsonlines", "both.jsonlines.gz"):
        assert corefeval.score(tmp_path / name).muc.recall == pytest.approx(RECALL)
    assert corefeval.score(both).muc.recall == pytest.approx(RECALL)


TWO_SIDES = (
    '{"doc_key": "a", "sentences": [["x", "y", "z"]], "clusters": [[[0, 0], [1, 1]]], "predicted_clusters": [[[0, 0], [2, 2]]]}\n'
)


def test_the_role_says_which_side_of_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    path.write_text(TWO_SIDES)
    spans = {
        role: [mention.start for mention in corefeval.read(path, role=role)[0].mentions] for role in ("key", "response")
    }
    assert spans == {"key": [0, 1], "response": [0, 2]}
    with pytest.warns(corefeval.CorefevalWarning, match="two-sides|is ignored"):
        assert [mention.start for mention in corefeval.read(path)[0].mentions] == [0, 2]
    assert corefeval.score(path, corefeval.read(path, role="response")).conll == corefeval.score(path).conll


def test_the_key_does_not_stand_in_for_missing_predictions(tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    path.write_text(TWO_SIDES + '{"doc_key": "b", "sentences": [["x", "y"]], "clusters": [[[0, 0], [1, 1]]]}\n')
    with pytest.raises(corefeval.InputError, match="lacks `predicted_clusters`"):
        corefeval.score(path)


def test_clusters_by_id_go_with_documents_that_have_parts() -> None:
    key = "#begin document (a/b); part 000\nx\t(1)\ny\t(1)\nz\t-\n\n#end document\n"
    assert corefeval.score(key, {"a/b": [[(0, 0), (1, 1)]]}).conll == 1.0
    assert corefeval.score(key, {"(a/b); part 000": [[(0, 0), (1, 1)]]}).conll == 1.0


def test_open_files_are_read() -> None:
    text = "#begin document (a);\nx\t(1)\ny\t(1)\n\n#end document\n"
    assert corefeval.score(io.StringIO(text), io.BytesIO(text.encode())).conll == 1.0


def test_documents_may_have_arrays_for_clusters() -> None:
    numpy = pytest.importorskip("numpy")
    clusters = [[(0, 1), (5, 6)], [(7, 8), (10, 12)]]
    arrays = [[numpy.array(cluster) for cluster in clusters]] * 2
    assert corefeval.score(arrays, [clusters] * 2).conll == 1.0
