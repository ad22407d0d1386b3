/** Nothing in a row of a team's game is known only later: no later game has a part in it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import type { SeasonShelf } from "../../../src/query/season.ts";
import { teamGameRow } from "../../../src/query/team-games/row.ts";
import { closedAfterAll, openApi } from "../../support/api.ts";
import { denseSeasons } from "../../support/dense-seasons.ts";
import { publishRecords } from "../../support/records.ts";

const api = closedAfterAll(await openApi());
await publishRecords(api, denseSeasons());

/** The season as it was when so many of its games had begun. What columns had of later ones is noise. */
function until(season: SeasonShelf, games: number): SeasonShelf {
  const { lines } = season;
  const perGame = lines.scores.length / season.gameIds.length;
  const scores = lines.scores.map((value, at) => (at < games * perGame ? value : (7 * at) % 50));
  const firstLater = lines.from[games * lines.slots.length] as number;
  const quarters = lines.quarters.map((value, at) => (at < 2 * firstLater ? value : (5 * at) % 80));
  const noise = (column: Uint8Array) => column.map((value, game) => (game < games ? value : 1 - (value % 2)));
  return {
    ...season,
    gameIds: season.gameIds.slice(0, games),
    gameDates: season.gameDates.map((date, game) => (game < games ? date : 20_200_101)),
    neutrals: noise(season.neutrals),
    overtimes: noise(season.overtimes),
    lines: { ...lines, scores, quarters },
  };
}

test("no field of a row changes when all later games are removed", () => {
  for (const sport of ["nfl", "mlb"] as const) {
    const [previous, season] = api.shelf.current.sports[sport].seasons as readonly [SeasonShelf, SeasonShelf];
    const games = season.gameIds.length;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: games }), (known) => {
        const cut = until(season, known);
        for (let place = 0; place < 2 * known; place++) {
          assert.deepEqual(teamGameRow(cut, previous, place), teamGameRow(season, previous, place));
        }
      }),
      { numRuns: 30 },
    );
  }
});

test("what was known before a game does not change with its own result", () => {
  const [previous, season] = api.shelf.current.sports.nfl.seasons as readonly [SeasonShelf, SeasonShelf];
  const game = season.gameIds.length - 1;
  // The last game is not among those of the cut season, so that all its columns are noise.
  const noise = { ...until(season, game), gameIds: season.gameIds };
  for (const place of [2 * game, 2 * game + 1]) {
    const { before, last, meetings, last_meeting } = teamGameRow(season, previous, place);
    const other = teamGameRow(noise, previous, place);
    assert.deepEqual(
      { before, last, meetings, last_meeting },
      { before: other.before, last: other.last, meetings: other.meetings, last_meeting: other.last_meeting },
    );
    assert.notDeepEqual(other.score, teamGameRow(season, previous, place).score);
  }
});
