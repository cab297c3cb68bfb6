//! The site's page.
