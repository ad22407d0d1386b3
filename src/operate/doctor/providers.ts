/** Whether providers answer, by what collecting has noted; and whether the credits of The Odds API last. Nothing is asked of them here. */

import type { CreditsAnswer } from "../../collect/asking/asker.ts";
import { type AskTables, isLeftAlone } from "../../collect/asking/memory.ts";
import { readCollecting } from "../../collect/runs/runs.ts";
import { type Database, tablesOf } from "../../database/engine.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

const name = "providers";
const oddsApi = "the-odds-api";
/** A day of fifteen NBA games with its periods costs less. */
const creditsOfADay = 1_000;

type ProviderRow = AskTables["collect_providers"];

export type ProvidersKnown = {
  readonly rows: readonly ProviderRow[];
  /** Whether anybody collects into this database, or is to. */
  readonly isCollecting: boolean;
  readonly hasOddsKey: boolean;
  /** Credits that were left after the newest answer that stated them; null where none did. */
  readonly creditsLeft: number | null;
  readonly nowMs: number;
};

export async function checkProviders(
  database: Database,
  settings: { readonly isOn: boolean; readonly oddsApiKey: string | null },
  nowMs: number,
): Promise<readonly Finding[]> {
  const tables = tablesOf<AskTables>(database.kysely);
  const rows = await tables.selectFrom("collect_providers").selectAll().orderBy("provider").execute();
  const credits = await tables
    .selectFrom("collect_credits")
    .select("remaining")
    .where("provider", "=", oddsApi)
    .where("remaining", "is not", null)
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  const { state } = await readCollecting(database);
  return providerFindings({
    rows,
    isCollecting: settings.isOn || state === "running" || state === "gone",
    hasOddsKey: settings.oddsApiKey !== null,
    creditsLeft: credits?.remaining ?? null,
    nowMs,
  });
}

/** Pure. */
export function providerFindings({
  rows,
  isCollecting,
  hasOddsKey,
  creditsLeft,
  nowMs,
}: ProvidersKnown): readonly Finding[] {
  if (!isCollecting) return [ok(name, "nothing is collected here, so none is asked")];
  const troubles = rows.flatMap((row) => troubleOf(row, nowMs) ?? []);
  const answered = rows.filter(({ last_success_ms: atMs }) => atMs > 0).length;
  const all =
    troubles.length > 0 ? troubles : [ok(name, `${answered} have answered, and the last word of each was a good one`)];
  return [...all, creditsFinding(hasOddsKey, creditsLeft)];
}

function troubleOf(row: ProviderRow, nowMs: number): Finding | null {
  if (row.last_failure_ms <= row.last_success_ms) return null;
  const detail = `${row.provider} has failed since it last answered well: ${row.last_failure_detail ?? "no reason is known"}`;
  if (isLeftAlone(row.stopped_until_ms, nowMs)) {
    return wrong(
      name,
      `${detail}; it is not asked before tomorrow`,
      "look at its key and at what it allows; gradeline collect --once tries it tomorrow",
    );
  }
  return warning(name, detail, "gradeline log says what was missed; it is asked again by itself");
}

function creditsFinding(hasOddsKey: boolean, left: number | null): Finding {
  const subject = "credits";
  if (!hasOddsKey)
    return warning(
      subject,
      "THE_ODDS_API_KEY is not set, so results are collected and no lines",
      "set THE_ODDS_API_KEY",
    );
  if (left === null)
    return unknown(
      subject,
      "The Odds API has not yet said how many credits are left",
      "gradeline doctor --ask-providers asks it, at no cost",
    );
  const sentence = `The Odds API last said that ${left} credits are left, and a full day costs up to ${creditsOfADay}`;
  const remedy = "buy a larger plan of The Odds API, or set CREDITS_PER_DAY";
  if (left < creditsOfADay / 10) return wrong(subject, sentence, remedy);
  return left < 7 * creditsOfADay ? warning(subject, sentence, remedy) : ok(subject, sentence);
}

/** Pure. What The Odds API said just now. */
export function askedCreditsFinding(answer: CreditsAnswer): Finding {
  const subject = "credits now";
  if (answer.kind === "silent")
    return unknown(subject, `The Odds API did not answer: ${answer.why}`, "let this machine reach it");
  if (answer.kind === "refused") {
    return wrong(
      subject,
      `The Odds API refuses THE_ODDS_API_KEY with ${answer.status}`,
      "set the key of a plan that is paid",
    );
  }
  if (answer.credits === null)
    return ok(subject, "The Odds API takes the key, and does not say how many credits are left");
  return ok(subject, `The Odds API takes the key, and ${answer.credits} credits are left`);
}
