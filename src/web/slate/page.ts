/** `/slate` and `/slate/{date}`, which is what people come back for in the morning: what became of a day's games, what moved, and each game with its close. */
import type { Game } from "../../contract/lists/games.ts";
import { noVigShift } from "../../domain/bets/grading.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { isCalendarDate } from "../../domain/times.ts";
import type { Computation } from "../../query/computing.ts";
import { firstMovesOf } from "../../query/lines.ts";
import type { Snapshot } from "../../query/load.ts";
import { newestSlateDate, type Slate, slateOf } from "../../query/questions/slate.ts";
import { placeOfGame } from "../../query/reach.ts";
import type { LinePath } from "../../release/line-path.ts";
import { openTo } from "../explore/question.ts";
import type { Drawing, Places } from "../frame/page.ts";
import { slatePath } from "../frame/paths.ts";
import { answer, Moved, type Problem, page, problem, type Visit } from "../frame/recipe.ts";
import { drawingOf } from "../frame/shared-head.ts";
import type { GameSite } from "../game/routes.ts";
import {
  firstMoveText,
  gradedGame,
  hasWon,
  nameOf,
  type ShownMarket,
  shortName,
  teamLink,
  verdictOf,
  verdictTexts,
} from "../game/words.ts";
import { saidOf } from "../invented.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { card, stepLink } from "../ui/parts.ts";
import {
  capitalized,
  counted,
  dateText,
  dayTag,
  easternText,
  lineText,
  recordText,
  signedText,
  tally,
} from "../ui/words.ts";

const cannot = "The games cannot be shown";

export const slatePages = [
  answer({
    at: "/slate",
    cannot,
    async send(visit: Visit<GameSite>) {
      const newest = newestSlateDate(visit.snapshot, await openTo(visit));
      throw newest === null ? none("There is no game to show yet.") : new Moved(slatePath(newest));
    },
  }),
  page({
    at: "/slate/:date",
    cannot,
    async read(visit: Visit<GameSite>) {
      const { date = "" } = visit.params;
      if (!isCalendarDate(date)) throw none("The address of a day ends with its date, such as 2025-11-23.");
      if (visit.query !== "") throw new Moved(slatePath(date));
      const slate = slateOf(visit.snapshot, date, await openTo(visit));
      if (slate.games.length === 0 && slate.closed === 0)
        throw none(`There was no game on ${date}.`, slate.previous ?? slate.next);
      return { slate, key: `${date} ${(await visit.member()) !== null}` };
    },
    async draw({ slate }, visit) {
      const paths = largestMoves(slate.games).map(async (move) => {
        const { season, game } = placeOfGame(visit.snapshot, move.game.game_id);
        return { move, path: await season.paths.one(game) };
      });
      const asked = { slate, moves: await Promise.all(paths), ...visit.places };
      return { current: "/slate", styles: ["data.css"], width: "wide", ...(await visit.ask(drawnSlate, asked)) };
    },
  }),
];

function none(text: string, nearest: string | null = null): Problem {
  const link = nearest === null ? noHtml : html` <a href="${slatePath(nearest)}">The games of ${nearest}</a>`;
  return problem(404, "No games", text, link);
}

type SlateAsked = Places & {
  readonly slate: Slate;
  /** The largest moves, each with the path of its game's lines. */
  readonly moves: readonly { readonly move: Move; readonly path: LinePath }[];
};

export const drawnSlate: Computation<SlateAsked, Drawing> = { name: "page of a day", compute: draw };

function draw({ isSample }: Snapshot, { slate, moves, apiUrl, manageUrl }: SlateAsked): Drawing {
  const { date, games, closed } = slate;
  const day = dateText(date);
  const ofSports = [...Map.groupBy(games, ({ sport }) => sport)];
  const counts = ofSports.map(([sport, own]) => counted(own.length, `${sportFacts[sport].label} game`));
  const record = `${counts.join(", ")}. ${dayRecord(games)}`;
  const title = `${day}: scores, closing lines and who covered`;
  const more = closed === 1 ? "One more game of this day is" : `${closed} more games of this day are`;
  const body = html`<div class="day-head"><h1>${day}</h1>${besideLinks(slate)}
<p class="lead">${record}</p></div>
${closed === 0 ? "" : html`<p class="notice">${more} of seasons that need an account. <a href="${manageUrl}">Sign in or start a trial</a></p>`}
${moveSection(moves)}
${ofSports.map(([sport, own]) => sportSection(sport, own, ofSports.length > 1))}`;
  const url = apiUrl + slatePath(date);
  return drawingOf({ type: "article", url, image: null, ...saidOf(isSample, { title, description: record }) }, body);
}

function besideLinks({ previous, next }: Slate): Html {
  const link = (date: string | null, rel: "prev" | "next") =>
    date === null ? noHtml : stepLink(slatePath(date), rel, dayTag(date));
  return html`<nav class="actions" aria-label="Days">${link(previous, "prev")} ${link(next, "next")}</nav>`;
}

function moveSection(moves: SlateAsked["moves"]): Html {
  if (moves.length === 0) return noHtml;
  const items = moves.map(({ move: { game, market, from, to }, path }) => {
    // The first move went the way that the line went from open to close. Of a moneyline every move is shown.
    const [first] = firstMovesOf(path, { period: "game", market })
      .filter(({ points }) => points === null || Math.sign(points) === Math.sign(to - from))
      .sort((a, b) => b.followers - a.followers);
    const isTotal = market === "total";
    const names = isTotal ? `${nameOf(game.away)} at ${nameOf(game.home)}: total` : nameOf(game.home);
    const graded = gradedGame(game);
    const outcome = graded === null ? null : verdictOf[market](graded);
    return html`<li><a href="/games/${game.game_id}?market=${market}">${names} ${lineText(from, market)} to ${lineText(to, market)}</a>${outcome === null ? "" : html`; ${outcome}`}.
${first === undefined ? "" : html`<span class="hint">${firstMoveText(first, market)}</span>`}</li>`;
  });
  return card({ id: "moves-title", title: "Biggest moves, open to close", look: "day-moves" }, html`<ul>${items}</ul>`);
}

function sportSection(sport: Sport, games: readonly Game[], isOneOfSeveral: boolean): Html {
  const record = isOneOfSeveral ? dayRecord(games) : "";
  return html`<section aria-labelledby="day-${sport}"><h2 id="day-${sport}">${sportFacts[sport].label}</h2>
${record === "" ? "" : html`<p class="hint">${record}</p>`}
<ul class="day-games">${games.map(gameCard)}</ul></section>`;
}

/** A game with its score and what became of its closes. The whole card leads to the game, and each name to its team. */
function gameCard(game: Game): Html {
  const { home, away, game_id: id, overtime, sport, start_time: start } = game;
  const verdicts = verdictTexts(game);
  const said = verdicts.length === 0 ? ["No US book posted a line"] : verdicts;
  const side = (team: Game["home"], other: Game["home"]) =>
    html`<p class="day-side${hasWon(team, other) ? " won" : ""}">${teamLink(sport, team)}<b>${team.score ?? "–"}</b></p>`;
  return html`<li class="card day-game"><p class="hint"><a class="whole" href="/games/${id}">${shortName(away)} at ${shortName(home)}</a> <time datetime="${start}">${easternText(start)}</time>${overtime === true ? ` · ${sportFacts[sport].overtimeName}` : ""}</p>
${side(away, home)}${side(home, away)}
<ul class="hint">${said.map((text) => html`<li>${text}</li>`)}</ul></li>`;
}

/** The record of favorites, covers and overs in one sentence. Empty: no game has a line. */
function dayRecord(games: readonly Game[]): string {
  const graded = games.flatMap((game) => {
    const own = gradedGame(game);
    if (own === null) return [];
    const margin = own.score.home - own.score.away;
    const price = margin === 0 ? null : own.moneyline[margin > 0 ? "home" : "away"];
    const { favorite } = game.result;
    const sign = favorite === null ? null : { home: 1, away: -1 }[favorite];
    return [{ ...own, margin, price, winner: margin > 0 ? own.home : own.away, sign }];
  });
  const favorites = graded.map(({ sign, margin }) => sign && sign * margin);
  const covers = graded.map(({ sign, margin, spread }) =>
    sign === null || spread === null ? null : sign * (margin + spread),
  );
  const overs = graded.map(({ total, score }) => (total === null ? null : score.home + score.away - total));
  const [first, ...others] = new Set(games.map(({ sport }) => sport));
  const spreadName = first === undefined || others.length > 0 ? "spread" : sportFacts[first].spreadName.toLowerCase();
  const said = (ahead: readonly (number | null)[], words: (record: string) => string) =>
    ahead.some((each) => each !== null) ? [words(recordText(tally(ahead)))] : [];
  const longest = graded.reduce((most, { price }) => Math.max(most, price ?? 0), 0);
  const upset = graded.find(({ price }) => price === longest);
  const sentence = [
    ...said(favorites, (record) => `favorites won ${record}`),
    ...said(covers, (record) => `${record} against the ${spreadName}`),
    ...said(overs, (record) => `overs ${record}`),
    ...(upset === undefined ? [] : [`longest shot: ${upset.winner} at ${signedText(longest)}`]),
  ].join("; ");
  return sentence === "" ? "" : `${capitalized(sentence)}.`;
}

/** From and to are the home side's line or price, or the total; the size is how large the move is beside others of its kind. */
type Move = Readonly<{ game: Game; market: ShownMarket; from: number; to: number; size: number }>;

/** The three largest moves of sides, and then the two of totals. */
function largestMoves(games: readonly Game[]): readonly Move[] {
  const largest = (moves: readonly Move[], most: number) => moves.toSorted((a, b) => b.size - a.size).slice(0, most);
  const all = [...largest(games.flatMap(sideMove), 3), ...largest(games.flatMap(totalMove), 2)];
  return all.filter(({ size }) => size > 0);
}

/**
 * Sides are compared over all sports by the home side's probability without the vig, open against close. The spread is told where it
 * moved, because bettors say it so; otherwise the moneyline.
 */
function sideMove(game: Game): readonly Move[] {
  const { moneyline, spread } = game.consensus ?? {};
  const { home_open: homeOpen, home_close: homeClose, away_open: awayOpen, away_close: awayClose } = moneyline ?? {};
  if (homeOpen == null || homeClose == null || awayOpen == null || awayClose == null) return [];
  const size = Math.abs(noVigShift(homeOpen, awayOpen, homeClose, awayClose));
  const { open = null, close = null } = spread ?? {};
  return open !== null && close !== null && open !== close
    ? [{ game, market: "spread", from: open, to: close, size }]
    : [{ game, market: "moneyline", from: homeOpen, to: homeClose, size }];
}

/** Totals are compared by the share of the opening total that they moved by: a run is more than a point. */
function totalMove(game: Game): readonly Move[] {
  const { open = null, close = null } = game.consensus?.total ?? {};
  if (open === null || close === null || open === 0) return [];
  return [{ game, market: "total", from: open, to: close, size: Math.abs(close - open) / open }];
}
