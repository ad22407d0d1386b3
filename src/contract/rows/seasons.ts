/** The rows of `/v1/sports`, `/v1/seasons` and `/v1/teams`. */
import type { Static } from "typebox";
import { sportFacts } from "../../domain/sports.ts";
import { anAbbreviation, choice, count, id, list, nullable, object, text } from "../members.ts";
import { season, sport } from "./game-head.ts";

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
  weeks: nullable.integer("highest week of which every game is final; null without weeks", 22, {
    minimum: 0,
    maximum: 99,
  }),
});

export const TeamRow = object("Team", "A team of a sport.", {
  team_id: id("number of the team", 226),
  abbreviation: text("abbreviation, unique in its sport", "PHI", anAbbreviation),
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
