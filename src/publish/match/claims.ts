/** Which game of the ledger is which game of the archive, and where that is in doubt. Pure. */
import { type Decided, nothingDecided } from "../../ledger/doubt-decisions.ts";
import type { LedgerEvent } from "../../ledger/events.ts";
import { gameRecordKey, type Resolution } from "../../ledger/tables.ts";
import { agreedStart } from "./agreed-start.ts";
import type { LedgerGame } from "./assemble.ts";
import type { GameIds } from "./game-ids.ts";
import { isGameCalledOff } from "./group-records.ts";

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
export type Decisions = {
  readonly resolutions: ReadonlyMap<string, Resolution>;
  readonly decisions: ReadonlyMap<string, Decided>;
};

/** Whoever decides for a provider decides for the start that it states, too [D-52]. */
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
