/** Where redirects may lead, and that keys stay at home. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { headersTowards, redirectTarget } from "../../src/collect/asking/redirects.ts";

const from = { https: new URL("https://provider.example/a/b?c=d"), http: new URL("http://127.0.0.1:8080/a/b") };
const targets = [
  ["https", "/x", "https://provider.example/x"],
  ["https", "y", "https://provider.example/a/y"],
  ["https", "https://files.example/x?signed=1", "https://files.example/x?signed=1"],
  ["https", "//files.example/x", "https://files.example/x"],
  ["https", "http://provider.example/x", null],
  ["https", "http://169.254.169.254/latest", null],
  ["https", "ftp://provider.example/x", null],
  ["https", "file:///etc/passwd", null],
  ["https", "https://user:password@files.example/", null],
  ["https", "http://[bad", null],
  ["https", null, null],
  ["http", "/x", "http://127.0.0.1:8080/x"],
  ["http", "http://127.0.0.1:8081/x", null],
  ["http", "https://provider.example/x", "https://provider.example/x"],
] as const;
for (const [scheme, location, target] of targets) {
  test(`from ${scheme} to ${location}: ${target === null ? "it is not followed" : "it is followed"}`, () => {
    assert.equal(redirectTarget(from[scheme], location)?.href ?? null, target);
  });
}

test("a key goes to no other host, port or scheme than the one that it was meant for", () => {
  const ours = { "user-agent": "Gradeline" };
  const own = { authorization: "Bearer k3y" };
  const towards = (to: string) => headersTowards(new URL(to), from.https, { ours, own });
  assert.deepEqual(towards("https://provider.example/other"), { ...ours, ...own });
  for (const other of ["https://files.example/", "https://provider.example:8443/", "http://provider.example/"]) {
    assert.deepEqual(towards(other), ours);
  }
});
