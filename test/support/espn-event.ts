/** Events of ESPN as its scoreboards have them, with what a test says of them. */
import { seasonOf } from "../../src/domain/seasons.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { readEspn } from "../../src/feed/providers/espn.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { sportsByHand } from "./sports.ts";

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
  readonly seasonType?: number;
  /** Points of each period, away first. */
  readonly periods?: readonly (readonly [number, number])[];
};

/** As the site has it. */
export type SiteEvent = { readonly date: string; readonly [name: string]: unknown };

export function espnEvent({ sport, id, start, away, home, ...rest }: EspnEvent): SiteEvent {
  const { state = "STATUS_FINAL", score = [0, 0], note, seasonType = 2, periods = [] } = rest;
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
  const season = { year: seasonOf(sport, start.slice(0, 10)), type: seasonType };
  return { id, uid: `s:${games}~l:${league}~e:${id}`, date: start, season, status, competitions: [competition] };
}

/** The items of a scoreboard with these events. */
export function espnBoard(nowMs: number, ...events: readonly EspnEvent[]): FeedItem[] {
  return [...readEspn({ events: events.map(espnEvent) }, { file: "scoreboard", nowMs })];
}
