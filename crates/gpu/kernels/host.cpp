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

#include "board.cu"

#include "arm.cu"
