/** Finds the game of a bet and the side that was bet on. What may be meant twice is named, and never guessed. */
import { WrongParameter } from "../../contract/parameter.ts";
import { type BetSide, betSides } from "../../domain/bets/sides.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { isCalendarDate } from "../../domain/slate-date.ts";
import type { BetType } from "../../domain/sports.ts";
import type { Snapshot } from "../../query/load.ts";
import { matchingGames } from "../../query/pages.ts";
import { gameFilterOf, refuseDamaged } from "../../query/reach.ts";
import type { BetAsked } from "./bet-asked.ts";

/** A bet that is of no game, or of more than one, or of no side. */
export class NoMatch extends Error {
  override readonly name = "NoMatch";
  /** Games that may be meant. */
  readonly candidates: readonly string[];

  constructor(why: string, candidates: readonly string[] = []) {
    super(why);
    this.candidates = candidates;
  }
}

/** @throws NoMatch */
export function gameOf(snapshot: Snapshot, asked: BetAsked): string {
  const { game_id: gameId, date, team, sport } = asked;
  const found = gamesFrom(snapshot, asked, date, date);
  const [only, second] = found;
  if (only !== undefined && second === undefined) return only;
  if (only !== undefined) throw new NoMatch(`${team} played twice that day: which game?`, found);
  if (gameId !== null) throw new NoMatch(`no completed game of ${sport} has this game_id`);
  const near = gamesFrom(snapshot, asked, shifted(date, -1), shifted(date, 1));
  throw new NoMatch(
    `no completed game of ${team}${asked.opponent === null ? "" : ` and ${asked.opponent}`} on ${date}`,
    near,
  );
}

/** "LAD at SF on 2026-07-19, the only game of both that day", of a game that was found. */
export function whyThis(gameId: string, asked: BetAsked): string {
  const { away = "", home = "", gameDate = "" } = parseGameId(gameId) ?? {};
  const whose = asked.opponent === null ? asked.team : "both";
  const only = asked.game_id === null ? `the only game of ${whose} that day` : "by its game_id";
  return `${away} at ${home} on ${gameDate}, ${only}`;
}

function gamesFrom(snapshot: Snapshot, asked: BetAsked, from: string | null, to: string | null): readonly string[] {
  const { sport, game_id, team, opponent } = asked;
  const reach = game_id === null ? { from, to, team } : { from: null, to: null, team: null };
  const filter = gameFilterOf({ season: null, ...reach, game_id });
  refuseDamaged(snapshot, { sport, season: null, ...reach, game_id });
  const games = matchingGames(snapshot.sports[sport].spans, filter, null).take(10);
  return [...games].map(({ season, game }) => season.gameIds[game] as string).filter((id) => isOf(id, opponent));
}

function isOf(gameId: string, team: string | null): boolean {
  const game = parseGameId(gameId);
  return team === null || game?.home === team || game?.away === team;
}

function shifted(date: string | null, days: number): string | null {
  const shifted = date === null ? null : Temporal.PlainDate.from(date).add({ days }).toString();
  return shifted !== null && isCalendarDate(shifted) ? shifted : date;
}

/** @throws NoMatch, and WrongParameter where the selection is of another bet type. */
export function sideOf(gameId: string, { sport, team, bet_type: [betType], selection }: BetAsked): BetSide {
  const game = parseGameId(gameId);
  if (team !== null && !isOf(gameId, team)) throw new NoMatch(`${team} did not play in ${gameId}`);
  const ofTeam = team === null ? null : game?.home === team ? "home" : "away";
  const sides = betSides[sport].filter((side) => side.betType === betType);
  if (selection !== null && !sides.some((side) => side.selection === selection)) {
    const allowed = [...new Set(sides.map((side) => side.selection))].join(" or ");
    throw new WrongParameter("selection", `selection of ${betType} must be ${allowed}`);
  }
  const left = sides.filter(
    (side) =>
      (selection === null || side.selection === selection) &&
      (side.team === null || ofTeam === null || side.team === ofTeam),
  );
  const [only, second] = left;
  if (only !== undefined && second === undefined) return only;
  if (only === undefined) throw new NoMatch(`team and selection contradict each other: ${team} was ${ofTeam}`);
  throw new NoMatch(whichSide(only.team === null ? null : betType));
}

function whichSide(ofTeam: BetType | null | undefined): string {
  return ofTeam === null || ofTeam === undefined
    ? "which side: selection must be over or under"
    : `which side of ${ofTeam}: team is needed, or selection where it is home or away`;
}
