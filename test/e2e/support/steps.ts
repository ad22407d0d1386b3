/** What a person does on the pages, as the person sees them. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Place } from "./place.ts";

/** Asks for a link and returns the one that was mailed. */
export async function askForLink(page: Page, place: Place, email: string): Promise<string> {
  const before = place.mailbox.linksTo(email).length;
  await page.goto(place.manageUrl);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send sign-in link" }).click();
  await page.getByRole("heading", { name: "Check your e-mail" }).waitFor();
  const links = place.mailbox.linksTo(email);
  assert.equal(links.length, before + 1, "one mail");
  return links.at(-1) ?? "";
}

export async function signIn(page: Page, place: Place, email: string): Promise<void> {
  await page.goto(await askForLink(page, place, email));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

export async function startTrial(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start the 3-day trial" }).click();
  await sees(page, "Your trial has begun");
}

/** Returns the key, which is shown this once. */
export async function createKey(page: Page, name: string): Promise<string> {
  await page.getByLabel("Name of the new key").fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  return shownKey(page);
}

export async function shownKey(page: Page): Promise<string> {
  const key = await page.getByRole("group", { name: "API key" }).innerText();
  assert.match(key, /^gl_live_[0-9A-Za-z]{38}$/);
  return key;
}

export async function sees(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor();
}

export async function seesNoAccount(page: Page, ...secrets: readonly string[]): Promise<void> {
  const content = await contentOf(page);
  for (const secret of secrets) assert.ok(!content.includes(secret), `${page.url()} shows ${secret}`);
}

/** The browser's own page of an error arrives after the error. */
async function contentOf(page: Page): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    await page.waitForLoadState();
    try {
      return await page.content();
    } catch (error) {
      if (attempt === 9) throw error;
    }
  }
}
