/** Everything on the page of one game. */
import type { EvidenceRow } from "../../contract/lists/evidence.ts";
import type { GameDetail } from "../../contract/lists/games.ts";
import type { PeriodRow } from "../../contract/lists/periods.ts";
import { doubtRules, otherRules } from "../../domain/evidence.ts";
import { evidenceRows } from "../../query/evidence.ts";
import type { Snapshot } from "../../query/load.ts";
import type { OneGame } from "../../query/questions/game.ts";
import { gamesBeside } from "../../query/questions/slate.ts";
import type { Drawing, Places } from "../frame/page.ts";
import { slatePath } from "../frame/paths.ts";
import { drawingOf } from "../frame/shared-head.ts";
import { getThisPanel } from "../get-this/panel.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { card, stepLink, tabbar, table } from "../ui/parts.ts";
import {
  bookName,
  capitalized,
  captureText,
  counted,
  dayTag,
  lineText,
  marketName,
  pairText,
  periodInWords,
  periodName,
  startText,
} from "../ui/words.ts";
import { movementSection } from "./movement.ts";
import { reasons } from "./reasons.ts";
import { type BookLines, type Choice, type GameView, type ShownLines, viewOf } from "./view.ts";
import { gradedGame, hasWon, nameOf, occasionText, sharedWords, shortName, teamLink, verdictsOf } from "./words.ts";

type GameAsked = OneGame &
  Places & {
    /** Of its evidence, what is not told by the path of its lines. */
    readonly statements: readonly EvidenceRow[];
    readonly question: Choice;
  };

/** The parts that go into the frame of the page; or what was asked for and is not there, in words. */
export function draw(snapshot: Snapshot, asked: GameAsked): Drawing | string {
  const { game, apiUrl, manageUrl, question } = asked;
  const view = viewOf(snapshot, asked, question);
  if (typeof view === "string") return view;
  const { shown } = view;
  const id = game.game_id;
  const evidence = evidenceRows(asked, id, { bookIds: null, market: null, period: null }, null);
  // The rows of the table of books, or the game alone where it has no lines.
  const [path, query] =
    shown === null
      ? [`/v1/games/${id}`, ""]
      : ["/v1/bets", `sport=${game.sport}&game_id=${id}&book=all&period=${shown.period}&market=${shown.market}`];
  const body = html`${besideLinks(snapshot, game)}${gameHead(view)}
${shown === null ? "" : linesOf(view, shown, question.book)}
${evidenceCard(
  game,
  [...evidence].map(({ row }) => row),
)}${getThisPanel({ apiUrl, manageUrl, path, query })}`;
  const said = sharedWords(game, snapshot.isSample);
  const url = `${apiUrl}/games/${id}`;
  const drawing = drawingOf({ type: "article", url, image: `${url}/card.png`, ...said }, body);
  return { ...drawing, title: `${said.title}: lines and results - Gradeline` };
}

/** @param book the one in colour that the visitor has chosen; null: none. */
function linesOf(view: GameView, shown: ShownLines, book: string | null): Html {
  const { period, market } = shown;
  const linkTo = (other: string | null) => addressOf(view.game, { period, market, book: other });
  return html`${tabs(view, shown, book)}${booksCard(shown)}${movementSection(shown, book, linkTo)}${reasons(view.game, shown)}`;
}

/** The address of the game's page with these lines. What is not chosen is not in it. */
function addressOf({ game_id: id }: GameDetail, chosen: Choice): string {
  const given = Object.entries(chosen).filter(([, value]) => value !== null);
  return `/games/${id}?${new URLSearchParams(given as [string, string][])}`;
}

/** To the game before and after in the season, and to all games of the day. */
function besideLinks(snapshot: Snapshot, game: GameDetail): Html {
  const { previous, next } = gamesBeside(snapshot, game);
  const link = (beside: typeof next, rel: "prev" | "next") =>
    beside === null
      ? noHtml
      : stepLink(`/games/${beside.game_id}`, rel, `${shortName(beside.away)} at ${shortName(beside.home)}`);
  const ofDay = html`<a class="button small" href="${slatePath(game.game_date)}"><span>All of ${dayTag(game.game_date)}</span></a>`;
  return html`<nav class="actions" aria-label="Games">${link(previous, "prev")} ${ofDay} ${link(next, "next")}</nav>`;
}

/** The head of the page: teams, time and place, the score by period, and what became of the bets. */
function gameHead({ game, periods }: GameView): Html {
  const { sport, home, away, start_time: start, venue, neutral_site: isNeutral, overtime } = game;
  const team = (side: GameDetail["home"], other: GameDetail["home"]) => {
    const name = html`<span class="team-name">${nameOf(side)}</span>`;
    const score = side.score === null ? "" : html` <span class="team-score">${side.score}</span>`;
    return html`<span class="team${hasWon(side, other) ? " won" : ""}">${teamLink(sport, side, name)}${score}</span>`;
  };
  const place = [venue?.name, venue?.city].filter((each) => each != null).join(", ");
  const more = [
    venue?.indoor === true ? `${place} (indoors)` : place,
    isNeutral === true ? "neutral site" : "",
    overtime === true ? periodName("ot", sport).long.toLowerCase() : "",
  ].filter((each) => each !== "");
  const verdicts = verdictsOf(game).map(
    ([market, text]) => html`<div class="verdict"><dt>${marketName(market, sport)}</dt><dd>${text}</dd></div>`,
  );
  return html`<header class="card game-head">
<div class="game-top"><div>
<p class="hint">${occasionText(game)}</p>
<h1 class="versus">${team(away, home)} <span class="at">at</span> ${team(home, away)}</h1>
<p class="hint">Start <time datetime="${start}">${startText(start)}</time>${more.map((each) => ` · ${each}`)}</p></div>
${periods.length === 0 ? "" : scoreTable(game, periods)}</div>
${gradedGame(game) === null ? html`<p class="notice">No US book posted a line for this game.</p>` : html`<dl class="verdicts">${verdicts}</dl>`}
</header>`;
}

/** In the order in which people add up: what makes the final score, the final score, and then halves of it. */
function scoreTable({ sport, home, away }: GameDetail, periods: readonly PeriodRow[]): Html {
  const hasQuarters = periods.some(({ period }) => period === "q1");
  const isHalf = ({ period }: PeriodRow) => hasQuarters && (period === "1h" || period === "2h");
  const [parts, halves] = [periods.filter((each) => !isHalf(each)), periods.filter(isHalf)];
  const head = ({ period }: PeriodRow) => {
    const { short, long } = periodName(period, sport);
    return { head: html`<abbr title="${long}">${short}</abbr>`, look: "number" };
  };
  const row = (side: "home" | "away", team: GameDetail["home"]) => {
    const scored = ({ score }: PeriodRow) => score[side] ?? "–";
    return [shortName(team), ...parts.map(scored), team.score ?? "–", ...halves.map(scored)];
  };
  return table({
    name: "Score by period",
    caption: "Score by period",
    look: "scores",
    columns: ["Team", ...parts.map(head), { head: "Final", look: "number final" }, ...halves.map(head)],
    rows: [row("away", away), row("home", home)],
  });
}

function tabs({ game, offers }: GameView, shown: ShownLines, book: string | null): Html {
  const periods = offers.map(({ period, markets: [first = null, ...others] }) => {
    const market = others.find((each) => each === shown.market) ?? first;
    const text = periodName(period, game.sport).long;
    return { href: addressOf(game, { period, market, book }), text, isCurrent: period === shown.period };
  });
  const { period } = shown;
  const markets = offers.find((each) => each.period === period)?.markets ?? [];
  const ofMarkets = markets.map((market) => {
    const text = marketName(market, game.sport);
    return { href: addressOf(game, { period, market, book }), text, isCurrent: market === shown.market };
  });
  return html`<div class="choices">
${periods.length === 1 ? "" : tabbar("Period", periods)}
${tabbar("Market", ofMarkets)}
</div>`;
}

function booksCard({ name: shownName, market, sides, consensus, books }: ShownLines): Html {
  const hasLine = market !== "moneyline";
  const prices = sides.join(" / ");
  // Where the window is narrow, the opening stands below the close.
  const columns = (when: string, look: string) => [
    ...(hasLine ? [{ head: when, look: `number line${look}` }] : []),
    { head: hasLine ? prices : `${when} ${prices}`, look: `number${look}` },
  ];
  const stand = (of: BookLines["open"]) => [
    ...(hasLine ? [lineText(of.line, market)] : []),
    {
      text: of.first === null && of.second === null ? "–" : pairText(of.first, of.second),
      title: `${captureText(of.capturedAt)} UTC`,
    },
  ];
  const row = (more: Html, look: string, { name, open, close, result }: BookLines) => ({
    cells: [html`${name}${more}`, ...stand(open), ...stand(close), result === null ? "–" : capitalized(result)],
    look,
  });
  const count = html` <small>${counted(books.length, "book")}</small>`;
  return card(
    { id: "books-title", title: "From open to close, book by book" },
    table({
      name: "Lines of every book",
      caption: `${shownName}, with prices`,
      look: "books-table two-lines",
      columns: [
        { head: "Book", look: "book" },
        ...columns("Open", " second"),
        ...columns("Close", ""),
        { head: `${sides[0]} bet` },
      ],
      rows: [row(count, "taken", consensus), ...books.map((book) => row(noHtml, "", book))],
    }),
  );
}

const facts: Readonly<Record<EvidenceRow["fact"], string>> = {
  start: "Start",
  score: "Final score, away first",
  period_scores: "Scores by period, away first",
  venue: "Venue",
  official: "Official",
  neutral_site: "Neutral site",
  open: "Open",
  close: "Close",
};

const rules = new Map<string, string>([...doubtRules, ...otherRules].map(({ name, sentence }) => [name, sentence]));

/** A game of many doubts has hundreds of them; the API has them all. */
const mostEvidence = 40;

/** "How we know": who states each fact of the game, and what the books' lines were not taken from, with the reason [A-21]. */
function evidenceCard({ game_id: id, sport }: GameDetail, evidence: readonly EvidenceRow[]): Html {
  // Of lines, what counts stands in the table of the books already.
  const told = evidence.filter(({ book, rule }) => book === null || rule !== null);
  if (told.length === 0) return noHtml;
  const rows = told.slice(0, mostEvidence).map(({ fact, source, value, stated_at: at, used, rule, ...of }) => {
    const priced = of.team === null ? marketName(of.market ?? "", sport) : `${of.team} team total`;
    const ofBook = ` of ${bookName(of.book ?? "")}, ${priced} of the ${periodInWords(of.period ?? "")}`;
    const believed = "It says the same, or is believed after the one that is used.";
    const reason = rule === null ? believed : (rules.get(rule) ?? rule);
    const stated = at === null ? "" : html` <small>${captureText(at)} UTC</small>`;
    const name = of.book === null ? facts[fact] : facts[fact] + ofBook;
    return { cells: [name, source, html`${value}${stated}`, used ? "Used" : reason], look: used ? "taken" : "" };
  });
  const left = told.length - rows.length;
  const words = { look: "words" };
  const columns = ["Fact", "Source", { head: "States", ...words }, { head: "Counts", ...words }];
  const hint = "Who states it, who states otherwise, and why that does not count";
  return card(
    { id: "evidence-title", title: "How we know", hint },
    html`${table({ name: "Evidence of the game", columns, rows })}
<p class="hint">${left === 0 ? "" : `${left} more are in the API. `}Every book’s open and close has its source in <a href="/docs/evidence"><code>/v1/games/${id}/evidence</code></a>.</p>`,
  );
}
