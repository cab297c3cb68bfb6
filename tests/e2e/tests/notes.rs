//! Journeys of a reader who marks and writes. As `journeys.rs` they need a display and the built app:
//! `cargo xtask test --only e2e`.

use e2e::page::{Page, until};
use e2e::{App, Home, Trouble, digests};
use serde_json::{Value, json};
use thirtyfour::Key;

type Outcome = Result<(), Trouble>;

const FILE: &str = "2026-01-05.txt";
const METHOD: &str = "[data-passage='method.0']";

/// The app on the fixture's digest, its first paper open.
async fn open(name: &'static str, home: &Home) -> Result<App, Trouble> {
    let app = App::open(name, home, &[&home.digests()]).await?;
    app.page().shows(digests::NAMES[0]).await?;
    Ok(app)
}

/// A home with the fixture's digest.
fn home() -> Result<Home, Trouble> {
    let home = Home::new()?;
    digests::save(&home.digests(), FILE, &digests::whole()?)?;
    Ok(home)
}

/// The characters under each mark that is drawn with this look: from the first box's left to the last one's right. Where
/// they are out of view, nothing. Words that are pointed out are ranges of the webview itself.
async fn painted(page: Page<'_>, look: &str) -> Result<Vec<String>, Trouble> {
    let body = "const ranges = CSS.highlights.get(arguments[0]);\
        if (ranges) return [...ranges].map((range) => range.toString());\
        return [...document.querySelectorAll(`.painted .${arguments[0]} path`)].map((mark) => {\
            const zero = mark.ownerSVGElement.getBoundingClientRect();\
            const boxes = [...mark.getAttribute('d').matchAll(/M([\\d.]+) ([\\d.]+)h([\\d.]+)v([\\d.]+)/g)]\
                .map(([, left, top, width, height]) => [zero.left + +left, zero.left + +left + +width, zero.top + +top + height / 2]);\
            if (boxes.length === 0) return null;\
            const [first, last] = [boxes[0], boxes.at(-1)];\
            const [from, to] = [document.caretRangeFromPoint(first[0] + 1, first[2]), document.caretRangeFromPoint(last[1] - 1, last[2])];\
            if (!from || !to) return '';\
            from.setEnd(to.endContainer, to.endOffset);\
            return from.toString();\
        }).filter((words) => words !== null);";
    let found = page.script(body, vec![json!(look)]).await?;
    Ok(found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
}

async fn cards(page: Page<'_>) -> Result<u64, Trouble> {
    page.count("#notes [data-note]").await
}

/// Chooses words with the mouse, from the left of the first to the right of the last.
async fn choose(page: Page<'_>, passage: &str, first: &str, last: &str) -> Outcome {
    let ([left, top, _, bottom], [_, end_top, right, end_bottom]) =
        (page.box_of(passage, first).await?, page.box_of(passage, last).await?);
    page.drag((left + 1, (top + bottom) / 2), (right - 1, (end_top + end_bottom) / 2)).await?;
    until("the toolbar stands by the words", async || page.count(".bar:popover-open").await, |open| *open == 1).await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn words_marked_across_a_formula_are_painted_with_their_note_after_a_restart() -> Outcome {
    let home = home()?;
    let app = open("notes-mouse", &home).await?;
    let page = app.page();
    app.shot("none").await?;
    page.press(&[], '3').await?;
    choose(page, METHOD, "设状态为", "输入为").await?;
    app.shot("toolbar").await?;
    page.press(&[], '2').await?;
    let green = async || painted(page, "note-green").await;
    until("the words are painted", green, |words| words.len() == 1).await?;
    let covered = "const formula = document.querySelector(arguments[0]).getBoundingClientRect();\
        const mark = document.querySelector('.painted .note-green path');\
        const zero = mark.ownerSVGElement.getBoundingClientRect();\
        return [...mark.getAttribute('d').matchAll(/M([\\d.]+) ([\\d.]+)h([\\d.]+)v([\\d.]+)/g)]\
            .map((found) => found.slice(1).map(Number))\
            .filter(([left, top, width, height]) => zero.left + left <= formula.left + 1 && zero.left + left + width >= formula.right - 1\
                && zero.top + top < formula.bottom && zero.top + top + height > formula.top).length";
    let covered = page.script(covered, vec![json!(format!("{METHOD} .k-math"))]).await?;
    assert_eq!(covered, 1, "the formula between them is marked as well");
    // The painted words open their card.
    let [left, top, right, bottom] = page.box_of(METHOD, "设状态为").await?;
    page.click_at(((left + right) / 2, (top + bottom) / 2)).await?;
    until("the card is looked at", async || page.count("#notes .card.active").await, |n| *n == 1).await?;
    // As the text sets it: the formula as a formula.
    let quote = page.text("#notes .card blockquote").await?;
    assert!(quote.starts_with("设状态为") && quote.ends_with("，输入为"), "{quote}");
    assert_eq!(page.count("#notes .card blockquote math").await?, 1);
    page.click("#notes .card.active .tools button[title*=Enter]").await?;
    until("its field is open", async || page.count("#notes textarea:focus").await, |n| *n == 1).await?;
    page.type_text("这里是**平滑：**导数不断，见 $x_t$。").await?;
    until("it is kept", async || page.text("#notes .editor .foot").await, |foot| foot.starts_with("已保存")).await?;
    until("the preview is bold", async || page.text("#notes .preview strong").await, |bold| bold == "平滑：").await?;
    app.shot("note").await?;
    app.close().await?;

    let again = open("notes-mouse-again", &home).await?;
    let page = again.page();
    page.press(&[], '3').await?;
    let green = async || painted(page, "noted-green").await;
    let words = until("the words are painted again", green, |words| words.len() == 1).await?;
    assert!(words[0].starts_with("设状态为") && words[0].ends_with("输入为"), "{words:?}");
    until("the note is on its card", async || page.text("#notes .card .note strong").await, |bold| bold == "平滑：")
        .await?;
    until("its sign is in the margin", async || page.count(".signs .sign.green").await, |n| *n == 1).await?;
    again.shot("painted").await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn a_finding_is_marked_noted_tagged_and_found_again_by_keyboard_alone() -> Outcome {
    let home = home()?;
    let app = open("notes-keyboard", &home).await?;
    let page = app.page();
    page.press(&[], 'j').await?;
    page.press(&[], 'h').await?;
    until("claim and quote are painted", async || painted(page, "note-yellow").await, |all| all.len() == 2).await?;
    page.press(&[], 'j').await?;
    page.press(&[], 'a').await?;
    until("the field is open", async || page.count("#notes textarea:focus").await, |n| *n == 1).await?;
    page.type_text("下降 1.8% 与引文一致。").await?;
    until("it is kept", async || page.text("#notes .editor .foot").await, |foot| foot.starts_with("已保存")).await?;
    page.press(&[], Key::Escape).await?;
    until("the card has the focus", async || page.count("#notes .card:focus").await, |n| *n == 1).await?;
    page.press(&[], 't').await?;
    until("the tags have the focus", async || page.count("#notes .tags input:focus").await, |n| *n == 1).await?;
    page.type_text("待查").await?;
    page.press(&[], Key::Enter).await?;
    until("the tag is there", async || page.text("#notes .tag").await, |tag| tag.starts_with("#待查")).await?;
    app.shot("note").await?;
    page.press(&[], Key::Escape).await?;
    page.press(&[], 'k').await?;
    page.focus(".scroller").await?;
    page.press(&[], 's').await?;
    until("the paper is starred", async || page.count(".starred").await, |n| *n == 1).await?;
    page.press(&[], 'n').await?;
    page.shows(digests::NAMES[1]).await?;
    page.press(&[], 'g').await?;
    until("all notes are listed", async || page.count("dialog .row .open").await, |n| *n == 2).await?;
    app.shot("all").await?;
    page.focus("dialog .row:has(.tag) .open").await?;
    page.press(&[], Key::Enter).await?;
    page.shows(digests::NAMES[0]).await?;
    until("its words are pointed out", async || painted(page, "note-flash").await, |all| all.len() == 2).await?;
    app.shot("found").await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn marks_follow_their_words_when_the_digest_changes_and_what_was_done_is_undone() -> Outcome {
    let home = home()?;
    let app = open("notes-changed", &home).await?;
    let page = app.page();
    page.press(&[], 'i').await?;
    page.press(&[], '3').await?;
    choose(page, METHOD, "清空只作用于低能量方向", "清空只作用于低能量方向").await?;
    page.press(&[], '1').await?;
    until("it is a card", async || cards(page).await, |n| *n == 1).await?;
    choose(page, METHOD, "块内并行", "块内并行").await?;
    page.press(&[], '4').await?;
    until("both are cards", async || cards(page).await, |n| *n == 2).await?;
    let counts = async || page.text("#notes .counts").await;
    until("both are in place", counts, |counts| counts == "原位 2").await?;
    let text = digests::whole()?;
    let changed =
        text.replace("（2）清空只作用于低能量方向", "（2）因此，清空只作用于低能量方向").replace("块内并行、", "");
    digests::save(&home.digests(), FILE, &changed)?;
    // As where nobody tells of changes.
    page.press(&[], Key::F5).await?;
    let seen = until("one has moved and one is lost", counts, |counts| counts.ends_with("= 2")).await?;
    assert!(seen.contains("移动 1") && seen.contains("丢失 1"), "{seen}");
    assert!(page.text("#notes .lost").await?.contains("块内并行"), "the lost words are not shown");
    app.shot("moved-and-lost").await?;
    digests::save(&home.digests(), FILE, &text)?;
    page.press(&[], Key::F5).await?;
    until("both are in place again", counts, |counts| counts == "原位 2").await?;
    page.focus(".scroller").await?;
    page.press(&[Key::Control], 'z').await?;
    until("the last mark is taken back", async || cards(page).await, |n| *n == 1).await?;
    until("and that is said", async || page.text(".messages").await, |told| told.contains("已撤销")).await?;
    assert_eq!(painted(page, "note-red").await?.len(), 0);
    page.press(&[Key::Control, Key::Shift], 'z').await?;
    until("it is there again", async || cards(page).await, |n| *n == 2).await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn what_was_said_to_be_kept_is_there_after_the_app_was_killed() -> Outcome {
    let home = home()?;
    let app = open("notes-killed", &home).await?;
    let page = app.page();
    page.press(&[], 'j').await?;
    page.press(&[], 'a').await?;
    until("the field is open", async || page.count("#notes textarea:focus").await, |n| *n == 1).await?;
    page.type_text("断电之前的话。").await?;
    until("it is kept", async || page.text("#notes .editor .foot").await, |foot| foot.starts_with("已保存")).await?;
    page.type_text("正在写的").await?;
    app.kill();

    let again = open("notes-killed-again", &home).await?;
    let page = again.page();
    until("the interface is there", async || page.count("#app:not([inert]) main").await, |n| *n == 1).await?;
    // Whether the pane is open is stored a moment after it was opened: the kill may have come before or after.
    if page.count("#notes").await? == 0 {
        page.press(&[], 'i').await?;
    }
    page.press(&[], 'j').await?;
    let note =
        until("the note is there", async || page.text("#notes .card .text").await, |note| !note.is_empty()).await?;
    assert!(note.starts_with("断电之前的话。"), "{note}");
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn what_an_input_method_composes_is_kept_and_its_keys_do_nothing_else() -> Outcome {
    let home = home()?;
    let app = open("notes-composed", &home).await?;
    let page = app.page();
    page.press(&[], 'j').await?;
    page.press(&[], 'a').await?;
    until("the field is open", async || page.count("#notes textarea:focus").await, |n| *n == 1).await?;
    page.compose("潮汐、门。", "Escape").await?;
    until("it is kept", async || page.text("#notes .editor .foot").await, |foot| foot.starts_with("已保存")).await?;
    assert_eq!(page.count("#notes textarea:focus").await?, 1, "the key that ended the composition closed the field");
    page.press(&[], Key::Escape).await?;
    until("the card has the focus", async || page.count("#notes .card:focus").await, |n| *n == 1).await?;
    assert!(page.text("#notes .card .text").await?.starts_with("潮汐、门。"));
    page.press(&[], 't').await?;
    until("the tags have the focus", async || page.count("#notes .tags input:focus").await, |n| *n == 1).await?;
    page.compose("待查", "Enter").await?;
    assert_eq!(page.count("#notes .tags .tag").await?, 0, "the key that chose the words made a tag of them");
    page.press(&[], Key::Enter).await?;
    until("the tag is there", async || page.text("#notes .tags .tag").await, |tag| tag.starts_with("#待查")).await?;
    // From the list of all notes to the tags: each sheet takes the other's place.
    page.press(&[], Key::Escape).await?;
    page.press(&[], Key::Escape).await?;
    page.press(&[], 'g').await?;
    until("all notes are listed", async || page.count("dialog .row .open").await, |n| *n == 1).await?;
    page.click("dialog .side:nth-of-type(2)").await?;
    until("the tags are listed", async || page.text("dialog .tag").await, |tag| tag == "#待查").await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn one_note_and_many_in_both_languages_light_and_dark_wide_and_narrow() -> Outcome {
    let home = home()?;
    let app = open("notes-look", &home).await?;
    let page = app.page();
    page.press(&[], 'i').await?;
    page.press(&[], 'j').await?;
    page.press(&[], 'h').await?;
    until("there is one", async || cards(page).await, |n| *n == 1).await?;
    app.shot("one").await?;
    page.mark_many(120).await?;
    until("there are many", async || page.text("#notes h2 span").await, |count| count == "121").await?;
    app.shot("many").await?;
    page.press(&[Key::Control], ',').await?;
    until("the settings are open", async || page.count(":popover-open .panel").await, |open| *open == 1).await?;
    page.click(".panel input[value=dark]").await?;
    page.click(".panel input[value=en]").await?;
    page.press(&[], Key::Escape).await?;
    until("the pane is English", async || page.text("#notes h2").await, |name| name.starts_with("Notes")).await?;
    app.shot("many-dark-english").await?;
    page.press(&[], 'g').await?;
    until("all are listed", async || page.count("dialog .row").await, |rows| *rows > 3).await?;
    app.shot("all-dark-english").await?;
    page.press(&[], Key::Escape).await?;
    page.resize(700, 800).await?;
    until("one pane is shown", async || page.count("#library, #notes").await, |panes| *panes == 0).await?;
    app.shot("narrow-text").await?;
    page.press(&[], 'i').await?;
    until("the notes are", async || page.count("#notes.narrow").await, |panes| *panes == 1).await?;
    app.shot("narrow-notes").await?;
    for _ in 0..10 {
        page.press(&[Key::Control], '=').await?;
    }
    // From the list to the words, in a narrow window and with large letters: they are in view, and pointed out.
    let in_view = "const [range] = [...(CSS.highlights.get('note-flash') ?? [])];\
        if (!range) return 'nothing is pointed out';\
        const [words, view] = [range, document.querySelector('.scroller')].map((one) => one.getBoundingClientRect());\
        return words.top >= view.top && words.top < view.bottom ? 'in view' : 'out of view';";
    for at in [0, 2, 4] {
        until("the notes are listed", async || page.count("#notes [data-note]").await, |n| *n > 4).await?;
        let click = "document.querySelectorAll('#notes [data-note]')[arguments[0]].click()";
        page.script(click, vec![json!(at)]).await?;
        until("its words are in view", async || page.script(in_view, Vec::new()).await, |seen| *seen == "in view")
            .await?;
        app.shot("narrow-large").await?;
        page.press(&[], 'i').await?;
    }
    Ok(())
}
