/** The words of pages, pictures and share cards where the archive is a sample, so that no invented result travels as a real one. */
import { type Html, html } from "./ui/html.ts";

/** A line of text for pictures and for what messengers show of a link. */
export const inventedWords = "Sample data: this game and its prices are invented";

/** The same of a set of bets. */
export const inventedSetWords = "Sample data: these games and prices are invented";

/** The title and description of something of a sample, which say first that it is invented. */
export function saidOf<Said extends { readonly title: string; readonly description: string }>(
  isSample: boolean,
  said: Said,
  words = inventedSetWords,
): Said {
  const { title, description } = said;
  return isSample ? { ...said, title: `Invented: ${title}`, description: `${words}. ${description}` } : said;
}

/** It stands above the content of every page. */
export const inventedBanner: Html = html`<aside class="invented" aria-label="Sample data"><strong>Sample data.</strong> Teams and calendars are real; every game, score and price here is invented, and no finding is about real games.</aside>`;
