"""Reports of results, as notebooks show them."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import corefeval
from corefeval import ChoiceError, Page


def test_a_result_makes_its_report(key: Path, careful: Path, bold: Path, tmp_path: Path) -> None:
    result = corefeval.score(key, careful, metrics="muc,b-cubed,ceaf-e")
    page = result.report()
    assert isinstance(page, Page) and page.lstrip().lower().startswith("<!doctype html")
    assert page == corefeval.report(key, careful, names=["careful"], metrics="muc,b-cubed,ceaf-e")
    frame = page._repr_html_()
    assert frame.startswith('<iframe srcdoc="&lt;!') and frame.count('"') < 12
    page.save(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == page
    ranking = corefeval.score(key, careful, bold)
    assert len(ranking.report()) > len(ranking.best.report()) > 50_000


def test_documents_with_words_make_one_too(key: Path, bold: Path) -> None:
    documents, response = corefeval.read(key), corefeval.read(bold)
    assert corefeval.score(documents, response).report()
    clusters = {document.name: document.clusters for document in response}
    assert corefeval.score(documents, clusters).report()


def test_what_has_no_text_makes_none(key: Path, careful: Path) -> None:
    result = corefeval.score(key, careful)
    for without in (corefeval.score([["a", "b"]], [["a", "b"]]), pickle.loads(pickle.dumps(result)), result.documents[0]):
        with pytest.raises(ChoiceError, match="a report needs the texts"):
            without.report()
