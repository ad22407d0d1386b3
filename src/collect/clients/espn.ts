/**
 * ESPN's site API: scoreboards of a span of days for schedule and results, and the summary of a game for its officials.
 * Nobody has written it down. Days are US Eastern; without `groups`, a scoreboard of college football has ranked teams only.
 */
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { isObject } from "../../feed/json-text.ts";
import { readEspn } from "../../feed/providers/espn.ts";
import type { Ask } from "../asking/ask.ts";
import { addressOf, spansOfDays } from "./address.ts";
import type { ReceivedAnswer, ResultsClient } from "./client.ts";
import { readEach } from "./read-each.ts";

const provider = "espn";

export function espnClient(base: string): ResultsClient {
  const ask = (sport: Sport, what: string, query: Readonly<Record<string, string>>): Ask => {
    const url = addressOf(base, `/apis/site/v2/sports/${sportFacts[sport].espn.path}/${what}`, query);
    return { provider, url, label: url.href, format: "json", isConditional: true, sport };
  };
  return {
    provider,
    sports,
    slate: (sport, from, to) =>
      spansOfDays(from, to, sportFacts[sport].espn.daysAtOnce).map((span) => {
        const { group } = sportFacts[sport].espn;
        const [first, last] = [span.from, span.to].map((date) => date.replaceAll("-", ""));
        return ask(sport, "scoreboard", {
          dates: first === last ? `${first}` : `${first}-${last}`,
          limit: "1000",
          ...(group === null ? {} : { groups: group }),
        });
      }),
    details: (sport, received, isWanted) =>
      finalsOf(received)
        .filter(isWanted)
        .map((id) => ask(sport, "summary", { event: id })),
    read: (_sport, received, nowMs) =>
      readEach(received, ({ payload, label }) => readEspn(payload, { file: label, nowMs })),
  };
}

/** The ids of a scoreboard's games that are over. */
function finalsOf({ payload }: ReceivedAnswer): readonly string[] {
  const events = isObject(payload) && Array.isArray(payload.events) ? (payload.events as readonly unknown[]) : [];
  return events.flatMap((event) => {
    if (!isObject(event) || !isObject(event.status) || !isObject(event.status.type)) return [];
    const id = String(event.id);
    return event.status.type.name === "STATUS_FINAL" && /^\d+$/.test(id) ? [id] : [];
  });
}
