/** The lists that say what there is: the contents of `/v1`, `/v1/sports`, `/v1/teams` and `/v1/seasons`. */
import type { Static } from "typebox";
import { sportFacts } from "../../domain/sports.ts";
import { endpoint, FixedListMeta, one, page } from "../endpoint.ts";
import { gamesFilters } from "../filters/games.ts";
import { season, sport } from "../game-members.ts";
import { abbreviationShape, choice, count, id, list, nullable, object, text, weekBounds } from "../members.ts";

/** The members with which every season begins, wherever it is listed. */
const seasonMembers = {
  season,
  status: choice(
    ["published", "in_progress"],
    "in_progress while games of the season are unplayed, then published",
    "published",
  ),
  first_game: nullable.date("date of the first final game", "2025-09-04"),
  last_game: nullable.date("date of the most recent final game", "2026-02-08"),
  games: count("final games", 285),
};

const SportSeason = object("SportSeason", "A season in the list of sports.", {
  ...seasonMembers,
  games_with_closing_line: count("games for which a US book posted a closing line", 285),
});

export const SportRow = object("Sport", "A sport with its seasons and markets.", {
  sport,
  name: text("full name", sportFacts.nfl.name),
  season_label: text("how season is numbered for this sport", sportFacts.nfl.seasonLabel),
  seasons: list(SportSeason, "seasons that have a final game"),
  bet_types: list(text("a bet type", "spread"), "markets published for the sport", {
    maxItems: 100,
    examples: [sportFacts.nfl.betTypes],
  }),
  last_completed_game: nullable.date("date of the most recent final game", "2026-02-08"),
  teams: count("number of teams", 32),
});

export const SeasonRow = object("Season", "A season of a sport.", {
  sport,
  ...seasonMembers,
  regular_season_games: nullable.count("final games of the regular season", 272),
  postseason_games: nullable.count("final games of the postseason", 13),
  weeks: nullable.integer("highest week of which every game is final; null without weeks", 22, weekBounds),
});

export const TeamRow = object("Team", "A team of a sport.", {
  team_id: id("number of the team", 226),
  abbreviation: text("abbreviation, unique in its sport", "PHI", abbreviationShape),
  name: text("full name", "Philadelphia Eagles"),
  city: nullable.text("city", "Philadelphia"),
  school: nullable.text("school; college only", null),
  mascot: nullable.text("nickname or mascot", "Eagles"),
  conference: nullable.text("conference or league", "NFC"),
  division: nullable.text("division", "NFC East"),
  logo_url: nullable.text("address of the team's logo", null, { maxLength: 2000 }),
});

export type SportRow = Static<typeof SportRow>;
export type SeasonRow = Static<typeof SeasonRow>;
export type TeamRow = Static<typeof TeamRow>;

const Endpoint = object("Endpoint", "An endpoint of the API.", {
  path: text("path on this server, with a name in braces where a value goes", "/v1/sports"),
  summary: text("what the endpoint does", "List sports"),
});
const Contents = object("Contents", "What there is under /v1.", {
  endpoints: list(Endpoint, "every endpoint, in the order of the reference", {
    maxItems: 100,
    examples: [
      [
        { path: "/v1/sports", summary: "List sports" },
        { path: "/v1/games/{game_id}", summary: "Get a game" },
      ],
    ],
  }),
  documentation: text("path of the documentation for people", "/docs"),
  openapi: text("path of the OpenAPI document", "/v1/openapi.json"),
});

/** The answer of `/v1`. */
export type Contents = Static<typeof Contents>;

export const contents = endpoint("", "listEndpoints", "List endpoints", {
  tag: "Reference",
  sentence: "What there is: every endpoint, and where the documentation and the OpenAPI document are.",
  details: "`/v1/` is the same.",
  parameters: {},
  answer: one("ContentsAnswer", "What there is under /v1, with its envelope.", Contents, "what there is"),
  shape: 1,
});

export const sports = endpoint("/sports", "listSports", "List sports", {
  tag: "Reference",
  sentence: "Every sport with its seasons, markets and most recent completed game.",
  details: "One page holds them all.",
  parameters: {},
  answer: page("SportList", "All sports.", SportRow, { meta: FixedListMeta, goesOn: false }),
  shape: 1,
});

export const teams = endpoint("/teams", "listTeams", "List teams", {
  tag: "Reference",
  sentence: "The teams of a sport.",
  details: "Their ids and abbreviations are what `team`, `home` and `away` take.",
  parameters: { sport: gamesFilters.sport },
  answer: page("TeamList", "All teams of a sport.", TeamRow, { meta: FixedListMeta, goesOn: false }),
  shape: 1,
});

export const seasons = endpoint("/seasons", "listSeasons", "List seasons", {
  tag: "Reference",
  sentence: "The seasons of a sport that have a final game, with how far each has come.",
  parameters: { sport: gamesFilters.sport },
  answer: page("SeasonList", "All seasons of a sport.", SeasonRow, { meta: FixedListMeta, goesOn: false }),
  shape: 1,
});
