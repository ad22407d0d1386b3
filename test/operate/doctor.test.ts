/** What the doctor says of what it found, subject by subject: each of them well, and each of them wrong with what to do. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import type { AskTables } from "../../src/collect/asking/memory.ts";
import { archiveFindingOf, backupFindings } from "../../src/operate/doctor/backups.ts";
import { clockFinding } from "../../src/operate/doctor/clock.ts";
import { standbysFindingOf } from "../../src/operate/doctor/cluster.ts";
import { connectionsFinding } from "../../src/operate/doctor/connections.ts";
import { diskFinding } from "../../src/operate/doctor/disk.ts";
import { checkFiles } from "../../src/operate/doctor/files.ts";
import { type Finding, lookWithin, ok } from "../../src/operate/doctor/finding.ts";
import { checkOperatorPage } from "../../src/operate/doctor/operator-page.ts";
import { askedCreditsFinding, providerFindings } from "../../src/operate/doctor/providers.ts";
import { localFinding, proxyFinding } from "../../src/operate/doctor/proxy.ts";
import { serverFinding } from "../../src/operate/doctor/server.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-doctor-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nowMs = Date.parse("2026-11-25T12:00:00Z");
const hourMs = 3_600_000;

/** @param says a part of the sentence, and of the remedy where there is one. */
function says({ standing, sentence, remedy }: Finding, wanted: Finding["standing"], ...parts: readonly RegExp[]): void {
  assert.equal(standing, wanted, sentence);
  assert.equal(remedy === null, wanted === "ok", "what is well needs no remedy, and all else has one");
  for (const part of parts) assert.match(`${sentence} -> ${remedy}`, part);
}

test("a clock is held against the database's, and against what was published", () => {
  says(clockFinding(nowMs, 300, null), "ok", /0\.3 s ahead/);
  says(clockFinding(nowMs, -5_000, null), "warning", /5\.0 s behind the database's -> let the machine set its clock/);
  says(clockFinding(nowMs, 90_000, null), "wrong", /90\.0 s ahead/);
  says(clockFinding(nowMs, null, nowMs - hourMs), "ok");
  says(clockFinding(nowMs, null, nowMs + hourMs), "wrong", /newest publish was at 2026-11-25T13:00/);
  says(clockFinding(0, null, null), "wrong", /1970-01-01.*before there was this version/);
});

test("a disk has room for three nights, or says how much is missing", () => {
  const night = { database: 1e9, server: 0.5e9 };
  says(diskFinding("/d", 20e9, night, true), "ok", /20\.0 GB are free at \/d, and three nights need 7\.5 GB/);
  says(diskFinding("/d", 10e9, night, true), "warning");
  says(diskFinding("/d", 7e9, night, true), "wrong", /make room.*the database/);
  says(diskFinding("/d", 3.1e9, night, false), "ok", /need 1\.5 GB/);
  says(diskFinding("/d", 0.5e9, { database: 0, server: 0 }, true), "wrong", /need 0\.8 GB/);
});

test("connections are counted for all nodes and the night", () => {
  says(
    connectionsFinding([16, 16], 97),
    "ok",
    /2 nodes and the night need up to 43 connections, and PostgreSQL gives 97/,
  );
  says(connectionsFinding(Array(5).fill(16), 97), "warning");
  says(
    connectionsFinding(Array(24).fill(16), 97),
    "wrong",
    /need up to 395.*raise max_connections of PostgreSQL above 415/,
  );
});

test("a backup and its trial have an age that is too great", () => {
  const of = (madeHours: number | null, triedHours: number | null, hasGames = true) =>
    backupFindings(
      {
        madeMs: madeHours === null ? null : nowMs - madeHours * hourMs,
        triedMs: triedHours === null ? null : nowMs - triedHours * hourMs,
      },
      nowMs,
      { remedy: "make one", hasGames },
    ).map(({ standing }) => standing);
  assert.deepEqual(of(5, 5), ["ok", "ok"]);
  assert.deepEqual(of(30, 30), ["warning", "ok"]);
  assert.deepEqual(of(100, 200), ["wrong", "wrong"]);
  assert.deepEqual(of(5, null), ["ok", "wrong"]);
  assert.deepEqual(of(null, null), ["wrong", "wrong"]);
  assert.deepEqual(of(null, null, false), ["warning", "warning"], "a sample can be made again");
});

test("PostgreSQL's own archive is off, new, failing or well", () => {
  says(archiveFindingOf({ mode: "off", archived_ms: null, failed_ms: null }), "warning", /pgBackRest/);
  says(archiveFindingOf({ mode: "on", archived_ms: null, failed_ms: null }), "warning");
  says(archiveFindingOf({ mode: "on", archived_ms: 5, failed_ms: 6 }), "wrong", /could not archive/);
  says(archiveFindingOf({ mode: "on", archived_ms: nowMs, failed_ms: 6 }), "ok", /2026-11-25T12:00/);
});

test("commits wait for a standby that is there, or hang", () => {
  says(standbysFindingOf({ wanted: "", connected: 0, awaited: 0, hidden: 0 }), "ok", /stands alone/);
  says(standbysFindingOf({ wanted: "", connected: 2, awaited: 0, hidden: 0 }), "warning", /may forget/);
  says(standbysFindingOf({ wanted: "*", connected: 2, awaited: 1, hidden: 0 }), "ok", /wait for 1 of 2/);
  says(standbysFindingOf({ wanted: "*", connected: 2, awaited: 0, hidden: 2 }), "unknown", /grant pg_monitor/);
  says(standbysFindingOf({ wanted: "*", connected: 0, awaited: 0, hidden: 0 }), "wrong", /hangs until one comes back/);
});

test("what answers at the port is a Gradeline of this version, or is named", () => {
  const answer = { kind: "answered", version: "0.1.0", peer: "127.0.0.1", forwarded_for: null, address: "" } as const;
  says(serverFinding("http://h:1", "0.1.0", answer), "ok");
  says(serverFinding("http://h:1", "0.2.0", answer), "warning", /runs Gradeline 0\.1\.0, and 0\.2\.0 is installed/);
  says(
    serverFinding("http://h:1", "0.1.0", { kind: "silent", why: "refused" }),
    "warning",
    /no server runs at http:\/\/h:1: refused/,
  );
  says(
    serverFinding("http://h:1", "0.1.0", { kind: "strange", status: 200, isWell: true }),
    "warning",
    /SESSION_SECRET/,
  );
  says(
    serverFinding("http://h:1", "0.1.0", { kind: "strange", status: 404, isWell: false }),
    "wrong",
    /not Gradeline: it says 404/,
  );
});

test("a proxy is believed by its real header, or the setting that is missing is named", () => {
  const came = (peer: string, forwarded: string | null, address: string) =>
    ({ kind: "answered", version: "0.1.0", peer, forwarded_for: forwarded, address }) as const;
  const site = "https://odds.example";
  says(proxyFinding(site, "loopback", came("127.0.0.1", "203.0.113.9", "203.0.113.9")), "ok", /is believed/);
  says(proxyFinding(site, null, came("127.0.0.1", "203.0.113.9", "127.0.0.1")), "wrong", /set TRUST_PROXY=loopback/);
  says(
    proxyFinding(site, "10.0.0.1", came("10.0.0.7", "203.0.113.9", "10.0.0.7")),
    "wrong",
    /set TRUST_PROXY=10\.0\.0\.7/,
  );
  says(proxyFinding(site, null, came("10.0.0.7", null, "10.0.0.7")), "wrong", /sends no X-Forwarded-For/);
  says(proxyFinding("http://odds.example", null, came("203.0.113.9", null, "203.0.113.9")), "ok", /without a proxy/);
  says(proxyFinding(site, null, { kind: "silent", why: "no such name" }), "wrong", /MANAGE_URL/);
  says(proxyFinding(site, null, { kind: "strange", status: 502, isWell: false }), "wrong", /healthz is 502/);
  says(localFinding("http://h:1", "loopback", came("127.0.0.1", "192.0.2.1", "192.0.2.1")), "ok", / believed/);
  says(localFinding("http://h:1", "10.0.0.1", came("127.0.0.1", "192.0.2.1", "127.0.0.1")), "warning", /not believed/);
  says(
    localFinding("http://h:1", "loopback", { kind: "silent", why: "refused" }),
    "unknown",
    /no server at http:\/\/h:1/,
  );
});

test("providers that fail, keys that are refused and credits that end are named", () => {
  const row = (changes: Partial<AskTables["collect_providers"]>): AskTables["collect_providers"] => ({
    provider: "cfbd",
    stopped_until_ms: 0,
    open_until_ms: 0,
    failures: 0,
    last_success_ms: nowMs - hourMs,
    last_failure_ms: 0,
    last_failure_reason: null,
    last_failure_detail: null,
    requests: 1,
    failures_total: 0,
    ...changes,
  });
  const of = (rows: readonly AskTables["collect_providers"][], creditsLeft: number | null, hasOddsKey = true) =>
    providerFindings({ rows, isCollecting: true, hasOddsKey, creditsLeft, nowMs });
  const failed = { last_failure_ms: nowMs, last_failure_detail: "status 403" };
  for (const finding of of([row({})], 90_000)) says(finding, "ok");
  const [refused, low] = of([row({ ...failed, stopped_until_ms: nowMs + hourMs })], 50);
  says(refused as Finding, "wrong", /cfbd has failed .*status 403; it is not asked before tomorrow -> look at its key/);
  says(low as Finding, "wrong", /50 credits are left/);
  const [failing, soon] = of([row(failed)], 3_000);
  says(failing as Finding, "warning", /status 403/);
  says(soon as Finding, "warning", /3000 credits/);
  says(of([], null)[1] as Finding, "unknown", /--ask-providers/);
  says(of([], null, false)[1] as Finding, "warning", /set THE_ODDS_API_KEY/);
  const resting = providerFindings({ rows: [], isCollecting: false, hasOddsKey: false, creditsLeft: null, nowMs });
  assert.deepEqual(
    resting.map(({ standing }) => standing),
    ["ok"],
  );
  says(askedCreditsFinding({ kind: "left", credits: 12 }), "ok", /12 credits are left/);
  says(askedCreditsFinding({ kind: "refused", status: 401 }), "wrong", /refuses THE_ODDS_API_KEY with 401/);
  says(askedCreditsFinding({ kind: "silent", why: "no way" }), "unknown", /no way/);
});

test("whom ADMIN_EMAILS names is told why there are no pages for operators", () => {
  const settings = { adminEmails: ["ann@example.com"], mail: null, showSignInLinks: null };
  says(checkOperatorPage(settings), "warning", /they need SMTP_URL.* -> set SMTP_URL and MAIL_FROM/);
  says(checkOperatorPage({ ...settings, adminEmails: null }), "ok", /ADMIN_EMAILS names nobody/);
  const mail = { url: "smtp://127.0.0.1", from: "gradeline@example.com" };
  says(checkOperatorPage({ ...settings, mail }), "ok", /at \/manage\/operate/);
  says(checkOperatorPage({ ...settings, mail, showSignInLinks: true }), "warning", /SHOW_SIGN_IN_LINKS=1 shows/);
});

test("a file of a cluster with a placeholder left is named with its line", () => {
  const file = join(folder, "gradeline.env");
  writeFileSync(file, "# {{NAMES}} are to be replaced\nPORT=8080\nSESSION_SECRET={{SESSION_SECRET}}\n");
  const [left, missing] = checkFiles([file, join(folder, "none")]);
  says(left as Finding, "wrong", /gradeline\.env has the placeholder \{\{SESSION_SECRET\}\} still, in line 3/);
  says(missing as Finding, "unknown", /none is no file of settings/);
  writeFileSync(file, "# {{NAMES}} were replaced\nPORT=8080\n");
  says(checkFiles([file])[0] as Finding, "ok");
});

test("a look that hangs or fails is unknown, and is waited for no longer than its limit", async () => {
  const [hung] = await lookWithin(20, "mail", () => new Promise<Finding>(() => {}));
  says(hung as Finding, "unknown", /no answer within 0\.02 s/);
  const [failed] = await lookWithin(1_000, "mail", () => Promise.reject(new Error("away")));
  says(failed as Finding, "unknown", /it cannot be looked at: away/);
  assert.deepEqual(await lookWithin(1_000, "mail", async () => ok("mail", "well")), [ok("mail", "well")]);
});
