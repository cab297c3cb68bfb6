//! A note as items of an outline.

/// `text` as items: the ones of the list that it begins with stay, anything else is one item. What an item holds besides its
/// first line is indented below it, so that a list further on hangs on the text before it.
pub(super) fn outline(text: &str) -> String {
    let lines: Vec<&str> = text.trim_matches('\n').lines().collect();
    let list = list_end(&lines);
    let mut out: Vec<String> = lines.iter().take(list).map(|line| (*line).to_owned()).collect();
    let rest = lines.iter().skip(list).enumerate().map(|(nth, line)| match (nth, *line) {
        (0, line) => format!("- {line}"),
        (_, "") => String::new(),
        (_, line) => format!("  {line}"),
    });
    out.extend(rest);
    out.join("\n")
}

/// How many lines the list takes with which the text begins.
fn list_end(lines: &[&str]) -> usize {
    let is_item = |line: &str| line == "-" || line.starts_with("- ") || line.starts_with("-\t");
    let is_inside = |line: &str| line.starts_with([' ', '\t']);
    let mut after_blank = true;
    for (nth, line) in lines.iter().enumerate() {
        // A line right below an item's belongs to it, however it begins.
        let belongs = is_item(line) || nth > 0 && (line.is_empty() || is_inside(line) || !after_blank);
        if !belongs {
            return nth;
        }
        after_blank = line.is_empty();
    }
    lines.len()
}
