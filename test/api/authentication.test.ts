import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "vitest";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { isWellFormedKey, makeKey } from "../../src/access/keys/keys.ts";
import { openApi } from "../support/api.ts";
import { league } from "../support/league.ts";

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

test("either header carries the key, and the scheme is matched in any case", async () => {
  await using api = await openApi(league);
  for (const headers of [
    bearer(api.key),
    { authorization: `bearer ${api.key}` },
    { authorization: `BEARER  ${api.key}` },
    { "x-api-key": api.key },
  ]) {
    assert.equal((await api.get("/v1/sports", headers)).status, 200, JSON.stringify(headers));
  }
});

test("a new key works at once, also one that was refused before it was known [D-41]", async () => {
  await using api = await openApi(league);
  const terms = {
    email: " Reader@Example.com",
    plan: "trial" as const,
    now: new Date(),
  };
  const created = await createKey(api.access, terms);
  assert.equal(created.email, "reader@example.com");
  assert.equal((await api.get("/v1/sports", bearer(created.key))).status, 200);
  assert.equal((await api.get("/v1/sports")).status, 200);
});

test("keys have their shape and checksum, and a changed character makes them malformed [D-41]", () => {
  for (let turn = 0; turn < 200; turn++) {
    const key = makeKey();
    assert.match(key, /^gl_live_[0-9A-Za-z]{38}$/);
    assert.ok(isWellFormedKey(key));
    const at = 8 + (turn % 38);
    assert.ok(!isWellFormedKey(key.slice(0, at) + (key[at] === "a" ? "b" : "a") + key.slice(at + 1)));
  }
  assert.ok(!isWellFormedKey(`${makeKey()}\n`));
});

test("a key is compared by its whole digest", async () => {
  await using api = await openApi(league);
  const digest = createHash("sha256").update(api.key).digest("hex");
  // A column that does not tell capitals apart, or a damaged row, opens no door.
  await api.access.kysely.updateTable("account_keys").set({ secret_hash: digest.toUpperCase() }).execute();
  assert.equal((await api.get("/v1/sports")).status, 401);
});
