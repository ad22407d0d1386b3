/** The page behind a cell of the heat map: the games of a season of which a book has no closing line. */
import { html } from "ghtml";
import type { MissingGames } from "../../query/questions/missing-closes.ts";
import { countText } from "../frame/formats.ts";
import { percentText } from "./heat-map.ts";
import { bookName, marketName, periodName, sportNames } from "./words.ts";

export function missingTitle({ sport, season, book, market, period }: MissingGames): string {
  const what = `${marketName(market, sport).toLowerCase()}${period === "game" ? "" : ` of the ${periodName(period).toLowerCase()}`}`;
  return `${sportNames[sport]} ${season} without a closing ${what} at ${nameIn(book)}`;
}

const nameIn = (book: string) => (book === "consensus" ? "the consensus" : bookName(book));

export function missingBody(found: MissingGames): string {
  const { sport, games, missing, rows, market, period } = found;
  const whole = new URLSearchParams({ sport, period, market });
  return html`<p class="crumb"><a href="/coverage?${whole.toString()}">Coverage of ${sportNames[sport]}</a></p>
<h1>${missingTitle(found)}</h1>
<p class="lead"><strong>${countText(missing)}</strong> of ${countText(games)} games: the other ${countText(games - missing)} (${percentText(games - missing, games)}) have one.</p>
!${rows.length === 0 ? html`<p>No game is missing.</p>` : gamesTable(found)}
!${pagesNav(found)}`;
}

function gamesTable(found: MissingGames): string {
  const label = missingTitle(found);
  const lines = found.rows.map(({ game, hasOpen }) => {
    const { game_id, game_date, away, home } = game;
    return html`<tr><td><time datetime="${game_date}">${game_date}</time></td><th scope="row"><a href="/games/${game_id}">${away.name} at ${home.name}</a></th><td class="number">${away.score}–${home.score}</td><td>${hasOpen ? "An opening line only" : "No line"}</td></tr>`;
  });
  return html`<div class="card"><div class="table" tabindex="0" role="group" aria-label="${label}"><table class="data missing"><caption class="hidden">${label}</caption>
<thead><tr><th scope="col">Date</th><th scope="col">Game</th><th scope="col" class="number">Score</th><th scope="col">What there is</th></tr></thead>
<tbody>!${lines}</tbody></table></div></div>`;
}

function pagesNav(found: MissingGames): string {
  const { sport, season, book, market, period, page, pages } = found;
  if (pages === 1) return "";
  const to = (other: number) =>
    `/coverage/missing?${new URLSearchParams({ sport, season: String(season), book, market, period, page: String(other) }).toString()}`;
  return html`<nav class="pages" aria-label="Pages">
!${page > 1 ? html`<a class="button small" rel="prev" href="${to(page - 1)}">Earlier games</a>` : ""}
<span>Page ${page} of ${pages}</span>
!${page < pages ? html`<a class="button small" rel="next" href="${to(page + 1)}">Later games</a>` : ""}
</nav>`;
}
