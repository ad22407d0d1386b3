/** The status of the data in one sentence that a person understands. */
import type { Revision } from "../../contract/lists/changes.ts";
import type { SportRow } from "../../contract/lists/reference.ts";
import { agoText, countText, listText } from "../frame/formats.ts";
import { sportLabels } from "../ui/words.ts";
import type { Status } from "./read.ts";

const dayMs = 86_400_000;
const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
/** Nights are published by the clock of New York. */
const newYorkDays = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" });

export function statusSentence({ sports, revisions, addedDay }: Omit<Status, "proof">, nowMs: number): string {
  const seasons = sports === null ? null : seasonsSentence(sports);
  if (revisions === null) return joined("When the data was last updated cannot be told at the moment", seasons);
  const [last] = revisions;
  if (last === undefined) return "Nothing is published yet.";
  const news = newsOf(last, addedDay, nowMs);
  const updated = `Updated ${agoText(Date.parse(last.published_at), nowMs)}, at revision ${countText(last.revision)}`;
  return joined(news === null ? updated : `${updated}, with ${news}`, seasons);
}

function joined(first: string, second: string | null): string {
  return second === null ? `${first}.` : `${first}; ${second}.`;
}

function seasonsSentence(sports: readonly SportRow[]): string {
  const names = sports.flatMap(({ sport, seasons }) =>
    seasons.filter(({ status }) => status === "in_progress").map(({ season }) => `${sportLabels[sport]} ${season}`),
  );
  if (names.length === 0) return "no season is in progress";
  return `${listText(names)} ${names.length === 1 ? "is" : "are"} in progress`;
}

/** The changes of a revision; null where it is of a time when they were not written down, or brought none. */
export function newsOf(
  { added, changed, removed, published_at }: Revision,
  addedDay: string | null,
  nowMs: number,
): string | null {
  const publishedMs = Date.parse(published_at);
  const parts = [
    added === null || added === 0 ? null : addedText(added, addedDay, publishedMs, nowMs),
    changed === null || changed === 0 ? null : `changes to ${gamesText(changed)}`,
    removed === null || removed === 0 ? null : `${gamesText(removed)} taken out`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : listText(parts);
}

function addedText(added: number, day: string | null, publishedMs: number, nowMs: number): string {
  if (day === null) return added === 1 ? "1 new game" : `${countText(added)} new games`;
  // A night's games are not last night's any more when the night after it was not published.
  const isOfLastNight = day === dayBefore(publishedMs) && nowMs - publishedMs < dayMs;
  if (isOfLastNight) return `last night's ${added === 1 ? "game" : `${countText(added)} games`}`;
  return `${gamesText(added)} of ${dates.format(Date.parse(day))}`;
}

/** The day before in New York. */
function dayBefore(ms: number): string {
  return newYorkDays.format(Date.parse(`${newYorkDays.format(ms)}T12:00:00Z`) - dayMs);
}

function gamesText(count: number): string {
  return `${countText(count)} ${count === 1 ? "game" : "games"}`;
}
