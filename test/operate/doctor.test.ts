/** What the doctor says of what it found, subject by subject: each of them well, and each of them wrong with what to do. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { checksAround, lookWithin, ok, type Said } from "../../src/operate/doctor/doctor.ts";
import { checksInside, checksOfPostgres } from "../../src/operate/doctor/inside.ts";

const nowMs = Date.parse("2026-11-25T12:00:00Z");
const hourMs = 3_600_000;

/** @param says a part of the sentence, and of the remedy where there is one. */
function says(said: Said | readonly Said[], wanted: Said["standing"], ...parts: readonly RegExp[]): void {
  const [{ standing, sentence, remedy }, ...others] = [said].flat() as [Said];
  assert.deepEqual(others, []);
  assert.equal(standing, wanted, sentence);
  assert.equal(remedy === null, wanted === "ok", "what is well needs no remedy, and all else has one");
  for (const part of parts) assert.match(`${sentence} -> ${remedy}`, part);
}

test("a clock is held against the database's, and against what was published", () => {
  const of = (apartMs: number | null, publishedMs: number | null = null, at = nowMs) =>
    checksInside.clock.judge({ nowMs: at, apartMs, publishedMs });
  says(of(300), "ok", /0\.3 s ahead/);
  says(of(-5_000), "warning", /5\.0 s behind the database's -> let the machine set its clock/);
  says(of(90_000), "wrong", /90\.0 s ahead/);
  says(of(null, nowMs - hourMs), "ok");
  says(of(null, nowMs + hourMs), "wrong", /newest publish was at 2026-11-25T13:00/);
  says(of(null, null, 0), "wrong", /1970-01-01.*before there was this version/);
});

test("a disk has room for the trial of a backup, or says how much is missing", () => {
  const of = (free: number | null, held: number) => checksInside.disk.judge({ folder: "/d", free, held });
  says(of(20e9, 7.5e9), "ok", /20\.0 GB are free at \/d, and the trial of a backup needs up to 7\.5 GB/);
  says(of(7e9, 7.5e9), "warning", /make room, or move DATA_DIR/);
  says(of(3e9, 7.5e9), "wrong");
  says(of(0.4e9, 0), "wrong", /needs up to 1\.0 GB/);
  says(of(null, 0), "unknown", /there is no folder \/d yet/);
});

test("connections are counted for all nodes and the night", () => {
  const of = (nodes: number) => checksOfPostgres.connections.judge({ nodes, usable: 97 });
  says(of(2), "ok", /2 nodes and the night need up to 35 connections, and PostgreSQL gives 97/);
  says(of(6), "warning");
  says(of(24), "wrong", /need up to 299.*raise max_connections of PostgreSQL above 319/);
});

test("a backup and its trial have an age that is too great", () => {
  const facts = (hours: number | null, hasGames: boolean) => {
    return { ageMs: hours === null ? null : hours * hourMs, hasGames };
  };
  const of = (madeHours: number | null, triedHours: number | null, hasGames = true) =>
    [
      checksInside.backup.judge(facts(madeHours, hasGames)),
      checksInside["trial of a backup"].judge(facts(triedHours, hasGames)),
    ]
      .flat()
      .map(({ standing }) => standing);
  assert.deepEqual(of(30, 30), ["warning", "ok"]);
  assert.deepEqual(of(100, 200), ["wrong", "wrong"]);
  assert.deepEqual(of(5, null), ["ok", "wrong"]);
  assert.deepEqual(of(null, null, false), ["warning", "warning"], "a sample can be made again");
});

test("a server of another version than this one is named", () => {
  const answer = { kind: "answered", version: "0.1.0", peer: "127.0.0.1", forwarded_for: null, address: "" } as const;
  const of = (version: string, asked: Parameters<typeof checksAround.server.judge>[0]["asked"]) =>
    checksAround.server.judge({ base: "http://h:1", version, asked });
  says(of("0.2.0", answer), "warning", /runs Gradeline 0\.1\.0, and 0\.2\.0 is installed/);
});

test("of a proxy the setting that is missing is named", () => {
  const came = (peer: string, forwarded: string | null, address: string) =>
    ({ kind: "answered", version: "0.1.0", peer, forwarded_for: forwarded, address }) as const;
  const site = "https://odds.example";
  type Facts = Parameters<typeof checksAround.proxy.judge>[0];
  const of = (base: Facts["base"], trustProxy: string | null, asked: Facts["asked"]) =>
    checksAround.proxy.judge({ base, trustProxy, asked });
  says(of(site, "10.0.0.1", came("10.0.0.7", "203.0.113.9", "10.0.0.7")), "wrong", /set TRUST_PROXY=10\.0\.0\.7/);
  says(of(site, null, came("10.0.0.7", null, "10.0.0.7")), "wrong", /sends no X-Forwarded-For/);
  says(of("http://odds.example", null, came("203.0.113.9", null, "203.0.113.9")), "ok", /without a proxy/);
  says(of(site, null, { kind: "silent", why: "no such name" }), "wrong", /MANAGE_URL/);
  says(of(site, null, { kind: "strange", status: 502, isWell: false }), "wrong", /healthz is 502/);
  says(of(null, null, null), "ok", /none is named/);
  says(
    of(null, "loopback", null),
    "warning",
    /TRUST_PROXY is "loopback", and MANAGE_URL names no address.*set MANAGE_URL/,
  );
});

test("credits that end are named", () => {
  const credits = (left: number | null, hasOddsKey = true) =>
    checksInside.credits.judge({ isCollecting: true, hasOddsKey, left });
  says(credits(90_000), "ok");
  says(credits(3_000), "warning", /3000 credits/);
  says(credits(50), "wrong", /50 credits are left/);
  says(credits(null), "unknown", /has not yet said/);
  says(credits(null, false), "warning", /set THE_ODDS_API_KEY/);
  assert.deepEqual(checksInside.credits.judge({ isCollecting: false, hasOddsKey: false, left: null }), []);
});

test("a look that hangs or fails is unknown, and is waited for no longer than its limit", async () => {
  says(await lookWithin(20, "mail", () => new Promise(() => {})), "unknown", /no answer within 0\.02 s/);
  const failed = () => Promise.reject(new Error("away"));
  says(await lookWithin(1_000, "mail", failed), "unknown", /it cannot be looked at: away/);
  assert.deepEqual(await lookWithin(1_000, "mail", async () => ok("well")), [{ name: "mail", ...ok("well") }]);
});
