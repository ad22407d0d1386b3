/**
 * ESPN's site API: the scoreboard of a day for schedule and results, and the summary of a game for its officials. Nobody has
 * written it down, and it changes without a word. Days are US Eastern; without `groups`, a scoreboard of college football has
 * ranked teams only. Since August 2026 a limit above 500 gives 25 events, and since September spans of days are answered
 * with 400.
 */
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { slateDate } from "../../domain/times.ts";
import { listAt, valueAt } from "../../feed/fields.ts";
import { readEspn } from "../../feed/providers/espn.ts";
import { type EspnPriced, readEspnCoreOdds } from "../../feed/providers/espn-odds.ts";
import { InputError } from "../../feed/refusals.ts";
import type { Ask } from "../asking/ask.ts";
import {
  asksOf,
  type PastOddsClient,
  parameterOf,
  type ReceivedAnswer,
  type ResultsClient,
  spansOfDays,
  wholeSecond,
} from "./client.ts";

const provider = "espn";

/** The most that ESPN lets an answer have. */
const limit = 500;

/**
 * How many events a list has that ESPN cut off: what a limit that it does not like gives, its own limit where it is given none,
 * and ours. No day of the FBS had exactly so many games in 2022 and 2023, and other sports have fewer; a day that has is taken
 * and named.
 */
const cutAt: readonly number[] = [25, 100, limit];

export function espnClient(base: string): ResultsClient {
  const ask = (sport: Sport, what: string, query: Readonly<Record<string, string>>): Ask =>
    asksOf(provider, base)(sport, `/apis/site/v2/sports/${sportFacts[sport].espn.path}/${what}`, query);
  return {
    provider,
    sports,
    hasLines: true,
    slate: (sport, from, to) =>
      spansOfDays(from, to, 1).map((days) => {
        const { group } = sportFacts[sport].espn;
        const query = { dates: days.from.replaceAll("-", ""), limit: String(limit) };
        return { ...ask(sport, "scoreboard", { ...query, ...(group === null ? {} : { groups: group }) }), days };
      }),
    details: (sport, received, isWanted) =>
      finalsOf(received)
        .filter(isWanted)
        .map((id) => ask(sport, "summary", { event: id })),
    read({ payload, label, receivedMs }, _sport, nowMs) {
      checkEvent(payload, label);
      return readEspn(payload, { file: label, nowMs, seenAt: wholeSecond(receivedMs) });
    },
    lackOf,
  };
}

/** The odds of core v2, event by event, which are there for years: as ESPN lists them, and read as those of a game that is known. */
export function espnCoreClient(base: string, gameOf: (eventId: string) => EspnPriced | null): PastOddsClient {
  // Where ESPN stands in for itself under another name, as a mirror does, it has both.
  const coreBase = base.replace("//site.api.", "//sports.core.api.");
  return {
    provider,
    historicalEvent(sport, eventId) {
      const path = `/v2/sports/${sportFacts[sport].espn.path.replace("/", "/leagues/")}/events/${eventId}`;
      const ask = asksOf(provider, coreBase)(sport, `${path}/competitions/${eventId}/odds`, { limit: "100" });
      return { ...ask, mayBeAbsent: true };
    },
    read({ payload, label, receivedMs }) {
      const game = gameOf(/\/events\/(\d+)\//.exec(label)?.[1] ?? "");
      if (game === null) throw new InputError(label, "is of no game that is known");
      return readEspnCoreOdds(payload, game, { file: label, nowMs: receivedMs });
    },
    lackOf({ payload }) {
      const [count, listed] = [valueAt(payload, "count"), listAt(payload, "items").length];
      return typeof count === "number" && count > listed ? `it has ${listed} of ${count} odds` : null;
    },
  };
}

/** The ids of a scoreboard's games that are over; games of a preseason (type 1) are not taken. */
function finalsOf({ payload }: ReceivedAnswer): readonly string[] {
  return listAt(payload, "events")
    .filter((event) => valueAt(event, "status.type.name") === "STATUS_FINAL" && valueAt(event, "season.type") !== 1)
    .map((event) => String(valueAt(event, "id")))
    .filter((id) => /^\d+$/.test(id));
}

/** @throws InputError for the summary of another game than the one that was asked for. */
function checkEvent(payload: unknown, label: string): void {
  const [asked, id] = [parameterOf(label, "event"), String(valueAt(payload, "header.id"))];
  if (asked === null || valueAt(payload, "header") === null || id === asked) return;
  throw new InputError(label, `is the summary of event ${id}, and not of ${asked}`);
}

function lackOf({ payload, days }: ReceivedAnswer): string | null {
  const dates = listAt(payload, "events").map((event) => valueAt(event, "date"));
  const count = dates.length;
  if (cutAt.includes(count)) return `it has exactly ${count} events, which is where ESPN cuts a list off`;
  if (days === undefined) return null;
  const others = dates.filter((date) => !isNear(date, days.from));
  // A game that was suspended may stand under its first day with the date of its second.
  if (others.length * 2 <= count) return null;
  return `${others.length} of its ${count} events are of other days than ${days.from}, such as ${others[0]}`;
}

/** Whether an event is of a day, or of one beside it: a start that is not known yet is midnight. */
function isNear(date: unknown, day: string): boolean {
  const startMs = Date.parse(String(date));
  if (Number.isNaN(startMs)) return true;
  const apart = Temporal.PlainDate.from(day).until(slateDate(startMs), { largestUnit: "days" }).days;
  return Math.abs(apart) <= 1;
}
