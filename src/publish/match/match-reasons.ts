/** Why an event gives its lines to a game, or to none, in the words of a person who asks. */
import { hourMs, minuteMs } from "../../domain/durations.ts";
import { dateOfEvent, nearestStartMs } from "../../ledger/event-start.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import { lastListedMs } from "./listed-times.ts";

type Start = { readonly startMs: number | null };

/** @param rivals the number of events of its provider that compete for the games of that day. */
export function whyTaken(event: PricedEvent, game: Start, rivals: number): string {
  const distance = distanceText(event, game);
  if (rivals === 1) return `the provider's only event of that day; ${distance}`;
  return `of the provider's ${rivals} events of that day, the one that fits; ${distance}`;
}

export function whyTwin(twin: PricedEvent): string {
  return `its start is about that of event ${twin.eventId}: two ids of one game`;
}

export function whyAbandoned(event: PricedEvent): string {
  const left = `left the list after ${timeText(lastListedMs(event))}, long before its start`;
  return `${left}, while others of these teams went on: its game was moved or called off`;
}

export function whyNextTo(event: PricedEvent, { gameDate }: { readonly gameDate: string }): string {
  return `of ${dateOfEvent(event)}; the game of these teams on ${gameDate} has no known start, and they meet once in two days`;
}

/** @param taken the events that have the games of that day. */
export function whyBeaten(taken: readonly PricedEvent[]): string {
  const ids = taken.map(({ eventId }) => eventId).join(" and ");
  return `its start is not near enough: the games of that day have ${ids}`;
}

export function whyPending(event: PricedEvent, isCalledOff: boolean): string {
  const date = dateOfEvent(event);
  if (date === null) return "states neither a date nor a start";
  if (isCalledOff) return `the game of these teams on ${date} was called off`;
  return `no game of these teams on ${date} is known, and none that starts within ${nearestStartMs / hourMs} hours of it`;
}

function distanceText({ startMs }: PricedEvent, game: Start): string {
  if (game.startMs === null) return "no record states when the game started";
  if (startMs === null) return "it states no start";
  const minutes = Math.round((startMs - game.startMs) / minuteMs);
  if (minutes === 0) return "its start is the game's";
  return `its start is ${spanText(Math.abs(minutes))} ${minutes > 0 ? "after" : "before"} the game's`;
}

function spanText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(" ");
}

function timeText(ms: number | null): string {
  return ms === null ? "an unknown time" : `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
