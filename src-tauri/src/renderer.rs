//! A safe renderer where WebKitGTK is known to draw an empty window.
//!
//! Reported against NVIDIA's driver under Wayland: a blank window, or `Error 71` at start. WebKit reads these variables
//! when it starts, so they are set by starting this program again with them; a variable that the user has set wins.

use std::{env, ffi::OsStr, path::Path};

/// Variables of WebKitGTK and the driver that avoid the trouble.
const SAFE: [(&str, &str); 2] = [("WEBKIT_DISABLE_DMABUF_RENDERER", "1"), ("__NV_DISABLE_EXPLICIT_SYNC", "1")];
/// Set in the second start, so that there is no third; its value is what was changed.
const MARK: &str = "KAOZHENG_SAFE_RENDERER";

/// What the reader is told when the renderer was changed: the variables, or `None`.
pub(crate) fn changed() -> Option<String> {
    env::var(MARK).ok().filter(|names| !names.is_empty())
}

/// Starts this program again with a safe renderer where that is needed; returns where it is not, or cannot be done.
pub(crate) fn ensure_safe() {
    let nvidia = Path::new("/proc/driver/nvidia/version").exists();
    let missing = needed(nvidia, |name| env::var_os(name).is_some());
    if !missing.is_empty() {
        restart_with(&missing);
    }
}

/// The variables to set, given whether NVIDIA's driver is loaded and which variables are set already.
fn needed(nvidia: bool, is_set: impl Fn(&str) -> bool) -> Vec<(&'static str, &'static str)> {
    let chosen_by_user = SAFE.iter().any(|(name, _)| is_set(name)) || is_set("WEBKIT_DISABLE_COMPOSITING_MODE");
    if !nvidia || !is_set("WAYLAND_DISPLAY") || chosen_by_user || is_set(MARK) {
        return Vec::new();
    }
    SAFE.to_vec()
}

#[cfg(target_os = "linux")]
fn restart_with(variables: &[(&'static str, &'static str)]) {
    use std::os::unix::process::CommandExt;

    let Ok(program) = env::current_exe() else { return };
    let names = variables.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ");
    let error = std::process::Command::new(program)
        .args(env::args_os().skip(1))
        .envs(variables.iter().map(|(name, value)| (OsStr::new(name), OsStr::new(value))))
        .env(MARK, &names)
        .exec();
    // exec returns only when it failed: go on with the renderer as it is.
    tracing::warn!(%error, "cannot start again with a safe renderer");
}

#[cfg(not(target_os = "linux"))]
fn restart_with(_: &[(&'static str, &'static str)]) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(nvidia: bool, set: &[&str]) -> usize {
        needed(nvidia, |name| set.contains(&name)).len()
    }

    #[test]
    fn only_nvidia_under_wayland_is_changed_and_only_when_the_user_chose_nothing() {
        assert_eq!(names(true, &["WAYLAND_DISPLAY"]), 2);
        assert_eq!(names(false, &["WAYLAND_DISPLAY"]), 0);
        assert_eq!(names(true, &[]), 0);
        assert_eq!(names(true, &["WAYLAND_DISPLAY", "WEBKIT_DISABLE_DMABUF_RENDERER"]), 0);
        assert_eq!(names(true, &["WAYLAND_DISPLAY", MARK]), 0);
    }
}
