//! Journeys of one who searches. As `journeys.rs` they need a display and the built app: `cargo xtask test --only e2e`.

use e2e::page::until;
use e2e::{App, Home, Trouble, digests};
use thirtyfour::Key;

type Outcome = Result<(), Trouble>;

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn one_and_two_characters_are_found_the_hit_is_lit_and_the_way_back_leads_back() -> Outcome {
    let home = Home::new()?;
    digests::save(&home.digests(), "2026-01-05.txt", &digests::whole()?)?;
    let app = App::open("search", &home, &[&home.digests()]).await?;
    let page = app.page();
    page.shows(digests::NAMES[0]).await?;
    page.press(&[Key::Control], 'k').await?;
    until("the field is open", async || page.count("#search-field").await, |open| *open == 1).await?;
    page.type_text("的").await?;
    until("passages are found", async || page.count(".item mark").await, |marks| *marks > 2).await?;
    app.shot("one-character").await?;
    page.press(&[Key::Control], 'a').await?;
    // Folded: full width, and the other case.
    page.type_text("ＳＡＬＴ 记忆").await?;
    let marked = async || page.texts(".item mark").await;
    until("both words are marked", marked, |marks| {
        marks.iter().any(|mark| mark.eq_ignore_ascii_case("salt")) && marks.iter().any(|mark| mark == "记忆")
    })
    .await?;
    app.shot("mixed").await?;
    let before = page.paper().await?;
    let chosen = async || page.count(".item[aria-selected='true'] mark").await;
    while chosen().await? == 0 {
        page.press(&[], Key::Down).await?;
    }
    page.press(&[], Key::Enter).await?;
    until("the field is closed", async || page.count("#search-field").await, |open| *open == 0).await?;
    until("the hit is lit", async || page.text(".find .count").await, |count| count.contains('/')).await?;
    app.shot("lit").await?;
    page.press(&[], Key::Escape).await?;
    page.press(&[Key::Alt], Key::Left).await?;
    until("the way back leads back", async || page.paper().await, |paper| *paper == before).await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn a_query_is_kept_and_a_name_has_its_page() -> Outcome {
    let home = Home::new()?;
    digests::save(&home.digests(), "2026-01-05.txt", &digests::whole()?)?;
    let app = App::open("search-name", &home, &[&home.digests()]).await?;
    let page = app.page();
    page.shows(digests::NAMES[0]).await?;
    page.press(&[Key::Control], 'k').await?;
    until("the field is open", async || page.count("#search-field").await, |open| *open == 1).await?;
    page.type_text(digests::NAMES[0]).await?;
    until("passages are found", async || page.count(".item mark").await, |marks| *marks > 0).await?;
    page.press(&[Key::Control], 's').await?;
    page.press(&[], Key::Up).await?;
    page.press(&[], Key::Enter).await?;
    until("the page of the name is open", async || page.count("dialog li button").await, |numbers| *numbers > 0)
        .await?;
    app.shot("name").await?;
    page.press(&[], Key::Escape).await?;
    page.press(&[Key::Control], 'k').await?;
    page.press(&[Key::Control], 'a').await?;
    page.press(&[], Key::Delete).await?;
    let kept = async || page.texts(".item .words").await;
    until("the query is offered again", kept, |kept| kept.iter().any(|query| query == digests::NAMES[0])).await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn a_name_in_the_text_says_in_how_many_papers_it_stands_and_leads_to_its_page() -> Outcome {
    let home = Home::new()?;
    digests::save(&home.digests(), "2026-01-05.txt", &digests::whole()?)?;
    let app = App::open("search-names", &home, &[&home.digests()]).await?;
    let page = app.page();
    page.shows(digests::NAMES[0]).await?;
    let card = "[popover][role='status'] b";
    // By the keyboard.
    page.press(&[], 'w').await?;
    until("the first name is lit", async || page.count(card).await, |cards| *cards == 1).await?;
    let name = page.text(card).await?;
    until("it says in how many papers", async || page.count("[popover][role='status'] span").await, |said| *said == 1)
        .await?;
    app.shot("walked").await?;
    page.press(&[], Key::Enter).await?;
    until("its page is open", async || page.texts("dialog h2").await, |titles| titles.contains(&name)).await?;
    page.press(&[], Key::Escape).await?;
    until("the page is closed", async || page.count("dialog").await, |dialogs| *dialogs == 0).await?;
    page.press(&[], Key::Escape).await?;
    until("nothing is lit", async || page.count(card).await, |cards| *cards == 0).await?;
    // By the pointer.
    let [left, top, right, bottom] = page.box_of("[data-passage]", digests::NAMES[0]).await?;
    let middle = ((left + right) / 2, (top + bottom) / 2);
    page.point_at(middle).await?;
    until("the name under the pointer is lit", async || page.texts(card).await, |names| names == &[digests::NAMES[0]])
        .await?;
    app.shot("pointed").await?;
    page.click_at(middle).await?;
    until(
        "its page is open",
        async || page.texts("dialog h2").await,
        |titles| titles.iter().any(|title| title == digests::NAMES[0]),
    )
    .await?;
    Ok(())
}
