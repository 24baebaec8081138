//! CoVal, the Python scorer of Moosavi and Strube.

pub mod minimum;
