/**
 * The statements are plain text with formulas as one types them: `a_n = ⌊nφ⌋`, `x ≤ y < k − 2x`.
 * This finds the formulas and writes them in TeX. It is careful rather than clever: a run of words
 * is a formula only if it has a sign that prose does not have, and what it cannot read stays text.
 */
export type Piece = { readonly text: string } | { readonly tex: string; readonly plain: string };

/** Signs that only formulas have. */
const STRONG = /[_^⌊⌋⌈⌉√≤≥=<>+−→∈≡·∩φαβξδεπτ²∤±#]/u;

/**
 * What may stand inside a formula, but makes none: numbers, variables, tuples, signs of division
 * and sets, names of functions.
 */
const WEAK =
  /^(?:(?:[a-zA-Z]|mex|gcd)(?=[({]))?[({[|]*(?:\d+|[b-zA-OQ-Z]|[a-z]{1,2}'?|mex|gcd|lim|mod|…|[|×/]|\d+[a-z]{1,2}|[\da-z]{1,2}\/[\da-z]{1,2})?(?:[,:;](?:\d+|[a-z]))*[)}\]|]*(?:(?<=\))[a-z])?[,:;.?]*$/u;

/** Words that look like variables. */
const WORDS = new Set([
  "is",
  "of",
  "if",
  "in",
  "at",
  "as",
  "to",
  "by",
  "or",
  "no",
  "so",
  "on",
  "it",
  "an",
  "be",
  "he",
  "we",
  "up",
  "I",
]);

/** Signs between two sides: beside one, even `a` is a variable. */
const RELATION = /^[<>=≤≥+−→∈≡|]$/u;

const CLOSING = /[.,;:?]+$/;

export function pieces(statement: string): Piece[] {
  const words = statement.split(" ");
  const strong = words.map(
    (word) => STRONG.test(word) && !/^[\p{L}-]{4,}$/u.test(word) && !/^[“'].{6,}/.test(word),
  );
  const inside = words.map((_, index) => strong[index] === true || isWeak(words, index));
  const found: Piece[] = [];
  for (let start = 0; start < words.length;) {
    let end = start;
    while (
      end < words.length &&
      inside[end] === true &&
      (end === start || joins(words[end - 1] ?? "", words[end] ?? ""))
    )
      end++;
    const [from, to] = trimmed(words, strong, start, end);
    if (to > from) {
      if (from > start) found.push({ text: words.slice(start, from).join(" ") });
      found.push(...formula(words.slice(from, to).join(" ")));
      start = to;
    } else {
      const next = Math.max(end, start + 1);
      found.push({ text: words.slice(start, next).join(" ") });
      start = next;
    }
  }
  return found;
}

function isWeak(words: readonly string[], index: number): boolean {
  const word = words[index] ?? "";
  if (word === "" || !WEAK.test(word) || WORDS.has(word.replace(CLOSING, ""))) return false;
  return (
    word !== "a" || RELATION.test(words[index - 1] ?? "") || RELATION.test(words[index + 1] ?? "")
  );
}

/**
 * Whether two words can be parts of one formula: a sign or a comma between them, and no end of a
 * sentence.
 */
function joins(left: string, right: string): boolean {
  if (left.length > 1 && /[.;:?]$/.test(left)) return false;
  return (
    /[,:=<>+−→∈≡·|×/≤≥…({]$/u.test(left) ||
    /^[=<>+−→∈≡·|×/≤≥∤:…]/u.test(right) ||
    /^\(?mod$/.test(right) ||
    /^\(?mod$/.test(left)
  );
}

/**
 * The longest part of a run that begins and ends well: with balanced brackets, and only if
 * something in it is strong.
 */
function trimmed(
  words: readonly string[],
  strong: readonly boolean[],
  start: number,
  end: number,
): [number, number] {
  const good = (from: number, to: number): boolean =>
    strong.slice(from, to).some(Boolean) && balanced(words.slice(from, to).join(" "));
  for (let length = end - start; length > 0; length--) {
    for (let from = start; from + length <= end; from++)
      if (good(from, from + length)) return [from, from + length];
  }
  return [start, start];
}

function balanced(text: string): boolean {
  const open: string[] = [];
  const pairs: Record<string, string> = { ")": "(", "}": "{", "⌋": "⌊", "⌉": "⌈" };
  for (const sign of text) {
    if ("({⌊⌈".includes(sign)) open.push(sign);
    else if (pairs[sign] !== undefined && open.pop() !== pairs[sign]) return false;
  }
  return open.length === 0 && (text.match(/\|/g)?.length ?? 0) % 2 === (/ \| /.test(text) ? 1 : 0);
}

/** A formula and the punctuation after it. */
function formula(text: string): Piece[] {
  const closing = CLOSING.exec(text)?.[0] ?? "";
  const plain = text.slice(0, text.length - closing.length);
  const piece: Piece = { tex: tex(plain), plain };
  return closing === "" ? [piece] : [piece, { text: closing }];
}

const SIGNS: readonly [RegExp, string][] = [
  [/⌊/g, "\\lfloor "],
  [/⌋/g, "\\rfloor "],
  [/⌈/g, "\\lceil "],
  [/⌉/g, "\\rceil "],
  [/≤/g, "\\le "],
  [/≥/g, "\\ge "],
  [/→/g, "\\to "],
  [/∈/g, "\\in "],
  [/≡/g, "\\equiv "],
  [/∩/g, "\\cap "],
  [/∤/g, "\\nmid "],
  [/·/g, "\\cdot "],
  [/×/g, "\\times "],
  [/±/g, "\\pm "],
  [/…/g, "\\dots "],
  [/−/g, "-"],
  [/²/g, "^2"],
  [/#/g, "\\#"],
  [/π\u0304/g, "\\bar\\pi "],
  [/φ/g, "\\varphi "],
  [/α/g, "\\alpha "],
  [/β/g, "\\beta "],
  [/ξ/g, "\\xi "],
  [/δ/g, "\\delta "],
  [/ε/g, "\\varepsilon "],
  [/π/g, "\\pi "],
  [/τ/g, "\\tau "],
];

/** TeX for one formula. */
export function tex(plain: string): string {
  let text = plain
    .replace(/([_^])\(([^()]*)\)/g, "$1⟪($2)⟫")
    .replace(/([_^])\{([^{}]*)\}/g, "$1⟪$2⟫")
    .replace(/([_^])(\d+|\p{L})/gu, "$1⟪$2⟫");
  text = text.replace(/\*(?=_|\b|\s|$)/g, "^{*}");
  text = text.replace(/[{}]/g, (brace, offset: number) =>
    text.slice(Math.max(0, offset - 1), offset + 3).includes("*") ? brace : `\\${brace}`,
  );
  text = text
    .replace(/√\(((?:[^()]|\([^()]*\))*)\)/g, "\\sqrt⟪$1⟫")
    .replace(/√(\d+|\p{L})/gu, "\\sqrt⟪$1⟫");
  for (const [sign, name] of SIGNS) text = text.replace(sign, name);
  text = text
    .replace(/\b(mex|gcd|lim|mod)\b/g, "\\operatorname⟪$1⟫ ")
    .replace(/\b([A-Z]{2,})/g, "\\mathrm⟪$1⟫")
    .replace(/\bm([A-Z]{2,})/g, "m\\mathrm⟪$1⟫");
  text = text.replace(/\b(and|or|for|if|iff|in)\b(?![^⟪]*⟫)/g, "\\text⟪ $1 ⟫");
  return text.replace(/⟪/g, "{").replace(/⟫/g, "}").replace(/\s+/g, " ").trim();
}
