/** One market of one book in an answer of The Odds API: its outcomes to a line and two prices. */
import { type Market, type OddsPeriod, oddsPeriods, type Sport, sportFacts } from "../../domain/sports.ts";
import { isObject, type JsonObject } from "../json-text.ts";
import { isProblem, problem, type RecordProblem } from "../problem.ts";
import { matchTeam } from "../team-names.ts";

type Kind = "h2h" | "spreads" | "totals" | "team_totals";

const periods: Readonly<Record<string, OddsPeriod>> = {
  "": "full",
  _h1: "1h",
  _h2: "2h",
  _q1: "q1",
  _q2: "q2",
  _q3: "q3",
  _q4: "q4",
  _p1: "p1",
  _1st_1_innings: "inn1",
  _1st_5_innings: "inn5",
};
const kinds: readonly Kind[] = ["h2h", "spreads", "totals", "team_totals"];

type KnownMarket = { readonly kind: Kind; readonly period: OddsPeriod };

const knownMarkets: ReadonlyMap<string, KnownMarket> = new Map(
  kinds.flatMap((kind) =>
    Object.entries(periods).map(([suffix, period]) => [`${kind}${suffix}`, { kind, period }] as const),
  ),
);

/** Null for every other market: alternate lines, lay prices, three-way prices, props. */
export function knownMarket(key: string): KnownMarket | null {
  return knownMarkets.get(key) ?? null;
}

const kindOfMarket: Readonly<Record<Market, Kind>> = {
  moneyline: "h2h",
  spread: "spreads",
  total: "totals",
  home_team_total: "team_totals",
  away_team_total: "team_totals",
};

/** The keys of all markets that are published for a sport, of the whole game first. */
export function publishedMarketKeys(sport: Sport): readonly string[] {
  const { publishedMarkets } = sportFacts[sport];
  const suffixes = new Map(Object.entries(periods).map(([suffix, period]) => [period, suffix]));
  const keys = oddsPeriods.flatMap((period) =>
    (publishedMarkets[period] ?? []).map((market) => `${kindOfMarket[market]}${suffixes.get(period)}`),
  );
  return [...new Set(keys)];
}

/** The two sides of an event: as the provider writes them, and the abbreviations that they mean. */
export type Sides = {
  readonly sport: Sport;
  readonly homeName: string;
  readonly awayName: string;
  readonly home: string;
  readonly away: string;
};

export type MarketReading = {
  readonly market: Market;
  readonly line: number | null;
  /** Of home or over. */
  readonly first: number | null;
  /** Of away or under. */
  readonly second: number | null;
};

/** `first` is home or over, `second` away or under. */
type Place = "first" | "second";
type Pair = { readonly first: JsonObject | null; readonly second: JsonObject | null };

function placeOfTeam(name: unknown, sides: Sides): Place | null {
  if (name === sides.homeName) return "first";
  if (name === sides.awayName) return "second";
  // A book may spell a team in its own way inside the outcomes.
  const abbreviation = typeof name === "string" ? matchTeam(sides.sport, name)?.abbreviation : undefined;
  if (abbreviation === sides.home) return "first";
  return abbreviation === sides.away ? "second" : null;
}

function placeOfTotal(name: unknown): Place | null {
  if (name === "Over") return "first";
  return name === "Under" ? "second" : null;
}

function pairUp(outcomes: readonly unknown[], placeOf: (name: unknown) => Place | null): Pair | RecordProblem {
  let first: JsonObject | null = null;
  let second: JsonObject | null = null;
  for (const outcome of outcomes) {
    if (!isObject(outcome)) return problem("malformed", "an outcome is not an object", "outcomes");
    const place = placeOf(outcome.name);
    if (place === null) return problem("not-the-teams", `outcome ${JSON.stringify(outcome.name)}`, "outcomes");
    if ((place === "first" ? first : second) !== null) {
      return problem("malformed", `two outcomes for ${JSON.stringify(outcome.name)}`, "outcomes");
    }
    if (place === "first") first = outcome;
    else second = outcome;
  }
  return { first, second };
}

function outcomeProblem(outcome: JsonObject | null, needsPoint: boolean): RecordProblem | null {
  if (outcome === null) return null;
  const { point, price } = outcome;
  if (needsPoint && !(typeof point === "number" && Number.isFinite(point))) {
    return problem("malformed", `point is ${JSON.stringify(point) ?? "missing"}`, "point");
  }
  // A book may have no price for a side, which is null; without the field this is another shape than the provider's.
  if (price !== null && typeof price !== "number") {
    return problem("malformed", `price is ${JSON.stringify(price) ?? "missing"}`, "price");
  }
  return null;
}

const numberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null);

function read(market: Market, { first, second }: Pair): MarketReading | RecordProblem {
  if (first === null && second === null) return problem("no-price", "no outcomes", "outcomes");
  const hasPoint = market !== "moneyline";
  const wrong = outcomeProblem(first, hasPoint) ?? outcomeProblem(second, hasPoint);
  if (wrong !== null) return wrong;
  const prices = { first: numberOrNull(first?.price), second: numberOrNull(second?.price) };
  if (!hasPoint) return { market, line: null, ...prices };
  const firstPoint = numberOrNull(first?.point);
  const secondPoint = numberOrNull(second?.point);
  const isSpread = market === "spread";
  const secondAsFirst = secondPoint === null ? null : isSpread ? -secondPoint : secondPoint;
  // A market with one side only still states its line [D-13 speaks of two-sided ones].
  if (firstPoint !== null && secondAsFirst !== null && firstPoint !== secondAsFirst) {
    return isSpread
      ? problem("spread-not-mirrored", `home ${firstPoint}, away ${secondPoint}`, "point")
      : problem("total-sides-differ", `over ${firstPoint}, under ${secondPoint}`, "point");
  }
  return { market, line: firstPoint ?? secondAsFirst, ...prices };
}

/** The markets whose outcomes make one line. */
const marketOfKind = { h2h: "moneyline", spreads: "spread", totals: "total" } as const;

function readPair(
  kind: Exclude<Kind, "team_totals">,
  outcomes: readonly unknown[],
  sides: Sides,
): MarketReading | RecordProblem {
  const pair = pairUp(outcomes, kind === "totals" ? placeOfTotal : (name) => placeOfTeam(name, sides));
  return isProblem(pair) ? pair : read(marketOfKind[kind], pair);
}

function readTeamTotals(outcomes: readonly unknown[], sides: Sides): (MarketReading | RecordProblem)[] {
  const bySide: Record<Place, unknown[]> = { first: [], second: [] };
  const readings: (MarketReading | RecordProblem)[] = [];
  for (const outcome of outcomes) {
    const description = isObject(outcome) ? outcome.description : undefined;
    const side = placeOfTeam(description, sides);
    if (side !== null) bySide[side].push(outcome);
    else
      readings.push(problem("not-the-teams", `team total of ${JSON.stringify(description) ?? "no team"}`, "outcomes"));
  }
  for (const [side, market] of [["first", "home_team_total"] as const, ["second", "away_team_total"] as const]) {
    if (bySide[side].length === 0) continue;
    const pair = pairUp(bySide[side], placeOfTotal);
    readings.push(isProblem(pair) ? pair : read(market, pair));
  }
  return readings.length > 0 ? readings : [problem("no-price", "no outcomes", "outcomes")];
}

/** The readings of the outcomes: one for most markets, and one a side for team totals. */
export function readOutcomes(kind: Kind, outcomes: unknown, sides: Sides): readonly (MarketReading | RecordProblem)[] {
  if (!Array.isArray(outcomes)) return [problem("malformed", "outcomes is not a list", "outcomes")];
  if (kind === "team_totals") return readTeamTotals(outcomes, sides);
  if (kind === "h2h" && outcomes.some((outcome) => isObject(outcome) && /^(?:draw|tie)$/i.test(String(outcome.name)))) {
    return [problem("other-market", "a three-way price, with a draw", "outcomes")];
  }
  return [readPair(kind, outcomes, sides)];
}
