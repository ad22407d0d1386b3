/** The three pictures of a set, each with its numbers as a table beside it. */

import * as Plot from "@observablehq/plot";
import type { TrendRow } from "../../contract/lists/trends.ts";
import { datesOfSeason } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import type { SetLook } from "../../query/trends/look.ts";
import type { Bin, Histogram, UnitsPoint } from "../../query/trends/tally.ts";
import { countText, shareText, signedText } from "../frame/formats.ts";
import { drawPicture, figure, ink, narrowPx, type PictureWords } from "../pictures/draw.ts";
import { plotOfUnits } from "../pictures/units.ts";
import { type Html, html } from "../ui/html.ts";
import type { ExploreGrouping } from "./address.ts";
import { recordOf } from "./verdict-words.ts";
import { monthNames } from "./words.ts";

const size = { width: narrowPx, height: 220, marginLeft: 44, marginRight: 12, marginBottom: 24, marginTop: 22 };

type GroupedBy = "season" | "month";
type Groups = { readonly by: GroupedBy; readonly trends: readonly TrendRow[] };

/** Three figures, or two. */
export function figuresOf({ all, groups, margins, units }: SetLook, sport: Sport, by: ExploreGrouping): Html {
  // Other groups are many, and have a table.
  const isOfTime = by === "season" || by === "month";
  const records = isOfTime ? [recordFigure(all, { by, trends: inSeasonOrder(sport, by, groups) })] : [];
  return html`${records}${marginFigure(margins)}${unitsFigure(units)}`;
}

/** The months of a season in the order in which they are played. */
function inSeasonOrder(sport: Sport, by: GroupedBy, groups: readonly TrendRow[]): readonly TrendRow[] {
  if (by === "season") return groups;
  const turn = Number(datesOfSeason({ sport, season: 2024 }).from.slice(5, 7));
  const placeOf = ({ group }: TrendRow) => (Number(group) - turn + 12) % 12;
  return groups.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function groupName({ by }: Groups, group: string | null): string {
  if (by === "season") return group ?? "";
  return monthNames[Number(group) - 1]?.slice(0, 3) ?? group ?? "";
}

function recordFigure(all: TrendRow, groups: Groups): Html {
  const words: PictureWords = {
    title: `Share won by ${groups.by}`,
    description: `How many of the decided bets of each ${groups.by} were won, with 95% intervals, beside the share that breaks even.`,
  };
  const points = groups.trends.flatMap((trend) => {
    const { value, low, high } = trend.win_rate;
    return value === null || low === null || high === null
      ? []
      : [{ name: groupName(groups, trend.group), value, low, high }];
  });
  const rows = groups.trends.map((trend) => [
    groupName(groups, trend.group),
    recordOf(trend),
    trend.win_rate.value === null ? "–" : shareText(trend.win_rate.value),
    trend.win_rate.low === null || trend.win_rate.high === null
      ? "–"
      : `${shareText(trend.win_rate.low)} to ${shareText(trend.win_rate.high)}`,
  ]);
  const picture = drawPicture(
    {
      ...size,
      x: { type: "point", domain: points.map(({ name }) => name), label: null, padding: 0.6, tickSize: 0 },
      y: {
        domain: shareDomain(points, all.break_even),
        label: null,
        grid: false,
        tickFormat: (share: number) => `${Math.round(share * 100)}%`,
        ticks: 5,
        tickSize: 0,
      },
      marks: [
        Plot.gridY({ stroke: ink.grid, strokeOpacity: 1, ticks: 5 }),
        ...(all.break_even === null
          ? []
          : [Plot.ruleY([all.break_even], { stroke: ink.text, strokeWidth: 1.2, strokeDasharray: "4,3" })]),
        Plot.ruleX(points, {
          x: "name",
          y1: "low",
          y2: "high",
          stroke: ink.series[0],
          strokeWidth: 5,
          strokeOpacity: 0.4,
          strokeLinecap: "round",
        }),
        Plot.dot(points, { x: "name", y: "value", r: 5, fill: ink.series[0], stroke: ink.card, strokeWidth: 1.5 }),
      ],
    },
    words,
  );
  return boxed(
    figure(
      picture,
      {
        ...words,
        caption: `Dots with their 95% intervals. Dashed: break-even, ${all.break_even === null ? "unknown" : shareText(all.break_even)}.`,
      },
      {
        columns: [
          { name: groups.by === "season" ? "Season" : "Month", isNumber: false },
          { name: "Record", isNumber: true },
          { name: "Won", isNumber: true },
          { name: "95% interval", isNumber: true },
        ],
        rows,
      },
    ),
  );
}

/** The shares that the intervals cover, and a little more. */
function shareDomain(
  points: readonly { readonly low: number; readonly high: number }[],
  breakEven: number | null,
): [number, number] {
  const least = Math.min(breakEven ?? 0.5, ...points.map(({ low }) => low));
  const most = Math.max(breakEven ?? 0.5, ...points.map(({ high }) => high));
  return [Math.max(0, least - 0.04), Math.min(1, most + 0.04)];
}

function marginFigure({ bins, push, widthPoints }: Histogram): Html {
  const words: PictureWords = {
    title: "Margin against the line",
    description: "How many bets ended how many points ahead of their closing line, or behind it.",
  };
  const colors = { won: ink.series[0], lost: ink.series[1], push: ink.quiet };
  const half = widthPoints * 0.14;
  const most = bins.reduce((wide, { x1, x2 }) => Math.max(wide, Math.abs(x1), Math.abs(x2)), widthPoints);
  const bars = push === 0 ? bins : [...bins, { x1: -half, x2: half, bets: push, result: "push" as const }];
  const picture = drawPicture(
    {
      ...size,
      x: {
        domain: [-most, most],
        label: null,
        tickFormat: (points: number) => signedText(points),
        ticks: 7,
        tickSize: 0,
      },
      y: {
        label: null,
        tickSize: 0,
        ticks: 5,
        tickFormat: (count: number) => (Number.isInteger(count) ? countText(count) : ""),
      },
      marks: [
        Plot.gridY({ stroke: ink.grid, strokeOpacity: 1, ticks: 5 }),
        ...(["lost", "won", "push"] as const).map((result) =>
          Plot.rectY(
            bars.filter((bar) => bar.result === result),
            { x1: "x1", x2: "x2", y: "bets", fill: colors[result], insetLeft: 0.75, insetRight: 0.75, rx: 1.5 },
          ),
        ),
        Plot.ruleY([0], { stroke: ink.edge }),
        Plot.ruleX([0], { stroke: ink.text, strokeWidth: 1.2, strokeDasharray: "4,3" }),
        ...(
          [
            ["missed", "left", "start"],
            ["beat the line", "right", "end"],
          ] as const
        ).map(([words, side, textAnchor]) =>
          Plot.text([words], {
            frameAnchor: `top-${side}`,
            textAnchor,
            dy: -17,
            fill: ink.quiet,
          }),
        ),
      ],
    },
    words,
  );
  const rows = [
    ...bins.map((bin) => [rangeWords(bin), countText(bin.bets), bin.result]),
    ...(push === 0 ? [] : [["0", countText(push), "push"]]),
  ];
  return boxed(
    figure(
      picture,
      {
        ...words,
        caption: `How far bets beat the closing line or missed it, ${widthPoints === 1 ? "a point" : `${widthPoints} points`} a bar.`,
      },
      {
        columns: [
          { name: "Points ahead", isNumber: false },
          { name: "Bets", isNumber: true },
          { name: "Result", isNumber: false },
        ],
        rows,
      },
    ),
  );
}

function rangeWords({ x1, x2, result, isLast }: Bin): string {
  if (isLast) return result === "won" ? `above ${signedText(x1)}` : `below ${signedText(x2)}`;
  return result === "won"
    ? `above ${signedText(x1)} to ${signedText(x2)}`
    : `${signedText(x1)} to below ${signedText(x2)}`;
}

function unitsFigure(points: readonly UnitsPoint[]): Html {
  const words: PictureWords = {
    title: "Units won, bet by bet",
    description:
      "Units won on stakes of one at closing prices, beside the band in which chance alone ends up in 95 of 100 tries.",
  };
  const picture = drawPicture({ ...size, ...plotOfUnits(points) }, words);
  const rows = points.map(({ bets, date, units, low, high }) => [
    countText(bets),
    date,
    signedText(units, 2),
    `${signedText(low, 1)} to ${signedText(high, 1)}`,
  ]);
  return boxed(
    figure(
      picture,
      {
        ...words,
        caption: "At closing prices. Grey: where chance alone ends in 95 of 100 tries, if bets are independent.",
      },
      {
        columns: [
          { name: "Bets", isNumber: false },
          { name: "Last game", isNumber: false },
          { name: "Units", isNumber: true },
          { name: "Chance alone, 95%", isNumber: true },
        ],
        rows,
      },
    ),
  );
}

function boxed(drawn: Html): Html {
  return html`<div class="card drawn">${drawn}</div>`;
}
