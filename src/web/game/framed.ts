/** The frame around the page of a game, and the pages in its place. */
import { html } from "ghtml";
import type { GameDetail } from "../../contract/lists/games.ts";
import { type PublicPage, renderSitePage, type SiteFrame } from "../frame/page.ts";
import type { DrawnGame } from "./drawn-game.ts";
import { occasionText } from "./head.ts";
import { nameOf } from "./verdicts.ts";

const looks = {
  current: null,
  styles: ["get-this.css", "game.css"],
  width: "wide",
} as const satisfies Partial<PublicPage>;

export function renderGame(frame: SiteFrame, { title, ...drawn }: Exclude<DrawnGame, { notOffered: string }>): string {
  return renderSitePage(frame, { ...looks, ...drawn, title: `${title} - Gradeline` });
}

/** A page for those who may not see the game's season: what it is, and how to see the rest. */
export function renderClosedGame(frame: SiteFrame, game: GameDetail): string {
  const teams = `${nameOf(game.away)} at ${nameOf(game.home)}`;
  const body = html`<h1>${teams}</h1>
<p class="lead">${occasionText(game)}</p>
<div class="card"><h2>Its season is not open to visitors</h2>
<p>The score, the lines of every book and how they were graded are there for everybody with an account, here and
<a href="/docs/reference">in the API</a>.</p>
<p class="actions"><a class="button primary" href="${frame.manageUrl}">Sign in or make an account</a> <a class="button" href="/">Explore the open seasons</a></p></div>`;
  return renderSitePage(frame, { ...looks, title: `${teams} - Gradeline`, description: null, body });
}

/** Says what is wrong with an address, and leads on. */
export function renderProblem(
  frame: SiteFrame,
  title: string,
  text: string,
  link: { readonly href: string; readonly text: string },
): string {
  const body = html`<h1>${title}</h1>
<p class="lead">${text}</p>
<p><a href="${link.href}">${link.text}</a></p>`;
  return renderSitePage(frame, { ...looks, width: "narrow", title: `${title} - Gradeline`, description: null, body });
}
