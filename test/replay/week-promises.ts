/** What must hold of the archive after a week that was collected, read apart from the code that made it. */
import assert from "node:assert/strict";
import { openDatabase } from "../../src/database/engine.ts";
import { type Archive, type ArchivedGame, readArchive } from "../real/real-data.ts";
import { isSound } from "./bulk-import.ts";
import type { Replayed } from "./replayed.ts";
import type { KnownGame } from "./world.ts";

export async function archiveOf({ databaseUrl }: Replayed): Promise<Archive> {
  const database = await openDatabase(databaseUrl);
  return readArchive(database).finally(() => database.close());
}

type Side = { readonly name: string | null };

/** StatsAPI's rows have nicknames, which the full names end with. */
function isTeam({ name }: Side, stated: string): boolean {
  const nickname = stated === "D-backs" ? "Diamondbacks" : stated;
  return ` ${name}`.endsWith(` ${nickname}`);
}

function isGame({ game }: ArchivedGame, known: KnownGame): boolean {
  const { home, away } = game;
  return (
    game.game_date === known.date &&
    Date.parse(game.start_time) === known.startMs &&
    isTeam(home, known.home) &&
    isTeam(away, known.away) &&
    home.score === known.homeScore &&
    away.score === known.awayScore
  );
}

/** Every final is listed once, under its day and scheduled start, with its score; returns them in the order given. */
export function assertEachListedOnce(archive: Archive, finals: readonly KnownGame[]): ArchivedGame[] {
  const ofDays = new Set(finals.map(({ date }) => date));
  const near = [...archive.games.values()].filter(({ game }) => ofDays.has(game.game_date));
  return finals.map((known) => {
    const listed = near.filter((each) => isGame(each, known));
    const text = `${known.date} ${known.away} ${known.awayScore} @ ${known.home} ${known.homeScore}`;
    assert.equal(listed.length, 1, `${text} is listed ${listed.length} times`);
    return listed[0] as ArchivedGame;
  });
}

/** Of how many games an answer with odds came within so many minutes before the start: the last one before it has the closes. */
export function askedBeforeStart({ answers }: Replayed, games: readonly ArchivedGame[], minutes: number): number {
  const times = answers.filter((given) => given.endpoint === "odds" && isSound(given)).map(({ nowMs }) => nowMs);
  return games.filter(({ game }) => {
    const startMs = Date.parse(game.start_time);
    return times.some((timeMs) => timeMs < startMs && startMs - timeMs <= minutes * 60_000);
  }).length;
}
