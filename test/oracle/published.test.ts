/**
 * What callers have had since the first release, made again of the feed's records: the oracle that judges the new endpoints
 * agrees with it, so both rest on the same lines.
 */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import { walk } from "../support/api.ts";
import { periodLines } from "../support/oracle/agreed.ts";
import { consensusOf, periodOddsRows } from "../support/oracle/periods.ts";
import { openOracleSample } from "../support/oracle/sample.ts";
import { sampledSports } from "../support/sports.ts";

const sample = await openOracleSample();
afterAll(() => sample[Symbol.asyncDispose]());

for (const sport of sampledSports) {
  const games = sample.games[sport];

  test(`games of ${sport}: identity, start, score and consensus are what the feed's records say`, async () => {
    const { rows } = await walk(sample.api, `/v1/games?sport=${sport}`, 1000);
    const found = (rows as Game[]).map(({ home, away, consensus, ...game }) => ({
      keys: [game.game_id, game.sport, game.season, game.season_type, game.week, game.game_date, game.start_time],
      teams: [home.abbreviation, away.abbreviation],
      score: [home.score, away.score],
      consensus,
    }));
    const wanted = games.map(({ keys: { home, away, ...keys }, score, ...game }) => {
      const consensus = consensusOf(periodLines({ ...game }, "game"));
      const { over_juice_open: _, under_juice_open: __, ...total } = consensus?.total ?? { total: null };
      return {
        keys: Object.values(keys),
        teams: [home, away],
        score: [score.home, score.away],
        consensus: consensus === null ? null : { ...consensus, total },
      };
    });
    assert.deepEqual(found, wanted);
  });

  test(`odds of ${sport}: every book's open and close is what the feed's records say`, async () => {
    const { rows } = await walk(sample.api, `/v1/odds?sport=${sport}&from=2020-01-01`, 1000);
    const found = (rows as OddsRow[]).map(({ game_id, book, moneyline, spread, total }) =>
      [game_id, book, Object.values(moneyline), Object.values(spread), Object.values(total)].join(),
    );
    const wanted = games.flatMap((game) => {
      const lines = periodLines(game, "game");
      const books = new Set(Object.values(lines).flatMap(({ books: ofMarket }) => ofMarket.map(({ book }) => book)));
      return [...books].map((book) => {
        const [moneyline, spread, total] = (["moneyline", "spread", "total"] as const).map((market) => {
          const own = lines[market].books.find((each) => each.book === book);
          const { open = null, close = null } = own ?? {};
          const prices = [open?.first, close?.first, open?.second, close?.second];
          return market === "moneyline" ? prices : [open?.line, close?.line, ...prices];
        });
        return [game.keys.game_id, book, moneyline, spread, total].join();
      });
    });
    assert.deepEqual(found.toSorted(), wanted.toSorted());
  });

  test(`details of ${sport}: period scores and the periods' odds are what the feed's records say`, async () => {
    for (const game of games) {
      const { body } = await sample.api.get(`/v1/games/${game.keys.game_id}`);
      const { period_scores, period_odds } = body.data as GameDetail;
      assert.deepEqual(period_scores, game.periodScores, game.keys.game_id);
      assert.deepEqual(
        period_odds.map(({ period, book_id, book, moneyline, spread, total }) =>
          [period, book_id, book, Object.values(moneyline), Object.values(spread), Object.values(total)].join(),
        ),
        periodOddsRows(game).map(({ period, book_id, book, moneyline, spread, total }) => {
          const { home_juice_open: _, away_juice_open: __, ...ofSpread } = spread;
          const { over_juice_open: ___, under_juice_open: ____, ...ofTotal } = total;
          return [
            period,
            book_id,
            book,
            Object.values(moneyline),
            Object.values(ofSpread),
            Object.values(ofTotal),
          ].join();
        }),
        game.keys.game_id,
      );
    }
  });
}
