/** Questions in words have answers: in at most three calls, and the facts are those of the API, both worked out here. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { closedAfterAll } from "../support/api.ts";
import { openSampleApi } from "../support/sample.ts";
import { callOf, type Found, found, post, v1 } from "./assistant.ts";
import { questions } from "./questions.ts";

const api = closedAfterAll(await openSampleApi());

/** The value at a path such as `games.0.home.score`; `last` is the last of a list. */
function at(value: Found, path: string): Found {
  return path.split(".").reduce((inside, name) => (name === "last" ? inside?.at(-1) : inside?.[name]), value);
}

/** The same with the values of earlier answers in the place of their names. */
function filled<Value>(value: Value, answers: readonly Found[]): Value {
  if (typeof value === "string") {
    const toldAt = (place: string, path: string) => at(answers[Number(place) - 1], path);
    const [, place, path] = /^\{(\d)\.([^}]+)\}$/.exec(value) ?? [];
    if (place !== undefined && path !== undefined) return toldAt(place, path);
    return value.replace(/\{(\d)\.([^}]+)\}/g, (_, number, inside) => String(toldAt(number, inside))) as Value;
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, answers)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, answers)])) as Value;
}

describe("the question", () => {
  test.each(questions)("$question", async ({ calls, facts }) => {
    assert.ok(calls.length <= 3 && facts.length > 0);
    const answers: Found[] = [];
    for (const [tool, given] of calls) answers.push(await found(api, tool, filled(given, answers)));
    for (const { told, v1: request, is } of facts) {
      const fact = at(answers.at(-1), told);
      assert.notEqual(fact, undefined, `${told} is not in ${JSON.stringify(answers.at(-1)).slice(0, 2000)}`);
      assert.deepEqual(fact, at(await v1(api, filled(request, answers)), is), `${told} is ${is} of ${request}`);
    }
  });
});

test("the sentence of a trend has the share, the return, and the interval of each", async () => {
  const { text } = await post(api, callOf("trend", { sport: "nfl", bet_type: "spread" }));
  const { content, structuredContent } = JSON.parse(text).result;
  const [row] = structuredContent.trends;
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const { close } = row.return_on_investment;
  for (const number of [row.win_rate.value, row.win_rate.low, row.win_rate.high, close.value, close.low, close.high])
    if (number !== null) assert.ok(content[0].text.includes(percent(number)), `${percent(number)}: ${content[0].text}`);
  assert.match(content[0].text, /95% interval .*; return at the close /);
});
