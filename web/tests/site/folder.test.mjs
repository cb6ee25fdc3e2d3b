/** `web/site FOLDER`: what it writes, and what it leaves alone. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const SITE = fileURLToPath(new URL("../../site", import.meta.url));
let root = "";
/** A module that has nothing in it: what counts are the files. */
let module = "";

before(() => {
  root = mkdtempSync(join(tmpdir(), "wythoff-folder-"));
  module = join(root, "module");
  mkdirSync(join(module, "data"), { recursive: true });
  writeFileSync(join(module, "wythoff.wasm"), Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  writeFileSync(join(module, "data/openapi.json"), "{}");
});
after(() => rmSync(root, { recursive: true, force: true }));

function site(folder) {
  const env = { ...process.env, MODULE: module };
  return spawnSync(SITE, [folder], { cwd: root, env, encoding: "utf8" });
}

test("a folder with anything else in it is left as it is", () => {
  const folder = join(root, "papers");
  mkdirSync(folder);
  for (const name of ["thesis.tex", "index.html"]) {
    writeFileSync(join(folder, name), "years of work");
    const { status, stderr } = site(folder);
    assert.equal(status, 1);
    assert.match(stderr, /papers has other files in it/);
    assert.equal(readFileSync(join(folder, name), "utf8"), "years of work");
  }
});

test("a new folder, an empty one and a site from before are filled; from where one stands", () => {
  mkdirSync(join(root, "empty"));
  mkdirSync(join(root, "new/.git"), { recursive: true });
  writeFileSync(join(root, "new/.git/HEAD"), "ref: refs/heads/main");
  for (const folder of ["new", "empty", "new"]) {
    const { status, stderr } = site(folder);
    assert.equal(status, 0, stderr);
    const index = readFileSync(join(root, folder, "index.html"), "utf8");
    assert.match(index, /name="wythoff-module"/);
    assert.doesNotMatch(readFileSync(join(root, folder, "offline.js"), "utf8"), /\.git/);
    assert.ok(existsSync(join(root, folder, "queen.png")));
    // It is gone when the site is built again.
    assert.ok(!existsSync(join(root, folder, "assets/old.js")));
    writeFileSync(join(root, folder, "assets/old.js"), "");
  }
  // A repository is not part of it, and stays.
  assert.ok(existsSync(join(root, "new/.git/HEAD")));
});

test("the data are fetched with their hashes", () => {
  assert.equal(site("hashed").status, 0);
  const index = readFileSync(join(root, "hashed/index.html"), "utf8");
  const [, content] = /name="wythoff-data" content="([^"]*)"/.exec(index);
  assert.deepEqual(JSON.parse(content.replaceAll("&quot;", '"')), {
    "openapi.json": "sha256-RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=",
  });
});
