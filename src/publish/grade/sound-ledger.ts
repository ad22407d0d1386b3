/**
 * A ledger that an older release filled may hold records that today's validation refuses. A publish leaves them out, as
 * if they had never been accepted, and reports them: one bad record must neither be served nor stop the publish. The
 * sample's invented seasons have a calendar of their own and know no clock. Pure.
 */

import { largestOdds } from "../../domain/bounds.ts";
import { clockSkewMs, farthestAheadMs, hasBegun, isWithinADay } from "../../domain/bounds-in-time.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { sampleProvider } from "../../domain/providers.ts";
import { slateDate } from "../../domain/slate-date.ts";
import { factBoundsProblem, gameBoundsProblem } from "../../feed/bounds.ts";
import type { GameRecord, SeasonRecord, TeamRecord, VenueRecord } from "../../feed/records.ts";
import type { RecordProblem } from "../../feed/refusals.ts";
import { shortened } from "../../feed/texts.ts";
import type { LedgerEvent } from "../../ledger/events.ts";
import { renderLines } from "../../release/render.ts";
import type { GameValues } from "../../release/values.ts";
import type { LedgerGame } from "../match/assemble.ts";

/** `leftOut` has a sentence for each thing of the ledger that is not believed. */
type Sound<Thing> = { readonly sound: Thing[]; readonly leftOut: readonly string[] };

/** Tells which records and events of the ledger one publish may believe. */
export class SoundLedger {
  /** The clock of the publish: times after it have not happened. */
  readonly nowMs: number;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  #clockOf(provider: string): number {
    return provider === sampleProvider ? Number.POSITIVE_INFINITY : this.nowMs;
  }

  games(records: readonly GameRecord[]): Sound<GameRecord> & { readonly unsound: readonly GameRecord[] } {
    return judged(records, (record) => {
      const wrong = gameBoundsProblem(record, this.#clockOf(record.provider));
      return wrong === null ? null : sentence(`game ${record.game_id} of ${record.provider}`, wrong);
    });
  }

  facts<Fact extends TeamRecord | VenueRecord | SeasonRecord>(facts: readonly Fact[]): Sound<Fact> {
    return judged(facts, (fact) => {
      const wrong = factBoundsProblem(fact, this.#clockOf(fact.provider));
      return wrong === null ? null : sentence(`a ${fact.type} of ${fact.provider}`, wrong);
    });
  }

  /** The events; without its start is one that states a time which cannot be. The captures are judged on their own. */
  events<Event extends LedgerEvent>(events: readonly Event[]): Sound<Event> {
    const { unsound, leftOut } = judged(events, (event) => {
      const fault = this.#timeFault(event);
      const { eventId, provider } = event;
      return fault === null ? null : shortened(`event ${eventId} of ${provider} ${fault}: its start is not believed`);
    });
    return { sound: events.map((event) => (unsound.includes(event) ? this.#withoutStart(event) : event)), leftOut };
  }

  #withoutStart<Event extends LedgerEvent>(event: Event): Event {
    const { gameDate, startMs } = event;
    const isDate = startMs !== null && startMs <= this.nowMs + farthestAheadMs;
    const date = gameDate ?? (isDate ? slateDate(startMs) : null);
    return { ...event, startMs: null, seenMs: null, startStatedMs: null, gameDate: date, isStartBelieved: false };
  }

  #timeFault({ provider, startMs, seenMs, gameDate }: LedgerEvent): string | null {
    const now = this.#clockOf(provider);
    if (seenMs !== null && seenMs > now + clockSkewMs) return `was seen at ${inUtc(seenMs)}, still to come`;
    if (startMs === null) return null;
    if (startMs > now + farthestAheadMs) return `starts at ${inUtc(startMs)}`;
    return gameDate === null ? null : offDate(startMs, gameDate);
  }

  /** The reason against publishing a final game that is made of sound records and events, or null. */
  gameFault(game: LedgerGame, id: string): string | null {
    if (parseGameId(id) === null) return "is one of more games than a day can have between two teams";
    const { startMs, gameDate, events, records } = game;
    if (startMs === null) {
      return events.every((event) => event.isStartBelieved) ? null : "has no start that can be believed";
    }
    const now = this.#clockOf(records[0].provider);
    if (startMs > now || !hasBegun(gameDate, now)) return `is final and starts at ${inUtc(startMs)}, still to come`;
    return offDate(startMs, gameDate);
  }
}

/** @param whyNot a sentence about a thing that is not believed; null for one that is. */
function judged<Thing>(things: readonly Thing[], whyNot: (thing: Thing) => string | null) {
  const sentences = new Map(things.map((thing) => [thing, whyNot(thing)]));
  return {
    sound: things.filter((thing) => sentences.get(thing) === null),
    unsound: things.filter((thing) => sentences.get(thing) !== null),
    leftOut: [...sentences.values()].filter((each) => each !== null),
  };
}

function sentence(name: string, { field, detail }: RecordProblem): string {
  return shortened(`${name}, ${field === null ? "" : `field ${field}: `}${detail}`);
}

function offDate(startMs: number, gameDate: string): string | null {
  if (isWithinADay(slateDate(startMs), gameDate)) return null;
  return `starts at ${inUtc(startMs)}, more than a day from the slate date ${gameDate}`;
}

function inUtc(ms: number): string {
  return new Date(ms).toISOString();
}

// Whether a game that an older version published may go on being served while its records are left out.

export function areSoundValues(game: GameValues, nowMs: number): boolean {
  const { extras, odds } = renderLines(game);
  return gameBoundsProblem(recordOf(game), nowMs) === null && [game.facts.consensus, extras, ...odds].every(areSmall);
}

/** The record that would have made the game, as far as it has bounds. */
function recordOf({ facts: game, starters, resumedOn }: GameValues): GameRecord {
  const { venue, weather } = game;
  return {
    ...game,
    type: "game",
    provider: "archive",
    season_type: game.season_type === "postseason" ? "postseason" : "regular",
    game_number: null,
    actual_start_time: null,
    home: game.home.abbreviation ?? "",
    away: game.away.abbreviation ?? "",
    home_score: game.home.score,
    away_score: game.away.score,
    line_score: null,
    venue: venue === null ? null : { ...venue, venue_id: String(venue.venue_id) },
    weather,
    starters,
    ...(resumedOn === undefined ? {} : { resumed_on: resumedOn }),
  };
}

/** Prices, lines and points are all far below the largest odds, and so is every other number of these rows. */
function areSmall(value: unknown): boolean {
  if (typeof value === "number") return Math.abs(value) <= largestOdds;
  return typeof value !== "object" || value === null || Object.values(value).every(areSmall);
}
