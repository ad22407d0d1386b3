/** What the tests of a file share: a browser and a whole server, both closed after the last one. */
import { after } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "../../support/browser.ts";
import { openPlace, type Place } from "./place.ts";

export async function openStage(open: () => Promise<Place> = openPlace): Promise<{ browser: Browser; place: Place }> {
  const browser = await openBrowser();
  after(() => browser.close());
  const place = await open();
  after(() => place[Symbol.asyncDispose]());
  return { browser, place };
}
