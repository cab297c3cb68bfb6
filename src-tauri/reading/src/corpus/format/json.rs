//! The site's record.
