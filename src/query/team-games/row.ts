/** Games seen from their teams, made of the columns of a season. */
import { type TeamGameRow, teamGames } from "../../contract/lists/team-games.ts";
import { lost, push, won } from "../../domain/bets/grading.ts";
import { periodScore } from "../../release/season-lines.ts";
import { truthOf } from "../../release/season-table.ts";
import { isShortenedAt } from "../bets/side-slots.ts";
import { type GameFilter, type GameList, gameHead } from "../pages.ts";
import type { SeasonShelf } from "../season.ts";
import {
  isHome,
  nameAt,
  noGame,
  placeOfTeam,
  type SeasonTeams,
  type Standing,
  seasonBefore,
  seasonTeams,
  type TeamResults,
  teamResults,
  winShare,
} from "./teams.ts";

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

/** @param previous the season before, null when it is not there; @param place of the team, see `teams.ts`. */
function teamGameRow(season: SeasonShelf, previous: SeasonShelf | null, place: number): TeamGameRow {
  const game = place >> 1;
  const opponent = place ^ 1;
  const { before, rests, meetings } = seasonTeams(season, previous);
  const results = teamResults(season);
  const standing = before[place] as Standing;
  const { times, last: met } = meetings[game] as SeasonTeams["meetings"][number];
  return {
    ...gameHead(season, game),
    team: nameAt(season, place),
    opponent: nameAt(season, opponent),
    ...siteMembers(season, place),
    overtime: truthOf(season.overtimes[game]),
    innings: known(season.innings[game]),
    shortened: isShortenedAt(season, game),
    score: scoreOf(season, place),
    result: resultOf(results, place),
    role: roleOf(results, place),
    line: known(results.spreads[place]),
    total: known(results.totals[place]),
    ...marginMembers(results, place),
    rest: known(rests[place]),
    opponent_rest: known(rests[opponent]),
    before: recordOf(standing),
    last: standing.last === noGame ? null : lastGame(season, standing.last),
    meetings: times,
    last_meeting:
      met === null ? null : lastMeeting(met.season, placeOfTeam(met.season, met.game, nameAt(season, place))),
    starter: starterAt(season, place),
    opponent_starter: starterAt(season, opponent),
  };
}

function lastGame(season: SeasonShelf, place: number): TeamGameRow["last"] {
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

/** @param season of the meeting; @param place of the team in it. */
function lastMeeting(season: SeasonShelf, place: number): TeamGameRow["last_meeting"] {
  const results = teamResults(season);
  const game = place >> 1;
  return {
    game_id: season.gameIds[game] as string,
    season: season.season,
    game_date: season.dates[game] as string,
    ...siteMembers(season, place),
    ...resultOf(results, place),
    ...marginMembers(results, place),
  };
}

function siteMembers({ neutrals }: SeasonShelf, place: number): Pick<TeamGameRow, "side" | "neutral_site"> {
  return { side: isHome(place) ? "home" : "away", neutral_site: truthOf(neutrals[place >> 1]) };
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
  return isHome(place) ? { team: score.home, opponent: score.away } : { team: score.away, opponent: score.home };
}

function roleOf({ roles }: TeamResults, place: number): TeamGameRow["role"] {
  const role = roles[place] as number;
  return role === 0 ? null : role === 1 ? "favorite" : "underdog";
}

/** Null: it is not known. */
function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function marginMembers({ margins, spreads }: TeamResults, place: number) {
  const margin = margins[place] as number;
  return { margin: known(margin), margin_against_line: known(margin + (spreads[place] as number)) };
}

function recordOf({ games, straightUp, spread, total }: Standing): TeamGameRow["before"] {
  return {
    games,
    won: straightUp.won,
    lost: straightUp.lost,
    tied: straightUp.push,
    win_share: winShare(straightUp),
    covered: spread.won,
    failed: spread.lost,
    spread_push: spread.push,
    over: total.won,
    under: total.lost,
    total_push: total.push,
    streak: known(straightUp.streak),
    spread_streak: known(spread.streak),
    total_streak: known(total.streak),
  };
}

/** Null where nobody says who started. */
function starterAt({ starters: { people, homes, aways } }: SeasonShelf, place: number): TeamGameRow["starter"] {
  const starter = people[((isHome(place) ? homes : aways)[place >> 1] as number) - 1];
  return starter === undefined ? null : { id: starter.id, name: starter.name, hand: starter.hand };
}
