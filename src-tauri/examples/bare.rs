//! The least that Tauri can show: one window with a line of text. The reference for start and memory in the benches.
//!
//! Like the app it makes the file that `KAOZHENG_PAINTED_FILE` names when its text is on screen.

use std::{env, fs};

use tauri::{WebviewUrl, WebviewWindowBuilder, http::Response};

const PAGE: &str = "<!doctype html><meta charset=utf-8><p lang=zh>考证</p><script>\
    requestAnimationFrame(() => requestAnimationFrame(() => fetch('/painted')))</script>";

fn main() -> tauri::Result<()> {
    tauri::Builder::default()
        .register_uri_scheme_protocol("bare", |_, request| {
            if request.uri().path() == "/painted"
                && let Some(path) = env::var_os("KAOZHENG_PAINTED_FILE")
                && let Err(error) = fs::write(&path, b"painted\n")
            {
                eprintln!("cannot write the file that KAOZHENG_PAINTED_FILE names: {error}");
            }
            let mut answer = Response::new(PAGE.as_bytes().to_vec());
            answer.headers_mut().insert("content-type", tauri::http::HeaderValue::from_static("text/html"));
            answer
        })
        .setup(|app| {
            let page = "bare://localhost/".parse().map_err(|error| format!("the page's address: {error}"))?;
            WebviewWindowBuilder::new(app, "bare", WebviewUrl::CustomProtocol(page))
                .inner_size(1280.0, 800.0)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!())
}
