/** Games seen from their teams, made of the columns of a season. */
import { type TeamGameRow, teamGames } from "../../contract/lists/team-games.ts";
import { lost, push, won } from "../../domain/bets/grading.ts";
import { noLine } from "../../release/game-lines.ts";
import { periodScore } from "../../release/season-lines.ts";
import { truthOf } from "../../release/season-table.ts";
import { isShortenedAt } from "../bets/side-slots.ts";
import { noRest, situationsOf } from "../bets/situations.ts";
import { type GameFilter, type GameList, gameHead } from "../pages.ts";
import type { SeasonShelf } from "../season.ts";
import { nameAt, noGame, noStreak, type SeasonTeams, seasonBefore, seasonTeams, winShare } from "./season-teams.ts";
import { marginAgainstLine, noMargin, type TeamResults, teamResults } from "./team-results.ts";

/** Null: whole games and those that were cut short, and those of which it is not known. */
export type TeamGameFilter = GameFilter & { readonly shortened: boolean | null };

/** The spans are of all seasons of the sport, because the last meeting may be of the season before. */
export const teamGameList: GameList<TeamGameFilter, TeamGameRow> = {
  name: "team_games",
  columns: teamGames.columns,
  rowsOf: ({ team, shortened }, spans) =>
    function* (season, game) {
      if (shortened !== null && isShortenedAt(season, game) !== shortened) return;
      const previous = seasonBefore(season, spans);
      for (const place of [2 * game, 2 * game + 1]) {
        if (team === null || nameAt(season, place) === team)
          yield [place % 2, teamGameRow(season, previous, place)] as const;
      }
    },
};

/** @param previous the season before, null when it is not there; @param place of the team, see `SeasonTeams`. */
export function teamGameRow(season: SeasonShelf, previous: SeasonShelf | null, place: number): TeamGameRow {
  const game = place >> 1;
  const opponent = place ^ 1;
  const teams = seasonTeams(season, previous);
  const results = teamResults(season);
  const { rests } = situationsOf(season);
  return {
    ...gameHead(season, game),
    team: nameAt(season, place),
    opponent: nameAt(season, opponent),
    ...siteMembers(season, place),
    overtime: truthOf(season.overtimes[game]),
    innings: Number.isNaN(season.innings[game]) ? null : (season.innings[game] as number),
    shortened: isShortenedAt(season, game),
    score: scoreOf(season, place),
    result: resultOf(results, place),
    role: roleOf(results, place),
    line: pointsOf(results.spreads, place),
    total: pointsOf(results.totals, place),
    ...marginMembers(results, place),
    rest: known(rests, place, noRest),
    opponent_rest: known(rests, opponent, noRest),
    before: recordBefore(teams, place),
    last: lastGame(season, teams.last[place] as number),
    meetings: teams.meetings[game] as number,
    last_meeting: lastMeeting(season, previous, teams, place),
    starter: starterAt(season, place),
    opponent_starter: starterAt(season, opponent),
  };
}

function lastGame(season: SeasonShelf, place: number): TeamGameRow["last"] {
  if (place === noGame) return null;
  const results = teamResults(season);
  const game = place >> 1;
  return {
    game_id: season.gameIds[game] as string,
    game_date: season.dates[game] as string,
    opponent: nameAt(season, place ^ 1),
    ...siteMembers(season, place),
    ...resultOf(results, place),
    role: roleOf(results, place),
    ...marginMembers(results, place),
    overtime: truthOf(season.overtimes[game]),
  };
}

function lastMeeting(
  season: SeasonShelf,
  previous: SeasonShelf | null,
  { lastMeeting: places, isEarlierSeason }: SeasonTeams,
  place: number,
): TeamGameRow["last_meeting"] {
  const met = places[place] as number;
  const of = isEarlierSeason[place] === 1 ? previous : season;
  if (met === noGame || of === null) return null;
  const results = teamResults(of);
  const game = met >> 1;
  return {
    game_id: of.gameIds[game] as string,
    season: of.season,
    game_date: of.dates[game] as string,
    ...siteMembers(of, met),
    ...resultOf(results, met),
    ...marginMembers(results, met),
  };
}

function siteMembers({ neutrals }: SeasonShelf, place: number): Pick<TeamGameRow, "side" | "neutral_site"> {
  return { side: place % 2 === 0 ? "home" : "away", neutral_site: truthOf(neutrals[place >> 1]) };
}

const straightUpNames = { [won]: "won", [lost]: "lost", [push]: "tied" } as const;
const spreadNames = { [won]: "covered", [lost]: "failed", [push]: "push" } as const;
const totalNames = { [won]: "over", [lost]: "under", [push]: "push" } as const;

function resultOf({ outcomes }: TeamResults, place: number): TeamGameRow["result"] {
  return {
    straight_up: straightUpNames[outcomes.straightUp[place] as typeof won] ?? null,
    spread: spreadNames[outcomes.spread[place] as typeof won] ?? null,
    total: totalNames[outcomes.total[place] as typeof won] ?? null,
  };
}

function scoreOf(season: SeasonShelf, place: number): TeamGameRow["score"] {
  const score = periodScore(season.lines, place >> 1, "full");
  if (score === null) return { team: null, opponent: null };
  return place % 2 === 0 ? { team: score.home, opponent: score.away } : { team: score.away, opponent: score.home };
}

function roleOf({ roles }: TeamResults, place: number): TeamGameRow["role"] {
  const role = roles[place] as number;
  return role === 0 ? null : role === 1 ? "favorite" : "underdog";
}

/** Null: it is not known. */
function known(column: ArrayLike<number>, place: number, unknown: number): number | null {
  return column[place] === unknown ? null : (column[place] as number);
}

function pointsOf(column: ArrayLike<number>, place: number): number | null {
  return column[place] === noLine ? null : (column[place] as number) / 4;
}

function marginMembers(results: TeamResults, place: number): Pick<TeamGameRow, "margin" | "margin_against_line"> {
  const against = marginAgainstLine(results, place);
  return {
    margin: known(results.margins, place, noMargin),
    margin_against_line: against === null ? null : against / 4,
  };
}

function recordBefore({ games, before: { straightUp, spread, total } }: SeasonTeams, place: number) {
  const [wins, losses, ties] = [straightUp.won[place], straightUp.lost[place], straightUp.push[place]] as [
    number,
    number,
    number,
  ];
  return {
    games: games[place] as number,
    won: wins,
    lost: losses,
    tied: ties,
    win_share: winShare(wins, losses, ties),
    covered: spread.won[place] as number,
    failed: spread.lost[place] as number,
    spread_push: spread.push[place] as number,
    over: total.won[place] as number,
    under: total.lost[place] as number,
    total_push: total.push[place] as number,
    streak: known(straightUp.streak, place, noStreak),
    spread_streak: known(spread.streak, place, noStreak),
    total_streak: known(total.streak, place, noStreak),
  };
}

/** Null where nobody says who started. */
function starterAt({ starters: { people, homes, aways } }: SeasonShelf, place: number): TeamGameRow["starter"] {
  const starter = people[((place % 2 === 0 ? homes : aways)[place >> 1] as number) - 1];
  return starter === undefined ? null : { id: starter.id, name: starter.name, hand: starter.hand };
}
