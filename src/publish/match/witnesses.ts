/**
 * Witnesses: what they say of a final game is a second opinion about its score. It stands behind the records of those who
 * made it a game, so that scores that differ are a dispute, and nothing else of it is ever taken. Pure.
 */
import { hourMs } from "../../domain/durations.ts";
import type { GameRecord } from "../../feed/records.ts";
import { compareTexts, dateOfGame } from "../../ledger/game-records.ts";
import { isGameCalledOff, mirrorGame, type RecordGroup } from "./group-records.ts";

/** The same two teams do not begin on two days within this time. */
const sameGameMs = 12 * hourMs;

/**
 * The games with their witnesses. A witness's final is of the nearest game that others know to be final, and each game
 * hears a provider once; it is of none where there is no such game.
 * @param records of the same two teams.
 */
export function withWitnesses(games: readonly RecordGroup[], records: readonly GameRecord[]): RecordGroup[] {
  const finals = games.filter(
    (game) => game.records.some(({ status }) => status === "final") && !isGameCalledOff(game),
  );
  const near = records
    .filter(({ status }) => status === "final")
    .sort((a, b) => compareTexts(a.start_time ?? "", b.start_time ?? "") || compareTexts(a.game_id, b.game_id))
    .flatMap((record) => finals.map((game) => ({ record, game, distance: distanceOf(record, game) })))
    .filter(({ distance }) => distance <= sameGameMs)
    .sort((a, b) => a.distance - b.distance);
  const heard = new Map<RecordGroup, GameRecord[]>(games.map((game) => [game, []]));
  const taken = new Set<GameRecord>();
  for (const { record, game } of near) {
    const own = heard.get(game);
    if (taken.has(record) || own?.some(({ provider }) => provider === record.provider)) continue;
    taken.add(record);
    own?.push(record.home === game.records[0].home ? record : mirrorGame(record));
  }
  return games.map((game) => ({ ...game, records: [...game.records, ...(heard.get(game) ?? [])] }));
}

/** In milliseconds between the starts. A game without a start is known by its day. */
function distanceOf(record: GameRecord, { startMs, gameDate }: RecordGroup): number {
  if (startMs !== null && record.start_time !== null) return Math.abs(Date.parse(record.start_time) - startMs);
  return dateOfGame(record) === gameDate ? 0 : Number.POSITIVE_INFINITY;
}
