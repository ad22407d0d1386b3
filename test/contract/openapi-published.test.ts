/** What clients that are generated from the OpenAPI document rely on: where the API is, its version, and room for more. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, test } from "vitest";
import { buildApp } from "../../src/api/app.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { type Answer, apiUrl, manageUrl, openApi, send } from "../support/api.ts";
import { contract, publishedProblemWith } from "../support/contract.ts";

const api = await openApi();
const gate = {
  admit: () => assert.fail(),
  admitById: () => assert.fail(),
  keyIdOf: () => assert.fail(),
  probe: async () => true,
  isDatabaseUp: async () => true,
  settle: async () => {},
  close: async () => {},
};
/** Nobody has said where this one is reached. */
const unnamed = buildApp({ shelf: api.shelf, gate, logger: openServerLog("silent"), manageUrl });
afterAll(async () => {
  await unnamed.close();
  await api[Symbol.asyncDispose]();
});

const ask = (headers: Record<string, string> = {}) => send(unnamed, "GET", "/v1/openapi.json", headers);
const serversOf = ({ body }: Answer) => body.servers.map(({ url }: { readonly url: string }) => url);

test("a member that a later version adds is valid in every object, and so is a new error code", () => {
  for (const [name, { examples }] of Object.entries(contract.components.schemas)) {
    const pointer = `#/components/schemas/${name}`;
    assert.equal(publishedProblemWith(pointer, { ...(examples[0] as object), added_later: 1 }), null);
  }
  assert.equal(publishedProblemWith("#/components/schemas/ErrorDetail", { code: "gone", message: "m" }), null);
  assert.match(publishedProblemWith("#/components/schemas/ErrorDetail", { code: "gone" }) ?? "", /required/);
  assert.ok(!JSON.stringify(contract).includes("additionalProperties"));
});

test("the version of the document is that of the package", async () => {
  const file = path.join(import.meta.dirname, "../../package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
  assert.equal((await api.get("/v1/openapi.json", {})).body.info.version, version);
});

test("the document names the address that the operator has set, whatever the request says of its host", async () => {
  const headers = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
  const answers = [
    await send(api.app, "GET", "/v1/openapi.json"),
    await send(api.app, "GET", "/v1/openapi.json", headers),
  ];
  for (const answer of answers) {
    assert.deepEqual(serversOf(answer), [apiUrl]);
    assert.equal(answer.headers["cache-control"], "public, max-age=900");
    assert.equal(answer.headers.etag, answers[0]?.headers.etag);
    assert.ok(!answer.text.includes("evil.example"));
  }
});

test("without a set address it names the host that it was asked at, and no shared cache may keep it", async () => {
  const etags = new Set<string | undefined>();
  for (const host of ["api.example", "api.example:8443", "127.0.0.1:8080", "[::1]:8080", "localhost"]) {
    const answer = await ask({ host, "x-forwarded-host": "evil.example" });
    assert.deepEqual(serversOf(answer), [`http://${host}`]);
    assert.deepEqual(
      [answer.headers["cache-control"], answer.headers.vary],
      ["private, max-age=900", "Host, Accept-Encoding"],
    );
    const again = await ask({ host, "if-none-match": answer.headers.etag ?? "" });
    assert.deepEqual([again.status, again.headers["cache-control"]], [304, "private, max-age=900"]);
    etags.add(answer.headers.etag);
  }
  assert.equal(etags.size, 5);
});

test("a Host that is no host is not repeated", async () => {
  for (const host of [
    "a b",
    'a"b',
    "a/b",
    "user@host",
    "host:port",
    "host:999999",
    "<script>",
    "ä.example",
    "x".repeat(300),
  ]) {
    const answer = await ask({ host });
    assert.deepEqual(serversOf(answer), ["/"], host);
  }
});

test("every schema, parameter and header of the document says the same at every address", async () => {
  const { servers: _servers, ...rest } = (await ask({ host: "api.example" })).body;
  const { servers: _published, ...published } = JSON.parse(JSON.stringify(contract));
  assert.deepEqual(rest, published);
});
