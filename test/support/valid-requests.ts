/** Requests that the OpenAPI document allows, made from its parameters and from values that the archive contains. */
import fc from "fast-check";
import { betSides } from "../../src/domain/bets/sides.ts";
import { pricedPeriodsOf } from "../../src/domain/periods.ts";
import { type Sport, sportFacts } from "../../src/domain/sports.ts";
import { teamsOf } from "../../src/domain/teams/registry.ts";
import { contract, type ParameterEntry } from "./contract.ts";
import type { KnownValues } from "./known-values.ts";
import { sampledSports } from "./sports.ts";

export type Pair = readonly [name: string, value: string];

export type Request = {
  readonly method: string;
  /** The documented path. */
  readonly path: string;
  /** The path as it is requested, with its parameters filled in. */
  readonly place: string;
  /** Encoded names and values, as they are in the URL. */
  readonly query: readonly Pair[];
  readonly headers: Readonly<Record<string, string>>;
};

const anyCase = (value: string) => fc.constantFrom(value, value.toLowerCase(), value.toUpperCase());
const anyDate = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** A value that the parameter's own description allows. */
function validValue(
  path: string,
  { name, schema }: ParameterEntry,
  sport: Sport,
  known: KnownValues,
): fc.Arbitrary<string> {
  const { teams, seasons, gameIds, dates } = known.bySport[sport];
  if (name === "sport") return fc.constant(sport);
  // Those of the sport: every period that has odds has scores too.
  if (name === "period") return fc.constantFrom(...pricedPeriodsOf[sport]);
  if (name === "since") return fc.integer({ min: 0, max: known.revision }).map(String);
  if (name === "archive") return fc.constant(known.archive);
  if (name === "market") {
    const ofSport = new Set<string>(betSides[sport].map(({ marketName }) => marketName));
    return fc.constantFrom(...(schema.enum ?? []).filter((market) => ofSport.has(market)));
  }
  if (name === "bet_type") {
    return fc.subarray([...sportFacts[sport].betTypes], { minLength: 1 }).map((types) => types.join(","));
  }
  if (name === "minutes_before") {
    return fc
      .uniqueArray(fc.constantFrom("1440", "180", "60", "5"), { minLength: 1 })
      .map((chosen) => chosen.join(","));
  }
  if (name === "min_line") return fc.integer({ min: -80, max: 0 }).map((quarters) => String(quarters / 4));
  if (name === "max_line") return fc.integer({ min: 0, max: 240 }).map((quarters) => String(quarters / 4));
  if (name === "min_price") return fc.integer({ min: -400, max: -100 }).map(String);
  if (name === "max_price") return fc.integer({ min: 100, max: 400 }).map(String);
  if (name === "start_hour_min") return fc.integer({ min: 0, max: 13 }).map(String);
  if (name === "start_hour_max") return fc.integer({ min: 13, max: 23 }).map(String);
  if (name === "on") {
    return fc.uniqueArray(fc.constantFrom(...teams).chain(anyCase), { minLength: 1, maxLength: 3 }).map(String);
  }
  if (name === "wind_min" || name === "temperature_min") return fc.integer({ min: 0, max: 20 }).map(String);
  if (name === "wind_max" || name === "temperature_max") return fc.integer({ min: 20, max: 90 }).map(String);
  if (name.endsWith("rest_min")) return fc.integer({ min: 0, max: 3 }).map(String);
  if (name.endsWith("rest_max")) return fc.integer({ min: 3, max: 366 }).map(String);
  if (name === "conference" || name === "division") {
    const names = teamsOf(sport).map((team) => team[name]);
    return fc.constantFrom(...names.filter((each) => each !== null)).chain(anyCase);
  }
  if (/^(team|opponent|either|both)_(last_margin|\w*streak)_min$/.test(name))
    return fc.integer({ min: -30, max: -1 }).map(String);
  if (/^(team|opponent|either|both)_(last_margin|\w*streak)_max$/.test(name))
    return fc.integer({ min: 1, max: 30 }).map(String);
  if (name.endsWith("_starter")) return fc.constantFrom("Zack Wheeler", "554430", "José Ramírez");
  if (name.endsWith("win_share_min")) return fc.constantFrom("0", "0.25", ".4");
  if (name.endsWith("win_share_max")) return fc.constantFrom("0.5", "0.6667", "1.0");
  if (name === "week_min") return fc.integer({ min: 0, max: 9 }).map(String);
  if (name === "week_max") return fc.integer({ min: 9, max: 99 }).map(String);
  if (name === "file") return fc.oneof(fc.constant("odds.csv.gz"), fc.constantFrom(...(schema.enum ?? [])));
  if (["sha256", "key", "expires", "signature"].includes(name)) return fc.constant(String(schema.examples?.[0]));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map(String));
  if (schema.format === "date") return fc.oneof(fc.constantFrom(...dates), anyDate);
  if (schema.type === "integer") {
    const { minimum, maximum } = schema as { readonly minimum: number; readonly maximum: number };
    const inRange = fc.integer({ min: minimum, max: maximum }).map(String);
    return name === "season" ? fc.oneof(fc.constantFrom(...seasons), inRange) : inRange;
  }
  if (name === "game_id") return gameIdOf(gameIds);
  if (name === "book" && path === "/v1/trends") return fc.constantFrom(...known.books, "consensus").chain(anyCase);
  if (name === "book") {
    return fc
      .array(fc.constantFrom(...known.books).chain(anyCase), { minLength: 1, maxLength: 5 })
      .map((books) => books.join(","));
  }
  if (["team", "home", "away"].includes(name)) return fc.constantFrom(...teams).chain(anyCase);
  throw new Error(`no valid value is known for the parameter ${name}`);
}

/** The id of a known game in any case, or of a game that could exist. */
function gameIdOf(known: readonly string[]): fc.Arbitrary<string> {
  const unknown = anyDate.map((date) => `NFL-${date.replaceAll("-", "")}-DAL-PHI`);
  return fc.oneof(fc.constantFrom(...known).chain(anyCase), unknown);
}

const narrowing = ["season", "from", "to", "team", "game_id"];

export function validRequest(known: KnownValues, key: string): fc.Arbitrary<Request> {
  const headers = fc.constantFrom(...headersOf(key));
  const method = fc.constantFrom("GET", "GET", "GET", "HEAD");
  const fresh = fc
    .tuple(fc.constantFrom(...Object.keys(contract.paths)), fc.constantFrom(...sampledSports))
    .chain(([path, sport]) => {
      const parameters =
        contract.paths[path]?.get.parameters.filter(
          ({ name }) => name !== "cursor" && !(/division$/.test(name) && sport === "ncaaf"),
        ) ?? [];
      const pairs = parameters.map((parameter) => {
        const pair = validValue(path, parameter, sport, known).map((value): Pair => [parameter.name, value]);
        return parameter.required ? pair : fc.option(pair, { nil: null, freq: 1 });
      });
      return fc.tuple(method, headers, ...pairs).map(([verb, sent, ...made]): Request => {
        const given = inOrder(made.filter((pair) => pair !== null));
        const query = withoutLooseAge(path, withoutContradictions(given));
        const inPath = new Set(parameters.filter((each) => each.in === "path").map(({ name }) => name));
        const placed = query.filter(([name]) => inPath.has(name));
        const mustNarrow = path !== "/v1/games" && parameters.some(({ name }) => name === "season");
        const isNarrow = !mustNarrow || query.some(([name]) => narrowing.includes(name));
        return {
          method: verb,
          path,
          place: placed.reduce((at, [name, value]) => at.replace(`{${name}}`, value), path),
          query:
            placed.length > 0
              ? query.filter(([name]) => !inPath.has(name))
              : isNarrow
                ? query
                : [...query, ["season", "2025"]],
          headers: sent,
        };
      });
    });
  return fc.oneof({ arbitrary: fresh, weight: 6 }, { arbitrary: continuedRequest(known, method, headers), weight: 1 });
}

/** The next page of a list. Limit and format may differ from those of the page before [D-28]. */
function continuedRequest(
  known: KnownValues,
  method: fc.Arbitrary<string>,
  headers: fc.Arbitrary<Request["headers"]>,
): fc.Arbitrary<Request> {
  const lists = Object.values(known.bySport).flatMap(({ continued }) => continued);
  const limit = fc.integer({ min: 1, max: 1000 }).map((value): Pair => ["limit", String(value)]);
  const format = fc.constantFrom("json", "csv").map((value): Pair => ["format", value]);
  return fc
    .tuple(fc.constantFrom(...lists), limit, format, method, headers)
    .map(([{ path, query }, ...[limitPair, formatPair, verb, sent]]) => ({
      method: verb,
      path,
      place: path,
      query: [...query, limitPair, formatPair],
      headers: sent,
    }));
}

/** Filters of which one says what another one denies: the first of them is left out where the second is given. */
const contradicting: readonly (readonly [RegExp, RegExp])[] = [
  [/^(bet_type|market|period|selection)$/, /^(team_|opponent_(?!rest)|meeting_last)/],
  [/^week$/, /^week_/],
  [/^(division|conference)$/, /^same_/],
];

/** An age of captures is asked for at a moment. The list of lines at moments has all of them where none is named. */
function withoutLooseAge(path: string, pairs: readonly Pair[]): readonly Pair[] {
  const hasMoment = path === "/v1/snapshots" || pairs.some(([name]) => name === "price_at");
  return hasMoment ? pairs : pairs.filter(([name]) => name !== "max_age_minutes");
}

function withoutContradictions(pairs: readonly Pair[]): readonly Pair[] {
  const isGiven = (names: RegExp) => pairs.some(([name]) => names.test(name));
  return pairs.filter(([name]) => !contradicting.some(([left, given]) => left.test(name) && isGiven(given)));
}

/** A range must not end before it begins. */
function inOrder(pairs: readonly Pair[]): readonly Pair[] {
  const bounds = pairs.filter(([name]) => name === "from" || name === "to").map(([, value]) => value);
  if (bounds.length < 2) return pairs;
  const [from = "", to = ""] = bounds.toSorted();
  return pairs.map(([name, value]) => [name, name === "from" ? from : name === "to" ? to : value]);
}

function headersOf(key: string): Request["headers"][] {
  const bearer = { authorization: `Bearer ${key}` };
  return [
    bearer,
    { "x-api-key": key },
    { ...bearer, "x-api-key": "not a key" },
    { ...bearer, accept: "text/csv" },
    { ...bearer, accept: "text/csv;q=0.1, application/json;q=0.9, */*;q=0" },
    { ...bearer, accept: "image/webp" },
    { ...bearer, "if-none-match": 'W/"other", "another"' },
    { ...bearer, "if-none-match": "*" },
  ];
}
