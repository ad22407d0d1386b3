/** The answer about a set, in words, numbers and pictures: the record, how sure it is, and whether chance explains it. */
import * as Plot from "@observablehq/plot";
import type { TrendRow } from "../../contract/lists/trends.ts";
import { datesOfSeason } from "../../domain/seasons.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import type { Snapshot } from "../../query/load.ts";
import { type LookAsked, lookAtSet, type SetLook } from "../../query/trends/look.ts";
import type { Places } from "../frame/page.ts";
import { getThisPanel } from "../get-this/panel.ts";
import { saidOf } from "../invented.ts";
import { drawPicture, ink } from "../pictures/draw.ts";
import { rowsOfRequest, shareRow } from "../share/share-row.ts";
import { type Html, html, joined, noHtml } from "../ui/html.ts";
import { counted, countText, shareText, signedShareText, signedText } from "../ui/words.ts";
import { type Address, type ExploreGrouping, queryOf } from "./address.ts";
import { figuresOf, groupsCard } from "./figures.ts";
import { partsOf } from "./filters.ts";
import { gamesCard } from "./games.ts";
import { hiddenCard, shownCard } from "./looks.ts";
import { insteadOfAnswer } from "./page.ts";
import { type Asked, isOneSeason, type Reach, reachInWords } from "./question.ts";
import { chanceWords, ordinal, recordOf, verdictOfSet } from "./verdict-words.ts";

export type AnswerAsked = LookAsked &
  Places & {
    readonly sport: Sport;
    readonly asked: Asked;
    readonly address: Address;
    readonly by: ExploreGrouping;
    /** How many sets were looked at: in this visit, or by the visitor who shared the link if those were more. */
    readonly tries: number;
    readonly isSharersCount: boolean;
    /** The link to the set that says how many were looked at. */
    readonly shared: string;
    /** Whether the visitor is signed in, and their keys may read. */
    readonly isMember: boolean;
    /** How often the visitor has looked at games held back. */
    readonly looks: number;
    readonly reach: Reach;
    /** Null: there is none. */
    readonly firstSeason: number | null;
    /** The link that keeps the question, where no games are held back. */
    readonly keepCard: Html;
    readonly hasFiles: boolean;
  };

/** The words that a shared link says of the set, what was found, and how many pages the games have. */
export function draw(snapshot: Snapshot, look: AnswerAsked) {
  const found = lookAtSet(snapshot, look);
  const { all } = found;
  const parts = partsOf([...new URLSearchParams(look.asked.query)], look.firstSeason);
  const won = all.win_rate.value === null ? "" : `, ${shareText(all.win_rate.value)} won`;
  const chance =
    all.p_value === null ? "" : ` Chance alone gives a record this good or bad in ${chanceWords(all.p_value)}.`;
  const description = `${recordOf(all)}${won}.${chance}`;
  const title = `${parts.join(" · ")}: ${recordOf(all)} - Gradeline`;
  return {
    shared: saidOf(snapshot.isSample, { title, description }),
    result: html`${cutNotice(look)}${found.bets === 0 ? noBets(found, look) : cards(found, look, parts, description)}`,
    pages: found.page.pages,
  };
}

function cards(found: SetLook, look: AnswerAsked, parts: readonly string[], description: string): Html {
  const { asked, address, tries, apiUrl, sport, by } = look;
  const betsQuery = queryOfBets(look);
  const trendsQuery = `${asked.query}&group_by=${by}&tries=${tries}`;
  return html`
<p class="hidden" data-query="${asked.query}" data-tries="${tries}">${description}</p>
${answerCard(parts, found, look)}
${shareRow({ ...look, bets: found.bets, betsQuery, trendsQuery })}
${heldCard(found, look)}
${address.shown.group_by === "" ? "" : groupsCard(by, sport, found.groups)}
<div class="drawings">${figuresOf(found, sport, by)}</div>
${gamesCard(found, address, `${apiUrl}/v1/bets?${betsQuery}&limit=${rowsOfRequest}`)}
${getThisPanel({ ...look, path: "/v1/trends", query: asked.query })}`;
}

function noBets(found: SetLook, look: AnswerAsked): Html {
  const tooFew = "No graded game has such a bet. Fewer filters match more: take one away, or a wider line.";
  return html`${insteadOfAnswer("No bets match", tooFew)}${look.address.shown.split === "" ? "" : heldCard(found, look)}`;
}

function heldCard({ all, since, waiting }: SetLook, { address, keepCard, looks }: AnswerAsked): Html {
  if (address.shown.split === "" || address.filters.length === 0) return keepCard;
  return since === null ? hiddenCard(address, waiting ?? 0) : shownCard(address, { before: all, ...since }, looks);
}

/** The query of the bets: that list requires a place to begin, which a trend does not. */
function queryOfBets({ asked: { query }, sport, firstSeason }: AnswerAsked): string {
  const has = new URLSearchParams(query);
  const isBounded = ["season", "from", "to", "team", "on", "game_id"].some((name) => has.has(name));
  const season = firstSeason ?? sportFacts[sport].firstSeason;
  return isBounded ? query : `${query}&from=${datesOfSeason({ sport, season }).from}`;
}

function cutNotice({ asked, reach, manageUrl }: AnswerAsked): Html {
  if (!asked.isCut) return noHtml;
  return html`<p class="notice">Without an account you see ${reachInWords(reach)}${isOneSeason(reach) ? " alone" : ""}. <a href="${manageUrl}">Sign in or start a trial</a> to see all that was asked for.</p>`;
}

const unpriced = "Unknown: no bet has such a price";

/** A heading of the second level, the record, the verdict, and the numbers with their intervals. */
function answerCard(parts: readonly string[], found: SetLook, look: AnswerAsked): Html {
  const { won, lost, bets, win_rate: rate, break_even: even, ...all } = found.all;
  const record = recordOf(found.all);
  const names = parts.map((part) => html`<span>${part}</span>`);
  const others = all.void === 0 ? "" : `, ${countText(all.void)} void`;
  const ungraded = all.ungraded === 0 ? "" : `, ${countText(all.ungraded)} without a grade`;
  const { close, open } = all.return_on_investment;
  return html`<section class="card answer" aria-labelledby="answer-title">
<h2 id="answer-title" class="set-name">${joined(names, " ")}</h2>
<div class="answer-top">
<p class="record"><span class="record-numbers${record.length > 9 ? " long" : ""}">${record}</span>
<span class="words">won – lost – pushed, ${counted(bets, "bet")}${others}${ungraded}</span></p>
${verdict(found, look)}
</div>
<div class="measures">
${measure("Won", rate, shareText, won + lost === 0 ? "No bet is decided" : unpriced, even, `break-even is ${even === null ? "unknown" : shareText(even)}`)}
${measure("Return at closing prices", close, signedShareText, unpriced, 0, "break-even is 0%")}
${measure("Return at opening prices", open, signedShareText, unpriced, 0, "break-even is 0%")}
${closingLine(all.closing_line)}
</div>
</section>`;
}

/** The verdict of chance, in a sentence that anybody can repeat. */
function verdict({ all, expected }: SetLook, look: AnswerAsked): Html {
  const { asked, address, tries, isSharersCount } = look;
  const isOfResult = new URLSearchParams(asked.query).has("result");
  const { pill, look: color, chance, meaning } = verdictOfSet(all, expected, isOfResult);
  const alone =
    chance === null ? "" : html`Chance alone gives a record this good or bad in <strong>${chance}</strong>. `;
  const resetUrl = `/start-again${address.filters.length === 0 ? "" : `?${queryOf(address.filters)}`}`;
  const again = tries === 1 || isSharersCount ? "" : html` <a href="${resetUrl}" rel="nofollow">Start again</a>`;
  return html`<div class="verdict ${color}">
<p class="pill ${color}">${pill}</p>
<p class="verdict-words">${alone}${meaning}</p>
<p class="hint tries">${triesWords(all, look)}${again}</p>
</div>`;
}

function triesWords({ p_value: chance, p_adjusted: adjusted }: TrendRow, { tries, isSharersCount }: AnswerAsked): Html {
  const who = isSharersCount ? "that the person who shared it had looked at" : "you look at in this visit";
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
  const known =
    words === "" ? "Fewer than ten games: too few for an interval" : html`95% interval <strong>${words}</strong>`;
  const hint = value === null ? otherwise : html`${known}<br>${markWords}`;
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

const intervalSize = { width: 220, height: 28, margin: 0, marginTop: 2, marginBottom: 2 };
type Interval = Readonly<Record<"value" | "low" | "high", number>>;

/** The interval as a bar, with the value as a dot and breaking even as a line. */
function intervalPicture(name: string, interval: Interval, mark: number | null, words: string): Html {
  const center = mark ?? interval.value;
  const reach = Math.max(Math.abs(interval.high - center), Math.abs(interval.low - center), 0.02) * 1.12;
  const bar = { stroke: ink.series[0], strokeWidth: 7, strokeLinecap: "round", strokeOpacity: 0.45 } as const;
  return drawPicture(
    {
      ...intervalSize,
      x: { domain: [center - reach, center + reach], axis: null },
      y: { domain: [-1, 1], axis: null },
      marks: [
        Plot.ruleY([0], { stroke: ink.grid, strokeWidth: 2 }),
        Plot.ruleY([0], { x1: interval.low, x2: interval.high, ...bar }),
        ...(mark === null ? [] : [Plot.ruleX([mark], { stroke: ink.text, strokeWidth: 1.5, strokeDasharray: "3,2" })]),
        Plot.dot([interval], { x: "value", y: 0, r: 6, fill: ink.series[0], stroke: ink.card, strokeWidth: 1.5 }),
      ],
    },
    { title: `${name}: interval`, description: `The 95% interval goes from ${words}.` },
  );
}
