//! Says so when the window stays empty, and tells whoever started the program when it does not.

use std::{
    env, fs,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use tauri::AppHandle;
use tauri_plugin_dialog::{DialogExt, MessageDialogKind};

/// Names a file that is made once the reading view has painted, for whoever started the program and waits for that.
const PAINTED_FILE: &str = "KAOZHENG_PAINTED_FILE";
/// Longer than a cold start on a slow disk takes.
const PATIENCE: Duration = Duration::from_secs(30);
const ADVICE: &str = "The window of Kaozheng stays empty: the system's web view does not draw.\n\
    Start it from a terminal with WEBKIT_DISABLE_DMABUF_RENDERER=1, and if that does not help with \
    WEBKIT_DISABLE_COMPOSITING_MODE=1 as well.\n\n\
    窗口没有画出内容：系统的网页组件没有绘制。请在终端里带上 WEBKIT_DISABLE_DMABUF_RENDERER=1 启动；\
    若仍无效，再加上 WEBKIT_DISABLE_COMPOSITING_MODE=1。";

static PAINTED: AtomicBool = AtomicBool::new(false);

/// The reading view has painted for the first time.
pub(crate) fn painted() {
    if PAINTED.swap(true, Ordering::Relaxed) {
        return;
    }
    if let Some(path) = env::var_os(PAINTED_FILE)
        && let Err(error) = fs::write(&path, b"painted\n")
    {
        tracing::warn!(%error, "cannot write the file that {PAINTED_FILE} names");
    }
}

/// Shows a native message with advice when nothing has painted for [`PATIENCE`].
pub(crate) fn watch(app: AppHandle) {
    thread::spawn(move || {
        thread::sleep(PATIENCE);
        if !PAINTED.load(Ordering::Relaxed) {
            tracing::error!("nothing has painted for {PATIENCE:?}");
            app.dialog().message(ADVICE).title("Kaozheng").kind(MessageDialogKind::Error).show(|_| ());
        }
    });
}
