//! Reports as HTML: the data that [`corefeval::report::data`] makes, packed into the front end.
//!
//! The front end is one HTML file (`assets/report.html`, built from `web/` in the repository). Each JSON text is compressed
//! and written as base64 into an inert element, so that no word of a document can become markup, and so that
//! a page unpacks only the documents that are opened.

mod evaluated;
mod packed;

pub use evaluated::{Failure, Side, report_of};

use corefeval::report::data::DocumentData;
use packed::pack;
use serde_json::Value;

/// The front end, with a mark at the place for the data.
const FRONT_END: &str = include_str!("../assets/report.html");

/// The front end of a task's site, with the same mark.
const SITE: &str = include_str!("../assets/site.html");

/// The mark at the place for the data.
const MARK: &str = "<!--data-->";

/// A report: the overview, and the documents in the order of the key.
#[derive(Clone, Debug)]
pub struct Report {
    /// The overview, as [`corefeval::report::data::overview`] makes it.
    pub overview: Value,
    /// The documents, as [`corefeval::report::data::documents`] makes them.
    pub documents: Vec<DocumentData>,
}

/// A file of a report that is written as a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its name, with `/` between folders.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Report {
    /// The report as one HTML file.
    #[must_use]
    pub fn html(&self) -> String {
        let mut data = element("overview", &pack(&self.overview.to_string()));
        for (number, document) in self.documents.iter().enumerate() {
            data += &element(&format!("text-{number}"), &pack(&document.text));
            data += &element(&format!("why-{number}"), &pack(&document.why));
        }
        filled(&data)
    }

    /// The report as a folder: `index.html`, and two files for each document, which are loaded when the
    /// document is opened.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        let overview = element("overview", &pack(&self.overview.to_string()));
        let mut pages = vec![Page { name: "index.html".to_owned(), text: filled(&overview) }];
        for (number, document) in self.documents.iter().enumerate() {
            for (what, text) in [("text", &document.text), ("why", &document.why)] {
                let call = format!("corefeval(\"{what}-{number}\",\"{}\")\n", pack(text));
                pages.push(Page { name: format!("documents/{what}-{number}.js"), text: call });
            }
        }
        pages
    }
}

/// The page of a shared task: its results as `corefeval task run` writes them, with a field `site` about digits, titles and reports.
#[must_use]
pub fn site(results: &Value) -> String {
    SITE.replacen(MARK, &element("results", &pack(&results.to_string())), 1)
}

fn filled(data: &str) -> String {
    FRONT_END.replacen(MARK, data, 1)
}

/// An element that browsers do not execute.
fn element(id: &str, text: &str) -> String {
    format!("<script type=\"text/plain\" id=\"{id}\">{text}</script>\n")
}

#[cfg(test)]
mod tests {
    use corefeval::report::data::DocumentData;
    use serde_json::json;

    use super::{FRONT_END, MARK, Report, SITE, site};

    fn report() -> Report {
        let text = "</script><script>alert(1)</script>\u{202e}\0";
        let document = DocumentData { text: format!("{text:?}"), why: "[]".to_owned() };
        Report { overview: json!({ "report": 1, "name": text }), documents: vec![document] }
    }

    #[test]
    fn the_front_end_has_one_place_for_data() {
        assert_eq!((FRONT_END.matches(MARK).count(), SITE.matches(MARK).count()), (1, 1));
    }

    #[test]
    fn no_word_of_a_document_is_in_the_markup() {
        let html = report().html();
        let added = html.len() - (FRONT_END.len() - MARK.len());
        assert!(!html.contains("alert(1)") && added < 500, "{added}");
        assert_eq!(html.matches("<script type=\"text/plain\"").count(), 3);
    }

    #[test]
    fn no_name_of_a_task_is_in_its_markup() {
        let html = site(&json!({"task": {"name": "</script><script>alert(1)</script>"}}));
        assert!(!html.contains("alert(1)") && html.contains("id=\"results\""));
    }

    #[test]
    fn a_folder_has_an_index_and_two_files_for_each_document() {
        let names: Vec<String> = report().pages().into_iter().map(|page| page.name).collect();
        assert_eq!(names, ["index.html", "documents/text-0.js", "documents/why-0.js"]);
    }
}
