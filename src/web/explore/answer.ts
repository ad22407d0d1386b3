/** The answer in large: the record, how sure it is, and whether chance explains it. */

import * as Plot from "@observablehq/plot";
import type { TrendRow } from "../../contract/lists/trends.ts";
import { drawPicture, ink } from "../pictures/draw.ts";
import { type Html, html, joined } from "../ui/html.ts";
import { countText, shareText, signedShareText, signedText } from "../ui/words.ts";
import { type JudgedBy, ordinal, recordOf, verdictOfSet } from "./verdict-words.ts";

export type AnswerOf = JudgedBy & {
  readonly tries: number;
  /** Whether that is the count of whoever shared the link, and not the visitor's own. */
  readonly isSharersCount: boolean;
  readonly resetUrl: string;
};

/** A heading of the second level, the record, the verdict, and the numbers with their intervals. */
export function answerCard(parts: readonly string[], trend: TrendRow, of: AnswerOf): Html {
  const decided = trend.won + trend.lost;
  const record = recordOf(trend);
  return html`<section class="card answer" aria-labelledby="answer-title">
<h2 id="answer-title" class="set-name">${joined(
    parts.map((part) => html`<span>${part}</span>`),
    " ",
  )}</h2>
<div class="answer-top">
<p class="record"><span class="record-numbers${record.length > 9 ? " long" : ""}">${record}</span>
<span class="words">won – lost – pushed, ${countText(trend.bets)} ${trend.bets === 1 ? "bet" : "bets"}${trend.void === 0 ? "" : `, ${countText(trend.void)} void`}${trend.ungraded === 0 ? "" : `, ${countText(trend.ungraded)} without a grade`}</span></p>
${verdict(trend, of)}
</div>
<div class="measures">
${measure("Won", trend.win_rate, shareText, decided === 0 ? "No bet is decided" : unpriced, trend.break_even, `break-even is ${trend.break_even === null ? "unknown" : shareText(trend.break_even)}`)}
${measure("Return at closing prices", trend.return_on_investment.close, signedShareText, unpriced, 0, "break-even is 0%")}
${measure("Return at opening prices", trend.return_on_investment.open, signedShareText, unpriced, 0, "break-even is 0%")}
${closingLine(trend.closing_line)}
</div>
</section>`;
}

const unpriced = "Unknown: no bet has such a price";

/** The verdict of chance, in a sentence that anybody can repeat. */
function verdict(trend: TrendRow, of: AnswerOf): Html {
  const { pill, look, chance, meaning } = verdictOfSet(trend, of);
  const alone =
    chance === null ? "" : html`Chance alone gives a record this good or bad in <strong>${chance}</strong>. `;
  const again =
    of.tries === 1 || of.isSharersCount ? "" : html` <a href="${of.resetUrl}" rel="nofollow">Start again</a>`;
  return html`<div class="verdict ${look}">
<p class="pill ${look}">${pill}</p>
<p class="verdict-words">${alone}${meaning}</p>
<p class="hint tries">${triesWords(trend, of)}${again}</p>
</div>`;
}

function triesWords({ p_value: chance, p_adjusted: adjusted }: TrendRow, { tries, isSharersCount }: AnswerOf): Html {
  const who = isSharersCount ? "that whoever shared it had looked at" : "you look at in this visit";
  const which = html`This is the <strong>${ordinal(tries)} set</strong> ${who}`;
  if (chance === null || adjusted === null) return html`${which}.`;
  if (tries === 1)
    return html`This is the first set you look at in this visit. Every further one gives luck another chance, and the verdict allows for that.`;
  // So many independent looks would have one: Z. Šidák (1967). Looks at sets that share bets have one less often.
  const among = chanceOfOne(1 - (1 - chance) ** tries);
  return html`${which}, and the verdict allows for that: by luck, ${among} visits with ${countText(tries)} sets have one so striking.`;
}

function chanceOfOne(share: number): string {
  if (share < 0.005) return "fewer than 1 of 100";
  return share > 0.99 ? "nearly all" : `at most ${Math.ceil(100 * share)} of 100`;
}

/** @param otherwise the words where there is no value. @param mark of what it is compared with; null: it is not known. */
function measure(
  name: string,
  { value, low, high }: TrendRow["win_rate"],
  format: (share: number) => string,
  otherwise: string,
  mark: number | null,
  markWords: string,
): Html {
  const words = low === null || high === null ? "" : `${format(low)} to ${format(high)}`;
  const hint =
    value === null
      ? otherwise
      : words === ""
        ? html`Fewer than ten games: too few for an interval<br>${markWords}`
        : html`95% interval <strong>${words}</strong><br>${markWords}`;
  const isDrawn = value !== null && low !== null && high !== null;
  return html`<div class="measure"><p class="measure-name">${name}</p>
<p class="measure-value">${value === null ? "–" : format(value)}</p>
${isDrawn ? intervalPicture(name, { value, low, high }, mark, words) : ""}
<p class="hint">${hint}</p></div>`;
}

/** How often the open was better than the close, and by how much: who bets before the market moves has the better of it. */
function closingLine({ better, worse, beat, points, probability }: TrendRow["closing_line"]): Html {
  const name = "Beat the close";
  const nothing = "Nothing to say: these bets were chosen by what was known at the close";
  if (better === null || worse === null)
    return measure(name, { value: null, low: null, high: null }, shareText, nothing, null, "");
  const share =
    probability === null ? "" : `, ${signedText(100 * probability, 1)} points of probability at the same line`;
  const gained = points === null || points === 0 ? "" : `, ${signedText(points, 1)} points a bet`;
  const words = `${countText(better)} opens were better, ${countText(worse)} worse${gained}${share}`;
  return measure(name, beat, shareText, "No line or price moved", 0.5, words);
}

/** The interval as a bar, with the value as a dot and breaking even as a line. */
function intervalPicture(
  name: string,
  interval: { value: number; low: number; high: number },
  mark: number | null,
  words: string,
): Html {
  const center = mark ?? interval.value;
  const reach = Math.max(Math.abs(interval.high - center), Math.abs(interval.low - center), 0.02) * 1.12;
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
          ...{ x1: "low", x2: "high", y1: 0, y2: 0, stroke: ink.series[0] },
          ...{ strokeWidth: 7, strokeLinecap: "round", strokeOpacity: 0.45 },
        }),
        ...(mark === null ? [] : [Plot.ruleX([mark], { stroke: ink.text, strokeWidth: 1.5, strokeDasharray: "3,2" })]),
        Plot.dot([interval], { x: "value", y: 0, r: 6, fill: ink.series[0], stroke: ink.card, strokeWidth: 1.5 }),
      ],
    },
    { title: `${name}: interval`, description: `The 95% interval goes from ${words}.` },
  );
}
