/** The people on the screenshots: one in every standing that a page tells of. */
import { deleteAccount, setAccount, startTrial } from "../src/access/accounts.ts";
import type { Billing } from "../src/access/billing/billing.ts";
import { addKey, createKey, revokeOwnKey } from "../src/access/keys/account-keys.ts";
import type { Database } from "../src/database/engine.ts";

/** Every run shows the same moment. */
export const now = new Date("2026-11-21T14:05:00Z");
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const people = {
  nobody: "an.address.longer.than.most.people.would.choose@mail.department.university.example.com",
  trialing: "first.steps@example.com",
  full: "jane.doe@quant-desk.example.com",
  maker: "maker@example.com",
  ended: "ended@example.com",
  nearLimit: "near.limit@example.com",
  spent: "quota.spent@example.com",
  trialSpent: "trial.spent@example.com",
  trialTaken: "back.again@example.com",
  leaving: "leaving@example.com",
  pastDue: "past.due@example.com",
  canceled: "canceled@example.com",
} as const;

export async function makePeople(access: Database): Promise<void> {
  await startTrial(access, people.trialing, new Date(now.getTime() - 20 * hourMs));
  await startTrial(access, people.ended, new Date(now.getTime() - 5 * dayMs));
  await startTrial(access, people.trialTaken, new Date(now.getTime() - 9 * dayMs));
  await deleteAccount(access, people.trialTaken);
  const spent = await startTrial(access, people.trialSpent, new Date(now.getTime() - 30 * hourMs));
  await addKey(access, people.trialSpent, "first try", new Date(now.getTime() - 29 * hourMs));
  await access.kysely
    .insertInto("period_uses")
    .values({ email: people.trialSpent, period: 1, start_ms: spent?.periodStartMs, used: 2000 })
    .execute();
  await addKey(access, people.ended, "notebook", new Date(now.getTime() - 5 * dayMs));
  for (const email of [people.full, people.maker, people.nearLimit, people.spent, people.leaving]) {
    await setAccount(access, email, { plan: "standard" }, new Date(now.getTime() - 75 * dayMs));
  }
  for (const email of [people.pastDue, people.canceled]) {
    const standing = email === people.pastDue ? "past_due" : "canceled";
    await createKey(access, { email, plan: "standard", name: "production", now: new Date(now.getTime() - 40 * dayMs) });
    await setAccount(access, email, { standing }, now);
    await fillUse(access, email, { perDay: 900, used: 14_210, minute: 0 });
  }
  await fillKeys(access, people.full);
  await fillUse(access, people.full, { perDay: 2600, used: 48_213, minute: 37 });
  await addKey(access, people.nearLimit, "nightly-import", new Date(now.getTime() - 60 * dayMs));
  await fillUse(access, people.nearLimit, { perDay: 4200, used: 91_480, minute: 118 });
  await addKey(access, people.spent, "production", new Date(now.getTime() - 60 * dayMs));
  await addKey(access, people.spent, "nightly-import", new Date(now.getTime() - 50 * dayMs));
  await fillUse(access, people.spent, { perDay: 6100, used: 100_000, minute: 120 });
  await addKey(access, people.leaving, "", new Date(now.getTime() - 60 * dayMs));
  await fillUse(access, people.leaving, { perDay: 300, used: 5120, minute: 2 });
}

async function fillKeys(access: Database, email: string): Promise<void> {
  const names = ["backtest on laptop", "production", "a-name-as-long-as-it-may-be_from_the_notebook_of_somebody", ""];
  for (const [index, name] of names.entries()) {
    await addKey(access, email, name, new Date(now.getTime() - (70 - index * 16) * dayMs));
  }
  const leaked = await addKey(access, email, "<b>leaked</b> & replaced", new Date(now.getTime() - 9 * dayMs));
  await revokeOwnKey(access, email, leaked?.keyId ?? "", new Date(now.getTime() - 2 * dayMs));
}

type Use = { readonly perDay: number; readonly used: number; readonly minute: number };

/** As the API's door would have counted it. */
async function fillUse({ kysely }: Database, email: string, { perDay, used, minute }: Use): Promise<void> {
  for (let ago = 29; ago > 0; ago--) {
    const day = new Date(now.getTime() - ago * dayMs).toISOString().slice(0, 10);
    const wave = 1 + 0.55 * Math.sin(ago * 0.9) + 0.25 * Math.sin(ago * 2.3);
    const requests = ago === 12 ? 0 : Math.round((perDay * wave * (31 - ago * 0.5)) / 31);
    await kysely.insertInto("account_days").values({ email, day, requests }).execute();
  }
  const day = now.toISOString().slice(0, 10);
  const startMs = Date.UTC(2026, 10);
  await kysely
    .insertInto("account_days")
    .values({ email, day, requests: Math.round(perDay * 0.6) })
    .execute();
  const account = await kysely.selectFrom("accounts").select("period").where("email", "=", email).executeTakeFirst();
  await kysely.insertInto("period_uses").values({ email, period: account?.period, start_ms: startMs, used }).execute();
  const keys = await kysely.selectFrom("account_keys").select("key_id").where("email", "=", email).execute();
  for (const [index, { key_id }] of keys.entries()) {
    const agoMs = [12_000, 4 * hourMs, 6 * dayMs][index];
    if (agoMs === undefined || minute === 0) continue;
    await kysely
      .insertInto("key_windows")
      .values({ key_id, node: "a", at_ms: now.getTime() - agoMs, requests: index === 0 ? minute : 5 })
      .execute();
  }
  await kysely
    .updateTable("accounts")
    .set({ period_start_ms: startMs, period_end_ms: Date.UTC(2026, 11) })
    .where("email", "=", email)
    .execute();
}

const subscribers = [people.full, people.nearLimit, people.spent, people.leaving, people.pastDue];

/** Answers as the billing service would, and asks nobody. */
export const shownBilling: Pick<Billing, "checkoutUrl" | "portalUrl" | "cancelAtOnce" | "stateOf"> = {
  checkoutUrl: async () => "https://checkout.stripe.com/",
  portalUrl: async () => "https://billing.stripe.com/",
  cancelAtOnce: async () => {},
  stateOf: async (email) => ({
    hasSubscription: subscribers.some((each) => each === email),
    cancelsAtMs: email === people.leaving ? Date.UTC(2026, 11) : null,
    hasCustomer: [...subscribers, people.canceled].some((each) => each === email),
  }),
};
