/** Events of ESPN with what a test says of them, and a server that answers as ESPN's site API has since September 2026. */
import type { IncomingMessage } from "node:http";
import { seasonOf } from "../../src/domain/seasons.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { slateDate } from "../../src/domain/times.ts";
import { readEspn } from "../../src/feed/providers/espn.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { startHttp } from "../support/http-server.ts";
import { sportsByHand } from "../support/sports.ts";

export type EspnEvent = {
  readonly sport: Sport;
  readonly id: string;
  /** Such as `2025-06-06T23:10Z`. */
  readonly start: string;
  readonly away: string;
  readonly home: string;
  /** Away first. */
  readonly score?: readonly [number, number];
  readonly state?: string;
  /** Such as `Doubleheader - Game 1`. */
  readonly note?: string;
  /** Points of each period, away first: `7-7 6-10 7-0 0-7`. */
  readonly periods?: string;
};

/** As the site has it. */
export type SiteEvent = { readonly date: string; readonly [name: string]: unknown };

export function espnEvent({ sport, id, start, away, home, ...rest }: EspnEvent): SiteEvent {
  const { state = "STATUS_FINAL", score = [0, 0], note } = rest;
  const periods = rest.periods?.split(" ").map((period) => period.split("-").map(Number)) ?? [];
  const [games, league] = sportsByHand[sport].espn;
  const status = { period: periods.length, type: { name: state, state: "post", completed: state === "STATUS_FINAL" } };
  const side = (homeAway: string, displayName: string, place: 0 | 1) => ({
    ...{ homeAway, team: { displayName }, score: String(score[place]) },
    linescores: periods.map((each) => ({ value: each[place] })),
  });
  const competition = {
    ...{ type: { abbreviation: "STD" }, timeValid: true, neutralSite: false, status },
    notes: note === undefined ? [] : [{ headline: note }],
    competitors: [side("home", home, 1), side("away", away, 0)],
  };
  const season = { year: seasonOf(sport, start.slice(0, 10)), type: 2 };
  return { id, uid: `s:${games}~l:${league}~e:${id}`, date: start, season, status, competitions: [competition] };
}

/** The items of a scoreboard with these events. */
export function espnBoard(nowMs: number, ...events: readonly EspnEvent[]): FeedItem[] {
  return [...readEspn({ events: events.map(espnEvent) }, { file: "scoreboard", nowMs })];
}

/** Without a word about it, ESPN changes what it answers to. A test may change it once more. */
export type EspnHabits = {
  /** Whether a User-Agent may ask. */
  readonly admits: (userAgent: string) => boolean;
  /** Whether a day is answered at all; with a month and a year it always is. */
  readonly takesDays: boolean;
  /** A larger limit gives 25 events. */
  readonly mostLimit: number;
};

export const espnToday: EspnHabits = {
  admits: (userAgent) => /\(\+https?:\/\//.test(userAgent),
  takesDays: true,
  mostLimit: 500,
};

/** The answer to a request for a scoreboard. */
export function espnScoreboard(
  { url = "", headers }: Pick<IncomingMessage, "url" | "headers">,
  events: readonly SiteEvent[],
  { admits, takesDays, mostLimit }: EspnHabits = espnToday,
): { readonly status: number; readonly body: object } {
  const { searchParams } = new URL(url, "http://espn");
  const dates = searchParams.get("dates") ?? "";
  if (!admits(headers["user-agent"] ?? "")) return { status: 403, body: { code: 403 } };
  if (dates.includes("-") || !takesDays) {
    return { status: 400, body: { code: 400, message: "Failed to get events endpoint." } };
  }
  const [first = "", last = first] = dates.split("-");
  const found = events.filter(({ date }) => {
    const day = slateDate(Date.parse(date)).replaceAll("-", "");
    return day >= first && day <= last;
  });
  return { status: 200, body: { events: found.slice(0, Number(searchParams.get("limit")) > mostLimit ? 25 : 500) } };
}

export type EspnSite = Awaited<ReturnType<typeof startEspnSite>>;

export async function startEspnSite() {
  const { url, close } = await startHttp((request, response) => {
    const path = request.url ?? "";
    site.asked.push({ path, userAgent: request.headers["user-agent"] ?? "" });
    if (path.includes("/scoreboard")) {
      const { status, body } = espnScoreboard(request, site.events, site.habits);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      return;
    }
    const text = site.other(path);
    response.writeHead(text === null ? 404 : 200).end(text ?? "{}");
  });
  const site = {
    /** Without a slash at the end. */
    url,
    /** What was asked for, with the User-Agent. */
    asked: [] as { readonly path: string; readonly userAgent: string }[],
    events: [] as readonly SiteEvent[],
    habits: espnToday,
    /** The answer to whatever is no scoreboard: a summary, or another provider's request; null: 404. */
    other: (_path: string): string | null => null,
    close: () => void close(),
  };
  return site;
}
