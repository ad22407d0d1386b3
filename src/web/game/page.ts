/** The page of one game. */
import { html } from "ghtml";
import type { GameDetail } from "../../contract/rows/game.ts";
import { type PublicPage, renderSitePage, type SiteFrame } from "../frame/page.ts";
import { gameHead, occasionText } from "./head.ts";
import { booksSection, movementSection, numberLines } from "./lines-section.ts";
import type { GameView, Offer, ShownLines } from "./read-game.ts";
import { reasons } from "./reasons.ts";
import { shareOf } from "./share.ts";
import { nameOf } from "./verdicts.ts";
import { marketName, periodName } from "./words.ts";

export type GamePage = {
  readonly frame: SiteFrame;
  /** Where callers reach the API, without a slash at its end. */
  readonly apiUrl: string;
  /** The book that is shown in colour; null: the visitor has chosen none. */
  readonly book: string | null;
};

/** Where the panel of samples stands. What it says depends on who asks, and the rest of the page does not. */
export const panelPlace = "<!-- samples -->";

const looks = {
  current: null,
  styles: ["get-this.css", "game.css"],
  width: "wide",
} as const satisfies Partial<PublicPage>;

export function renderGame({ frame, apiUrl, book }: GamePage, view: GameView): string {
  const { game, periods, shown } = view;
  const { title, description, head } = shareOf(game, apiUrl, frame.isSample());
  const linkTo = (wanted: string | null) => addressOf(game, shown, { book: wanted });
  const parts = [
    gameHead(game, periods),
    ...(shown === null
      ? []
      : [
          tabs(view, shown, book),
          numberLines(view, shown),
          booksSection(view, shown),
          movementSection(view, shown, { book, linkTo }),
          reasons(view, shown),
        ]),
    panelPlace,
  ];
  return renderSitePage(frame, { ...looks, title: `${title} - Gradeline`, description, head, body: parts.join("\n") });
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

type Changed = { readonly period?: string; readonly market?: string; readonly book?: string | null };

/** The address of the game's page with something else chosen. What is not chosen is not in it. */
function addressOf({ game_id: id }: GameDetail, shown: ShownLines | null, changed: Changed): string {
  const { period = shown?.period, market = shown?.market, book = null } = changed;
  const query = new URLSearchParams();
  if (period !== undefined) query.set("period", period);
  if (market !== undefined) query.set("market", market);
  if (book !== null) query.set("book", book);
  return `/games/${id}?${query}`;
}

function tabs({ game, offers }: GameView, shown: ShownLines, book: string | null): string {
  const link = (href: string, text: string, isCurrent: boolean) =>
    html`<li><a href="${href}"!${isCurrent ? ' aria-current="true"' : ""}>${text}</a></li>`;
  const marketOf = ({ markets }: Offer) => (markets.includes(shown.market) ? shown.market : markets[0]);
  const periodLinks = offers.map((offer) => {
    const market = marketOf(offer);
    const href = addressOf(game, shown, { period: offer.period, ...(market === undefined ? {} : { market }), book });
    return link(href, periodName(offer.period, game.sport).long, offer.period === shown.period);
  });
  const markets = offers.find(({ period }) => period === shown.period)?.markets ?? [];
  const marketLinks = markets.map((market) =>
    link(addressOf(game, shown, { market, book }), marketName(market, game.sport), market === shown.market),
  );
  return html`<div class="choices">
!${offers.length === 1 ? "" : html`<nav aria-label="Period"><ul class="tabbar">!${periodLinks}</ul></nav>`}
<nav aria-label="Market"><ul class="tabbar strong">!${marketLinks}</ul></nav>
</div>`;
}
