/** The path of every line of every game of the sample's slice is what the oracle says, whole and by its filters. */
import { afterAll, beforeAll, test } from "vitest";
import { assertCsvPages, assertJsonPages } from "../support/oracle/compare.ts";
import { type PathRow, pathRows } from "../support/oracle/paths.ts";
import { type OracleSample, openOracleSample } from "../support/oracle/sample.ts";
import { sampledSports } from "../support/sports.ts";

let sample: OracleSample;
beforeAll(async () => {
  sample = await openOracleSample();
});
afterAll(() => sample[Symbol.asyncDispose]());

for (const sport of sampledSports) {
  test(`every row of every path of ${sport} is what the oracle says, in its order, in JSON and in CSV`, async () => {
    for (const game of sample.games[sport]) {
      const wanted = pathRows(game);
      const url = `/v1/games/${game.keys.game_id}/lines?`;
      await assertJsonPages(sample.api, url, wanted, 211);
      const [shape] = wanted;
      if (shape !== undefined) await assertCsvPages(sample.api, url, { wanted, shape }, 1000);
    }
  });

  test(`paths of ${sport} by book, market and period are parts of the whole, in its order`, async () => {
    const [game] = sample.games[sport].filter(({ captures }) => captures.length > 0);
    if (game === undefined) throw new Error(`no game of ${sport} is priced`);
    const rows = pathRows(game);
    const check = (query: string, isAsked: (row: PathRow) => boolean) =>
      assertJsonPages(sample.api, `/v1/games/${game.keys.game_id}/lines?${query}`, rows.filter(isAsked), 7);
    for (const { book, book_id } of new Map(rows.map((row) => [row.book, row])).values()) {
      await check(`book=${book.toUpperCase()}`, (row) => row.book === book);
      await check(`book=${book_id},draftkings`, (row) => row.book === book || row.book === "draftkings");
    }
    for (const market of new Set(rows.map((row) => row.market))) {
      await check(`market=${market}`, (row) => row.market === market);
      await check(`market=${market}&book=draftkings`, (row) => row.market === market && row.book === "draftkings");
    }
    for (const period of new Set(rows.map((row) => row.period))) {
      await check(`period=${period}`, (row) => row.period === period);
      await check(`period=${period}&market=total`, (row) => row.period === period && row.market === "total");
    }
  });
}
