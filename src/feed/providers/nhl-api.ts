/**
 * The NHL's web API: schedules of a week, scores of a day, and of one game the landing page, the right rail and the
 * boxscore. Each tells a part: venue and city are in the landing page, line score and officials in the right rail, the
 * neutral site in the schedule. So the answers of one import are read together, and each game is one record.
 */
import type { FeedItem } from "../feed-item.ts";
import { problem, type RecordProblem, refused, type Where } from "../problem.ts";
import type { GameRecord } from "../records.ts";
import { UndecidedGames } from "../undecided.ts";
import { gameItem } from "../validate.ts";
import { nhlEntries } from "./nhl-api-answers.ts";
import { nhlGame, undecidedNhl } from "./nhl-api-game.ts";

type Answer = { readonly payload: unknown; readonly file: string };

type Held = { record: GameRecord; readonly where: Where; contradiction: RecordProblem | null };

/**
 * The refusals of the answers where they stand, then one item a game, and one a season with games whose teams are not
 * decided. `nowMs` is the clock of the import.
 */
export function* readNhlApi(answers: Iterable<Answer>, nowMs: number): Generator<FeedItem> {
  const games = new Map<string, Held>();
  const undecided = new UndecidedGames("nhl-api");
  let file = "";
  for (const { payload, file: own } of answers) {
    file = own;
    for (const { where, wrong, entry, day } of nhlEntries(payload, file)) {
      if (wrong === undefined) undecided.add(undecidedNhl(entry, day));
      const item = wrong === undefined ? gameItem(() => nhlGame(entry, day), where, nowMs) : refused(where, wrong);
      if (item.record?.type !== "game" || item.record.status in separately) yield item;
      else yield* hold(games, item.record, where);
    }
  }
  for (const { record, where, contradiction } of games.values()) {
    yield contradiction === null ? { record } : refused(where, contradiction);
  }
  yield* undecided.items({ file, nowMs });
}

/** States that are kept beside a game's others, so they are handed on as they are read. */
const separately = { postponed: true, suspended: true, cancelled: true } as const;

/** Puts what two answers say of one game together. Of two that contradict each other neither is taken. */
function* hold(games: Map<string, Held>, next: GameRecord, where: Where): Generator<FeedItem> {
  const held = games.get(next.game_id);
  if (held === undefined) {
    games.set(next.game_id, { record: next, where, contradiction: null });
    return;
  }
  const contradiction = contradictionOf(next, held.record, held.where);
  if (contradiction !== null) {
    held.contradiction = contradictionOf(held.record, next, where);
    yield refused(where, contradiction);
  } else if (held.record.status === "final" && next.status !== "final") held.record = filled(held.record, next);
  else held.record = filled(next, held.record);
}

const factsOfAFinal = ["home", "away", "home_score", "away_score", "overtime", "line_score"] as const;

function contradictionOf(game: GameRecord, other: GameRecord, { file }: Where): RecordProblem | null {
  if (game.status !== "final" || other.status !== "final") return null;
  for (const field of factsOfAFinal) {
    const [own, others] = [JSON.stringify(game[field]), JSON.stringify(other[field])];
    if (game[field] !== null && other[field] !== null && own !== others) {
      return problem("malformed", `is ${own}, and in ${file} it is ${others}`, field);
    }
  }
  return null;
}

/** A game with what another answer knows of it, unless that one has it on another day or between other teams. */
function filled(game: GameRecord, other: GameRecord): GameRecord {
  if (game.game_date !== other.game_date || game.home !== other.home || game.away !== other.away) return game;
  const isSameVenue = game.venue !== null && game.venue.venue_id === other.venue?.venue_id;
  return {
    ...game,
    neutral_site: game.neutral_site ?? other.neutral_site,
    overtime: game.overtime ?? other.overtime,
    line_score: game.line_score ?? other.line_score,
    referee: game.referee ?? other.referee,
    venue: isSameVenue && game.venue?.city === null ? other.venue : (game.venue ?? other.venue),
    ...(game.starters === undefined && other.starters !== undefined ? { starters: other.starters } : {}),
  };
}
