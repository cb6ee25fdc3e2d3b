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
<<<<<<< HEAD
mod strips;
=======
mod types;
>>>>>>> 6079b40 (W^73 is solved at any size, by types of its columns)
mod verify;
mod windows;
