//! The library over real folders: what is read and skipped, how changes are followed, what survives.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what a test prepares or waits for fails by ending the test")]

mod adversity;
mod backup;
mod cache;
mod carried;
mod desk;
mod doubts;
mod export;
mod folders;
mod list;
mod missing;
mod notes;
mod own_files;
mod switching;
mod w3c;
mod watching;
