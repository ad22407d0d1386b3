/** What must hold of the archive after a week that was collected, read apart from the code that made it. */
import assert from "node:assert/strict";
import { openDatabase } from "../../src/database/engine.ts";
import { type Archive, type ArchivedGame, readArchive } from "../real/real-data.ts";
import { isSound } from "./bulk-import.ts";
import { bodyOf } from "./providers.ts";
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

type RawEvent = {
  readonly commence_time: string;
  readonly home_team: string;
  readonly away_team: string;
  readonly bookmakers: readonly { readonly markets: readonly { readonly last_update: string }[] }[];
};

const sameGameMs = 3 * 3_600_000;

/**
 * How long before the start of each game the last price was captured that somebody gave before it: minutes, by game id;
 * infinite where no answer before the start had a price of the game.
 */
export function minutesOfClose({ answers }: Replayed, games: readonly ArchivedGame[]): Map<string, number> {
  const texts = new Map<string, readonly RawEvent[]>();
  const lastMs = new Map<string, number>();
  for (const given of answers) {
    if (given.endpoint !== "odds" || !isSound(given)) continue;
    const events = texts.get(given.file ?? "") ?? (JSON.parse(bodyOf(given)) as readonly RawEvent[]);
    texts.set(given.file ?? "", events);
    for (const { id, game } of games) {
      const startMs = Date.parse(game.start_time);
      if (given.nowMs >= startMs || given.nowMs < startMs - 24 * sameGameMs) continue;
      const own = events.filter(
        (event) =>
          event.home_team === game.home.name &&
          event.away_team === game.away.name &&
          Math.abs(Date.parse(event.commence_time) - startMs) < sameGameMs,
      );
      const times = own.flatMap(({ bookmakers }) =>
        bookmakers.flatMap(({ markets }) => markets.map((market) => Date.parse(market.last_update))),
      );
      const before = times.filter((timeMs) => timeMs < startMs);
      lastMs.set(id, Math.max(lastMs.get(id) ?? Number.NEGATIVE_INFINITY, ...before));
    }
  }
  return new Map(
    games.map(({ id, game }) => [
      id,
      (Date.parse(game.start_time) - (lastMs.get(id) ?? Number.NEGATIVE_INFINITY)) / 60_000,
    ]),
  );
}
