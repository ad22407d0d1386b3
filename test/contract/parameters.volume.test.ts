// @module-tag volume
/** [D-26] Every parameter of every endpoint, and every way to get one wrong. A new parameter is covered by itself. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { documentedPath, type Endpoint } from "../../src/contract/endpoint.ts";
import { endpoints } from "../../src/contract/lists/all.ts";
import { closedAfterAll, openApi } from "../support/api.ts";
import { contract, type ParameterEntry } from "../support/contract.ts";
import { league } from "../support/league.ts";
import { exampleFilePath, offerFile } from "../support/offered-files.ts";
import { some } from "../support/volume.ts";
import { assertInvalid } from "./refusals.ts";

const api = closedAfterAll(await openApi(league));
await offerFile(api.database);

type Case = {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly name: string;
  readonly required: boolean;
  readonly schema: ParameterEntry["schema"];
  readonly example: string;
};

/** The path as it is asked for. */
const placeOf = (path: string) =>
  `/v1${path.replace(":game_id", "NBA-20240110-BOS-LAL").replace(":sport/:season/:file", exampleFilePath)}`;

/** What the endpoints declare, with an example that the OpenAPI document gives. */
const cases: readonly Case[] = endpoints.flatMap((endpoint) =>
  Object.entries(endpoint.parameters).map(([name, { required }]) => {
    const { path } = endpoint;
    const listed = contract.paths[documentedPath(path)]?.get.parameters.find((each) => each.name === name);
    assert.ok(listed !== undefined, `${path} ${name} is not documented`);
    const { schema, example } = listed;
    const [first] = (schema.examples ?? []) as readonly unknown[];
    return { endpoint, path, name, required, schema, example: String(first ?? example) };
  }),
);

/** The values that a refusal lists: of the periods those of football, which the requests here ask for. */
function allowedOf({ name, schema }: Case): readonly string[] {
  const { enum: allowed = [] } = schema;
  return name === "period" ? allowed.filter((period) => !/^(?:p|inn)\d$/.test(period)) : allowed;
}

/** Whether a request must say which games it means: the games list alone need not [D-27]. */
const mustNarrow = ({ path, parameters }: Endpoint) => path !== "/games" && "team" in parameters;

/** A request that is good but for `changed`: the text as it goes into the URL. */
function urlWith({ endpoint, path, name }: Case, changed: string | null): string {
  const { parameters } = endpoint;
  const rest = [
    ...("sport" in parameters ? ["sport=nfl"] : []),
    ...(mustNarrow(endpoint) ? [name === "season" ? "team=KC" : "season=2024"] : []),
    ...(path === "/changes" ? ["since=0"] : []),
    ...(name === "tries_since" ? ["split=2024-10-01"] : []),
    ...(name === "max_age_minutes" && "price_at" in parameters ? ["price_at=60"] : []),
  ];
  const query = rest.filter((pair) => !pair.startsWith(`${name}=`));
  return `${placeOf(path)}?${[...query, ...(changed === null ? [] : [changed])].join("&")}`;
}

/** Texts that are invalid for every parameter. */
const wrongForAll: Readonly<Record<string, (name: string, example: string) => string>> = {
  "given twice": (name, example) => `${name}=${example}&${name}=${example}`,
  "given twice, once with its name escaped": (name, example) =>
    `${name}=${example}&%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${example}`,
  empty: (name) => `${name}=`,
  "without a value": (name) => name,
  "a NUL byte": (name) => `${name}=%00`,
  "a NUL byte at the end": (name, example) => `${name}=${example}%00`,
  "a byte that is no UTF-8": (name, example) => `${name}=${example}%FF`,
  "an overlong escape": (name) => `${name}=%C0%80`,
  "a surrogate": (name) => `${name}=%ED%A0%80`,
  "a bad escape": (name, example) => `${name}=${example}%ZZ`,
  "a cut escape": (name, example) => `${name}=${example}%4`,
  "10 kB": (name) => `${name}=${"x".repeat(10_000)}`,
  "10 kB of digits": (name) => `${name}=${"9".repeat(10_000)}`,
  "a space before": (name, example) => `${name}=%20${example}`,
  "a space after": (name, example) => `${name}=${example}+`,
  "a line end after": (name, example) => `${name}=${example}%0A`,
  "a comma after": (name, example) => `${name}=${example},`,
  "quotes around": (name, example) => `${name}=%22${example}%22`,
  "an emoji": (name) => `${name}=%F0%9F%8F%88`,
  SQL: (name) => `${name}=1%27%20OR%201=1--`,
  "a path": (name) => `${name}=..%2F..%2Fetc%2Fpasswd`,
  null: (name) => `${name}=null`,
  undefined: (name) => `${name}=undefined`,
  true: (name) => `${name}=true`,
  "an object": (name) => `${name}=%7B%7D`,
};

/** Texts that are invalid for the parameter's declared type. */
function wrongForType({
  schema,
  name,
}: {
  readonly schema: ParameterEntry["schema"];
  readonly name: string;
}): readonly string[] {
  if (schema.enum !== undefined) {
    const values = schema.enum.map(String);
    const cased = values.flatMap((value) => [value.toUpperCase(), value.charAt(0).toUpperCase() + value.slice(1)]);
    const [first = "", second = first] = values;
    return [...cased.filter((value) => !values.includes(value)), "nonsense", `${first},${second}`];
  }
  if (schema.type === "integer") {
    const { minimum, maximum } = schema as { readonly minimum: number; readonly maximum: number };
    const outside = [minimum - 1, maximum + 1, -minimum, 2 ** 31, 2 ** 53].filter((n) => n < minimum || n > maximum);
    const texts = "ten 1.5 1e3 %2B5 --1 0x10 %D9%A3 1,000 NaN Infinity 99999999999999999999".split(" ");
    return [...outside.map(String), ...texts];
  }
  if (schema.format === "date") {
    return (
      "2024-02-30 2023-02-29 2024-13-01 2024-00-10 2024-01-00 2023-2-3 20240101 24-01-01 2024-01 2024 2024/01/01 " +
      "01-02-2024 2024-01-01T00:00:00Z %2B2024-01-01 yesterday"
    ).split(" ");
  }
  if (name === "cursor") return ["A", "AAAA", "-", "1", "0".repeat(86), "A=="];
  return ["-", "..", "*", "no-such-thing", "%C5%BFAS", "%E2%84%AAC", "99999"];
}

/** Whether the one value of a query may be the name of a starter, who may be called anything. */
function isName({ name, schema }: Case, query: string): boolean {
  const [value = "", ...more] = new URLSearchParams(query).getAll(name);
  return name.endsWith("_starter") && more.length === 0 && new RegExp(String(schema.pattern), "u").test(value);
}

for (const { path, parameters: declared } of endpoints) {
  const own = cases.filter((each) => each.path === path);

  test(`${placeOf(path)}: a parameter given twice, empty, or of the wrong form is 400 naming it [D-26]`, async () => {
    for (const each of own) {
      for (const [what, query] of some(Object.entries(wrongForAll))) {
        // The word is right where it is one of the values.
        if (each.schema.enum?.map(String).includes(what) || isName(each, query(each.name, each.example))) continue;
        const answer = await api.get(urlWith(each, query(each.name, each.example)));
        assertInvalid(answer, each.name, `${path} ${each.name}: ${what}`);
        assert.ok(answer.text.length < 1000, `${path} ${each.name}: ${what} comes back`);
      }
      for (const text of some(wrongForType(each)).filter((text) => !isName(each, `${each.name}=${text}`))) {
        const url = urlWith(each, `${each.name}=${text}`);
        const answer = await api.get(url);
        assertInvalid(answer, each.name, url);
        for (const value of allowedOf(each))
          assert.ok(answer.body.error.message.includes(value), `${url} lists ${value}`);
      }
    }
  });

  test(`${placeOf(path)}: what is required is missed by name; what is not may be absent`, async () => {
    for (const each of own) {
      const answer = await api.get(urlWith(each, null));
      if (each.required) assertInvalid(answer, each.name, `${path} without ${each.name}`);
      else assert.equal(answer.status, 200, `${path} without ${each.name}: ${answer.text.slice(0, 300)}`);
    }
  });

  test(`${placeOf(path)}: the examples of the OpenAPI document are good values`, async () => {
    // A cursor and the id of an archive are of one archive alone.
    for (const each of own.filter(({ name }) => name !== "cursor" && name !== "archive")) {
      const url = urlWith(each, `${each.name}=${each.example}`);
      assert.equal((await api.get(url)).status, 200, url);
    }
  });

  test(`${placeOf(path)}: unknown query parameters are rejected with 400 naming the parameter`, async () => {
    const elsewhere = cases.map(({ name }) => name).filter((name) => !(name in declared));
    const near = Object.keys(declared).flatMap((name) => [
      name.toUpperCase(),
      ...[`${name}[]`, `${name}.`, `${name} `, ` ${name}`, `x${name}`, name.slice(1), `${name}\u0301`],
    ]);
    const odd = "surprise offset page __proto__ constructor toString hasOwnProperty [object] é".split(" ");
    const sport = "sport" in declared ? "sport=nfl&" : "";
    for (const name of some([...new Set([...elsewhere, ...near, ...odd])])) {
      for (const pair of [
        `${encodeURIComponent(name)}=1`,
        encodeURIComponent(name),
        `${encodeURIComponent(name)}=%ZZ`,
      ]) {
        const url = `${placeOf(path)}?${sport}${pair}`;
        const answer = await api.get(url);
        assertInvalid(answer, name, url);
        assert.match(answer.body.error.message, /unknown parameter/, url);
      }
    }
    for (const raw of ["%00", "%FF", "%ZZ", "a%00b"]) {
      assertInvalid(await api.get(`${placeOf(path)}?${raw}=1`), raw, raw);
    }
    // A name that is longer than any of ours is cut.
    assertInvalid(await api.get(`${placeOf(path)}?${"n".repeat(10_000)}=1`), `${"n".repeat(100)}…`, "a long name");
  });
}

test("every endpoint and every parameter is covered: the tables of service.md, by name [A-1]", () => {
  const ofGames = "sport from to season team home away week season_type game_id".split(" ");
  const ofForm =
    "last last_margin_min last_margin_max last_role streak_min streak_max ats_streak_min ats_streak_max total_streak_min total_streak_max win_share_min win_share_max games_min starter starter_hand".split(
      " ",
    );
  const ofBets = [
    ..."bet_type market period selection role result rules min_line max_line min_price max_price book".split(" "),
    ..."home_rest_min home_rest_max away_rest_min away_rest_max month weekday start_hour_min start_hour_max conference division open_moved wind_min wind_max temperature_min temperature_max indoor shortened on rest_min rest_max opponent_rest_min opponent_rest_max".split(
      " ",
    ),
    ...["team", "opponent", "either", "both"].flatMap((whose) => ofForm.map((name) => `${whose}_${name}`)),
    ..."meeting meeting_last week_min week_max same_division same_conference price_at max_age_minutes".split(" "),
  ];
  const ofPages = ["limit", "cursor", "format"];
  const promised: Readonly<Record<string, readonly string[]>> = {
    "": [],
    "/sports": [],
    "/teams": ["sport"],
    "/seasons": ["sport"],
    "/games": "sport from to season team home away week season_type limit cursor format".split(" "),
    "/games/:game_id": [],
    "/games/:game_id/lines": "book market period limit cursor format".split(" "),
    "/games/:game_id/evidence": "book market period limit cursor format".split(" "),
    "/odds": "sport from to season team game_id book market limit cursor format".split(" "),
    "/ids/games": [...ofGames, ...ofPages],
    "/ids/teams": ["sport", ...ofPages],
    "/changes": "since sport archive limit cursor format".split(" "),
    "/revisions": "since limit cursor format".split(" "),
    "/books": [],
    "/coverage": "sport season limit cursor format".split(" "),
    "/bets": [...ofGames, ...ofBets, ...ofPages],
    "/trends": [...ofGames, ...ofBets, "group_by", "tries", "split", "tries_since", ...ofPages],
    "/snapshots": [...ofGames, "book", "market", "period", "minutes_before", "max_age_minutes", ...ofPages],
    "/periods": [...ofGames, "period", ...ofPages],
    "/period_odds": [...ofGames, "period", "book", "market", ...ofPages],
  };
  for (const [path, names] of Object.entries(promised)) {
    const endpoint = endpoints.find((each) => each.path === path) ?? assert.fail(path);
    assert.deepEqual(Object.keys(endpoint.parameters), names, path);
  }
});

test("the first thing wrong is what is told, in the order of the query, then of the table", async () => {
  for (const [query, param] of [
    ["sport=nfl&x=1&y=2", "x"],
    ["y=2&sport=soccer", "y"],
    ["limit=0&sport=soccer", "sport"],
    ["limit=0&season=24&sport=nfl", "season"],
  ]) {
    assertInvalid(await api.get(`/v1/games?${query}`), param, `${query}`);
  }
});
