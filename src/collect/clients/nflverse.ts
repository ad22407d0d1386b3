/** nflverse: one file with every game of the NFL since 1999, which GitHub serves and which changes a few times a day. */

import { readNflverseGames } from "../../feed/providers/nflverse.ts";
import { addressOf, type ResultsClient, resultsClient } from "./client.ts";

const provider = "nflverse";

export function nflverseClient(base: string): ResultsClient {
  return resultsClient({
    provider,
    sports: ["nfl"],
    slate: (sport, from, to) => {
      const url = addressOf(base, "/schedules/games.csv");
      return [{ provider, url, label: url.href, format: "text", sport, days: { from, to } }];
    },
    readOne: ({ payload, label }, _sport, nowMs) => readNflverseGames(String(payload), { file: label, nowMs }),
  });
}
