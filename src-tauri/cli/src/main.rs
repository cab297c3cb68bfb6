//! `kz`: the command line contract that scripts rely on.
//!
//! Answers go to stdout, troubles to stderr in one sentence each that names the file and the cause. Exit code 0: all
//! done; 1: something failed; 2: wrong usage.

mod annotate;
mod audit;
mod export;
mod files;
mod inspect;
mod note;
mod notes;
mod papers;
mod render;
mod search;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Digests of paper reviews from the command line.
#[derive(Parser)]
#[command(name = "kz", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say what files hold: papers, sections, findings, and what was wrong.
    Inspect(inspect::Arguments),
    /// Say which quantities and names of each claim its quote holds.
    Audit(audit::Arguments),
    /// Show a paper with its formulas and tables, as an HTML fragment or as runs.
    Render(render::Arguments),
    /// Find passages and notes.
    Search(search::Arguments),
    /// Mark words of a paper and note something to them, or delete a mark.
    Annotate(annotate::Arguments),
    /// List marks and notes, and those that have lost their place.
    Notes(notes::Arguments),
    /// Write notes to Markdown files, one a paper; what was written into the files before stays.
    Export(export::Arguments),
}

/// How a command ended.
enum Outcome {
    /// All was done.
    Done,
    /// Something failed; what it was has been said on stderr.
    Failed,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Inspect(arguments) => inspect::run(&arguments, &mut std::io::stdout().lock()),
        Command::Audit(arguments) => audit::run(&arguments, &mut std::io::stdout().lock()),
        Command::Render(arguments) => render::run(&arguments, &mut std::io::stdout().lock()),
        Command::Search(arguments) => search::run(&arguments, &mut std::io::stdout().lock()),
        Command::Annotate(arguments) => annotate::run(&arguments, &mut std::io::stdout().lock()),
        Command::Notes(arguments) => notes::run(&arguments, &mut std::io::stdout().lock()),
        Command::Export(arguments) => export::run(&arguments, &mut std::io::stdout().lock()),
    };
    match outcome {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Failed) => ExitCode::FAILURE,
        // Whoever reads the answer has seen enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("kz: the answer cannot be written: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Says a trouble on stderr.
fn complain(sentence: &str) {
    // Where even stderr is closed nobody can be told.
    let _ = writeln!(std::io::stderr(), "{sentence}");
}
