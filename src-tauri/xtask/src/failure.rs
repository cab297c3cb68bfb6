//! Why a command of the project stopped, in words that say what to do.

use std::fmt;

/// A command of the project stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    kind: Kind,
    what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Usage,
    Failed,
}

impl Failure {
    /// Something did not work; `what` is one sentence with the way out.
    pub fn new(what: impl Into<String>) -> Self {
        Self { kind: Kind::Failed, what: what.into() }
    }

    /// The command line was wrong; `usage` says what is right.
    pub fn usage(usage: impl Into<String>) -> Self {
        Self { kind: Kind::Usage, what: usage.into() }
    }

    /// For the operating system: 1 for a failure, 2 for wrong usage.
    pub fn exit_code(&self) -> u8 {
        match self.kind {
            Kind::Failed => 1,
            Kind::Usage => 2,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Failure {}
