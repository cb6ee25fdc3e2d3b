import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { sourcesHash } from "../../build-info.mjs";

const dist = new URL("../../../crates/lab/page/", import.meta.url);

test("the page was built from these sources (else: npm run build)", () => {
  assert.equal(readFileSync(new URL("sources.sha256", dist), "utf8").trim(), sourcesHash());
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
