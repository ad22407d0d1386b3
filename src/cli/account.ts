/** `gradeline account list`, `show`, `set` and `delete` */
import { createInterface } from "node:readline/promises";
import { listKeys } from "../access/account-keys.ts";
import {
  type Account,
  type AccountChanges,
  deleteAccount,
  listAccounts,
  normalEmail,
  readAccount,
  setAccount,
} from "../access/accounts.ts";
import { BillingError } from "../access/billing/billing-error.ts";
import { type Plan, planOf, type Standing } from "../access/plans.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/engine.ts";
import { accountJson, accountLines, accountTable, standingText } from "./account-text.ts";
import { CommandError } from "./failure.ts";
import { keyJson, keyTable } from "./key-text.ts";
import { countOf, printable } from "./table-text.ts";
import { withAccess } from "./with-access.ts";

type Json = { readonly json?: true };

export function noAccount(email: string): CommandError {
  return new CommandError(`there is no account ${email}`);
}

/** For what makes accounts: an address with a slip in it would be a new account. */
export function checkEmail(email: string): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandError(`"${email}" is not an e-mail address`);
}

export async function listAccountsCommand(config: Config, options: Json): Promise<void> {
  const accounts = await withAccess(config, (access) => listAccounts(access, new Date()));
  if (options.json) console.log(JSON.stringify(accounts.map(accountJson)));
  else if (accounts.length === 0) console.error("There are no accounts.");
  else for (const line of accountTable(accounts)) console.log(line);
}

export async function showAccountCommand(config: Config, email: string, options: Json): Promise<void> {
  const { account, keys } = await withAccess(config, async (access) => ({
    account: await readAccount(access, email, new Date()),
    keys: await listKeys(access, email),
  }));
  if (account === null) throw noAccount(email);
  if (options.json) {
    console.log(JSON.stringify({ ...accountJson(account), keys: keys.map(keyJson) }));
    return;
  }
  const keyLines = keys.length === 0 ? ["  no keys"] : keyTable(keys).map((line) => `  ${line}`);
  for (const line of [printable(account.email), ...accountLines(account), "", ...keyLines]) console.log(line);
}

/** A limit of the account's own, or `default` for its plan's. */
type Limit = number | "default";

type SetOptions = Json & {
  readonly plan?: Plan;
  readonly standing?: Standing;
  readonly requestsPerMinute?: Limit;
  readonly requestsPerMonth?: Limit;
};

export async function setAccountCommand(config: Config, email: string, options: SetOptions): Promise<void> {
  checkEmail(email);
  const changes = changesOf(options);
  const { account, isNew } = await withAccess(config, async (access) => {
    const before = await readAccount(access, email, new Date());
    return { isNew: before === null, account: await setAccount(access, email, changes, new Date()) };
  });
  if (options.json) console.log(JSON.stringify({ ...accountJson(account), created: isNew }));
  else {
    console.log(`${isNew ? "created" : "changed"} ${printable(account.email)}`);
    for (const line of accountLines(account)) console.log(line);
  }
}

function changesOf({ plan, standing, requestsPerMinute, requestsPerMonth }: SetOptions): AccountChanges {
  if (plan !== undefined && standing !== undefined && planOf(standing) !== plan) {
    throw new CommandError(`an account that is ${standingText(standing)} is on ${planOf(standing)}, not on ${plan}`);
  }
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

function ownLimit(limit: Limit): number | null {
  return limit === "default" ? null : limit;
}

type DeleteOptions = Json & { readonly yes?: true };

export async function deleteAccountCommand(config: Config, email: string, options: DeleteOptions): Promise<void> {
  await withAccess(config, async (access) => {
    const account = await readAccount(access, email, new Date());
    if (account === null) throw noAccount(email);
    const keys = await listKeys(access, account.email);
    if (!options.yes) await confirmDeletion(account, keys.length);
    await endBilling(config, access, account.email);
    if (!(await deleteAccount(access, account.email))) throw noAccount(email);
    if (options.json) console.log(JSON.stringify({ email: account.email, deleted: true, keys: keys.length }));
    else
      console.log(`deleted ${printable(account.email)} with ${countOf(keys.length, "key")} and all that was counted`);
  });
}

/** Nobody may go on paying for an account that is gone. */
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

/** Asks on standard error: the output is the command's answer. */
async function confirmDeletion(account: Account, keyCount: number): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError(`to delete ${account.email} without being asked, give --yes`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const what = `${printable(account.email)} with ${countOf(keyCount, "key")} and all that was counted`;
  const question = `This deletes ${what}. To go on, type the address: `;
  // Ctrl+C and Ctrl+D reject: that is no consent either.
  const typed = await terminal.question(question).catch(() => "");
  terminal.close();
  if (normalEmail(typed) !== account.email) throw new CommandError("nothing was deleted: that is not the address");
}
