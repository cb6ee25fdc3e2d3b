/**
 * What the build writes beside the page: a hash of its sources, and the licences of the libraries
 * in it.
 */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(fileURLToPath(import.meta.url));
const INPUTS = [
  "src",
  "public",
  "index.html",
  "vite.config.ts",
  "build-info.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "../crates/wasm/module.mjs",
];
const LIBRARIES = [
  "openseadragon",
  "katex",
  "@fontsource-variable/inter",
  "@fontsource-variable/source-serif-4",
];

/** SHA-256 over the names and contents of all that the page is built from. */
export function sourcesHash() {
  const hash = createHash("sha256");
  for (const file of INPUTS.flatMap((name) => filesUnder(join(ROOT, name))).sort()) {
    hash.update(`${relative(ROOT, file)}\0`);
    hash.update(readFileSync(file));
    hash.update("\0");
  }
  return hash.digest("hex");
}

/** The licence texts of the libraries that the page contains. */
export function licences() {
  return LIBRARIES.map((name) => {
    const folder = join(ROOT, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence file`);
    const text = readFileSync(join(folder, file), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  }).join(`\n${"-".repeat(78)}\n\n`);
}

function filesUnder(path) {
  try {
    return readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error.code === "ENOTDIR") return [path];
    throw error;
  }
}
