// Writes build/web/index.html: style, modules, solver and gallery in one file that loads nothing.
//
// The modules are put one after the other, each after those that it imports, without their import and export
// lines; so no two may use the same name at their top level.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { gallery } from "./gallery.mjs";

const root = new URL("../", import.meta.url);
const read = (path) => readFileSync(new URL(`web/page/${path}`, root), "utf8");
const modules = ["text", "fractions", "poses", "answers", "solver", "page", "explorer"];

// A comment line, and what indents a line, are for readers of the source.
const bare = (text) => text.replace(/^ *\/\/.*\n/gm, "").replace(/^ +/gm, "").replace(/\n+/g, "\n");

function script() {
  const all = modules.map((name) => read(`${name}.mjs`)).join("\n");
  return bare(all.replace(/^import .* from "\.\/.*";$/gm, "").replace(/^export /gm, ""));
}

function packed() {
  const shelves = Buffer.from(JSON.stringify(gallery()));
  const solver = readFileSync(new URL("build/web/solver/solver.opt.wasm", root));
  return gzipSync(Buffer.concat([shelves, Buffer.from([0]), solver]), { level: 9 }).toString("base64");
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const parts = { script: script(), style: bare(read("style.css").replace("{{picture}}", "")), packed: packed() };
parts.policy = [
  "default-src 'none'",
  `script-src ${hash(parts.script)} 'wasm-unsafe-eval'`,
  `style-src ${hash(parts.style)}`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const page = read("index.html").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(new URL("build/web/index.html", root), page);
console.log(`build/web/index.html: ${page.length} bytes; packed ${parts.packed.length}, script ${parts.script.length}`);
