// @module-tag volume
/** Cursors [D-28]: bound to the endpoint and every filter, and worth nothing once changed. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { afterAll, test } from "vitest";
import { openApi } from "../support/api.ts";
import { league } from "../support/league.ts";
import { assertInvalid } from "../support/refusals.ts";
import { some } from "../support/volume.ts";

const api = await openApi(league);
afterAll(() => api[Symbol.asyncDispose]());

async function cursorOf(url: string): Promise<string> {
  const { status, body, text } = await api.get(`${url}&limit=1`);
  assert.equal(status, 200, text);
  assert.match(body.next_cursor, /^[A-Za-z0-9_-]+$/, url);
  return body.next_cursor;
}

/** No two of these ask for the same rows; lists.test.ts sends the cursor of every list to every other list. */
const questions = [
  ...["sport=nfl", "sport=mlb", "sport=nfl&season=2023", "sport=nfl&season=2024", "sport=nfl&season=2023&team=KC"],
  ...["sport=nfl&season=2023&team=BUF", "sport=nfl&home=KC", "sport=nfl&away=KC", "sport=nfl&team=KC"],
  ...["sport=nfl&from=2023-01-01", "sport=nfl&to=2025-01-01", "sport=nfl&from=2023-01-01&to=2025-01-01"],
  ...["sport=nfl&week=2", "sport=nfl&season_type=regular", "sport=nfl&season_type=postseason"],
]
  .map((query) => `/v1/games?${query}`)
  .concat(
    ["season=2023&book=1", "season=2023&book=1,2", "season=2023&market=spread", "season=2023&market=total"].map(
      (query) => `/v1/odds?sport=nfl&${query}`,
    ),
    "/v1/odds?sport=nfl&game_id=NFL-20231105-NYG-PHI",
  );

test("A cursor binds the endpoint and every filter: with any other it is 400 with param = cursor [D-28]", async () => {
  for (const given of questions) {
    const cursor = await cursorOf(given);
    for (const asked of questions) {
      const answer = await api.get(`${asked}&cursor=${cursor}`);
      if (asked === given) assert.equal(answer.status, 200, asked);
      else assertInvalid(answer, "cursor", `of ${given}, sent to ${asked}`);
    }
  }
});

test("The same filters in other words, in another order, are the same filters [D-28]", async () => {
  const whole = (await api.get("/v1/odds?sport=nfl&season=2023&team=KC&book=1,2&limit=500")).body;
  const first = (await api.get("/v1/odds?sport=nfl&season=2023&team=KC&book=1,2&limit=2")).body;
  for (const query of [
    "book=fanduel,DRAFTKINGS&team=kc&season=2023&sport=nfl",
    "book=2,1,2&sport=nfl&team=Kc&season=2023",
  ]) {
    const rest = (await api.get(`/v1/odds?format=json&limit=500&${query}&cursor=${first.next_cursor}`)).body;
    assert.deepEqual([...first.data, ...rest.data], whole.data);
  }
  const all = await cursorOf("/v1/games?sport=nfl&season=2023");
  assert.equal((await api.get(`/v1/games?sport=nfl&season=2023&season_type=all&cursor=${all}`)).status, 200);
});

const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const outside = ["%2B", "%2F", "%3D", "%20", "+", ".", "~", "%C3%A9", "%00", "%0A", "%FF", "%ZZ"];

test("A cursor changed, cut, extended, doubled or made up is 400 with param = cursor, never 500 [D-28]", async () => {
  const url = "/v1/odds?sport=nfl&season=2023";
  const cursor = await cursorOf(url);
  const changed = [...cursor].flatMap((_, at) =>
    some([...base64url, ...outside]).map((other) => cursor.slice(0, at) + other + cursor.slice(at + 1)),
  );
  const cut = [...cursor].flatMap((_, at) => [cursor.slice(0, at), cursor.slice(at)]).filter((text) => text !== "");
  const extended = [...base64url, ...outside].flatMap((more) => [cursor + more, more + cursor]);
  const madeUp = ["null", "0", "-1", "%00", "%ff", "undefined", "A".repeat(86), cursor + cursor, "%7B%7D"];
  for (const text of [...changed, ...cut, ...extended, ...madeUp].filter((each) => each !== cursor)) {
    assertInvalid(await api.get(`${url}&cursor=${text}`), "cursor", text);
  }
});

/** Seals bytes as the API does: for cursors of another version, and for well-sealed nonsense. */
function sealed(rest: Uint8Array): string {
  const seal = hash("sha256", Buffer.concat([Buffer.from("gradeline cursor\0"), rest]), "buffer").subarray(0, 8);
  return Buffer.concat([seal, rest]).toString("base64url");
}

test("A cursor that is sealed well is 400 of another version, and points nowhere or answers rows, never 500 [D-28]", async () => {
  const url = "/v1/odds?sport=nfl&season=2023";
  const cursor = await cursorOf(url);
  const rest = Buffer.from(cursor, "base64url").subarray(8);
  assert.equal(sealed(rest), cursor, "the seal of this test is the API's");
  for (let version = 0; version < 256; version++) {
    if (version === rest[0]) continue;
    const other = sealed(Buffer.concat([Buffer.of(version), rest.subarray(1)]));
    assertInvalid(await api.get(`${url}&cursor=${other}`), "cursor", `version ${version}`);
  }
  for (const startMs of [Number.NaN, Infinity, -Infinity, 0, -0, 1e300, -1, 2 ** 53]) {
    for (const gameId of ["x", "NFL-20240101-KC-BUF", "\u00ff", "z".repeat(100)]) {
      const key = Buffer.alloc(10);
      key.writeDoubleBE(startMs);
      key.writeUInt16BE(65_535, 8);
      const other = sealed(Buffer.concat([rest.subarray(0, 9), key, Buffer.from(gameId, "latin1")]));
      const { status } = await api.get(`${url}&cursor=${other}`);
      assert.ok(status === 200 || status === 400, `${startMs} ${gameId}: ${status}`);
    }
  }
});
