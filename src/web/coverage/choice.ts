/** Reads what a visitor chooses on the page of coverage. Mistakes in an address are told in the words of the API. */
import { sport } from "../../contract/filters/games.ts";
import { betMarket, betPeriod } from "../../contract/filters/markets.ts";
import type { SportRow } from "../../contract/lists/reference.ts";
import { parameterReader } from "../../contract/read-parameters.ts";
import { firstShownSport, type Sport } from "../../domain/sports.ts";

/** A visitor's choice; the market is null for all of them next to each other. */
export type Choice = { readonly sport: Sport; readonly period: string; readonly market: string | null };

const choiceParameters = { sport, period: betPeriod, market: betMarket };
const readChoiceQuery = parameterReader(choiceParameters);

/**
 * Null before the first publish. What others append to links, such as `utm_source`, changes nothing.
 * @throws WrongParameter for a value that there is not.
 */
export function readChoice(query: string, sports: readonly SportRow[]): Choice | null {
  const published = sports.filter(({ seasons }) => seasons.length > 0).map((each) => each.sport);
  const first = published.find((each) => each === firstShownSport) ?? published[0];
  if (first === undefined) return null;
  const given = new URLSearchParams({ sport: first });
  for (const [name, value] of new URLSearchParams(query).entries().toArray().toReversed()) {
    if (name in choiceParameters && value !== "") given.set(name, value);
  }
  const asked = readChoiceQuery(given.toString());
  return { sport: asked.sport, period: asked.period ?? "game", market: asked.market };
}
