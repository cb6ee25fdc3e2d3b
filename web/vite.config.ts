import { defineConfig, type Plugin, type UserConfig } from "vite";
import { licences, sourcesHash } from "./build-info.mjs";

/** What index.html says of itself. */
const DESCRIPTION =
  "Play Wythoff's game and its relatives, fly over their boards, and see the theorems checked.";

/** Writes what the staleness test compares, and the licences of the libraries that are in it. */
function buildInfo(hasLibraries: boolean): Plugin {
  return {
    name: "build-info",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "sources.sha256", source: `${sourcesHash()}\n` });
      if (hasLibraries)
        this.emitFile({ type: "asset", fileName: "licences.txt", source: licences() });
    },
  };
}

/** KaTeX names each font in three formats; every browser that runs this page reads the smallest. */
function onlyWoff2(): Plugin {
  return {
    name: "only-woff2",
    enforce: "pre",
    transform: (code, id) =>
      id.includes("katex") && id.endsWith(".css")
        ? code.replace(/,\s*url\([^)]*\)\s*format\(["'](?:woff|truetype)["']\)/g, "")
        : null,
  };
}

const page: UserConfig = {
  base: "./",
  plugins: [onlyWoff2(), buildInfo(true)],
  define: { "import.meta.env.DESCRIPTION": JSON.stringify(DESCRIPTION) },
  build: {
    outDir: "../crates/lab/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  // For development: `wythoff lab` answers, this serves the page. It answers only to its own page,
  // so its own name is put in.
  server: {
    proxy: {
      "/api": {
        target: process.env["LAB"] ?? "http://127.0.0.1:7777",
        changeOrigin: true,
        configure: (proxy) =>
          proxy.on("proxyReq", (request) =>
            ["origin", "sec-fetch-site"].forEach((name) => request.removeHeader(name)),
          ),
      },
    },
  },
};

/** The widgets of Python's package: one module that needs no other file. */
const widget: UserConfig = {
  publicDir: false,
  plugins: [buildInfo(false)],
  build: {
    outDir: "../crates/py/python/wythoff/widgets/built",
    emptyOutDir: true,
    target: "es2022",
    lib: { entry: "src/widget/main.ts", formats: ["es"], fileName: () => "widget.js" },
    minify: true,
  },
};

export default defineConfig(({ mode }) => (mode === "widget" ? widget : page));
