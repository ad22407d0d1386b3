/** Every page in every state that looks different, with how a person gets there. */
import type { Page } from "playwright-core";
import { setAccount, startTrial } from "../../../src/access/accounts.ts";
import { addKey, listKeys, revokeOwnKey } from "../../../src/access/keys/account-keys.ts";
import { dayOf, type Standing } from "../../../src/access/plans.ts";
import type { AccessTables } from "../../../src/access/tables.ts";
import { tablesOf } from "../../../src/database/engine.ts";
import { setUsed } from "../../support/access.ts";
import type { Place } from "./place.ts";
import { askForLink, sees } from "./steps.ts";

export type State = {
  readonly name: string;
  /** Null: signed out. */
  readonly email: string | null;
  readonly path?: string;
  readonly act?: (page: Page, place: Place) => Promise<unknown>;
  /** The page is one of an error. */
  readonly refusal?: RegExp;
};

/** The longest that an address may be without being cut anywhere. */
const busy = `${"a-very-long-mailbox-name".repeat(2)}@department.of.a.company.example.com`;
const standings: readonly Standing[] = ["trialing", "trial_ended", "past_due", "canceled", "active"];
const emailOf = (standing: Standing) => `${standing}@example.com`;
const opens = (name: RegExp) => (page: Page) => page.getByRole("link", { name }).first().click();

export const states: readonly State[] = [
  { name: "sign-in form", email: null },
  {
    name: "sign-in form, wrong address",
    email: null,
    async act(page) {
      await page.getByLabel("E-mail address").fill("nobody@example");
      await page.getByRole("button", { name: "Send sign-in link" }).click();
      await sees(page, "That is not an e-mail address");
    },
  },
  {
    name: "link sent",
    email: null,
    async act(page) {
      await page.getByLabel("E-mail address").fill(busy);
      await page.getByRole("button", { name: "Send sign-in link" }).click();
      await sees(page, "Check your e-mail");
    },
  },
  {
    name: "mailed link",
    email: null,
    async act(page, place) {
      await page.goto(await askForLink(page, place, "reader@example.com"));
      await sees(page, "reader@example.com");
    },
  },
  { name: "no plan yet", email: "new@example.com" },
  ...standings.map((standing) => ({ name: `dashboard, ${standing}`, email: emailOf(standing) })),
  {
    name: "dashboard with everything, opened",
    email: busy,
    async act(page) {
      for (const summary of await page.locator("summary").all()) await summary.click();
    },
  },
  {
    name: "new key",
    email: emailOf("trialing"),
    async act(page) {
      await page.getByLabel("Name of the new key").fill("W".repeat(60));
      await page.getByRole("button", { name: "Create key" }).click();
      await sees(page, "Copy it now");
    },
  },
  { name: "rename", email: busy, act: opens(/^Rename/) },
  { name: "revoke", email: busy, act: opens(/^Revoke/) },
  { name: "delete", email: busy, path: "/delete" },
  {
    name: "delete, wrong address",
    email: busy,
    path: "/delete",
    async act(page) {
      await page.locator("#email").fill("other@example.com");
      await page.getByRole("button", { name: "Delete account" }).click();
      await sees(page, "Nothing was deleted");
    },
  },
  { name: "not found", email: busy, path: "/nothing", refusal: /^404 GET/ },
];

/** Lets these people into a place. */
export async function letAllIn(place: Place): Promise<void> {
  const now = new Date();
  for (const standing of standings) {
    if (standing === "trialing") await startTrial(place.access, emailOf(standing), now);
    else await setAccount(place.access, emailOf(standing), { standing }, now);
  }
  await fill(place, now);
}

async function fill({ access }: Place, now: Date): Promise<void> {
  await setAccount(access, busy, { plan: "standard" }, now);
  for (const name of ["notebook", "W".repeat(60), "", "revoked"]) await addKey(access, busy, name, now);
  const revoked = (await listKeys(access, busy)).find(({ name }) => name === "revoked");
  await revokeOwnKey(access, busy, revoked?.keyId ?? "", now);
  const tables = tablesOf<AccessTables>(access.kysely);
  for (let ago = 29; ago > 0; ago--) {
    const day = dayOf(now.getTime() - ago * 86_400_000);
    const requests = (ago % 7) * 1311;
    await tables.insertInto("account_days").values({ email: busy, day, requests }).execute();
  }
  await tables
    .insertInto("account_days")
    .values({ email: busy, day: dayOf(now.getTime()), requests: 4711 })
    .execute();
  await setUsed(access, busy, 91_480);
}
