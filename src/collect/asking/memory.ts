/** The memory of asking, which outlives a restart, in the facts database. */
import type { Kysely } from "kysely";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import type { AskedProvider } from "../../domain/providers.ts";
import type { Credits } from "./ask.ts";
import { afterAnswer, type DayCredits, newDay } from "./day-credits.ts";
import { newProvider, type ProviderState } from "./provider-state.ts";
import type { AskTables } from "./tables.ts";

/** The validators that came with an answer, by which a provider says whether the next one differs. */
export type Validators = Readonly<Pick<AskTables["collect_validators"], "etag" | "last_modified">>;

export type AskMemory = {
  provider(provider: AskedProvider): Promise<ProviderState>;
  /** Replaces the state by what `change` makes of it. @param sent requests that were sent since the last call. */
  change(provider: AskedProvider, sent: number, change: (state: ProviderState) => ProviderState): Promise<void>;
  /** @param url the label of a request. */
  validators(url: string): Promise<Validators | null>;
  saveValidators(url: string, validators: Validators, nowMs: number): Promise<void>;
  credits(provider: AskedProvider, day: string): Promise<DayCredits>;
  /** Counts one answer. @param assumed what it costs when the provider does not say. */
  noteCredits(provider: AskedProvider, day: string, credits: Credits | null, assumed: number): Promise<void>;
};

/** Addresses name days and weeks, so they are asked again for some weeks and then never. */
const validatorsKeptMs = 30 * 86_400_000;

export function databaseMemory(database: Database): AskMemory {
  const tables = tablesOf<AskTables>(database.kysely);
  return {
    provider: (provider) => readProvider(tables, provider),
    change: (provider, sent, change) =>
      writeTransaction(database, async (connection) => {
        const inside = tablesOf<AskTables>(connection);
        const state = change(await readProvider(inside, provider));
        const values = { ...state, requests: state.requests + sent };
        await inside
          .insertInto("collect_providers")
          .values({ provider, ...values })
          .onConflict((conflict) => conflict.column("provider").doUpdateSet(values))
          .execute();
      }),
    async validators(url) {
      const row = await tables
        .selectFrom("collect_validators")
        .select(["etag", "last_modified"])
        .where("url", "=", url)
        .executeTakeFirst();
      return row ?? null;
    },
    saveValidators: (url, validators, nowMs) =>
      writeTransaction(database, async (connection) => {
        const inside = tablesOf<AskTables>(connection);
        await inside
          .deleteFrom("collect_validators")
          .where("saved_ms", "<", nowMs - validatorsKeptMs)
          .execute();
        const values = { ...validators, saved_ms: nowMs };
        await inside
          .insertInto("collect_validators")
          .values({ url, ...values })
          .onConflict((conflict) => conflict.column("url").doUpdateSet(values))
          .execute();
      }),
    credits: (provider, day) => readCredits(tables, provider, day),
    noteCredits: (provider, day, credits, assumed) =>
      writeTransaction(database, async (connection) => {
        const inside = tablesOf<AskTables>(connection);
        const values = afterAnswer(await readCredits(inside, provider, day), credits, assumed);
        await inside
          .insertInto("collect_credits")
          .values({ provider, day, ...values })
          .onConflict((conflict) => conflict.columns(["provider", "day"]).doUpdateSet(values))
          .execute();
      }),
  };
}

async function readProvider(tables: Kysely<AskTables>, provider: AskedProvider): Promise<ProviderState> {
  const row = await tables
    .selectFrom("collect_providers")
    .selectAll()
    .where("provider", "=", provider)
    .executeTakeFirst();
  if (row === undefined) return newProvider;
  const { provider: _, ...state } = row;
  return state;
}

async function readCredits(tables: Kysely<AskTables>, provider: AskedProvider, day: string): Promise<DayCredits> {
  const row = await tables
    .selectFrom("collect_credits")
    .select(["used", "remaining", "counter_start", "asked"])
    .where("provider", "=", provider)
    .where("day", "=", day)
    .executeTakeFirst();
  return row ?? newDay;
}
