/** The answer in large: the record, how sure it is, and whether chance explains it. */
import * as Plot from "@observablehq/plot";
import { html } from "ghtml";
import { drawPicture, ink } from "../pictures/draw.ts";
import { type Interval, recordOf, type Trend } from "./trend.ts";
import { chanceWords, ordinal, percent, signedPercent, whole } from "./words.ts";

/** A heading of the second level, the record, the verdict, and the numbers with their intervals. */
export function answerCard(parts: readonly string[], trend: Trend, tries: number, resetUrl: string): string {
  const decided = trend.won + trend.lost;
  const record = recordOf(trend);
  return html`<section class="card answer" aria-labelledby="answer-title">
<h2 id="answer-title" class="set-name">!${parts.map((part) => html`<span>${part}</span>`).join(" ")}</h2>
<div class="answer-top">
<p class="record"><span class="record-numbers${record.length > 11 ? " long" : ""}">${record}</span>
<span class="record-words">won – lost – pushed, ${whole(trend.bets)} ${trend.bets === 1 ? "bet" : "bets"}${trend.ungraded === 0 ? "" : `, ${whole(trend.ungraded)} without a grade`}</span></p>
!${verdict(trend, tries, resetUrl)}
</div>
<div class="measures">
!${measure("Won", trend.win_rate, percent, decided === 0 ? "No bet is decided" : null, {
    mark: trend.break_even,
    markWords: `${trend.break_even === null ? "unknown" : percent(trend.break_even)} breaks even`,
  })}
!${measure("Return at closing prices", trend.return_on_investment.close, signedPercent, null, {
    mark: 0,
    markWords: "0% breaks even",
  })}
!${measure("Return at opening prices", trend.return_on_investment.open, signedPercent, null, {
    mark: 0,
    markWords: "0% breaks even",
  })}
!${closingLineValue(trend.closing_line_value)}
</div>
</section>`;
}

/** What chance says, in a sentence that anybody can repeat. */
function verdict(trend: Trend, tries: number, resetUrl: string): string {
  const { p_value: chance, p_adjusted: adjusted } = trend;
  if (chance === null || adjusted === null) {
    return html`<div class="verdict"><p class="pill">No verdict</p><p class="verdict-words">Too little is decided to say anything.</p></div>`;
  }
  const isUnlikely = trend.verdict === "unlikely by chance";
  const alone = html`Chance alone gives a record this good or bad in <strong>${chanceWords(chance)}</strong>.`;
  const isTurned = !isUnlikely && chance < 0.05;
  const meaning = isUnlikely
    ? `Luck is a poor explanation: these bets did ${isBetter(trend) ? "better" : "worse"} than the market expected.`
    : isTurned
      ? "For one look that would be rare, but you have had several."
      : "That is what luck looks like.";
  const look = !isUnlikely ? "" : isBetter(trend) ? "good" : "bad";
  return html`<div class="verdict ${look}">
<p class="pill ${look}">${isUnlikely ? "Unlikely by chance" : "No evidence of more than luck"}</p>
<p class="verdict-words">!${alone} ${meaning}</p>
<p class="tries">!${triesWords(tries, adjusted)}!${tries === 1 ? "" : html` <a href="${resetUrl}" rel="nofollow">Start again</a>`}</p>
</div>`;
}

/** Whether the bets did better than their prices asked, as far as one can see. */
function isBetter({ win_rate: rate, break_even: breakEven, return_on_investment: { close } }: Trend): boolean {
  return close.value === null ? (rate.value ?? 0) > (breakEven ?? 0.5) : close.value > 0;
}

function triesWords(tries: number, adjusted: number): string {
  if (tries === 1) {
    return "This is the first set you look at in this visit. Every further one gives luck another chance, and the verdict allows for that.";
  }
  const among = adjusted >= 1 ? "every such visit has one" : `one so striking turns up in ${chanceWords(adjusted)}`;
  return html`This is the <strong>${ordinal(tries)} set</strong> you look at in this visit, and the verdict allows for that: by luck, among ${whole(tries)} sets, ${among}.`;
}

type Mark = { readonly mark: number | null; readonly markWords: string };

function measure(
  name: string,
  { value, low, high }: Interval,
  format: (share: number) => string,
  otherwise: string | null,
  { mark, markWords }: Mark,
): string {
  if (value === null || low === null || high === null) {
    return html`<div class="measure"><p class="measure-name">${name}</p><p class="measure-value">–</p><p class="hint">${otherwise ?? "Unknown: no bet has such a price"}</p></div>`;
  }
  const words = `${format(low)} to ${format(high)}`;
  return html`<div class="measure"><p class="measure-name">${name}</p>
<p class="measure-value">${format(value)}</p>
!${intervalPicture(name, { value, low, high }, mark, words)}
<p class="hint">95% interval <strong>${words}</strong><br>${markWords}</p></div>`;
}

function closingLineValue(value: number | null): string {
  const text = value === null ? "–" : signedPercent(value).replace("%", "");
  const what = value === null ? "Unknown: no bet has both prices" : "points of probability";
  return html`<div class="measure"><p class="measure-name">Closing line value</p>
<p class="measure-value">${text}</p>
<p class="hint"><strong>${what}</strong><br>that the close, without the vig, gave more than the opening price asked</p></div>`;
}

/** The interval as a bar, with the value as a dot and breaking even as a line. */
function intervalPicture(
  name: string,
  interval: { value: number; low: number; high: number },
  mark: number | null,
  words: string,
): string {
  const { value, low, high } = interval;
  const center = mark ?? value;
  const reach = Math.max(Math.abs(high - center), Math.abs(low - center), 0.02) * 1.12;
  return drawPicture(
    {
      width: 220,
      height: 28,
      margin: 0,
      marginTop: 2,
      marginBottom: 2,
      x: { domain: [center - reach, center + reach], axis: null },
      y: { domain: [-1, 1], axis: null },
      marks: [
        Plot.ruleY([0], { stroke: ink.grid, strokeWidth: 2 }),
        Plot.link([interval], {
          x1: "low",
          x2: "high",
          y1: 0,
          y2: 0,
          stroke: ink.series[0],
          strokeWidth: 7,
          strokeLinecap: "round",
          strokeOpacity: 0.45,
        }),
        ...(mark === null ? [] : [Plot.ruleX([mark], { stroke: ink.text, strokeWidth: 1.5, strokeDasharray: "3,2" })]),
        Plot.dot([interval], { x: "value", y: 0, r: 6, fill: ink.series[0], stroke: ink.card, strokeWidth: 1.5 }),
      ],
    },
    { title: `${name}: interval`, description: `The 95% interval goes from ${words}.` },
  );
}
