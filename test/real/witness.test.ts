/**
 * A season of the NBA with The Odds API as a witness: no game that is right is held back. Scores of that time are nowhere to
 * be had, so the results are told under the ids, sides and starts of the provider's real events.
 */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { readOddsApiScores } from "../../src/feed/providers/the-odds-api.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { matchTeam } from "../../src/feed/team-names.ts";
import {
  easternText,
  importedMs,
  nbaItems,
  nbaRecords,
  oddsApiItems,
  openScratch,
  readRawJson,
  realFiles,
  realPath,
  withoutRealData,
} from "../support/real-data.ts";
import { skipIf } from "../support/skip-if.ts";

type OddsEvent = Readonly<Record<"id" | "commence_time" | "home_team" | "away_team", string>>;

/** Of the game of the event's day in New York and its teams; not completed where there is none. */
function scoresOf(event: OddsEvent, games: readonly GameRecord[]) {
  const [home, away] = [event.home_team, event.away_team].map((name) => matchTeam("nba", name));
  const date = easternText(Date.parse(event.commence_time)).slice(0, 10);
  const ofDay = games.filter((each) => each.game_date === date);
  const game = ofDay.find((each) => matchTeam("nba", each.home) === home && matchTeam("nba", each.away) === away);
  return { completed: game !== undefined, scores: [game?.home_score, game?.away_score] };
}

describe("a witness of a real season", skipIf(withoutRealData), () => {
  test("all 1,319 games are published beside right scores of its real events, and none beside wrong ones", async () => {
    const files = realFiles("the-odds-api", "nba-2023-24");
    // The last statement of each event counts.
    const events = new Map(
      files.flatMap((file) => readRawJson<{ data: OddsEvent[] }>(file).data).map((event) => [event.id, event]),
    );
    const results = nbaRecords(realPath("nba-results", "results_2023-24.csv"));
    const games = results.filter((record) => record.type === "game");
    const told = [...events.values()].map((event) => ({ ...event, ...scoresOf(event, games) }));
    const source = { file: "scores", nowMs: importedMs, sport: "nba", seenAt: null } as const;
    const scores = (add: number) =>
      readOddsApiScores(
        told.map(({ scores: [home, away], ...event }) => ({
          ...event,
          scores: [
            { name: event.home_team, score: String((home ?? 0) + add) },
            { name: event.away_team, score: String(away ?? 0) },
          ],
        })),
        source,
      );
    const nightWith = async (add: number) => {
      const scratch = await openScratch();
      try {
        await scratch.take(nbaItems(realPath("nba-results", "results_2023-24.csv")));
        await scratch.take(oddsApiItems(files, "nba"));
        assert.deepEqual((await scratch.take(scores(add))).summary().refused, {});
        const { games, held } = await scratch.publish();
        return [games, held.length];
      } finally {
        await scratch.close();
      }
    };
    // A game of which no odds were captured has no start, and is not listed. Some games have two events.
    assert.equal(told.filter(({ completed }) => completed).length, 1351);
    assert.deepEqual(await nightWith(0), [1319, 0]);
    assert.deepEqual(await nightWith(1), [0, 1319]);
  });
});
