/** An operator's view: accounts, keys and use, as commands are typed and their answers read. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { join } from "node:path";
import { beforeEach, test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { addKey } from "../../src/access/keys/account-keys.ts";
import { accountIdOf } from "../../src/access/keys/keys.ts";
import { openSignIn } from "../../src/access/people/sign-in.ts";
import { dayOf } from "../../src/access/plans.ts";
import type { AccessTables } from "../../src/access/tables.ts";
import { readDeeds } from "../../src/audit/deeds.ts";
import { type Database, openAccess, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { sessionCookie, setUsed } from "../support/access.ts";
import { testFolder } from "../support/folders.ts";
import { jsonOf, refused, run, runCommand } from "../support/run-command.ts";

const folder = testFolder("accounts");

let databases = 0;
/** Each test has a database of its own, which is not there yet. */
let url: string;
beforeEach(() => {
  url = join(folder, `${++databases}.db`);
});

const good = (words: string) => run(url, ...words.split(" "));
const json = (words: string) => jsonOf(url, ...words.split(" "));
const bad = (words: string, says: RegExp) => refused(url, words.split(" "), says);

async function withAccess(work: (access: Database) => Promise<unknown>): Promise<void> {
  const access = await openAccess(url);
  await work(access).finally(() => access.close());
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const dayMs = 86_400_000;

/** The key of a new account on a plan. */
const newKey = async (email: string, plan: string): Promise<string> =>
  (await json(`key create --email ${email} --plan ${plan}`)).key;

test("account list: as JSON it is an array of objects with ISO times, and null where nothing resets", async () => {
  await withAccess(async () => {});
  const { output, errors } = await runCommand(["account", "list"], { DATABASE_URL: url });
  assert.deepEqual([output, errors], ["", "There are no accounts.\n"]);
  assert.deepEqual(await json("account list"), []);
  await good("account set a@example.com --plan standard");
  await good("account set t@example.com --plan trial");
  const [standard, trial, ...more] = await json("account list");
  assert.deepEqual(more, []);
  const { periodStartsAt, periodEndsAt, resetsAt, createdAt, ...rest } = standard;
  assert.deepEqual(rest, {
    email: "a@example.com",
    accountId: accountIdOf("a@example.com"),
    plan: "standard",
    standing: "active",
    requestsPerMinute: 120,
    hasOwnRequestsPerMinute: false,
    quota: 100_000,
    hasOwnQuota: false,
    requestsUsed: 0,
    requestsLeft: 100_000,
  });
  const shown = await good("account show a@example.com");
  assert.match(shown, new RegExp(`^ *account id +${accountIdOf("a@example.com")}$`, "m"));
  for (const time of [periodStartsAt, periodEndsAt, resetsAt, createdAt]) assert.match(time, isoTime);
  assert.equal(resetsAt, periodEndsAt);
  assert.equal(trial.resetsAt, null);
  assert.equal(Date.parse(trial.periodEndsAt) - Date.parse(trial.periodStartsAt), 3 * dayMs);
});

test("account show: as JSON it is the account with an array of its keys", async () => {
  const { key } = await json("key create --email a@example.com --plan trial --name notebook");
  await newKey("b@example.com", "trial");
  const account = await json("account show a@example.com");
  assert.deepEqual([account.email, account.plan, account.standing], ["a@example.com", "trial", "trialing"]);
  const [{ createdAt, ...own }, ...others] = account.keys;
  assert.match(createdAt, isoTime);
  const ends = { prefix: key.slice(0, 12), lastFour: key.slice(-4) };
  const state = { status: "active", lastUsedAt: null, revokedAt: null };
  assert.deepEqual([own, others], [{ email: "a@example.com", ...ends, name: "notebook", ...state }, []]);
});

test("account show: a name that would steer the terminal, or turn its line around, is shown without the characters that do", async () => {
  await good("account set a@example.com --plan standard");
  await withAccess((access) => addKey(access, "a@example.com", "\u001b[2Jwiped\u202egnp\nfake line", new Date()));
  for (const words of ["account show a@example.com", "key list"]) {
    const output = await good(words);
    assert.ok(output.includes("\ufffd[2Jwiped\ufffdgnp\ufffdfake line"), output);
    assert.doesNotMatch(output.replaceAll("\n", ""), /[\p{Cc}\p{Bidi_C}]/u);
  }
});

test("account set: it makes a new account and says so, and says that it changed one that was there", async () => {
  const first = await good("account set New@Example.com --plan trial");
  assert.match(first, /^ {2}email +new@example\.com\n(.+\n)* {2}standing +trialing\n(.+\n)* {2}created +yes\n$/);
  const second = await good("account set new@example.com --requests-per-minute 9");
  assert.match(second, / {2}created +no\n$/);
  assert.match(second, /requests per minute +9\n {2}has own requests per minute +yes\n/);
  for (const isNew of [true, false])
    assert.equal((await json("account set b@example.com --plan trial")).created, isNew);
});

test("account set: a standing is taken with a hyphen or an underscore, and brings its plan", async () => {
  for (const [typed, wanted, plan] of [
    ["past-due", "past_due", "standard"],
    ["trial_ended", "trial_ended", "trial"],
  ] as const) {
    const account = await json(`account set a@example.com --standing ${typed}`);
    assert.deepEqual([account.standing, account.plan], [wanted, plan], typed);
  }
});

test("account set: limits become the account's own, and default makes them the plan's again", async () => {
  await good("account set a@example.com --plan standard");
  for (const [rate, month, wanted] of [
    ["1", "5000000", [1, true, 5_000_000, true]],
    ["default", "6", [120, false, 6, true]],
    ["default", "default", [120, false, 100_000, false]],
  ] as const) {
    const set = `account set a@example.com --requests-per-minute ${rate} --requests-per-month ${month}`;
    const { requestsPerMinute, hasOwnRequestsPerMinute, quota, hasOwnQuota } = await json(set);
    assert.deepEqual([requestsPerMinute, hasOwnRequestsPerMinute, quota, hasOwnQuota], wanted);
  }
});

test("account set: what cannot be set is refused, and nothing is made", async () => {
  const set = "account set a@example.com";
  for (const limit of ["minute=0", "minute=-1", "minute=99999999999999999999", "month=0", "month=1.5", "month="])
    await bad(`${set} --requests-per-${limit}`, /--requests-per-\w+ .*is invalid/);
  await bad(set, /nothing to set: give --plan, --standing,/);
  await bad(`${set} --plan trial --standing past_due`, /an account that is past-due is on standard, not on trial/);
  await bad(`${set} --plan standard --standing trialing`, /is on trial, not on standard/);
  await bad("account set nobody --plan trial", /"nobody" is not an e-mail address/);
  await bad(`${set} --requests-per-minute 5`, /no account a@example\.com yet: .*--plan or --standing$/m);
  await bad(`${set} --plan gold`, /Allowed choices are trial, standard\./);
  await bad(`${set} --standing late`, /Allowed choices are trialing, trial-ended, active, past-due, canceled\./);
  await bad("key create --email a@example.com", /no account a@example\.com yet.*--plan/);
  assert.match((await runCommand(["account", "list"], { DATABASE_URL: url })).errors, /there is no database at /);
});

test("an account whose address nobody could sign in with is shown, changed, given keys and deleted as any other", async () => {
  await withAccess((access) => setAccount(access, "trial@localhost", { plan: "trial" }, new Date()));
  await (await openDatabase(url)).close();
  // A start with invented data makes this account by itself, so that it is no damage.
  await good("verify");
  assert.equal((await json("account show trial@localhost")).plan, "trial");
  await good("account set trial@localhost --requests-per-minute 9");
  const { key } = await json("key create --email trial@localhost");
  assert.equal((await json("usage trial@localhost")).requestsPerMinute, 9);
  await good(`key revoke ${key}`);
  await good("account delete trial@localhost --yes");
  await bad("key create --email trial@localhost --plan trial", /not an e-mail address/);
});

test("account delete: without --yes it says what it would delete; with it, the account and its keys are gone", async () => {
  await newKey("a@example.com", "standard");
  await newKey("b@example.com", "trial");
  await newKey("b@example.com", "trial");
  const file = join(folder, "before.ndjson");
  await good(`account export ${file}`);
  await bad(
    "account delete a@example.com",
    /this deletes a@example\.com with 1 key and all that was counted: to do it, add --yes/,
  );
  assert.equal((await json("key list")).length, 3);
  assert.equal(
    await good("account delete A@example.com --yes"),
    "deleted a@example.com with 1 key and all that was counted\n",
  );
  const deleted = await json("account delete b@example.com --yes");
  assert.deepEqual(deleted, { email: "b@example.com", deleted: true, keys: 2 });
  assert.deepEqual([await json("account list"), await json("key list")], [[], []]);
  // That a trial was taken is known still, and is no reason against bringing them back.
  assert.equal((await json(`account import ${file}`)).accounts, 2);
});

test("account delete: who has signed in and has no account is signed out, which is noted, and deleted too", () =>
  withAccess(async (access) => {
    const signIn = openSignIn(access, {
      manageUrl: "http://127.0.0.1:8080/manage",
      secret: "a secret of at least 32 characters",
      send: null,
      onUnsent() {},
      onFailure: (error) => assert.fail(String(error)),
    });
    const before = await sessionCookie(signIn, "a@example.com");
    assert.equal(await good("account sign-out A@example.com"), "ended 1 sign-in of a@example.com\n");
    assert.equal(await signIn.sessionOf(before), null);
    const noted = await readDeeds(access, { since: null, limit: 9 });
    assert.deepEqual(
      noted.map(({ deed, about }) => [deed, about.sessions]),
      [["sign-ins end", 1]],
    );
    assert.deepEqual(await json("account sign-out a@example.com"), { email: "a@example.com", ended: 0 });
    await bad("account sign-out b@example.com", /there is no account b@example\.com/);
    const cookie = await sessionCookie(signIn, "a@example.com");
    assert.equal((await signIn.sessionOf(cookie))?.email, "a@example.com");
    assert.equal(
      await good("account delete a@example.com --yes"),
      "deleted a@example.com with 0 keys and all that was counted\n",
    );
    assert.equal(await signIn.sessionOf(cookie), null);
    await bad("account delete a@example.com --yes", /there is no account a@example\.com/);
  }));

test("a command about an account that is not there is one line on standard error, and exit code 1", async () => {
  await withAccess(async () => {});
  for (const command of ["account show", "account delete --yes", "account delete", "usage --json"])
    await bad(`${command} no@example.com`, /there is no account no@example\.com/);
});

test("key list shows every key with its account, in a table and as JSON", async () => {
  await withAccess(async () => {});
  assert.equal((await runCommand(["key", "list"], { DATABASE_URL: url })).errors, "There are no keys.\n");
  const { key: first } = await jsonOf(
    url,
    ..."key create --email a@example.com --plan standard --name".split(" "),
    " nightly job ",
  );
  const second = await newKey("long.address@example.com", "trial");
  await good(`key revoke ${second.slice(0, 12)}`);
  const [head, active, revoked] = (await good("key list")).split("\n").map((line) => line.split(/ {2,}/));
  assert.deepEqual(head, ["email", "prefix", "last four", "name", "status", "created at", "revoked at"]);
  const shown = ["a@example.com", first.slice(0, 12), first.slice(-4), "nightly job", "active"];
  assert.deepEqual(active?.slice(0, 5), shown);
  assert.equal(revoked?.includes("revoked"), true);
  const [one, other] = await json("key list");
  assert.deepEqual([one.status, other.status], ["active", "revoked"]);
  assert.match(other.revokedAt, isoTime);
});

test("key create leaves the plan and limits of an account that is there", async () => {
  await good("account set a@example.com --plan trial --requests-per-minute 5");
  const { key, ...told } = await json("key create --email A@example.com --name second");
  assert.match(key, /^gl_live_[0-9A-Za-z]{38}$/);
  const ends = { prefix: key.slice(0, 12), lastFour: key.slice(-4) };
  assert.deepEqual(told, { ...ends, name: "second", email: "a@example.com" });
  const account = await json("account show a@example.com");
  assert.deepEqual([account.plan, account.requestsPerMinute, account.keys.length], ["trial", 5, 1]);
});

test("key create prints the key alone, and on standard error how to revoke it and whether it is refused for now", async () => {
  const create = "key create --email a@example.com";
  const typed = (words: string) => runCommand(words.split(" "), { DATABASE_URL: url });
  const active = await typed(`${create} --plan standard`);
  assert.match(active.output, /^gl_live_[0-9A-Za-z]{38}\n$/);
  assert.match(active.errors, new RegExp(`^.*gradeline key revoke ${active.output.slice(0, 12)}\n$`));
  await good("account set a@example.com --standing past-due");
  assert.match((await typed(create)).errors, /\nThe account is past-due: until that changes, the key is refused\.\n$/);
  await bad(`${create} --name ${"n".repeat(61)}`, /--name .*at most 60 characters/);
});

test("key revoke says what it revoked; keys that begin alike are told apart by --last-four, and none goes without it", async () => {
  const [first, second] = [await newKey("a@example.com", "standard"), await newKey("b@example.com", "trial")];
  const { revoked } = await json(`key revoke ${await newKey("a@example.com", "standard")}`);
  assert.deepEqual([revoked.email, revoked.status], ["a@example.com", "revoked"]);
  assert.match(revoked.revokedAt, isoTime);
  await withAccess(({ kysely }) =>
    tablesOf<AccessTables>(kysely).updateTable("account_keys").set({ prefix: "gl_live_Same" }).execute(),
  );
  const [one, other] = [first.slice(-4), second.slice(-4)];
  const revoke = "key revoke gl_live_Same";
  await bad(revoke, new RegExp(`--last-four: gl_live_Same…${one} of a@example\\.com, .*gl_live_Same…${other} of b@`));
  await bad(`${revoke} --last-four 0000`, /no key has the prefix .*"0000"/);
  await bad(`${revoke} --last-four abc`, /--last-four .*is invalid/);
  const said = await good(`${revoke} --last-four ${other}`);
  assert.equal(said, `revoked gl_live_Same…${other} of b@example.com\n`);
  const statuses = (await json("key list")).map((key: { status: string }) => key.status);
  assert.deepEqual(statuses, ["active", "revoked", "revoked"]);
  await bad(`${revoke} --last-four ${other}`, /is revoked already/);
});

test("nothing but key create shows more of a key than its prefix and its last four", async () => {
  const key = await newKey("a@example.com", "standard");
  const unknown = `${key.slice(0, 12)}${"0".repeat(34)}`;
  let text = "";
  for (const words of [
    "account list --json",
    "account show a@example.com",
    "account show a@example.com --json",
    "account set a@example.com --plan standard --json",
    "key list",
    "key list --json",
    "usage a@example.com --json",
    `key revoke ${key} --last-four 0000`,
    `key revoke ${key} --json`,
    `key revoke ${key}`,
    `key revoke ${unknown}`,
  ]) {
    const { output, errors } = await runCommand(words.split(" "), { DATABASE_URL: url });
    text += output + errors;
  }
  assert.ok(text.includes(key.slice(0, 12)));
  assert.ok(!text.includes(key.slice(0, 13)), "a longer prefix");
  assert.ok(!text.includes(key.slice(-5)), "more than its last four");
  assert.ok(!text.includes(hash("sha256", key, "hex")), "its hash");
  assert.ok(!text.includes(unknown.slice(0, 13)), "a key that is not known");
});

test("usage: it is the account with its use this minute and each day; --days says how many, and more than a year of them or none is refused", async () => {
  await good("account set a@example.com --plan standard");
  // As the counter leaves them on disk: yesterday's requests, and those of ten days ago.
  await withAccess(async (access) => {
    const rows = [
      { email: "a@example.com", day: dayOf(Date.now() - dayMs), requests: 1200 },
      { email: "a@example.com", day: dayOf(Date.now() - 10 * dayMs), requests: 3 },
    ];
    await tablesOf<AccessTables>(access.kysely).insertInto("account_days").values(rows).execute();
    await setUsed(access, "a@example.com", 1203);
  });
  const { days: all, requestsThisMinute, requestsPerMinute, ...usage } = await json("usage a@example.com");
  assert.equal(all.length, 30);
  assert.match(all[0].day, /^\d{4}-\d\d-\d\d$/);
  assert.deepEqual([requestsThisMinute, requestsPerMinute], [0, 120]);
  assert.deepEqual([usage.requestsUsed, usage.requestsLeft, usage.quota], [1203, 98_797, 100_000]);
  assert.match(usage.resetsAt, isoTime);
  const { days } = await json("usage a@example.com --days 2");
  assert.deepEqual(
    days.map((day: { requests: number }) => day.requests),
    [1200, 0],
  );
  for (const many of ["0", "367"]) await bad(`usage a@example.com --days ${many}`, /--days .*is invalid/);
});
