"""Documents of other packages, recognised by their attributes, not by their type."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

from . import _corefeval
from ._corefeval import Document
from ._errors import InputError


def document_of(given: Any, number: int = 0) -> Optional[Document]:
    """The document in an object of another package; none if the kind of object is not known."""
    if isinstance(given, Document):
        return given
    for knows, convert in _KINDS:
        if knows(given):
            return convert(given, str(number))
    return None


def _is_spacy(given: Any) -> bool:
    return hasattr(given, "spans") and hasattr(given, "vocab") and hasattr(given, "noun_chunks")


def _from_spacy(doc: Any, name: str) -> Document:
    groups = [group for key, group in doc.spans.items() if key.startswith("coref_clusters")]
    clusters = [[(span.start, span.end - 1) for span in group] for group in groups]
    if not groups and getattr(doc._, "coref_chains", None) is not None:
        clusters = _coreferee(doc._.coref_chains)
    elif not groups and getattr(doc._, "coref_clusters", None) is not None:
        clusters = _fastcoref_in_spacy(doc)
    sentences = None
    if doc.has_annotation("SENT_START"):
        sentences = [len(sentence) for sentence in doc.sents]
    user = getattr(doc, "user_data", None) or {}
    return Document(str(user.get("doc_key", name)), clusters, [token.text or " " for token in doc], None, sentences)


def _coreferee(chains: Any) -> List[Any]:
    """Mentions are heads; one of several tokens is a coordination, which is taken as the tokens from its first to its last head."""
    return [[(min(mention.token_indexes), max(mention.token_indexes)) for mention in chain] for chain in chains]


def _fastcoref_in_spacy(doc: Any) -> List[Any]:
    """fastcoref as a component of spaCy: clusters of pairs of characters, the end not included."""
    clusters = []
    for cluster in doc._.coref_clusters:
        spans = [doc.char_span(start, end, alignment_mode="expand") for start, end in cluster]
        clusters.append([(span.start, span.end - 1) for span in spans if span is not None])
    return clusters


def _is_fastcoref(given: Any) -> bool:
    return hasattr(given, "get_clusters") and hasattr(given, "text")


def _from_fastcoref(result: Any, name: str) -> Document:
    found = result.get_clusters(as_strings=False)
    # fastcoref has no characters for mentions that it cannot find in the text, and no strings either
    clusters = [[(start, end - 1) for start, end in filter(None, cluster)] for cluster in found]
    if not isinstance(result.text, str):
        # the text was given as words, so positions are words
        return Document(name, clusters, list(result.text), None, None)
    # positions are characters: each character is a token here
    return Document(name, clusters, None, len(result.text), None)


def _is_stanza(given: Any) -> bool:
    return hasattr(given, "coref") and hasattr(given, "sentences")


def _from_stanza(doc: Any, name: str) -> Document:
    """Words are counted from 0 in their sentence, the end not included; a zero is the word before it (from 1) and a number."""
    words: List[str] = []
    lengths: List[int] = []
    zeros: List[int] = []
    places: Dict[Any, int] = {}
    for number, sentence in enumerate(doc.sentences):
        first = len(words)
        empty = sorted(getattr(sentence, "empty_words", None) or [], key=lambda word: word.id)
        for place, word in enumerate([*sentence.words, None]):
            for zero in (each for each in empty if each.id[0] == place):
                places[number, tuple(zero.id)] = len(words)
                zeros.append(len(words))
                words.append("_")
            if word is not None:
                places[number, place] = len(words)
                words.append(word.text)
        lengths.append(len(words) - first)

    def span(mention: Any) -> Tuple[int, int]:
        if not isinstance(mention.start_word, int):
            zero = places[mention.sentence, tuple(mention.start_word)]
            return zero, zero
        return places[mention.sentence, mention.start_word], places[mention.sentence, mention.end_word - 1]

    clusters = [[span(mention) for mention in chain.mentions] for chain in doc.coref]
    return Document(name, clusters, words, None, lengths, zeros)


def _is_udapi(given: Any) -> bool:
    return hasattr(given, "coref_entities") and hasattr(given, "bundles")


def _from_udapi(doc: Any, name: str) -> Document:
    conllu = doc.to_conllu_string() if hasattr(doc, "to_conllu_string") else None
    if conllu is None:
        from udapi.block.write.conllu import Conllu  # type: ignore[import-not-found, import-untyped, unused-ignore]

        import contextlib
        import io

        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            writer = Conllu()
            writer.apply_on_document(doc)
        conllu = text.getvalue()
    documents, _ = _corefeval.read_bytes(conllu.encode(), name, "corefud", "unknown", False)
    if len(documents) != 1:
        raise InputError(f"a udapi document with {len(documents)} documents in it: give the file instead")
    return documents[0]


_KINDS: Tuple[Tuple[Callable[[Any], bool], Callable[[Any, str], Document]], ...] = (
    (_is_spacy, _from_spacy),
    (_is_fastcoref, _from_fastcoref),
    (_is_udapi, _from_udapi),
    (_is_stanza, _from_stanza),
)
