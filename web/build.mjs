// Writes build/web/index.html: style, modules, solver and gallery in one file that loads nothing.
//
// The modules are put one after the other, each after those that it imports, without their import and export lines.
// No two may use the same name at the top level; parsing the script once checks that.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { gallery } from "./gallery.mjs";
import { toBase91 } from "./page/base91.mjs";
import { makeSolver } from "./page/solver.mjs";

const root = new URL("../", import.meta.url);
const read = (path) => readFileSync(new URL(`web/page/${path}`, root), "utf8");
const modules = ["base91", "text", "fractions", "poses", "answers", "solver", "worker", "desk", "page", "explorer", "main"];

// Comment lines and indentation are for readers of the source, so they are removed.
const bare = (text) => text.replace(/^ *\/\/.*\n/gm, "").replace(/^ +/gm, "").replace(/\n+/g, "\n");

function script() {
  const all = modules.map((name) => read(`${name}.mjs`)).join("\n");
  return bare(all.replace(/^import .* from "\.\/.*";$/gm, "").replace(/^export /gm, ""));
}

const solver = readFileSync(new URL("build/web/solver/solver.opt.wasm", root));
const pictureStyle = makeSolver(new WebAssembly.Module(solver)).ask("picture-style");

// By zopfli, whose gzip is a twentieth shorter than zlib's.
function packed() {
  const shelves = Buffer.from(JSON.stringify(gallery()));
  const unpacked = fileURLToPath(new URL("build/web/solver/unpacked", root));
  writeFileSync(unpacked, Buffer.concat([shelves, Buffer.from([0]), solver]));
  return toBase91(execFileSync("zopfli", ["--i5", "-c", unpacked], { maxBuffer: 1 << 20 }));
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const parts = { script: script(), style: bare(read("style.css")) + pictureStyle, packed: packed() };
parts.policy = [
  "default-src 'none'",
  `script-src ${hash(parts.script)} 'wasm-unsafe-eval'`,
  `style-src ${hash(parts.style)}`,
  "worker-src blob:",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const page = read("index.html").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(new URL("build/web/index.html", root), page);
console.log(`build/web/index.html: ${page.length} bytes; packed ${parts.packed.length}, script ${parts.script.length}`);
