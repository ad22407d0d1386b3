/**
 * What today's gate would refuse may be in a ledger that an older release filled. It is passed over as if it had never
 * been taken, and reported: one bad record must neither be served nor stop the night. The sample's invented seasons have
 * a calendar of their own and know no clock.
 */

import { clockSkewMs, farthestAheadMs, hasBegun, isWithinADay } from "../domain/bounds-in-time.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { sampleProvider } from "../domain/providers.ts";
import { slateDate } from "../domain/slate-date.ts";
import { factBoundsProblem } from "../feed/fact-bounds.ts";
import { gameBoundsProblem } from "../feed/game-bounds.ts";
import type { Problem } from "../feed/problem.ts";
import type { GameRecord, SeasonRecord, TeamRecord, VenueRecord } from "../feed/records.ts";
import { shortened } from "../feed/texts.ts";
import type { LedgerEvent, LedgerGame } from "../ledger/assemble.ts";

/** The ledger as one publish may believe it, and what it may not. */
export class SoundLedger {
  /** The clock: what lies after it has not happened. */
  readonly nowMs: number;
  /** A sentence for each thing that is left out. */
  readonly leftOut: string[] = [];
  readonly #withoutStart = new Set<LedgerEvent>();

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  #clockOf(provider: string): number {
    return provider === sampleProvider ? Number.POSITIVE_INFINITY : this.nowMs;
  }

  games(records: readonly GameRecord[]): { readonly sound: GameRecord[]; readonly unsound: GameRecord[] } {
    const sound: GameRecord[] = [];
    const unsound: GameRecord[] = [];
    for (const record of records) {
      const wrong = this.#gameProblem(record);
      (wrong === null ? sound : unsound).push(record);
      if (wrong !== null) this.#leaveOut(`game ${record.game_id} of ${record.provider}`, wrong);
    }
    return { sound, unsound };
  }

  #gameProblem(record: GameRecord): Problem | null {
    return gameBoundsProblem(record, this.#clockOf(record.provider));
  }

  /** Without a word: a season is made of games that `games` has told of. */
  isSoundGame(record: GameRecord): boolean {
    return this.#gameProblem(record) === null;
  }

  facts<Fact extends TeamRecord | VenueRecord | SeasonRecord>(facts: readonly Fact[]): Fact[] {
    return facts.filter((fact) => {
      const wrong = factBoundsProblem(fact, this.#clockOf(fact.provider));
      if (wrong !== null) this.#leaveOut(`a ${fact.type} of ${fact.provider}`, wrong);
      return wrong === null;
    });
  }

  #leaveOut(name: string, { field, detail }: Problem): void {
    this.leftOut.push(shortened(`${name}, ${field === null ? "" : `field ${field}: `}${detail}`));
  }

  /** The event; without its start when what it says of its time cannot be. Its captures are looked at on their own. */
  event<Event extends LedgerEvent>(event: Event): Event {
    const fault = this.#timeFault(event);
    if (fault === null) return event;
    this.leftOut.push(shortened(`event ${event.eventId} of ${event.provider} ${fault}: its start is not believed`));
    const { gameDate, startMs } = event;
    const isDate = startMs !== null && startMs <= this.nowMs + farthestAheadMs;
    const dated = { ...event, startMs: null, seenMs: null, gameDate: gameDate ?? (isDate ? slateDate(startMs) : null) };
    this.#withoutStart.add(dated);
    return dated;
  }

  #timeFault({ provider, startMs, seenMs, gameDate }: LedgerEvent): string | null {
    const now = this.#clockOf(provider);
    if (seenMs !== null && seenMs > now + clockSkewMs) return `was seen at ${inUtc(seenMs)}, still to come`;
    if (startMs === null) return null;
    if (startMs > now + farthestAheadMs) return `starts at ${inUtc(startMs)}`;
    return gameDate === null ? null : offDate(startMs, gameDate);
  }

  /** What stands against a final game that is made of sound records and events, or null. */
  gameFault(game: LedgerGame, id: string): string | null {
    if (parseGameId(id) === null) return "is one of more games than a day can have between two teams";
    const { startMs, gameDate, events, records } = game;
    if (startMs === null) {
      return events.some((event) => this.#withoutStart.has(event)) ? "has no start that can be believed" : null;
    }
    const now = this.#clockOf(records[0].provider);
    if (startMs > now || !hasBegun(gameDate, now)) return `is final and starts at ${inUtc(startMs)}, still to come`;
    return offDate(startMs, gameDate);
  }
}

function offDate(startMs: number, gameDate: string): string | null {
  if (isWithinADay(slateDate(startMs), gameDate)) return null;
  return `starts at ${inUtc(startMs)}, more than a day from the slate date ${gameDate}`;
}

function inUtc(ms: number): string {
  return new Date(ms).toISOString();
}
