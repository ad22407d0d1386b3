/**
 * The functions of counting on PostgreSQL. They are code, not schema: each is named by the digest of its text, so that two
 * versions of the program can work side by side, and is made when it is missing.
 */
import { hash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { giveBackFunction } from "./postgres-give-back.ts";
import { openLaneFunction, settleLaneFunction } from "./postgres-lanes.ts";
import { takeFunction } from "./postgres-take.ts";

const texts = {
  access_take: takeFunction,
  access_give_back: giveBackFunction,
  access_open_lane: openLaneFunction,
  access_settle_lane: settleLaneFunction,
} as const;

type FunctionName = keyof typeof texts;

const made = Object.entries(texts).map(([base, textOf]) => {
  const name = `${base}_${hash("sha256", textOf(base), "hex").slice(0, 8)}`;
  return { base: base as FunctionName, name, definition: textOf(name) };
});

const named = Object.fromEntries(made.map(({ base, name }) => [base, sql.id(name)])) as Record<
  FunctionName,
  RawBuilder<unknown>
>;

/** The function as it is called in this version of the program. */
export function functionNamed(base: FunctionName): RawBuilder<unknown> {
  return named[base];
}

/** Any number that nothing else locks: two nodes that make the same function at once would be in each other's way. */
const lockNumber = 4_771_960_019;

/** One statement that makes those that are missing. */
export const makeFunctions: RawBuilder<unknown> = sql.raw(`do $make$ begin
  if ${made.map(({ name }) => `to_regproc('${name}') is not null`).join(" and ")} then return; end if;
  perform set_config('lock_timeout', '1s', true);
  perform pg_advisory_xact_lock(${lockNumber});
${made.map(({ name, definition }) => `  if to_regproc('${name}') is null then execute $define$${definition}$define$; end if;`).join("\n")}
end $make$`);
