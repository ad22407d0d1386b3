/** The page of coverage: which books' lines there are, by season and market, and the choice of them that an address makes. */

import { sport } from "../../contract/filters/games.ts";
import { betMarket, betPeriod } from "../../contract/filters/markets.ts";
import type { CoverageRow } from "../../contract/lists/coverage.ts";
import type { SportRow } from "../../contract/lists/reference.ts";
import { parameterReader } from "../../contract/read-parameters.ts";
import type { LinePeriod } from "../../domain/periods.ts";
import { firstShownSport, type Sport } from "../../domain/sports.ts";
import { coverageOf } from "../../query/coverage.ts";
import type { Snapshot } from "../../query/load.ts";
import { seasonsOf, sportRows, wholeSport } from "../../query/reach.ts";
import { countText } from "../frame/formats.ts";
import { getThisPanel } from "../get-this/panel.ts";
import { type Html, html } from "../ui/html.ts";
import { bookName, marketName, periodInWords, periodName, shortMarketName, sportLabels } from "../ui/words.ts";

export const coverageDescription =
  "How many games have opening and closing lines, by sport, season, book and market, and how long before the start they were captured.";

/** @param places where callers reach the API, without a slash at its end, and where people manage their keys. */
export function draw(
  snapshot: Snapshot,
  { choice, ...places }: { readonly choice: Choice; readonly apiUrl: string; readonly manageUrl: string },
): string {
  const sports = sportRows(snapshot);
  const sport = sports.find((each) => each.sport === choice.sport);
  if (sport === undefined) throw new RangeError(`"${choice.sport}" is not listed`);
  const seasons = seasonsOf(snapshot, wholeSport(choice.sport));
  const rows = seasons.flatMap((season) => coverageOf(season).rows.map(({ row }) => row));
  const requests = Math.max(1, Math.ceil(rows.length / 1000));
  const cost = requests === 1 ? "1 request" : `${requests} requests`;
  const panel = getThisPanel({ ...places, path: "/v1/coverage", query: `sport=${choice.sport}`, cost });
  const coverage = { choice, sports, sport, rows };
  const map = heatMap(coverage);
  return html`<div class="coverage-head"><h1>Coverage</h1>
<p class="lead">${summary(coverage)}</p></div>
${choices(coverage)}
<section class="card heat-card" aria-labelledby="heat-title">
<div class="card-head"><h2 id="heat-title">${titleOf(choice)}</h2>
<label class="tick"><input type="checkbox" id="show-minutes"> Show the minutes before the start</label></div>
${map ?? html`<p>No book has lines of ${periodInWords(choice.period)} in any season of ${sportLabels[sport.sport]} yet.</p>`}
${legend(choice.market === null ? marketsOf(coverage) : [], sport.sport)}
</section>
${panel}`.text;
}

function titleOf({ sport, period, market }: Choice): string {
  const what = market === null ? "all markets" : marketName(market, sport).toLowerCase();
  return `${sportLabels[sport]}, ${periodInWords(period)}, ${what}`;
}

/** Says in a sentence what the map shows: counts of the API, added up. */
function summary({ choice, sport, rows }: Coverage): Html {
  const games = sport.seasons.reduce((sum, season) => sum + season.games, 0);
  const shown = rows.filter(({ period, market }) => period === choice.period && (choice.market ?? market) === market);
  const books = new Set(shown.map(({ book }) => book).filter((book) => book !== "consensus")).size;
  const [first] = sport.seasons;
  const newest = sport.seasons.at(-1);
  const ofNewest = newest === undefined || newest.games === 0 ? "" : html` ${newestSummary(shown, newest)}`;
  return html`<strong>${countText(games)}</strong> final ${sportLabels[sport.sport]} games since ${first?.season ?? ""}, lines of <strong>${books}</strong> books.${ofNewest} The stronger the green of a cell, the more games have a closing line there.`;
}

/** How good the newest season is: the consensus, and how many books have nearly every game. */
function newestSummary(
  rows: Coverage["rows"],
  { season, games }: { readonly season: number; readonly games: number },
): Html {
  const closes = Map.groupBy(
    rows.filter((row) => row.season === season),
    ({ book }) => book,
  );
  const best = (book: string): number => Math.max(0, ...(closes.get(book) ?? []).map(({ with_close: count }) => count));
  const books = [...closes.keys()].filter((book) => book !== "consensus");
  const nearlyAll = books.filter((book) => best(book) >= 0.9 * games).length;
  return html`In ${season} the consensus has a close of <strong>${percentText(best("consensus"), games)}</strong> of the games, and ${nearlyAll} of ${books.length} books have one of nine in ten or more.`;
}

function marketsOf({ choice, rows }: Coverage): string[] {
  return [...new Set(rows.filter(({ period }) => period === choice.period).map(({ market }) => market))];
}

function choices(coverage: Coverage): Html {
  const { choice, sports, sport, rows } = coverage;
  const bookedSports = sports.filter(({ seasons }) => seasons.length > 0);
  const periods = [...new Set(rows.map(({ period }) => period))];
  const markets = marketsOf(coverage);
  // A market that the other period does not have is not taken along.
  const has = (period: string) => rows.some((row) => row.period === period && row.market === choice.market);
  return html`<nav class="choices" aria-label="What is shown">
${choiceRow(
  "Sport",
  bookedSports.map((each) => [sportLabels[each.sport], each.sport === sport.sport, { sport: each.sport }]),
)}${choiceRow(
  "Period",
  periods.map((period) => [
    periodName(period as LinePeriod, sport.sport).long,
    period === choice.period,
    { sport: sport.sport, period, ...(choice.market !== null && has(period) ? { market: choice.market } : {}) },
  ]),
)}${choiceRow("Market", [
  ["All", choice.market === null, { sport: sport.sport, period: choice.period }],
  ...markets.map(
    (market) =>
      [
        marketName(market, sport.sport),
        market === choice.market,
        { sport: sport.sport, period: choice.period, market },
      ] as const,
  ),
])}</nav>`;
}

type ChoiceLink = readonly [text: string, isCurrent: boolean, query: Readonly<Record<string, string>>];

function choiceRow(name: string, links: readonly ChoiceLink[]): Html {
  const id = `choose-${name.toLowerCase()}`;
  const items = links.map(([text, isCurrent, query]) => {
    const address = `/coverage?${new URLSearchParams(query).toString()}`;
    return html`<li><a href="${address}"${isCurrent ? html` aria-current="true"` : ""}>${text}</a></li>`;
  });
  return html`<div class="choice"><span id="${id}">${name}</span><ul aria-labelledby="${id}">${items}</ul></div>`;
}

type Coverage = {
  readonly choice: Choice;
  readonly sports: readonly SportRow[];
  /** The chosen sport. */
  readonly sport: SportRow;
  /** Of the whole sport, all periods and markets. */
  readonly rows: readonly CoverageRow[];
};

type Season = SportRow["seasons"][number];
type Column = { readonly season: Season; readonly market: string; readonly isFirst: boolean };

/** The cell of a market in a season at a book. */
type Cells = ReadonlyMap<string, CoverageRow>;

const keyOf = (book: string, season: number, market: string) => `${book} ${season} ${market}`;

/** Null: there are no lines of this period and market in any season. */
function heatMap({ choice, sport, rows }: Coverage): Html | null {
  const shown = rows.filter(
    ({ period, market }) => period === choice.period && (choice.market === null || market === choice.market),
  );
  if (shown.length === 0) return null;
  const cells: Cells = new Map(shown.map((row) => [keyOf(row.book, row.season, row.market), row]));
  const markets = [...new Set(shown.map(({ market }) => market))];
  const seasons = sport.seasons.toReversed();
  const columns = seasons.flatMap((season) =>
    markets.map((market, index): Column => ({ season, market, isFirst: index === 0 })),
  );
  const label = `Games with a closing line, ${sportLabels[sport.sport]}, ${periodInWords(choice.period)}`;
  return html`<div class="table heat-box" tabindex="0" role="group" aria-label="${label}">
<table class="heat${markets.length === 1 ? html` roomy` : ""}"><caption class="hidden">${label}</caption>
<thead>${seasonHeads(seasons, markets.length)}${markets.length === 1 ? "" : marketHeads(columns, sport.sport)}</thead>
<tbody>
${booksByCloses(shown).map((book) => bookLine(book, columns, cells))}</tbody></table></div>`;
}

/** The consensus first, then the books with the most closes, so that what is missing is at the bottom. */
function booksByCloses(rows: readonly CoverageRow[]): string[] {
  const closes = new Map<string, number>();
  for (const { book, with_close } of rows) closes.set(book, (closes.get(book) ?? 0) + with_close);
  const rank = (book: string) => (book === "consensus" ? Number.POSITIVE_INFINITY : (closes.get(book) as number));
  return [...closes.keys()].toSorted((a, b) => rank(b) - rank(a));
}

function seasonHeads(seasons: readonly Season[], span: number): Html {
  const heads = seasons.map(({ season, games, status }) => {
    const note = status === "in_progress" ? html`<small>in progress</small>` : "";
    return html`<th scope="colgroup" colspan="${span}" class="first">${season}${note}<small>${games} games</small></th>`;
  });
  return html`<tr><th scope="col" rowspan="${span === 1 ? 1 : 2}" class="corner">Book</th>${heads}</tr>`;
}

function marketHeads(columns: readonly Column[], sport: string): Html {
  const heads = columns.map(({ market, isFirst }) => {
    const name = marketName(market, sport);
    return html`<th scope="col"${isFirst ? html` class="first"` : ""}><abbr title="${name}">${shortMarketName(market, sport)}</abbr></th>`;
  });
  return html`<tr>${heads}</tr>`;
}

function bookLine(book: string, columns: readonly Column[], cells: Cells): Html {
  const line = columns.map(({ season, market, isFirst }) => {
    const row = cells.get(keyOf(book, season.season, market));
    return row === undefined ? emptyCell(isFirst) : cell(row, season.games, isFirst);
  });
  return html`<tr><th scope="row">${bookName(book)}</th>${line}</tr>`;
}

function emptyCell(isFirst: boolean): Html {
  return html`<td class="nothing${isFirst ? " first" : ""}"><span class="hidden">no lines</span></td>`;
}

function cell(row: CoverageRow, games: number, isFirst: boolean): Html {
  const { with_close: closes, median_minutes_before_start: minutes } = row;
  const classes = `s${Math.floor((5 * closes) / games)}${isFirst ? " first" : ""}`;
  const said = `${closes} of ${games} games have a close${minutes === null ? "" : `, the median ${minutes.toFixed(1)} minutes before the start`}`;
  return html`<td class="${classes}"><span title="${said}"><b>${percentText(closes, games)}</b> <small>${minutes === null ? "" : minutes.toFixed(1)}</small></span></td>`;
}

/** Whole percents; 100% only where no game is missing, and 0% only where all are. */
function percentText(part: number, whole: number): string {
  if (part === whole) return "100%";
  return `${Math.min(99, part === 0 ? 0 : Math.max(1, Math.round((100 * part) / whole)))}%`;
}

/** The legend: what the shades and the numbers mean, and the short names of these markets. */
function legend(markets: readonly string[], sport: string): Html {
  const steps = Array.from({ length: 6 }, (_, step) => html`<i class="s${step}"></i>`);
  const names = markets.map((market) => `${shortMarketName(market, sport)} ${marketName(market, sport).toLowerCase()}`);
  return html`<div class="heat legend"><p class="scale"><span>No closes</span><span class="steps" aria-hidden="true">${steps}</span><span>Every game</span></p>
${names.length === 0 ? "" : html`<p>${names.join(", ")}</p>`}
<p class="note">A cell says in how many of the season's final games the book has a closing line and, where you ask for it, how many
minutes before the start its closes were captured, in the median. A hatched cell: the book has no
lines there.</p></div>`;
}

/** A visitor's choice; the market is null for all of them next to each other. */
export type Choice = { readonly sport: Sport; readonly period: string; readonly market: string | null };

const choiceParameters = { sport, period: betPeriod, market: betMarket };
const readChoiceQuery = parameterReader(choiceParameters);

/**
 * Null before the first publish. What others append to links, such as `utm_source`, changes nothing.
 * @throws WrongParameter for a value that there is not.
 */
export function readChoice(query: string, sports: readonly SportRow[]): Choice | null {
  const published = sports.filter(({ seasons }) => seasons.length > 0).map((each) => each.sport);
  const first = published.find((each) => each === firstShownSport) ?? published[0];
  if (first === undefined) return null;
  const given = new URLSearchParams({ sport: first });
  for (const [name, value] of new URLSearchParams(query).entries().toArray().toReversed()) {
    if (name in choiceParameters && value !== "") given.set(name, value);
  }
  const asked = readChoiceQuery(given.toString());
  return { sport: asked.sport, period: asked.period ?? "game", market: asked.market };
}
