//! Lines that were wrapped at a width, joined again.
