/** What the tests of a file share: a browser and a whole server, both closed after the last one. */
import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { openPlace, type Place } from "./place.ts";

export async function openStage(open: () => Promise<Place> = openPlace): Promise<{ browser: Browser; place: Place }> {
  const browser = await openBrowser();
  afterAll(() => browser.close());
  const place = await open();
  afterAll(() => place[Symbol.asyncDispose]());
  return { browser, place };
}
