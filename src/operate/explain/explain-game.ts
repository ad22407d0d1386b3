/** Makes the explanation of one game of what a publish knows about it. Pure. */
import { isWithinADay } from "../../domain/bounds-in-time.ts";
import { isoTime } from "../../domain/durations.ts";
import { pairOf } from "../../domain/pairs.ts";
import type { GameRecord } from "../../feed/records.ts";
import { bookIdsOf } from "../../ledger/captures.ts";
import { dateOfEvent } from "../../ledger/event-start.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import type { BuiltGame } from "../../publish/build/build-game.ts";
import type { Judgement } from "../../publish/build/compare.ts";
import { capturesOfGame } from "../../publish/build/game-captures.ts";
import { doubtWords } from "../../publish/doubt/doubts.ts";
import type { LedgerGame } from "../../publish/match/assemble.ts";
import { isGameCalledOff } from "../../publish/match/group-records.ts";
import { lastListedMs } from "../../publish/match/listed-times.ts";
import type { EventMatch } from "../../publish/match/match-events.ts";
import { digestOf } from "../../release/digest.ts";
import type { PublishedGame } from "../../release/published-games.ts";
import { explainConsensus, explainLines, explainSeries } from "./explain-lines.ts";
import { believedFields } from "./explain-records.ts";
import type { ExplainedEvent, Explanation, GameState, Grading } from "./explanation.ts";

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
  readonly leftOut: readonly string[];
  /** The records of the game, without venues that cannot be. */
  readonly possible: readonly GameRecord[];
};

export function explanationOf({
  id,
  game,
  matches,
  judged,
  decidedBy,
  before,
  leftOut,
  possible,
}: Sources): Explanation {
  const { records, gameDate, startMs } = game;
  const [first] = records;
  const built = judged?.kind === "built" ? judged.built : null;
  const captured = capturesOfGame(game, startMs ?? Number.NEGATIVE_INFINITY);
  return {
    game_id: id,
    sport: first.sport,
    away: first.away,
    home: first.home,
    game_date: gameDate,
    start_time: isoTime(startMs),
    ...stateOf(game, judged, before),
    published: before !== null,
    records,
    believed: believedFields(game, decidedBy, possible),
    events: matches.flatMap((match) => explainEvent(match, game)),
    captures: explainSeries(captured, first.home, startMs),
    lines: built === null ? [] : explainLines(built.lines, captured),
    consensus: built === null ? [] : explainConsensus(built.lines.get("full") ?? []),
    grading: built === null ? null : gradingOf(built),
    notes: [
      ...leftOut,
      ...(built?.leftOut ?? []),
      ...withheldNote(built),
      ...(built?.values.doubts ?? []).map(doubtWords),
    ],
  };
}

function withheldNote(built: BuiltGame | null): string[] {
  return built === null || built.withheld === null ? [] : [`period scores are withheld: ${built.withheld}`];
}

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
  if (judged.kind === "unsound") return { state: "left out", reason: judged.sentence };
  if (before === null) return { state: "due", reason: "the next publish lists it" };
  const isSame = digestOf(judged.built.values) === before.digest && before.pair === pairOf(game.records[0]);
  if (isSame) return { state: "published", reason: null };
  return { state: "due", reason: "something came in since it was published; the next publish takes it over" };
}

/** Nothing for an event that nobody would look for at this game. */
function explainEvent(match: EventMatch<PricedEvent, LedgerGame>, game: LedgerGame): ExplainedEvent[] {
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
      taken: isTaken,
      reason: isTaken || match.game === null ? reason : `it is that of game ${match.game.gameNumber} of the day`,
    },
  ];
}

function gradingOf({ values: { facts: game } }: BuiltGame): Grading {
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
