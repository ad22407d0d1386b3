/** Where redirects may lead, and that keys stay at home. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { headersTowards, publicLookup, redirectTarget } from "../../src/collect/asking/redirects.ts";

const from = { https: new URL("https://provider.example/a/b?c=d"), http: new URL("http://127.0.0.1:8080/a/b") };
const targets = [
  ["https", "/x", "https://provider.example/x"],
  ["https", "y", "https://provider.example/a/y"],
  ["https", "https://files.example/x?signed=1", "https://files.example/x?signed=1"],
  ["https", "//files.example/x", "https://files.example/x"],
  ["https", "http://provider.example/x", null],
  ["https", "http://169.254.169.254/latest", null],
  ["https", "https://169.254.169.254/latest", null],
  ["https", "https://127.0.0.1:8443/", null],
  ["https", "https://2130706433/", null],
  ["https", "https://[::1]/", null],
  ["https", "https://[::ffff:10.0.0.7]/", null],
  ["https", "https://[fd00::1]/", null],
  ["https", "https://192.168.1.1/", null],
  ["https", "https://93.184.216.34/x", "https://93.184.216.34/x"],
  ["http", "https://10.0.0.1/x", null],
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

test("a name that stands for an address inside is no address of another host", async () => {
  const look = (name: string) =>
    new Promise<string>((resolve) => {
      publicLookup(name, {}, (error, address) => resolve(error === null ? String(address) : error.message));
    });
  assert.equal(await look("localhost"), "localhost is an address inside");
  assert.equal(await look("127.0.0.1"), "127.0.0.1 is an address inside");
  assert.equal(await look("93.184.216.34"), "93.184.216.34");
  assert.match(await look("gradeline.invalid"), /ENOTFOUND/);
});

test("a key goes to no other host, port or scheme than the one that it was meant for", () => {
  const ours = { "user-agent": "Gradeline" };
  const own = { authorization: "Bearer k3y" };
  const towards = (to: string) => headersTowards(new URL(to), from.https, { ours, own });
  assert.deepEqual(towards("https://provider.example/other"), { ...ours, ...own });
  for (const other of ["https://files.example/", "https://provider.example:8443/", "http://provider.example/"]) {
    assert.deepEqual(towards(other), ours);
  }
});
