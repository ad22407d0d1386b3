/** The page of coverage: which books' lines there are, by season and market, and the choice of them that an address makes. */

import { sport } from "../../contract/filters/games.ts";
import { betMarket, betPeriod } from "../../contract/filters/markets.ts";
import type { CoverageRow } from "../../contract/lists/coverage.ts";
import type { SportRow } from "../../contract/lists/reference.ts";
import { parameterReader } from "../../contract/parameter.ts";
import type { LinePeriod } from "../../domain/periods.ts";
import { firstShownSport, type Sport } from "../../domain/sports.ts";
import { coverageOf } from "../../query/coverage.ts";
import type { Snapshot } from "../../query/load.ts";
import { seasonsOf, sportRows, wholeSport } from "../../query/reach.ts";
import { countText } from "../frame/formats.ts";
import { getThisPanel } from "../get-this/panel.ts";
import { type Html, html } from "../ui/html.ts";
import { tabbar } from "../ui/tabbar.ts";
import { type Cell, table } from "../ui/table.ts";
import { bookName, marketName, periodInWords, periodName, sportLabels } from "../ui/words.ts";

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
  const newest = sport.seasons.at(-1);
  const query = `sport=${choice.sport}${newest === undefined ? "" : `&season=${newest.season}`}`;
  const panel = getThisPanel({ ...places, path: "/v1/coverage", query });
  const coverage = { choice, sports, sport, rows };
  const hasRows = marketsOf(coverage).some((each) => each === (choice.market ?? each));
  return html`<div class="coverage-head"><h1>Coverage</h1>
<p class="lead">${summary(coverage)}</p></div>
${choices(coverage)}
<section class="card heat-card" aria-labelledby="heat-title">
<div class="card-head"><h2 id="heat-title">${titleOf(choice)}</h2>
<label class="tick"><input type="checkbox" id="show-minutes"> Show the minutes before the start</label></div>
${hasRows ? heatMaps(coverage) : html`<p>No book has lines of ${periodInWords(choice.period)} in any season of ${sportLabels[sport.sport]} yet.</p>`}
${legend()}
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
  const link = (more: Readonly<Record<string, string>>) =>
    `/coverage?${new URLSearchParams({ sport: sport.sport, ...more })}`;
  // A market that the other period does not have is not taken along.
  const marketIn = (period: string) =>
    rows.some((row) => row.period === period && row.market === choice.market) ? { market: choice.market ?? "" } : {};
  const ofSports = sports.flatMap(({ sport: each, seasons }) =>
    seasons.length === 0
      ? []
      : [{ text: sportLabels[each], isCurrent: each === sport.sport, href: link({ sport: each }) }],
  );
  const ofPeriods = [...new Set(rows.map(({ period }) => period))].map((period) => ({
    text: periodName(period as LinePeriod, sport.sport).long,
    isCurrent: period === choice.period,
    href: link({ period, ...marketIn(period) }),
  }));
  const { period } = choice;
  const ofMarkets = [
    { text: "All", isCurrent: choice.market === null, href: link({ period }) },
    ...marketsOf(coverage).map((market) => ({
      text: marketName(market, sport.sport),
      isCurrent: market === choice.market,
      href: link({ period, market }),
    })),
  ];
  return html`<div class="choices">${tabbar("Sport", ofSports)}${tabbar("Period", ofPeriods)}${tabbar("Market", ofMarkets)}</div>`;
}

type Coverage = {
  readonly choice: Choice;
  readonly sports: readonly SportRow[];
  /** The chosen sport. */
  readonly sport: SportRow;
  /** Of the whole sport, all periods and markets. */
  readonly rows: readonly CoverageRow[];
};

/** A map for each market: a book is a row, and a season a column, the newest first. */
function heatMaps({ choice, sport, rows }: Coverage): Html {
  const shown = rows.filter(({ period }) => period === choice.period);
  const markets = [...new Set(shown.map(({ market }) => market))].filter((each) => each === (choice.market ?? each));
  const seasons = sport.seasons.toReversed();
  const columns = [
    { head: "Book" },
    ...seasons.map(({ season, games, status }) => ({
      head: html`${season}${status === "in_progress" ? html`<small>in progress</small>` : ""}<small>${games} games</small>`,
    })),
  ];
  return html`<div class="maps">${markets.map((market) => {
    const own = shown.filter((row) => row.market === market);
    const title = marketName(market, sport.sport);
    const lines = booksByCloses(own).map((book) => [
      bookName(book),
      ...seasons.map(({ season, games }) => {
        const row = own.find((each) => each.book === book && each.season === season);
        return row === undefined
          ? { text: html`<span class="hidden">no lines</span>`, look: "nothing" }
          : cell(row, games);
      }),
    ]);
    const name = `${title}: games with a closing line, ${sportLabels[sport.sport]}, ${periodInWords(choice.period)}`;
    return html`<div>${choice.market === null ? html`<h3>${title}</h3>` : ""}${table({ name, look: "heat", columns, rows: lines })}</div>`;
  })}</div>`;
}

/** The consensus first, then the books with the most closes, so that what is missing is at the bottom. */
function booksByCloses(rows: readonly CoverageRow[]): string[] {
  const closes = new Map<string, number>();
  for (const { book, with_close } of rows) closes.set(book, (closes.get(book) ?? 0) + with_close);
  const rank = (book: string) => (book === "consensus" ? Number.POSITIVE_INFINITY : (closes.get(book) as number));
  return [...closes.keys()].toSorted((a, b) => rank(b) - rank(a));
}

function cell({ with_close: closes, median_minutes_before_start: minutes }: CoverageRow, games: number): Cell {
  const before = minutes === null ? "" : `, the median ${minutes.toFixed(1)} minutes before the start`;
  return {
    text: html`<b>${percentText(closes, games)}</b> <small>${minutes === null ? "" : minutes.toFixed(1)}</small>`,
    look: `s${Math.floor((5 * closes) / games)}`,
    title: `${closes} of ${games} games have a close${before}`,
  };
}

/** Whole percents; 100% only where no game is missing, and 0% only where all are. */
function percentText(part: number, whole: number): string {
  if (part === whole) return "100%";
  return `${Math.min(99, part === 0 ? 0 : Math.max(1, Math.round((100 * part) / whole)))}%`;
}

/** What the shades and the numbers mean. */
function legend(): Html {
  const steps = Array.from({ length: 6 }, (_, step) => html`<i class="s${step}"></i>`);
  return html`<div class="heat legend"><p class="scale"><span>No closes</span><span class="steps" aria-hidden="true">${steps}</span><span>Every game</span></p>
<p class="note">A cell says in how many of the season's final games the book has a closing line and, where you ask for it, how many
minutes before the start its closes were captured, in the median. A hatched cell: the book has no
lines there.</p></div>`;
}

/** A visitor's choice; the market is null for all of them, one below the other. */
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
