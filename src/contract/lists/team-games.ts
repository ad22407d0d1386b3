/** `/v1/team_games`: games as each of their teams sees them. */
import type { Static } from "typebox";
import { orNull } from "../../domain/schemas.ts";
import { hands } from "../../domain/teams/team.ts";
import { endpoint, page } from "../endpoint.ts";
import { gameFilters, paging, rowsOfTeam } from "../filters/games.ts";
import { shortened } from "../filters/situations.ts";
import { gameDate, gameHeadMembers, gameId, season } from "../game-members.ts";
import { abbreviationShape, as, choice, count, fromZeroToOne, nullable, object, points, text } from "../members.ts";

const sides = ["home", "away"] as const;
const roles = ["favorite", "underdog"] as const;

/** @param game such as `this game`. */
const resultMembers = (
  game: string,
  [straightUp, spread, total]: readonly ["won" | "lost", "covered" | "failed", "over" | "under"],
) => ({
  straight_up: nullable.choice(["won", "lost", "tied"], `result of ${game} by the score alone`, straightUp),
  spread: nullable.choice(
    ["covered", "failed", "push"],
    `result of ${game} against the consensus closing spread; null without one`,
    spread,
  ),
  total: nullable.choice(
    ["over", "under", "push"],
    `result of ${game} against the consensus closing total; null without one`,
    total,
  ),
});

const marginMembers = (game: string, margin: number, against: number) => ({
  margin: nullable.integer(`points of the team minus those of its opponent in ${game}`, margin, points),
  margin_against_line: nullable.number(
    `margin of ${game} plus the consensus closing spread as the team sees it; null without one`,
    against,
    points,
  ),
});

const role = (game: string, example: "favorite" | "underdog") =>
  nullable.choice(roles, `by the consensus close of ${game}; null when neither side is favored`, example);

const neutralSite = (game: string) => nullable.boolean(`whether neither team played at home in ${game}`, false);
const overtime = (game: string) =>
  nullable.boolean(`whether ${game} took overtime, extra innings or a shootout`, false);
const sideOf = (game: string, example: "home" | "away") => choice(sides, `side of the team in ${game}`, example);

const TeamScore = object("TeamScore", "Final score, overtime and shootout included.", {
  team: nullable.count("points of the team", 20, 1000),
  opponent: nullable.count("points of the opponent", 24, 1000),
});

const TeamResult = object(
  "TeamResult",
  "What became of the game.",
  resultMembers("this game", ["lost", "covered", "under"]),
);

const most400 = 400;
const games = (what: string, example: number) => count(`games of the season before this one ${what}`, example, most400);
const streak = (what: string, plus: string, minus: string, example: number | null) =>
  nullable.integer(
    `games in a row before this one ${what}: above 0 ${plus}, below 0 ${minus}, 0 after a push or tie; null before the first`,
    example,
    { minimum: -most400, maximum: most400 },
  );

const TeamRecord = object("TeamRecord", "What the team had done in the season before this game began.", {
  games: games("that the team has played", 16),
  won: games("won", 10),
  lost: games("lost", 6),
  tied: games("tied", 0),
  win_share: nullable.number(
    "games won as a share of those played, a tie being half of one, 4 decimals; null before the first",
    0.625,
    fromZeroToOne,
  ),
  covered: games("in which the consensus closing spread was covered", 9),
  failed: games("in which it was not", 6),
  spread_push: games("in which it was a push", 1),
  over: games("that went over the consensus closing total", 8),
  under: games("that stayed under it", 8),
  total_push: games("in which it was a push", 0),
  streak: streak("by the score alone", "won", "lost", 2),
  spread_streak: streak("against the spread", "covered", "failed", -1),
  total_streak: streak("on totals", "over", "under", 1),
});

const LastGame = object("LastGame", "The game that the team played before this one in the season.", {
  game_id: gameId,
  game_date: gameDate,
  opponent: text("abbreviation of the opponent in that game", "WSH", abbreviationShape),
  side: sideOf("that game", "home"),
  neutral_site: neutralSite("that game"),
  ...resultMembers("that game", ["won", "covered", "over"]),
  role: role("that game", "favorite"),
  ...marginMembers("that game", 7, 1.5),
  overtime: overtime("that game"),
});

const LastMeeting = object("LastMeeting", "The last game of the two teams, in this season or the one before.", {
  game_id: gameId,
  season,
  game_date: gameDate,
  side: sideOf("that game", "away"),
  neutral_site: neutralSite("that game"),
  ...resultMembers("that game", ["won", "covered", "over"]),
  ...marginMembers("that game", 3, 6.5),
});

const Starter = object("Starter", "Who started the game: the pitcher of baseball, the goalie of hockey.", {
  id: text("id at the source that names the starter, as it writes it", "554430", { maxLength: 40 }),
  name: text("name, as the source writes it", "Zack Wheeler", { maxLength: 80 }),
  hand: nullable.choice(hands, "hand of the throw or catch: L, R, or S for both; null where the source says none", "R"),
});

export const TeamGameRow = object(
  "TeamGameRow",
  "A game seen from one of its teams, with what was known before it began.",
  {
    ...gameHeadMembers,
    team: text("abbreviation of the team that the row is of", "DAL", abbreviationShape),
    opponent: text("abbreviation of the other team", "PHI", abbreviationShape),
    side: sideOf("this game", "away"),
    neutral_site: neutralSite("this game"),
    overtime: overtime("this game"),
    innings: nullable.number(
      "innings that were played, half ones as .5: 8.5 where the home team did not bat in the ninth; null in other sports, and where it is not known",
      null,
      { minimum: 4.5, maximum: 40 },
    ),
    shortened: nullable.boolean(
      "whether fewer than nine innings (eight and a half with the home team ahead) were played; null where innings is",
      null,
    ),
    score: as(TeamScore, "final score"),
    result: as(TeamResult, "what became of the game"),
    role: role("this game", "underdog"),
    line: nullable.number("consensus closing spread as the team sees it; null without one", 8.5, points),
    total: nullable.number("consensus closing total; null without one", 47.5, { minimum: 0, maximum: 1000 }),
    ...marginMembers("this game", -4, 4.5),
    rest: nullable.count("days from the last game of the team in the season to this one; null in its first", null, 366),
    opponent_rest: nullable.count("the same of the opponent", null, 366),
    before: as(TeamRecord, "what the team had done in the season before this game began"),
    last: orNull(as(LastGame, "the game that the team played before this one in the season; null in its first")),
    meetings: count("games of the two teams in the season before this one", 0, 100),
    last_meeting: orNull(
      as(LastMeeting, "the last game of the two teams, in this season or the one before; null when there was none"),
    ),
    starter: orNull(as(Starter, "who started for the team; null in other sports, and where no source says it")),
    opponent_starter: orNull(as(Starter, "who started for the opponent")),
  },
);

export type TeamGameRow = Static<typeof TeamGameRow>;

export const teamGames = endpoint("/team_games", "listTeamGames", "List games by team", {
  tag: "Games",
  sentence:
    "Two rows per completed game, one seen from each team: its result, and what was known of the team before the game began.",
  details:
    "Records, streaks and the last game are of the same season; the last meeting is of this season or the one before. Nothing in " +
    "`before`, `last`, `meetings` and `last_meeting` is of a later game. Rows come oldest first, the home team before the away team.",
  parameters: { ...gameFilters, team: rowsOfTeam, shortened, ...paging },
  oneOf: ["season", "from", "to", "team", "game_id"],
  answer: page("TeamGameList", "A page of games, each seen from one of its teams.", TeamGameRow),
  shape: 4,
});
