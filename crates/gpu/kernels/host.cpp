// The kernels for this processor, as tests need them: with all options.

#define FOLD
#define CELLS

#include "warp.h"

// A window so narrow that most boards leave it.
namespace narrow {
#define BOARD wythoff_narrow_board
#define LEAST_RESIDUE 127u
#define MOST_RESIDUE 130u
#include "board.cu"
#undef LEAST_RESIDUE
#undef MOST_RESIDUE
#undef BOARD
}  // namespace narrow

// The smaller window; and one of its width that ends as soon.
#define SMALL_WINDOW
#undef GUARD_BITS
namespace narrow_small {
#define BOARD wythoff_narrow_small_board
#define LEAST_RESIDUE 67u
#include "board.cu"
#undef LEAST_RESIDUE
#undef BOARD
}  // namespace narrow_small
namespace small {
#define BOARD wythoff_small_board
#include "board.cu"
#undef BOARD
}  // namespace small
#undef SMALL_WINDOW
#undef GUARD_BITS
#undef LEAST_RESIDUE
#undef MOST_RESIDUE

#include "board.cu"

#include "arm.cu"
