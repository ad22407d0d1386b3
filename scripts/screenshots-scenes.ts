/** Every page in every state that tells something, by the name of its picture. */
import type { Page } from "playwright-core";
import { people } from "./screenshots-people.ts";

export type Scene = {
  readonly name: string;
  /** Null: signed out. */
  readonly as: string | null;
  /** Below the page's address. */
  readonly path: string;
  /** Which server: with mail and billing, or with neither. */
  readonly on: "full" | "bare";
  readonly act?: (page: Page) => Promise<unknown>;
};

const signedOut = { as: null, on: "full" } as const;
const longNamedKey = (name: RegExp) => async (page: Page) => {
  await page.getByRole("link", { name }).nth(2).click();
};
const asksFor = (email: string) => async (page: Page) => {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send sign-in link" }).click();
};

export const scenes: readonly Scene[] = [
  { name: "01-sign-in", path: "", ...signedOut },
  { name: "02-sign-in-wrong-address", path: "", ...signedOut, act: asksFor("jane.doe@example") },
  { name: "03-link-sent", path: "", ...signedOut, act: asksFor("jane.doe@example.com") },
  { name: "04-link-shown", path: "", as: null, on: "bare", act: asksFor("jane.doe@example.com") },
  { name: "05-confirm-link", path: "/link?token=shown", ...signedOut },
  { name: "06-no-account-yet", as: people.nobody, path: "", on: "full" },
  { name: "07-no-account-without-billing", as: people.nobody, path: "", on: "bare" },
  { name: "08-empty-dashboard", as: people.trialing, path: "", on: "full" },
  {
    name: "09-key-created",
    as: people.maker,
    path: "",
    on: "full",
    act: async (page) => {
      await page.getByLabel("Name of the new key").fill("backtest on laptop");
      await page.getByRole("button", { name: "Create key" }).click();
    },
  },
  { name: "10-dashboard", as: people.full, path: "", on: "full" },
  {
    name: "11-dashboard-opened",
    as: people.full,
    path: "",
    on: "full",
    act: async (page) => {
      for (const summary of await page.locator("summary").all()) await summary.click();
    },
  },
  { name: "12-near-the-limit", as: people.nearLimit, path: "", on: "full" },
  { name: "13-rename-key", as: people.full, path: "", on: "full", act: longNamedKey(/^Rename/) },
  { name: "14-revoke-key", as: people.full, path: "", on: "full", act: longNamedKey(/^Revoke/) },
  { name: "15-ends-soon", as: people.leaving, path: "", on: "full" },
  { name: "16-trial-ended", as: people.ended, path: "", on: "full" },
  { name: "17-past-due", as: people.pastDue, path: "", on: "full" },
  { name: "18-canceled", as: people.canceled, path: "", on: "full" },
  { name: "19-without-billing", as: people.full, path: "", on: "bare" },
  { name: "20-delete-account", as: people.full, path: "/delete", on: "full" },
  { name: "21-not-found", as: people.full, path: "/nothing", on: "full" },
  {
    name: "22-form-out-of-date",
    as: people.full,
    path: "",
    on: "full",
    act: async (page) => {
      await page.evaluate("document.querySelector('input[name=csrf]').value = 'of another session'");
      await page.getByRole("button", { name: "Sign out" }).click();
    },
  },
  { name: "23-quota-spent", as: people.spent, path: "", on: "full" },
  { name: "24-quota-spent-in-the-trial", as: people.trialSpent, path: "", on: "full" },
  { name: "25-trial-taken", as: people.trialTaken, path: "", on: "full" },
  { name: "26-trial-taken-without-billing", as: people.trialTaken, path: "", on: "bare" },
  { name: "27-past-due-without-billing", as: people.pastDue, path: "", on: "bare" },
];
