/**
 * Real weeks of MLB and the NHL with a second source beside the league's own: no game that is right is held back. Of ESPN
 * there are few finals of these weeks, so its scoreboards are made of results that somebody else wrote down.
 */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { itemsOfFiles } from "../../src/cli/import.ts";
import { teamByAbbreviation, teamsOf } from "../../src/domain/teams/registry.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { type EspnEvent, espnBoard } from "../feed/espn.ts";
import { skipIf } from "../support/skip-if.ts";
import * as input from "./real-data.ts";

/** `2026-07-05T17:35Z`: ESPN leaves the seconds out. */
const minuteOf = (time: string): string => time.replace(":00Z", "Z");

/** The rows have nicknames, and ESPN has names. */
function nameOf(nickname: string): string {
  return teamsOf("mlb").find(({ name }) => name.endsWith(nickname))?.name ?? assert.fail(nickname);
}

/** The week as ESPN lists it: a makeup has an id of its own, and its old event stays postponed. */
function mlbBoard(): EspnEvent[] {
  const rows = input.readRawJson<input.MlbRow[]>(input.mlbWeek());
  const scores = input.mlbScores();
  const finals = rows.filter(({ status }) => status === "Final");
  return rows.flatMap((row): EspnEvent[] => {
    const { home, away } = row.teams;
    const sides = { away: nameOf(away.team), home: nameOf(home.team) };
    const about = { sport: "mlb", start: minuteOf(row.gameDate), ...sides } as const;
    if (row.status !== "Final") return [{ ...about, id: `4${row.gamePk}`, state: "STATUS_POSTPONED" }];
    const stated = scores.find(({ gamePk }) => gamePk === row.gamePk) ?? assert.fail(`${row.gamePk}`);
    const [road = 0, own = 0] = stated.score.split(" - ").map(Number);
    const ofDay = finals
      .filter((each) => each.officialDate === row.officialDate && each.teams.home.team === home.team)
      .sort((one, other) => (one.gameDate < other.gameDate ? -1 : 1));
    const note = ofDay.length === 1 ? {} : { note: `Doubleheader - Game ${ofDay.indexOf(row) + 1}` };
    return [{ ...about, id: `5${row.gamePk}`, score: [road, own], ...note }];
  });
}

async function nightOf(...lists: readonly Iterable<FeedItem>[]) {
  await using scratch = await input.openScratch();
  for (const list of lists) assert.deepEqual((await scratch.take(list)).refused, {});
  const { held } = await scratch.publish();
  return { games: (await input.readArchive(scratch.database)).games, held };
}

describe("a second source beside real results", skipIf(input.withoutRealData), () => {
  test("MLB: all 112 games of the week are published, its doubleheaders and makeups among them", async () => {
    const events = mlbBoard();
    assert.equal(new Set(events.map(({ id }) => id)).size, 114);
    for (const isFirst of [true, false]) {
      const league = itemsOfFiles("mlb-statsapi", [input.mlbWeek()], input.importedMs);
      const espn = espnBoard(input.importedMs, ...events);
      const { games, held } = await nightOf(...(isFirst ? [league, espn] : [espn, league]));
      assert.deepEqual([games.size, held], [112, []]);
    }
  });

  test("MLB: each of 112 wrong scores of ESPN holds back its own game, also of doubleheaders, and no other", async () => {
    const wrong = mlbBoard().map((event): EspnEvent => {
      const [away, home] = event.score ?? [0, 0];
      return { ...event, score: [away, home + 1] };
    });
    const { games, held } = await nightOf(
      itemsOfFiles("mlb-statsapi", [input.mlbWeek()], input.importedMs),
      espnBoard(input.importedMs, ...wrong),
    );
    assert.deepEqual([games.size, held.length, held.every(({ isDispute }) => isDispute)], [0, 112, true]);
  });

  test("NHL: every final of a recorded week is published, and the goals of its two shootouts are in both scores", async () => {
    const results = input
      .readRawText(input.realPath("nhl-results", "2025-10_2025-12.ndjson"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as GameRecord);
    const name = (abbreviation: string) => teamByAbbreviation("nhl", abbreviation)?.name ?? assert.fail(abbreviation);
    const events = results.map(
      (game): EspnEvent => ({
        sport: "nhl",
        id: game.game_id,
        start: minuteOf(game.start_time ?? ""),
        away: name(game.away),
        home: name(game.home),
        score: [game.away_score ?? 0, game.home_score ?? 0],
      }),
    );
    const recorded = input.realPath("nhl-api-web", "schedule_2025-10-07_shootouts.json.gz");
    const league = [...itemsOfFiles("nhl-api", [recorded], input.importedMs)];
    const alone = await nightOf(league);
    const { games, held } = await nightOf(league, espnBoard(input.importedMs, ...events));
    assert.deepEqual(held, []);
    assert.equal(alone.games.size, 7, "the week was not over when it was recorded");
    for (const id of alone.games.keys()) assert.ok(games.has(id), id);
    assert.equal(games.size, results.length, "none is listed twice");
  });
});
