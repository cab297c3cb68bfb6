//! Everything that touches the disk, usable without a window.
