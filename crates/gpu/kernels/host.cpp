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

namespace small {
#define BOARD wythoff_small_board
#define SMALL_WINDOW
#undef GUARD_BITS
#include "board.cu"
#undef SMALL_WINDOW
#undef BOARD
#undef GUARD_BITS
}  // namespace small

#include "board.cu"

#include "arm.cu"
