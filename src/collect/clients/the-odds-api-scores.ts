/** The scores of The Odds API. They are metered, and a second opinion about finals alone. */
import { sportFacts, sports } from "../../domain/sports.ts";
import { readOddsApiScores } from "../../feed/providers/the-odds-api-scores.ts";
import { InputError } from "../../feed/refusals.ts";
import { addressOf } from "./address.ts";
import type { ResultsClient } from "./client.ts";
import { readEach } from "./read-each.ts";

const provider = "the-odds-api";

/** The most that the provider goes back. It costs the same as one day, and makes up for a night without an answer. */
const daysFrom = "3";

/** With past days, whatever their number. Without them it is one. */
const mostCredits = 2;

export function oddsApiScoresClient(base: string, apiKey: string): ResultsClient {
  return {
    provider,
    sports,
    /** It has the last days alone, whatever the span. */
    slate: (sport, _from, to) => {
      const path = `/v4/sports/${sportFacts[sport].oddsApiKey}/scores`;
      const query = { daysFrom, dateFormat: "iso" };
      const url = addressOf(base, path, { apiKey, ...query });
      // The key is left out, since the label stands in reports and logs.
      const label = addressOf(base, path, query).href;
      // A game of three days ago may have begun more than 72 hours ago.
      const [first, last] = [2, 1].map((days) => Temporal.PlainDate.from(to).subtract({ days }).toString());
      const days = { from: first ?? to, to: last ?? to };
      return [{ provider, url, label, format: "json", isConditional: false, mostCredits, sport, days }];
    },
    details: () => [],
    read: (sport, received, nowMs) =>
      readEach(received, ({ payload, label }) => {
        if (!Array.isArray(payload)) throw new InputError(label, "is not an answer of The Odds API: not a list");
        return readOddsApiScores(payload, { file: label, nowMs, sport, seenAt: null });
      }),
  };
}
