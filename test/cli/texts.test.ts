/** What a start warns of, and where it says that the API and the page are. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import type { Settings } from "../../src/config/settings.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { apiUrlOf, showsLinks, warnOfPage } from "../../src/serve/manage.ts";
import { openTestAccess } from "../support/access.ts";

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
