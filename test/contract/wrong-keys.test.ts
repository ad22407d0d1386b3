/** Who tries keys is slowed down and then told to wait; who has one, from the same address, is not. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { makeKey } from "../../src/access/keys/keys.ts";
import { askApp, openApi, type TestApi } from "../support/api.ts";
import { league } from "../support/league.ts";
import { limitHeaders } from "./fixed-clock.ts";

const wrong = (api: TestApi, address: string, key = makeKey()) =>
  askApp(api.app, { url: "/v1/sports", headers: { "x-api-key": key }, remoteAddress: address });

test("after many wrong keys an address is told to wait, and a good key from it is served all the same", async () => {
  await using api = await openApi(league);
  const address = "192.0.2.7";
  const answers = [];
  // Three times the look-ups that are allowed in a minute, at once: who is held up does not hold up the rest.
  for (const { statusCode, headers, body } of await Promise.all(
    Array.from({ length: 400 }, () => wrong(api, address)),
  )) {
    answers.push({ status: statusCode, headers, code: JSON.parse(body).error.code as string });
  }
  const told = answers.filter(({ status }) => status === 429);
  assert.equal(told.length, 100);
  for (const { headers, code } of told) {
    assert.equal(code, "rate_limited");
    const seconds = Number(headers["retry-after"]);
    assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`);
    for (const name of limitHeaders) assert.equal(headers[name], undefined);
  }
  const good = await askApp(api.app, {
    url: "/v1/sports",
    headers: { "x-api-key": api.key },
    remoteAddress: address,
  });
  assert.equal(good.statusCode, 200);
  const keyless = (remoteAddress: string) => askApp(api.app, { url: "/v1/sports", remoteAddress });
  assert.deepEqual([(await keyless(address)).statusCode, (await keyless("192.0.2.8")).statusCode], [401, 401]);
  assert.equal((await wrong(api, "192.0.2.8")).statusCode, 401);
});

test("wrong keys are answered late once they are many, good ones and missing ones are not", async () => {
  await using api = await openApi(league);
  const address = "2001:db8:1:2::7";
  await Promise.all(Array.from({ length: 60 }, () => wrong(api, address)));
  /** The names of the askers in the order of their answers. The wrong ones ask first. */
  async function race(): Promise<string[]> {
    const order: string[] = [];
    const noted = async (name: string, answer: Promise<{ statusCode: number }>): Promise<void> => {
      const { statusCode } = await answer;
      order.push(`${name} ${statusCode}`);
    };
    await Promise.all([
      noted("wrong", wrong(api, address)),
      // IPv6: the whole network of an address is slowed.
      noted("wrong", wrong(api, "2001:db8:1:2:ffff::9")),
      noted("good", askApp(api.app, { url: "/v1/sports", headers: { "x-api-key": api.key }, remoteAddress: address })),
      noted("missing", askApp(api.app, { url: "/v1/sports", remoteAddress: address })),
      noted("elsewhere", wrong(api, "2001:db8:1:3::7")),
    ]);
    return order;
  }
  // A machine that stands still for a moment can shuffle a race or two; who is held up would win none.
  const races: string[][] = [];
  for (let turn = 0; turn < 5; turn++) races.push(await race());
  const fair = races.filter((order) => order.slice(3).every((each) => each === "wrong 401"));
  assert.ok(fair.length > 0, JSON.stringify(races));
  for (const order of fair) {
    assert.deepEqual(order.slice(0, 3).toSorted(), ["elsewhere 401", "good 200", "missing 401"]);
  }
});
