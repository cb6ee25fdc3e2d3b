import assert from "node:assert/strict";
import { test } from "node:test";
import { typesOf } from "../../wire.mjs";

const ofOne = (schema) =>
  typesOf({ components: { schemas: { One: schema } } })
    .split("\n")
    .slice(2)
    .join("\n");
const fields = (properties, required) => ({ type: "object", properties, required });

test("what may be null or missing says so", () => {
  const one = fields(
    {
      here: { type: ["string", "null"] },
      perhaps: { type: "integer", description: "Or not." },
      other: { anyOf: [{ $ref: "#/components/schemas/Other" }, { type: "null" }] },
    },
    ["here", "other"],
  );
  assert.equal(
    ofOne(one),
    "export interface One {\n  here: string | null;\n" +
      "  /** Or not. */\n  perhaps?: number;\n  other: Other | null;\n}\n",
  );
});

test("lists, pairs, maps, and one of several", () => {
  const pair = {
    type: "array",
    items: { oneOf: [{ type: "integer" }, { type: "string" }] },
    minItems: 2,
    maxItems: 2,
  };
  assert.equal(ofOne(pair), "export type One = readonly [number | string, number | string];\n");
  assert.equal(
    ofOne({ type: "array", items: { type: ["integer", "null"] } }),
    "export type One = readonly (number | null)[];\n",
  );
  assert.equal(
    ofOne({ type: "object", additionalProperties: { type: "integer" } }),
    "export type One = Readonly<Record<string, number>>;\n",
  );
  assert.equal(ofOne({ type: "string", enum: ["P", "N"] }), 'export type One = "P" | "N";\n');
  const tagged = {
    ...fields({ id: { type: "string" } }, ["id"]),
    oneOf: [fields({ is: { const: "a" } }, ["is"])],
  };
  assert.equal(ofOne(tagged), 'export type One = {\n  id: string;\n} & ({\n  is: "a";\n});\n');
});

test("what it does not know is refused", () => {
  assert.throws(() => ofOne({ type: "string", not: { const: "x" } }), /no type is known for not/);
  assert.throws(() => ofOne({ type: "date" }), /no type is known for date/);
});
