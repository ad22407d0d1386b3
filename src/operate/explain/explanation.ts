/** Makes the explanation of one game, the JSON of `gradeline explain`, of what a publish knows about it. Times are ISO 8601 UTC. Pure. */
import { isWithinADay } from "../../domain/bounds-in-time.ts";
import { isoTime } from "../../domain/durations.ts";
import { pairOf } from "../../domain/pairs.ts";
import type { GameRecord } from "../../feed/records.ts";
import { bookIdsOf } from "../../ledger/captures.ts";
import { dateOfEvent, type PricedEvent } from "../../ledger/events.ts";
import { doubtWords } from "../../publish/doubt/doubts.ts";
import type { Judgement } from "../../publish/grade/compare.ts";
import { firstStating } from "../../publish/grade/facts.ts";
import type { BuiltGame } from "../../publish/grade/grade-game.ts";
import { capturesOfGame } from "../../publish/grade/lines.ts";
import type { LedgerGame } from "../../publish/match/assemble.ts";
import { isGameCalledOff } from "../../publish/match/group-records.ts";
import { type EventMatch, lastListedMs } from "../../publish/match/match-events.ts";
import { digestOf, type PublishedGame } from "../../release/published-games.ts";
import { explainConsensus, explainLines, explainSeries } from "./lines.ts";

export type Explanation = ReturnType<typeof explanationOf>;

type Sources = {
  readonly id: string;
  readonly game: LedgerGame<PricedEvent>;
  /** The decisions about all events of its teams. */
  readonly matches: readonly EventMatch<PricedEvent, LedgerGame>[];
  /** The judgement of a publish about it; null when nobody says that it is final. */
  readonly judged: Judgement | null;
  /** The provider that an operator decided to believe about the score, or null. */
  readonly decidedBy: string | null;
  /** The game as it is published; null when it is not published. */
  readonly before: PublishedGame | null;
  /** The records of the game, without venues that cannot be. */
  readonly possible: readonly GameRecord[];
};

export function explanationOf({ id, game, matches, judged, decidedBy, before, possible }: Sources) {
  const { records, gameDate, startMs } = game;
  const [first] = records;
  const built = judged?.kind === "built" ? judged.built : null;
  const captured = capturesOfGame(game);
  return {
    game_id: id,
    sport: first.sport,
    away: first.away,
    home: first.home,
    game_date: gameDate,
    start_time: isoTime(startMs),
    ...stateOf(game, judged, before),
    published: before !== null,
    /** All providers' records of the game with the same home side, the one believed first at the front. */
    records,
    believed: believedFields(game, decidedBy, possible),
    /** Those that give the game its lines, and those of the same teams that a person would look for here. */
    events: matches.flatMap((match) => explainEvent(match, game)),
    /** Of the game's own events, by book, period and market. */
    captures: explainSeries(captured, startMs),
    /** Empty where the game is not built: it is not final, or is held back. */
    lines: built === null ? [] : explainLines(built.lines, captured),
    consensus: built === null ? [] : explainConsensus(built.lines.get("full") ?? []),
    grading: built === null ? null : gradingOf(built),
    /** Venues that cannot be, period scores that are withheld, and doubts. */
    notes: [
      ...(built?.leftOut ?? []),
      ...(built?.withheld == null ? [] : [`period scores are withheld: ${built.withheld}`]),
      ...(built?.values.doubts ?? []).map(doubtWords),
    ],
  };
}

/**
 * `due`: the next publish will list it, or list it otherwise. `held back`: it stays as it stood. `pending`: nobody says that it is final.
 * The reason is why the game is not published as the ledger has it; null when it is.
 */
type GameState = "published" | "due" | "held back" | "pending" | "called off";

function stateOf(
  game: LedgerGame,
  judged: Judgement | null,
  before: PublishedGame | null,
): { readonly state: GameState; readonly reason: string | null } {
  if (judged === null) {
    const said = game.records.map(({ provider, status }) => `${provider} says that it is ${status}`).join(", ");
    return { state: isGameCalledOff(game) ? "called off" : "pending", reason: said };
  }
  if (judged.kind === "held") return { state: "held back", reason: judged.held.reason };
  if (before === null) return { state: "due", reason: "the next publish lists it" };
  const isSame = digestOf(judged.built.values) === before.digest && before.pair === pairOf(game.records[0]);
  if (isSame) return { state: "published", reason: null };
  return { state: "due", reason: "something came in since it was published; the next publish takes it over" };
}

/** Nothing for an event that nobody would look for at this game. */
function explainEvent(match: EventMatch<PricedEvent, LedgerGame>, game: LedgerGame) {
  const { event, reason } = match;
  const date = dateOfEvent(event);
  const isTaken = match.game === game;
  const isNear = date !== null && isWithinADay(date, game.gameDate);
  if (!isTaken && !(isNear && (match.game === null || match.game.gameDate === game.gameDate))) return [];
  const times = event.captures.times.filter(Number.isFinite).sort();
  return [
    {
      provider: event.provider,
      event_id: event.eventId,
      away: event.away,
      home: event.home,
      start_time: isoTime(event.startMs),
      last_listed_at: isoTime(lastListedMs(event)),
      books: bookIdsOf(event.captures).size,
      captures: event.captures.series.length,
      first_captured_at: isoTime(times.at(0) ?? null),
      last_captured_at: isoTime(times.at(-1) ?? null),
      /** Whether it gives its lines to the game that is explained. */
      taken: isTaken,
      reason: isTaken || match.game === null ? reason : `it is that of game ${match.game.gameNumber} of the day`,
    },
  ];
}

function gradingOf({ values: { facts: game } }: BuiltGame) {
  return {
    home_score: game.home.score ?? 0,
    away_score: game.away.score ?? 0,
    margin_home: game.result.margin_home ?? 0,
    spread_close: game.consensus?.spread.close ?? null,
    home_covered: game.result.home_covered,
    total_close: game.consensus?.total.close ?? null,
    went_over: game.result.went_over,
    favorite: game.result.favorite,
  };
}

/** The fields that one record gives to the game, apart from start and score. */
const fields = ["week", "neutral_site", "overtime", "line_score", "venue", "referee", "weather"] as const;

/**
 * The provider whose word counts for each field of the game.
 * @param decidedBy the provider that an operator decided to believe about the score, or null.
 * @param possible the records without venues that cannot be.
 */
function believedFields({ records, startMs }: LedgerGame, decidedBy: string | null, possible: readonly GameRecord[]) {
  const [first] = records;
  const final = records.find(({ status }) => status === "final");
  const decider = records.find(({ provider }) => provider === decidedBy);
  return [
    { field: "status", provider: (final ?? first).provider, value: (final ?? first).status },
    ...scoreOf(decider ?? final),
    ...startOf(records, startMs),
    ...fields.flatMap((field) => {
      const isOfScore = field === "line_score" || field === "overtime";
      const record = isOfScore && decider?.[field] != null ? decider : firstStating(possible, field);
      return record === undefined ? [] : [{ field, provider: record.provider, value: record[field] }];
    }),
  ];
}

function scoreOf(record: GameRecord | undefined) {
  if (record === undefined) return [];
  return [{ field: "score", provider: record.provider, value: { away: record.away_score, home: record.home_score } }];
}

/** The start of a game that no record states is that of its events. */
function startOf(records: readonly GameRecord[], startMs: number | null) {
  if (startMs === null) return [];
  const value = isoTime(startMs);
  for (const field of ["actual_start_time", "start_time"] as const) {
    const record = records.find((each) => each[field] !== null && Date.parse(each[field]) === startMs);
    if (record !== undefined) return [{ field, provider: record.provider, value }];
  }
  return [{ field: "start_time", provider: "the events", value }];
}
