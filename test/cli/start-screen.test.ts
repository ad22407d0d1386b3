/** What a start says, to people on a terminal and to what reads logs; what it warns of, and where it says that the API and the page are. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { terminalLog } from "../../src/cli/output/terminal-log.ts";
import { readConfig } from "../../src/config/config.ts";
import type { Settings } from "../../src/config/settings.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { apiUrlOf, showsLinks, warnOfPage } from "../../src/serve/manage.ts";
import { openTestAccess } from "../support/access.ts";
import { testFolder } from "../support/folders.ts";
import { gradeline, startProgram, startServing } from "../support/process.ts";
import { skipIf } from "../support/skip-if.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = testFolder("screen");
const settings = { DATABASE_URL: join(folder, "g.db"), DATA_DIR: folder, PORT: "0" };
const mostMs = 60_000;

/** util-linux's `script` gives a command a terminal; other systems' programs of that name are used otherwise. */
function noTerminal(): string | false {
  const { stdout } = spawnSync("script", ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return /util-linux/.test(stdout ?? "") ? false : "no script of util-linux here";
}

test("--version prints the version of package.json, and nothing else", async () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  assert.deepEqual(await gradeline(["--version"], {}), { code: 0, output: `${version}\n`, errors: "" });
});

const noProc = process.platform !== "linux" && "the words that a process was started with are read from Linux's /proc";
test(
  "a server that is started by Node alone is one process, which has Node's flags of a server",
  skipIf(noProc),
  async () => {
    const env = { ...process.env, ...settings };
    const server = startProgram([process.execPath, join(root, "bin/gradeline.js"), "serve"], { env });
    try {
      await server.started;
      const words = readFileSync(`/proc/${server.pid}/cmdline`, "utf8").split("\0");
      assert.deepEqual(words.slice(1, -1), ["--max-semi-space-size=4", join(root, "bin/gradeline.js"), "serve"]);
    } finally {
      assert.equal(await server.stop(), 0);
    }
  },
);

test("without a terminal, every line on standard output is JSON, and one says where the server is", async () => {
  const server = startServing(settings);
  try {
    const started = await server.started;
    const { url } = started;
    const addresses = [started.exploreUrl, started.docsUrl, started.manageUrl];
    assert.deepEqual(addresses, [`${url}/`, `${url}/docs`, `${url}/manage`]);
    assert.equal(started.msg, `Gradeline serves revision ${started.revision} at ${url}/v1`);
    assert.equal(started.trialKey, undefined, "a server of real data has no key to show");
    for (const line of server.screen().trimEnd().split("\n")) assert.equal(typeof JSON.parse(line).msg, "string", line);
  } finally {
    await server.stop();
  }
});

test("on a terminal, people read lines, and no request of a caller is between them", skipIf(noTerminal()), async () => {
  const command = `exec '${process.execPath}' '${join(root, "bin/gradeline.js")}' serve`;
  const child = spawn("script", ["-qec", command, "/dev/null"], { env: { ...process.env, ...settings } });
  let screen = "";
  const ended = new Promise((resolve) => child.on("close", resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`it does not serve: ${screen}`)), mostMs);
      child.stdout.on("data", (chunk) => {
        screen += chunk;
        const [, found] = /Gradeline serves revision \d+ at (http:\S+)\/v1\r\n/.exec(screen) ?? [];
        if (found === undefined) return;
        clearTimeout(late);
        resolve(found);
      });
    });
    assert.equal((await fetch(`${url}/docs`)).status, 200);
    assert.equal((await fetch(`${url}/v1/sports`)).status, 401);
    assert.match(screen, /^\s*Ask whether a trend is real, in your browser: http:\S+\/\r\n/, "people come first");
    assert.match(screen, /^Docs for callers: http/m);
    assert.match(screen, /^Keys and accounts: http/m);
    assert.doesNotMatch(screen, /^\{|answered|"level"/m);
  } finally {
    // Ctrl-C, as the terminal hands it on.
    child.stdin.write("\u0003");
    await ended;
  }
});

test("a line of the log is one line at a terminal, which nothing in it can steer, and has no key", () => {
  const written: string[] = [];
  const log = openServerLog(
    "info",
    terminalLog((text) => void written.push(text)),
  );
  const key = `gl_live_${"a".repeat(43)}`;
  log.warn({ email: "\u001b[2Jme@example.com", given: key }, "SMTP_URL is\nnot set");
  log.error(new Error("it broke"));
  assert.equal(written.length, 2);
  assert.match(
    written[0] ?? "",
    /^\d\d:\d\d:\d\d warning: SMTP_URL is.not set email=.\[2Jme@example\.com given=[^\n]*\n$/,
  );
  assert.ok(!written.join("").includes("\u001b") && !written.join("").includes("a".repeat(20)));
  assert.match(written[1] ?? "", /^\d\d:\d\d:\d\d error: it broke/);
});

test("who listens for others is warned of what is missing for them, and nobody else", async () => {
  const { access, close } = await openTestAccess();
  const secret = { SESSION_SECRET: "a secret of at least 32 characters" };
  const mail = { SMTP_URL: "smtp://127.0.0.1", MAIL_FROM: "hello@x.example" };
  async function warningsOf(settings: Settings): Promise<string[]> {
    const warnings: string[] = [];
    const log = { ...openServerLog("silent"), warn: (text: string) => void warnings.push(text) };
    const manageUrl = "http://127.0.0.1:8080/manage";
    const config = readConfig({ ...secret, ...settings });
    warnOfPage(config, access, config.manageUrl ?? manageUrl, log as unknown as ReturnType<typeof openServerLog>);
    return warnings.map((warning) => warning.split(" ", 1).join());
  }
  assert.deepEqual(await warningsOf({}), []);
  assert.deepEqual(await warningsOf({ HOST: "::1" }), []);
  assert.deepEqual(await warningsOf({ HOST: "0.0.0.0" }), ["MANAGE_URL", "SMTP_URL"]);
  assert.deepEqual(await warningsOf({ HOST: "::", ...mail }), ["MANAGE_URL"]);
  const elsewhere = { MANAGE_URL: "https://x.example/manage" };
  assert.deepEqual(await warningsOf({ HOST: "x.example", ...elsewhere, ...mail }), []);
  assert.deepEqual(await warningsOf({ ...elsewhere }), ["TRUST_PROXY", "SMTP_URL"], "a proxy stands in front");
  assert.deepEqual(await warningsOf({ ...elsewhere, TRUST_PROXY: "loopback", ...mail }), []);
  assert.deepEqual(await warningsOf({ SHOW_SIGN_IN_LINKS: "1" }), ["SHOW_SIGN_IN_LINKS"]);
  await close();
});

test("links are shown where the operator says so, and for the sample where nothing says that others can ask", () => {
  const shown = (settings: Settings, isSample: boolean) => showsLinks(readConfig(settings), isSample);
  assert.deepEqual([shown({}, false), shown({}, true)], [false, true]);
  assert.equal(shown({ SHOW_SIGN_IN_LINKS: "1" }, false), true);
  assert.equal(shown({ SHOW_SIGN_IN_LINKS: "0" }, true), false);
  for (const settings of [
    { HOST: "0.0.0.0" },
    { MANAGE_URL: "https://x.example/manage" },
    { TRUST_PROXY: "loopback" },
    { SMTP_URL: "smtp://127.0.0.1", MAIL_FROM: "hello@x.example" },
  ]) {
    assert.equal(shown(settings, true), false, JSON.stringify(settings));
  }
});

test("the API is where the page is, less the page's own path", () => {
  assert.equal(apiUrlOf("https://x.example/gradeline/manage"), "https://x.example/gradeline");
  assert.equal(apiUrlOf("https://x.example/manage"), "https://x.example");
  assert.equal(apiUrlOf("http://127.0.0.1:8080/manage"), "http://127.0.0.1:8080");
  assert.equal(apiUrlOf("https://x.example/keys"), "https://x.example");
  assert.equal(apiUrlOf("https://x.example/admin-manage"), "https://x.example");
});
