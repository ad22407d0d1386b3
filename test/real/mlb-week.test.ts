/**
 * The week of 5 to 12 July 2026: 362 captures of The Odds API with the results of MLB StatsAPI. It has doubleheaders, a
 * postponed game, ids that live on beside new ones, and starts that move.
 */
import assert from "node:assert/strict";
import { beforeAll, describe, test } from "vitest";
import { tablesOf } from "../../src/database/engine.ts";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { explainGame } from "../../src/operate/explain.ts";
import { evidenceProblems } from "../contract/evidence.ts";
import { gameOf } from "../oracle/computed/game.ts";
import { oddsRows } from "../oracle/computed/periods.ts";
import { captureOf } from "../oracle/computed/quotes.ts";
import { publishedValues } from "../support/published.ts";
import { skipIf } from "../support/skip-if.ts";
import { inputs } from "./planted/sports.ts";
import * as input from "./real-data.ts";

/**
 * Events that are no game's, found by reading the files by hand: each stands beside the true event of its game, or its
 * game was postponed.
 */
const ghosts: Readonly<Record<string, string>> = {
  f308816130f3: "MIL at PIT of 10 July, which rain moved five times and then postponed",
  "67b475b53f03": "MIL at PIT at 23:00 on 11 July, with two books, for half an hour",
  de762a91cec8: "MIL at PIT at 04:50 on 11 July, with one book, for a quarter of an hour",
  "7ada99a98931": "CHC at BAL of 9 July at 22:36, before it was moved to 17:35",
  ad52c7b31085: "CHC at BAL of 8 July in its late innings, as if it were to start at 02:17",
};

const isGhost = (event: string): boolean => ghosts[event.slice(0, 12)] !== undefined;

/** The quotes of each final's own event, by gamePk: of those that are no ghosts, the one that starts nearest. */
function ownQuotes(finals: readonly GameRecord[], all: readonly QuoteRecord[]): Map<string, readonly QuoteRecord[]> {
  const byEvent = [...Map.groupBy(all, ({ event_id: id }) => id)].filter(([id]) => !isGhost(id));
  return new Map(
    finals.map(({ game_id: gamePk, home, away, start_time: start }) => {
      const distance = (quotes: readonly QuoteRecord[]) =>
        Math.abs(Date.parse(quotes.at(-1)?.start_time ?? "") - Date.parse(start ?? ""));
      const [nearest] = byEvent
        .filter(([, [first]]) => first?.home === home && first.away === away)
        .sort(([, one], [, other]) => distance(one) - distance(other));
      return [gamePk, nearest?.[1] ?? []];
    }),
  );
}

describe("MLB week of July 2026, real input", skipIf(input.withoutRealData), () => {
  const real = input.publishedBefore(inputs.mlb.results, inputs.mlb.odds);
  let idOf: ReadonlyMap<string, string>;
  let finals: readonly GameRecord[];
  let own: ReadonlyMap<string, readonly QuoteRecord[]>;

  beforeAll(async () => {
    idOf = await input.publishedIds(real.database, "mlb-statsapi");
    finals = input.gamesOf(inputs.mlb.results()).filter(({ status }) => status === "final");
    const quotes = [...inputs.mlb.odds()].flatMap(({ record }) => (record?.type === "quote" ? [record] : []));
    own = ownQuotes(finals, quotes);
  });

  const published = (gamePk: number | string) => {
    const game = real.archive.games.get(idOf.get(`mlb:${gamePk}`) ?? "");
    assert.ok(game, `${gamePk} is not published`);
    return game;
  };

  test("every one of the 112 finals is listed once, with 10 or more books, and none is an exception", () => {
    assert.equal(finals.length, 112);
    assert.equal(new Set(finals.map(({ game_id: gamePk }) => published(gamePk).id)).size, 112);
    assert.equal(real.archive.games.size, 112);
    for (const { gamePk, score } of input.mlbScores()) {
      const { away, home } = published(gamePk).game;
      assert.equal(`${away.score} - ${home.score}`, score);
    }
    const few = [...real.archive.games.values()].filter(({ odds }) => odds.length < 10);
    assert.deepEqual(
      few.map(({ id }) => id),
      [],
    );
  });

  test("each of 112 of the 117 events is one game's own, so that five are left", () => {
    const events = new Set([...own.values()].map(([first]) => first?.event_id));
    assert.equal(events.size, 112);
    assert.ok(!events.has(undefined));
  });

  test("every open and close of every book is what the oracle makes of the game's own event, but for one that is in doubt", async () => {
    assert.deepEqual(
      await input.doubtedQuotes(real.database),
      ["moneyline", "spread", "total"].map((market) => `MLB-20260709-CHC-BAL fanduel ${market}`),
    );
    let rows = 0;
    for (const record of finals) {
      const { id, odds } = published(record.game_id);
      const isSound = ({ book }: { readonly book: string }) => id !== "MLB-20260709-CHC-BAL" || book !== "fanduel";
      const wanted = oddsRows(gameOf(record, (own.get(record.game_id) ?? []).map(captureOf)));
      assert.deepEqual(odds.filter(isSound), wanted.filter(isSound), id);
      rows += wanted.length;
    }
    assert.ok(rows >= 1_120, `${rows} rows`);
  });

  test("the two doubleheaders are two games each, and no line of one game is the other's", () => {
    const ids = [...real.archive.games.keys()].filter((id) => /20260707-MIL-STL|20260711-MIL-PIT/.test(id));
    assert.deepEqual(ids.sort(), [
      "MLB-20260707-MIL-STL",
      "MLB-20260707-MIL-STL-2",
      "MLB-20260711-MIL-PIT",
      "MLB-20260711-MIL-PIT-2",
    ]);
    const closes = ids.map(
      (id) => real.archive.games.get(id)?.odds.find(({ book }) => book === "draftkings")?.moneyline,
    );
    assert.equal(new Set(closes.map((close) => JSON.stringify(close))).size, 4);
  });

  test("captures at or after the first pitch are refused, and nothing else is", () => {
    const { refused } = real.reports[1] ?? assert.fail();
    assert.deepEqual(Object.keys(refused), ["at-or-after-start"]);
  });

  const explain = async (gameId: string) => {
    const explained = await explainGame(real.database, gameId, input.importedMs);
    assert.ok(explained.outcome === "explained", gameId);
    return explained.explanation;
  };

  test("the explanation of every game names its own event as the one that was taken, and every published number", async () => {
    const values = new Map((await publishedValues(real.database)).map((game) => [game.facts.game_id, game]));
    for (const { game_id: gamePk } of finals) {
      const archived = published(gamePk);
      const explanation = await explain(archived.id);
      assert.equal(explanation.state, "published", archived.id);
      const event = own.get(gamePk)?.[0]?.event_id ?? "";
      const taken = explanation.events.filter((event) => event.taken).map((event) => event.event_id);
      assert.deepEqual(taken, [event], archived.id);
      const game = values.get(archived.id) ?? assert.fail(archived.id);
      assert.deepEqual(evidenceProblems(game, explanation.evidence), []);
    }
  });

  test("each of the five ghosts is told of where a person would look for it, with the reason why it is not taken", async () => {
    const reasons = new Map<string, string>();
    for (const { game_id: gamePk } of finals) {
      for (const { event_id: eventId, taken: isTaken, reason } of (await explain(published(gamePk).id)).events) {
        if (isGhost(eventId)) reasons.set(eventId.slice(0, 12), `${isTaken ? "taken: " : ""}${reason}`);
      }
    }
    assert.deepEqual([...reasons.keys()].sort(), Object.keys(ghosts).sort());
    assert.match(reasons.get("f308816130f3") ?? "", /^no game of these teams on that day is known/);
    assert.match(reasons.get("67b475b53f03") ?? "", /^left the list long before its start/);
    assert.match(reasons.get("de762a91cec8") ?? "", /^left the list long before its start/);
    assert.match(reasons.get("7ada99a98931") ?? "", /^left the list long before its start/);
    assert.match(reasons.get("ad52c7b31085") ?? "", /^its start is not near enough/);
  });

  test("the All-Star Game, which the provider lists as baseball_mlb, is refused and gives no event", async () => {
    await using other = await input.openScratch();
    const files = input.realFiles("the-odds-api", "mlb-2026-07");
    const { refused } = await other.take(input.oddsApiItems(files, "mlb"));
    const tables = tablesOf<{ ledger_events: { start_ms: number } }>(other.database.kysely);
    const events = await tables.selectFrom("ledger_events").select("start_ms").execute();
    assert.ok((refused["unknown-team"]?.count ?? 0) > 0, JSON.stringify(refused));
    const [from, to] = [Date.parse("2026-07-13T12:00:00Z"), Date.parse("2026-07-16T12:00:00Z")];
    assert.deepEqual(
      events.filter(({ start_ms: at }) => at >= from && at < to),
      [],
    );
  });
});
