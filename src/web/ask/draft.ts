/**
 * The facts that were said, and the filters of `/v1/trends` that they are. A fact is a filter of the API with its value behind `=`; or
 * one that becomes a filter with the others: `market`, `period`, the seasons `since` and `until`, how large a line is (`size=7..`,
 * `size=3..7`), and a line or price with its sign. `?=` yields to what was said before; `left` is understood and has no filter; `if`
 * says in which sports the words mean that. In a value, `#now` is this season and `#blowout` a number of the sport.
 */
import { WrongParameter } from "../../contract/parameter.ts";
import type { LinePeriod } from "../../domain/periods.ts";
import { datesOfSeason, seasonOf } from "../../domain/seasons.ts";
import { type BetType, betTypeTable, type Market, type Sport, sportFacts } from "../../domain/sports.ts";
import { catalogue, pieces, whose } from "./phrases.ts";

export type Filter = readonly [name: string, value: string];

export type SaidTeam = {
  readonly abbreviation: string;
  /** Bet on; its opponent; or one of the two teams. */
  readonly how: "on" | "against" | "in";
};

export type Draft = {
  readonly sport: Sport;
  /** The slate date, YYYY-MM-DD. */
  readonly today: string;
  readonly teams: SaidTeam[];
  /** Facts by their names. */
  readonly said: Map<string, string>;
};

/** A pattern that begins and ends with whole words. */
export const whole = (pattern: string) => new RegExp(`(?<=^|[ |])(?:${pattern})(?=$|[ |])`);

/** The patterns that are looked for, and the facts that each says. Words with `*` are said of each team that may be meant. */
export const phrases = catalogue.flatMap((line) => {
  const [pattern = "", says = ""] = line.split(/ ->(?: |$)/);
  const words = pattern.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => pieces[name] ?? "");
  const ways = says.includes("*") ? whose : [["", ""] as const];
  return ways.map(([before, team]) => [whole(`${before}(?:${words})`), says.replaceAll("*", team)] as const);
});

/** Nobody gives a hundred points: such a number is a price, unless it is a total. */
const smallestPrice = 100;

/** Whether the words mean that in a sport. */
function isOf(sport: Sport, condition: string): boolean {
  const { restWords, hasWeeks, hasBowls, roundWeeks, betTypes } = sportFacts[sport];
  const has: readonly string[] = [...restWords, ...betTypes];
  const facts: Readonly<Record<string, boolean>> = { weeks: hasWeeks, bowls: hasBowls, rounds: roundWeeks !== null };
  return facts[condition] ?? has.includes(condition);
}

/**
 * Takes down what a phrase says, or nothing of it.
 * @param found by the groups of the phrase.
 * @returns whether something of it has no filter; null: the words do not mean that here, or something else was said already.
 */
export function say(draft: Draft, says: string, found: readonly string[]): "left" | "said" | null {
  const { sport, said } = draft;
  const [first = "", otherwise] = says.split(" else ");
  const [own = "", condition] = first.split(" if ");
  const facts = condition === undefined || isOf(sport, condition) ? own : otherwise;
  if (facts === undefined) return null;
  const news = new Map<string, string>();
  for (const fact of facts.split(" ")) {
    const [, name = "", isSoft, template] = /^(.+?)(\?)?=(.*)$/.exec(fact) ?? [];
    if (template === undefined || (isSoft !== undefined && said.has(name))) continue;
    const filled = template.replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? "");
    const value = factValue(draft, filled);
    const known = value === null || name !== "line" ? name : lineOrPrice(value);
    if (value === null || known === null || (said.get(known) ?? value) !== value) return null;
    news.set(known, value);
  }
  for (const [name, value] of news) said.set(name, value);
  return facts.endsWith("left") ? "left" : "said";
}

/** Null: there is no such hour, or no season of these two years. */
function factValue({ sport, today }: Draft, template: string): string | null {
  const { blowoutMargin, roundWeeks } = sportFacts[sport];
  const numbers: Readonly<Record<string, number>> = {
    now: seasonOf(sport, today),
    blowout: blowoutMargin,
    ...roundWeeks,
  };
  const text = template.replaceAll(/#(\w+)/g, (_, name: string) => String(numbers[name]));
  const [, hour, half, before] = /^(\d\d?)([ap]m)(-1)?$/.exec(text) ?? [];
  if (hour !== undefined) {
    const bound = (Number(hour) % 12) + (half === "pm" ? 12 : 0) - (before === undefined ? 0 : 1);
    return Number(hour) < 1 || Number(hour) > 12 || bound < 0 ? null : String(bound);
  }
  const [, year, next = ""] = /^(20\d\d)\/(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) return seasonOfYears(sport, year, next);
  if (!/^\d+(?:[+-]\d+)+$/.test(text)) return text;
  return String([...text.matchAll(/[+-]?\d+/g)].reduce((sum, [each]) => sum + Number(each), 0));
}

/** A season as both of its years, as in 2023-24; null: it is none of this sport. */
function seasonOfYears(sport: Sport, year: string, next: string): string | null {
  const season = seasonOf(sport, `${year}-12-31`);
  const { to } = datesOfSeason({ sport, season });
  return Number(to.slice(0, 4)) === Number(year) + 1 && to.slice(2, 4) === next ? String(season) : null;
}

/** The bounds that `7..`, `..7`, `3..7`, `7..3` or `7` means; null: it has none on that side. */
function endsOf(value: string): readonly [least: number | null, most: number | null] {
  const [first = null, last = first] = value.split("..").map((each) => (each === "" ? null : Number(each)));
  return first === null || last === null ? [first, last] : [Math.min(first, last), Math.max(first, last)];
}

/** Whether the ends are those of a line or of a price; null: one is a line, and the other a price. */
function lineOrPrice(value: string): "line" | "price" | null {
  const arePrices = endsOf(value).flatMap((end) => (end === null ? [] : [Math.abs(end) >= smallestPrice]));
  if (arePrices.every((each) => each)) return "price";
  return arePrices.some((each) => each) ? null : "line";
}

/** The words cannot be asked together. Nobody reads why: a part of them is left out. */
const cannotBeAsked = (why: string) => new WrongParameter(null, why);

/** These facts become filters together with others. */
const noFilters: ReadonlySet<string> = new Set(["market", "period", "size", "line", "price"]);

/** @throws WrongParameter where some of what was said cannot be asked together with the rest. */
export function filtersOf(draft: Draft): readonly Filter[] {
  const { sport, said } = draft;
  const market = said.get("market") ?? usualMarket(draft);
  const isTotal = market === "total";
  const season = (year: string) => datesOfSeason({ sport, season: Number(year) });
  return [
    ["sport", sport],
    ["bet_type", betTypesOf(draft, market).join(",")],
    ...teamFilters(draft, isTotal),
    ...lineFilters(draft, market),
    ...[...said].flatMap(([name, value]): readonly Filter[] => {
      if (name === "since") return [["from", season(value).from]];
      if (name === "until") return [["to", season(value).to]];
      return noFilters.has(name) ? [] : namesOf(name, isTotal).map((each) => [each, value]);
    }),
  ];
}

/** A total is on neither team, so that what is said of the team that is bet on is said of both. */
function namesOf(name: string, isTotal: boolean): readonly string[] {
  const [, whose = "", what = name] = /^(\*_|both_)?(.+)$/.exec(name) ?? [];
  const ofBoth = whose === "both_" || (whose === "*_" && isTotal);
  if (what.startsWith("rest_")) return ofBoth ? [`home_${what}`, `away_${what}`] : [what];
  return whose === "*_" ? [`${isTotal ? "both" : "team"}_${what}`] : [name];
}

/** A side is bet on the spread where the spread says by how much it is better; elsewhere on the moneyline. */
function usualMarket({ sport, said }: Draft): string {
  const [size, line, price] = ["size", "line", "price"].map((name) => said.get(name));
  const isPriced = price !== undefined || (size !== undefined && lineOrPrice(size) === "price");
  if (line === undefined && isPriced) return "moneyline";
  return sportFacts[sport].favoriteBySpread || size !== undefined || line !== undefined ? "spread" : "moneyline";
}

function betTypesOf({ sport, said }: Draft, market: string): readonly BetType[] {
  const wanted = said.get("period") ?? "full";
  const selection = said.get("selection");
  const isWanted = (betType: BetType): boolean => {
    const { period, markets } = betTypeTable[betType] as { period: "full" | LinePeriod; markets: readonly Market[] };
    if (period !== wanted) return false;
    if (market !== "team_total") return markets.includes(market as Market);
    return markets.includes("home_team_total") && (selection === undefined || betType.endsWith(selection));
  };
  const found = sportFacts[sport].betTypes.filter(isWanted);
  if (found.length === 0) throw cannotBeAsked(`${sport} has no ${market} of ${wanted}`);
  return found;
}

/** Of a total, a team is one of the two. */
function teamFilters({ teams, said }: Draft, isTotal: boolean): readonly Filter[] {
  const of = (wanted: string) => teams.flatMap(({ abbreviation, how }) => (how === wanted ? [abbreviation] : []));
  const on = isTotal ? [] : of("on");
  const others = [...(isTotal ? of("on") : []), ...of("in"), ...of("against")];
  const [other, ...more] = others;
  if (more.length > 0) throw cannotBeAsked("of two more teams nothing can be asked");
  const own: readonly Filter[] = on.length === 0 ? [] : [["on", on.join(",")]];
  if (other === undefined) return own;
  const isOpponent = of("against").length > 0 && on.length === 0 && !isTotal;
  if (!isOpponent) return [...own, ["team", other]];
  const selection = said.get("selection");
  if (selection !== "home" && selection !== "away") throw cannotBeAsked("an opponent needs a team or a side");
  return [[selection === "home" ? "away" : "home", other]];
}

/** Lines and prices. A size of a hundred and more is a price, but of a total. */
function lineFilters({ said }: Draft, market: string): readonly Filter[] {
  const isTotal = market === "total" || market === "team_total";
  const found = { line: said.get("line"), price: said.get("price") };
  const size = said.get("size");
  if (size !== undefined) {
    const what = !isTotal && lineOrPrice(size) === "price" ? "price" : "line";
    if (found[what] !== undefined) throw cannotBeAsked(`a ${what} is said twice`);
    found[what] = isTotal ? size : ofRole(size, said.get("role"));
  }
  if (found.line !== undefined && market === "moneyline") throw cannotBeAsked("a moneyline has no line");
  if (found.line !== undefined && !isTotal && lineOrPrice(found.line) !== "line")
    throw cannotBeAsked("one end is a price and the other is none");
  return Object.entries(found).flatMap(([what, value]) => {
    const ends = value === undefined ? [] : endsOf(value);
    return ends.flatMap((end, at) =>
      end === null ? [] : [[`${at === 0 ? "min" : "max"}_${what}`, String(end)] as const],
    );
  });
}

/** Favorites give points and pay less than even money: their lines and prices are below 0. */
function ofRole(size: string, role: string | undefined): string {
  if (role === undefined) throw cannotBeAsked("nobody says whose the points are");
  if (role === "underdog") return size;
  const [least, most] = endsOf(size).map((end) => (end === null ? "" : String(0 - end)));
  return least === most ? `${least}` : `${most}..${least}`;
}
