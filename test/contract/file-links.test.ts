/** Signed addresses of files: what they open, for how long, on whose quota, and what they never leave behind. */
import assert from "node:assert/strict";
import { afterEach, describe, test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { createKey, type NewKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { buildApp } from "../../src/api/app.ts";
import { linksNotOffered } from "../../src/api/signed-links.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { openServer, type ServerDatabases } from "../../src/serve/open-server.ts";
import { plenty, withClock } from "../support/access.ts";
import { type Answer, apiUrl, closedAfterAll, openApi, send, siteConfig } from "../support/api.ts";
import { problemsWithAnswer } from "../support/contract.ts";
import { engineNames, startEngine } from "../support/engines.ts";
import { exampleFile, exampleFilePath, offerFile } from "../support/offered-files.ts";
import { assertRefusal } from "./refusals.ts";

const url = `/v1/files/${exampleFilePath}`;
const lines: string[] = [];
const api = closedAfterAll(await openApi([], { log: { write: (line: string) => void lines.push(line) } }));
const { sha256 } = await offerFile(api.database);
await offerFile(api.database, { dataSet: "games" });

const hourS = 3600;

/** A key of an account that has plenty, but for what the terms say. */
function newKey(email: string, terms: Partial<NewKey> = {}, access = api.access) {
  return createKey(access, { email, plan: "standard", ...plenty, now: new Date(), ...terms });
}

async function linkOf(key = api.key, file = url): Promise<URL> {
  const answer = await send(api.app, "GET", `${file}/link`, { "x-api-key": key });
  assert.equal(answer.status, 200, answer.text);
  return new URL(answer.body.data.url);
}
/** Asks without any header. */
const open = (link: URL, method = "GET", headers = {}) => send(api.app, method, link.pathname + link.search, headers);

function changed(link: URL, name: string, value: string): URL {
  const other = new URL(link);
  other.searchParams.set(name, value);
  return other;
}

describe("a signed address", () => {
  afterEach(() => {
    for (const line of lines) assert.doesNotMatch(line, /signature|expires=|sha256=/, line);
  });

  test("is that of the API as the operator has said, and ends at a full hour 60 to 120 minutes ahead", async () => {
    const answer = await api.get(`${url}/link`);
    assert.deepEqual(problemsWithAnswer("/v1/files/{sport}/{season}/{file}/link", "GET", answer), []);
    assert.equal(answer.headers["cache-control"], "no-store");
    const link = new URL(answer.body.data.url);
    assert.equal(link.origin + link.pathname, apiUrl + url);
    assert.deepEqual([...link.searchParams.keys()], ["sha256", "key", "expires", "signature"]);
    assert.equal(link.searchParams.get("sha256"), sha256);
    const expiresS = Number(link.searchParams.get("expires"));
    assert.equal(expiresS % hourS, 0);
    const aheadS = expiresS - Date.now() / 1000;
    assert.ok(aheadS > hourS - 10 && aheadS <= 2 * hourS, String(aheadS));
    assert.equal(Date.parse(answer.body.data.expires_at), expiresS * 1000);
    assert.doesNotMatch(answer.text, new RegExp(api.key));
  });

  test("opens the file to GET and HEAD without a header, never sends elsewhere, and tells no referrer", async () => {
    const link = await linkOf();
    const got = await open(link);
    assert.deepEqual([got.status, got.text], [200, exampleFile.toString()]);
    assert.equal(got.headers["referrer-policy"], "no-referrer");
    assert.equal(got.headers.location, undefined);
    assert.equal((await open(link, "HEAD")).headers["content-length"], String(exampleFile.length));
    const part = await open(link, "GET", { range: "bytes=1-2" });
    assert.deepEqual([part.status, part.text], [206, exampleFile.toString().slice(1, 3)]);
    assertRefusal(await open(link, "POST"), 405, "method_not_allowed", "POST");
  });

  test("counts on the minute of its key and the quota of its account, as the key itself does", async () => {
    const { key } = await newKey("few@example.com", { requestsPerMinute: 4, requestsPerMonth: 100 });
    const link = await linkOf(key);
    const first = await open(link);
    assert.deepEqual([first.headers["x-quota-remaining"], first.headers["x-ratelimit-remaining"]], ["98", "2"]);
    assert.equal((await open(link, "GET", { range: "bytes=99-" })).headers["x-quota-remaining"], "98");
    assert.equal((await open(link)).status, 200);
    assertRefusal(await open(link), 429, "rate_limited", "the fifth request");
    assertRefusal(await send(api.app, "GET", url, { "x-api-key": key }), 429, "rate_limited", "the key");
  });

  test("is refused as its key would be: revoked, ended, past due or canceled", async () => {
    const { key, prefix, lastFour } = await newKey("a@example.com");
    const link = await linkOf(key);
    for (const standing of ["past_due", "canceled", "trial_ended"] as const) {
      await setAccount(api.access, "a@example.com", { standing }, new Date());
      assertRefusal(await open(link), 403, "forbidden", standing);
    }
    await setAccount(api.access, "a@example.com", { standing: "active" }, new Date());
    assert.equal((await open(link)).status, 200);
    await revokeKey(api.access, { prefix, lastFour, now: new Date() });
    const revoked = await open(link);
    assertRefusal(revoked, 403, "forbidden", "revoked");
    assert.match(revoked.body.error.message, /revoked/);
  });

  test("that was changed anywhere, or put before another file, is 403 with a sentence", async () => {
    const link = await linkOf();
    const other = new URL(link);
    other.pathname = "/v1/files/nfl/2025/games.csv.gz";
    const expires = Number(link.searchParams.get("expires"));
    const another = await linkOf((await newKey("b@example.com")).key);
    for (const forged of [
      other,
      changed(link, "expires", String(expires + hourS)),
      changed(link, "expires", `0${expires}`),
      changed(link, "key", another.searchParams.get("key") ?? ""),
      changed(link, "sha256", "0".repeat(64)),
      changed(link, "signature", "A".repeat(43)),
      changed(link, "signature", "x"),
      new URL(`${apiUrl}${url}?signature=${link.searchParams.get("signature")}`),
    ]) {
      const answer = await open(forged);
      assertRefusal(answer, 403, "forbidden", forged.search);
      assert.match(answer.body.error.message, /the signature is not of this address/);
      assert.equal(answer.headers["x-quota-remaining"], undefined);
    }
    assertRefusal(await send(api.app, "GET", `/v1/files${link.search}`), 401, "unauthorized", "the list");
    assertRefusal(await send(api.app, "GET", `${url}/link${link.search}`), 401, "unauthorized", "a link of a link");
  });

  test("with a key in a header counts on that key, and its signature is not looked at", async () => {
    const link = changed(await linkOf(), "signature", "A".repeat(43));
    const { key } = await newKey("c@example.com", { requestsPerMonth: 10 });
    assert.equal((await open(link, "GET", { "x-api-key": key })).headers["x-quota-remaining"], "9");
    assertRefusal(await open(await linkOf(), "GET", { authorization: "Bearer nonsense" }), 401, "unauthorized", "both");
    const beyond = await open(link, "GET", { "x-api-key": key, range: "bytes=99-" });
    assertRefusal(beyond, 416, "range_not_satisfiable", "416");
  });

  test("goes on with a file that was replaced, and ends in its hour", async () => {
    await using clock = await openApi();
    const { sha256: before } = await offerFile(clock.database);
    const link = new URL((await clock.get(`${url}/link`)).body.data.url);
    await offerFile(clock.database, { replacedAt: new Date().toISOString() });
    await offerFile(clock.database, { bytes: Buffer.from("newer") });
    const ask = () => send(clock.app, "GET", link.pathname + link.search);
    assert.equal((await ask()).headers.etag, `"${before}"`);
    clock.passMs(2 * hourS * 1000);
    const ended = await ask();
    assertRefusal(ended, 403, "forbidden", "two hours later");
    const until = new Date(Number(link.searchParams.get("expires")) * 1000).toISOString();
    assert.match(ended.body.error.message, new RegExp(`opened the file until ${until}`));
  });

  test("is not given of a file that there is not", async () => {
    assertRefusal(await api.get("/v1/files/nfl/2025/bets.parquet/link"), 404, "not_found", "no file");
  });

  test("is that of the host that was asked, where the operator has said none", async () => {
    const unnamed = buildApp({
      shelf: api.shelf,
      gate: api.gate,
      logger: openServerLog("silent"),
      manageUrl: "http://a/manage",
      links: { sign: () => ({ query: "signed", expiresMs: 0 }) } as never,
    });
    const headers = { "x-api-key": api.key, host: "files.example:8080", "x-forwarded-host": "evil.example" };
    const answer = await send(unnamed, "GET", `${url}/link`, headers);
    assert.equal(answer.body.data.url, `http://files.example:8080${url}?signed`);
    await unnamed.close();
  });
});

test("no line of the log has the query of a signed address, whatever becomes of the request", async () => {
  const link = await linkOf();
  const { files } = api.shelf;
  const { open: openFile } = files;
  lines.length = 0;
  await open(link);
  await open(changed(link, "expires", "1"));
  await open(new URL(`${apiUrl}/elsewhere${link.search}`));
  await open(new URL(`${apiUrl}/v1/file${link.search}`));
  files.open = () => Promise.reject(new Error("a fault"));
  assert.equal((await open(link)).status, 500);
  files.open = openFile;
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(lines.length >= 6, String(lines.length));
  for (const line of lines) assert.doesNotMatch(line, /signature|expires=|sha256=/, line);
});

for (const name of engineNames) {
  test(`a server on ${name} admits by the id of a key, and without SESSION_SECRET offers addresses on SQLite alone`, async () => {
    const engine = await startEngine(name);
    const databaseUrl = await engine.migratedUrl();
    type Get = (path: string, key?: string) => Promise<Answer>;
    /** Asks a server that is started anew with this secret. */
    async function withSecret(
      secret: string,
      ask: (get: Get, databases: ServerDatabases) => Promise<void>,
    ): Promise<void> {
      const server = await openServer(siteConfig({ DATABASE_URL: databaseUrl, SESSION_SECRET: secret }), {
        log: openServerLog("silent"),
        runtime: withClock(Date.now),
      });
      const get: Get = (path, key) => send(server.app, "GET", path, key === undefined ? {} : { "x-api-key": key });
      await ask(get, server.databases);
      await server.close();
    }
    const secret = "a secret of at least 32 characters";
    let signed = "";
    let second = "";
    await withSecret(secret, async (get, { facts, access }) => {
      await offerFile(facts);
      const { key, prefix, lastFour } = await newKey("d@example.com", {}, access);
      const link = new URL((await get(`${url}/link`, key)).body.data.url);
      signed = link.pathname + link.search;
      const { status, text, headers } = await get(signed);
      assert.deepEqual([status, text], [200, exampleFile.toString()]);
      assert.equal(headers["x-quota-remaining"], String(plenty.requestsPerMonth - 2));
      await revokeKey(access, { prefix, lastFour, now: new Date() });
      second = (await newKey("d@example.com", {}, access)).key;
    });
    await withSecret("", async (get) => {
      const answer = await get(`${url}/link`, second);
      if (name === "sqlite") assert.equal(answer.status, 200);
      else {
        assertRefusal(answer, 404, "not_found", "no secret");
        assert.equal(answer.body.error.message, linksNotOffered);
      }
      assertRefusal(await get(signed), 403, "forbidden", "another secret");
    });
    await withSecret(secret, async (get) => assertRefusal(await get(signed), 403, "forbidden", "revoked"));
    await engine.close();
  });
}
