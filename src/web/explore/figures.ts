/** The charts of a set, and the groups that it was divided into. */
import * as Plot from "@observablehq/plot";
import type { TrendRow } from "../../contract/lists/trends.ts";
import { datesOfSeason } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import { findTeam } from "../../domain/teams/registry.ts";
import type { SetLook } from "../../query/trends/look.ts";
import type { Bin, Histogram, UnitsPoint } from "../../query/trends/tally.ts";
import { ink, plotOfUnits } from "../pictures/draw.ts";
import { type Chart, chart } from "../ui/chart.ts";
import { type Html, html } from "../ui/html.ts";
import { card, table } from "../ui/parts.ts";
import {
  betTypeName,
  capitalized,
  countText,
  monthNames,
  shareText,
  signedShareText,
  signedText,
} from "../ui/words.ts";
import { type ExploreGrouping, groupingNames } from "./address.ts";
import { recordOf } from "./verdict-words.ts";

/** Three charts, or two: other groups than those of time are many, and have a table. */
export function figuresOf(found: SetLook, sport: Sport, by: ExploreGrouping): Html {
  const ofTime = by === "season" || by === "month" ? [recordChart(found, by, sport)] : [];
  const charts = [...ofTime, marginChart(found.margins), unitsChart(found.units)];
  return html`${charts.map((drawn) => html`<div class="card drawn">${drawn}</div>`)}`;
}

/** Months are drawn in the order in which a season plays them. */
function recordChart({ all: { break_even: breakEven }, groups }: SetLook, by: "season" | "month", sport: Sport): Html {
  const first = Number(datesOfSeason({ sport, season: 2024 }).from.slice(5, 7));
  const placeOf = ({ group }: TrendRow) => (by === "season" ? Number(group) : (Number(group) - first + 12) % 12);
  const ordered = groups.toSorted((a, b) => placeOf(a) - placeOf(b));
  const points = ordered.flatMap(({ group, win_rate: { value, low, high } }) => {
    const name = groupName(by, sport, group ?? "");
    const short = by === "month" ? name.slice(0, 3) : name;
    return value === null || low === null || high === null ? [] : [{ name: short, value, low, high }];
  });
  // The card of the groups has what chance says of each.
  const { columns, rows } = groupsTable(by, sport, ordered);
  const interval = { stroke: ink.series[0], strokeLinecap: "round" } as const;
  const ends = [breakEven ?? 0.5, ...points.flatMap(({ low, high }) => [low, high])];
  return chart({
    name: `Share won by ${by}`,
    says: `How many of the decided bets of each ${by} were won, with 95% intervals, beside the share that breaks even.`,
    caption: `Dots with their 95% intervals. Dashed: break-even, ${breakEven === null ? "unknown" : shareText(breakEven)}.`,
    x: { type: "point", domain: points.map(({ name }) => name), padding: 0.6 },
    y: {
      // The shares that the intervals cover, and a little more.
      domain: [Math.max(0, Math.min(...ends) - 0.04), Math.min(1, Math.max(...ends) + 0.04)],
      tickFormat: (share: number) => `${Math.round(share * 100)}%`,
    },
    marks: [
      Plot.ruleY(breakEven === null ? [] : [breakEven], { stroke: ink.text, strokeWidth: 1.2, strokeDasharray: "4,3" }),
      Plot.ruleX(points, { x: "name", y1: "low", y2: "high", ...interval, strokeWidth: 5, strokeOpacity: 0.4 }),
      Plot.dot(points, { x: "name", y: "value", r: 5, fill: ink.series[0], stroke: ink.card, strokeWidth: 1.5 }),
    ],
    table: { columns: columns.slice(0, 3), rows: rows.map((row) => row.slice(0, 3)) },
  });
}

function marginChart({ bins, push, widthPoints }: Histogram): Html {
  const colors = { won: ink.series[0], lost: ink.series[1], push: ink.quiet };
  const half = widthPoints * 0.14;
  const most = bins.reduce((wide, { x1, x2 }) => Math.max(wide, Math.abs(x1), Math.abs(x2)), widthPoints);
  const bars = push === 0 ? bins : [...bins, { x1: -half, x2: half, bets: push, result: "push" as const }];
  const aboveFrame = { dy: -17, fill: ink.quiet };
  return chart({
    name: "Margin against the line",
    says: "How many bets ended how many points ahead of their closing line, or behind it.",
    caption: `How far bets beat the closing line or missed it, ${widthPoints === 1 ? "a point" : `${widthPoints} points`} a bar.`,
    x: { domain: [-most, most], ticks: 7, tickFormat: (points: number) => signedText(points) },
    y: { tickFormat: (count: number) => (Number.isInteger(count) ? countText(count) : "") },
    marks: [
      ...(["lost", "won", "push"] as const).map((result) =>
        Plot.rectY(
          bars.filter((bar) => bar.result === result),
          { x1: "x1", x2: "x2", y: "bets", fill: colors[result], insetLeft: 0.75, insetRight: 0.75, rx: 1.5 },
        ),
      ),
      Plot.ruleY([0], { stroke: ink.edge }),
      Plot.ruleX([0], { stroke: ink.text, strokeWidth: 1.2, strokeDasharray: "4,3" }),
      Plot.text(["missed"], { ...aboveFrame, frameAnchor: "top-left", textAnchor: "start" }),
      Plot.text(["beat the line"], { ...aboveFrame, frameAnchor: "top-right", textAnchor: "end" }),
    ],
    table: {
      columns: ["Points ahead", { head: "Bets", look: "number" }, "Result"],
      rows: bars.map((bar) => [bar.result === "push" ? "0" : rangeWords(bar), countText(bar.bets), bar.result]),
    },
  });
}

function rangeWords({ x1, x2, result, isLast }: Bin): string {
  const [from, to] = [signedText(x1), signedText(x2)];
  if (result === "won") return isLast ? `above ${from}` : `above ${from} to ${to}`;
  return isLast ? `below ${to}` : `${from} to below ${to}`;
}

function unitsChart(points: readonly UnitsPoint[]): Html {
  return chart({
    name: "Units won, bet by bet",
    says: "Units won on stakes of one at closing prices, beside the band in which chance alone ends up in 95 of 100 tries.",
    caption: "At closing prices. Grey: where chance alone ends in 95 of 100 tries, if bets are independent.",
    x: null,
    y: null,
    marks: plotOfUnits(points).marks ?? [],
    table: {
      columns: ["Bets", "Last game", { head: "Units", look: "number" }, { head: "Chance alone, 95%", look: "number" }],
      rows: points.map(({ bets, date, units, low, high }) => [
        countText(bets),
        date,
        signedText(units, 2),
        `${signedText(low, 1)} to ${signedText(high, 1)}`,
      ]),
    },
  });
}

/** The groups of a set, each with its record and what chance says of it [A-14]. @param groups without the row for all. */
export function groupsCard(by: ExploreGrouping, sport: Sport, groups: readonly TrendRow[]): Html {
  const judged = groups.filter(({ p_value: chance }) => chance !== null).length;
  const title = `By ${groupingNames[by]}`;
  const hint = `Each verdict allows for all ${countText(judged)} groups: among many, one always looks striking.`;
  return card(
    { id: "groups-title", title, hint, look: "groups" },
    table({ name: title, look: "two-lines", ...groupsTable(by, sport, groups) }),
  );
}

function groupsTable(by: ExploreGrouping, sport: Sport, groups: readonly TrendRow[]): Chart["table"] {
  const rows = groups.map(({ group, win_rate: { value, low, high }, return_on_investment: { close }, ...row }) => {
    const interval = low === null || high === null ? "" : html` <small>${shareText(low)} to ${shareText(high)}</small>`;
    const verdict = row.verdict === "no evidence" ? "luck may do that" : (row.verdict ?? "–");
    const won = html`${value === null ? "–" : shareText(value)}${interval}`;
    const returned = close.value === null ? "–" : signedShareText(close.value);
    return [groupName(by, sport, group ?? ""), recordOf(row), won, verdict, returned];
  });
  const columns = [
    capitalized(groupingNames[by]),
    { head: "Record", look: "number" },
    { head: "Won", look: "number" },
    { head: "Beside chance", look: "second" },
    { head: "Return at the close", look: "number second" },
  ];
  return { columns, rows };
}

function groupName(by: ExploreGrouping, sport: Sport, name: string): string {
  if (by === "team") return findTeam(sport, name)?.name ?? name;
  if (by === "month") return monthNames[Number(name) - 1] ?? name;
  if (by === "bet_type") return betTypeName(name);
  return by === "week" && /^\d+$/.test(name) ? `Week ${name}` : name;
}
