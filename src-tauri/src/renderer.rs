//! A renderer that fits the machine: WebKitGTK is known to draw an empty window on some, and wastes work on others.
//!
//! Reported against NVIDIA's driver under Wayland: a blank window, or `Error 71` at start. Where there is no graphics
//! device, WebKit composes its layers with a graphics library that runs on the processor: measured on such a machine, a
//! start took 300 ms longer and 120 MB more than drawing straight into the window. WebKit reads these variables when its
//! first view is made and hands them to its processes; a variable that the user has set wins.

/// What the reader is told when the renderer was changed against trouble: the variables, or `None`.
pub(crate) fn changed() -> Option<String> {
    machine::CHANGED.get().cloned()
}

/// Sets the variables that this machine needs. To be called before any thread runs.
pub(crate) fn fit() {
    machine::fit();
}

/// Whether a display can be reached. Opening a window without one would end the program with a trace.
pub(crate) fn has_display() -> bool {
    machine::has_display()
}

#[cfg(target_os = "linux")]
mod machine {
    use std::{env, fs, path::Path, sync::OnceLock};

    /// The variables that were set against an empty window.
    pub(super) static CHANGED: OnceLock<String> = OnceLock::new();

    type Variables = &'static [(&'static str, &'static str)];

    /// Avoid the empty window.
    const SAFE: Variables = &[("WEBKIT_DISABLE_DMABUF_RENDERER", "1"), ("__NV_DISABLE_EXPLICIT_SYNC", "1")];
    /// Draws without layers.
    const PLAIN: Variables = &[("WEBKIT_DISABLE_COMPOSITING_MODE", "1")];
    /// Whoever set one of these has chosen how to draw.
    const CHOICES: [&str; 4] = [
        "WEBKIT_DISABLE_DMABUF_RENDERER",
        "WEBKIT_DISABLE_COMPOSITING_MODE",
        "WEBKIT_FORCE_COMPOSITING_MODE",
        "WEBKIT_SKIA_ENABLE_CPU_RENDERING",
    ];

    pub(super) fn fit() {
        let graphics = Graphics { device: has_device(), nvidia: Path::new("/proc/driver/nvidia/version").exists() };
        let needed = needed(graphics, |name| env::var_os(name).is_some());
        for (name, value) in needed {
            if let Err(error) = gtk::glib::setenv(name, value, false) {
                tracing::warn!(%error, name, "cannot choose a renderer");
            }
        }
        if needed == SAFE {
            let names: Vec<&str> = needed.iter().map(|(name, _)| *name).collect();
            tracing::info!(?names, "a safe renderer for this graphics driver");
            let _ = CHANGED.set(names.join(" "));
        } else if needed == PLAIN {
            tracing::info!("no graphics device: pages are drawn without layers");
        }
    }

    pub(super) fn has_display() -> bool {
        gtk::init().is_ok()
    }

    /// What the machine draws with.
    #[derive(Clone, Copy)]
    pub(super) struct Graphics {
        pub(super) device: bool,
        pub(super) nvidia: bool,
    }

    /// The kernel offers a device that renders.
    fn has_device() -> bool {
        let nodes = fs::read_dir("/dev/dri").into_iter().flatten().flatten();
        nodes.into_iter().any(|node| node.file_name().to_string_lossy().starts_with("renderD"))
            || Path::new("/dev/dxg").exists()
    }

    /// The variables to set.
    pub(super) fn needed(graphics: Graphics, is_set: impl Fn(&str) -> bool) -> Variables {
        if CHOICES.into_iter().any(&is_set) {
            &[]
        } else if graphics.nvidia {
            if is_set("WAYLAND_DISPLAY") { SAFE } else { &[] }
        } else if graphics.device {
            &[]
        } else {
            PLAIN
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        const NVIDIA: Graphics = Graphics { device: true, nvidia: true };
        const OTHER: Graphics = Graphics { device: true, nvidia: false };
        const NONE: Graphics = Graphics { device: false, nvidia: false };

        fn check(graphics: Graphics, set: &[&str], expected: Variables) {
            assert_eq!(needed(graphics, |name| set.contains(&name)), expected, "{set:?}");
        }

        #[test]
        fn nvidia_under_wayland_and_machines_without_a_device_are_fitted_unless_the_user_chose() {
            check(NVIDIA, &["WAYLAND_DISPLAY"], SAFE);
            check(NVIDIA, &[], &[]);
            check(NVIDIA, &["WAYLAND_DISPLAY", "WEBKIT_DISABLE_DMABUF_RENDERER"], &[]);
            check(OTHER, &["WAYLAND_DISPLAY"], &[]);
            check(OTHER, &[], &[]);
            check(NONE, &[], PLAIN);
            check(NONE, &["WAYLAND_DISPLAY"], PLAIN);
            check(NONE, &["WEBKIT_FORCE_COMPOSITING_MODE"], &[]);
            check(NONE, &["WEBKIT_SKIA_ENABLE_CPU_RENDERING"], &[]);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod machine {
    pub(super) static CHANGED: std::sync::OnceLock<String> = std::sync::OnceLock::new();

    pub(super) fn fit() {}

    pub(super) fn has_display() -> bool {
        true
    }
}
