/** Gives a server what a load test needs: a season of games, and accounts with very high limits. */
import { createKey } from "../../src/access/keys/account-keys.ts";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { type GameSketch, idOf, publishGames, publishTeams } from "./archive.ts";
import type { Caller } from "./load.ts";

export const seasonOfLoad = 2024;

/** Makes one game a day, always between the same two teams. */
export function gamesOfLoad(count: number): readonly GameSketch[] {
  return Array.from({ length: count }, (_, day) => ({
    sport: "nfl",
    season: seasonOfLoad,
    start: new Date(Date.UTC(2024, 8, 1 + day, 17)).toISOString(),
    away: "KC",
    home: "BUF",
    week: 1,
    books: { 1: ["spread"] },
  }));
}

export type LoadArchive = {
  /** Paths of single games. */
  readonly gamePaths: readonly string[];
  /** Callers that each have their own account. */
  readonly callers: readonly Caller[];
};

export async function fillForLoad(
  databaseUrl: string,
  { games = 60, accounts = ["first@example.com", "second@example.com"] } = {},
): Promise<LoadArchive> {
  const facts = await openDatabase(databaseUrl);
  const access = await openAccess(databaseUrl);
  try {
    const sketches = gamesOfLoad(games);
    await publishTeams(facts, "nfl");
    await publishGames(facts, sketches);
    const callers: Caller[] = [];
    for (const email of accounts) {
      const limits = { requestsPerMinute: 1_000_000, requestsPerMonth: 100_000_000 };
      const { key } = await createKey(access, { email, plan: "standard", ...limits, now: new Date() });
      callers.push({ account: email, key });
    }
    return { gamePaths: sketches.map((sketch) => `/v1/games/${idOf(sketch)}`), callers };
  } finally {
    await access.close();
    await facts.close();
  }
}
