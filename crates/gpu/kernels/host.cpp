// The kernels for this processor, as tests need them: with all options.

#define FOLD
#define CELLS

#include "warp.h"

#include "board.cu"
