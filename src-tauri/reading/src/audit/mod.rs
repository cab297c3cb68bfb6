//! Which quantities and names of a claim its quote really holds.
