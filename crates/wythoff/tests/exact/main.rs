//! Exact numbers and recurrences, and the certificates: what they prove at any size.

mod answer;
mod area;
mod drift;
mod expressions;
mod machine;
mod numbers;
mod prove;
mod recurrences;
mod slopes;
mod strips;
mod types;
mod verify;
mod windows;
