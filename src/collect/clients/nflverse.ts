/** nflverse: one file with every game of the NFL since 1999, which GitHub serves and which changes a few times a day. */
import { readNflverseGames } from "../../feed/providers/nflverse.ts";
import { addressOf } from "./address.ts";
import type { ResultsClient } from "./client.ts";
import { readEach } from "./read-each.ts";

const provider = "nflverse";

export function nflverseClient(base: string): ResultsClient {
  return {
    provider,
    sports: ["nfl"],
    slate: (sport) => {
      const url = addressOf(base, "/schedules/games.csv");
      return [{ provider, url, label: url.href, format: "text", isConditional: true, sport }];
    },
    details: () => [],
    read: (_sport, received, nowMs) =>
      readEach(received, ({ payload, label }) => readNflverseGames(String(payload), { file: label, nowMs })),
  };
}
