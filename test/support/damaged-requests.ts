/** Ways to damage a request. */
import fc from "fast-check";
import { badValues, oddNames, oddPlaces, tenKilobytes } from "./bad-texts.ts";
import type { Pair, Request } from "./valid-requests.ts";

export type Damage = {
  readonly name: string;
  readonly spoil: (request: Request) => Request;
  /** The status of the answer when nothing else is wrong; null when any documented answer is right. */
  readonly status: number | null;
};

const change = (query: readonly Pair[], at: number, pair: Pair): readonly Pair[] =>
  query.map((each, index) => (index === at % query.length ? pair : each));

/** A query without parameters has nothing to change, so it gets an unknown name instead. */
const spoilQuery = (name: string, spoil: (query: readonly Pair[]) => readonly Pair[]): Damage => ({
  name,
  spoil: (request) => ({ ...request, query: request.query.length === 0 ? [["x", "1"]] : spoil(request.query) }),
  status: 400,
});

/** A list that requires nothing cannot be asked with too little. */
function withoutRequired(pairs: readonly Pair[]): readonly Pair[] {
  const left = pairs.filter(([name]) => name !== "sport" && name !== "since");
  return left.length < pairs.length && pairs.some(([name]) => name === "sport") ? left : [...left, ["x", "1"]];
}

export function damage(revokedKey: string): fc.Arbitrary<Damage> {
  const at = fc.nat({ max: 20 });
  const query = fc.oneof(
    fc.constant(spoilQuery("missing", withoutRequired)),
    at.map((n) => spoilQuery("twice", (pairs) => [...pairs, pairs[n % pairs.length] as Pair])),
    at.map((n) => spoilQuery("empty", (pairs) => change(pairs, n, [pairs[n % pairs.length]?.[0] ?? "", ""]))),
    fc
      .tuple(at, fc.constantFrom(...badValues))
      .map(([n, bad]) => spoilQuery(`value ${bad}`, (pairs) => change(pairs, n, [nameAt(pairs, n), bad]))),
    fc.tuple(at, fc.string({ unit: "binary", minLength: 1, maxLength: 60 })).map(([n, any]): Damage => {
      const text = encodeURIComponent(any.toWellFormed());
      return { ...spoilQuery(`text ${text}`, (pairs) => change(pairs, n, [nameAt(pairs, n), text])), status: null };
    }),
    fc.constantFrom(...oddNames).map((odd) => spoilQuery(`name ${odd}`, (pairs) => [...pairs, [odd, "1"]])),
    fc.constant(spoilQuery("sport in upper case", (pairs) => [["sport", "NFL"], ...pairs.slice(1)])),
    fc.constant(spoilQuery("limit 0", (pairs) => [...pairs.filter(([name]) => name !== "limit"), ["limit", "0"]])),
    fc.constant(spoilQuery("limit 1001", (pairs) => [...without(pairs, "limit"), ["limit", "1001"]])),
    fc.constant(spoilQuery("wrong cursor", (pairs) => [...without(pairs, "cursor"), ["cursor", "AAAA"]])),
  );
  const method = fc
    .constantFrom("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
    .map((verb): Damage => ({ name: verb, spoil: (request) => ({ ...request, method: verb }), status: 405 }));
  const place = fc
    .constantFrom(...oddPlaces)
    .map((odd): Damage => ({ name: odd, spoil: (request) => ({ ...request, place: odd }), status: null }));
  const unkeyed = fc
    .constantFrom<Request["headers"]>(
      {},
      { authorization: "" },
      { authorization: "Bearer" },
      { authorization: "Basic dXNlcjpwYXNz" },
      { authorization: `Bearer ${"k".repeat(10_000)}` },
      { authorization: "Bearer gl_live_00000000000000000000000000000000000000" },
      { "x-api-key": "" },
      { "x-api-key": "\u00e9\u00ff" },
    )
    .map((headers): Damage => ({ name: "no key", spoil: (request) => ({ ...request, headers }), status: 401 }));
  const headers = fc
    .constantFrom<Request["headers"]>(
      { accept: tenKilobytes },
      { accept: ";;q=,/" },
      { accept: "text/csv;q=9, */*;q=-1" },
      { "if-none-match": tenKilobytes },
      { "if-none-match": '"' },
      { "content-type": "application/json" },
      { "content-length": "0" },
      { "x-http-method-override": "DELETE" },
      { origin: "https://example.com", "access-control-request-method": "GET" },
      { range: "bytes=0-1" },
      { expect: "200-maybe" },
      { "x-request-id": "mine" },
      { cookie: "a=b" },
    )
    .map(
      (odd): Damage => ({
        name: `headers ${Object.keys(odd)}`,
        spoil: (request) => ({ ...request, headers: { ...request.headers, ...odd } }),
        status: null,
      }),
    );
  const revoked: Damage = {
    name: "revoked key",
    spoil: (request) => ({ ...request, headers: { authorization: `Bearer ${revokedKey}` } }),
    status: 403,
  };
  return fc.oneof(
    { arbitrary: query, weight: 8 },
    { arbitrary: place, weight: 2 },
    method,
    unkeyed,
    headers,
    fc.constant(revoked),
  );
}

function nameAt(pairs: readonly Pair[], at: number): string {
  return pairs[at % pairs.length]?.[0] ?? "";
}

function without(pairs: readonly Pair[], name: string): readonly Pair[] {
  return pairs.filter(([each]) => each !== name);
}
