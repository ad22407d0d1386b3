/**
 * What those who ask for computed answers do to those who read lists: a server is asked in turns in peace and under a mixed attack
 * of searches, trends and pages, each within its limits [D-54].
 */
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type SampleOptions, sampleRecords } from "../../sample/src/sample.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { plenty } from "../support/access.ts";
import { startServing } from "../support/serving-process.ts";
import type { Bench } from "./bench.ts";
import { median } from "./http/statistics.ts";

export type Attacked = {
  /** The 99th percentile of a list, in milliseconds, in each round. */
  readonly calmMs: readonly number[];
  readonly underAttackMs: readonly number[];
  /** How many of the attack's requests were answered, and how many were told that too much is computed. */
  readonly answered: number;
  readonly refused: number;
};

const readers = 4;
const roundMs = 4_000;

export const benchAttack: Bench = async (folder, print) => {
  const { calmMs, underAttackMs, answered, refused } = await attack(`${folder}/attack.db`, "full", 5);
  const [calm, under] = [median(calmMs), median(underAttackMs)];
  print(
    `p99 of a list ${calm.toFixed(1)} ms in peace, ${under.toFixed(1)} ms under attack (${(under / calm).toFixed(1)} times); ` +
      `of the attack ${answered} answered, ${refused} refused`,
  );
};

/** @param rounds each has a time in peace and a time under attack. */
export async function attack(
  databaseUrl: string,
  extent: NonNullable<SampleOptions["extent"]>,
  rounds: number,
): Promise<Attacked> {
  const [reader = "", ...attackers] = await fill(databaseUrl, extent);
  const serving = startServing({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "silent",
    TRUST_PROXY: "127.0.0.1",
    EXPLORE_SEASONS: "all",
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const found = { calmMs: [] as number[], underAttackMs: [] as number[], answered: 0, refused: 0 };
  try {
    const url = await serving.url;
    const ask = (path: string, headers: Readonly<Record<string, string>>) => timed(agent, `${url}${path}`, headers);
    await read(ask, reader);
    for (let round = 0; round < rounds; round++) {
      found.calmMs.push(percentile99(await read(ask, reader)));
      const end = new AbortController();
      const under = beginAttack(ask, attackers, round, end.signal);
      found.underAttackMs.push(percentile99(await read(ask, reader)));
      end.abort();
      const statuses = await under;
      found.answered += statuses.filter((status) => status === 200).length;
      found.refused += statuses.filter((status) => status === 503 || status === 429).length;
    }
    return found;
  } finally {
    agent.destroy();
    await serving.close();
  }
}

/** @returns keys of six accounts: a reader and five attackers. */
async function fill(url: string, extent: NonNullable<SampleOptions["extent"]>): Promise<readonly string[]> {
  const database = await openDatabase(url);
  const at = new Date().toISOString();
  await importItems(
    database,
    sampleRecords({ seed: 1, extent }).map((record) => ({ record })),
    at,
  );
  await publish(database, { all: false, acceptRemovals: false, publishedAt: at });
  await database.close();
  const access = await openAccess(url);
  const keys: string[] = [];
  for (let account = 0; account < 6; account++) {
    const made = { email: `a${account}@example.com`, plan: "standard", ...plenty, now: new Date() } as const;
    keys.push((await createKey(access, made)).key);
  }
  await access.close();
  return keys;
}

type Ask = (path: string, headers: Readonly<Record<string, string>>) => Promise<{ status: number; ms: number }>;

/** Readers of one list after another, with pauses as programs have them. */
async function read(ask: Ask, key: string): Promise<readonly number[]> {
  const untilMs = performance.now() + roundMs;
  const times: number[] = [];
  const reader = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      const { status, ms } = await ask("/v1/odds?sport=nfl&season=2025&limit=100", { "x-api-key": key });
      if (status !== 200) throw new Error(`the reader was answered with ${status}`);
      times.push(ms);
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  return times;
}

/**
 * As much as the limits of plans and networks allow: searches of one address, sets of five accounts with changing counts and filters, sets of all books, pages of ten addresses.
 */
async function beginAttack(
  ask: Ask,
  keys: readonly string[],
  round: number,
  end: AbortSignal,
): Promise<readonly number[]> {
  const statuses: number[] = [];
  let count = 1000 * round;
  const again = async (
    pauseMs: number,
    next: (count: number) => readonly [path: string, headers: Record<string, string>],
  ) => {
    while (!end.aborted) {
      const [path, headers] = next(++count);
      statuses.push((await ask(path, headers)).status);
      await sleep(pauseMs);
    }
  };
  const key = (each: number) => ({ "x-api-key": keys[each % keys.length] as string });
  const from = (host: number) => ({ "x-forwarded-for": `10.0.${host}.1`, accept: "text/html" });
  const words = "ab ac ad ae af ag ah ai".split(" ").join("+");
  await Promise.all([
    ...Array.from({ length: 3 }, () => again(100, () => [`/docs/search?q=${words}`, from(200)])),
    ...keys.flatMap((_, each) => [
      again(1000, (n) => [`/v1/trends?sport=ncaaf&group_by=line&tries=${1 + (n % 9_000)}`, key(each)]),
      again(1000, (n) => [`/v1/trends?sport=ncaaf&group_by=line&min_line=${-30 + (n % 600) / 10}`, key(each)]),
    ]),
    again(500, (n) => [`/v1/trends?sport=nba&group_by=book&min_line=${-30 + (n % 600) / 10}`, key(0)]),
    ...Array.from({ length: 10 }, (_, host) =>
      again(1000, (n) => [`/?sport=nfl&bet_type=spread&min_line=${-20 + (n % 400) / 10}`, from(host)]),
    ),
  ]);
  return statuses;
}

function timed(agent: Agent, url: string, headers: Readonly<Record<string, string>>): ReturnType<Ask> {
  const begunMs = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (answer: IncomingMessage) => {
      answer.resume();
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - begunMs }));
    });
    sent.on("error", reject);
    sent.setTimeout(60_000, () => sent.destroy(new Error(`no answer to ${url}`)));
    sent.end();
  });
}

function percentile99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
