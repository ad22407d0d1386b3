/** `gradeline account list`, `show`, `set` and `delete` */
import { createInterface } from "node:readline/promises";
import {
  type Account,
  type AccountChanges,
  deleteAccount,
  listAccounts,
  readAccount,
  setAccount,
} from "../access/accounts.ts";
import { BillingError } from "../access/billing/billing-error.ts";
import { listKeys } from "../access/keys/account-keys.ts";
import { normalEmail } from "../access/people/email.ts";
import { hasSignedIn } from "../access/people/people.ts";
import { type Plan, planOf, type Standing } from "../access/plans.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/engine.ts";
import { CommandError } from "./failure.ts";
import { noAccount, refusalOfNew } from "./new-account.ts";
import { accountJson, accountLines, accountTable, standingText } from "./output/account-text.ts";
import { keyJson, keyTable } from "./output/key-text.ts";
import { countOf, printable } from "./output/table-text.ts";
import { noDatabase, readAccess, withAccess } from "./with-access.ts";

type Json = { readonly json?: true };

export async function listAccountsCommand(config: Config, options: Json): Promise<void> {
  const accounts = await readAccess<readonly Account[]>(
    config,
    (access) => listAccounts(access, new Date()),
    (missing) => {
      console.error(printable(noDatabase(missing)));
      return [];
    },
  );
  if (options.json) console.log(JSON.stringify(accounts.map(accountJson)));
  else if (accounts.length === 0) console.error("There are no accounts.");
  else for (const line of accountTable(accounts)) console.log(line);
}

export async function showAccountCommand(config: Config, email: string, options: Json): Promise<void> {
  const { account, keys } = await readAccess(
    config,
    async (access) => {
      const account = await readAccount(access, email, new Date());
      if (account === null) throw noAccount(email);
      return { account, keys: await listKeys(access, email) };
    },
    (missing) => noAccount(email, missing),
  );
  if (options.json) {
    console.log(JSON.stringify({ ...accountJson(account), keys: keys.map(keyJson) }));
    return;
  }
  const keyLines = keys.length === 0 ? ["  no keys"] : keyTable(keys).map((line) => `  ${line}`);
  for (const line of [printable(account.email), ...accountLines(account), "", ...keyLines]) console.log(line);
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
  const refusal = refusalOfNew(email, options.plan ?? options.standing, "--plan or --standing");
  const { account, isNew } = await withAccess(
    config,
    async (access) => {
      const before = await readAccount(access, email, new Date());
      if (before === null && refusal !== null) throw refusal;
      return { isNew: before === null, account: await setAccount(access, email, changes, new Date()) };
    },
    refusal === null ? undefined : () => refusal,
  );
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

export async function deleteAccountCommand(config: Config, given: string, options: DeleteOptions): Promise<void> {
  const email = normalEmail(given);
  const work = async (access: Database): Promise<void> => {
    // A person who signed in and chose no plan has no account, but can be deleted too.
    const isKnown = (await readAccount(access, email, new Date())) !== null || (await hasSignedIn(access, email));
    if (!isKnown) throw noAccount(email);
    const keys = await listKeys(access, email);
    const what = `${printable(email)} with ${countOf(keys.length, "key")} and all that was counted`;
    if (!options.yes) await confirmDeletion(email, what);
    await endBilling(config, access, email);
    if (!(await deleteAccount(access, email))) throw noAccount(email);
    if (options.json) console.log(JSON.stringify({ email, deleted: true, keys: keys.length }));
    else console.log(`deleted ${what}`);
  };
  await withAccess(config, work, (missing) => noAccount(email, missing));
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

/** Asks on standard error, because standard output is for the command's result. */
async function confirmDeletion(email: string, what: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError(`to delete ${email} without being asked, give --yes`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const question = `This deletes ${what}. To go on, type the address: `;
  // Ctrl+C and Ctrl+D make the question reject, and that is no consent either.
  const typed = await terminal.question(question).catch(() => "");
  terminal.close();
  if (normalEmail(typed) !== email) throw new CommandError("nothing was deleted: that is not the address");
}
