/**
 * `gradeline account list`, `show`, `set`, `sign-out` and `delete`, `gradeline key list`, `create` and `revoke`, and `gradeline usage`.
 * A person gets the JSON's members as pairs and tables.
 */
import {
  type Account,
  type AccountChanges,
  deleteAccount,
  listAccounts,
  readAccount,
  setAccount,
} from "../access/accounts.ts";
import { BillingError } from "../access/billing/billing-error.ts";
import { createKey, type ListedKey, listKeys, type RevokeOutcome, revokeKey } from "../access/keys/account-keys.ts";
import { accountIdOf, prefixOf } from "../access/keys/keys.ts";
import { isEmail, normalEmail } from "../access/people/email.ts";
import { endSessions, hasSignedIn } from "../access/people/people.ts";
import { type Plan, planOf, type Standing } from "../access/plans.ts";
import { usageOf } from "../access/usage.ts";
import type { Config } from "../config/config.ts";
import { type Database, missingAccess } from "../database/engine.ts";
import { isoTime } from "../domain/times.ts";
import { standingText } from "./arguments.ts";
import { CommandError } from "./failure.ts";
import { print } from "./output/print.ts";
import { countOf } from "./output/table-text.ts";
import { listAccess, needAccess, readAccess, withAccess } from "./with-database.ts";

type Json = { readonly json?: true };

function accountJson(account: Account) {
  const { requests: quota, requestsUsed, standing } = account;
  return {
    email: account.email,
    accountId: accountIdOf(account.email),
    plan: account.plan,
    standing,
    requestsPerMinute: account.requestsPerMinute,
    hasOwnRequestsPerMinute: account.hasOwnRate,
    quota,
    hasOwnQuota: account.hasOwnQuota,
    requestsUsed,
    // A quota may be lowered below what is used.
    requestsLeft: Math.max(0, quota - requestsUsed),
    periodStartsAt: isoTime(account.periodStartMs),
    periodEndsAt: isoTime(account.periodEndMs),
    // Only a paid month is followed by another one.
    resetsAt: standing === "active" ? isoTime(account.periodEndMs) : null,
    createdAt: isoTime(account.createdMs),
  };
}

export async function listAccountsCommand(config: Config, { json }: Json): Promise<void> {
  const accounts = await listAccess<Account>(config, (access) => listAccounts(access, new Date()));
  const all = accounts.map(accountJson);
  const short = all.map(({ email, plan, standing, requestsUsed, quota, periodEndsAt, resetsAt }) => {
    return { email, plan, standing, requestsUsed, quota, periodEndsAt, resetsAt };
  });
  print(json ? all : short, { json, none: "There are no accounts." });
}

export async function showAccountCommand(config: Config, email: string, { json }: Json): Promise<void> {
  const shown = await readAccess(config, async (access) => {
    const account = await readAccount(access, email, new Date());
    if (account === null) throw noAccount(email);
    return { ...accountJson(account), keys: (await listKeys(access, email)).map(keyJson) };
  });
  print(shown, { json });
}

/** A limit of the account's own, or `default` for the limit of its plan. */
type Limit = number | "default";

type SetOptions = Json & {
  readonly plan?: Plan;
  readonly standing?: Standing;
  readonly requestsPerMinute?: Limit;
  readonly requestsPerMonth?: Limit;
};

export async function setAccountCommand(config: Config, email: string, options: SetOptions): Promise<void> {
  const changes = changesOf(options);
  const terms = options.plan ?? options.standing;
  await withOwnAccount(config, email, { terms, options: "--plan or --standing" }, async (access, isNew) => {
    const account = await setAccount(access, email, changes, new Date());
    print({ ...accountJson(account), created: isNew }, { json: options.json });
  });
}

function changesOf({ plan, standing, requestsPerMinute, requestsPerMonth }: SetOptions): AccountChanges {
  if (plan !== undefined && standing !== undefined && planOf(standing) !== plan) {
    throw new CommandError(`an account that is ${standingText(standing)} is on ${planOf(standing)}, not on ${plan}`);
  }
  const ownLimit = (limit: Limit): number | null => (limit === "default" ? null : limit);
  const changes: AccountChanges = {
    ...(plan === undefined ? {} : { plan }),
    ...(standing === undefined ? {} : { standing }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute: ownLimit(requestsPerMinute) }),
    ...(requestsPerMonth === undefined ? {} : { requestsPerMonth: ownLimit(requestsPerMonth) }),
  };
  if (Object.keys(changes).length === 0) {
    throw new CommandError("nothing to set: give --plan, --standing, --requests-per-minute or --requests-per-month");
  }
  return changes;
}

export async function signOutCommand(config: Config, given: string, { json }: Json): Promise<void> {
  const email = normalEmail(given);
  needAccess(config);
  await withAccess(config, async (access) => {
    if (!(await isKnown(access, email))) throw noAccount(email);
    const ended = await endSessions(access, email);
    print({ email, ended }, { json, lines: [`ended ${countOf(ended, "sign-in")} of ${email}`] });
  });
}

/** A person who signed in and chose no plan has no account, but can be signed out and deleted too. */
async function isKnown(access: Database, email: string): Promise<boolean> {
  return (await readAccount(access, email, new Date())) !== null || hasSignedIn(access, email);
}

export async function deleteAccountCommand(
  config: Config,
  given: string,
  { yes, json }: Json & { readonly yes?: true },
): Promise<void> {
  const email = normalEmail(given);
  needAccess(config);
  await withAccess(config, async (access) => {
    if (!(await isKnown(access, email))) throw noAccount(email);
    const keys = await listKeys(access, email);
    const what = `${email} with ${countOf(keys.length, "key")} and all that was counted`;
    if (!yes) throw new CommandError(`this deletes ${what}: to do it, add --yes`);
    await endBilling(config, access, email);
    if (!(await deleteAccount(access, email))) throw noAccount(email);
    print({ email, deleted: true, keys: keys.length }, { json, lines: [`deleted ${what}`] });
  });
}

/** Ends a subscription, so that nobody goes on paying for an account that is gone. */
async function endBilling({ stripe }: Config, access: Database, email: string): Promise<void> {
  if (stripe === null) return;
  const { openBilling } = await import("../access/billing/billing.ts");
  try {
    await openBilling(access, stripe).cancelAtOnce(email);
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    throw new CommandError(`${email} was not deleted: ${error.message}`);
  }
}

/** Requests of the last second may not be among them yet. */
export async function usageCommand(
  config: Config,
  email: string,
  { days, json }: Json & { readonly days: number },
): Promise<void> {
  const usage = await readAccess(config, (access) => usageOf(access, email, new Date(), days));
  if (usage === null) throw noAccount(email);
  const { account, thisMinute, fullestKeyThisMinute, days: requests } = usage;
  const ofMinute = { requestsThisMinute: thisMinute, requestsThisMinuteOfBusiestKey: fullestKeyThisMinute };
  print({ ...accountJson(account), ...ofMinute, days: requests }, { json });
}

/** Of each key only its prefix and its last four characters are known. */
function keyJson({ email, prefix, lastFour, name, createdMs, lastUsedMs, revokedMs }: ListedKey) {
  return {
    email,
    prefix,
    lastFour,
    name,
    status: revokedMs === null ? "active" : "revoked",
    createdAt: isoTime(createdMs),
    lastUsedAt: isoTime(lastUsedMs),
    revokedAt: isoTime(revokedMs),
  };
}

function shownKey({ prefix, lastFour }: Pick<ListedKey, "prefix" | "lastFour">): string {
  return `${prefix}…${lastFour}`;
}

export async function listKeysCommand(config: Config, { json }: Json): Promise<void> {
  const keys = await listAccess<ListedKey>(config, (access) => listKeys(access));
  print(keys.map(keyJson), { json, none: "There are no keys." });
}

type CreateOptions = Json & {
  readonly email: string;
  readonly plan?: Plan;
  readonly name?: string;
  readonly requestsPerMinute?: number;
  readonly requestsPerMonth?: number;
};

export async function createKeyCommand(config: Config, { json, ...terms }: CreateOptions): Promise<void> {
  const { email, plan, name = "" } = terms;
  const now = new Date();
  const options = "--plan trial or standard";
  const { created, account } = await withOwnAccount(config, email, { terms: plan, options }, async (access) => {
    const made = await createKey(access, { ...terms, now });
    return { created: made, account: await readAccount(access, email, now) };
  });
  const { key, prefix, lastFour } = created;
  if (json) return print({ key, prefix, lastFour, name, email: created.email }, { json });
  console.log(key);
  console.error(`This is the only time the key is shown. To revoke it: gradeline key revoke ${prefix}`);
  if (account !== null && account.standing !== "active" && account.standing !== "trialing") {
    console.error(`The account is ${standingText(account.standing)}: until that changes, the key is refused.`);
  }
}

export async function revokeKeyCommand(
  config: Config,
  prefix: string,
  { lastFour, json }: Json & { readonly lastFour?: string },
): Promise<void> {
  const now = new Date();
  needAccess(config);
  const outcome = await withAccess(config, (access) => revokeKey(access, { prefix, lastFour, now }));
  if (!outcome.ok) throw new CommandError(whyNotRevoked(prefix, lastFour, outcome));
  const { revoked } = outcome;
  const lines = [`revoked ${shownKey(revoked)} of ${revoked.email}`];
  print({ revoked: keyJson({ ...revoked, revokedMs: now.getTime() }) }, { json, lines });
}

function whyNotRevoked(
  prefix: string,
  lastFour: string | undefined,
  outcome: Extract<RevokeOutcome, { readonly ok: false }>,
): string {
  // The key is not repeated, even when the whole key was given, because errors end up in logs.
  const begin = `"${prefixOf(prefix)}"${lastFour === undefined ? "" : ` and ends with "${lastFour}"`}`;
  if (outcome.reason === "ambiguous") {
    const candidates = outcome.candidates.map((key) => `${shownKey(key)} of ${key.email}`);
    return `several keys have the prefix ${begin}, name one with --last-four: ${candidates.join(", ")}`;
  }
  return outcome.reason === "unknown"
    ? `no key has the prefix ${begin}: gradeline key list shows them`
    : `the key with the prefix ${begin} is revoked already`;
}

function noAccount(email: string): CommandError {
  return new CommandError(`there is no account ${email}`);
}

/**
 * Does the work on an account, which is new only where its plan is named and its address can be one. Otherwise a mistyped
 * address, even in a command that was meant to change an account, would create a new account.
 * @param options those that name a plan.
 */
async function withOwnAccount<Result>(
  config: Config,
  email: string,
  { terms, options }: { readonly terms: string | undefined; readonly options: string },
  work: (access: Database, isNew: boolean) => Promise<Result>,
): Promise<Result> {
  let refusal: CommandError | null = null;
  if (!isEmail(email)) refusal = new CommandError(`"${email}" is not an e-mail address`);
  else if (terms === undefined) {
    refusal = new CommandError(`there is no account ${email} yet: to make it, name its plan with ${options}`);
  }
  if (refusal !== null && missingAccess(config.databaseUrl) !== null) throw refusal;
  return withAccess(config, async (access) => {
    const isNew = (await readAccount(access, email, new Date())) === null;
    if (isNew && refusal !== null) throw refusal;
    return work(access, isNew);
  });
}
