/**
 * The functions of counting on PostgreSQL. They are code, not schema: each is named by the digest of its text, so that
 * two versions of the program never use each other's, and is made when it is missing.
 */
import { hash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { giveBackFunction } from "./postgres-give-back.ts";
import { periodFunction, takeFunction } from "./postgres-take.ts";

type Made = { readonly name: string; readonly definition: string };

/** @param textOf returns the function's text for a name of the function. */
function made(base: string, textOf: (name: string) => string): Made {
  const name = `${base}_${hash("sha256", textOf(base), "hex").slice(0, 8)}`;
  return { name, definition: textOf(name) };
}

const period = made("access_period", periodFunction);
const functions = {
  access_period: period,
  access_take: made("access_take", (name) => takeFunction(name, period.name)),
  access_give_back: made("access_give_back", (name) => giveBackFunction(name, period.name)),
};

/** Returns the function's name in this version of the program. */
export function functionNamed(base: keyof typeof functions): RawBuilder<unknown> {
  return sql.id(functions[base].name);
}

/**
 * Any number that nothing else locks. Without the lock, two nodes that make the same function at once would interfere.
 */
const lockNumber = 4_771_960_019;

/** One statement that makes the functions that are missing. */
export const makeFunctions: RawBuilder<unknown> = sql.raw(`do $make$ begin
  perform set_config('lock_timeout', '1s', true);
  perform pg_advisory_xact_lock(${lockNumber});
${Object.values(functions)
  .map(
    ({ name, definition }) => `  if to_regproc('${name}') is null then execute $define$${definition}$define$; end if;`,
  )
  .join("\n")}
end $make$`);
