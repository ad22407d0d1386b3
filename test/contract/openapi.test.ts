/** The OpenAPI document tells the truth: what it lists exists, what exists is listed, and answers are what it says. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterAll, test } from "vitest";
import { createKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { makeKey } from "../../src/access/keys/keys.ts";
import { buildApp } from "../../src/api/app.ts";
import { documentedPath } from "../../src/contract/endpoint.ts";
import { errorTable } from "../../src/contract/errors.ts";
import { endpoints } from "../../src/contract/lists/all.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { type Answer, apiUrl, closedAfterAll, manageUrl, send } from "../support/api.ts";
import {
  contract,
  pointerTo,
  problemsWithAnswer,
  problemsWithRefusal,
  problemWith,
  publishedProblemWith,
  strictContract,
} from "../support/contract.ts";
import { exampleFilePath, offerFile } from "../support/offered-files.ts";
import { openSmallSampleApi } from "../support/sample.ts";
import { sampledSports } from "../support/sports.ts";

const api = closedAfterAll(await openSmallSampleApi());
const headers = { authorization: `Bearer ${api.key}` };
const paths = Object.keys(contract.paths);

test("the routes and their parameters are those that exist, neither more nor fewer", () => {
  assert.deepEqual(
    paths,
    endpoints.map(({ path }) => documentedPath(path)),
  );
  for (const { path, parameters } of endpoints) {
    const listed = contract.paths[documentedPath(path)]?.get.parameters ?? [];
    const inQuery = listed.filter((each) => each.in === "query");
    assert.deepEqual(
      inQuery.map(({ name, required }) => [name, required]),
      Object.entries(parameters).map(([name, { required }]) => [name, required]),
    );
    const inPath = listed.filter((each) => each.in === "path").map(({ name }) => name);
    assert.deepEqual(
      inPath,
      Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name),
    );
  }
});

test("a parameter whose values are numbers has numbers as its values", () => {
  const listed = Object.entries(contract.paths).flatMap(([path, { get }]) =>
    (get.parameters ?? []).map(({ name, schema }) => ({ of: `${path} ${name}`, schema: schema as Json })),
  );
  const listedValues = listed.flatMap(({ of, schema }) =>
    (schema.enum ?? []).map((value) => ({ of, value, type: schema.type })),
  );
  for (const { of, value, type } of listedValues) {
    assert.ok(typeof value === "number" || !/^-?\d+$/.test(value), `${of} has the text ${value}`);
    if (typeof value === "number") assert.equal(type, "integer", of);
  }
  const priceAt = listedValues.filter(({ of }) => of.endsWith(" price_at")).map(({ value }) => value);
  assert.ok(priceAt.includes(60), "price_at is listed");
});

type Json = { readonly type?: string; readonly enum?: readonly (string | number)[] };

test("every code of the error table appears, with its status", () => {
  for (const [code, { status }] of Object.entries(errorTable)) {
    assert.equal(problemWith("#/components/schemas/Error", { error: { code, message: "m" } }), null);
    assert.ok(JSON.stringify(contract).includes(`| ${status} | \`${code}\``), code);
  }
});

test("a missing member makes any object invalid, and so does one that is not in the document when it is held strictly", () => {
  for (const [name, { examples, ...schema }] of Object.entries(contract.components.schemas)) {
    const { type, required = [] } = schema as { readonly type?: string; readonly required?: readonly string[] };
    assert.equal(type, "object", name);
    const example = examples[0] as Record<string, unknown>;
    assert.match(problemWith(`#/components/schemas/${name}`, { ...example, surprise: 1 }) ?? "", /additional/);
    for (const member of required) {
      const { [member]: _gone, ...rest } = example;
      assert.match(problemWith(`#/components/schemas/${name}`, rest) ?? "", /required/, `${name}.${member}`);
    }
  }
});

await offerFile(api.database);

/** A documented path with values in it: of a file that there is, and of a game that there is not, unless one is given. */
function filledPath(path: string, gameId = "NFL-20250904-LAR-DAL"): string {
  return path.replace("{game_id}", gameId).replace("{sport}/{season}/{file}", exampleFilePath);
}

async function expectAnswer(path: string, status: number, answer: Answer, method = "GET"): Promise<void> {
  assert.equal(answer.status, status, `${path}: ${answer.text}`);
  assert.deepEqual(problemsWithAnswer(path, method, answer), [], `${path} ${status}`);
}

/** URLs of a sport by documented path: one of every endpoint, and some of others in which rows or members differ. */
async function urlsOf(sport: string): Promise<(readonly [path: string, url: string])[]> {
  const { body } = await api.get(`/v1/games?sport=${sport}&limit=3`);
  const games: readonly { readonly game_id: string; readonly season: number }[] = body.data;
  assert.equal(games.length, 3, sport);
  const [{ game_id: first, season } = assert.fail()] = games;
  const ofEvery = endpoints
    .filter(({ path }) => !path.endsWith("/link"))
    .map(({ path, parameters }) => {
      const query = Object.entries({ sport, season, since: 0 }).flatMap(([name, value]) =>
        name in parameters ? [`${name}=${value}`] : [],
      );
      const url = filledPath(documentedPath(path), first);
      return [documentedPath(path), query.length === 0 ? url : `${url}?${query.join("&")}`] as const;
    });
  return [
    ...ofEvery,
    ...games.map(({ game_id: id }) => ["/v1/games/{game_id}", `/v1/games/${id}`] as const),
    ["/v1", "/v1/"],
    ["/v1/games", `/v1/games?sport=${sport}&limit=2`],
    ["/v1/games", `/v1/games?sport=${sport}&season=1999`],
    ["/v1/odds", `/v1/odds?sport=${sport}&game_id=${first}&limit=1`],
    ["/v1/period_odds", `/v1/period_odds?sport=${sport}&game_id=${first}&limit=1`],
    ["/v1/bets", `/v1/bets?sport=${sport}&season=${season}&book=all&price_at=60&limit=500`],
    ["/v1/trends", `/v1/trends?sport=${sport}&group_by=team&price_at=60`],
    ["/v1/coverage", `/v1/coverage?sport=${sport}`],
  ];
}

for (const sport of sampledSports) {
  test(`${sport}: 200 as JSON and CSV, HEAD and 304 of every endpoint are as described`, async () => {
    for (const [path, url] of await urlsOf(sport)) {
      const answer = await api.get(url);
      await expectAnswer(path, 200, answer);
      await expectAnswer(path, 200, await send(api.app, "HEAD", url, headers), "HEAD");
      const known = { ...headers, "if-none-match": answer.headers.etag ?? "" };
      await expectAnswer(path, 304, await send(api.app, "GET", url, known));
      const hasCsv = contract.paths[path]?.get.parameters.some(({ name }) => name === "format") ?? false;
      const csv = await send(api.app, "GET", url, { ...headers, accept: "text/csv" });
      assert.equal(csv.headers["content-type"]?.startsWith("text/csv"), hasCsv, path);
      await expectAnswer(path, 200, csv);
    }
  });
}

test("a part of a file, its signed address, and a range that it has not are as described", async () => {
  const path = "/v1/files/{sport}/{season}/{file}";
  const ask = (range: string) => send(api.app, "GET", filledPath(path), { ...headers, range });
  await expectAnswer(path, 206, await ask("bytes=0-1"));
  await expectAnswer(path, 416, await ask("bytes=1000-"));
  await expectAnswer(`${path}/link`, 200, await api.get(filledPath(`${path}/link`)));
});

test("400, 401, 403 and 404 of every endpoint are as described; other methods and paths get an error", async () => {
  const other = { email: "past@example.com", plan: "standard" as const };
  const { key, prefix, lastFour } = await createKey(api.access, { ...other, now: new Date() });
  await revokeKey(api.access, { prefix, lastFour, now: new Date() });
  for (const path of paths) {
    const url = filledPath(path);
    await expectAnswer(path, 400, await api.get(`${url}?surprise=1`));
    await expectAnswer(path, 401, await send(api.app, "GET", url));
    await expectAnswer(path, 403, await send(api.app, "GET", url, { "x-api-key": key }));
    const posted = await send(api.app, "POST", url, headers);
    assert.deepEqual([posted.status, problemsWithRefusal("POST", posted)], [405, []]);
  }
  await expectAnswer("/v1/games/{game_id}", 404, await api.get("/v1/games/NFL-20250904-PHI-DAL"));
  const nowhere = await api.get("/v1/nowhere");
  assert.deepEqual([nowhere.status, problemsWithRefusal("GET", nowhere)], [404, []]);
});

test("an example of an error in the document is what a caller is answered", async () => {
  const documented = Object.values(contract.components.responses).flatMap(({ content }) =>
    Object.entries(content?.["application/json"]?.examples ?? {}),
  );
  const examples = new Map(documented.map(([name, { value }]) => [name, value as Answer["body"]]));
  const ask = (url: string, more: Record<string, string> = {}) => send(api.app, "GET", url, { ...headers, ...more });
  for (const [name, asked] of [
    ["wrong_value", ask("/v1/games?sport=NFL")],
    ["unknown_parameter", ask("/v1/games?sport=nfl&seasons=2025")],
    ["unknown_team", ask("/v1/games?sport=nfl&team=eagles")],
    ["unknown_book", ask("/v1/odds?sport=nfl&season=2025&book=draftkings,fandual")],
    ["no_narrowing", ask("/v1/odds?sport=nfl")],
    ["no_key", send(api.app, "GET", "/v1/sports")],
    ["no_bearer", ask("/v1/sports", { authorization: api.key })],
    ["unknown_key", ask("/v1/sports", { authorization: `Bearer ${makeKey()}` })],
    ["game", ask("/v1/games/NFL-19990904-LAR-DAL")],
  ] as const) {
    assert.deepEqual((await asked).body, examples.get(name), name);
  }
});

test("the document is served to anyone with an ETag, and has the version of the package", async () => {
  const answer = await send(api.app, "GET", "/v1/openapi.json");
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, JSON.parse(JSON.stringify(contract)));
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  assert.equal(answer.body.info.version, version);
  assert.equal(answer.headers["access-control-allow-origin"], "*");
  assert.equal(answer.headers["cache-control"], "public, max-age=900");
  const head = await send(api.app, "HEAD", "/v1/openapi.json");
  assert.deepEqual([head.status, head.text, head.headers.etag], [200, "", answer.headers.etag]);
  for (const known of [answer.headers.etag ?? "", "*", `"a", ${answer.headers.etag?.slice(2)}`]) {
    const again = await send(api.app, "GET", "/v1/openapi.json", { "if-none-match": known });
    assert.deepEqual([again.status, again.text, again.headers.etag], [304, "", answer.headers.etag]);
  }
  assert.equal((await send(api.app, "GET", "/v1/openapi.json", { "if-none-match": '"other"' })).status, 200);
  const posted = await send(api.app, "POST", "/v1/openapi.json", {}, "{}");
  assert.deepEqual([posted.status, posted.body.error.code], [405, "method_not_allowed"]);
});

test("null is one of the types of a member, and a union only where a reference may be null", () => {
  const unions = [...JSON.stringify(contract).matchAll(/"anyOf":(\[[^\]]*\])/g)].map(([, members = ""]) => members);
  assert.ok(unions.length > 0);
  for (const members of unions) assert.match(members, /^\[\{"\$ref":"[^"]+"\},\{"type":"null"\}\]$/);
});

test("every example of a component, a response, a parameter and a header is valid", () => {
  const { schemas, responses, headers: headerEntries } = strictContract.components;
  for (const [name, { examples }] of Object.entries(schemas)) {
    assert.equal(examples.length > 0, true, name);
    for (const example of examples) assert.equal(problemWith(`#/components/schemas/${name}`, example), null);
  }
  for (const [name, { schema }] of Object.entries(headerEntries)) {
    const { examples } = schema as { readonly examples?: readonly unknown[] };
    assert.equal(problemWith(`#/components/headers/${name}/schema`, examples?.[0]), null);
  }
  const places = paths.flatMap((path) =>
    Object.entries(strictContract.paths[path]?.get.responses ?? {}).map(
      ([status, entry]) => [pointerTo("paths", path, "get", "responses", status), entry] as const,
    ),
  );
  const shared = Object.entries(responses).map(([name, entry]) => [`#/components/responses/${name}`, entry] as const);
  for (const [pointer, { content = {} }] of [...places, ...shared]) {
    for (const [mediaType, { examples = {} }] of Object.entries(content)) {
      // Of the bytes of a file there is no example that anybody could read.
      if (mediaType === "application/gzip" || mediaType === "application/vnd.apache.parquet") continue;
      assert.notDeepEqual(examples, {}, pointer);
      for (const { value } of Object.values(examples)) {
        assert.equal(problemWith(`${pointer}/content/${mediaType.replace("/", "~1")}/schema`, value), null);
      }
    }
  }
  for (const path of paths) {
    for (const [index, parameter] of (strictContract.paths[path]?.get.parameters ?? []).entries()) {
      const { name, schema, example = schema.examples?.[0] } = parameter;
      assert.notEqual(example, undefined, name);
      assert.equal(problemWith(pointerTo("paths", path, "get", "parameters", String(index), "schema"), example), null);
    }
  }
});

test("a member that a later version adds is valid in every object, and so is a new error code", () => {
  for (const [name, { examples }] of Object.entries(contract.components.schemas)) {
    const pointer = `#/components/schemas/${name}`;
    assert.equal(publishedProblemWith(pointer, { ...(examples[0] as object), added_later: 1 }), null);
  }
  assert.equal(publishedProblemWith("#/components/schemas/ErrorDetail", { code: "gone", message: "m" }), null);
  assert.match(publishedProblemWith("#/components/schemas/ErrorDetail", { code: "gone" }) ?? "", /required/);
  assert.ok(!JSON.stringify(contract).includes("additionalProperties"));
});

test("the document names the address that the operator has set, else the server that it came from, whatever a Host says", async () => {
  const unnamed = buildApp({ shelf: api.shelf, gate: api.gate, logger: openServerLog("silent"), manageUrl });
  afterAll(() => unnamed.close());
  const asked = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
  for (const [app, address] of [
    [api.app, apiUrl],
    [unnamed, "/"],
  ] as const) {
    const answer = await send(app, "GET", "/v1/openapi.json", asked);
    assert.deepEqual(
      answer.body.servers.map(({ url }: { readonly url: string }) => url),
      [address],
    );
    assert.ok(!answer.text.includes("evil.example"));
  }
});
