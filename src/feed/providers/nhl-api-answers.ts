/** The answers of the NHL's web API, told apart by what is in them, as the games that each of them states. */
import { isObject, type JsonObject } from "../json-text.ts";
import { problem, type RecordProblem, type Where } from "../problem.ts";
import { InputError } from "../refusals.ts";

type Entry =
  | { readonly where: Where; readonly wrong?: never; readonly entry: JsonObject; readonly day: string | null }
  | { readonly where: Where; readonly wrong: RecordProblem; readonly entry?: never; readonly day?: never };

/** The games of an answer, each with the day that it is listed under. */
export function* nhlEntries(payload: unknown, file: string): Generator<Entry> {
  if (!isObject(payload)) throw new InputError(file, "is not an answer of the NHL's web API: not an object");
  const { games, gameWeek, id, homeTeam, awayTeam, linescore, seasonSeries, gameInfo } = payload;
  if (Array.isArray(games)) yield* listed(games, null, file);
  else if (Array.isArray(gameWeek)) {
    for (const day of gameWeek as readonly unknown[]) {
      if (!isObject(day) || typeof day.date !== "string" || !Array.isArray(day.games)) {
        throw new InputError(file, "is not a schedule of the NHL's web API: a day has no date or no games");
      }
      yield* listed(day.games, day.date, file);
    }
  } else if (id !== undefined && isObject(homeTeam) && isObject(awayTeam)) {
    yield { where: whereOf(payload, file, 0), entry: payload, day: null };
  } else if (Array.isArray(seasonSeries) && (isObject(linescore) || isObject(gameInfo))) {
    yield rightRail(payload, seasonSeries, file);
  } else {
    throw new InputError(file, "is not a schedule, scores, landing, boxscore or right-rail of the NHL's web API");
  }
}

function* listed(games: readonly unknown[], day: string | null, file: string): Generator<Entry> {
  for (const [index, entry] of games.entries()) {
    const where = whereOf(entry, file, index);
    if (isObject(entry)) yield { where, entry, day };
    else yield { where, wrong: problem("malformed", "is not an object") };
  }
}

function whereOf(entry: unknown, file: string, index: number): Where {
  const id = isObject(entry) ? entry.id : undefined;
  return { file, record: typeof id === "number" ? `game ${id}` : `entry ${index + 1}` };
}

/**
 * A right rail has line score and officials of a game, and does not say of which: the addresses of its reports do. The
 * game's own facts are among those of the season's series between the two teams.
 */
function rightRail(payload: JsonObject, series: readonly unknown[], file: string): Entry {
  const ids = reportedIds(payload.gameReports);
  const [id] = ids;
  if (id === undefined || ids.length > 1) {
    const detail = id === undefined ? "no report says which game this is" : `the reports are of ${ids.join(" and ")}`;
    return { where: { file, record: "right rail" }, wrong: problem("malformed", detail, "gameReports") };
  }
  const where = { file, record: `game ${id}` };
  const game = series.find((each) => isObject(each) && String(each.id) === id);
  if (!isObject(game)) {
    return { where, wrong: problem("malformed", "the game is not in the series of its teams", "seasonSeries") };
  }
  return { where, entry: { ...game, linescore: payload.linescore, gameInfo: payload.gameInfo }, day: null };
}

/** `…/htmlreports/20232024/GS020207.HTM` is a report of game 2023020207. */
function reportedIds(reports: unknown): readonly string[] {
  const ids = new Set<string>();
  for (const address of isObject(reports) ? Object.values(reports) : []) {
    const parts = /\/(\d{4})\d{4}\/[A-Z]{2}(\d{6})\.HTM$/i.exec(String(address));
    if (parts !== null) ids.add(`${parts[1]}${parts[2]}`);
  }
  return [...ids];
}
