// @module-tag volume
/**
 * A PostgreSQL whose host falls silent, again and again, under a real server that sixteen callers of two accounts ask without a pause.
 * That it restarts, or has no connection left, `postgres-archive.long.ts` and `postgres-connections.test.ts` try.
 */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, type TestContext, test } from "vitest";
import { usageOf } from "../../src/access/usage.ts";
import { openAccess } from "../../src/database/engine.ts";
import { type Asked, askOnce, type Caller, type Load, startLoad } from "../support/load.ts";
import { fillForLoad, type LoadArchive } from "../support/load-archive.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/own-postgres.ts";
import { type ServingProcess, startServing } from "../support/serving-process.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { long, slowShare } from "../support/volume.ts";

/** How often it falls silent, and for how long. */
const rounds = slowShare(5);
const faultMs = 2_000;

/** As promised; the machine may be busy with other tests. */
const answerMs = 2_000;
const backMs = 5_000;
const endMs = 10_000;
const slackMs = 30_000;

const connections = 16;
/** Between two requests of a caller, so that the machine has time for the server and the database. */
const pauseMs = 15;
const watchEveryMs = 250;

const accounts = ["one@example.com", "other@example.com"];

describe("under sixteen connections, a PostgreSQL", long, () => {
  let postgres: OwnPostgres;
  let proxy: TcpProxy;
  let archive: LoadArchive;
  let url: string;
  let throughProxy: string;
  let paths: readonly string[];
  const running: ServingProcess[] = [];

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    proxy = await startTcpProxy(postgres.port);
    url = await postgres.freshUrl();
    throughProxy = url.replace(`:${postgres.port}/`, `:${proxy.port}/`);
    archive = await fillForLoad(url, { games: 200, accounts });
    const unknown = "/v1/games/NFL-20250101-AAA-BBB";
    paths = archive.gamePaths.flatMap((path) => ["/v1/sports", path, "/v1/games?sport=nfl&limit=20", unknown]);
  });
  afterAll(async () => {
    for (const each of running) await each.close();
    await proxy?.close();
    await postgres?.close();
  });

  const isRight = ({ path, status }: Asked): boolean => status === (path.includes("AAA") ? 404 : 200);
  const callers = (): Caller[] =>
    Array.from({ length: connections }, (_, index) => archive.callers[index % archive.callers.length] as Caller);
  const keyOf = (account: string): string => archive.callers.find((each) => each.account === account)?.key ?? "";

  async function usedOf(account: string): Promise<number> {
    const access = await openAccess(url);
    try {
      return (await usageOf(access, account, new Date()))?.account.requestsUsed ?? Number.NaN;
    } finally {
      await access.close();
    }
  }

  /** Fails when anything does not hold in any round. */
  async function meet(t: TestContext): Promise<void> {
    const serving = startServing({ DATABASE_URL: throughProxy });
    running.push(serving);
    const base = await serving.url;
    const usedBefore = new Map<string, number>();
    for (const { account } of archive.callers) usedBefore.set(account, await usedOf(account));
    const watching = watch(base);
    const load = startLoad(base, callers(), (turn) => paths[turn % paths.length] as string, pauseMs);
    const backs: number[] = [];
    try {
      await untilAsked(load, 50);
      for (let round = 0; round < rounds; round++) {
        proxy.setMode("silent");
        await sleep(faultMs);
        const endingMs = load.nowMs();
        proxy.setMode("pass");
        backs.push(await back(base, serving));
        assert.equal(serving.end(), null, serving.screen());
        // The next round meets a server that works as usual.
        await untilAsked(load, load.asked.length + 30);
        assert.ok(load.nowMs() - endingMs < 60_000);
      }
    } finally {
      proxy.setMode("pass");
      await load.stop();
    }
    const watched = await watching.stop();
    checkAnswers(load);
    checkWatch(watched);
    checkLog(serving.screen(), load.nowMs());
    for (const ms of backs) assert.ok(ms < backMs + slackMs, `back after ${ms} ms`);

    await endsInTheMiddle(serving);
    for (const { account } of archive.callers) {
      const ofAccount = load.asked.filter((each) => each.account === account);
      const answered = ofAccount.filter(({ status }) => status === 200).length;
      const counted = (await usedOf(account)) - (usedBefore.get(account) ?? 0);
      t.annotate(`${account}: ${answered} answered, ${counted} counted, ${ofAccount.length} sent`);
      // An increment whose confirmation was lost is not sent again: each fault may cost one second of counts [D-40].
      const inDoubt = answersWithin(ofAccount, 1000) * (rounds + 1);
      assert.ok(answered - inDoubt <= counted && counted <= ofAccount.length, `${account}: ${counted}`);
    }
  }

  /** Milliseconds until a request of each account is answered again. */
  async function back(base: string, serving: ServingProcess): Promise<number> {
    const beganMs = performance.now();
    for (const account of accounts) {
      for (;;) {
        const { status } = await askOnce(`${base}/v1/games/NFL-20250101-AAA-BBB`, { key: keyOf(account) });
        if (status === 404) break;
        assert.equal(serving.end(), null, serving.screen());
        const elapsedMs = performance.now() - beganMs;
        assert.ok(elapsedMs < 30_000, `not back after ${elapsedMs} ms, but ${status}`);
        await sleep(20);
      }
    }
    return performance.now() - beganMs;
  }

  async function endsInTheMiddle(serving: ServingProcess): Promise<void> {
    proxy.setMode("silent");
    try {
      await sleep(500);
      const beganMs = performance.now();
      serving.signal("SIGTERM");
      assert.deepEqual(await serving.ended, { code: 0, signal: null }, serving.screen());
      const elapsedMs = performance.now() - beganMs;
      assert.ok(elapsedMs < endMs, `${elapsedMs} ms`);
    } finally {
      proxy.setMode("pass");
    }
  }

  /** Both keys are known, so whatever PostgreSQL does, each answer is the right one, but for games that must be looked up there. */
  function checkAnswers({ asked }: Load): void {
    for (const answer of asked) {
      const { status, code, retryAfter, elapsedMs, path } = answer;
      const told = `${path}: ${status} ${code} after ${elapsedMs} ms`;
      if (status === 503) assert.deepEqual([code, retryAfter], ["unavailable", "1"], told);
      else assert.ok(isRight(answer), told);
      assert.ok(elapsedMs < answerMs + slackMs, told);
    }
    const refused = asked.filter(({ status }) => status === 503).length;
    assert.equal(refused, 0, `${refused} of ${asked.length} were 503`);
  }

  function checkWatch({ alive, ready }: Watched): void {
    for (const { status, elapsedMs } of [...alive, ...ready]) {
      assert.ok(elapsedMs < answerMs + slackMs, `${elapsedMs} ms`);
      assert.equal(status, 200);
    }
  }

  /** Once a second, not once a request. */
  function checkLog(screen: string, elapsedMs: number): void {
    const errors = screen.split("\n").filter((line) => line.startsWith('{"level":50'));
    assert.ok(errors.length <= 2 * rounds + (2 * elapsedMs) / 1000, `${errors.length} errors in ${elapsedMs} ms`);
    for (const line of errors) assert.match(line, /requests are answered with 503|newest revision could not be loaded/);
  }

  test("whose host falls silent changes no answer, and counts are true", meet);
});

/** The most answers that came within a span of so many milliseconds. */
function answersWithin(asked: readonly Asked[], ms: number): number {
  const endsMs = asked.map(({ sentAtMs, elapsedMs }) => sentAtMs + elapsedMs).sort((one, other) => one - other);
  let first = 0;
  return Math.max(
    ...endsMs.map((endMs, index) => {
      while ((endsMs[first] ?? endMs) <= endMs - ms) first++;
      return index - first + 1;
    }),
  );
}

type Seen = { readonly status: number | null; readonly elapsedMs: number };
type Watched = { readonly alive: readonly Seen[]; readonly ready: readonly Seen[] };

/** Asks as a load balancer does. */
function watch(base: string): { stop(): Promise<Watched> } {
  const alive: Seen[] = [];
  const ready: Seen[] = [];
  let isOver = false;
  const watching = [[alive, "/healthz"] as const, [ready, "/readyz"] as const].map(async ([seen, path]) => {
    while (!isOver) {
      const beganMs = performance.now();
      const { status } = await askOnce(base + path);
      seen.push({ status, elapsedMs: performance.now() - beganMs });
      await sleep(watchEveryMs);
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(watching);
      return { alive, ready };
    },
  };
}

async function untilAsked({ asked }: Load, count: number): Promise<void> {
  const untilMs = performance.now() + 60_000;
  while (asked.length < count) {
    assert.ok(performance.now() < untilMs, `${asked.length} requests came to an end`);
    await sleep(20);
  }
}
