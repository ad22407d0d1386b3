/** Games that are published behind an API, and the same games as the oracle reads them: some of every sport of the sample, or given ones. */
import assert from "node:assert/strict";
import { sampleRecords } from "../../../sample/src/sample.ts";
import type { Sport } from "../../../src/domain/sports.ts";
import { readCanonical } from "../../../src/feed/canonical.ts";
import type { FeedRecord, GameRecord, QuoteRecord } from "../../../src/feed/records.ts";
import type { FeedItem } from "../../../src/feed/refusals.ts";
import { importItems } from "../../../src/ledger/import.ts";
import { publish } from "../../../src/publish/publish.ts";
import { openApi, openPublished } from "../../support/api.ts";
import { sampledSports } from "../../support/sports.ts";
import { gameOf, inOrder, type OracleGame } from "./game.ts";
import { captureOf } from "./quotes.ts";

type Taken = { readonly game: GameRecord; readonly quotes: readonly QuoteRecord[] };

/** A season of which the first so many finals are made, and one of so many of them is taken. */
type Part = { readonly sport: Sport; readonly season: number; readonly finals: number; readonly step: number };

/** The seasons in progress of all sports, the NFL's last one to its end, and two of before 2024, when openings lack prices. */
const parts: readonly Part[] = [
  { sport: "mlb", season: 2026, finals: 900, step: 32 },
  { sport: "nfl", season: 2025, finals: 285, step: 20 },
  { sport: "nfl", season: 2026, finals: 106, step: 12 },
  { sport: "ncaaf", season: 2022, finals: 200, step: 20 },
  { sport: "ncaaf", season: 2026, finals: 300, step: 20 },
  { sport: "nba", season: 2023, finals: 400, step: 30 },
  { sport: "nba", season: 2027, finals: 58, step: 5 },
  { sport: "nhl", season: 2027, finals: 169, step: 8 },
];

/** Of rare games some are taken as well: both of a doubleheader, and those that nobody prices. */
const rareGames = 4;

/** Games and quotes as a canonical file gives them: even money is +100 there, and zero has no sign. */
export async function openOracleGames(records: readonly FeedRecord[]) {
  const lines = records.map((record) => JSON.stringify(record));
  const read = readCanonical(lines, { file: "games.ndjson", nowMs: Date.parse("2026-06-01T12:00:00Z") });
  const feed = [...read].map(({ record, refusal }) => record ?? assert.fail(JSON.stringify(refusal)));
  const api = await openPublished(feed);
  const quotes = feed.filter((record) => record.type === "quote");
  const games = feed
    .filter((record) => record.type === "game")
    .map((game) => {
      const event = `event ${game.game_id}`;
      const own = quotes.filter(({ event_id }) => event_id === event);
      return gameOf(game, own.map(captureOf), [event]);
    });
  return {
    api,
    /** In the order of the lists. */
    games: Map.groupBy(inOrder(games), ({ keys }) => keys.sport),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

export async function openOracleSample() {
  const others: FeedRecord[] = [];
  const isRare = rareOnes();
  const taken = parts.flatMap((part) =>
    [...finalGames(part, others)].filter((each, index) => isRare(each) || index % part.step === 0),
  );
  const publishedAt = "2026-10-28T12:00:00.000Z";
  const api = await openApi();
  await importItems(api.database, items(others, taken), publishedAt);
  await publish(api.database, { all: false, acceptRemovals: true, publishedAt });
  await api.shelf.refresh();
  const games = taken.map(({ game, quotes }) => gameOf(game, quotes.map(captureOf)));
  const of = (sport: Sport): OracleGame[] => inOrder(games.filter(({ keys }) => keys.sport === sport));
  return {
    api,
    /** In the order of the lists. */
    games: Object.fromEntries(sampledSports.map((sport) => [sport, of(sport)])) as unknown as Record<
      Sport,
      readonly OracleGame[]
    >,
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

/** Final games with their quotes, which follow them. Records that are neither go to `others`. */
function* finalGames({ sport, season, finals }: Part, others: FeedRecord[]): Generator<Taken> {
  let game: GameRecord | null = null;
  let quotes: QuoteRecord[] = [];
  let count = 0;
  for (const record of sampleRecords({ seed: 1, extent: [{ sport, season }] })) {
    if (record.type === "quote") quotes.push(record);
    else if (record.type !== "game") others.push(record);
    else {
      if (game?.status === "final") {
        yield { game, quotes };
        if (++count === finals) return;
      }
      game = record;
      quotes = [];
    }
  }
  if (game?.status === "final") yield { game, quotes };
}

/** Doubleheaders come in pairs of following games, and their numbers hold only where both are there. */
function rareOnes(): (each: Taken) => boolean {
  const seen = { doubleheader: 0, unpriced: 0 };
  return ({ game: { game_number }, quotes }) => {
    if (game_number !== null) return ++seen.doubleheader <= rareGames;
    return quotes.length === 0 && ++seen.unpriced <= rareGames;
  };
}

function* items(others: readonly FeedRecord[], taken: readonly Taken[]): Generator<FeedItem> {
  for (const record of others) yield { record };
  for (const { game, quotes } of taken) {
    yield { record: game };
    for (const record of quotes) yield { record };
  }
}
