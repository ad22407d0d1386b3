/** One trial of one case: callers ask, trouble comes, and what they got is judged. */
import { readFileSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { openAccess } from "../../src/database/engine.ts";
import { type Caller, Callers } from "./callers.ts";
import { type Evidence, judge, type Verdict } from "./promises.ts";
import type { Cluster } from "./rig/cluster.ts";
import type { NodeMachine } from "./rig/node-machine.ts";
import { type Running, run, until } from "./rig/processes.ts";

export type Trial = {
  readonly cluster: Cluster;
  readonly asking: Callers;
  readonly callers: readonly Caller[];
  /** The trouble begins now. */
  begin(): void;
  /** Tells one thing that was measured or seen. */
  note(text: string): void;
  /** Something that must hold does not. */
  violated(text: string): void;
  /** A node is about to be killed: what is under way may be charged and not answered. */
  losingNode(): void;
  /** Resolves when all has been answered for a while. */
  back(withinMs?: number): Promise<void>;
};

export type Case = {
  readonly title: string;
  /** Whether keys that nodes know are answered all the time. */
  readonly missesNothing: boolean;
  /** By how much a key may exceed its minute. */
  readonly mayExceed: number;
  /** Makes the trouble, and ends it. What was killed is started again afterwards. */
  readonly meet: (trial: Trial) => Promise<void>;
};

export type Outcome = Verdict & { readonly name: string; readonly notes: readonly string[] };

const freeCallers = 25;
const limitedCallers = 5;
/** A limited key asks for nearly seven times as much. */
const limit = 60;
const wholeMs = 180_000;
const settleMs = 6_000;
/** A machine that gives the suite no turn for so long gives none to what it tries either. */
const steadyMs = 400;
let trials = 0;

/** @param areSecondsJudged false where other work of the machine may make everything slow. */
export async function tryCase(
  cluster: Cluster,
  name: string,
  { meet, missesNothing, mayExceed }: Case,
  areSecondsJudged: boolean,
): Promise<Outcome> {
  const notes: string[] = [];
  const broken: string[] = [];
  const lostByNodes = new Map<string, number>();
  const callers = await makeCallers(cluster, `${name}-${++trials}`);
  const asking = new Callers(cluster.front.url, callers);
  const watch = watchPages(cluster, asking);
  const writes = await startWriting(cluster);
  let beganMs: number | null = null;
  const trial: Trial = {
    ...{ cluster, asking, callers },
    begin() {
      beganMs = asking.nowMs();
    },
    note: (text) => void notes.push(text),
    violated: (text) => void broken.push(text),
    losingNode() {
      for (const [account, count] of asking.underWay())
        lostByNodes.set(account, (lostByNodes.get(account) ?? 0) + count);
    },
    async back(withinMs = 90_000) {
      // Trouble may show only after a while: a machine that is silent is noticed after seconds.
      const sinceBeginMs = asking.nowMs() - (beganMs ?? 0);
      if (sinceBeginMs < settleMs) await sleep(settleMs - sinceBeginMs);
      await until("answers for everybody", withinMs, () => (isCalm(asking) ? true : null));
    },
  };
  asking.start();
  try {
    await sleep(4_000);
    await meet(trial);
    await trial.back(wholeMs);
    cluster.revive();
    await cluster.whole(wholeMs);
    await sleep(3_000);
  } catch (error) {
    broken.push(`the trial broke off: ${error instanceof Error ? error.message : error}`);
  } finally {
    await asking.stop();
    await watch.stop();
    await writes.stop();
    asking.write(join(cluster.folder, `answers-${name}-${trials}.ndjson`));
  }
  const lost = await writes.lost().catch((error: Error) => {
    broken.push(`confirmed writes could not be read: ${error.message}`);
    return null;
  });
  if (lost !== null && lost > 0) broken.push(`${lost} writes were confirmed and are gone`);
  // Nodes add what they have counted twice a second.
  await sleep(3_000);
  const charged = await chargesOf(cluster, callers).catch(() => new Map<string, number>());
  const standstillMs = asking.longestStandstillMs();
  const isSteady = areSecondsJudged && standstillMs < steadyMs;
  if (areSecondsJudged && !isSteady)
    notes.push(`the machine stood still for ${(standstillMs / 1000).toFixed(1)} s: seconds are not judged`);
  const evidence: Evidence = {
    callers,
    answers: asking.answers,
    beganMs,
    charged,
    lostByNodes,
    mayExceed,
    isSteady,
    pages: watch.seen,
  };
  const verdict = judge(evidence);
  const keys = new Set(callers.map(({ account }) => account));
  const missed = asking.answers.filter(
    ({ account, sentMs, status }) => keys.has(account) && sentMs >= (beganMs ?? 0) && status !== 200 && status !== 429,
  );
  if (missesNothing && missed.length > 0) broken.push(`${missed.length} requests with known keys were not answered`);
  notes.push(`${writes.confirmed()} confirmed writes, ${lost ?? "nobody knows how many"} of them gone`);
  return { ...verdict, violations: [...broken, ...verdict.violations], name, notes };
}

function isCalm(asking: Callers): boolean {
  const nowMs = asking.nowMs();
  const last = asking.answers.filter(({ endedMs }) => endedMs > nowMs - 3_000);
  return last.length > 50 && last.every(({ status }) => status === 200 || status === 429);
}

async function makeCallers(cluster: Cluster, name: string): Promise<Caller[]> {
  const access = await openAccess(await cluster.databaseUrl());
  try {
    const callers: Caller[] = [];
    for (let number = 0; number < freeCallers + limitedCallers; number++) {
      const isLimited = number >= freeCallers;
      const email = `${isLimited ? "limited" : "free"}-${number}-${name}@example.com`;
      const limits = { requestsPerMinute: isLimited ? limit : 1_000_000, requestsPerMonth: 100_000_000 };
      const { key } = await createKey(access, { email, plan: "standard", ...limits, now: new Date() });
      callers.push({ account: email, key, limit: isLimited ? limit : null });
    }
    return callers;
  } finally {
    await access.close();
  }
}

async function chargesOf(cluster: Cluster, callers: readonly Caller[]): Promise<Map<string, number>> {
  const primary = await cluster.primary();
  const rows = await primary.query<{ email: string; used: string }>(
    "select email, sum(used)::text as used from period_uses group by email",
    "gradeline",
  );
  const used = new Map(rows.map((row) => [row.email, Number(row.used)]));
  return new Map(callers.map(({ account }) => [account, used.get(account) ?? 0]));
}

/** Looks at pages that need no sign-in, at every node, as somebody without a key. */
function watchPages(cluster: Cluster, asking: Callers) {
  const paths = ["/", "/docs", "/coverage"];
  const seen: { path: string; status: number | null; atMs: number }[] = [];
  let isOver = false;
  const look = (path: string): Promise<number | null> =>
    new Promise((resolve) => {
      const request = get(`${cluster.front.url}${path}`, { rejectUnauthorized: false, agent: false }, (response) => {
        response.resume();
        response.on("close", () => resolve(response.statusCode ?? null));
      });
      request.setTimeout(10_000, () => request.destroy());
      request.on("error", () => resolve(null));
    });
  const watching = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const path = paths[turn % paths.length] as string;
      const atMs = asking.nowMs();
      seen.push({ path, status: await look(path), atMs });
      // A network may look at sixty pages a minute.
      await sleep(2_500);
    }
  })();
  return {
    seen,
    async stop() {
      isOver = true;
      await watching;
    },
  };
}

/** Writes that are confirmed must be there at the end, whatever was killed. */
async function startWriting(cluster: Cluster) {
  const node = cluster.nodes[0] as NodeMachine;
  const screen = join(cluster.folder, "confirmed.log");
  writeFileSync(screen, "");
  await (await cluster.primary()).query(
    "drop table if exists confirmed_writes; create table confirmed_writes (number integer);",
    "gradeline",
  );
  const url = node.settings().DATABASE_URL ?? "";
  const words = [process.execPath, join(import.meta.dirname, "rig/writer.ts"), url];
  const writer: Running = run({ place: node.place, words, screen });
  const confirmed = (): number[] => readFileSync(screen, "utf8").split("\n").filter(Boolean).map(Number);
  return {
    confirmed: () => confirmed().length,
    stop: () => writer.end(2_000),
    async lost(): Promise<number> {
      const rows = await (await cluster.primary()).query<{ number: number }>(
        "select number from confirmed_writes",
        "gradeline",
      );
      const kept = new Set(rows.map(({ number }) => number));
      return confirmed().filter((number) => !kept.has(number)).length;
    },
  };
}
