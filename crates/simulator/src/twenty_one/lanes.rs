//! The fast kernel.
