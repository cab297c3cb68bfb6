//! Tells Tauri's build step about this crate.
fn main() {
    tauri_build::build();
}
