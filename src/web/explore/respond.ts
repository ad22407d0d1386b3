/** Answers one look at the explorer: which set it is, whether this visitor may see it, and the page that says what was found. */
import { html } from "ghtml";
import { datesOfSeason } from "../../domain/seasons.ts";
import { firstShownSport, isSport, type Sport, sportFacts } from "../../domain/sports.ts";
import { renderSitePage } from "../frame/page.ts";
import { getThisPanel } from "../get-this/panel.ts";
import { type Address, filterValue, permalink, queryOf } from "./address.ts";
import { answerCard } from "./answer.ts";
import { figuresOf } from "./figures.ts";
import { type Found, findSet, type NotFound } from "./find.ts";
import { gamesCard, pagesOf, rowsOfRequest } from "./games.ts";
import { askHeld, hiddenCard, keepLink, keptText, queryBefore, shownCard } from "./held.ts";
import { offeredBy } from "./offered.ts";
import { explorePage, insteadOfAnswer } from "./page.ts";
import type { ExploreParts, Member } from "./parts.ts";
import type { Question } from "./question.ts";
import { askedWithin, type Reach, reachOf, type SeasonRow, seasonsOfSport } from "./reach.ts";
import { expectedShare } from "./tally.ts";
import { recordOf } from "./trend.ts";
import { heldCookie, lookAt } from "./visit.ts";
import { chanceWords, partsOf, percent } from "./words.ts";

export type Visitor = { readonly cookie: string | undefined; readonly member: Member | null };

export type Response = {
  readonly status: number;
  readonly page: string;
  /** The visit's cookie; null: it stays as it is. */
  readonly visit: string | null;
  /** The cookie of looks at games held back; null: it stays as it is. */
  readonly looks: string | null;
};

type Shown = {
  readonly status: number;
  readonly shared: { readonly title: string; readonly description: string } | null;
  readonly result: string;
  readonly spoken: string;
  readonly wrong?: Question["wrong"];
};

/** @returns the page, or the address that should have been asked for. */
export async function respond(pages: ExploreParts, given: Address, visitor: Visitor): Promise<Response | string> {
  const { ask, exploreSeasons } = pages;
  const isFirst = given.filters.length === 0;
  const offered = await offeredBy(pages);
  const address = isFirst
    ? { ...given, filters: [...new URLSearchParams(offered.first)] as Address["filters"] }
    : given;
  const sportText = filterValue(address, "sport");
  const sport = isSport(sportText) ? sportText : firstShownSport;
  const listed = await seasonsOfSport(ask, sport);
  const seasons = "status" in listed ? [] : listed;
  const reach = reachOf(exploreSeasons, visitor.member !== null, seasons);
  let visit: string | null = null;
  let looks: string | null = null;
  let shown: Shown;
  if (address.problem !== null) shown = refused({ status: 400, message: address.problem, parameter: null });
  else if ("status" in listed) shown = refused(listed);
  else if (reach === null) shown = closed(pages.frame.manageUrl);
  else {
    const looked = await look(pages, { address, isFirst, sport, seasons, reach, visitor });
    if (typeof looked === "string") return looked;
    visit = looked.visit;
    looks = looked.looks ?? null;
    shown = looked.shown;
  }
  const page = renderSitePage(
    pages.frame,
    explorePage({
      question: {
        sport,
        address,
        reach,
        seasons: seasons.map(({ season }) => season).sort((a, b) => a - b),
        wrong: shown.wrong ?? null,
        manageUrl: pages.frame.manageUrl,
      },
      shared: isFirst ? null : shown.shared,
      result: shown.result,
      spoken: shown.spoken,
      canonical: `${pages.apiUrl}${permalink(given)}`,
      manageUrl: pages.frame.manageUrl,
      isMember: visitor.member !== null,
      examples: offered.examples,
    }),
  );
  return { status: shown.status, page, visit, looks };
}

type Look = {
  readonly address: Address;
  readonly isFirst: boolean;
  readonly sport: Sport;
  readonly seasons: readonly SeasonRow[];
  readonly reach: Reach;
  readonly visitor: Visitor;
};

async function look(
  pages: ExploreParts,
  { address, isFirst, sport, seasons, reach, visitor }: Look,
): Promise<{ readonly shown: Shown; readonly visit: string | null; readonly looks?: string | null } | string> {
  const { manageUrl } = pages.frame;
  const { held } = address;
  const whole = askedWithin(address, sport, reach);
  if (whole.isRefused) return { shown: beyond(sport, reach, manageUrl), visit: null };
  if (held !== null && held.kept !== null && held.kept !== pages.sign(keptText(address, held.split))) {
    const message = "This link is not as it was kept: its day or its bets were changed. Keep the question again.";
    return { shown: refused({ status: 400, message, parameter: null }), visit: null };
  }
  const asked = held === null ? whole : { ...whole, query: queryBefore(whole.query, held) };
  const { tries, value } = lookAt(visitor.cookie, asked.query);
  const by = isOneSeason(asked.query, reach, seasons) ? "month" : "season";
  const found = await findSet(pages, { sport, query: asked.query, tries, by });
  // A question that was refused was no look at anything.
  if ("status" in found) return { shown: refused(found), visit: null };
  const lastPage = pagesOf(found.set);
  if (address.page > lastPage) return permalink({ ...address, page: lastPage });
  const firstSeason = seasons.length === 0 ? null : Math.min(...seasons.map(({ season }) => season));
  const shownAddress = { ...address, filters: isFirst ? [] : address.filters };
  const { card, looks } = await heldPart(pages, { address, whole: whole.query, tries, cookie: visitor.cookie });
  return {
    shown: answered(pages, found, {
      asked,
      address: shownAddress,
      tries,
      reach,
      member: visitor.member,
      firstSeason,
      sport,
      held: isFirst ? "" : card,
    }),
    visit: value,
    looks,
  };
}

type HeldLook = {
  readonly address: Address;
  /** The query of all games, those held back among them. */
  readonly whole: string;
  readonly tries: number;
  readonly cookie: string | undefined;
};

/** Makes the part below the answer: games held back, or the link that keeps the question for games to come. */
async function heldPart(
  { ask, sign }: ExploreParts,
  { address, whole, tries, cookie }: HeldLook,
): Promise<{ readonly card: string; readonly looks: string | null }> {
  const { held } = address;
  if (held === null) return { card: keepLink(address, sign, Date.now()), looks: null };
  if (!held.isAsked) return { card: hiddenCard(address, held), looks: null };
  const looked = lookAt(cookie, `${whole} ${held.split}`, heldCookie);
  const since = await askHeld(ask, whole, held, { tries, looks: looked.tries });
  return { card: since === null ? "" : shownCard(held, since, looked.tries), looks: looked.value };
}

/** Of one season, months say more than the one season does. */
function isOneSeason(query: string, reach: Reach, seasons: readonly SeasonRow[]): boolean {
  if (new URLSearchParams(query).has("season")) return true;
  const least = reach.kind === "all" ? 0 : reach.season;
  return seasons.filter(({ season }) => season >= least).length <= 1;
}

type AnsweredLook = {
  readonly asked: ReturnType<typeof askedWithin>;
  readonly address: Address;
  readonly tries: number;
  readonly reach: Reach;
  readonly member: Member | null;
  readonly firstSeason: number | null;
  readonly sport: Sport;
  /** HTML of what is said of games held back. */
  readonly held: string;
};

function answered(pages: ExploreParts, { all, groups, set }: Found, look: AnsweredLook): Shown {
  const { asked, address, tries, reach, member } = look;
  const { manageUrl } = pages.frame;
  const filters = [...new URLSearchParams(asked.query)] as Address["filters"];
  const parts = partsOf(filters, look.firstSeason);
  const rate = all.win_rate.value;
  const record = `${recordOf(all)}${rate === null ? "" : `, ${percent(rate)} won`}`;
  const chance =
    all.p_value === null ? "" : ` Chance alone gives a record this good or bad in ${chanceWords(all.p_value)}.`;
  const description = `${record}.${chance}`;
  const shared = { title: `${parts.join(" · ")}: ${recordOf(all)} - Gradeline`, description };
  if (set.count === 0) {
    const text = "No graded game has such a bet. Fewer filters match more: take one away, or a wider line.";
    const nothing = insteadOfAnswer("No bets match", text);
    return {
      status: 200,
      shared,
      result: cutNotice(asked.isCut, reach, manageUrl) + nothing + (address.held === null ? "" : look.held),
      spoken: "No bets match.",
    };
  }
  const reset = `/start-again${address.filters.length === 0 ? "" : `?${queryOf(address.filters)}`}`;
  const requests = { apiUrl: pages.apiUrl, query: asked.query, cost: "1 request", left: member?.left ?? null };
  const owner = member === null ? {} : { owner: member.owner };
  const result = html`!${cutNotice(asked.isCut, reach, manageUrl)}
<p class="hidden" data-query="${asked.query}" data-tries="${tries}">${description}</p>
!${answerCard(parts, all, { expected: expectedShare(set), tries, resetUrl: reset, isOfResult: filters.some(([name]) => name === "result") })}
!${look.held}
<div class="drawings">!${figuresOf(set, all, groups)}</div>
!${gamesCard(set, address, betsSource(pages.apiUrl, asked.query, look))}
!${getThisPanel({ ...requests, ...owner, path: "/v1/trends", manageUrl })}`;
  return { status: 200, shared, result, spoken: description };
}

/** The address of the bets: that list wants to be told where to begin, which a trend need not be. */
function betsSource(apiUrl: string, query: string, { sport, firstSeason }: AnsweredLook): string {
  const has = new URLSearchParams(query);
  const isBounded = ["season", "from", "to", "team", "on", "game_id"].some((name) => has.has(name));
  const season = firstSeason ?? sportFacts[sport].firstSeason;
  const from = isBounded ? "" : `&from=${datesOfSeason({ sport, season }).from}`;
  return `${apiUrl}/v1/bets?${query}${from}&limit=${rowsOfRequest}`;
}

function cutNotice(isCut: boolean, reach: Reach, manageUrl: string): string {
  if (!isCut || reach.kind === "all") return "";
  const shown = reach.kind === "only" ? `the ${reach.season} season alone` : `seasons since ${reach.season}`;
  return html`<p class="notice">Without an account you see ${shown}. <a href="${manageUrl}">Sign in or start a trial</a> to see all that was asked for.</p>`;
}

function refused({ status, message, parameter }: NotFound): Shown {
  const wrong = parameter === null ? null : { name: parameter, message };
  const title = status >= 500 ? "This cannot be answered now" : "That question has a mistake";
  const result = insteadOfAnswer(title, message);
  return { status, shared: null, result, spoken: `${title}. ${message}`, wrong: status >= 500 ? null : wrong };
}

function beyond(sport: Sport, reach: Reach, manageUrl: string): Shown {
  const shown =
    reach.kind === "all" ? "" : reach.kind === "only" ? `the ${reach.season} season` : `seasons since ${reach.season}`;
  const title = "That season needs an account";
  const text = `Without an account you see ${shown} of the ${sport.toUpperCase()}. A trial is free, and shows every season.`;
  const action = html`<p class="actions"><a class="button primary" href="${manageUrl}">Sign in or start a trial</a></p>`;
  return { status: 403, shared: null, result: insteadOfAnswer(title, text, action), spoken: `${title}. ${text}` };
}

function closed(manageUrl: string): Shown {
  const title = "Sign in to explore";
  const text = "On this server, people with an account ask any set of bets, and see its record with its error bar.";
  const action = html`<p class="actions"><a class="button primary" href="${manageUrl}">Sign in or start a trial</a></p>`;
  return { status: 200, shared: null, result: insteadOfAnswer(title, text, action), spoken: "" };
}
