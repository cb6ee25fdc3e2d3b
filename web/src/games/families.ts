/** Friendly names of the families, by their key; a family that is new has its key. */
const NAMES: Record<string, string> = {
  nim: "Nim",
  "nim-blocking": "Blocking Nim",
  wythoff: "Wythoff Nim",
  blocking: "Blocking Wythoff Nim, Wᵏ",
  "diagonal-blocking": "(m, p)-Wythoff Nim",
  "rook-blocking": "Wythoff p-blocking Nim",
  modulo: "Wythoff modulo-p Nim",
  shifted: "Shifted Wythoff Nim",
  hole: "Wythoff Nim with a hole",
  choice: "Wythoff Nim with a choice",
  gdwn: "Generalised diagonal Wythoff Nim",
  imitation: "Imitation Nim",
  comply: "Comply Wythoff Nim, Wₖ",
  "comply-diagonal": "Comply on the diagonal",
  "comply-rook": "Comply on the rook's lines",
};

export function familyName(family: string): string {
  return NAMES[family] ?? family;
}
