//! The reader's own Markdown passes as written; only what it leaves open is closed, so that it does not swallow what follows.

use pulldown_cmark::{Event, Options, Parser, Tag};

/// Stands after the note to see whether it is still a paragraph of its own.
const PROBE: &str = "kzprobe";

/// `note` without blank lines at its ends, and with the end of what it leaves open: a fence, a comment, an element.
pub(super) fn closed(note: &str) -> String {
    let note = note.trim_matches(['\n', '\r']).to_owned();
    if stands_alone(&note) {
        return note;
    }
    let fence = |mark: char| {
        let fences = note.lines().map(|line| line.trim_start().chars().take_while(|ch| *ch == mark).count());
        let longest = fences.filter(|length| *length >= 3).max()?;
        Some(format!("\n{}", mark.to_string().repeat(longest)))
    };
    let element = |name: &str| Some(format!("\n</{name}>"));
    let ends = [fence('`'), fence('~'), Some(" -->".to_owned()), Some("\n?>".to_owned()), Some("\n]]>".to_owned())];
    let elements = ["script", "pre", "style", "textarea"].map(element);
    let candidates = ends.into_iter().chain(elements).flatten().map(|end| format!("{note}{end}"));
    candidates.into_iter().find(|candidate| stands_alone(candidate)).unwrap_or(note)
}

/// A paragraph that follows `note` after a blank line is one of its own.
fn stands_alone(note: &str) -> bool {
    if !note.contains(['`', '~', '<']) {
        return true;
    }
    let text = format!("{note}\n\n{PROBE}\n");
    let mut depth = 0_usize;
    let mut outermost = false;
    for event in Parser::new_ext(&text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Start(tag) => {
                depth += 1;
                outermost = depth == 1 && tag == Tag::Paragraph;
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Text(text) if outermost && &*text == PROBE => return true,
            _ => {}
        }
    }
    false
}
