/** Callers that send requests to a server continuously, with a record of each answer, and what such a server needs. */
import { Agent, get } from "node:http";
import { openDatabase } from "../../src/database/engine.ts";
import { makeKeyIn } from "../support/access.ts";
import { type GameSketch, idOf, publishGames, publishTeams } from "../support/archive.ts";

export type Caller = { readonly account: string; readonly key: string };

export type Asked = {
  readonly account: string;
  readonly path: string;
  /** Null when no complete answer came. */
  readonly status: number | null;
  readonly code: string | null;
  readonly retryAfter: string | null;
  readonly sentAtMs: number;
  readonly elapsedMs: number;
};

/** Longer than any answer may take. A request that takes this long is treated as hanging. */
const givenUpMs = 30_000;

type Headers = Readonly<Record<string, string>>;

/**
 * Each caller has one connection and requests one path after another, with a pause of `pauseMs` in between.
 * @param headersOf what is sent beside the key.
 */
export function startLoad(
  url: string,
  callers: readonly Caller[],
  pathOf: (turn: number) => string,
  pauseMs = 0,
  headersOf: (turn: number) => Headers = () => ({}),
) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers.length });
  const asked: Asked[] = [];
  const begunMs = performance.now();
  const nowMs = (): number => performance.now() - begunMs;
  let turn = 0;
  let isOver = false;
  const asking = callers.map(async ({ account, key }) => {
    while (!isOver) {
      const [path, headers] = [pathOf(turn), headersOf(turn)];
      turn += 1;
      const sentAtMs = nowMs();
      const answer = await askOnce(`${url}${path}`, { key, agent, headers });
      asked.push({ account, path, ...answer, sentAtMs, elapsedMs: nowMs() - sentAtMs });
      if (pauseMs > 0 || answer.status === null) await new Promise((resolve) => setTimeout(resolve, pauseMs || 20));
    }
  });
  return {
    /** Every request that has ended so far. */
    asked: asked as readonly Asked[],
    /** Milliseconds since the load began. */
    nowMs,
    /** Stops sending, and waits until the requests under way have ended. */
    async stop(): Promise<readonly Asked[]> {
      isOver = true;
      await Promise.all(asking);
      agent.destroy();
      return asked;
    },
  };
}

export type Answered = Pick<Asked, "status" | "code" | "retryAfter">;

type Asking = {
  readonly key?: string;
  readonly agent?: Agent;
  readonly method?: string;
  readonly headers?: Headers;
};

export function askOnce(url: string, { key, agent, method = "GET", headers = {} }: Asking = {}): Promise<Answered> {
  return new Promise((resolve) => {
    const nothing: Answered = { status: null, code: null, retryAfter: null };
    const sent = key === undefined ? headers : { ...headers, "x-api-key": key };
    const request = get(url, { headers: sent, method, ...(agent === undefined ? {} : { agent }) }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      response.on("close", () => {
        if (!response.complete) return resolve(nothing);
        const status = response.statusCode ?? 0;
        const code = status >= 400 ? (/"code":"(\w+)"/.exec(text)?.[1] ?? null) : null;
        resolve({ status, code, retryAfter: response.headers["retry-after"] ?? null });
      });
    });
    request.setTimeout(givenUpMs, () => request.destroy());
    request.on("error", () => resolve(nothing));
  });
}

/** Makes one game a day, always between the same two teams. */
export function gamesOfLoad(count: number): readonly GameSketch[] {
  return Array.from({ length: count }, (_, day) => ({
    sport: "nfl",
    season: 2024,
    start: new Date(Date.UTC(2024, 8, 1 + day, 17)).toISOString(),
    away: "KC",
    home: "BUF",
    week: 1,
    books: { 1: ["spread"] },
  }));
}

export async function fillForLoad(
  databaseUrl: string,
  { games = 60, accounts = ["first@example.com", "second@example.com"] } = {},
) {
  const sketches = gamesOfLoad(games);
  const facts = await openDatabase(databaseUrl);
  try {
    await publishTeams(facts, "nfl");
    await publishGames(facts, sketches);
  } finally {
    await facts.close();
  }
  const callers: Caller[] = [];
  for (const account of accounts) callers.push({ account, key: await makeKeyIn(databaseUrl, account) });
  // Paths of single games, and callers that each have their own account.
  return { gamePaths: sketches.map((sketch) => `/v1/games/${idOf(sketch)}`), callers };
}
