/** The release that a publish begins with, of which it reads only the seasons that it needs. */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import { type League, readLeague } from "../../release/league.ts";
import { damagesOfChain, type Manifest, type Release, type SeasonEntry } from "../../release/manifest.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import { readSeasonValues } from "../../release/season-values.ts";
import { damageOfFile, hasRow, readFile, storeFile } from "../../release/store.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import type { GameValues, SeasonValues } from "../../release/values.ts";
import { viewFromFiles } from "../../release/view/view-from-files.ts";
import { readView, storeView } from "../../release/view/view-store.ts";
import { SeasonMap } from "../season-map.ts";

export class ReleaseBefore {
  readonly #connection: Kysely<AnyTables>;
  readonly #entries: SeasonMap<SeasonEntry>;
  readonly #release: Release | null;
  /** Then nothing says which files the seasons of the release are. */
  readonly isLost: boolean;
  /** Seasons of which a file is not as it was written. */
  readonly #damaged = new SeasonMap<ReleaseDamaged>();
  /** What else was damaged and is good again. */
  readonly mended: string[] = [];
  #read = new SeasonMap<SeasonValues>();

  /** @param isLost whether there is a release, and its row is not as it was written. */
  constructor(connection: Kysely<AnyTables>, release: Release | null, isLost = false) {
    this.#connection = connection;
    this.#release = release;
    this.isLost = isLost;
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

  /**
   * Looks at everything that is published, before a publish of all games. What needs no values of games is mended here; seasons
   * whose files are damaged are written anew.
   */
  async findDamage(): Promise<void> {
    if (this.#release === null) return;
    for (const entry of this.entries) await this.#findDamageOf(entry);
    const [broken] = await damagesOfChain(this.#connection);
    if (broken === undefined) return;
    // Nothing is read of earlier releases, and the newest one is sound: it begins the chain anew.
    const tables = tablesOf<ReleaseTables>(this.#connection);
    await tables.deleteFrom("releases").where("revision", "<", this.#release.revision).execute();
    this.mended.push("the releases before");
  }

  async #findDamageOf(entry: SeasonEntry): Promise<void> {
    for (const name of Object.values(entry.files)) {
      const damage = await damageOfFile(this.#connection, name);
      if (damage !== null) this.#damaged.set(entry, damage);
      else if (!(await hasRow(this.#connection, name))) {
        await storeFile(this.#connection, await readFile(this.#connection, name));
      }
    }
    if (this.#damaged.has(entry)) return;
    try {
      await readView(this.#connection, entry);
    } catch (error) {
      if (!(error instanceof ReleaseDamaged)) throw error;
      await storeView(this.#connection, entry, await viewFromFiles(this.#connection, entry));
      this.mended.push(`the view of ${entry.sport} ${entry.season}`);
    }
  }

  /** The seasons of which a file is known to be damaged. */
  get damaged(): readonly SeasonKey[] {
    return this.#damaged.keys();
  }

  isDamaged(key: SeasonKey): boolean {
    return this.isLost || this.#damaged.has(key);
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
