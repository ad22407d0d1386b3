/** Games held back: a trend is looked for in those before a day, and asked of those since only when somebody says so [A-14]. */

import type { TrendRow } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { slateDate } from "../../domain/slate-date.ts";
import type { BetOfSet } from "../../query/trends/set.ts";
import { type Html, html } from "../ui/html.ts";
import { countText, shareText, signedShareText } from "../ui/words.ts";
import { type Address, type Held, permalink, sharedLink } from "./address.ts";
import type { Asked } from "./question.ts";
import { chanceWords, ordinal, recordOf } from "./verdict-words.ts";

/** A query with another bound, in its place. */
function boundedBy(query: string, name: "from" | "to", date: string): string {
  const asked = new URLSearchParams(query);
  asked.set(name, date);
  return asked.toString().replaceAll("%2C", ",");
}

/** @param query of all games. @returns the query of the games before the day. */
function queryBefore(query: string, { split }: Held): string {
  const dayBefore = new Date(Date.parse(`${split}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  const to = new URLSearchParams(query).get("to") ?? dayBefore;
  return boundedBy(query, "to", to < dayBefore ? to : dayBefore);
}

/** The query of the games since the day; null: the set ends before it. */
export function querySince(query: string, { split }: Held): string | null {
  const asked = new URLSearchParams(query);
  const from = asked.get("from") ?? split;
  return (asked.get("to") ?? split) < split ? null : boundedBy(query, "from", from > split ? from : split);
}

/** The signature of a kept question is over this text: which bets, and the day from which its games were not there yet. */
function keptText({ filters }: Pick<Address, "filters">, split: string): string {
  return sharedLink({ filters, held: { split, isAsked: false, kept: null }, grouped: null }, 1);
}

/**
 * The question about the games before the day, or of all where none are held back.
 * @throws WrongParameter for a link that is not as it was kept.
 */
export function askedBefore(whole: Asked, address: Address, sign: (text: string) => string): Asked {
  const { held } = address;
  if (held === null) return whole;
  if (held.kept !== null && held.kept !== sign(keptText(address, held.split))) {
    const message = "This link is not as it was kept: its day or its bets were changed. Keep the question again.";
    throw new WrongParameter(null, message);
  }
  return { ...whole, query: queryBefore(whole.query, held) };
}

/** A link that holds back all games from today on, and says by its signature that it was made today. */
export function keepLink(address: Address, sign: (text: string) => string, nowMs: number): Html {
  const split = slateDate(nowMs);
  const kept = sign(keptText(address, split));
  const href = permalink({ ...address, page: 1, held: { split, isAsked: false, kept } });
  return html`<p class="keep"><a href="${href}" rel="nofollow">Keep this question</a> <span class="hint">The link holds back every game from ${split} on, and is signed with that day: nobody has seen them yet.</span></p>`;
}

/** The card before anybody has looked. @param waiting graded bets that are held back: their number says nothing of how they ended. */
export function hiddenCard(address: Address, held: Held, waiting: number): Html {
  const href = permalink({ ...address, page: 1, held: { ...held, isAsked: true } });
  const body =
    waiting === 0
      ? html`<p>${aboutDay(held)} No such bet has been graded since. Come back when there were games.</p>`
      : html`<p>${aboutDay(held)} <strong>${countText(waiting)} ${waiting === 1 ? "bet has" : "bets have"}</strong> been graded since. Look for a trend in the games before, and then ask these once whether it is true: each look counts.</p>
<p class="actions"><a class="button" href="${href}" data-swap rel="nofollow">Look at the games held back</a></p>`;
  return heldCard(`Held back: games since ${held.split}`, body);
}

function heldCard(title: string, body: Html): Html {
  return html`<section class="card held" aria-labelledby="held-title"><h2 id="held-title">${title}</h2>
${body}</section>`;
}

function aboutDay({ kept, split }: Held): string {
  return kept === null
    ? `Choose a day before its games were seen: of honest sets, one in four has some day after which the rest looks unlikely by chance.`
    : `This question was kept on ${split}, before any of these games was played.`;
}

type Since = { readonly before: TrendRow; readonly row: TrendRow; readonly newest: readonly BetOfSet[] };

/** The card once somebody has looked. */
export function shownCard(held: Held, { before, row: since, newest }: Since, looks: number): Html {
  const { win_rate: rate, return_on_investment: returns, p_adjusted: adjusted } = since;
  const verdict =
    adjusted === null
      ? "Too little is decided to say anything."
      : since.verdict === "unlikely by chance"
        ? `Chance alone would give that in ${chanceWords(adjusted)}: luck is a poor explanation.`
        : "That is what luck looks like.";
  const won = rate.value === null ? "" : `, ${shareText(rate.value)} won`;
  const brought = returns.close.value === null ? "" : `, ${signedShareText(returns.close.value)} at closing prices`;
  const earlier =
    before.win_rate.value === null
      ? ""
      : ` Before that day: ${recordOf(before)}, ${shareText(before.win_rate.value)} won.`;
  const games = newest.map(
    ({ row: { game_id, game_date, away, home, result } }) =>
      html`<li>${game_date} <a href="/games/${game_id}">${away ?? ""} at ${home ?? ""}</a> <span class="result ${result.close ?? "ungraded"}">${result.close ?? "ungraded"}</span></li>`,
  );
  return heldCard(
    `Games since ${held.split}`,
    html`<p class="held-record" data-held="${recordOf(since)}"><strong>${recordOf(since)}</strong> of ${countText(since.bets)} bets${won}${brought}. ${verdict}${earlier}</p>
${games.length === 0 ? "" : html`<details><summary>${games.length === since.bets ? "These games" : `The newest ${games.length} of them`}</summary><ul>${games}</ul></details>`}
<p class="hint">${aboutDay(held)} This is your <strong>${ordinal(looks)} look</strong> at games held back in this visit, and the verdict allows for that.</p>`,
  );
}
