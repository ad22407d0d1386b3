/** The ids that other sources have for a game. Pure, and independent of the order in which anything was imported. */

import type { ProviderName } from "../../domain/providers.ts";
import { type OutsideIds, type OutsideProvider, outsideProviders } from "../../domain/teams/team.ts";
import type { GameRecord } from "../../feed/records.ts";
import type { LedgerEvent } from "../../ledger/events.ts";
import { byTrust, compareTexts } from "../../ledger/records.ts";
import type { LedgerGame } from "../match/assemble.ts";

/** The provider whose own records bear the id. */
const providerOf: Readonly<Record<OutsideProvider, ProviderName>> = {
  nflverse: "nflverse",
  espn: "espn",
  mlb: "mlb-statsapi",
  nhl: "nhl-api",
  cfbd: "cfbd",
  retrosheet: "retrosheet",
};

const oddsProvider = "the-odds-api" satisfies ProviderName;

type Source = Pick<LedgerGame<LedgerEvent>, "records" | "events">;

/**
 * Chooses the id of a game at each provider: the one that the provider states itself counts before one that another states for it. Of several records, the
 * one that is believed first counts.
 */
export function outsideIds({ records, events }: Source): OutsideIds {
  const inOrder = records.toSorted((a, b) => byTrust(a, b) || compareTexts(a.game_id, b.game_id));
  const ids = outsideProviders.map((outside) => [outside, ownId(inOrder, outside) ?? statedId(inOrder, outside)]);
  const ofEvents = events.filter(({ provider }) => provider === oddsProvider).map(({ eventId }) => eventId);
  const stated = inOrder.flatMap(({ other_ids: others }) => others?.the_odds_api ?? []);
  return {
    ...(Object.fromEntries(ids) as Record<OutsideProvider, string | null>),
    the_odds_api: [...new Set([...ofEvents, ...stated])].sort(compareTexts),
  };
}

function ownId(records: readonly GameRecord[], outside: OutsideProvider): string | null {
  return records.find(({ provider }) => provider === providerOf[outside])?.game_id ?? null;
}

function statedId(records: readonly GameRecord[], outside: OutsideProvider): string | null {
  return records.map(({ other_ids: others }) => others?.[outside] ?? null).find((id) => id !== null) ?? null;
}
