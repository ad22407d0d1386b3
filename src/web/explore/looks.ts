/**
 * Looks of a visitor. Games are held back: a trend is looked for in those before a day, and asked of those since only when somebody says so
 * [A-14]. And sets are counted: a visitor who looks at enough of them finds a striking one by luck alone, and the verdict has to allow for that.
 */
import { hash } from "node:crypto";
import { mostTries, type TrendRow } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { slateDate } from "../../domain/times.ts";
import type { BetOfSet } from "../../query/trends/set.ts";
import { type Html, html } from "../ui/html.ts";
import { card } from "../ui/parts.ts";
import { counted, countText, shareText, signedShareText } from "../ui/words.ts";
import { type Address, permalink } from "./address.ts";
import type { Asked } from "./question.ts";
import { chanceWords, ordinal, recordOf } from "./verdict-words.ts";

const textOf = (asked: URLSearchParams) => asked.toString().replaceAll("%2C", ",");

/** @param query of all games. @returns the query of the games before the day. */
function queryBefore(query: string, split: string): string {
  const asked = new URLSearchParams(query);
  const dayBefore = new Date(Date.parse(`${split}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  if ((asked.get("to") ?? split) > dayBefore) asked.set("to", dayBefore);
  return textOf(asked);
}

/** The query of the games since the day; null: the set ends before it. */
export function querySince(query: string, split: string): string | null {
  const asked = new URLSearchParams(query);
  if ((asked.get("from") ?? "") < split) asked.set("from", split);
  return (asked.get("to") ?? split) < split ? null : textOf(asked);
}

/** The signature of a kept question is over this text: which bets, and the day from which its games were not there yet. */
function keptText({ filters }: Pick<Address, "filters">, split: string): string {
  return permalink({ filters }, { split });
}

/**
 * The question about the games before the day, or of all where none are held back.
 * @throws WrongParameter for a link that is not as it was kept.
 */
export function askedBefore(whole: Asked, address: Address, sign: (text: string) => string): Asked {
  const { split, kept } = address.shown;
  if (split === "") return whole;
  if (kept !== "" && kept !== sign(keptText(address, split))) {
    const message = "This link is not as it was kept: its day or its bets were changed. Keep the question again.";
    throw new WrongParameter(null, message);
  }
  return { ...whole, query: queryBefore(whole.query, split) };
}

/** A link that holds back all games from today on, and says by its signature that it was made today. */
export function keepLink(address: Address, sign: (text: string) => string, nowMs: number): Html {
  const split = slateDate(nowMs);
  const kept = sign(keptText(address, split));
  const href = permalink(address, { page: "", split, kept });
  return html`<p class="keep"><a href="${href}" rel="nofollow">Keep this question</a> <span class="hint">The link holds back every game from ${split} on, and is signed with that day: nobody has seen them yet.</span></p>`;
}

/** The card before anybody has looked. @param waiting graded bets that are held back: their number says nothing of how they ended. */
export function hiddenCard(address: Address, waiting: number): Html {
  const href = permalink(address, { page: "", look: "1" });
  const body =
    waiting === 0
      ? html`<p>${aboutDay(address)} No such bet has been graded since. Come back when there were games.</p>`
      : html`<p>${aboutDay(address)} <strong>${counted(waiting, "bet")} ${waiting === 1 ? "has" : "have"}</strong> been graded since. Look for a trend in the games before, and then ask these once whether it is true: each look counts.</p>
<p class="actions"><a class="button" href="${href}" data-swap rel="nofollow">Look at the games held back</a></p>`;
  return heldCard(`Held back: games since ${address.shown.split}`, body);
}

const heldCard = (title: string, body: Html) => card({ id: "held-title", title, look: "held" }, body);

function aboutDay({ shown: { kept, split } }: Address): string {
  return kept === ""
    ? `Choose a day before its games were seen: of honest sets, one in four has some day after which the rest looks unlikely by chance.`
    : `This question was kept on ${split}, before any of these games was played.`;
}

type Since = { readonly before: TrendRow; readonly row: TrendRow; readonly newest: readonly BetOfSet[] };

/** The card once somebody has looked. */
export function shownCard(address: Address, { before, row: since, newest }: Since, looks: number): Html {
  const { win_rate: rate, return_on_investment: returns, p_adjusted: adjusted } = since;
  const isRare = since.verdict === "unlikely by chance";
  const chance = adjusted === null ? "Too little is decided to say anything." : "That is what luck looks like.";
  const rare = `Chance alone would give that in ${chanceWords(adjusted ?? 1)}: luck is a poor explanation.`;
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
    `Games since ${address.shown.split}`,
    html`<p class="held-record" data-held="${recordOf(since)}"><strong>${recordOf(since)}</strong> of ${countText(since.bets)} bets${won}${brought}. ${isRare ? rare : chance}${earlier}</p>
${games.length === 0 ? "" : html`<details><summary>${games.length === since.bets ? "These games" : `The newest ${games.length} of them`}</summary><ul>${games}</ul></details>`}
<p class="hint">${aboutDay(address)} This is your <strong>${ordinal(looks)} look</strong> at games held back in this visit, and the verdict allows for that.</p>`,
  );
}

/** A cookie of the session with a digest of each set that the visitor has looked at, so that the same set counts once. */
export const visitCookie = "gradeline_visit";
/** Of games held back: how often the visitor has looked at such. */
export const heldCookie = "gradeline_held";

/** Of each set so many letters are kept; two sets of a visit are taken for one in one of 10^8 visits. */
const letters = 6;
/** Sets beyond these are only counted: a cookie may have 4,096 bytes. */
const mostKept = 300;
const form = new RegExp(`^([1-9]\\d{0,4})\\.((?:[\\w-]{${letters}}){1,${mostKept}})$`);

/**
 * @param cookieHeader of the request. What is no value of ours is as good as none.
 * @param set the query of the set, which is the same for the same set.
 * @returns how many different sets were looked at, this one among them, and the cookie's new value; null: it stays as it is.
 */
export function lookAt(cookieHeader: string | undefined, set: string, name = visitCookie) {
  const [, count = "0", kept = ""] = form.exec(cookieIn(cookieHeader, name)) ?? [];
  const digests: readonly string[] = kept.match(/.{6}/g) ?? [];
  const before = Math.max(Number(count), digests.length);
  const digest = hash("sha256", set, "base64url").slice(0, letters);
  if (digests.includes(digest)) return { tries: Math.min(before, mostTries), value: null };
  const tries = Math.min(before + 1, mostTries);
  return { tries, value: `${tries}.${digests.length < mostKept ? kept + digest : kept}` };
}

/** The value of a cookie; empty: the request has none of that name. */
export function cookieIn(header: string | undefined, name: string): string {
  const found = (header ?? "").split(/; */).find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? "";
}

/** The value of Set-Cookie. It has no time, so that it ends with the browser's session. An empty value ends the visit. */
export function visitSetCookie(value: string, isHttps: boolean, name = visitCookie): string {
  const end = value === "" ? "; Max-Age=0" : "";
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}${end}`;
}
