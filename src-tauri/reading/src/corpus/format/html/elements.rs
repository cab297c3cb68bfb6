//! What the elements of a page mean for its text.

use super::Role;

/// What an element does to the text around and in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Runs on in the line.
    Inline,
    /// Stands in a block of its own.
    Block,
    /// A block that holds one article.
    Article,
    Quote,
    List,
    Item,
    /// A forced line break.
    Break,
    /// Not shown: scripts, styles, templates, the head.
    Hidden,
}

/// An element that was opened.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) name: Vec<u8>,
    pub(super) class: Class,
    pub(super) role: Option<Role>,
    /// Address of a link.
    pub(super) url: Option<String>,
    /// Has no end tag and no content.
    pub(super) void: bool,
    /// The item's own number, or the number before the list's first item.
    pub(super) number: Option<u32>,
    /// Where in the flow the element's text begins.
    pub(super) anchor: usize,
    /// Which article the element is, from 1.
    pub(super) article: usize,
}

impl Element {
    /// The meaning of a tag. `attribute` looks one up.
    pub(super) fn of(name: &[u8], attribute: impl Fn(&[u8]) -> Option<String>) -> Self {
        let mut class = class_of(name);
        let classes = attribute(b"class").unwrap_or_default();
        let number = match class {
            Class::Item => attribute(b"value"),
            Class::List => attribute(b"start"),
            _ => None,
        };
        let hidden = attribute(b"hidden").is_some()
            || attribute(b"style").is_some_and(|style| style.replace(' ', "").contains("display:none"));
        let void = is_void(name);
        if hidden && !void {
            class = Class::Hidden;
        }
        let mut role = role_of(name);
        for word in classes.split_ascii_whitespace() {
            role = named_role(word).or(role);
        }
        if matches!(role, Some(Role::Badge | Role::Links)) && class == Class::Inline {
            class = Class::Block;
        }
        let mut number = number.and_then(|number| number.trim().parse::<u32>().ok());
        if class == Class::List {
            number = (name == b"ol").then(|| number.unwrap_or(1).saturating_sub(1));
        }
        Self {
            name: name.to_vec(),
            class,
            role,
            url: if name == b"a" { attribute(b"href") } else { None },
            void,
            number,
            anchor: 0,
            article: 0,
        }
    }

    /// The number of the list's next item; `None` in a list without numbers.
    pub(super) fn next_number(&mut self, own: Option<u32>) -> Option<u32> {
        let last = self.number?;
        self.number = Some(own.unwrap_or(last.saturating_add(1)));
        self.number
    }
}

/// Whether the element runs on in the line.
pub(super) fn is_inline(name: &[u8]) -> bool {
    class_of(name) == Class::Inline
}

fn class_of(name: &[u8]) -> Class {
    match name {
        b"script" | b"style" | b"template" | b"head" | b"title" | b"noscript" | b"iframe" | b"object" | b"desc"
        | b"metadata" | b"noframes" | b"noembed" | b"audio" | b"video" | b"canvas" => Class::Hidden,
        b"br" => Class::Break,
        b"article" => Class::Article,
        b"blockquote" => Class::Quote,
        b"ol" | b"ul" | b"menu" => Class::List,
        b"li" => Class::Item,
        b"html" | b"body" | b"main" | b"header" | b"footer" | b"nav" | b"section" | b"aside" | b"div" | b"p"
        | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" | b"details" | b"summary" | b"pre" | b"table" | b"thead"
        | b"tbody" | b"tfoot" | b"tr" | b"td" | b"th" | b"caption" | b"dl" | b"dt" | b"dd" | b"figure"
        | b"figcaption" | b"fieldset" | b"form" | b"legend" | b"address" | b"hr" | b"center" | b"hgroup"
        | b"search" | b"dialog" => Class::Block,
        _ => Class::Inline,
    }
}

/// Whether HTML has an element of the name.
pub(super) fn is_known(name: &[u8]) -> bool {
    const INLINE: [&[u8]; 44] = [
        b"a",
        b"abbr",
        b"acronym",
        b"b",
        b"bdi",
        b"bdo",
        b"big",
        b"button",
        b"cite",
        b"code",
        b"data",
        b"del",
        b"dfn",
        b"em",
        b"font",
        b"i",
        b"ins",
        b"kbd",
        b"label",
        b"mark",
        b"math",
        b"meter",
        b"option",
        b"output",
        b"picture",
        b"progress",
        b"q",
        b"rp",
        b"rt",
        b"ruby",
        b"s",
        b"samp",
        b"select",
        b"small",
        b"span",
        b"strike",
        b"strong",
        b"sub",
        b"sup",
        b"svg",
        b"time",
        b"tt",
        b"u",
        b"var",
    ];
    class_of(name) != Class::Inline || is_void(name) || INLINE.contains(&name)
}

/// Whether the element has no content and no end tag.
pub(super) fn is_void(name: &[u8]) -> bool {
    matches!(
        name,
        b"br"
            | b"hr"
            | b"img"
            | b"input"
            | b"meta"
            | b"link"
            | b"wbr"
            | b"area"
            | b"base"
            | b"col"
            | b"embed"
            | b"source"
            | b"track"
            | b"param"
    )
}

fn role_of(name: &[u8]) -> Option<Role> {
    match name {
        [b'h', level @ b'1'..=b'6'] => Some(Role::Heading(level - b'0')),
        b"summary" => Some(Role::Summary),
        _ => None,
    }
}

/// The page's own class names.
fn named_role(class: &str) -> Option<Role> {
    match class {
        "paper-title" => Some(Role::Title),
        "paper-authors" => Some(Role::Authors),
        "paper-badge" => Some(Role::Badge),
        "paper-links" => Some(Role::Links),
        _ => None,
    }
}
