/** The results of the games of a season, seen from each of the two teams. They are made when they are first asked for. */
import { lost, type Outcome, outcomeOf, push, ungraded, won } from "../../domain/bets/grading.ts";
import { favorite } from "../../domain/grading.ts";
import type { Market, Sport } from "../../domain/sports.ts";
import { noLine } from "../../release/game-lines.ts";
import { noEntry } from "../../release/render.ts";
import { type SeasonLines, scoreAt } from "../../release/season-lines.ts";
import { consensusEntry } from "../periods.ts";
import type { SeasonShelf } from "../season.ts";

/** The three ways in which a game of a team has a result. A total that goes over counts as won, one that stays under as lost. */
export const ways = ["straightUp", "spread", "total"] as const;
export type Way = (typeof ways)[number];

/** By the place of the team: `2 * game` when it is home, `2 * game + 1` when it is away. */
export type TeamResults = {
  /** A total that goes over is won. */
  readonly outcomes: Readonly<Record<Way, Uint8Array>>;
  /** Points of the team minus those of its opponent; `noMargin` where there is no score. */
  readonly margins: Int16Array;
  /** The consensus close of the spread as the team sees it, and of the total, in quarters of a point; `noLine` is none. */
  readonly spreads: Int16Array;
  readonly totals: Int16Array;
  /** 1 favorite, -1 underdog, 0 neither. */
  readonly roles: Int8Array;
};

export const noMargin = -32_768;

const known = new WeakMap<SeasonShelf, TeamResults>();

export function teamResults(season: SeasonShelf): TeamResults {
  return known.getOrInsertComputed(season, makeTeamResults);
}

function makeTeamResults(season: SeasonShelf): TeamResults {
  const { lines, sport } = season;
  const games = season.gameIds.length;
  const places = 2 * games;
  const outcomes = {
    straightUp: new Uint8Array(places),
    spread: new Uint8Array(places),
    total: new Uint8Array(places),
  };
  const margins = new Int16Array(places).fill(noMargin);
  const spreads = new Int16Array(places).fill(noLine);
  const totals = new Int16Array(places).fill(noLine);
  const roles = new Int8Array(places);
  const set = (column: { [place: number]: number }, game: number, home: number, away: number) => {
    column[2 * game] = home;
    column[2 * game + 1] = away;
  };
  for (let game = 0; game < games; game++) {
    const close = consensusClose(sport, lines, game);
    if (close.spread !== null) set(spreads, game, close.spread, 0 - close.spread);
    if (close.total !== null) set(totals, game, close.total, close.total);
    const favored = favorite(sport, close.spread, { line: null, first: close.home, second: close.away });
    if (favored !== null) set(roles, game, favored === "home" ? 1 : -1, favored === "home" ? -1 : 1);
    const at = scoreAt(game, "full");
    const [home, away] = [lines.scores[at] as number, lines.scores[at + 1] as number];
    if (home < 0) continue;
    set(margins, game, home - away, away - home);
    const straightUp = outcomeOf(home - away);
    set(outcomes.straightUp, game, straightUp, opposite(straightUp));
    const spread = close.spread === null ? ungraded : outcomeOf(4 * (home - away) + close.spread);
    set(outcomes.spread, game, spread, opposite(spread));
    const total = close.total === null ? ungraded : outcomeOf(4 * (home + away) - close.total);
    set(outcomes.total, game, total, total);
  }
  return { outcomes, margins, spreads, totals, roles };
}

/** Lines in quarters of a point, the spread being that of the home team; prices of the moneyline. */
type Close = {
  readonly spread: number | null;
  readonly total: number | null;
  readonly home: number | null;
  readonly away: number | null;
};

function consensusClose(sport: Sport, lines: SeasonLines, game: number): Close {
  const entryOf = (market: Market) => consensusEntry(sport, lines, game, "full", market);
  const lineOf = (market: Market): number | null => {
    const entry = entryOf(market);
    const line = entry === noEntry ? noLine : (lines.quarters[2 * entry + 1] as number);
    return line === noLine ? null : line;
  };
  const moneyline = entryOf("moneyline");
  return {
    spread: lineOf("spread"),
    total: lineOf("total"),
    home: moneyline === noEntry ? null : lines.prices[4 * moneyline + 2] || null,
    away: moneyline === noEntry ? null : lines.prices[4 * moneyline + 3] || null,
  };
}

/** By how many quarters of a point the team did better than its line; null without a line or a score. */
export function marginAgainstLine({ margins, spreads }: TeamResults, place: number): number | null {
  const margin = margins[place] as number;
  const spread = spreads[place] as number;
  return margin === noMargin || spread === noLine ? null : 4 * margin + spread;
}

/** The result as the other team sees it. Both see the same total. */
function opposite(outcome: Outcome): Outcome {
  return outcome === won ? lost : outcome === lost ? won : outcome === push ? push : ungraded;
}
