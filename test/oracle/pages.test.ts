/** Every page of the lists, of every game of the sample's slice, in JSON and CSV, is what the oracle says. */
import { afterAll, beforeAll, describe, test } from "vitest";
import { betRows } from "../support/oracle/bets.ts";
import { assertCsvPages, assertJsonPages } from "../support/oracle/compare.ts";
import { idRows, type OracleGame } from "../support/oracle/game.ts";
import { periodOddsRows, periodRows } from "../support/oracle/periods.ts";
import { type OracleSample, openOracleSample } from "../support/oracle/sample.ts";
import { snapshotRows } from "../support/oracle/snapshots.ts";
import { sampledSports } from "../support/sports.ts";

let sample: OracleSample;
beforeAll(async () => {
  sample = await openOracleSample();
});
afterAll(() => sample[Symbol.asyncDispose]());

type List = { readonly path: string; readonly query: string; readonly rowsOf: (game: OracleGame) => object[] };

const lists: readonly List[] = [
  { path: "/v1/bets", query: "&book=all", rowsOf: betRows },
  { path: "/v1/periods", query: "", rowsOf: periodRows },
  { path: "/v1/snapshots", query: "", rowsOf: snapshotRows },
  { path: "/v1/period_odds", query: "", rowsOf: periodOddsRows },
  { path: "/v1/ids/games", query: "", rowsOf: idRows },
];

for (const { path, query, rowsOf } of lists) {
  describe(path, () => {
    for (const sport of sampledSports) {
      const url = `${path}?sport=${sport}&from=2020-01-01${query}`;

      test(`every row of ${sport} in JSON is what the oracle says, in its order`, async () => {
        await assertJsonPages(sample.api, url, sample.games[sport].flatMap(rowsOf), 997);
      });

      test(`every row of ${sport} in CSV is what the oracle says, in its order`, async () => {
        const wanted = sample.games[sport].flatMap(rowsOf);
        // A row in which nothing is missing has every column.
        const shape = wanted.find((row) => !("consensus" in row) || row.consensus !== null) ?? {};
        await assertCsvPages(sample.api, url, { wanted, shape }, 1000);
      });
    }
  });
}
