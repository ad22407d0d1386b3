/** `gradeline account list`, `show`, `set`, `sign-out` and `delete` */
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
import { endSessions } from "../access/people/sessions.ts";
import { type Plan, planOf, type Standing } from "../access/plans.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import { askAtTerminal } from "./confirm.ts";
import { CommandError } from "./failure.ts";
import { noAccount, withOwnAccount } from "./new-account.ts";
import { accountJson, accountLines, accountTable, standingText } from "./output/account-text.ts";
import { keyJson, keyTable } from "./output/key-text.ts";
import { print } from "./output/print.ts";
import { countOf, printable } from "./output/table-text.ts";
import { listAccess, needAccess, readAccess, withAccess } from "./with-database.ts";

type Json = { readonly json?: true };

export async function listAccountsCommand(config: Config, { json }: Json): Promise<void> {
  const accounts = await listAccess<Account>(config, (access) => listAccounts(access, new Date()));
  print(accounts.map(accountJson), { json, lines: accountTable(accounts), none: "There are no accounts." });
}

export async function showAccountCommand(config: Config, email: string, { json }: Json): Promise<void> {
  const { account, keys } = await readAccess(config, async (access) => {
    const account = await readAccount(access, email, new Date());
    if (account === null) throw noAccount(email);
    return { account, keys: await listKeys(access, email) };
  });
  const keyLines = keys.length === 0 ? ["no keys"] : keyTable(keys);
  const lines = [account.email, ...accountLines(account), "", ...keyLines.map((line) => `  ${line}`)];
  print({ ...accountJson(account), keys: keys.map(keyJson) }, { json, lines });
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
  const work = async (access: Database, isNew: boolean) => {
    const account = await setAccount(access, email, changes, new Date());
    const lines = [`${isNew ? "created" : "changed"} ${account.email}`, ...accountLines(account)];
    print({ ...accountJson(account), created: isNew }, { json: options.json, lines });
  };
  await withOwnAccount(config, email, { terms, options: "--plan or --standing" }, work);
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

type DeleteOptions = Json & { readonly yes?: true };

export async function deleteAccountCommand(config: Config, given: string, options: DeleteOptions): Promise<void> {
  const email = normalEmail(given);
  const work = async (access: Database): Promise<void> => {
    if (!(await isKnown(access, email))) throw noAccount(email);
    const keys = await listKeys(access, email);
    const what = `${email} with ${countOf(keys.length, "key")} and all that was counted`;
    if (!options.yes) await confirmDeletion(email, what);
    await endBilling(config, access, email);
    if (!(await deleteAccount(access, email))) throw noAccount(email);
    print({ email, deleted: true, keys: keys.length }, { json: options.json, lines: [`deleted ${what}`] });
  };
  needAccess(config);
  await withAccess(config, work);
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

async function confirmDeletion(email: string, what: string): Promise<void> {
  const question = `This deletes ${printable(what)}. To go on, type the address: `;
  const typed = await askAtTerminal(question, `delete ${email}`);
  if (normalEmail(typed) !== email) throw new CommandError("nothing was deleted: that is not the address");
}
