//! Exports and addresses in the real app: annotate, export, edit by hand, annotate more, export again, see both; an address
//! opened cold and warm.

use std::fs;
use std::path::{Path, PathBuf};

use e2e::page::until;
use e2e::{App, Home, Trouble, digests};
use thirtyfour::Key;

type Outcome = Result<(), Trouble>;

/// A library with one digest, and a folder for exports that was chosen before: no test can answer the system's dialog.
fn prepared() -> Result<(Home, PathBuf), Trouble> {
    let home = Home::new()?;
    digests::save(&home.digests(), "2026-01-05.txt", &digests::whole()?)?;
    let out = home.path().join("vault");
    let config = home.path().join("config/app.kaozheng.reader");
    fs::create_dir_all(&config)?;
    let settings = serde_json::json!({ "version": 1, "export": { "folder": out } });
    fs::write(config.join("settings.json"), settings.to_string())?;
    Ok((home, out))
}

/// The one exported file.
fn file(out: &Path) -> Result<(PathBuf, String), Trouble> {
    let path = fs::read_dir(out)?.flatten().map(|entry| entry.path()).next().unwrap_or_default();
    let text = fs::read_to_string(&path)?;
    Ok((path, text))
}

/// Marks the next finding.
async fn mark(app: &App, marks: u64) -> Outcome {
    app.page().press(&[], 'j').await?;
    app.page().press(&[], 'h').await?;
    until("the mark is kept", async || app.page().count("#notes [data-note]").await, |n| *n == marks).await?;
    Ok(())
}

/// Exports from the sheet and waits for the report.
async fn export(app: &App, outcome: &str) -> Outcome {
    let page = app.page();
    page.press(&[], 'e').await?;
    until("the preview is there", async || page.count("dialog .read").await, |n| *n == 1).await?;
    page.click("dialog .acts .main").await?;
    until("the report is there", async || page.count(&format!("dialog .report h3.{outcome}")).await, |n| *n == 1)
        .await?;
    Ok(())
}

#[tokio::test]
#[ignore = "drives the real app: cargo xtask test --only e2e"]
async fn what_is_written_into_an_exported_file_stays_and_its_link_leads_back() -> Outcome {
    let (home, out) = prepared()?;
    let app = App::open("export", &home, &[&home.digests()]).await?;
    let page = app.page();
    page.shows(digests::NAMES[0]).await?;
    page.press(&[], 'i').await?;
    mark(&app, 1).await?;
    export(&app, "created").await?;
    app.shot("report").await?;
    let (path, text) = file(&out)?;
    assert_eq!(text.matches("<!-- kz:note ").count(), 1, "{text}");

    fs::write(&path, text + "\nMine, by hand.\n")?;
    page.press(&[], Key::Escape).await?;
    mark(&app, 2).await?;
    export(&app, "merged").await?;
    app.shot("merged").await?;
    let (again, text) = file(&out)?;
    assert_eq!(again, path);
    assert_eq!(text.matches("<!-- kz:note ").count(), 2, "{text}");
    assert!(text.contains("Mine, by hand."), "{text}");

    // Warm: another paper is open, a second start hands the address over.
    page.press(&[], Key::Escape).await?;
    page.press(&[], 'n').await?;
    page.shows(digests::NAMES[1]).await?;
    let link = text.lines().find_map(|line| line.strip_prefix("link: ")).unwrap_or_default().to_owned();
    app.second_start(&home, &[Path::new(&link)])?;
    page.shows(digests::NAMES[0]).await?;
    // A hostile one does nothing; one that leads nowhere is said to.
    app.second_start(&home, &[Path::new("kaozheng://paper/../../etc/passwd")])?;
    app.second_start(&home, &[Path::new("kaozheng://paper/00000000000000000000000000000000")])?;
    until("the missing paper is named", async || page.count(".messages .message").await, |n| *n == 1).await?;
    page.shows(digests::NAMES[0]).await?;
    app.shot("link-gone").await?;
    page.press(&[], 'n').await?;
    page.shows(digests::NAMES[1]).await?;
    app.close().await?;

    // Cold: the address of a note opens its paper, not the one that was open last.
    let note = text.lines().find_map(|line| line.split_once("](kaozheng://")?.1.split_once(')').map(|(link, _)| link));
    let note = format!("kaozheng://{}", note.unwrap_or_default());
    assert!(note.contains("/note/"), "{note}");
    let cold = App::open("export-cold", &home, &[Path::new(&note)]).await?;
    cold.page().shows(digests::NAMES[0]).await?;
    until("its card is looked at", async || cold.page().count("#notes .card.active").await, |n| *n == 1).await?;
    cold.shot("note").await?;
    Ok(())
}
