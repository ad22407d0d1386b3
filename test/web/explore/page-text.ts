/** Reads what a page of the explorer says. */
import assert from "node:assert/strict";

/** The first group of a pattern, with the entities of HTML decoded. Fails when the page has no such text. */
export function textIn(page: string, pattern: RegExp): string {
  const found = pattern.exec(page)?.[1];
  assert.ok(found !== undefined, `${pattern} is not in the page: ${page.slice(0, 300)}`);
  return found
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&amp;", "&");
}
