/**
 * `/coverage`: which books' lines there are, by season and market, and the choice of them that an address makes. It is public, because
 * how much there is is not the data itself.
 */
import { sport } from "../../contract/filters/games.ts";
import { betMarket, betPeriod } from "../../contract/filters/markets.ts";
import type { CoverageRow } from "../../contract/lists/coverage.ts";
import type { SportRow } from "../../contract/lists/reference.ts";
import { parameterReader } from "../../contract/parameter.ts";
import type { LinePeriod } from "../../domain/periods.ts";
import { firstShownSport, type Sport } from "../../domain/sports.ts";
import type { Computation } from "../../query/computing.ts";
import { coverageOf } from "../../query/coverage.ts";
import type { Snapshot } from "../../query/load.ts";
import { refuseDamaged, seasonsOf, sportRows, wholeSport } from "../../query/reach.ts";
import type { Places } from "../frame/page.ts";
import { Problem, page, type Visit } from "../frame/recipe.ts";
import { getThisPanel } from "../get-this/panel.ts";
import { Html, html } from "../ui/html.ts";
import { type Cell, tabbar, table } from "../ui/parts.ts";
import { bookName, countText, marketName, periodInWords, periodName, sportLabels } from "../ui/words.ts";

const description =
  "How many games have opening and closing lines, by sport, season, book and market, and how long before the start they were captured.";
const looks = { current: "/coverage", width: "wide", styles: ["data.css"], description } as const;

export const coveragePage = page({
  at: "/coverage",
  cannot: (status) => [
    status === 400 ? "This is not in the coverage" : "Coverage cannot be shown",
    html`<p><a class="button" href="/coverage">See all coverage</a></p>`,
  ],
  read({ snapshot, query }: Visit) {
    const choice = readChoice(query, sportRows(snapshot));
    if (choice !== null) refuseDamaged(snapshot, wholeSport(choice.sport));
    if (choice === null || snapshot.sports[choice.sport].seasons.length === 0) throw new Problem(200, emptyPage);
    // Browsers ask again after a minute, and are mostly told that nothing has changed.
    return { choice, key: Object.values(choice).join(" "), maxAgeS: 60 };
  },
  async draw({ choice }, visit) {
    const body = new Html(await visit.ask(drawnCoverage, { choice, ...visit.places }));
    return { ...looks, title: `Coverage of ${sportLabels[choice.sport]} lines - Gradeline`, body };
  },
});

const emptyPage = {
  ...looks,
  title: "Coverage - Gradeline",
  body: html`<h1>Coverage</h1>
<p class="lead">Nothing is published yet. What there is stands here after the first publish.</p>`,
};

/** A visitor's choice; the market is null for all of them, one below the other. */
type Choice = { readonly sport: Sport; readonly period: string; readonly market: string | null };

const choiceParameters = { sport, period: betPeriod, market: betMarket };
const readChoiceQuery = parameterReader(choiceParameters);

/**
 * Null before the first publish. What others append to links, such as `utm_source`, changes nothing.
 * @throws WrongParameter for a value that there is not.
 */
function readChoice(query: string, sports: readonly SportRow[]): Choice | null {
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

/** The contents of the page: sports that have seasons, those of the chosen one, oldest first, its rows, and those of the chosen period. */
function coverageFor(snapshot: Snapshot, choice: Choice) {
  const { sport, period } = choice;
  const sports = sportRows(snapshot).filter(({ seasons }) => seasons.length > 0);
  const all = seasonsOf(snapshot, wholeSport(sport));
  const rows = all.flatMap((season) => coverageOf(season).rows.map(({ row }) => row));
  const ofPeriod = rows.filter((row) => row.period === period);
  const markets = [...new Set(ofPeriod.map((row) => row.market))];
  const seasons = sports.find((each) => each.sport === sport)?.seasons ?? [];
  return { choice, sports, seasons, rows, ofPeriod, markets };
}
type Coverage = ReturnType<typeof coverageFor>;

type CoverageAsked = Places & { readonly choice: Choice };

/** HTML as text. A season has hundreds of thousands of lines to count, and a sport thousands of cells. */
export const drawnCoverage: Computation<CoverageAsked, string> = { name: "map of coverage", compute: draw };

function draw(snapshot: Snapshot, { choice, ...places }: CoverageAsked): string {
  const { sport, period, market } = choice;
  const coverage = coverageFor(snapshot, choice);
  const { seasons, markets } = coverage;
  const shown = market === null ? markets : markets.filter((each) => each === market);
  const title = `${sportLabels[sport]}, ${periodInWords(period)}, ${market === null ? "all markets" : marketName(market, sport).toLowerCase()}`;
  const maps = html`<div class="maps">${shown.map((each) => heatMap(coverage, each))}</div>`;
  const query = new URLSearchParams({ sport, season: String(seasons.at(-1)?.season) }).toString();
  return html`<div class="coverage-head"><h1>Coverage</h1>
<p class="lead">${summary(coverage)}</p></div>
${choices(coverage)}
<section class="card heat-card" aria-labelledby="heat-title">
<div class="card-head"><h2 id="heat-title">${title}</h2>
<label class="tick"><input type="checkbox" id="show-minutes"> Show the minutes before the start</label></div>
${shown.length > 0 ? maps : html`<p>No book has lines of ${periodInWords(period)} in any season of ${sportLabels[sport]} yet.</p>`}
${legend}
</section>
${getThisPanel({ ...places, path: "/v1/coverage", query })}`.text;
}

const isConsensus = ({ book }: CoverageRow) => book === "consensus";

/** Says in a sentence what the map shows: counts of the API, added up. */
function summary({ choice, seasons, ofPeriod }: Coverage): Html {
  const rows = ofPeriod.filter((row) => !isConsensus(row) && row.market === (choice.market ?? row.market));
  const games = seasons.reduce((sum, season) => sum + season.games, 0);
  const books = new Set(rows.map(({ book }) => book)).size;
  return html`<strong>${countText(games)}</strong> final ${sportLabels[choice.sport]} games since ${seasons[0]?.season ?? ""}, lines of <strong>${books}</strong> books. The stronger the green of a cell, the more games have a closing line there.`;
}

function choices({ choice, sports, rows, markets }: Coverage): Html {
  const { sport, period, market } = choice;
  const tab = (text: string, isCurrent: boolean, more: Readonly<Record<string, string>>) => {
    const href = `/coverage?${new URLSearchParams({ sport, ...more })}`;
    return { text, isCurrent, href };
  };
  // A market that the other period does not have is not taken along.
  const marketIn = (other: string) =>
    market !== null && rows.some((row) => row.period === other && row.market === market) ? { market } : {};
  const ofSports = sports.map(({ sport: each }) => tab(sportLabels[each], each === sport, { sport: each }));
  const ofPeriods = [...new Set(rows.map((row) => row.period))].map((each) =>
    tab(periodName(each as LinePeriod, sport).long, each === period, { period: each, ...marketIn(each) }),
  );
  const ofMarkets = markets.map((each) => tab(marketName(each, sport), each === market, { period, market: each }));
  const all = tab("All", market === null, { period });
  return html`<div class="choices">${tabbar("Sport", ofSports)}${tabbar("Period", ofPeriods)}${tabbar("Market", [all, ...ofMarkets])}</div>`;
}

/** The map of a market: a book is a row, and a season a column, the newest first. */
function heatMap({ choice, seasons, ofPeriod }: Coverage, market: string): Html {
  const { sport, period } = choice;
  const newestFirst = seasons.toReversed();
  const heads = newestFirst.map(({ season, games, status }) => ({
    head: html`${season}${status === "in_progress" ? html`<small>in progress</small>` : ""}<small>${games} games</small>`,
  }));
  const byBook = Map.groupBy(
    ofPeriod.filter((row) => row.market === market),
    ({ book }) => book,
  );
  // The consensus first, then the books with the most closes, so that what is missing is at the bottom.
  const rank = (own: readonly CoverageRow[]) =>
    own.some(isConsensus) ? Number.POSITIVE_INFINITY : own.reduce((sum, { with_close: count }) => sum + count, 0);
  const rows = [...byBook]
    .toSorted(([, one], [, other]) => rank(other) - rank(one))
    .map(([book, own]) => {
      const bySeason = new Map(own.map((row) => [row.season, row]));
      return [bookName(book), ...newestFirst.map(({ season, games }) => cell(bySeason.get(season), games))];
    });
  const title = marketName(market, sport);
  const name = `${title}: games with a closing line, ${sportLabels[sport]}, ${periodInWords(period)}`;
  return html`<div>${choice.market === null ? html`<h3>${title}</h3>` : ""}${table({ name, look: "heat", columns: ["Book", ...heads], rows })}</div>`;
}

function cell(row: CoverageRow | undefined, games: number): Cell {
  if (row === undefined) return { text: html`<span class="hidden">no lines</span>`, look: "nothing" };
  const { with_close: closes, median_minutes_before_start: minutes } = row;
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

const steps = [0, 1, 2, 3, 4, 5].map((step) => html`<i class="s${step}"></i>`);

/** The meaning of the shades and the numbers. */
const legend = html`<div class="heat legend"><p class="scale"><span>No closes</span><span class="steps" aria-hidden="true">${steps}</span><span>Every game</span></p>
<p class="note">A cell says in how many of the season's final games the book has a closing line and, where you ask for it, how many
minutes before the start its closes were captured, in the median. A hatched cell: the book has no
lines there.</p></div>`;
