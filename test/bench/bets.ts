/**
 * Pages of bets, which are made at the request, beside pages of odds, which are slices of memory: CPU of the server for each
 * request, asked in turns over one connection. Needs Linux, where the kernel says how long each thread ran.
 */
import { Agent, get } from "node:http";
import { join } from "node:path";
import { sampleRecords } from "../../sample/src/sample.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { plenty } from "../support/access.ts";
import { startServing } from "../support/serving-process.ts";
import type { Bench } from "./bench.ts";
import { cpuNs } from "./cpu.ts";
import { median } from "./full-sample.ts";

const season = { sport: "nfl", season: 2025 } as const;
const rounds = 60;
const warmUpRounds = 10;
const requestsPerRound = 10;

const odds = "/v1/odds?sport=nfl&season=2025&limit=1000";
const bets = "/v1/bets?sport=nfl&season=2025&limit=1000";
const asks: Readonly<Record<string, string>> = {
  "1,000 odds rows, JSON": odds,
  "1,000 odds rows, CSV": `${odds}&format=csv`,
  "1,000 bets, book=all, JSON": `${bets}&book=all`,
  "1,000 bets, book=all, CSV": `${bets}&book=all&format=csv`,
  "1,000 bets of the consensus, JSON": bets,
  "1,000 bets of one type and book, JSON": `${bets}&bet_type=spread&book=draftkings`,
  "285 bets of one side of each game, JSON": `${bets}&bet_type=spread&selection=away`,
  "no bet at all, of every book": `${bets}&book=all&min_line=999`,
};

export const benchBets: Bench = async (folder, print) => {
  const databaseUrl = join(folder, "bets.db");
  const key = await fill(databaseUrl);
  const serving = startServing({ DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const base = await serving.url;
    const spent = new Map(Object.keys(asks).map((name) => [name, [] as number[]]));
    const bytes = new Map<string, number>();
    for (let round = -warmUpRounds; round < rounds; round++) {
      for (const [name, path] of Object.entries(asks)) {
        const before = cpuNs(serving.pid);
        for (let request = 0; request < requestsPerRound; request++) {
          bytes.set(name, await ask(`${base}${path}`, key, agent));
        }
        if (round >= 0) spent.get(name)?.push((cpuNs(serving.pid) - before) / requestsPerRound / 1000);
      }
    }
    for (const [name, values] of spent) {
      const unit = median(spent.get(name.endsWith("CSV") ? "1,000 odds rows, CSV" : "1,000 odds rows, JSON") ?? []);
      const size = ((bytes.get(name) ?? 0) / 1000).toFixed(0);
      const middle = median(values);
      print(`${name}: ${middle.toFixed(0)} µs of CPU (${size} kB), ${(middle / unit).toFixed(2)} of 1,000 odds rows`);
    }
  } finally {
    agent.destroy();
    await serving.close();
  }
};

/** Publishes one season, and returns a key. */
async function fill(databaseUrl: string): Promise<string> {
  const now = new Date();
  const facts = await openDatabase(databaseUrl);
  await importItems(
    facts,
    sampleRecords({ seed: 1, extent: [season] }).map((record) => ({ record })),
    now.toISOString(),
  );
  await publish(facts, { all: false, acceptRemovals: false, publishedAt: now.toISOString() });
  await facts.close();
  const access = await openAccess(databaseUrl);
  const { key } = await createKey(access, { email: "bench@example.com", plan: "standard", ...plenty, now });
  await access.close();
  return key;
}

function ask(url: string, key: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => (response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url} is refused`))));
    });
    request.on("error", reject);
  });
}
