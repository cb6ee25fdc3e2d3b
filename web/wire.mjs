/**
 * Writes the types of the wire, `src/common/wire.ts`, from the server's OpenAPI document:
 * `npm run wire`. With `--check` it only says whether they are up to date. It knows what the
 * document uses, and refuses what it does not know.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const DOCUMENT = new URL("../crates/lab/openapi.json", import.meta.url);
const TYPES = new URL("src/common/wire.ts", import.meta.url);

const HEAD =
  "/** What goes over the wire. Made from the server's openapi.json by wire.mjs: " +
  "to be changed there, and `npm run wire` run. */\n";
const PLAIN = new Map([
  ["string", "string"],
  ["integer", "number"],
  ["number", "number"],
  ["boolean", "boolean"],
  ["null", "null"],
]);
const KNOWN = new Set([
  "$ref",
  "additionalProperties",
  "anyOf",
  "const",
  "default",
  "description",
  "enum",
  "examples",
  "format",
  "items",
  "maxItems",
  "minItems",
  "maximum",
  "minimum",
  "oneOf",
  "pattern",
  "properties",
  "required",
  "title",
  "type",
]);

/** The types of a document. */
export function typesOf(document) {
  const types = Object.entries(document.components.schemas).map(([name, schema]) => {
    const isRecord =
      schema.type === "object" && schema.properties !== undefined && alternatives(schema) === null;
    const body = isRecord
      ? `export interface ${name} ${recordOf(schema, "")}`
      : `export type ${name} = ${typeOf(schema, "")};`;
    return `${comment(schema, "")}${body}\n`;
  });
  return [HEAD, ...types].join("\n");
}

function typeOf(schema, indent) {
  if (schema === true || Object.keys(schema).length === 0) return "unknown";
  const strange = Object.keys(schema).filter((key) => !KNOWN.has(key));
  if (strange.length > 0)
    throw new Error(`no type is known for ${strange.join(", ")} in ${JSON.stringify(schema)}`);
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const others = alternatives(schema);
  if (others !== null) {
    const one = others.map((other) => typeOf(other, indent)).join(" | ");
    return schema.properties === undefined ? one : `${recordOf(schema, indent)} & (${one})`;
  }
  if (schema.type === undefined) return "unknown";
  return [schema.type]
    .flat()
    .map((type) => ofType(type, schema, indent))
    .join(" | ");
}

function ofType(type, schema, indent) {
  if (type === "array") {
    const item = typeOf(schema.items ?? true, indent);
    if (schema.minItems !== undefined && schema.minItems === schema.maxItems)
      return `readonly [${Array(schema.minItems).fill(item).join(", ")}]`;
    return /^readonly |[|&]/.test(item) ? `readonly (${item})[]` : `readonly ${item}[]`;
  }
  if (type !== "object") {
    if (!PLAIN.has(type)) throw new Error(`no type is known for ${type}`);
    return PLAIN.get(type);
  }
  if (schema.properties !== undefined) return recordOf(schema, indent);
  return `Readonly<Record<string, ${typeOf(schema.additionalProperties || true, indent)}>>`;
}

function recordOf(schema, indent) {
  const inner = `${indent}  `;
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const mark = schema.required?.includes(name) ? "" : "?";
    return `${comment(field, inner)}${inner}${name}${mark}: ${typeOf(field, inner)};\n`;
  });
  return `{\n${fields.join("")}${indent}}`;
}

/** What it may be, if it may be several things. */
function alternatives(schema) {
  return schema.oneOf ?? schema.anyOf ?? null;
}

function comment(schema, indent) {
  return schema.description === undefined
    ? ""
    : `${indent}/** ${schema.description.replaceAll(/\s*\n\s*/g, " ")} */\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const types = typesOf(JSON.parse(readFileSync(DOCUMENT, "utf8")));
  if (!process.argv.includes("--check")) writeFileSync(TYPES, types);
  else if (readFileSync(TYPES, "utf8") !== types) {
    console.error("src/common/wire.ts is not what openapi.json says: run `npm run wire`");
    process.exit(1);
  }
}
