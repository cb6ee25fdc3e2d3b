import type { Family } from "../common/api.ts";

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

/** A first game of the family: defaults where there are some, so that the plain game comes first; else as in its example. */
export function firstGame(family: Family): string {
  const example = new Map((family.example.split(":")[1] ?? "").split(",").map((part) => part.split("=") as [string, string]));
  const values = new Map<string, string>();
  for (const { name, default: usual } of family.parameters) {
    values.set(name, typeof usual === "number" ? String(usual) : typeof usual === "string" ? (values.get(usual) ?? "1") : (example.get(name) ?? "1"));
  }
  return values.size === 0 ? family.example : `${family.family}:${[...values].map(([name, value]) => `${name}=${value}`).join(",")}`;
}

export function familyName(family: string): string {
  return NAMES[family] ?? family;
}
