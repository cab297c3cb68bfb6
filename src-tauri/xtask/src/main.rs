//! `cargo xtask run | test | bench | package`: everything a person or a robot does with the project.
//!
//! Non-goals: no dependency and no system library, so that it builds within seconds on a bare machine and can say
//! there what is missing.

use std::env;
use std::process::ExitCode;

use xtask::failure::Failure;
use xtask::{bench, package, run, say, test};

const USAGE: &str = "\
cargo xtask COMMAND

  run [--dev] [PATH…]         install what is missing, build, and open the app on PATH (a digest or a folder of digests),
                              without PATH on the library of the last time or on the sample; without a display: a screenshot
  test [--only STEP] [--list] everything that guards the project; --only may be repeated
  bench [NAME…]               the figures: parsing, scanning, start, memory; NAME is one of parse, audit, library, app
  package                     an installable .deb and .rpm
";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let command = arguments.first().and_then(|word| word.to_str()).unwrap_or_default();
    let rest = arguments.get(1..).unwrap_or_default();
    let outcome = match command {
        "run" => run::run(rest),
        "test" => test::test(rest),
        "bench" => bench::bench(rest),
        "package" => package::package(rest),
        "help" | "--help" | "-h" => {
            say::line(USAGE);
            Ok(())
        }
        _ => Err(Failure::usage(USAGE)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            say::trouble(&failure.to_string());
            ExitCode::from(failure.exit_code())
        }
    }
}
