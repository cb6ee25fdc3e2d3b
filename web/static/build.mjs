/**
 * Puts the static site together: `node static/build.mjs MODULE FOLDER [PAGE]`. PAGE is the one that
 * the program has; MODULE is a folder with `wythoff.wasm` and `data/`, made by `crates/wasm/build`.
 * A folder that has something else in it than such a site is left alone.
 */
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const HERE = dirname(fileURLToPath(import.meta.url));

/** What the page may do: its own files, its module, and nothing of any other host. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** What stands there until the page has begun; opened as a file it does not, in most browsers. */
const WAITING =
  '<p class="loading">The laboratory is on its way. Opened as a file it does not come: browsers ' +
  "run it from a web server only, such as <code>python3 -m http.server</code> in this folder.</p>";

/** The module may be so large, compressed, that a first view does not wait for it. */
const MOST_MODULE = 1_500_000;

/** What the page's head says, and no other page does. */
const MARK = 'name="wythoff-module"';

const [module, folder, PAGE = join(HERE, "../../crates/lab/page")] = process.argv.slice(2);
if (module === undefined || folder === undefined) {
  console.error("usage: node static/build.mjs MODULE FOLDER [PAGE]");
  process.exit(2);
}

empty(folder);
cpSync(PAGE, folder, { recursive: true });
cpSync(join(module, "data"), join(folder, "data"), { recursive: true });
const wasm = readFileSync(join(module, "wythoff.wasm"));
const compressed = brotliCompressSync(wasm).length;
if (compressed > MOST_MODULE)
  throw new Error(`the module has ${compressed} bytes compressed; at most ${MOST_MODULE}`);
const moduleName = `assets/wythoff-${hashOf(wasm, "hex").slice(0, 8)}.wasm`;
writeFileSync(join(folder, moduleName), wasm);
for (const name of ["manifest.webmanifest", "queen.png"])
  cpSync(join(HERE, name), join(folder, name));
writeFileSync(join(folder, "index.html"), head(readFileSync(join(PAGE, "index.html"), "utf8")));
writeFileSync(join(folder, "offline.js"), offline());
const bytes = filesIn(folder).reduce(
  (sum, path) => sum + readFileSync(join(folder, path)).length,
  0,
);
console.log(`${folder}: ${(bytes / 1e6).toFixed(1)} MB; the module ${compressed} bytes compressed`);

/**
 * Makes an empty folder, where there is none, or where a site was built before. What is hidden
 * stays, such as a repository.
 */
function empty(folder) {
  mkdirSync(folder, { recursive: true });
  const index = join(folder, "index.html");
  const isSite = existsSync(index) && readFileSync(index, "utf8").includes(MARK);
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  if (!isSite && names.length > 0) {
    console.error(
      `${folder} has other files in it, and all that is there would be replaced. ` +
        "Name a folder that is new or empty, or one that has a site from before.",
    );
    process.exit(1);
  }
  for (const name of names) rmSync(join(folder, name), { recursive: true });
}

/** The page's head, with its policy, the hashes of what it loads, and where the module is. */
function head(page) {
  const hashed = page.replace(
    /<(script|link)([^>]*?) (src|href)="\.\/(assets\/[^"]+)"/g,
    (_, tag, before, name, path) =>
      `<${tag}${before} ${name}="./${path}" integrity="${integrity(path)}"`,
  );
  const hash = integrity(moduleName);
  const data = filesIn(join(folder, "data")).map((path) => [path, integrity(`data/${path}`)]);
  const hashes = JSON.stringify(Object.fromEntries(data)).replaceAll('"', "&quot;");
  const lines = [
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`,
    '<meta name="referrer" content="no-referrer" />',
    `<meta ${MARK} content="./${moduleName}" data-integrity="${hash}" />`,
    `<meta name="wythoff-data" content="${hashes}" />`,
    '<link rel="manifest" href="./manifest.webmanifest" />',
    '<link rel="apple-touch-icon" href="./queen.png" />',
    '<meta name="theme-color" content="#141c3a" />',
  ];
  const [first, inside] = ['<meta charset="utf-8" />', "<noscript>"];
  for (const part of [first, inside])
    if (!hashed.includes(part)) throw new Error(`the page has no ${part}`);
  return hashed
    .replace(first, [first, ...lines].join("\n    "))
    .replace(inside, `${WAITING}\n      ${inside}`);
}

/** The worker that keeps the page, with every file and its hash. */
function offline() {
  const text = readFileSync(join(HERE, "offline.js"), "utf8");
  const files = filesIn(folder).filter(
    (path) => path !== "offline.js" && path !== "sources.sha256",
  );
  const names = files.map((path) => [path === "index.html" ? "" : path, integrity(path)]);
  const list = JSON.stringify(Object.fromEntries(names), null, 2);
  const [before, between, after] = text.split(/%VERSION%|"%FILES%"/);
  if (after === undefined) throw new Error("offline.js has no place for the files");
  return `${before}${hashOf(list, "hex").slice(0, 16)}${between}${list}${after}`;
}

function integrity(path) {
  return `sha256-${hashOf(readFileSync(join(folder, path)), "base64")}`;
}

function hashOf(bytes, form) {
  return createHash("sha256").update(bytes).digest(form);
}

function filesIn(root) {
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.startsWith("."))
    .sort();
}
