"""What a type checker makes of the package; nothing here is run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import wythoff
from numpy.typing import NDArray
from typing_extensions import assert_type
from wythoff.exact import Beatty, Surd, phi

game = wythoff.Game("W^5")
assert_type(game.outcome(3, 5), bool)
assert_type(game.outcome([1, 2], 5), NDArray[np.bool_])
assert_type(game.outcome(3, np.arange(4)), NDArray[np.bool_])
assert_type(game.solve(3, 5), wythoff.Answer)
assert_type(game.solve(3, 5).winning_moves[0].to.x, int)
assert_type(game.board((3, 4), values="palace"), NDArray[Any])
assert_type(game.p_positions(4), NDArray[Any])
assert_type(game.p_positions(chunk=4), Iterator[NDArray[Any]])
assert_type(wythoff.Game.blocking(k=3), wythoff.Game)
assert_type((wythoff.rook() + wythoff.bishop()).block(2), wythoff.Rules)
assert_type(wythoff.rook().only("x") + wythoff.leap(1, 2), wythoff.Moves)
assert_type(wythoff.rook().misere(), wythoff.Rules)
assert_type(game.no_nim_values, str | None)
assert_type(game.periods().columns[0].period, int)
assert_type(wythoff.golden()[0].least.distance, int)
assert_type(wythoff.Sum("nim 1,2").solve(), wythoff.SumAnswer)
assert_type(wythoff.Sum("nim 1,2").solve().winning_moves[0].summand, int)
assert_type(wythoff.Sum("nim 1,2").summands[0].game, wythoff.Game)
assert_type(wythoff.threads(2).threads[0].exact, Surd | None)
assert_type(Beatty(phi)(10**100), int)
assert_type(wythoff.check("Lar15"), wythoff.Reports)
assert_type(wythoff.verify("k003.json").k, int)
game.board(8, values="colour")  # type: ignore[arg-type]
