/**
 * The heat map of coverage. It is a table whose cells have shades, so that the picture and the table beside it are one: every
 * cell says in words what its shade says.
 */
import { html } from "ghtml";
import type { CoverageRow } from "../../contract/lists/coverage.ts";
import type { SportRow } from "../../contract/lists/reference.ts";
import type { Choice } from "./read.ts";
import { bookName, marketName, periodName, shortMarketName, sportNames } from "./words.ts";

export type Coverage = {
  readonly choice: Choice;
  readonly sports: readonly SportRow[];
  /** The chosen sport. */
  readonly sport: SportRow;
  /** Of the whole sport, all periods and markets. */
  readonly rows: readonly CoverageRow[];
};

type Season = SportRow["seasons"][number];
type Column = { readonly season: Season; readonly market: string; readonly isFirst: boolean };

/** What is shown of a market in a season at a book. */
type Cells = ReadonlyMap<string, CoverageRow>;

const keyOf = (book: string, season: number, market: string) => `${book} ${season} ${market}`;

/** Null: there are no lines of this period and market in any season. */
export function heatMap({ choice, sport, rows }: Coverage): string | null {
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
  const label = `Games with a closing line, ${sportNames[sport.sport]}, ${periodName(choice.period)}`;
  return html`<div class="table heat-box" tabindex="0" role="group" aria-label="${label}">
<table class="heat!${markets.length === 1 ? " roomy" : ""}"><caption class="hidden">${label}</caption>
<thead>!${seasonHeads(seasons, markets.length)}!${markets.length === 1 ? "" : marketHeads(columns, sport.sport)}</thead>
<tbody>
!${booksByCloses(shown).map((book) => bookLine(book, columns, cells))}</tbody></table></div>`;
}

/** The consensus first, then the books with the most closes, so that what is missing is at the bottom. */
function booksByCloses(rows: readonly CoverageRow[]): string[] {
  const closes = new Map<string, number>();
  for (const { book, with_close } of rows) closes.set(book, (closes.get(book) ?? 0) + with_close);
  const rank = (book: string) => (book === "consensus" ? Number.POSITIVE_INFINITY : (closes.get(book) as number));
  return [...closes.keys()].toSorted((a, b) => rank(b) - rank(a));
}

function seasonHeads(seasons: readonly Season[], span: number): string {
  const heads = seasons.map(({ season, games, status }) => {
    const note = status === "in_progress" ? html`<small>in progress</small>` : "";
    return html`<th scope="colgroup" colspan="${span}" class="first">${season}!${note}<small>${games} games</small></th>`;
  });
  return html`<tr><th scope="col" rowspan="${span === 1 ? 1 : 2}" class="corner">Book</th>!${heads}</tr>`;
}

function marketHeads(columns: readonly Column[], sport: string): string {
  const heads = columns.map(({ market, isFirst }) => {
    const name = marketName(market, sport);
    return html`<th scope="col"!${isFirst ? ' class="first"' : ""}><abbr title="${name}">${shortMarketName(market, sport)}</abbr></th>`;
  });
  return html`<tr>!${heads}</tr>`;
}

function bookLine(book: string, columns: readonly Column[], cells: Cells): string {
  const line = columns.map(({ season, market, isFirst }) => {
    const row = cells.get(keyOf(book, season.season, market));
    return row === undefined ? emptyCell(isFirst) : cell(row, season.games, isFirst);
  });
  return html`<tr><th scope="row">${bookName(book)}</th>!${line}</tr>`;
}

function emptyCell(isFirst: boolean): string {
  return `<td class="nothing${isFirst ? " first" : ""}"><span class="hidden">no lines</span></td>`;
}

function cell(row: CoverageRow, games: number, isFirst: boolean): string {
  const { with_close: closes, median_minutes_before_start: minutes } = row;
  const classes = `s${closes === games ? 10 : Math.floor((10 * closes) / games)}${isFirst ? " first" : ""}`;
  const said = `${closes} of ${games} games have a close${minutes === null ? "" : `, the median ${minutes.toFixed(1)} minutes before the start`}`;
  return html`<td class="${classes}"><span title="${said}"><b>${percentText(closes, games)}</b> <small>${minutes === null ? "" : minutes.toFixed(1)}</small></span></td>`;
}

/** Whole percents; 100% only where no game is missing, and 0% only where all are. */
export function percentText(part: number, whole: number): string {
  if (part === whole) return "100%";
  return `${Math.min(99, part === 0 ? 0 : Math.max(1, Math.round((100 * part) / whole)))}%`;
}

/** What the shades and the numbers mean, and the short names of these markets. */
export function legend(markets: readonly string[], sport: string): string {
  const steps = Array.from({ length: 11 }, (_, step) => `<i class="s${step}"></i>`).join("");
  const names = markets.map((market) => `${shortMarketName(market, sport)} ${marketName(market, sport).toLowerCase()}`);
  return html`<div class="heat legend"><p class="scale"><span>No closes</span><span class="steps" aria-hidden="true">!${steps}</span><span>Every game</span></p>
!${names.length === 0 ? "" : html`<p>${names.join(", ")}</p>`}
<p class="note">A cell says in how many of the season's final games the book has a closing line and, where you ask for it, how many
minutes before the start its closes were captured, in the median. A hatched cell: the book has no
lines there.</p></div>`;
}
