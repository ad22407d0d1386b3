/** Puts what was said into filters of `/v1/trends`. */
import { datesOfSeason } from "../../domain/seasons.ts";
import { type BetType, betTypeTable, type Market, sportFacts } from "../../domain/sports.ts";
import type { Draft, SaidMarket, Size } from "./draft.ts";
import { smallestPrice } from "./line-phrases.ts";

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
function usualMarket({ sport, size, line, price }: Draft): SaidMarket {
  if (line === null && (price !== null || isPrice(size))) return "moneyline";
  return sportFacts[sport].favoriteBySpread || size !== null || line !== null ? "spread" : "moneyline";
}

/** Whether a size is that of a price: both of its ends. */
function isPrice(size: Size | null): boolean {
  return size !== null && [size.least, size.most].every((end) => end === null || end >= smallestPrice);
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

/** Lines and prices. A size of a hundred and more is a price, but of a total. */
function lineFilters({ size, line, price, filters }: Draft, market: SaidMarket): readonly Filter[] {
  const isTotal = market === "total" || market === "team_total";
  const isOfPrice = !isTotal && isPrice(size);
  if (size !== null && (isOfPrice ? price : line) !== null) throw new CannotBeAsked("a line or a price is said twice");
  const sized = size === null || isTotal ? size : ofRole(size, filters.get("role"));
  const asLine = line ?? (isOfPrice ? null : sized);
  const asPrice = price ?? (isOfPrice ? sized : null);
  if (asLine !== null && market === "moneyline") throw new CannotBeAsked("a moneyline has no line");
  if (!isTotal && [asLine?.least, asLine?.most].some((end) => Math.abs(end ?? 0) >= smallestPrice))
    throw new CannotBeAsked("one end is a price and the other is none");
  return [...bounds("line", asLine), ...bounds("price", asPrice)];
}

function bounds(of: "line" | "price", size: Size | null): readonly Filter[] {
  return (["min", "max"] as const).flatMap((end): readonly Filter[] => {
    const value = end === "min" ? size?.least : size?.most;
    return value == null ? [] : [[`${end}_${of}`, String(value)]];
  });
}

/** Favorites give points and pay less than even money: their lines and prices are below 0. */
function ofRole({ least, most }: Size, role: string | undefined): Size {
  if (role === undefined) throw new CannotBeAsked("nobody says whose the points are");
  if (role === "underdog") return { least, most };
  const negative = (points: number | null): number | null => (points === null ? null : 0 - points);
  return { least: negative(most), most: negative(least) };
}

function sinceFilter({ sport }: Draft, year: string): Filter {
  return ["from", datesOfSeason({ sport, season: Number(year) }).from];
}
