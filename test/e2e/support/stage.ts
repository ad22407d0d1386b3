/** What the tests of a file share: a browser and a whole server, both closed after the last one. */
import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { openPlace, type Place, type PlaceOptions } from "./place.ts";

export type Stage = { readonly browser: Browser; readonly place: Place };

export async function openStage(options: PlaceOptions = {}): Promise<Stage> {
  const browser = await openBrowser();
  afterAll(() => browser.close());
  const place = await openPlace(options);
  afterAll(() => place[Symbol.asyncDispose]());
  return { browser, place };
}
