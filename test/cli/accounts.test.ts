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
import { openAccess, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { setUsed } from "../support/access.ts";
import { testFolder } from "../support/folders.ts";
import type { Ended, Settings } from "../support/process.ts";
import { runCommand } from "../support/run-command.ts";

const folder = testFolder("accounts");

let databases = 0;
/** Each test has a database of its own, which is not there yet. */
let settings: Settings & { readonly DATABASE_URL: string };
beforeEach(() => {
  settings = { DATABASE_URL: join(folder, `${++databases}.db`) };
});

async function good(...words: string[]): Promise<Ended> {
  const ended = await runCommand(words, settings);
  assert.equal(ended.code, 0, `${words.join(" ")}: ${ended.errors}`);
  return ended;
}

/** Makes the database, with its tables and nothing in them. */
async function makeEmpty(): Promise<void> {
  const access = await openAccess(settings.DATABASE_URL);
  await access.close();
}

/** What a command prints with --json. */
async function json(...words: string[]) {
  const { output, errors } = await good(...words, "--json");
  assert.match(errors, /^(there is no database at \S+ yet\n)?$/);
  return JSON.parse(output);
}

async function refused(words: string[], says: RegExp): Promise<void> {
  const ended = await runCommand(words, settings);
  assert.equal(ended.code, 1, words.join(" "));
  assert.equal(ended.output, "");
  assert.match(ended.errors, says);
  assert.match(ended.errors, /^gradeline: [^\n]+\n$/, "one line");
}

/** Refused before the command begins: by the line that names the option. */
async function misused(words: string[], says: RegExp): Promise<void> {
  const ended = await runCommand(words, settings);
  assert.equal(ended.code, 1, words.join(" "));
  assert.equal(ended.output, "");
  assert.match(ended.errors, says);
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const dayMs = 86_400_000;

/** The key of a new account on a plan. */
async function newKey(email: string, plan: string, ...more: string[]): Promise<string> {
  return (await json("key", "create", "--email", email, "--plan", plan, ...more)).key;
}

test("account list: as JSON it is an array of objects with ISO times, and null where nothing resets", async () => {
  await makeEmpty();
  const { output, errors } = await good("account", "list");
  assert.deepEqual([output, errors], ["", "There are no accounts.\n"]);
  assert.deepEqual(await json("account", "list"), []);
  await good("account", "set", "a@example.com", "--plan", "standard");
  await good("account", "set", "t@example.com", "--plan", "trial");
  const [standard, trial, ...more] = await json("account", "list");
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
  const shown = await good("account", "show", "a@example.com");
  assert.match(shown.output, new RegExp(`^ *account id +${accountIdOf("a@example.com")}$`, "m"));
  for (const time of [periodStartsAt, periodEndsAt, resetsAt, createdAt]) assert.match(time, isoTime);
  assert.equal(resetsAt, periodEndsAt);
  assert.equal(trial.resetsAt, null);
  assert.equal(Date.parse(trial.periodEndsAt) - Date.parse(trial.periodStartsAt), 3 * dayMs);
});

test("account show: as JSON it is the account with an array of its keys", async () => {
  const key = await newKey("a@example.com", "trial", "--name", "notebook");
  await newKey("b@example.com", "trial");
  const account = await json("account", "show", "a@example.com");
  assert.deepEqual([account.email, account.plan, account.standing], ["a@example.com", "trial", "trialing"]);
  assert.equal(account.keys.length, 1);
  const { createdAt, ...rest } = account.keys[0];
  assert.match(createdAt, isoTime);
  assert.deepEqual(rest, {
    email: "a@example.com",
    prefix: key.slice(0, 12),
    lastFour: key.slice(-4),
    name: "notebook",
    status: "active",
    lastUsedAt: null,
    revokedAt: null,
  });
});

test("account show: a name that would steer the terminal, or turn its line around, is shown without the characters that do", async () => {
  await good("account", "set", "a@example.com", "--plan", "standard");
  const access = await openAccess(settings.DATABASE_URL);
  await addKey(access, "a@example.com", "\u001b[2Jwiped\u202egnp\nfake line", new Date());
  await access.close();
  for (const words of [
    ["account", "show", "a@example.com"],
    ["key", "list"],
  ]) {
    const { output } = await good(...words);
    assert.ok(output.includes("\ufffd[2Jwiped\ufffdgnp\ufffdfake line"), output);
    assert.doesNotMatch(output.replaceAll("\n", ""), /[\p{Cc}\p{Bidi_C}]/u);
  }
});

test("account set: it makes a new account and says so, and says that it changed one that was there", async () => {
  const first = await good("account", "set", "New@Example.com", "--plan", "trial");
  assert.match(first.output, /^ {2}email +new@example\.com\n(.+\n)* {2}standing +trialing\n(.+\n)* {2}created +yes\n$/);
  const second = await good("account", "set", "new@example.com", "--requests-per-minute", "9");
  assert.match(second.output, / {2}created +no\n$/);
  assert.match(second.output, /requests per minute +9\n {2}has own requests per minute +yes\n/);
  assert.equal((await json("account", "set", "b@example.com", "--plan", "trial")).created, true);
  assert.equal((await json("account", "set", "b@example.com", "--plan", "trial")).created, false);
});

test("account set: a standing is taken with a hyphen or an underscore, and brings its plan", async () => {
  const spellings = [
    ["past-due", "past_due", "standard"],
    ["trial_ended", "trial_ended", "trial"],
  ];
  for (const [typed = "", standing, plan] of spellings) {
    const account = await json("account", "set", "a@example.com", "--standing", typed);
    assert.deepEqual([account.standing, account.plan], [standing, plan], typed);
  }
});

test("account set: limits become the account's own, and default makes them the plan's again", async () => {
  await good("account", "set", "a@example.com", "--plan", "standard");
  const limits = async (rate: string, quota: string) => {
    const words = ["--requests-per-minute", rate, "--requests-per-month", quota];
    const account = await json("account", "set", "a@example.com", ...words);
    const { requestsPerMinute, hasOwnRequestsPerMinute, quota: month, hasOwnQuota } = account;
    return [requestsPerMinute, hasOwnRequestsPerMinute, month, hasOwnQuota];
  };
  assert.deepEqual(await limits("1", "5000000"), [1, true, 5_000_000, true]);
  assert.deepEqual(await limits("default", "6"), [120, false, 6, true]);
  assert.deepEqual(await limits("default", "default"), [120, false, 100_000, false]);
});

test("account set: what cannot be set is refused, and nothing is made", async () => {
  const set = (...words: string[]) => ["account", "set", "a@example.com", ...words];
  const choices = /Allowed choices are trialing, trial-ended, active, past-due, canceled\./;
  const contradiction = /an account that is past-due is on standard, not on trial/;
  const limits = [...["minute=0", "minute=-1", "minute=99999999999999999999", "month=0", "month=1.5", "month="]].map(
    (each) => misused(set(`--requests-per-${each}`), /--requests-per-\w+ .*is invalid/),
  );
  await Promise.all([
    ...limits,
    refused(set(), /nothing to set: give --plan, --standing,/),
    refused(set("--plan", "trial", "--standing", "past_due"), contradiction),
    refused(set("--plan", "standard", "--standing", "trialing"), /is on trial, not on standard/),
    refused(["account", "set", "nobody", "--plan", "trial"], /"nobody" is not an e-mail address/),
    refused(set("--requests-per-minute", "5"), /no account a@example\.com yet: .*--plan or --standing$/m),
    misused(set("--plan", "gold"), /Allowed choices are trial, standard\./),
    misused(set("--standing", "late"), choices),
  ]);
  await refused(["key", "create", "--email", "a@example.com"], /no account a@example\.com yet.*--plan/);
  assert.match((await good("account", "list")).errors, /there is no database at /);
});

test("an account whose address nobody could sign in with is shown, changed, given keys and deleted as any other", async () => {
  const access = await openAccess(settings.DATABASE_URL);
  await setAccount(access, "trial@localhost", { plan: "trial" }, new Date());
  await access.close();
  await (await openDatabase(settings.DATABASE_URL)).close();
  // A start with invented data makes this account by itself, so that it is no damage.
  await good("verify");
  assert.equal((await json("account", "show", "trial@localhost")).plan, "trial");
  await good("account", "set", "trial@localhost", "--requests-per-minute", "9");
  const { key } = await json("key", "create", "--email", "trial@localhost");
  assert.equal((await json("usage", "trial@localhost")).requestsPerMinute, 9);
  await good("key", "revoke", key);
  await good("account", "delete", "trial@localhost", "--yes");
  await refused(["key", "create", "--email", "trial@localhost", "--plan", "trial"], /not an e-mail address/);
});

test("account delete: with --yes it deletes the account and its keys, in words and as JSON", async () => {
  await newKey("a@example.com", "standard");
  await newKey("b@example.com", "trial");
  await newKey("b@example.com", "trial");
  const file = join(folder, "before.ndjson");
  await good("account", "export", file);
  const { output } = await good("account", "delete", "A@example.com", "--yes");
  assert.equal(output, "deleted a@example.com with 1 key and all that was counted\n");
  const deleted = await json("account", "delete", "b@example.com", "--yes");
  assert.deepEqual(deleted, { email: "b@example.com", deleted: true, keys: 2 });
  assert.deepEqual(await json("account", "list"), []);
  assert.deepEqual(await json("key", "list"), []);
  // That a trial was taken is known still, and is no reason against bringing them back.
  assert.equal((await json("account", "import", file)).accounts, 2);
});

test("account delete: who has signed in and has no account is signed out, which is noted, and deleted too", async () => {
  const access = await openAccess(settings.DATABASE_URL);
  const signIn = openSignIn(access, {
    manageUrl: "http://127.0.0.1:8080/manage",
    secret: "a secret of at least 32 characters",
    send: null,
    onUnsent() {},
    onFailure: (error) => assert.fail(String(error)),
  });
  const cookieOf = async (): Promise<string> => {
    const { link } = await signIn.requestLink("a@example.com", "127.0.0.1");
    const used = await signIn.useLink(new URL(link ?? "").searchParams.get("token") ?? "");
    return used?.setCookies.map((each) => each.split(";", 1)[0]).join("; ") ?? "";
  };
  const before = await cookieOf();
  const ended = await good("account", "sign-out", "A@example.com");
  assert.equal(ended.output, "ended 1 sign-in of a@example.com\n");
  assert.equal(await signIn.sessionOf(before), null);
  const noted = await readDeeds(access, { since: null, limit: 9 });
  assert.deepEqual(
    noted.map(({ deed, about }) => [deed, about.sessions]),
    [["sign-ins end", 1]],
  );
  assert.deepEqual(await json("account", "sign-out", "a@example.com"), {
    email: "a@example.com",
    ended: 0,
  });
  await refused(["account", "sign-out", "b@example.com"], /there is no account b@example\.com/);
  const cookie = await cookieOf();
  assert.equal((await signIn.sessionOf(cookie))?.email, "a@example.com");
  const { output } = await good("account", "delete", "a@example.com", "--yes");
  assert.equal(output, "deleted a@example.com with 0 keys and all that was counted\n");
  assert.equal(await signIn.sessionOf(cookie), null);
  await refused(["account", "delete", "a@example.com", "--yes"], /there is no account a@example\.com/);
  await access.close();
});

test("account delete: without --yes it deletes nothing, and says what it would delete", async () => {
  await newKey("a@example.com", "standard");
  const says = /this deletes a@example\.com with 1 key and all that was counted: to do it, add --yes/;
  await refused(["account", "delete", "a@example.com"], says);
  assert.equal((await json("key", "list")).length, 1);
});

test("a command about an account that is not there is one line on standard error, and exit code 1", async () => {
  await makeEmpty();
  const commands = [
    ["account", "show", "no@example.com"],
    ["account", "delete", "no@example.com", "--yes"],
    ["account", "delete", "no@example.com"],
    ["usage", "no@example.com", "--json"],
  ];
  await Promise.all(commands.map((words) => refused(words, /there is no account no@example\.com/)));
});

test("key list shows every key with its account, in a table and as JSON", async () => {
  await makeEmpty();
  assert.equal((await good("key", "list")).errors, "There are no keys.\n");
  const first = await newKey("a@example.com", "standard", "--name", " nightly job ");
  const second = await newKey("long.address@example.com", "trial");
  await good("key", "revoke", second.slice(0, 12));
  const { output } = await good("key", "list");
  const cells = output
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/ {2,}/));
  assert.deepEqual(cells[0], ["email", "prefix", "last four", "name", "status", "created at", "revoked at"]);
  const shown = ["a@example.com", first.slice(0, 12), first.slice(-4), "nightly job", "active"];
  assert.deepEqual(cells[1]?.slice(0, 5), shown);
  assert.equal(cells[2]?.includes("revoked"), true);
  const all = await json("key", "list");
  assert.deepEqual(
    all.map((key: { status: string }) => key.status),
    ["active", "revoked"],
  );
  assert.match(all[1].revokedAt, isoTime);
});

test("key create leaves the plan and limits of an account that is there", async () => {
  await good("account", "set", "a@example.com", "--plan", "trial", "--requests-per-minute", "5");
  const created = await json("key", "create", "--email", "A@example.com", "--name", "second");
  assert.match(created.key, /^gl_live_[0-9A-Za-z]{38}$/);
  assert.deepEqual(
    { ...created, key: "" },
    {
      key: "",
      prefix: created.key.slice(0, 12),
      lastFour: created.key.slice(-4),
      name: "second",
      email: "a@example.com",
    },
  );
  const account = await json("account", "show", "a@example.com");
  assert.deepEqual([account.plan, account.requestsPerMinute, account.keys.length], ["trial", 5, 1]);
});

test("key create prints the key alone, and on standard error how to revoke it and whether it is refused for now", async () => {
  const create = ["key", "create", "--email", "a@example.com"];
  const active = await good(...create, "--plan", "standard");
  assert.match(active.output, /^gl_live_[0-9A-Za-z]{38}\n$/);
  assert.match(active.errors, new RegExp(`^.*gradeline key revoke ${active.output.slice(0, 12)}\n$`));
  await good("account", "set", "a@example.com", "--standing", "past-due");
  const { errors } = await good(...create);
  assert.match(errors, /\nThe account is past-due: until that changes, the key is refused\.\n$/);
  await misused([...create, "--name", "n".repeat(61)], /--name .*at most 60 characters/);
});

test("key revoke says what it revoked, in words and as JSON", async () => {
  const first = await newKey("a@example.com", "standard", "--name", "first");
  const second = await newKey("a@example.com", "standard");
  const revoked = await json("key", "revoke", first);
  assert.equal(revoked.revoked.name, "first");
  assert.equal(revoked.revoked.status, "revoked");
  assert.match(revoked.revoked.revokedAt, isoTime);
  const { output } = await good("key", "revoke", second.slice(0, 12), "--last-four", second.slice(-4));
  assert.equal(output, `revoked ${second.slice(0, 12)}…${second.slice(-4)} of a@example.com\n`);
});

test("keys that begin alike are told apart by --last-four, and none is revoked without it", async () => {
  const keys = [await newKey("a@example.com", "standard"), await newKey("b@example.com", "trial")];
  const access = await openAccess(settings.DATABASE_URL);
  await tablesOf<AccessTables>(access.kysely).updateTable("account_keys").set({ prefix: "gl_live_Same" }).execute();
  await access.close();
  const ends = keys.map((key) => key.slice(-4));
  const revoke = ["key", "revoke", "gl_live_Same"];
  const both = new RegExp(`--last-four: gl_live_Same…${ends[0]} of a@example\\.com, gl_live_Same…${ends[1]} of b@`);
  await refused(revoke, both);
  await refused([...revoke, "--last-four", "0000"], /no key has the prefix .*"0000"/);
  await misused([...revoke, "--last-four", "abc"], /--last-four .*is invalid/);
  await good(...revoke, "--last-four", ends[1] ?? "");
  const statuses = (await json("key", "list")).map((key: { status: string }) => key.status);
  assert.deepEqual(statuses, ["active", "revoked"]);
  await refused([...revoke, "--last-four", ends[1] ?? ""], /is revoked already/);
});

test("nothing but key create shows more of a key than its prefix and its last four", async () => {
  const key = await newKey("a@example.com", "standard", "--name", "first");
  const json = "--json";
  const unknown = `${key.slice(0, 12)}${"0".repeat(34)}`;
  const seen: string[] = [];
  const commands = [
    ["account", "list", json],
    ["account", "show", "a@example.com"],
    ["account", "show", "a@example.com", json],
    ["account", "set", "a@example.com", "--plan", "standard", json],
    ["key", "list"],
    ["key", "list", json],
    ["usage", "a@example.com", json],
    ["key", "revoke", key, "--last-four", "0000"],
    ["key", "revoke", key, json],
    ["key", "revoke", key],
    ["key", "revoke", unknown],
  ];
  for (const words of commands) {
    const { output, errors } = await runCommand(words, settings);
    seen.push(output, errors);
  }
  const text = seen.join("");
  assert.ok(text.includes(key.slice(0, 12)));
  assert.ok(!text.includes(key.slice(0, 13)), "a longer prefix");
  assert.ok(!text.includes(key.slice(-5)), "more than its last four");
  assert.ok(!text.includes(hash("sha256", key, "hex")), "its hash");
  assert.ok(!text.includes(unknown.slice(0, 13)), "a key that is not known");
});

/** An account with 1,200 requests yesterday and 3 ten days ago, on disk as the counter leaves them. */
async function makeUsed(): Promise<void> {
  await good("account", "set", "a@example.com", "--plan", "standard");
  const access = await openAccess(settings.DATABASE_URL);
  const tables = tablesOf<AccessTables>(access.kysely);
  const now = Date.now();
  const days = [dayOf(now - dayMs), dayOf(now - 10 * dayMs)];
  const rows = days.map((day, index) => ({ email: "a@example.com", day, requests: index === 0 ? 1200 : 3 }));
  await tables.insertInto("account_days").values(rows).execute();
  await setUsed(access, "a@example.com", 1203);
  await access.close();
}

test("usage: it is the account with its use this minute and each day; --days says how many, and more than a year of them or none is refused", async () => {
  await makeUsed();
  const { days: all, ...usage } = await json("usage", "a@example.com");
  assert.equal(all.length, 30);
  assert.match(all[0].day, /^\d{4}-\d\d-\d\d$/);
  const { requestsThisMinute, requestsPerMinute, requestsUsed, requestsLeft, quota, resetsAt } = usage;
  assert.deepEqual([requestsThisMinute, requestsPerMinute], [0, 120]);
  assert.deepEqual([requestsUsed, requestsLeft, quota], [1203, 98_797, 100_000]);
  assert.match(resetsAt, isoTime);
  const { days } = await json("usage", "a@example.com", "--days", "2");
  assert.deepEqual(
    days.map((day: { requests: number }) => day.requests),
    [1200, 0],
  );
  const refuse = (days: string) => misused(["usage", "a@example.com", "--days", days], /--days .*is invalid/);
  await Promise.all([refuse("0"), refuse("367")]);
});
