/** Puts what was said into filters of `/v1/trends`. */
import { datesOfSeason } from "../../domain/seasons.ts";
import { type BetType, betTypeTable, type Market, sportFacts } from "../../domain/sports.ts";
import type { Draft, SaidMarket, Size } from "./draft.ts";

export type Filter = readonly [name: string, value: string];

/** Some of what was said cannot be asked together with the rest. */
export class CannotBeAsked extends Error {}

/** @throws CannotBeAsked */
export function filtersOf(draft: Draft): readonly Filter[] {
  const market = draft.market ?? usualMarket(draft);
  const isTotal = market === "total";
  const { since, ...said } = Object.fromEntries(draft.filters) as { since?: string } & Record<string, string>;
  return [
    ["sport", draft.sport],
    ["bet_type", betTypesOf(draft, market).join(",")],
    ...teamFilters(draft, isTotal),
    ...lineFilters(draft, market),
    ...Object.entries(said).flatMap(([name, value]): readonly Filter[] =>
      isTotal && /^rest_/.test(name)
        ? [
            [`home_${name}`, value],
            [`away_${name}`, value],
          ]
        : [[name, value]],
    ),
    ...draft.form.map(({ name, value, whose }): Filter => [`${whose ?? (isTotal ? "both" : "team")}_${name}`, value]),
    ...(since === undefined ? [] : [sinceFilter(draft, since)]),
  ];
}

/** A side is bet on the spread where the spread says by how much it is better; elsewhere on the moneyline. */
function usualMarket({ sport, size, line }: Draft): SaidMarket {
  return sportFacts[sport].favoriteBySpread || size !== null || line !== null ? "spread" : "moneyline";
}

function betTypesOf({ sport, period, filters }: Draft, market: SaidMarket): readonly BetType[] {
  const wanted = period === null || period === "game" ? "full" : period;
  const selection = filters.get("selection");
  const isWanted = (betType: BetType): boolean => {
    const { period: of, markets } = betTypeTable[betType] as { period: string; markets: readonly Market[] };
    if (of !== wanted) return false;
    if (market !== "team_total") return markets.includes(market);
    return markets.includes("home_team_total") && (selection === undefined || betType.endsWith(selection));
  };
  const found = sportFacts[sport].betTypes.filter(isWanted);
  if (found.length === 0) throw new CannotBeAsked(`${sport} has no ${market} of ${wanted}`);
  return found;
}

/** A total is on neither team, so that a team of it is one of the two. */
function teamFilters({ teams, filters }: Draft, isTotal: boolean): readonly Filter[] {
  const of = (wanted: string) => teams.flatMap(({ abbreviation, how }) => (how === wanted ? [abbreviation] : []));
  const on = isTotal ? [] : of("on");
  const others = [...(isTotal ? of("on") : []), ...of("in"), ...of("against")];
  const [other, ...more] = others;
  if (more.length > 0) throw new CannotBeAsked("of two more teams nothing can be asked");
  const own: readonly Filter[] = on.length === 0 ? [] : [["on", on.join(",")]];
  if (other === undefined) return own;
  const isOpponent = of("against").length > 0 && on.length === 0 && !isTotal;
  if (!isOpponent) return [...own, ["team", other]];
  const selection = filters.get("selection");
  if (selection !== "home" && selection !== "away") throw new CannotBeAsked("an opponent needs a team or a side");
  return [[selection === "home" ? "away" : "home", other]];
}

function lineFilters({ size, line, filters }: Draft, market: SaidMarket): readonly Filter[] {
  const ends = ({ least, most }: Size): readonly Filter[] => [
    ...(least === null ? [] : [["min_line", String(least)] as const]),
    ...(most === null ? [] : [["max_line", String(most)] as const]),
  ];
  if (line !== null && size !== null) throw new CannotBeAsked("the line is said twice");
  if (line === null && size === null) return [];
  if (market === "moneyline") throw new CannotBeAsked("a moneyline has no line");
  if (line !== null) return ends(line);
  if (size === null || market !== "spread") return size === null ? [] : ends(size);
  const role = filters.get("role");
  if (role === undefined) throw new CannotBeAsked("nobody says whose the points are");
  if (role === "underdog") return ends(size);
  const negative = (points: number | null): number | null => (points === null ? null : 0 - points);
  return ends({ least: negative(size.most), most: negative(size.least) });
}

function sinceFilter({ sport }: Draft, year: string): Filter {
  return ["from", datesOfSeason({ sport, season: Number(year) }).from];
}
