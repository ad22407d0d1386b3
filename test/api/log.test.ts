/** The secrets that the log never has: keys, links, addresses, and what forms say. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { makeKey } from "../../src/access/keys/keys.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { openApi, send } from "../support/api.ts";

function openKeptLog() {
  const lines: string[] = [];
  return { lines, log: openServerLog("trace", { write: (line: string) => void lines.push(line) }) };
}

test("no line of the log has a key in it, wherever it was put", () => {
  const { lines, log } = openKeptLog();
  const key = makeKey();
  const secret = key.slice("gl_live_".length);
  log.info(`a request with ${key} came`);
  log.info({ key, nested: { deeper: [key, { key }] } }, "objects");
  log.error(new Error(`select * from account_keys where key = '${key}'`));
  log.error({ err: Object.assign(new Error(key), { key, headers: { "x-api-key": key } }) }, key);
  log.child({ key }).warn("bound");
  log.fatal({ [key]: 1, url: `/v1/sports?api_key=${key}&x=${key}` });
  assert.equal(lines.length, 6);
  for (const line of lines) {
    assert.ok(!line.includes(secret) && !line.includes(secret.slice(0, 8)), line);
    assert.doesNotThrow(() => JSON.parse(line));
  }
  assert.match(lines.join(""), /gl_live_…/);
});

test("headers that carry secrets are redacted, whoever logs them", () => {
  const { lines, log } = openKeptLog();
  const headers = {
    authorization: "Bearer a-secret",
    cookie: "session=a-secret",
    "x-api-key": "a-secret",
    "set-cookie": "session=a-secret",
    "stripe-signature": "t=1,v1=a-secret",
    accept: "text/csv",
  };
  log.info({ headers });
  log.info({ req: { headers } });
  log.info({ request: { headers } });
  log.error({ err: Object.assign(new Error("failed"), { headers }) });
  assert.ok(lines.length === 4 && lines.slice(0, 3).every((line) => line.includes("text/csv")));
  for (const line of lines) assert.ok(!line.includes("a-secret"), line);
});

test("the log of the management page has neither links, nor addresses, nor what forms say", async () => {
  const lines: string[] = [];
  await using site = await openApi([], { log: { write: (line: string) => void lines.push(line) } });
  await send(site.app, "GET", "/manage/link?token=a-secret");
  await send(site.app, "GET", "/manage?next=a-secret", { cookie: "gradeline.session_token=a-secret.a-secret" });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  await send(site.app, "POST", "/manage/sign-in", form, "email=a-secret%40example.com");
  await send(site.app, "POST", "/manage/link", form, "token=a-secret");
  await send(site.app, "GET", "/manage/keys/a-secret/revoke");
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(lines.length >= 5);
  for (const line of lines) assert.ok(!line.includes("a-secret"), line);
});
