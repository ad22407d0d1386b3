/**
 * `npm run screenshots`: makes the README's picture, the explorer of a start sample as it is now. The words of its header and its heading
 * lie beside it, by which a test sees that the page has become another one.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const root = join(import.meta.dirname, "..");
const longestStartMs = 300_000;

/** Starts a server of a new sample, and returns the address of its explorer. */
async function startServer(folder: string) {
  const settings = { ...process.env, DATABASE_URL: `sqlite:${join(folder, "sample.db")}`, DATA_DIR: folder, PORT: "0" };
  const command = join(root, "bin/gradeline.js");
  spawnSync(process.execPath, [command, "sample"], { env: settings, stdio: "inherit", timeout: longestStartMs });
  const server = spawn(process.execPath, [command, "serve", "--sample"], {
    env: settings,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const tooLong = setTimeout(() => server.kill(), longestStartMs);
  for await (const line of createInterface(server.stdout)) {
    const { exploreUrl } = JSON.parse(line) as { exploreUrl?: string };
    if (exploreUrl === undefined) continue;
    clearTimeout(tooLong);
    // Its log goes on, and a pipe that nobody reads would stop it.
    server.stdout.resume();
    return { exploreUrl, server };
  }
  throw new Error("the server of the sample ended before it listened");
}

const folder = mkdtempSync(join(tmpdir(), "gradeline-screenshots-"));
const { exploreUrl, server } = await startServer(folder);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: "light" });
  await page.goto(exploreUrl, { waitUntil: "networkidle" });
  await page.screenshot({ path: join(root, "docs/images/explore.png") });
  const words = await page.locator("header.top, h1").allTextContents();
  writeFileSync(join(root, "docs/images/explore.txt"), `${words.join(" ").replace(/\s+/g, " ").trim()}\n`);
} finally {
  await browser.close();
  server.kill();
  await once(server, "exit");
  rmSync(folder, { recursive: true });
}
