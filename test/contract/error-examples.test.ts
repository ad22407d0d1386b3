/** Every example of an error in the OpenAPI document is an answer that somebody gets. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { createKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { makeKey } from "../../src/access/keys/keys.ts";
import { ArchiveAway, BeingMended } from "../../src/query/refusals.ts";
import { plenty } from "../support/access.ts";
import { type Answer, apiUrl, breakGames, openApi, send } from "../support/api.ts";
import { askApp } from "../support/ask-app.ts";
import { contract } from "../support/contract.ts";
import { league } from "../support/league.ts";
import { offerFile } from "../support/offer-file.ts";

const api = await openApi(league);
afterAll(() => api[Symbol.asyncDispose]());
await offerFile(api.database);
const fileUrl = "/v1/files/nfl/2025/odds.csv.gz";
/** The address in an answer, without the server. */
const addressIn = ({ body }: Answer) => String(body.data.url).slice(apiUrl.length);
const gameUrl = "/v1/games/NBA-20240110-BOS-LAL";

const ask = (url: string) => api.get(url);
const askWith = (key: string) => send(api.app, "GET", "/v1/sports", { "x-api-key": key });

async function newKey(email: string, limits: object = {}) {
  return createKey(api.access, { email, plan: "standard", ...plenty, ...limits, now: new Date() });
}

async function askInStanding(standing: "trial_ended" | "past_due" | "canceled"): Promise<Answer> {
  const email = `${standing}@example.com`;
  const { key } = await newKey(email);
  await setAccount(api.access, email, { standing }, new Date());
  return askWith(key);
}

async function askUntilRefused(key: string): Promise<Answer> {
  for (let asked = 0; asked < 200; asked++) {
    const answer = await askWith(key);
    if (answer.status !== 200) return answer;
  }
  return assert.fail("nothing was refused");
}

async function askWithDetail(error: Error): Promise<Answer> {
  await using broken = await openApi(league);
  breakGames(broken.shelf, error);
  return await broken.get(gameUrl);
}

/** By the name of the example: how to be answered with it. */
const causes: Readonly<Record<string, () => Promise<Answer>>> = {
  wrong_value: () => ask("/v1/games?sport=NFL"),
  unknown_parameter: () => ask("/v1/games?sport=nfl&seasons=2025"),
  unknown_team: () => ask("/v1/games?sport=nfl&team=eagles"),
  unknown_book: () => ask("/v1/odds?sport=nfl&season=2025&book=draftkings,fandual"),
  no_narrowing: () => ask("/v1/odds?sport=nfl"),
  no_key: () => send(api.app, "GET", "/v1/sports"),
  no_bearer: () => send(api.app, "GET", "/v1/sports", { authorization: api.key }),
  unknown_key: () => askWith(makeKey()),
  revoked: async () => {
    const { key, prefix, lastFour } = await newKey("revoked@example.com");
    await revokeKey(api.access, { prefix, lastFour, now: new Date() });
    return askWith(key);
  },
  trial_ended: () => askInStanding("trial_ended"),
  past_due: () => askInStanding("past_due"),
  canceled: () => askInStanding("canceled"),
  link_ended: async () => {
    const link = await ask(`${fileUrl}/link`);
    api.passMs(3 * 3_600_000);
    return send(api.app, "GET", addressIn(link));
  },
  link_changed: async () =>
    send(api.app, "GET", addressIn(await ask(`${fileUrl}/link`)).replace("expires=1", "expires=2")),
  behind_the_end: () => send(api.app, "GET", fileUrl, { "x-api-key": api.key, range: "bytes=1000-" }),
  game: () => ask("/v1/games/NFL-20240101-KC-BUF"),
  over_rate: async () => askUntilRefused((await newKey("fast@example.com", { requestsPerMinute: 120 })).key),
  wrong_keys: async () => {
    const askFromOneAddress = () => askApp(api.app, { url: "/v1/sports", headers: { "x-api-key": makeKey() } });
    const answers = await Promise.all(Array.from({ length: 400 }, askFromOneAddress));
    const { body } = answers.find(({ statusCode }) => statusCode === 429) ?? assert.fail();
    return { status: 429, headers: {}, text: body, body: JSON.parse(body) };
  },
  over_quota: async () => askUntilRefused((await newKey("much@example.com", { requestsPerMonth: 3 })).key),
  internal: () => askWithDetail(new Error("a fault")),
  archive: () => askWithDetail(new ArchiveAway("the database is away")),
  damaged: () => askWithDetail(new BeingMended("this game")),
};

/** The numbers of a limit, and the moment at which it ends, are each account's own. */
const withoutNumbers = (message: string) => message.replace(/\d+(?=\s)|\d{4}-[\dT:.-]+Z/g, "N");

// A key that cannot be checked needs a database that is away: test/access/unavailable.test.ts holds its message.
const elsewhere = ["keys"];

const documented = Object.values(contract.components.responses).flatMap(({ content }) =>
  Object.entries(content?.["application/json"]?.examples ?? {}),
);

test("the document has an example of every cause of an error that this test knows, and no other", () => {
  assert.deepEqual(documented.map(([name]) => name).toSorted(), [...Object.keys(causes), ...elsewhere].toSorted());
});

for (const [name, { value }] of documented) {
  const cause = causes[name];
  if (cause === undefined) continue;
  test(`the example "${name}" of the OpenAPI document is what a caller is answered`, async () => {
    const example = value as Answer["body"];
    const { error } = (await cause()).body;
    assert.equal(withoutNumbers(error.message), withoutNumbers(example.error.message));
    assert.deepEqual([error.code, error.param], [example.error.code, example.error.param]);
  });
}
