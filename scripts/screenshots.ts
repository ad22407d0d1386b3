/**
 * `node scripts/screenshots.ts [folder]`: every page of the management page in every telling state, at three widths,
 * light and dark. Fails when a page is wider than its window, or axe finds something.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Billing } from "../src/access/billing/billing.ts";
import type { SignIn } from "../src/access/people/sign-in.ts";
import { readConfig } from "../src/config/config.ts";
import { openAccess, openDatabase } from "../src/database/engine.ts";
import { openServer } from "../src/serve/open-server.ts";
import { makePeople, now, shownBilling } from "./screenshots-people.ts";
import { type Scene, scenes } from "./screenshots-scenes.ts";

const widths = [390, 768, 1280];
const themes = ["light", "dark"] as const;
/** As a runner of tests in a container needs it; nothing is fetched from elsewhere. */
const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];
const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

type Place = { readonly url: string; readonly signIn: SignIn; close(): Promise<unknown> };

async function serve(access: Awaited<ReturnType<typeof openAccess>>, isFull: boolean): Promise<Place> {
  const facts = await openDatabase(":memory:");
  const config = readConfig({
    PORT: "0",
    LOG_LEVEL: "error",
    SHOW_SIGN_IN_LINKS: isFull ? "0" : "1",
    SESSION_SECRET: "only for the screenshots, and never elsewhere",
  });
  const server = await openServer(config, {
    databases: { facts, access },
    // The page shows the links.
    signIn: { send: isFull ? async () => {} : null, onUnsent() {} },
    page: (deps) => ({
      ...deps,
      billing: isFull ? (shownBilling as Billing) : null,
      planPrice: isFull ? "$19 a month" : null,
      // Every picture asks for links from the same address, more often than anyone may.
      signIn: {
        ...deps.signIn,
        emailOfLink: async () => "jane.doe@example.com",
        requestLink: async (email) => ({
          outcome: "sent",
          link: isFull ? null : `${deps.manageUrl}/link?token=${email.length}`,
        }),
      },
      clock: () => now,
    }),
  });
  await server.listen();
  const close = async () => {
    await server.close();
    await facts.close();
  };
  return { url: server.manageUrl, signIn: server.signIn, close };
}

/** The cookies of a person who used a link; one link a person is enough for all pictures. */
async function cookiesOf(signIn: SignIn, email: string): Promise<readonly { name: string; value: string }[]> {
  const { link } = await signIn.requestLink(email, email);
  const token = new URL(link ?? "http://none").searchParams.get("token") ?? "";
  const used = await signIn.useLink(token);
  return (used?.setCookies ?? []).map((cookie) => {
    const [pair = ""] = cookie.split(";");
    const equals = pair.indexOf("=");
    return { name: pair.slice(0, equals), value: pair.slice(equals + 1) };
  });
}

/** What is wrong with a page, a sentence each. */
async function problemsOf(page: Page): Promise<readonly string[]> {
  const [wide, inner] = await page.evaluate<[number, number]>("[document.documentElement.scrollWidth, innerWidth]");
  await page.evaluate(axeSource);
  const found = await page.evaluate<string[]>(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))",
  );
  return [...(wide > inner ? [`is ${wide} px wide in a window of ${inner}`] : []), ...found];
}

const folder = process.argv[2] ?? "screenshots";
const only = process.argv[3] ?? "";
const data = mkdtempSync(join(tmpdir(), "gradeline-screenshots-"));
const access = await openAccess(join(data, "shown.db"));
await makePeople(access);
const places = { full: await serve(access, true), bare: await serve(access, false) };
const cookies = new Map<string, Awaited<ReturnType<typeof cookiesOf>>>();
for (const email of new Set(scenes.map((scene) => scene.as))) {
  // The server without mail hands links out; the sessions are the same.
  if (email !== null) cookies.set(email, await cookiesOf(places.bare.signIn, email));
}

async function shoot(browser: Browser, scene: Scene, width: number, theme: (typeof themes)[number]) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme });
  const { url } = places[scene.on];
  const kept = scene.as === null ? [] : (cookies.get(scene.as) ?? []);
  if (kept.length > 0) await context.addCookies(kept.map((cookie) => ({ ...cookie, url })));
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => {
    // The page of an error is one, and says so.
    if (message.type() === "error" && !/status of 40[34]/.test(message.text())) errors.push(message.text());
  });
  await page.goto(url + scene.path);
  await scene.act?.(page);
  await page.waitForLoadState();
  const name = `${scene.name}-${width}-${theme}`;
  const problems = [...(await problemsOf(page)), ...errors];
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await context.close();
  return problems.map((problem) => `${name} ${problem}`);
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: browserArguments,
});
const problems: string[] = [];
let shots = 0;
try {
  const wanted = scenes.filter(({ name }) => name.includes(only)).values();
  // An iterator that several share gives each of its items to one of them.
  const shooters = Array.from({ length: 4 }, async () => {
    for (const scene of wanted) {
      for (const width of widths) {
        for (const theme of themes) {
          problems.push(...(await shoot(browser, scene, width, theme)));
          shots++;
        }
      }
    }
  });
  await Promise.all(shooters);
} finally {
  await browser.close();
  for (const place of Object.values(places)) await place.close();
  await access.close();
  rmSync(data, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(`${shots} pictures in ${folder}, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
