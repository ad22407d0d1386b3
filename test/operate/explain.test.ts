/** `gradeline explain`, on every engine: how a game came about: its records, its events, and its evidence. */
import assert from "node:assert/strict";
import { beforeAll, test } from "vitest";
import type { EvidenceRow } from "../../src/contract/lists/evidence.ts";
import type { FeedRecord, GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { resolveDispute, unresolveDispute } from "../../src/operate/decisions.ts";
import { explainGame } from "../../src/operate/explain.ts";
import { evidenceProblems } from "../contract/evidence.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { Nights } from "../support/nights.ts";
import { publishedValues } from "../support/published.ts";
import { finals, gameRecord, keepDoubtedOf, quoteRecord, quotesOf } from "../support/records.ts";
import { refused, run } from "../support/run-command.ts";

const at = "2026-08-01T00:00:00Z";
const teams = { sport: "mlb", season: 2026, home: "PIT", away: "MIL" } as const;
const utc = (time: string): string => `2026-07-${time.replace(" ", "T")}:00Z`;

const game = (id: string, start: string, changes: Partial<GameRecord> = {}): GameRecord =>
  gameRecord({ ...teams, game_id: id, game_date: utc(start).slice(0, 10), start_time: utc(start), ...changes });

const unplayed = { home_score: null, away_score: null, referee: null, venue: null } as const;

function seen(event: string, start: string, time: string, price: number, book = "draftkings"): QuoteRecord {
  return quoteRecord({
    ...teams,
    event_id: event,
    start_time: utc(start),
    seen_at: utc(time),
    captured_at: utc(time),
    book,
    market: "moneyline",
    line: null,
    home_odds: price,
    away_odds: -price,
  });
}

const records: readonly FeedRecord[] = [
  // A final of two providers, with a ghost beside its own event.
  game("a", "11 16:05", { referee: null }),
  game("a2", "11 16:05", { provider: "mlb-statsapi", referee: "P. Late", venue: null }),
  seen("own", "11 16:06", "11 04:45", 110),
  seen("own", "11 16:06", "11 16:00", 120),
  seen("own", "11 16:06", "11 17:00", 900),
  seen("own", "11 16:06", "11 15:00", 105, "unibet"),
  seen("ghost", "11 23:00", "10 23:30", 200),
  // A game that is still to be played, one that was called off, and one whose providers disagree.
  game("b", "12 16:15", { ...unplayed, status: "scheduled" }),
  seen("tomorrow", "12 16:16", "11 18:00", 130),
  game("c", "13 16:15", { ...unplayed, status: "postponed" }),
  game("d", "14 16:15", { home_score: 5, away_score: 3 }),
  game("d2", "14 16:15", { provider: "mlb-statsapi", home_score: 3, away_score: 5 }),
  seen("disputed", "14 16:16", "14 12:00", 130),
];

onSqliteDaily((engine) => {
  const nights = new Nights(engine, at);
  const { take, night, publish } = nights;

  beforeAll(async () => {
    await nights.fresh();
    const report = await take(...records);
    assert.deepEqual(Object.keys(report.refused), ["at-or-after-start"]);
    await publish();
  });

  const explain = async (id: string) => {
    const explained = await explainGame(nights.database, id, Date.parse(at));
    assert.ok(explained.outcome === "explained", id);
    return explained.explanation;
  };
  const scoresIn = (rows: readonly EvidenceRow[]) =>
    rows.flatMap(({ fact, source, value, used, rule }) =>
      fact === "score" ? [`${source} ${value} ${used ? "used" : rule}`] : [],
    );
  const asText = (id: string, ...words: readonly string[]) => run(nights.url, "explain", id, ...words);
  const asJson = async (id: string, ...words: readonly string[]) => JSON.parse(await asText(id, ...words, "--json"));

  const takenOf = ({ events }: { readonly events: readonly { taken: boolean; event_id: string }[] }) =>
    events.filter(({ taken }) => taken).map(({ event_id: id }) => id);

  test("a published game: what each provider says, and which of them is believed about what", async () => {
    const told = await asJson("mlb-20260711-mil-pit");
    assert.deepEqual(
      [told.game_id, told.state, told.reason, told.published, told.start_time],
      ["MLB-20260711-MIL-PIT", "published", null, true, "2026-07-11T16:05:00.000Z"],
    );
    assert.deepEqual(
      told.records.map(({ provider, game_id: id, status }: GameRecord) => `${provider} ${id} ${status}`),
      ["canonical a final", "mlb-statsapi a2 final"],
    );
    const used = told.evidence.filter((row: EvidenceRow) => row.used && row.book === null);
    assert.deepEqual(
      used.map(({ fact, source }: EvidenceRow) => `${fact} ${source}`),
      ["start canonical", "score canonical", "venue canonical", "official mlb-statsapi", "neutral_site canonical"],
    );
  });

  test("a published game: its events, taken or not and why, and how many captures are from before the start", async () => {
    const { events } = await asJson("MLB-20260711-MIL-PIT");
    const own = {
      event_id: "own",
      taken: true,
      reason: "of the provider's events of that day, the one that fits the game best",
      start_time: "2026-07-11T16:06:00.000Z",
      books: 2,
      captures: 4,
      before_start: 3,
      first_captured_at: "2026-07-11T04:45:00.000Z",
      last_captured_at: "2026-07-11T17:00:00.000Z",
      last_listed_at: "2026-07-11T17:00:00.000Z",
    };
    const ghost = {
      event_id: "ghost",
      taken: false,
      reason:
        "left the list long before its start, while others of these teams went on: its game was moved or called off",
      start_time: "2026-07-11T23:00:00.000Z",
      books: 1,
      captures: 1,
      before_start: 1,
      first_captured_at: "2026-07-10T23:30:00.000Z",
      last_captured_at: "2026-07-10T23:30:00.000Z",
      last_listed_at: "2026-07-10T23:30:00.000Z",
    };
    assert.equal(events.length, 2);
    assert.partialDeepStrictEqual(events, [own, ghost]);
  });

  test("games that are pending, called off or held back are explained too, with the reason", async () => {
    const pending = await asJson("MLB-20260712-MIL-PIT");
    assert.deepEqual([pending.state, pending.reason], ["pending", "canonical says that it is scheduled"]);
    assert.deepEqual([takenOf(pending), pending.evidence], [["tomorrow"], []]);
    const off = await asJson("MLB-20260713-MIL-PIT");
    assert.deepEqual([off.state, off.reason], ["called off", "canonical says that it is postponed"]);
    const held = await asJson("MLB-20260714-MIL-PIT");
    assert.deepEqual(
      [held.state, held.published, held.reason],
      ["held back", false, "canonical says 3-5, mlb-statsapi 5-3"],
    );
    assert.deepEqual(scoresIn(held.evidence), ["canonical 3-5 disputed", "mlb-statsapi 5-3 disputed"]);
  });

  test("a published game that is held back has the rows by which it stands, and those that dispute it", async () => {
    const id = "MLB-20260715-MIL-CHC";
    const own = game("e", "15 16:15", { home: "CHC", home_score: 5, away_score: 3 });
    await night(own, { ...seen("held", "15 16:15", "15 12:00", 140), home: "CHC" });
    await take({ ...own, provider: "mlb-statsapi", home_score: 6 });
    const { state, published, evidence } = await explain(id);
    assert.deepEqual([state, published], ["held back", true]);
    assert.deepEqual(scoresIn(evidence), ["canonical 3-5 used", "mlb-statsapi 3-6 disputed"]);
    assert.ok(evidence.some(({ fact, book, used }) => fact === "close" && book === "draftkings" && used));
    await publish();
    assert.deepEqual((await explain(id)).evidence, evidence);
    await night({ ...own, provider: "mlb-statsapi" });
  });

  test("a decided game has its events as before, and is due", async () => {
    const id = "MLB-20260714-MIL-PIT";
    await resolveDispute(nights.database, id, "canonical", at);
    const decided = await asJson(id);
    assert.deepEqual([decided.state, takenOf(decided)], ["due", ["disputed"]]);
    await unresolveDispute(nights.database, id, at);
  });

  test("of games of every sport it prints the rows of evidence, which have each published number", async () => {
    const all = Object.values(finals);
    await take(...all, ...all.flatMap(quotesOf));
    await keepDoubtedOf(nights.database, all);
    await publish();
    const games = await publishedValues(nights.database);
    assert.equal(games.length, 2 + all.length);
    for (const game of games) {
      const { evidence } = await explain(game.facts.game_id);
      assert.deepEqual(evidenceProblems(game, evidence), []);
    }
  });

  test("a game of which something came in since is due, and tells what the next publish will make of it", async () => {
    const id = "MLB-20260711-MIL-PIT";
    await take(seen("own", "11 16:06", "11 16:04", 125));
    const due = await explain(id);
    assert.deepEqual([due.state, due.published], ["due", true]);
    assert.equal(due.evidence.find(({ fact }) => fact === "close")?.value, "125 -125");
    await publish();
    assert.equal((await explain(id)).state, "published");
  });

  test("a person gets a screen of it, and every line and count of one book", async () => {
    const id = "MLB-20260711-MIL-PIT";
    const shown = await asText(id);
    assert.match(shown, /^ {2}game id +MLB-20260711-MIL-PIT\n/);
    assert.match(shown, /\n {2}state +published\n/);
    assert.match(shown, /\n {2}start time +2026-07-11 16:05Z\n/);
    assert.doesNotMatch(shown, / open +draftkings/);
    const close = /close +draftkings +game +moneyline +the-odds-api +125 -125 +2026-07-11 16:04Z/;
    assert.match(await asText(id, "--book", "DraftKings"), close);
    const { evidence } = await asJson(id, "--book", "draftkings");
    const told = evidence.map(({ book, fact }: EvidenceRow) => `${book} ${fact}`);
    assert.deepEqual(told, ["draftkings open", "draftkings close"]);
  });

  for (const [what, words, says] of [
    [
      "an id that nobody has stated, with those that are near",
      ["MLB-20260715-MIL-PIT"],
      /: nobody has stated a game MLB-20260715-MIL-PIT; the nearest of these teams: MLB-20260714-MIL-PIT, MLB-20260713-MIL-PIT, MLB-20260712-MIL-PIT, MLB-20260711-MIL-PIT\n$/,
    ],
    ["one of teams that have none", ["MLB-20260715-NYY-BOS-9"], /nobody has stated a game MLB-20260715-NYY-BOS-9/],
    ["a misspelled team", ["MLB-20260711-MIL-PITT"], /PITT is no team of mlb, did you mean PIT /],
    ["what is no id", ["mlb_2026-07-11 MIL@PIT"], /is no game id: it has the shape SPORT-YYYYMMDD-AWAY-HOME/],
    [
      "a strange book",
      ["MLB-20260711-MIL-PIT", "--book", "bovada"],
      /bovada has no lines of MLB-20260711-MIL-PIT; these books have some: draftkings/,
    ],
  ] as const) {
    test(`${what}: the answer says what there is`, () => refused(nights.url, ["explain", ...words], says));
  }
});
