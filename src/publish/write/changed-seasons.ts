/**
 * The seasons of one sport that a publish changes: it collects the games that are new, different or gone, and then writes the files
 * of each season anew in which a value is another one. Whether one is, is decided by the values alone.
 */
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { SeasonEntry } from "../../release/manifest.ts";
import { type PublishedGame, seasonOfPublished } from "../../release/published-games.ts";
import { compareKeys } from "../../release/season-table.ts";
import { writeSeason } from "../../release/season-values.ts";
import type { GameValues, SeasonValues } from "../../release/values.ts";
import { SeasonMap } from "../season-map.ts";
import type { GameSpeakers } from "./game-speakers.ts";
import type { ReleaseBefore } from "./release-before.ts";

/** A game whose values may be others now. */
export type NewGame = {
  readonly gameId: string;
  readonly row: PublishedGame;
  /** Null: the game was not published before. */
  readonly before: PublishedGame | null;
  readonly values: GameValues;
  readonly speakers: GameSpeakers;
};

/** A game that is published no longer. */
export type GoneGame = { readonly gameId: string; readonly before: PublishedGame };

/** A game of which callers see something else now. */
export type GameChange = {
  readonly game: NewGame | GoneGame;
  /** Null for values that there were not, or that are damaged. */
  readonly before: GameValues | null;
};

export type WrittenSeason = { readonly entry: SeasonEntry | null; readonly games: readonly GameValues[] };

export class ChangedSeasons {
  readonly #before: ReleaseBefore;
  /** In the order in which they came. */
  readonly #games: (NewGame | GoneGame)[] = [];
  /** Games that are as before, of seasons whose files are damaged. */
  readonly #same = new SeasonMap<GameValues[]>();

  constructor(before: ReleaseBefore) {
    this.#before = before;
  }

  add(game: NewGame | GoneGame): void {
    this.#games.push(game);
  }

  /** Keeps the values of a game, where its season has to be written anew of them. */
  addSame(values: GameValues): void {
    if (!this.#before.isDamaged(values.facts)) return;
    const kept = this.#same.get(values.facts) ?? [];
    this.#same.set(values.facts, kept);
    kept.push(values);
  }

  /** Every game of which a value is another one, in the order in which they came. @throws ReleaseDamaged */
  async changes(): Promise<GameChange[]> {
    const found: GameChange[] = [];
    for (const game of this.#games) {
      let before: GameValues | null = null;
      for (const season of seasonsOf(game)) before ??= await this.#before.game(season, game.gameId);
      if (!("values" in game) || before === null || !isDeepStrictEqual(before, game.values))
        found.push({ game, before });
      else this.addSame(game.values);
    }
    return found;
  }

  /**
   * Writes the files of the seasons in which a value is another one, or whose files are damaged.
   * @returns their entries, null for a season that has no game any more, and the values that they have now.
   */
  async write(
    connection: Transaction<AnyTables>,
    revision: number,
    changes: readonly GameChange[],
  ): Promise<SeasonMap<WrittenSeason>> {
    const games = changes.map(({ game }) => game);
    const touched = new SeasonMap(games.flatMap(seasonsOf).map((season) => [season, null]));
    for (const season of this.#same.keys()) touched.set(season, null);
    const written = new SeasonMap<WrittenSeason>();
    for (const season of touched.keys()) {
      const values = await this.#after(season, games);
      const isGone = values.games.length === 0;
      // A season that was damaged, and has the values of before again, is of the revision of before.
      const isSame = !games.some((game) => seasonsOf(game).some((each) => isOf(each, season)));
      const changed = isSame ? (this.#before.entry(season)?.revision ?? revision) : revision;
      const entry = isGone ? null : await writeSeason(connection, values, changed);
      written.set(season, { entry, games: values.games });
    }
    return written;
  }

  async #after(season: SeasonKey, changed: readonly (NewGame | GoneGame)[]): Promise<SeasonValues> {
    const before = (await this.#before.season(season))?.games ?? this.#same.get(season) ?? [];
    const games = new Map(before.map((game) => [game.facts.game_id, game]));
    for (const game of changed) {
      games.delete(game.gameId);
      if ("values" in game && isOf(game.values.facts, season)) games.set(game.gameId, game.values);
    }
    return { ...season, games: [...games.values()].sort(inOrder) };
  }
}

function isOf(game: SeasonKey, { sport, season }: SeasonKey): boolean {
  return game.sport === sport && game.season === season;
}

/** The seasons that a game is in, before and now: a rule about seasons may move it from one into another. */
function seasonsOf(game: NewGame | GoneGame): SeasonKey[] {
  const before = game.before === null ? [] : [seasonOfPublished(game.before)];
  return "values" in game ? [...before, seasonOfPublished(game.row)] : before;
}

function inOrder({ facts: one }: GameValues, { facts: other }: GameValues): number {
  return compareKeys(Date.parse(one.start_time), one.game_id, Date.parse(other.start_time), other.game_id);
}
