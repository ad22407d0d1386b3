/** Clients and an asker whose answers are written down in a test. The requests that were made are kept. */
import type { Ask, Asker, Clock, ProviderAnswer } from "../../../src/collect/asking/ask.ts";
import type { OddsClient, ResultsClient } from "../../../src/collect/clients/client.ts";
import type { AskedProvider } from "../../../src/domain/providers.ts";
import { type Sport, sports } from "../../../src/domain/sports.ts";
import type { FeedRecord } from "../../../src/feed/records.ts";
import { type FeedItem, InputError } from "../../../src/feed/refusals.ts";

export type Asked = { readonly atMs: number; readonly at: string; readonly label: string };

/** What a provider says at a moment: records, or a failure, or a payload that no adapter reads. */
export type Reply = readonly FeedRecord[] | Extract<ProviderAnswer, { kind: "failed" }> | "unreadable";

export type Script = (label: string, nowMs: number) => Reply | Promise<Reply>;

export type ScriptedAsker = Asker & { readonly asked: Asked[] };

export function scriptedAsker(clock: Clock, script: Script): ScriptedAsker {
  const asked: Asked[] = [];
  return {
    asked,
    async ask({ label }, signal) {
      const atMs = clock.nowMs();
      asked.push({ atMs, at: new Date(atMs).toISOString(), label });
      const reply = await script(label, atMs);
      if (signal.aborted) return { kind: "failed", reason: "aborted", detail: "ends", notBeforeMs: null };
      if (typeof reply !== "string" && "kind" in reply) return reply;
      return { kind: "payload", payload: reply, receivedMs: atMs, credits: null };
    },
    close: async () => {},
  };
}

export const providerDown: Reply = {
  kind: "failed",
  reason: "unreachable",
  detail: "no connection",
  notBeforeMs: null,
};

function askOf(provider: AskedProvider, label: string): Ask {
  return {
    provider,
    url: new URL(`http://127.0.0.1:9/${label.replaceAll(" ", "/")}`),
    label,
    format: "json",
  };
}

function* itemsOf(payload: unknown, label: string): Generator<FeedItem> {
  if (payload === "unreadable") throw new InputError(label, "is no answer");
  for (const record of payload as readonly FeedRecord[]) yield { record };
}

/** Labels are `PROVIDER SPORT FROM TO`, and `PROVIDER SPORT game ID` for details. */
export function resultsClient(provider: AskedProvider, ofSports: readonly Sport[] = sports): ResultsClient {
  return {
    provider,
    sports: ofSports,
    slate: (sport, from, to) => [askOf(provider, `${provider} ${sport} ${from} ${to}`)],
    details: (sport, { payload, label }, isWanted) =>
      [...itemsOf(payload, label)].flatMap(({ record }) =>
        record?.type === "game" && record.status === "final" && isWanted(record.game_id)
          ? [askOf(provider, `${provider} ${sport} game ${record.game_id}`)]
          : [],
      ),
    read: ({ payload, label }) => itemsOf(payload, label),
  };
}

/** Labels are `odds SPORT` and `odds SPORT event ID`. Current odds cost 6 credits, an event's 20. */
export function oddsClient(): OddsClient {
  const provider = "the-odds-api";
  const paid = (label: string, mostCredits: number) => ({ ...askOf(provider, label), mostCredits });
  return {
    provider,
    current: (sport) => paid(`odds ${sport}`, 6),
    currentEvent: (sport, id) => ({ ...paid(`odds ${sport} event ${id}`, 20), mayBeAbsent: true }),
    historical: (sport, atMs) => paid(`historical ${sport} ${atMs}`, 6),
    historicalEvent: (sport, id, atMs) => paid(`historical ${sport} event ${id} ${atMs}`, 20),
    read: ({ payload, label }) => itemsOf(payload, label),
  };
}

export const allClients: readonly ResultsClient[] = [
  resultsClient("mlb-statsapi", ["mlb"]),
  resultsClient("nhl-api", ["nhl"]),
  resultsClient("nflverse", ["nfl"]),
  resultsClient("espn"),
];
