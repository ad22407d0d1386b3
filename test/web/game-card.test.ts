/** What a messenger shows of a link to a game: title, description and picture say what the page says. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import { sports } from "../../src/domain/sports.ts";
import { drawGameCard } from "../../src/web/game/card.ts";
import { inventedWords } from "../../src/web/invented.ts";
import { Page } from "../support/document.ts";
import { openGameSite, publishing, siteUrl } from "../support/game-site.ts";
import { finals, quotesOf } from "../support/records.ts";

const site = await openGameSite(publishing(Object.values(finals).flatMap((game) => [game, ...quotesOf(game)])));
afterAll(() => site[Symbol.asyncDispose]());

/** The texts of an SVG, in the order of the drawing. */
const textsOf = (svg: string) => new Page(`<!doctype html><body>${svg}</body>`).texts("svg text");

test.for(sports)("title, description, address and picture of a game of %s are those of its page", async (sport) => {
  const [{ game_id: id = "" } = {}] = await site.rows<Partial<Game>>("/games", `sport=${sport}`);
  const [game] = await site.rows<GameDetail>(`/games/${id}`);
  assert.ok(game !== undefined);
  const address = `/games/${id}`;
  const title = `${game.away.name} ${game.away.score}, ${game.home.name} ${game.home.score}`;
  const page = await site.page(`${address}?market=total`);
  const verdicts = page.texts(".verdict dd");
  assert.equal(page.text("title"), `${title}: lines and results - Gradeline`);
  for (const [name, said] of Object.entries({
    ...{ "og:title": title, "og:type": "article", "twitter:card": "summary_large_image" },
    ...{ "og:url": siteUrl + address, "og:image": `${siteUrl}${address}/card.png` },
    ...{ "og:image:width": "1200", "og:image:height": "630", "og:description": page.meta("description") },
  })) {
    assert.equal(page.meta(name), said);
  }
  assert.equal(page.attribute("href", "[rel=canonical]"), siteUrl + address);
  assert.ok(page.meta("description").startsWith(`${verdicts.join("; ")}. `), page.meta("description"));

  const svg = drawGameCard(game, false);
  const drawn = textsOf(svg);
  const sides = [game.away, game.home].flatMap(({ name, score }) => [name ?? "", String(score)]);
  for (const text of [...sides, "Gradeline", ...verdicts, page.text(".game-top .hint")]) {
    assert.ok(drawn.includes(text), `${text} is not in ${drawn.join(" | ")}`);
  }
  // In colours that need no style sheet, and first that a game is invented.
  assert.doesNotMatch(svg, /var\(|currentColor|light-dark|<style|NaN|undefined/);
  assert.equal(textsOf(drawGameCard(game, true))[0], inventedWords);
  assert.ok(
    textsOf(drawGameCard({ ...game, consensus: null }, false)).includes("No US book posted a line for this game"),
  );
});
