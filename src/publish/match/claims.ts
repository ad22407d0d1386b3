/** Decides which game of the ledger is which game of the archive, and where that is in doubt. Pure. */
import { gameId } from "../../domain/game-ids.ts";
import { isWitness } from "../../domain/providers.ts";
import type { GameRecord } from "../../feed/records.ts";
import { type Decided, nothingDecided } from "../../ledger/decisions.ts";
import type { LedgerEvent } from "../../ledger/events.ts";
import { gameRecordKey, type Identity, identityKey, type Resolution } from "../../ledger/tables.ts";
import type { LedgerGame } from "./assemble.ts";
import { isGameCalledOff } from "./group-records.ts";
import { agreedStart } from "./starts.ts";

/** A game that somebody says is final, and the id it has or would get. */
export type Claim<Event extends LedgerEvent = LedgerEvent> = {
  readonly id: string;
  readonly game: LedgerGame<Event>;
  /** The decision whose score counts; null when there is none, as for nearly every game. */
  readonly resolution: Resolution | null;
  readonly decided: Decided;
  /** Why it cannot be told which game the id means; null when it is plain. */
  readonly doubt: string | null;
};

/**
 * The final games among those given. Providers that once spoke of one game may part later, by day or by teams: then
 * several games claim one id. A decision names the one that has it, and the others are left out; without one all are in
 * doubt. Every game that may claim an id must be given together.
 */
export function claimsOf<Event extends LedgerEvent>(
  games: readonly LedgerGame<Event>[],
  ids: GameIds,
  { resolutions, decisions }: Decisions,
): Claim<Event>[] {
  const finals = games.filter(isFinal).map((game) => ({ id: ids.idOf(game), game }));
  return [...Map.groupBy(finals, ({ id }) => id)].flatMap(([id, claimants]) => {
    const resolution = resolutions.get(id) ?? null;
    const chosen = resolution === null ? [] : claimants.filter(({ game }) => speaksOf(game, resolution));
    const left = chosen.length === 1 ? chosen : claimants;
    const doubt = left.length === 1 ? null : doubtOf(left.map(({ game }) => game));
    const decided = decisions.get(id) ?? nothingDecided;
    return left.map(({ game }) => ({ id, game: withDecidedStart(game, resolution), resolution, decided, doubt }));
  });
}

/** An operator's decisions about games, by their ids. */
type Decisions = {
  readonly resolutions: ReadonlyMap<string, Resolution>;
  readonly decisions: ReadonlyMap<string, Decided>;
};

/** An operator who decides for a provider decides for the start that it states, too [D-52]. */
function withDecidedStart<Event extends LedgerEvent>(
  game: LedgerGame<Event>,
  resolution: Resolution | null,
): LedgerGame<Event> {
  return resolution === null ? game : { ...game, ...agreedStart({ ...game, decidedBy: resolution.provider }) };
}

/** Whether any provider has seen its end. */
export function isFinal(game: LedgerGame): boolean {
  return game.records.some((record) => record.status === "final") && !isGameCalledOff(game);
}

function speaksOf(game: LedgerGame, { provider, record_key: key }: Resolution): boolean {
  return game.records.some((record) => record.provider === provider && gameRecordKey(record) === key);
}

function doubtOf(games: readonly LedgerGame[]): string {
  const texts = games.map(({ records, gameDate, gameNumber }) => {
    const providers = records.map(({ provider }) => provider).join(" and ");
    const [{ away, home }] = records;
    return `${providers} ${away} at ${home} on ${gameDate}${gameNumber === 1 ? "" : `, game ${gameNumber}`}`;
  });
  return `providers no longer mean the same game: ${texts.sort().join("; ")}`;
}

// The ids of games: those given before, and new ones that no other game has [D-1].

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
