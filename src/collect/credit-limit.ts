/** The rest of a day's credits, by what the asker has counted and what the operator allows. */
import type { AskedProvider } from "../domain/providers.ts";
import { creditsLeft } from "./asking/day-credits.ts";
import type { AskMemory } from "./asking/memory.ts";
import { nextDayMs, utcDay } from "./asking/provider-state.ts";
import type { CreditLimit } from "./schedule/credit-rule.ts";

/** @param perDay the operator's budget; null: whatever the provider leaves. */
export function creditLimitOf(
  memory: Pick<AskMemory, "credits">,
  provider: AskedProvider,
  perDay: number | null,
): CreditLimit {
  return {
    async leftAt(nowMs) {
      const left = creditsLeft(await memory.credits(provider, utcDay(nowMs)), perDay);
      return Number.isFinite(left) ? left : null;
    },
    renewsAt: nextDayMs,
  };
}
