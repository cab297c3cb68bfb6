//! Journeys of a reader through the real app. They need a display and the built app, so plain `cargo test` leaves them
//! out: `cargo xtask test --only e2e` builds the app and runs them. Pictures of the states are in `output/screens`.

use std::fs;

use e2e::page::until;
use e2e::{App, Home, Trouble, digests};
use thirtyfour::Key;

type Outcome = Result<(), Trouble>;

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn the_first_start_shows_the_sample_with_claim_and_quote_side_by_side() -> Outcome {
    let home = Home::new()?;
    let app = App::open("first-start", &home, &[]).await?;
    let page = app.page();
    app.shot("light").await?;
    assert_ne!(page.paper().await?, "");
    assert!(page.listed().await?.len() >= 5, "{:?}", page.listed().await?);
    let sides = "const [claim, quote] = ['.claim', '.quote'].map((side) =>\
                 document.querySelector(`.pair ${side}`).getBoundingClientRect());\
                 return claim.right <= quote.left && Math.abs(claim.top - quote.top) < 4";
    assert_eq!(page.script(sides, Vec::new()).await?, true, "the first pair is not side by side");
    let missing_font =
        "return [...document.querySelectorAll('.messages p')].some((line) => line.textContent.includes('fonts-'))";
    assert_eq!(page.script(missing_font, Vec::new()).await?, false, "a Chinese font is here and was not seen");
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn a_folder_given_on_the_command_line_is_the_library_and_is_remembered() -> Outcome {
    let home = Home::new()?;
    digests::save(&home.digests(), "2026-01-05.txt", &digests::whole()?)?;
    let app = App::open("folder", &home, &[&home.digests()]).await?;
    let names = until("its papers are listed", async || app.page().listed().await, |names| names.len() == 3).await?;
    assert_eq!(names, digests::NAMES);
    app.page().shows(digests::NAMES[0]).await?;
    app.shot("opened").await?;
    app.close().await?;

    let again = App::open("folder-again", &home, &[]).await?;
    until("its papers are listed again", async || again.page().listed().await, |names| *names == digests::NAMES)
        .await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn papers_sections_and_findings_are_walked_by_keyboard_alone() -> Outcome {
    let home = Home::new()?;
    digests::save(&home.digests(), "2026-01-05.txt", &digests::whole()?)?;
    let app = App::open("keyboard", &home, &[&home.digests()]).await?;
    let page = app.page();
    let [first, second, third] = digests::NAMES;
    page.shows(first).await?;
    page.press(&[], 'n').await?;
    page.shows(second).await?;
    page.press(&[], 'n').await?;
    page.shows(third).await?;
    page.press(&[], 'p').await?;
    page.press(&[], 'p').await?;
    page.shows(first).await?;

    assert_eq!(page.finding().await?, None);
    for expected in [0, 1] {
        page.press(&[], 'j').await?;
        until("the next finding has the place", async || page.finding().await, |at| *at == Some(expected)).await?;
    }
    page.press(&[], 'k').await?;
    until("the finding before has the place", async || page.finding().await, |at| *at == Some(0)).await?;
    app.shot("finding").await?;

    let place = "return Math.round(document.querySelector('.scroller').scrollTop)";
    let before = page.script(place, Vec::new()).await?;
    page.press(&[], '7').await?;
    let top = "const box = document.querySelector('.scroller').getBoundingClientRect();\
               const section = [...document.querySelectorAll('main article [data-section]')].at(-1).getBoundingClientRect();\
               return section.top < box.bottom && section.bottom > box.top";
    until("the last section is in view", async || page.script(top, Vec::new()).await, |seen| *seen == true).await?;
    assert_ne!(page.script(place, Vec::new()).await?, before, "the jump went nowhere");
    page.press(&[Key::Alt], Key::Left).await?;
    let near = |now: &serde_json::Value| now.as_i64().zip(before.as_i64()).is_some_and(|(a, b)| (a - b).abs() <= 2);
    until("the way back leads to the place before", async || page.script(place, Vec::new()).await, near).await?;
    page.press(&[], '?').await?;
    until("the keys are listed", async || page.count("dialog kbd").await, |keys| *keys > 20).await?;
    app.shot("keys").await?;
    page.press(&[], Key::Escape).await?;
    until("the sheet is closed", async || page.count("dialog").await, |open| *open == 0).await?;
    page.press(&[], '\\').await?;
    until("the library is hidden", async || page.count("#library").await, |shown| *shown == 0).await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn words_are_found_in_the_open_paper() -> Outcome {
    let home = Home::new()?;
    digests::save(&home.digests(), "2026-01-05.txt", &digests::whole()?)?;
    let app = App::open("find", &home, &[&home.digests()]).await?;
    let page = app.page();
    page.shows(digests::NAMES[0]).await?;
    page.press(&[Key::Control], 'f').await?;
    until("the find bar is open", async || page.count("#find-field").await, |open| *open == 1).await?;
    // Folded: the text writes the name with a capital.
    page.type_text("saltmarsh").await?;
    let count = async || page.text(".find .count").await;
    let first = until("hits are counted", count, |count| count.starts_with('1')).await?;
    app.shot("hits").await?;
    page.press(&[], Key::Enter).await?;
    let second = until("the next hit is current", count, |count| count.starts_with('2')).await?;
    assert_eq!(first.trim_start_matches('1'), second.trim_start_matches('2'));
    page.press(&[Key::Control], 'a').await?;
    page.type_text("nowhere").await?;
    until("no hit is said in words", count, |count| !count.starts_with(|c: char| c.is_ascii_digit())).await?;
    page.press(&[], Key::Escape).await?;
    until("the find bar is closed", async || page.count("#find-field").await, |open| *open == 0).await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn theme_and_language_change_at_once_and_stay() -> Outcome {
    let home = Home::new()?;
    let app = App::open("look", &home, &[]).await?;
    let page = app.page();
    let light = page.style("body", "background-color").await?;
    assert_eq!(page.script("return document.documentElement.lang", Vec::new()).await?, "zh-Hans");
    page.press(&[Key::Control], ',').await?;
    until("the settings are open", async || page.count(":popover-open .panel").await, |open| *open == 1).await?;
    app.shot("settings").await?;
    page.click(".panel input[value=dark]").await?;
    until("the theme is dark", async || page.style("body", "background-color").await, |now| *now != light).await?;
    page.click(".panel input[value=en]").await?;
    let language = async || page.script("return document.documentElement.lang", Vec::new()).await;
    until("the interface is English", language, |lang| *lang == "en").await?;
    page.press(&[], Key::Escape).await?;
    app.shot("dark-english").await?;
    let dark = page.style("body", "background-color").await?;
    app.close().await?;

    let again = App::open("look-again", &home, &[]).await?;
    assert_eq!(again.page().style("body", "background-color").await?, dark);
    assert_eq!(again.page().script("return document.documentElement.lang", Vec::new()).await?, "en");
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn text_grows_and_returns_by_keyboard() -> Outcome {
    let home = Home::new()?;
    let app = App::open("size", &home, &[]).await?;
    let page = app.page();
    let size = async || page.style("main article .passage[lang=zh]", "font-size").await;
    let normal = size().await?;
    page.press(&[Key::Control], '=').await?;
    page.press(&[Key::Control], '=').await?;
    until("the text is larger", size, |now| *now != normal).await?;
    app.shot("larger").await?;
    page.press(&[Key::Control], '0').await?;
    until("the text is as before", size, |now| *now == normal).await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn a_change_on_disk_is_seen_and_a_deleted_file_is_called_missing() -> Outcome {
    let home = Home::new()?;
    let text = digests::whole()?;
    let file = digests::save(&home.digests(), "2026-01-05.txt", &text)?;
    let app = App::open("disk", &home, &[&home.digests()]).await?;
    let page = app.page();
    page.shows(digests::NAMES[0]).await?;
    for (n, word) in ["甲", "乙", "丙"].into_iter().enumerate() {
        let changed = text.replacen("已有循环模型", &format!("{word}已有循环模型"), 1);
        digests::save(&home.digests(), "2026-01-05.txt", &changed)?;
        let shown = async || page.text("main article").await;
        until(&format!("change {n} is shown"), shown, |shown| shown.contains(&format!("{word}已有循环模型"))).await?;
    }
    page.shows(digests::NAMES[0]).await?;
    fs::remove_file(file)?;
    until("the paper is called missing", async || page.count("main article .gone").await, |gone| *gone == 1).await?;
    app.shot("missing").await?;
    page.shows(digests::NAMES[0]).await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn a_broken_file_opens_as_far_as_it_goes_with_its_warning() -> Outcome {
    let home = Home::new()?;
    digests::save(&home.digests(), "record.json", &digests::record_with_wrong_checksum()?)?;
    fs::write(home.digests().join("picture.txt"), [0x89, b'P', b'N', b'G', 0, 0, 1, 2, 0xff, 0xfe, 0, 7])?;
    let app = App::open("broken", &home, &[&home.digests()]).await?;
    let page = app.page();
    page.shows(digests::NAMES[0]).await?;
    until("the warning stands at the paper", async || page.count("main article details summary").await, |n| *n > 0)
        .await?;
    page.click("main article details summary").await?;
    assert_ne!(page.text("main article details li .line").await?, "");
    app.shot("warning").await?;
    page.press(&[], 'u').await?;
    until("the source is shown", async || page.count("dialog .line").await, |lines| *lines > 0).await?;
    assert!(page.text("dialog .facts").await?.contains("UTF-8"), "{}", page.text("dialog .facts").await?);
    app.shot("source").await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn a_second_start_hands_its_path_to_the_first_window() -> Outcome {
    let home = Home::new()?;
    let app = App::open("second", &home, &[]).await?;
    let file = digests::save(&home.digests(), "2026-01-05.txt", &digests::whole()?)?;
    let ended = app.second_start(&home, &[&file])?;
    assert!(ended.success(), "{ended}");
    app.page().shows(digests::NAMES[0]).await?;
    app.shot("handed-over").await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn pointing_at_a_number_lights_its_evidence_on_the_other_side() -> Outcome {
    let home = Home::new()?;
    let app = App::open("evidence", &home, &[]).await?;
    let page = app.page();
    assert_eq!(page.count(".quote .is-lit").await?, 0);
    page.press(&[], '4').await?;
    let top = "const box = document.querySelector('.scroller').getBoundingClientRect();\
               return document.querySelector('.pair .claim').getBoundingClientRect().bottom < box.bottom";
    until("the first pair is in view", async || page.script(top, Vec::new()).await, |seen| *seen == true).await?;
    page.focus(".pair .claim .k-q").await?;
    until("the quote lights", async || page.count(".quote .is-lit").await, |lit| *lit > 0).await?;
    app.shot("lit").await?;
    page.focus(".pair .quote .k-q").await?;
    until("the claim lights", async || page.count(".claim .is-lit").await, |lit| *lit > 0).await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn a_start_begins_with_the_page_that_was_on_screen_unless_its_paper_changed() -> Outcome {
    let home = Home::new()?;
    digests::save(&home.digests(), "2026-01-05.txt", &digests::whole()?)?;
    let began_drawn = "return performance.getEntriesByName('drawn').length";
    let app = App::open("drawn-first", &home, &[&home.digests()]).await?;
    app.page().shows(digests::NAMES[0]).await?;
    assert_eq!(app.page().script(began_drawn, Vec::new()).await?, 0, "nothing was on screen before");
    let kept = home.path().join("cache/app.kaozheng.reader/drawn");
    until("the page is kept", async || Ok(kept.exists()), |kept| *kept).await?;
    app.close().await?;

    let again = App::open("drawn-again", &home, &[]).await?;
    again.page().shows(digests::NAMES[0]).await?;
    assert_eq!(again.page().script(began_drawn, Vec::new()).await?, 1, "the page was on screen at once");
    again.page().press(&[], 'n').await?;
    again.page().shows(digests::NAMES[1]).await?;
    again.close().await?;

    digests::save(&home.digests(), "2026-01-05.txt", &digests::whole()?.replace("。", "！"))?;
    let changed = App::open("drawn-changed", &home, &[]).await?;
    until("a paper is open", async || changed.page().paper().await, |name| !name.is_empty()).await?;
    assert_eq!(changed.page().script(began_drawn, Vec::new()).await?, 0, "its paper changed");
    Ok(())
}
