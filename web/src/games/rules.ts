/**
 * The rules of a `custom:` game as data, from the server's text and back. Whether they
 * make a game is for the server to say.
 */

/** Takes more from one heap than from the other, or treats both alike. */
export type Heap = "both" | "x" | "y";

export type Piece = { readonly only: Heap } & (
  | { readonly kind: "rook"; readonly from: number; readonly mod: number; readonly leaves: string }
  | { readonly kind: "bishop"; readonly width: number }
  | { readonly kind: "ray"; readonly p: number; readonly q: number }
  | { readonly kind: "leap"; readonly pairs: readonly (readonly [number, number])[] }
);

export type Twist =
  | { readonly kind: "none" }
  | { readonly kind: "block" | "comply"; readonly count: number; readonly on: readonly Piece[] }
  | { readonly kind: "imitation"; readonly m: number; readonly p: number };

export interface Rules {
  readonly pieces: readonly Piece[];
  readonly hole: readonly [width: number, height: number] | null;
  /** A class of no pieces is every move. */
  readonly twist: Twist;
  readonly misere: boolean;
}

/** Null for a text that is no `custom:` game. */
export function readRules(text: string): Rules | null {
  const [, body] = /^\s*custom\s*:(.*)$/is.exec(text) ?? [];
  if (body === undefined) return null;
  const [moves = "", ...clauses] = body.split("|").map((part) => part.trim());
  const pieces = readPieces(moves);
  let rules: Rules = { pieces: pieces ?? [], hole: null, twist: { kind: "none" }, misere: false };
  if (pieces === null) return null;
  for (const clause of clauses) {
    const next = withClause(rules, clause);
    if (next === null) return null;
    rules = next;
  }
  return rules;
}

function withClause(rules: Rules, clause: string): Rules | null {
  if (/^mis[eè]re$/i.test(clause)) return { ...rules, misere: true };
  const hole = /^hole (\d+),\s*(\d+)$/i.exec(clause);
  if (hole !== null) return { ...rules, hole: [Number(hole[1]), Number(hole[2])] };
  const imitation = /^imitation(?:\((\d+),\s*(\d+)\))?$/i.exec(clause);
  if (imitation !== null) {
    const [m, p] = [Number(imitation[1] ?? 1), Number(imitation[2] ?? 1)];
    return { ...rules, twist: { kind: "imitation", m, p } };
  }
  const twist = /^(block|comply) (\d+)(?: on (.*))?$/i.exec(clause);
  if (twist === null) return null;
  const on = twist[3] === undefined || twist[3] === "any" ? [] : readPieces(twist[3]);
  if (on === null) return null;
  const kind = twist[1]?.toLowerCase() === "comply" ? "comply" : "block";
  return { ...rules, twist: { kind, count: Number(twist[2]), on } };
}

function readPieces(text: string): Piece[] | null {
  const pieces = text.split("+").map((part) => readPiece(part.trim()));
  return pieces.every((piece) => piece !== null) ? pieces : null;
}

/** A piece from its text; null for what is none. */
export function readPiece(text: string): Piece | null {
  const [, heap, kind, inside = ""] =
    /^(?:only-([xy]) )?(rook|bishop|ray|leap)(?:\((.*)\))?$/i.exec(text) ?? [];
  const only = (heap?.toLowerCase() ?? "both") as Heap;
  const numbers = inside.split(/[,;]/).map(Number);
  switch (kind?.toLowerCase()) {
    case "rook": {
      const [, from] = /from (\d+)/.exec(inside) ?? [];
      const [, mod, leaves = ""] = /mod (\d+):(.*)$/.exec(inside) ?? [];
      return {
        kind: "rook",
        only,
        from: Number(from ?? 1),
        mod: Number(mod ?? 1),
        leaves: leaves.replaceAll(" ", ""),
      };
    }
    case "bishop":
      return { kind: "bishop", only, width: inside === "" ? 1 : Number(inside) };
    case "ray":
      return { kind: "ray", only, p: numbers[0] ?? 1, q: numbers[1] ?? 1 };
    case "leap":
      return {
        kind: "leap",
        only,
        pairs: inside.split(";").map((pair) => {
          const [a = 0, b = 0] = pair.split(",").map(Number);
          return [a, b] as const;
        }),
      };
    default:
      return null;
  }
}

export function writePiece(piece: Piece): string {
  const only = piece.only === "both" ? "" : `only-${piece.only} `;
  switch (piece.kind) {
    case "rook": {
      const from = piece.from > 1 ? [`from ${piece.from}`] : [];
      const mod = piece.mod > 1 ? [`mod ${piece.mod}: ${piece.leaves || "0"}`] : [];
      const inside = [...from, ...mod].join(", ");
      return `${only}rook${inside === "" ? "" : `(${inside})`}`;
    }
    case "bishop":
      return `${only}bishop${piece.width > 1 ? `(${piece.width})` : ""}`;
    case "ray":
      return `${only}ray(${piece.p},${piece.q})`;
    case "leap":
      return `${only}leap(${piece.pairs.map((pair) => pair.join()).join("; ")})`;
  }
}

export function writeRules({ pieces, hole, twist, misere }: Rules): string {
  const all = (list: readonly Piece[]): string => list.map(writePiece).join(" + ");
  const clauses: string[] = [];
  if (hole !== null) clauses.push(`hole ${hole.join()}`);
  if (twist.kind === "imitation") clauses.push(`imitation(${twist.m},${twist.p})`);
  else if (twist.kind !== "none")
    clauses.push(
      `${twist.kind} ${twist.count}${twist.on.length === 0 ? "" : ` on ${all(twist.on)}`}`,
    );
  if (misere) clauses.push("misere");
  return [`custom: ${all(pieces)}`, ...clauses].join(" | ");
}
