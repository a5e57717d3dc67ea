// The reports of `fairshare verify --format html` in Debian's Chromium: they obey their own policy and load
// nothing, axe finds no violation, and a click sorts a table.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";

const root = new URL("../../", import.meta.url);
const path = (file) => new URL(file, root).pathname;
const command = [process.env.FAIRSHARE, path("build/release/fairshare"), path("build/quick/fairshare")].find((file) => file && existsSync(file));
const packages = createRequire(new URL("build/web/package.json", root));
const { chromium } = packages("playwright-core");
const axe = readFileSync(packages.resolve("axe-core/axe.min.js"), "utf8");
const hostile = ["</svg><script>alert(1)</script>", "\" onload=\"alert(1)", "'><img src=x onerror=alert(1)>", "</style>", "<!--", "]]>", "\u202eabc"];
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});

after(() => browser.close());

// The report as a file.
function report(name, files, input) {
  const done = spawnSync(command, ["verify", "--format", "html", "--explorer", "../index.html", ...files.map((file) => (file.startsWith("examples/") ? path(file) : file))], { input, maxBuffer: 1e9 });
  assert([0, 1].includes(done.status), done.stderr.toString());
  const folder = new URL("build/web/reports/", root);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${name}.html`, folder), done.stdout);
  return new URL(`${name}.html`, folder).href;
}

async function look(address, colorScheme, bypassCSP, work = () => undefined) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, colorScheme, bypassCSP });
  const told = [];
  page.on("console", (message) => told.push(message.text()));
  page.on("pageerror", (error) => told.push(error.message));
  page.on("dialog", (dialog) => told.push(dialog.message()) && dialog.dismiss());
  page.on("request", (request) => request.isNavigationRequest() || told.push(request.url()));
  await page.goto(address);
  await work(page);
  assert.deepEqual(told, []);
  await page.close();
}

const reports = {
  yarn: [["examples/yarn/scheduler.json", "--allocations", "examples/yarn/fair-scheduler.xml"]],
  ytsaurus: [["examples/ytsaurus/orchid.json"]],
  volcano: [["examples/kubernetes/volcano/queues.json", "--metrics", "examples/kubernetes/volcano/metrics.txt", "--total", "cpu=100", "--total", "memory=512Gi"]],
  koordinator: [["examples/kubernetes/koordinator/quotas.yaml", "--total", "cpu=96"]],
  kai: [["examples/kubernetes/kai/queues.yaml", "--metrics", "examples/kubernetes/kai/metrics.txt"]],
  apf: [["examples/kubernetes/apf/levels.yaml", "--metrics", "examples/kubernetes/apf/metrics.txt"]],
  hostile: [[], JSON.stringify({ total: 7, claimants: hostile.map((name) => ({ name })), shares: [1, 1, 1, 1, 1, 2, 0] })],
  many: [[], Array.from({ length: 3000 }, (_, i) => `{"id":"r${i}","total":10,"claimants":[{},{}],"shares":[${5 + (i % 5)},${5 - (i % 5)}]}\n`).join("")],
};
for (const [name, [files, input]] of Object.entries(reports)) {
  test(`the report of ${name} obeys its policy, and axe finds no violation`, async () => {
    const address = report(name, files, input);
    await look(address, "light", false);
    for (const colorScheme of name === "many" ? [] : ["light", "dark"]) {
      await look(address, colorScheme, true, async (page) => {
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`), []);
      });
    }
  });
}

test("a division's link opens it in the explorer, which comes to the same verdict", async () => {
  for (const name of ["yarn", "ytsaurus", "kai", "hostile"]) {
    const page = await browser.newPage();
    await page.goto(report(name, ...reports[name]));
    for (const section of await page.locator("section.division:has(a[href*='#record='])").all()) {
      const verdict = await section.locator("h3 .badge").innerText();
      const explorer = await browser.newPage();
      await explorer.goto(new URL(await section.locator("a[href*='#record=']").getAttribute("href"), page.url()).href);
        await explorer.waitForFunction(() => document.documentElement.dataset.drawn === document.getElementById("text")?.value);
      assert.match(await explorer.locator("#outcome").innerText(), new RegExp(`shares are ${verdict}`), `${name}: ${await section.locator("h3").innerText()}`);
      await explorer.close();
    }
    await page.close();
  }
});

test("a click on a column's head sorts by it, upwards first, and only that head is marked", async () => {
  const page = await browser.newPage();
  await page.goto(report("yarn", ...reports.yarn));
  const table = page.locator("table.sortable").first();
  const heads = table.locator("th button");
  const marks = () => table.locator("th").evaluateAll((all) => all.map((head) => head.getAttribute("aria-sort")).filter(Boolean));
  for (const [head, mark] of [[0, "ascending"], [1, "ascending"], [0, "ascending"], [0, "descending"]]) {
    await heads.nth(head).click();
    assert.deepEqual(await marks(), [mark]);
  }
  await page.close();
});
