/** The head of a game's page: who played, when and where, the score by period, and what became of the bets. */

import type { GameDetail } from "../../contract/lists/games.ts";
import type { PeriodRow } from "../../contract/lists/periods.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { teamPath } from "../frame/paths.ts";
import { inventedWords, saidOf } from "../invented.ts";
import { type Html, html } from "../ui/html.ts";
import { table } from "../ui/table.ts";
import { dateText, marketName, periodName, startText } from "../ui/words.ts";
import { gradedGame, hasWon, nameOf, shortName, verdictsOf } from "./verdicts.ts";

/** The heading of a game, without anything of how it ended: fit for those who may not see that. */
export function occasionText({ sport, season_type: type, week, game_date: date }: GameDetail): string {
  const part = type === "postseason" ? "postseason" : null;
  const parts = [sportFacts[sport].label, week === null ? null : `week ${week}`, part, dateText(date)];
  return parts.filter((each) => each !== null).join(" · ");
}

export function gameHead(game: GameDetail, periods: readonly PeriodRow[]): Html {
  const { home, away, start_time: start, venue } = game;
  const graded = gradedGame(game);
  return html`<header class="card game-head">
<div class="game-top"><div>
<p class="hint">${occasionText(game)}</p>
<h1 class="versus">${team(game.sport, away, home)} <span class="at">at</span> ${team(game.sport, home, away)}</h1>
<p class="hint">Start <time datetime="${start}">${startText(start)}</time>${venue === null ? "" : html` · ${placeText(venue)}`}${game.neutral_site === true ? html` · neutral site` : ""}${game.overtime === true ? html` · ${periodName("ot", game.sport).long.toLowerCase()}` : ""}</p></div>
${periods.length === 0 ? "" : scores(game, periods)}</div>
${graded === null ? html`<p class="notice">No US book posted a line for this game.</p>` : verdicts(game.sport, verdictsOf(graded))}
</header>`;
}

function team(sport: Sport, side: GameDetail["home"], other: GameDetail["home"]): Html {
  const name = html`<span class="team-name">${nameOf(side)}</span>`;
  const score = side.score === null ? "" : html` <span class="team-score">${side.score}</span>`;
  const path = teamPath(sport, side.abbreviation);
  const linked = path === null ? name : html`<a href="${path}">${name}</a>`;
  return html`<span class="team${hasWon(side, other) ? html` won` : ""}">${linked}${score}</span>`;
}

function placeText({ name, city, indoor }: NonNullable<GameDetail["venue"]>): string {
  const place = [name, city].filter((each) => each !== null).join(", ");
  return indoor === true ? `${place} (indoors)` : place;
}

/** In the order in which people add up: what makes the final score, the final score, and then halves of it. */
function scores({ sport, home, away }: GameDetail, periods: readonly PeriodRow[]): Html {
  const hasQuarters = periods.some(({ period }) => period === "q1");
  const isHalf = ({ period }: PeriodRow) => hasQuarters && (period === "1h" || period === "2h");
  const parts = periods.filter((each) => !isHalf(each));
  const halves = periods.filter(isHalf);
  const heads = (of: readonly PeriodRow[]) =>
    of.map(({ period }) => {
      const { short, long } = periodName(period, sport);
      return { head: html`<abbr title="${long}">${short}</abbr>`, look: "number" };
    });
  const row = (side: "home" | "away", team: GameDetail["home"]) => {
    const cells = (of: readonly PeriodRow[]) => of.map(({ score }) => score[side] ?? "–");
    return [shortName(team), ...cells(parts), team.score ?? "–", ...cells(halves)];
  };
  return table({
    name: "Score by period",
    caption: "Score by period",
    look: "scores",
    columns: [{ head: "Team" }, ...heads(parts), { head: "Final", look: "number final" }, ...heads(halves)],
    rows: [row("away", away), row("home", home)],
  });
}

function verdicts(sport: Sport, all: ReturnType<typeof verdictsOf>): Html {
  const items = all.map(
    ({ market, text }) => html`<div class="verdict"><dt>${marketName(market, sport)}</dt><dd>${text}</dd></div>`,
  );
  return html`<dl class="verdicts">${items}</dl>`;
}

/** As in `Los Angeles Rams 31, Tennessee Titans 37`. */
export function scoreText({ away, home }: Pick<GameDetail, "away" | "home">): string {
  return `${nameOf(away)} ${away.score ?? ""}, ${nameOf(home)} ${home.score ?? ""}`.replaceAll(/ (?=,|$)/g, "");
}

/** What messengers show of a link to the game. */
export function sharedWords(game: GameDetail, isSample: boolean) {
  const graded = gradedGame(game);
  const verdicts = graded === null ? [] : verdictsOf(graded).map(({ text }) => text);
  const occasion = occasionText(game);
  const description =
    verdicts.length === 0
      ? `${occasion}. No US book posted a line for this game.`
      : `${verdicts.join("; ")}. ${occasion}. Lines of every US book from open to close, graded.`;
  return saidOf(isSample, { title: scoreText(game), description }, inventedWords);
}
