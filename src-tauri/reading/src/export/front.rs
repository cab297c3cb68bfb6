//! The merge of front matter, key by key: yours stay in your order, ours are kept up to date.

use std::collections::HashMap;

use super::yaml::{self, Entry, OTHER};

/// The merged block, between its lines `---`, and the keys that both sides changed.
pub(super) struct Merged {
    pub(super) front: String,
    pub(super) conflicts: Vec<String>,
}

/// Merges; `base` is the front matter of the last export, where it is known.
pub(super) fn merge(base: Option<&str>, ours: &str, yours: &str) -> Merged {
    let base_entries = base.map(yaml::entries);
    let by_key = |entries: &[Entry]| -> HashMap<String, Entry> {
        entries.iter().map(|entry| (entry.key.clone(), entry.clone())).collect()
    };
    let (ours, yours) = (yaml::entries(ours), yaml::entries(yours));
    let (our_keys, your_keys) = (by_key(&ours), by_key(&yours));
    let base_keys = base_entries.as_deref().map(by_key);
    let mut merged = Merged { front: String::new(), conflicts: Vec::new() };
    let mut out: Vec<Entry> = Vec::with_capacity(yours.len());
    for yours in &yours {
        let base = base_keys.as_ref().and_then(|keys| keys.get(&yours.key));
        match our_keys.get(&yours.key) {
            Some(ours) => out.push(one(base, base_keys.is_some(), ours, yours, &mut merged.conflicts)),
            // We do not write it any more, and you left it as it was.
            None if !yours.key.is_empty() && base.is_some_and(|base| base.raw == yours.raw) => {}
            None => out.push(yours.clone()),
        }
    }
    let mut last: Option<&str> = None;
    for ours in &ours {
        // A key that you took out stays out; without the id the file would not be found again.
        let taken_out = base_keys.as_ref().is_some_and(|keys| keys.contains_key(&ours.key)) && ours.key != "id";
        if !your_keys.contains_key(&ours.key) && !taken_out {
            let after = last.and_then(|last| out.iter().position(|entry| entry.key == last));
            out.insert(after.map_or(0, |at| at + 1), ours.clone());
        }
        last = Some(&ours.key);
    }
    merged.front = out.into_iter().map(|entry| entry.raw).collect();
    merged
}

/// One key that both sides have.
fn one(base: Option<&Entry>, known: bool, ours: &Entry, yours: &Entry, conflicts: &mut Vec<String>) -> Entry {
    if ours.raw == yours.raw || base.is_some_and(|base| base.raw == ours.raw) {
        return yours.clone();
    }
    if base.is_some_and(|base| base.raw == yours.raw) {
        return ours.clone();
    }
    if let Some(list) = both_lists(base, ours, yours) {
        return list;
    }
    let same = yaml::value(ours).is_some() && yaml::value(ours) == yaml::value(yours);
    if same || (known && base.is_none()) {
        // Only written otherwise, or a key of your own that has the name of a new one of ours.
        return yours.clone();
    }
    conflicts.push(ours.key.clone());
    let own: String = yours.raw.split_inclusive('\n').filter(|line| !line.starts_with(OTHER)).collect();
    let other: String = ours.raw.lines().map(|line| format!("{OTHER}{line}\n")).collect();
    Entry { key: yours.key.clone(), raw: own + &other }
}

/// Sequences on both sides: yours, without what we took out, with what we put in.
fn both_lists(base: Option<&Entry>, ours: &Entry, yours: &Entry) -> Option<Entry> {
    let (our_items, your_items) = (yaml::items(ours)?, yaml::items(yours)?);
    let base_items = base.and_then(yaml::items).unwrap_or_default();
    let bare = |item: &String| item.trim_matches(['"', '\'']).to_owned();
    let has = |items: &[String], item: &String| items.iter().any(|other| bare(other) == bare(item));
    let kept = your_items.iter().filter(|item| has(&our_items, item) || !has(&base_items, item));
    let added = our_items.iter().filter(|item| !has(&your_items, item) && !has(&base_items, item));
    let all: Vec<&String> = kept.chain(added).collect();
    let is_flow = yours.raw.split_once(':').is_some_and(|(_, rest)| rest.trim_start().starts_with('['));
    let written = if all.is_empty() || is_flow {
        let joined = all.iter().map(|item| item.as_str()).collect::<Vec<_>>().join(", ");
        format!("{}: [{joined}]\n", yours.key)
    } else {
        let lines: String = all.iter().map(|item| format!("  - {item}\n")).collect();
        format!("{}:\n{lines}", yours.key)
    };
    Some(Entry { key: yours.key.clone(), raw: written })
}
