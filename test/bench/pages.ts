/** Pages of the full sample from a server in its own process, asked in turns: CSV beside JSON, details, 304s. */
import { spawn } from "node:child_process";
import { Agent, get, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { openAccess } from "../../src/database/engine.ts";
import { publish } from "../../src/publish/publish.ts";
import type { Bench } from "./bench.ts";
import { fullSample, median } from "./full-sample.ts";

const rounds = 300;
const warmUpRounds = 50;

type Ask = { readonly url: string; readonly ifNoneMatch?: string };
type Answer = { readonly status: number; readonly bytes: number; readonly headers: IncomingHttpHeaders };

export const benchPages: Bench = async (folder, print) => {
  const { database, url: databaseUrl } = await fullSample(folder);
  const now = new Date();
  await publish(database, { all: false, acceptRemovals: false, publishedAt: now.toISOString() });
  const access = await openAccess(databaseUrl);
  const { key } = await createKey(access, {
    email: "bench@example.com",
    plan: "standard",
    requestsPerMinute: 1_000_000,
    requestsPerMonth: 100_000_000,
    now,
  });
  await access.close();
  await database.close();
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", "..", "bin", "gradeline.js"), "serve"], {
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: "0", LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      const [, found] = /serves revision \d+ at (http:\S+)\/v1/.exec(String(chunk)) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.on("exit", (code) => reject(new Error(`serve ended with ${code}`)));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = ({ url, ifNoneMatch }: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, ...(ifNoneMatch ? { "if-none-match": ifNoneMatch } : {}) };
      const request = get(`${base}${url}`, { agent, headers }, (response) => {
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, bytes, headers: response.headers }));
      });
      request.on("error", reject);
    });

  const odds = "/v1/odds?sport=nba&season=2024";
  const { etag = "" } = (await ask({ url: `${odds}&limit=1000` })).headers;
  const periods = "sport=nba&season=2024&limit=1000";
  const detail = `/v1/games/${await firstGame(`${base}/v1/games?sport=nba&season=2024&limit=1`, key)}`;
  const asks: Readonly<Record<string, Ask>> = {
    "1,000 odds rows, JSON": { url: `${odds}&limit=1000` },
    "1,000 odds rows, CSV": { url: `${odds}&limit=1000&format=csv` },
    "100 odds rows, JSON": { url: odds },
    "100 odds rows, CSV": { url: `${odds}&format=csv` },
    "one book of many, 1,000 rows, CSV": { url: `${odds}&book=1&limit=1000&format=csv` },
    "1,000 period odds rows, JSON": { url: `/v1/period_odds?${periods}` },
    "1,000 period odds rows, CSV": { url: `/v1/period_odds?${periods}&format=csv` },
    "1,000 periods, JSON": { url: `/v1/periods?${periods}` },
    detail: { url: detail },
    "304 of 1,000 rows": { url: `${odds}&limit=1000`, ifNoneMatch: etag },
  };
  const times = new Map(Object.keys(asks).map((name) => [name, [] as number[]]));
  const sizes = new Map<string, string>();
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [name, each] of Object.entries(asks)) {
      const begun = performance.now();
      const { status, bytes } = await ask(each);
      if (round >= 0) times.get(name)?.push(performance.now() - begun);
      sizes.set(name, `${status}, ${(bytes / 1000).toFixed(1)} kB`);
    }
  }
  const unit = median(times.get("1,000 odds rows, JSON") ?? []);
  for (const [name, values] of times) {
    const middle = median(values);
    const ratio = (middle / unit).toFixed(2);
    print(`${name}: ${(middle * 1000).toFixed(0)} µs (${sizes.get(name)}), ${ratio} of 1,000 rows as JSON`);
  }
  agent.destroy();
  child.removeAllListeners("exit");
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.kill("SIGTERM");
  await ended;
};

async function firstGame(url: string, key: string): Promise<string> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  const { data } = (await answer.json()) as { data: { game_id: string }[] };
  return data[0]?.game_id ?? "";
}
