/**
 * `gradeline account export` and `import`, `gradeline identities export` and `import`: what is on its way to another database, as a line of
 * JSON each. Of accounts it is a line for each row. Keys are in it by their hashes, so that they go on working. Sign-ins and the last
 * minute's requests are not: people sign in again.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { standings } from "../access/plans.ts";
import { noteDeed } from "../audit/deeds.ts";
import type { Config } from "../config/config.ts";
import { reasonOf } from "../database/database-error.ts";
import { type Database, writeTransaction } from "../database/engine.ts";
import { readPart } from "../database/read-only.ts";
import { readLines } from "../feed/files.ts";
import { InputError } from "../feed/refusals.ts";
import { acceptKeptIds, keptLines, readKept, readKeptIds } from "../ledger/identities.ts";
import { CommandError } from "./failure.ts";
import { print, printLines } from "./output/print.ts";
import { countOf } from "./output/table-text.ts";
import { needAccess, withAccess, withDatabase } from "./with-database.ts";

const text = Type.String({ maxLength: 20_000, pattern: "^[^\\x00]*$" });
const textOrNull = Type.Union([text, Type.Null()]);
const whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const wholeOrNull = Type.Union([whole, Type.Null()]);
const flag = Type.Integer({ minimum: 0, maximum: 1 });
/** A count may be below zero, since more may have been given back than was charged. */
const counted = Type.Integer({ minimum: -1e9, maximum: Number.MAX_SAFE_INTEGER });

/** The columns of each table, in the order in which rows refer to rows before them. */
const tables = {
  accounts: {
    email: text,
    plan: Type.Enum(["trial", "standard"]),
    standing: Type.Enum([...standings]),
    requests_per_minute: wholeOrNull,
    requests_per_month: wholeOrNull,
    period_anchor_ms: wholeOrNull,
    period: whole,
    period_start_ms: whole,
    period_end_ms: whole,
    created_ms: whole,
  },
  account_keys: {
    key_id: text,
    secret_hash: text,
    email: text,
    name: text,
    prefix: text,
    last_four: text,
    created_ms: whole,
    revoked_ms: wholeOrNull,
    last_used_ms: wholeOrNull,
  },
  period_uses: { email: text, period: whole, start_ms: whole, used: counted },
  account_days: { email: text, day: Type.String({ format: "date" }), requests: counted },
  trials_taken: { mailbox_hash: text, taken_ms: whole },
  billing_customers: { customer_id: text, email: text, linked_ms: whole },
  billing_subscriptions: {
    subscription_id: text,
    customer_id: text,
    account: textOrNull,
    is_standard: flag,
    status: text,
    has_run: flag,
    anchor_ms: whole,
    period_start_ms: whole,
    period_end_ms: whole,
    cancels_at_ms: wholeOrNull,
    created_ms: whole,
    is_applied: flag,
  },
  billing_events: {
    event_id: text,
    type: text,
    created_ms: whole,
    received_ms: whole,
    subscription_id: textOrNull,
    snapshot: textOrNull,
  },
} as const;
const names = Object.keys(tables) as (keyof typeof tables)[];
const checks = new Map<unknown, ReturnType<typeof checkOf>>(names.map((name) => [name, checkOf(name)]));

function checkOf(table: keyof typeof tables) {
  return Compile(Type.Object({ table: Type.Literal(table), ...tables[table] }, { additionalProperties: false }));
}

type Row = Readonly<Record<string, unknown>>;
const headType = "gradeline-accounts";

export async function exportAccounts(config: Config, file: string): Promise<void> {
  needAccess(config);
  // Of a version before 0.2.0, too: this is how its accounts come over.
  const options = { mustBeCurrent: false };
  const rows = await readPart(config.databaseUrl, "access", readRows, options);
  const lines = [{ type: headType, rows: rows.length }, ...rows].map((line) => JSON.stringify(line));
  writeNewFile(file, `${lines.join("\n")}\n`);
  printLines([`${file}: ${countOf(rows.filter(({ table }) => table === "accounts").length, "account")}`]);
}

function readRows({ kysely }: Database): Promise<Row[]> {
  return kysely.transaction().execute(async (connection) => {
    const there = new Set((await connection.introspection.getTables()).map(({ name }) => name));
    const rows: Row[] = [];
    const days = new Set<string>();
    for (const table of names.filter((name) => there.has(name))) {
      for (const row of await connection.selectFrom(table).selectAll().execute()) {
        const { email, day } = row;
        if (table === "account_days" && days.has(`${email} ${day}`)) continue;
        rows.push({ table, ...Object.fromEntries(Object.keys(tables[table]).map((column) => [column, row[column]])) });
        if (!("requests_used" in row)) continue;
        // 0.1.0 counted the present period and day in the row of the account.
        const { period, period_start_ms: start_ms, requests_used: used, day_requests: requests } = row;
        rows.push({ table: "period_uses", email, period, start_ms, used });
        rows.push({ table: "account_days", email, day, requests });
        days.add(`${email} ${day}`);
      }
    }
    return rows;
  });
}

export async function importAccounts(config: Config, file: string, { json }: { readonly json?: true }): Promise<void> {
  const [head = "", ...others] = (await linesOf(file)).filter((line) => line !== "");
  const { type, rows: said } = parsed(head, 1, file);
  if (type !== headType) throw new InputError(file, "line 1: is not the head of a file of accounts");
  const rows = others.map((line, index) => checked(line, index + 2, file));
  if (said !== rows.length)
    throw new InputError(file, `was cut off or edited: it has ${rows.length} rows, not ${said}`);
  const accounts = rows.filter(({ table }) => table === "accounts").length;
  await withAccess(config, (database) =>
    writeTransaction(database, async (connection) => {
      const there = new Set(
        (await connection.selectFrom("accounts").select("email").execute()).map(({ email }) => email),
      );
      const known = rows.findIndex(({ table, email }) => table === "accounts" && there.has(email));
      if (known !== -1) {
        const { email } = rows[known] ?? {};
        throw new CommandError(`${file}, line ${known + 2}: nothing was taken: the account ${email} is here already`);
      }
      for (const [index, { table, ...row }] of rows.entries()) {
        const write = connection.insertInto(String(table)).values(row);
        // That a trial was taken may be known here, too, such as of an account that was deleted.
        const isSame = table === "trials_taken";
        await (isSame ? write.onConflict((conflict) => conflict.doNothing()) : write)
          .execute()
          .catch((error: unknown) => {
            throw new CommandError(`${file}, line ${index + 2}: nothing was taken: ${reasonOf(error)}`);
          });
      }
      await noteDeed(database, connection, "account import", { accounts, rows: rows.length });
    }),
  );
  print({ accounts, rows: rows.length }, { json, lines: [`${file}: ${countOf(accounts, "account")} taken`] });
}

/** @throws InputError that names the line and the field. */
function checked(line: string, number: number, file: string): Row {
  const value = parsed(line, number, file);
  const check = checks.get(value.table);
  const [error] = check?.Errors(value) ?? [{ instancePath: "/table", message: `must be one of ${names.join(", ")}` }];
  if (error === undefined) return value;
  const why = error.message === "schema is false" ? "is not known" : error.message;
  throw new InputError(file, `line ${number}: field ${error.instancePath.slice(1) || "?"}: ${why}`);
}

function parsed(line: string, number: number, file: string): Row {
  try {
    return Object(JSON.parse(line)) as Row;
  } catch {
    throw new InputError(file, `line ${number}: is no JSON`);
  }
}

export async function exportIdentities(config: Config, file: string): Promise<void> {
  const kept = await readPart(config.databaseUrl, "facts", readKeptIds, { mustBeCurrent: false });
  writeNewFile(file, `${keptLines(kept).join("\n")}\n`);
  const counts = `${kept.identities.length} identities and ${kept.decisions.length + kept.doubts.length} decisions`;
  printLines([`${file}: ${counts}`]);
}

export async function importIdentities(config: Config, file: string, options: { readonly json?: true }): Promise<void> {
  const kept = readKept(await linesOf(file), file);
  const taken = await withDatabase(config, (database) => acceptKeptIds(database, kept, new Date().toISOString()));
  const counts = `${taken.identities} identities and ${taken.decisions} decisions taken, ${taken.unchanged} known`;
  print(taken, { json: options.json, lines: [`${file}: ${counts}`] });
}

async function linesOf(file: string): Promise<string[]> {
  return (await Array.fromAsync(readLines(file))).flat();
}

/**
 * Writes a new file that only its owner may read, and syncs it to disk.
 * @throws CommandError when the path exists already.
 */
function writeNewFile(path: string, content: string | Uint8Array): void {
  if (existsSync(path)) throw new CommandError(`${path} is there already: name a new file`);
  const unfinished = `${path}.partial-${process.pid}`;
  try {
    writeFileSync(unfinished, content, { flag: "wx", mode: 0o600, flush: true });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
