/** The page of coverage: which books' lines there are, by season and market. */
import { html } from "ghtml";
import { countText } from "../frame/formats.ts";
import { type Coverage, heatMap, legend, percentText } from "./heat-map.ts";
import type { Choice } from "./read.ts";
import { marketName, periodName, sportNames } from "./words.ts";

export const coverageDescription =
  "How many games have opening and closing lines, by sport, season, book and market, and how long before the start they were captured.";

export function coverageBody(coverage: Coverage, panel: string): string {
  const { choice, sport } = coverage;
  const map = heatMap(coverage);
  return html`<div class="coverage-head"><h1>Coverage</h1>
<p class="lead">!${summary(coverage)}</p></div>
!${choices(coverage)}
<section class="card heat-card" aria-labelledby="heat-title">
<div class="card-head"><h2 id="heat-title">${titleOf(choice)}</h2>
<label class="check"><input type="checkbox" id="show-minutes"> Show the minutes before the start</label></div>
!${map ?? html`<p>No book has lines of ${periodName(choice.period).toLowerCase()} in any season of ${sportNames[sport.sport]} yet.</p>`}
!${legend(choice.market === null ? marketsOf(coverage) : [], sport.sport)}
</section>
!${panel}`;
}

function titleOf({ sport, period, market }: Choice): string {
  const what = market === null ? "all markets" : marketName(market, sport).toLowerCase();
  return `${sportNames[sport]}, ${periodName(period).toLowerCase()}, ${what}`;
}

/** Says in a sentence what the map shows: counts of the API, added up. */
function summary({ choice, sport, rows }: Coverage): string {
  const games = sport.seasons.reduce((sum, season) => sum + season.games, 0);
  const shown = rows.filter(({ period, market }) => period === choice.period && (choice.market ?? market) === market);
  const books = new Set(shown.map(({ book }) => book).filter((book) => book !== "consensus")).size;
  const [first] = sport.seasons;
  const newest = sport.seasons.at(-1);
  const ofNewest = newest === undefined || newest.games === 0 ? "" : ` ${newestSummary(shown, newest)}`;
  return html`<strong>${countText(games)}</strong> final ${sportNames[sport.sport]} games since ${first?.season ?? ""}, lines of <strong>${books}</strong> books.!${ofNewest} The stronger the green of a cell, the more games have a closing line there.`;
}

/** How good the newest season is: the consensus, and how many books have nearly every game. */
function newestSummary(
  rows: Coverage["rows"],
  { season, games }: { readonly season: number; readonly games: number },
): string {
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

function choices(coverage: Coverage): string {
  const { choice, sports, sport, rows } = coverage;
  const bookedSports = sports.filter(({ seasons }) => seasons.length > 0);
  const periods = [...new Set(rows.map(({ period }) => period))];
  const markets = marketsOf(coverage);
  // A market that the other period does not have is not taken along.
  const has = (period: string) => rows.some((row) => row.period === period && row.market === choice.market);
  return html`<nav class="choices" aria-label="What is shown">
!${choiceRow(
    "Sport",
    bookedSports.map((each) => [sportNames[each.sport], each.sport === sport.sport, { sport: each.sport }]),
  )}!${choiceRow(
    "Period",
    periods.map((period) => [
      periodName(period),
      period === choice.period,
      { sport: sport.sport, period, ...(choice.market !== null && has(period) ? { market: choice.market } : {}) },
    ]),
  )}!${choiceRow("Market", [
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

function choiceRow(name: string, links: readonly ChoiceLink[]): string {
  const id = `choose-${name.toLowerCase()}`;
  const items = links.map(([text, isCurrent, query]) => {
    const address = `/coverage?${new URLSearchParams(query).toString()}`;
    return html`<li><a href="${address}"!${isCurrent ? ' aria-current="true"' : ""}>${text}</a></li>`;
  });
  return html`<div class="choice"><span id="${id}">${name}</span><ul aria-labelledby="${id}">!${items}</ul></div>`;
}
