/** The answer about a set, in words, numbers and pictures. */

import { datesOfSeason } from "../../domain/seasons.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import type { Snapshot } from "../../query/load.ts";
import { type LookAsked, lookAtSet } from "../../query/trends/look.ts";
import { getThisPanel } from "../get-this/panel.ts";
import { saidOf } from "../invented.ts";
import { rowsOfRequest, shareRow } from "../share/share-row.ts";
import { Html, html, noHtml } from "../ui/html.ts";
import { shareText } from "../ui/words.ts";
import { type Address, type ExploreGrouping, queryOf } from "./address.ts";
import { answerCard } from "./answer.ts";
import { figuresOf } from "./figures.ts";
import { partsOf } from "./filters.ts";
import { gamesCard } from "./games.ts";
import { groupsCard } from "./groups-card.ts";
import { hiddenCard, shownCard } from "./held.ts";
import { insteadOfAnswer, type PageWords } from "./instead.ts";
import type { Asked, Reach } from "./question.ts";
import { chanceWords, recordOf } from "./verdict-words.ts";

export type AnswerAsked = LookAsked & {
  readonly sport: Sport;
  readonly asked: Asked;
  readonly address: Address;
  readonly by: ExploreGrouping;
  /** How many sets were looked at: in this visit, or by whoever shared the link if those were more. */
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
  /** HTML of the link that keeps the question, where no games are held back. */
  readonly keepCard: string;
  /** Where callers reach the API, without a slash at its end. */
  readonly apiUrl: string;
  readonly manageUrl: string;
  /** Whether this service offers files of seasons. */
  readonly hasFiles: boolean;
};

export type DrawnAnswer = {
  readonly shared: PageWords;
  /** HTML of what was found, as text: it comes from the thread that computes. */
  readonly result: string;
  /** How many pages the games have. */
  readonly pages: number;
};

export function draw(snapshot: Snapshot, look: AnswerAsked): DrawnAnswer {
  const found = lookAtSet(snapshot, look);
  const { all, since, bets: count } = found;
  const { asked, address, tries, apiUrl, sport, by } = look;
  const filters = [...new URLSearchParams(asked.query)] as Address["filters"];
  const parts = partsOf(filters, look.firstSeason);
  const record = recordOf(all);
  const won = all.win_rate.value === null ? "" : `, ${shareText(all.win_rate.value)} won`;
  const chance =
    all.p_value === null ? "" : ` Chance alone gives a record this good or bad in ${chanceWords(all.p_value)}.`;
  const description = `${record}${won}.${chance}`;
  const title = `${parts.join(" · ")}: ${record} - Gradeline`;
  const held =
    address.held === null || address.filters.length === 0
      ? new Html(look.keepCard)
      : since === null
        ? hiddenCard(address, address.held, found.waiting ?? 0)
        : shownCard(address.held, { before: all, ...since }, look.looks);
  const cards = (): Html => {
    const resetUrl = `/start-again${address.filters.length === 0 ? "" : `?${queryOf(address.filters)}`}`;
    const betsQuery = queryOfBets(look);
    const trendsQuery = `${asked.query}&group_by=${by}&tries=${tries}`;
    const isOfResult = filters.some(([name]) => name === "result");
    return html`
<p class="hidden" data-query="${asked.query}" data-tries="${tries}">${description}</p>
${answerCard(parts, all, { ...look, expected: found.expected, resetUrl, isOfResult })}
${shareRow({ ...look, bets: count, betsQuery, trendsQuery })}
${held}
${address.grouped === null ? "" : groupsCard(address.grouped, sport, found.groups)}
<div class="drawings">${figuresOf(found, sport, by)}</div>
${gamesCard(found, address, `${apiUrl}/v1/bets?${betsQuery}&limit=${rowsOfRequest}`)}
${getThisPanel({ ...look, path: "/v1/trends", query: asked.query })}`;
  };
  const tooFew = "No graded game has such a bet. Fewer filters match more: take one away, or a wider line.";
  const nothing = html`${insteadOfAnswer("No bets match", tooFew)}${address.held === null ? "" : held}`;
  return {
    shared: saidOf(snapshot.isSample, { title, description }),
    result: html`${cutNotice(look)}${count === 0 ? nothing : cards()}`.text,
    pages: found.page.pages,
  };
}

/** The query of the bets: that list wants to be told where to begin, which a trend need not be. */
function queryOfBets({ asked: { query }, sport, firstSeason }: AnswerAsked): string {
  const has = new URLSearchParams(query);
  const isBounded = ["season", "from", "to", "team", "on", "game_id"].some((name) => has.has(name));
  const season = firstSeason ?? sportFacts[sport].firstSeason;
  const from = isBounded ? "" : `&from=${datesOfSeason({ sport, season }).from}`;
  return query + from;
}

function cutNotice({ asked, reach, manageUrl }: AnswerAsked): Html {
  if (!asked.isCut || reach.kind === "all") return noHtml;
  const shown = reach.kind === "only" ? `the ${reach.season} season alone` : `seasons since ${reach.season}`;
  return html`<p class="notice">Without an account you see ${shown}. <a href="${manageUrl}">Sign in or start a trial</a> to see all that was asked for.</p>`;
}
