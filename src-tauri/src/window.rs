//! The one window: where it stands, where it may go, what is dropped on it.

use std::{borrow::Cow, sync::Once};

use tauri::{
    AppHandle, DragDropEvent, Manager, PhysicalPosition, PhysicalSize, Url, WebviewUrl, WebviewWindow,
    WebviewWindowBuilder, WindowEvent, webview::NewWindowResponse,
};

use crate::{
    closing,
    state::{Shell, add_in_background, emit},
    wire::Event,
};

/// Label of the window; the capability names it.
const LABEL: &str = "reader";
const SIZE: (f64, f64) = (1320.0, 860.0);
const LEAST: (f64, f64) = (420.0, 360.0);

/// Opens the window. It may show the interface only: no navigation, no second window.
pub(crate) fn open(app: &AppHandle) -> tauri::Result<()> {
    let (shell, first) = (app.clone(), Once::new());
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::default())
        .title("考证 Kaozheng")
        .inner_size(SIZE.0, SIZE.1)
        .min_inner_size(LEAST.0, LEAST.1)
        .on_navigation(is_interface)
        .on_web_resource_request(move |request, response| {
            if matches!(request.uri().path(), "" | "/" | "/index.html") {
                // What was drawn last is of use once: a page that is loaded again has newer things to show.
                first.call_once(|| put_drawn(&shell, response.body_mut()));
            }
        })
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .build()?;
    let (handle, placed, moved) = (app.clone(), Once::new(), window.clone());
    window.on_window_event(move |event| {
        // Only now does the window know where and how large it is; before, it says 0.
        if let WindowEvent::Resized(size) = event
            && size.width > 0
        {
            placed.call_once(|| bring_on_screen(&moved));
        }
        on_event(&handle, event);
    });
    Ok(())
}

/// Puts what was drawn last into the interface's document.
fn put_drawn(app: &AppHandle, document: &mut Cow<'static, [u8]>) {
    let with_page = str::from_utf8(document).ok().and_then(|text| app.state::<Shell>().drawn(text));
    if let Some(with_page) = with_page {
        *document = Cow::Owned(with_page.into_bytes());
    }
}

/// Shows the window that is there already.
pub(crate) fn to_front(app: &AppHandle) {
    let Some(window) = app.get_webview_window(LABEL) else { return };
    let shown = window.unminimize().and_then(|()| window.show()).and_then(|()| window.set_focus());
    if let Err(error) = shown {
        tracing::warn!(%error, "cannot bring the window to the front");
    }
}

/// Closes the window for good, and with it the program.
pub(crate) fn destroy(app: &AppHandle) {
    let Some(window) = app.get_webview_window(LABEL) else { return };
    if let Err(error) = window.destroy() {
        tracing::error!(%error, "the window does not close");
        app.exit(0);
    }
}

fn is_interface(url: &Url) -> bool {
    let development = cfg!(debug_assertions) && url.host_str() == Some("localhost") && url.port() == Some(5173);
    url.scheme() == "tauri" || url.host_str() == Some("tauri.localhost") || development
}

fn on_event(app: &AppHandle, event: &WindowEvent) {
    match event {
        WindowEvent::DragDrop(DragDropEvent::Enter { .. }) => emit(app, &Event::DragHover { over: true }),
        WindowEvent::DragDrop(DragDropEvent::Leave) => emit(app, &Event::DragHover { over: false }),
        WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) => {
            emit(app, &Event::DragHover { over: false });
            add_in_background(app, paths.clone());
        }
        WindowEvent::CloseRequested { api, .. } => {
            api.prevent_close();
            closing::request(app);
        }
        // Network drives send no word of changes: look when the reader comes back.
        WindowEvent::Focused(true) => {
            let app = app.clone();
            std::thread::spawn(move || app.state::<Shell>().session().refresh_on_focus());
        }
        _ => {}
    }
}

/// Moves a window back that was stored on a screen that is gone, and shrinks one that is larger than its screen.
fn bring_on_screen(window: &WebviewWindow) {
    let placed = (|| -> tauri::Result<()> {
        let screens = window.available_monitors()?;
        let (position, size) = (window.outer_position()?, window.outer_size()?);
        let areas: Vec<_> = screens.iter().map(|screen| (*screen.position(), *screen.size())).collect();
        if let Some((position, size)) = placed_within(position, size, &areas) {
            window.set_size(size)?;
            window.set_position(position)?;
        }
        Ok(())
    })();
    if let Err(error) = placed {
        tracing::debug!(%error, "cannot tell where the window stands");
    }
}

/// Where the window should stand instead, or `None` where it is well placed: enough of its upper edge to take hold of
/// lies on a screen, and it is no larger than that screen.
fn placed_within(
    position: PhysicalPosition<i32>,
    size: PhysicalSize<u32>,
    screens: &[(PhysicalPosition<i32>, PhysicalSize<u32>)],
) -> Option<(PhysicalPosition<i32>, PhysicalSize<u32>)> {
    const GRIP: i32 = 80;
    // Not placed yet: the system will do it.
    if size.width == 0 || size.height == 0 {
        return None;
    }
    let end = |start: i32, length: u32| start.saturating_add_unsigned(length);
    let seen = |(at, area): &&(PhysicalPosition<i32>, PhysicalSize<u32>)| {
        let across = end(position.x, size.width).min(end(at.x, area.width)) - position.x.max(at.x);
        across >= GRIP && position.y >= at.y - 4 && position.y < end(at.y, area.height) - GRIP
    };
    let home = screens.iter().find(seen);
    if let Some((_, area)) = home
        && size.width <= area.width
        && size.height <= area.height
    {
        return None;
    }
    let (at, area) = home.or(screens.first())?;
    Some((*at, PhysicalSize::new(size.width.min(area.width), size.height.min(area.height))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(x: i32, y: i32, width: u32, height: u32) -> Option<(i32, i32, u32, u32)> {
        let screens = [
            (PhysicalPosition::new(0, 0), PhysicalSize::new(1920, 1080)),
            (PhysicalPosition::new(1920, 0), PhysicalSize::new(1280, 720)),
        ];
        let moved = placed_within(PhysicalPosition::new(x, y), PhysicalSize::new(width, height), &screens);
        moved.map(|(position, size)| (position.x, position.y, size.width, size.height))
    }

    #[test]
    fn a_window_that_can_be_taken_hold_of_stays_and_others_come_back_to_the_first_screen() {
        assert_eq!(placed(100, 50, 1200, 800), None);
        assert_eq!(placed(2000, 10, 1200, 700), None);
        assert_eq!(placed(-3000, 200, 1200, 800), Some((0, 0, 1200, 800)));
        assert_eq!(placed(100, 5000, 1200, 800), Some((0, 0, 1200, 800)));
        assert_eq!(placed(100, 50, 90_000, 70_000), Some((0, 0, 1920, 1080)));
        assert_eq!(placed(-1190, 50, 1200, 800), Some((0, 0, 1200, 800)));
    }

    #[test]
    fn only_the_interface_may_be_navigated_to() {
        let goes = |url: &str| Url::parse(url).is_ok_and(|url| is_interface(&url));
        assert!(goes("tauri://localhost/index.html"));
        assert!(!goes("https://example.org/"));
        assert!(!goes("file:///etc/passwd"));
        assert!(!goes("data:text/html,x"));
    }
}
