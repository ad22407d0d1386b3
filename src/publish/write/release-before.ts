/** The release that a publish begins with, of which it reads only the seasons that it needs. */
import type { Kysely } from "kysely";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import { type League, readLeague } from "../../release/league.ts";
import type { Manifest, Release, SeasonEntry } from "../../release/manifest.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import { readSeasonFacts, readSeasonValues } from "../../release/season-values.ts";
import { damageOfFile } from "../../release/store.ts";
import type { GameFacts, GameValues, SeasonValues } from "../../release/values.ts";
import { SeasonMap } from "../season-map.ts";

export class ReleaseBefore {
  readonly #connection: Kysely<AnyTables>;
  readonly #entries: SeasonMap<SeasonEntry>;
  readonly #release: Release | null;
  /** Seasons of which a file is not what its name says. */
  readonly #damaged = new SeasonMap<null>();
  /** Other files that were damaged and are good again. */
  readonly mended: string[] = [];
  #read = new SeasonMap<SeasonValues>();

  constructor(connection: Kysely<AnyTables>, release: Release | null) {
    this.#connection = connection;
    this.#release = release;
    this.#entries = new SeasonMap((release?.manifest.seasons ?? []).map((entry) => [entry, entry]));
  }

  /** The names of the files of the sports. */
  get leagues(): Manifest["leagues"] {
    return this.#release?.manifest.leagues ?? {};
  }

  get entries(): readonly SeasonEntry[] {
    return this.#entries.entries().map(([, entry]) => entry);
  }

  entry(key: SeasonKey): SeasonEntry | null {
    return this.#entries.get(key) ?? null;
  }

  /** Hashes every file of a season, before a publish of all games: seasons whose files are damaged are written anew. */
  async findDamage(): Promise<void> {
    for (const entry of this.entries) {
      for (const name of Object.values(entry.files)) {
        if ((await damageOfFile(this.#connection, name)) !== null) this.#damaged.set(entry, null);
      }
    }
  }

  /** The seasons of which a file is known to be damaged. */
  get damaged(): readonly SeasonKey[] {
    return this.#damaged.keys();
  }

  isDamaged(key: SeasonKey): boolean {
    return this.#damaged.has(key);
  }

  /**
   * The values of a season; null where there is none, or where it is damaged and known to be.
   * @throws ReleaseDamaged when it is damaged.
   */
  async season(key: SeasonKey): Promise<SeasonValues | null> {
    const entry = this.entry(key);
    if (entry === null || this.isDamaged(key)) return null;
    const known = this.#read.get(key) ?? (await readSeasonValues(this.#connection, entry));
    this.#read.set(key, known);
    return known;
  }

  /** The values of a game. @throws ReleaseDamaged as `season` does. */
  async game(key: SeasonKey, gameId: string): Promise<GameValues | null> {
    const season = await this.season(key);
    return season?.games.find(({ facts }) => facts.game_id === gameId) ?? null;
  }

  /** The facts of a season's games; none where `season` has none. @throws ReleaseDamaged as `season` does. */
  async facts(key: SeasonKey): Promise<readonly GameFacts[]> {
    const entry = this.entry(key);
    if (entry === null || this.isDamaged(key)) return [];
    return this.#read.get(key)?.games.map(({ facts }) => facts) ?? readSeasonFacts(this.#connection, entry);
  }

  /** Lets go of the seasons that were read. */
  forget(): void {
    this.#read = new SeasonMap();
  }

  /** The teams and season rows of a sport; null where there are none, or where they are damaged. */
  async league(sport: Sport): Promise<League | null> {
    if (this.#release?.manifest.leagues[sport] === undefined) return null;
    try {
      return await readLeague(this.#connection, this.#release.manifest, sport);
    } catch (error) {
      if (!(error instanceof ReleaseDamaged)) throw error;
      this.mended.push(`the file of the teams of ${sport}`);
      return null;
    }
  }
}
