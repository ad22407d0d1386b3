/** ESPN's site API: scoreboards, single events and summaries of every sport. Its odds are not read. */

import type { FeedItem, Source } from "../feed-item.ts";
import { isObject, type JsonObject, parseJson } from "../json-text.ts";
import { problem, refused } from "../problem.ts";
import { InputError } from "../refusals.ts";
import { UndecidedGames } from "../undecided.ts";
import { gameItem } from "../validate.ts";
import { type EspnEntry, espnGame, sportOfEspn, undecidedEspn } from "./espn-game.ts";

/** One item a game, which counts under the sport that its own `uid` names, and one a season with undecided games. */
export function* readEspn(payload: unknown, source: Source): Generator<FeedItem> {
  const { file, nowMs } = source;
  const undecided = new UndecidedGames("espn");
  // Some recorders keep an answer as JSON inside a JSON string.
  const answer = typeof payload === "string" ? parseJson(payload, file) : payload;
  for (const [index, entry] of entriesOf(answer, file).entries()) {
    const id = entry?.event.id;
    const where = { file, record: id === undefined ? `event ${index + 1}` : `game ${String(id)}` };
    if (entry === null) yield refused(where, problem("malformed", "is no event with one competition"));
    else {
      yield gameItem(() => espnGame(entry), where, nowMs);
      undecided.add(undecidedEspn(entry));
    }
  }
  yield* undecided.items(source);
}

function entriesOf(answer: unknown, file: string): readonly (EspnEntry | null)[] {
  if (!isObject(answer)) throw new InputError(file, "is not an answer of ESPN: not an object");
  const { events, header, gameInfo } = answer;
  if (Array.isArray(events)) return events.map((event) => entryOf(event, answer, null));
  if (isObject(header)) return [entryOf(header, {}, isObject(gameInfo) ? gameInfo : {})];
  if (sportOfEspn(answer) !== null) return [entryOf(answer, {}, null)];
  throw new InputError(file, "is not a scoreboard, event or summary of ESPN");
}

/** @param info what a summary says of place and officials; null in other answers. */
function entryOf(event: unknown, board: JsonObject, info: JsonObject | null): EspnEntry | null {
  if (!isObject(event) || !Array.isArray(event.competitions)) return null;
  const competition: unknown = event.competitions[0];
  return isObject(competition) ? { event, competition, board, info: info ?? {} } : null;
}
