import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { sourcesHash } from "../../build-info.mjs";

const dist = new URL("../../../crates/lab/page/", import.meta.url);
const widgets = new URL("../../../crates/py/python/wythoff/widgets/built/", import.meta.url);

test("the page and the widgets were built from these sources (else: npm run build)", () => {
  for (const built of [dist, widgets])
    assert.equal(readFileSync(new URL("sources.sha256", built), "utf8").trim(), sourcesHash());
});

test("the widgets are one module that needs nothing from elsewhere", () => {
  assert.deepEqual(readdirSync(widgets).sort(), ["sources.sha256", "widget.js"]);
  const code = readFileSync(new URL("widget.js", widgets), "utf8");
  assert.doesNotMatch(code, /\bimport\b|@font-face|url\(|https?:(?!\/\/www\.w3\.org)/);
});

test("the page needs nothing from elsewhere, and nothing inline", () => {
  const html = readFileSync(new URL("index.html", dist), "utf8");
  assert.doesNotMatch(html, /https?:|<style|style=|<script(?![^>]*src=)/);
  for (const name of readdirSync(new URL("assets/", dist)).filter((file) =>
    file.endsWith(".css"),
  )) {
    assert.doesNotMatch(
      readFileSync(new URL(`assets/${name}`, dist), "utf8"),
      /url\(["']?(?:https?:|\/\/)/,
      name,
    );
  }
});

test("the licences of all that is in the page are beside it", () => {
  const text = readFileSync(new URL("licences.txt", dist), "utf8");
  for (const name of ["openseadragon", "katex", "inter", "source-serif-4"])
    assert.ok(text.includes(name), name);
});
