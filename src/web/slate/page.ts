/** Everything on the page of a day: what became of its games, what moved, and each game with its close. */
import type { Game } from "../../contract/lists/games.ts";
import type { FirstMoveRow } from "../../contract/lists/lines.ts";
import { noVigShift } from "../../domain/bets/grading.ts";
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { firstMovesOf } from "../../query/lines.ts";
import type { Snapshot } from "../../query/load.ts";
import type { Slate } from "../../query/questions/slate.ts";
import type { LinePath } from "../../release/line-path.ts";
import { capitalized, dayTag, signedText } from "../frame/formats.ts";
import type { Drawing } from "../frame/page.ts";
import { slatePath, teamPath } from "../frame/paths.ts";
import { drawingOf } from "../frame/shared-head.ts";
import { firstMoveText } from "../game/first-moves.ts";
import { gradedGame, hasWon, nameOf, shortName, verdictOf, verdictTexts } from "../game/verdicts.ts";
import { saidOf } from "../invented.ts";
import { card } from "../ui/card.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { dateText, easternText, lineText, type Record3, recordText, tally } from "../ui/words.ts";

type SlateAsked = {
  readonly slate: Slate;
  /** The largest moves, each with the path of its game's lines. */
  readonly moves: readonly { readonly move: Move; readonly path: LinePath }[];
  /** Where callers reach the API, without a slash at its end. */
  readonly apiUrl: string;
  /** Where people manage their keys. */
  readonly manageUrl: string;
};

export function draw({ isSample }: Snapshot, { slate, moves, apiUrl, manageUrl }: SlateAsked): Drawing {
  const { date, games, closed } = slate;
  const day = dateText(date);
  const ofSports = sports.flatMap((sport) => {
    const own = games.filter((game) => game.sport === sport);
    return own.length === 0 ? [] : [{ sport, own }];
  });
  const counts = ofSports.map(({ sport, own }) => countText(own.length, sport)).join(", ");
  const [only, ...others] = ofSports;
  const record = dayRecord(games, others.length > 0 ? null : (only?.sport ?? null));
  const url = apiUrl + slatePath(date);
  const title = `${day}: scores, closing lines and who covered`;
  const said = saidOf(isSample, { title, description: `${counts}. ${record}` });
  const body = html`<div class="day-head"><h1>${day}</h1>${besideLinks(slate)}
<p class="lead">${counts}. ${record}</p></div>
${closed === 0 ? "" : html`<p class="notice">${closed === 1 ? "One more game" : `${closed} more games`} of this day ${closed === 1 ? "is" : "are"} of seasons that need an account. <a href="${manageUrl}">Sign in or start a trial</a></p>`}
${moveSection(moves)}
${ofSports.map(({ sport, own }) => sportSection(sport, own, ofSports.length > 1))}`;
  return drawingOf({ type: "article", url, image: null, ...said }, body);
}

function countText(count: number, sport: Sport): string {
  return `${count} ${sportFacts[sport].label} ${count === 1 ? "game" : "games"}`;
}

function besideLinks({ previous, next }: Slate): Html {
  const link = (date: string | null, rel: string, arrow: (day: Html) => Html) =>
    date === null
      ? ""
      : html`<a class="button small" rel="${rel}" href="${slatePath(date)}">${arrow(dayTag(date))}</a>`;
  return html`<nav class="actions" aria-label="Days">${link(previous, "prev", (day) => html`<span>← ${day}</span>`)} ${link(next, "next", (day) => html`<span>${day} →</span>`)}</nav>`;
}

function moveSection(moves: SlateAsked["moves"]): Html {
  if (moves.length === 0) return noHtml;
  const items = moves.map(({ move: { game, market, from, to }, path }) => {
    const [first] = firstMovesOf(path, { period: "game", market })
      .filter((each) => isSameWay(each, from, to))
      .sort((a, b) => b.followers - a.followers);
    const side = market === "total" ? "total" : nameOf(game.home);
    const change = `${side} ${lineText(from, market)} to ${lineText(to, market)}`;
    const names = market === "total" ? `${nameOf(game.away)} at ${nameOf(game.home)}: ` : "";
    const graded = gradedGame(game);
    const outcome = graded === null ? null : verdictOf[market](graded);
    return html`<li><a href="/games/${game.game_id}?market=${market}">${names}${change}</a>${outcome === null ? "" : html`; ${outcome}`}.
${first === undefined ? "" : html`<span class="hint">${firstMoveText(first, market)}</span>`}</li>`;
  });
  return card({ id: "moves-title", title: "Biggest moves, open to close", look: "day-moves" }, html`<ul>${items}</ul>`);
}

/** Whether a first move went the way that the line went from open to close. Of a moneyline every move is told. */
function isSameWay(first: FirstMoveRow, from: number, to: number): boolean {
  return first.points === null || Math.sign(first.points) === Math.sign(to - from);
}

function sportSection(sport: Sport, games: readonly Game[], isOneOfSeveral: boolean): Html {
  const record = isOneOfSeveral ? dayRecord(games, sport) : "";
  return html`<section aria-labelledby="day-${sport}"><h2 id="day-${sport}">${sportFacts[sport].label}</h2>
${record === "" ? "" : html`<p class="hint">${record}</p>`}
<ul class="day-games">${games.map(gameCard)}</ul></section>`;
}

/** A game with its score and what became of its closes. The whole card leads to the game, and each name to its team. */
function gameCard(game: Game): Html {
  const { home, away, game_id: id, overtime, sport, start_time: start } = game;
  const verdicts = verdictTexts(game, "No US book posted a line");
  const side = (team: Game["home"], other: Game["home"]) => {
    const name = html`${nameOf(team)}`;
    const path = teamPath(sport, team.abbreviation);
    return html`<p class="day-side${hasWon(team, other) ? html` won` : ""}">${path === null ? name : html`<a href="${path}">${name}</a>`}<b>${team.score ?? "–"}</b></p>`;
  };
  return html`<li class="card day-game"><p class="hint"><a class="whole" href="/games/${id}">${shortName(away)} at ${shortName(home)}</a> <time datetime="${start}">${easternText(start)}</time>${overtime === true ? html` · ${sportFacts[sport].overtimeName}` : ""}</p>
${side(away, home)}${side(home, away)}
<ul class="hint">${verdicts.map((text) => html`<li>${text}</li>`)}</ul></li>`;
}

/**
 * The day in one sentence. Empty: no game has a line.
 * @param sport of all the games; null: they are of several.
 */
export function dayRecord(games: readonly Game[], sport: Sport | null): string {
  const graded = games.flatMap((game) => {
    const own = gradedGame(game);
    if (own === null) return [];
    const { favorite } = game.result;
    const margin = own.score.home - own.score.away;
    return [{ ...own, game, margin, sign: favorite === null ? null : favorite === "home" ? 1 : -1 }];
  });
  const favorites = tally(graded.map(({ sign, margin }) => sign && sign * margin));
  const covers = tally(
    graded.map(({ sign, margin, spread }) => (sign === null || spread === null ? null : sign * (margin + spread))),
  );
  const overs = tally(graded.map(({ total, score }) => (total === null ? null : score.home + score.away - total)));
  const [upset] = graded
    .flatMap(({ margin, moneyline, game }) => {
      const price = margin === 0 ? null : moneyline[margin > 0 ? "home" : "away"];
      return price === null || price < 0 ? [] : [{ price, name: nameOf(margin > 0 ? game.home : game.away) }];
    })
    .sort((a, b) => b.price - a.price);
  const spreadName = sport === null ? "spread" : sportFacts[sport].spreadName.toLowerCase();
  const said = (record: Record3, words: (text: string) => string) =>
    record.won + record.lost + record.push === 0 ? [] : [words(recordText(record))];
  const sentence = [
    ...said(favorites, (text) => `favorites won ${text}`),
    ...said(covers, (text) => `${text} against the ${spreadName}`),
    ...said(overs, (text) => `overs ${text}`),
    ...(upset === undefined ? [] : [`longest shot: ${upset.name} at ${signedText(upset.price)}`]),
  ].join("; ");
  return sentence === "" ? "" : `${capitalized(sentence)}.`;
}

export type Move = {
  readonly game: Game;
  readonly market: "spread" | "moneyline" | "total";
  /** The home side's line or price, or the total. */
  readonly from: number;
  readonly to: number;
  /** How large the move is beside others of its kind: see `sideMove` and `totalMove`. */
  readonly size: number;
};

const mostOfSides = 3;
const mostOfTotals = 2;

/** The largest moves of sides, and then those of totals. */
export function largestMoves(games: readonly Game[]): readonly Move[] {
  const largest = (moves: readonly (Move | null)[], most: number): readonly Move[] =>
    moves
      .filter((move): move is Move => move !== null && move.size > 0)
      .sort((a, b) => b.size - a.size)
      .slice(0, most);
  return [...largest(games.map(sideMove), mostOfSides), ...largest(games.map(totalMove), mostOfTotals)];
}

/**
 * Sides are compared over all sports by the home side's probability without the vig, open against close. The spread is told where it
 * moved, because bettors say it so; otherwise the moneyline.
 */
function sideMove(game: Game): Move | null {
  const { moneyline, spread } = game.consensus ?? {};
  if (moneyline === undefined || spread === undefined) return null;
  const { home_open: homeOpen, home_close: homeClose, away_open: awayOpen, away_close: awayClose } = moneyline;
  if (homeOpen === null || homeClose === null || awayOpen === null || awayClose === null) return null;
  const size = Math.abs(noVigShift(homeOpen, awayOpen, homeClose, awayClose));
  const { open, close } = spread;
  if (open !== null && close !== null && open !== close) return { game, market: "spread", from: open, to: close, size };
  return { game, market: "moneyline", from: homeOpen, to: homeClose, size };
}

/** Totals are compared by the share of the opening total that they moved by: a run is more than a point. */
function totalMove(game: Game): Move | null {
  const { open, close } = game.consensus?.total ?? { open: null, close: null };
  if (open === null || close === null || open === 0) return null;
  return { game, market: "total", from: open, to: close, size: Math.abs(close - open) / open };
}
