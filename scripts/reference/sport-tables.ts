/**
 * The tables of pages that say of each sport what `src/domain/sports/` states, and the sentence that names all sports.
 */
import { sportBounds } from "../../src/domain/bounds.ts";
import { pricedPeriodsOf, scoredPeriodsOf } from "../../src/domain/periods.ts";
import { type Sport, sportFacts, sports } from "../../src/domain/sports.ts";
import { pageWith } from "./filled-tables.ts";

export function conventionsPage(): string {
  const seasons = rowsOfAlike((sport) => [`the ${sportFacts[sport].seasonLabel.replace(/ \(.*/, "")}`]);
  const periods = rowsOfAlike((sport) => [codes(scoredPeriodsOf[sport], " ")]);
  return pageWith("docs/api/conventions.md", [
    { head: ["sport", "`season` is"], rows: seasons },
    { head: ["sport", "keys of `period_scores`"], rows: periods },
  ]);
}

export function feedPage(): string {
  const markets = rowsOfAlike((sport) => {
    const { full = [], ...ofPeriods } = sportFacts[sport].publishedMarkets;
    const periods = [...Map.groupBy(Object.entries(ofPeriods), ([, names]) => marketWords(names))];
    const words = periods.map(([names, alike]) => `${names} of ${codes(alike.map(([period]) => period))}`);
    return [marketWords(full), words.join("; ")];
  });
  return pageWith("docs/feed.md", [
    { head: ["sport", "full game", "periods"], rows: markets },
    {
      head: ["sport", "score of a side", "margin", "entries of a line score", "points in one of them", "weeks"],
      rows: sports.map((sport) => {
        const { score, margin, periods, periodPoints, weeks } = sportBounds[sport];
        return [sport, ...[score, margin, periods, periodPoints, weeks ?? "–"].map(String)];
      }),
    },
    { head: ["sport", "period", "spread", "total", "team total"], rows: sports.flatMap(rowsOfLines) },
  ]);
}

export function overviewPage(): string {
  const seasons = rowsOfAlike(
    (sport) => [firstSeason(sport)],
    (sport) => sportFacts[sport].label,
  );
  return namingSports(pageWith("docs/api/overview.md", [{ head: ["sport", "first season"], rows: seasons }]));
}

export function consensusPage(): string {
  const head = ["sport", "`period` in `/v1/periods`", "`period` in `/v1/period_odds`"];
  const rows = rowsOfAlike((sport) => [codes(scoredPeriodsOf[sport], " "), codes(pricedPeriodsOf[sport], " ")]);
  return pageWith("docs/api/consensus.md", [{ head, rows }]);
}

export function readmePage(): string {
  return namingSports(pageWith("README.md", []));
}

export function specificationPage(): string {
  const rows = sports.map((sport) => {
    const { name, seasonLabel, betTypes } = sportFacts[sport];
    return [codes([sport]), name, firstSeason(sport), seasonLabel, betTypes.join(", ")];
  });
  const head = ["sport", "`name`", "first season", "`season_label`", "`bet_types`"];
  return pageWith("docs/specification.md", [{ head, rows }]);
}

/** Sports of which the same is to be said share a row. */
function rowsOfAlike(cellsOf: (sport: Sport) => string[], nameOf: (sport: Sport) => string = String): string[][] {
  const alike = Map.groupBy(sports, (sport) => JSON.stringify(cellsOf(sport))).values();
  return [...alike].map((group) => [group.map(nameOf).join(", "), ...cellsOf(group[0] as Sport)]);
}

/** Periods with the same bounds share a row. */
function rowsOfLines(sport: Sport): string[][] {
  const lines = Object.entries(sportBounds[sport].lines);
  const range = (bounds: { least: number; most: number } | null) =>
    bounds === null ? "–" : `${bounds.least} to ${bounds.most}`;
  return [...Map.groupBy(lines, ([, bounds]) => JSON.stringify(bounds)).values()].flatMap((alike) => {
    const [[, bounds] = []] = alike;
    if (bounds === undefined) return [];
    const periods = codes(alike.map(([period]) => period));
    return [[sport, periods, String(bounds.spread), range(bounds.total), range(bounds.teamTotal)]];
  });
}

/** A season that two years share has both in its name. */
function firstSeason(sport: Sport): string {
  const { firstSeason: year, seasonNamedBy } = sportFacts[sport];
  return seasonNamedBy === "end" ? `${year - 1}-${year % 100}` : String(year);
}

function marketWords(names: readonly string[]): string {
  return [...new Set(names.map((name) => (name.endsWith("team_total") ? "team totals" : name)))].join(", ");
}

function codes(words: readonly string[], between = ", "): string {
  return words.map((word) => `\`${word}\``).join(between);
}

function namingSports(page: string): string {
  const list = new Intl.ListFormat("en-GB").format(sports.map((sport) => sportFacts[sport].label));
  return page.replace(/(?<=completed )[\w, ]+(?= games)/, list);
}
