/** What a messenger shows of a link to a game: title, description and picture say what the page says. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import { sports } from "../../src/domain/sports.ts";
import { drawGameCard } from "../../src/web/game/card.ts";
import { inventedWords } from "../../src/web/invented.ts";
import { Page } from "../support/document.ts";
import { openGameSite, publishing, siteUrl } from "../support/game-site.ts";
import { finals, quotesOf } from "../support/hand-made.ts";
import { readPng } from "../support/png.ts";

const everything = Object.values(finals).flatMap((game) => [game, ...quotesOf(game)]);

/** The texts of an SVG, in the order of the drawing. */
const textsOf = (svg: string) => new Page(`<!doctype html><body>${svg}</body>`).texts("svg text");

test("title, description, address and picture of every sport's game are those of its page", async () => {
  await using site = await openGameSite(publishing(everything));
  for (const sport of sports) {
    const [game] = await site.rows<Game>("/games", `sport=${sport}`);
    assert.ok(game !== undefined);
    const address = `/games/${game.game_id}`;
    for (const query of ["", "?market=total", "?period=1h&market=total"]) {
      if (query.includes("1h") && (sport === "mlb" || sport === "nhl")) continue;
      const page = await site.page(address + query);
      const title: string = `${game.away.name} ${game.away.score}, ${game.home.name} ${game.home.score}`;
      assert.equal(page.meta("og:title"), title);
      assert.equal(page.text("title"), `${title}: lines and results - Gradeline`);
      assert.equal(page.meta("og:type"), "article");
      assert.equal(page.meta("twitter:card"), "summary_large_image");
      assert.equal(page.meta("og:url"), siteUrl + address);
      assert.equal(page.attribute("href", "[rel=canonical]"), siteUrl + address);
      assert.equal(page.meta("og:image"), `${siteUrl}${address}/card.png`);
      assert.deepEqual([page.meta("og:image:width"), page.meta("og:image:height")], ["1200", "630"]);
      assert.equal(page.meta("description"), page.meta("og:description"));
      // The description begins with what became of the bets, in the words of the page.
      assert.ok(
        page.meta("description").startsWith(`${page.texts(".verdict dd").join("; ")}. `),
        page.meta("description"),
      );
    }
  }
});

test("the picture says what the page says, in colours that need no style sheet, and first that a game is invented", async () => {
  await using site = await openGameSite(publishing(everything));
  for (const sport of sports) {
    const [{ game_id: id = "" } = {}] = await site.rows<Partial<Game>>("/games", `sport=${sport}`);
    const [game] = await site.rows<GameDetail>(`/games/${id}`);
    assert.ok(game !== undefined);
    const page = await site.page(`/games/${id}`);
    const svg = drawGameCard(game, false);
    const said = textsOf(svg);
    for (const text of [
      ...[game.away.name, String(game.away.score), game.home.name, String(game.home.score), "Gradeline"],
      ...page.texts(".verdict dd"),
      page.text(".game-top .hint"),
    ]) {
      assert.ok(said.includes(text ?? ""), `${text} is not in ${said.join(" | ")}`);
    }
    assert.ok(textsOf(drawGameCard(game, true)).includes(inventedWords));
    const bare = textsOf(drawGameCard({ ...game, consensus: null }, false));
    assert.ok(bare.includes("No US book posted a line for this game"));
    assert.doesNotMatch(svg, /var\(|currentColor|light-dark|<style|NaN|undefined/);
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*font-family="Figtree"/);
  }
});

test("the picture is a PNG of 1200 by 630 with something on it, and the same game is the same picture", async () => {
  await using site = await openGameSite(publishing(everything));
  const url = "/games/NFL-20250904-DAL-PHI/card.png";
  const answers = await Promise.all([1, 2, 3].map(() => site.get(url)));
  for (const { statusCode, headers, rawPayload } of answers) {
    assert.deepEqual([statusCode, headers["content-type"]], [200, "image/png"]);
    assert.deepEqual(rawPayload, answers[0]?.rawPayload);
    assert.ok(rawPayload.length < 150_000, `${rawPayload.length} bytes`);
    const { width, height, colours } = readPng(rawPayload);
    assert.deepEqual([width, height], [1200, 630]);
    assert.ok(colours > 20, `only ${colours} colours: the fonts are missing`);
  }
});
