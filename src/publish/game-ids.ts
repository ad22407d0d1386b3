/** The ids of games: those given before, and new ones that no other game has [D-1]. */
import { gameId } from "../domain/game-ids.ts";
import type { GameRecord } from "../feed/records.ts";
import type { LedgerGame } from "../ledger/assemble.ts";
import { gameRecordKey, type Identity } from "../ledger/tables.ts";

export class GameIds {
  readonly #known: Map<string, string>;
  readonly #given: Set<string>;
  readonly #fresh: Identity[] = [];
  /** New ids by game: who asks twice is told the same. */
  readonly #new = new WeakMap<LedgerGame, string>();

  /** @param identities as `readIdentities` gives them. */
  constructor(identities: Map<string, string>) {
    this.#known = identities;
    this.#given = new Set(identities.values());
  }

  /** The id that a record was published under; undefined when it was not. */
  ofRecord(record: GameRecord): string | undefined {
    return this.#known.get(identityKey(record));
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

  /** The game's records keep the id from now on; those that have one keep their own. */
  remember(game: LedgerGame, id: string): void {
    for (const record of game.records) {
      if (this.ofRecord(record) !== undefined) continue;
      this.#known.set(identityKey(record), id);
      this.#given.add(id);
      const { provider } = record;
      this.#fresh.push({ provider, record_key: gameRecordKey(record.sport, record.game_id), game_id: id });
    }
  }

  /** What `remember` was told and the ledger does not have yet. */
  get fresh(): readonly Identity[] {
    return this.#fresh;
  }
}

function identityKey(record: GameRecord): string {
  return `${record.provider}\n${gameRecordKey(record.sport, record.game_id)}`;
}
