//! The front door: which form a file has, and its digest.
