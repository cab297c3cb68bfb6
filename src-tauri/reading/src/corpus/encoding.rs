//! From bytes to text: which encoding, and where it had to be mended.
