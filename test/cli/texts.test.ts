/** What the commands print, from accounts and use that are made up here. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import type { Account } from "../../src/access/accounts.ts";
import { accountLines, accountTable } from "../../src/cli/output/account-text.ts";
import { usageJson, usageLines } from "../../src/cli/output/usage-text.ts";
import { readConfig } from "../../src/config/config.ts";
import type { Settings } from "../../src/config/settings.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { apiUrlOf, showsLinks, warnOfPage } from "../../src/serve/manage.ts";
import { durationText } from "../../src/web/frame/formats.ts";
import { openTestAccess } from "../support/access.ts";

const nowMs = Date.parse("2026-11-21T08:36:00Z");
const endMs = Date.parse("2026-12-01T00:00:00Z");

function account(changes: Partial<Account>): Account {
  return {
    email: "a@example.com",
    plan: "standard",
    standing: "active",
    requestsPerMinute: 120,
    requests: 1000,
    hasOwnRate: false,
    hasOwnQuota: false,
    requestsUsed: 999,
    periodStartMs: Date.parse("2026-11-01T00:00:00Z"),
    periodEndMs: endMs,
    createdMs: 0,
    ...changes,
  };
}

function usage(changes: Partial<Account>) {
  return { account: account(changes), thisMinute: 14, fullestKeyThisMinute: 9, days: [] };
}

const linesOf = (changes: Partial<Account>) => usageLines(usage(changes), { nowMs, barWidth: null }).join("\n");

const ends: readonly (readonly [Partial<Account>, cell: string, line: RegExp])[] = [
  [{ standing: "active" }, "2026-12-01 00:00", /^ {2}resets at +2026-12-01/m],
  [{ standing: "trialing", plan: "trial" }, "trial ends 2026-12-01 00:00", /^ {2}trial ends +2026-12-01/m],
  [{ standing: "trial_ended", plan: "trial" }, "trial ended 2026-12-01 00:00", /^ {2}trial ended +2026-12-01/m],
  [{ standing: "past_due" }, "not until active", /^ {2}reset +nothing resets until the account is active$/m],
  [{ standing: "canceled" }, "not until active", /^ {2}reset +nothing resets until the account is active$/m],
];
for (const [changes, cell, line] of ends) {
  test(`an account that is ${changes.standing} says what becomes of its period, in a list and in lines`, () => {
    assert.ok(accountTable([account(changes)])[1]?.endsWith(`  ${cell}`));
    assert.match(accountLines(account(changes)).join("\n"), line);
    assert.match(linesOf(changes), line);
  });
}

describe("usage", () => {
  test("it shows the minute of all keys, and of the busiest one beside what each key is allowed", () => {
    assert.match(linesOf({}), /^ {2}this minute +14 requests; the busiest key made 9 of the 120 allowed a key$/m);
    const { requestsThisMinute, requestsThisMinuteOfBusiestKey } = usageJson(usage({}));
    assert.deepEqual([requestsThisMinute, requestsThisMinuteOfBusiestKey], [14, 9]);
  });

  test("it says how much of the quota is left, and never less than nothing", () => {
    assert.match(linesOf({}), /^ {2}this period +999 of 1,000 requests, 1 left$/m);
    assert.match(linesOf({ requestsUsed: 1200 }), /^ {2}this period +1,200 of 1,000 requests, 0 left$/m);
  });

  test("it waits in the page's words, and not for what is over", () => {
    for (const periodEndMs of [endMs, nowMs + 1, nowMs + 61_000, nowMs + 3_599_000, nowMs + 90_000_000]) {
      const words = durationText(periodEndMs - nowMs);
      assert.ok(linesOf({ periodEndMs }).includes(`${new Date(periodEndMs).toISOString()}, in ${words}\n`), words);
    }
    assert.match(linesOf({ standing: "trial_ended", periodEndMs: nowMs - 1 }), /trial ended +\S+Z$/m);
  });
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
