/** The ids of games: those given before, and new ones that no other game has [D-1]. */
import { gameId } from "../../domain/game-ids.ts";
import { isWitness } from "../../domain/providers.ts";
import type { GameRecord } from "../../feed/records.ts";
import { gameRecordKey, type Identity, identityKey } from "../../ledger/tables.ts";
import type { LedgerGame } from "./assemble.ts";

export class GameIds {
  /** By `identityKey`. */
  readonly #known: Map<string, string>;
  readonly #given: Set<string>;
  readonly #fresh: Identity[] = [];
  /** New ids by game, so that asking twice gives the same id. */
  readonly #new = new WeakMap<LedgerGame, string>();

  /** @param identities as `readIdentities` gives them. */
  constructor(identities: ReadonlyMap<string, string>) {
    this.#known = new Map(identities);
    this.#given = new Set(identities.values());
  }

  /** The id that a record was published under; undefined when it was not. */
  ofRecord(record: GameRecord): string | undefined {
    return this.#known.get(identityKey(identityOf(record)));
  }

  /** The id that any of the game's records was published under, the one believed first before others. */
  ofPublished(game: LedgerGame): string | undefined {
    return game.records.map((record) => this.ofRecord(record)).find((id) => id !== undefined);
  }

  /** The id of a game: the one it was published under, else a new one, which no other game gets from here. */
  idOf(game: LedgerGame): string {
    const known = this.ofPublished(game) ?? this.#new.get(game);
    if (known !== undefined) return known;
    const [{ sport, away, home }] = game.records;
    // An id that another game was published under stays that game's: the first game of a day may come in second.
    for (let gameNumber = game.gameNumber; ; gameNumber++) {
      const id = gameId({ sport, gameDate: game.gameDate, away, home, gameNumber });
      if (this.#given.has(id)) continue;
      this.#given.add(id);
      this.#new.set(game, id);
      return id;
    }
  }

  /** The game's records keep the id from now on; those that have one keep their own, and a witness has none. */
  remember(game: LedgerGame, id: string): void {
    for (const record of game.records) {
      if (isWitness(record) || this.ofRecord(record) !== undefined) continue;
      const identity = identityOf(record);
      this.#known.set(identityKey(identity), id);
      this.#given.add(id);
      this.#fresh.push({ ...identity, game_id: id });
    }
  }

  /** The identities that `remember` has made and that the ledger does not have yet. */
  get fresh(): readonly Identity[] {
    return this.#fresh;
  }
}

function identityOf(record: GameRecord): Omit<Identity, "game_id"> {
  return { provider: record.provider, record_key: gameRecordKey(record) };
}
