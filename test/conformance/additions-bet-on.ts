/** The sentences of and: bets by the team that is bet on, and by weather. */
import { type Section, testsOf } from "./sentence.ts";

const lists = testsOf("test/contract/bet-on.test.ts");
const oracle = testsOf("test/oracle/trends.volume.test.ts");
const filtered = oracle("bets of 300 random requests with the filters of circumstances are those that the oracle's");

export const additionsOfBetOn: Section = {
  title: "The team that is bet on, and weather",
  sentences: [
    {
      id: "A-12.1",
      text: "on=SF (several with commas; as team is written) in /v1/bets and /v1/trends: rows whose side_team is one of these; where [D-27] wants one of four, on counts as team.",
      tests: [
        lists("[A-12] on has the bets on a team, home and away, and narrows a list as team does"),
        lists("[A-12] on takes several teams, by id or former abbreviation in any case, each once"),
        filtered,
      ],
    },
    {
      id: "A-12.2",
      text: 'Totals have no such team and are left out; of team totals both selections stay, unless selection says which. team stays "a game of theirs".',
      tests: [
        lists("[A-12] totals are on no team, and both selections of a team's total are on it"),
        lists("[A-12] on has the bets on a team, home and away, and narrows a list as team does"),
      ],
    },
    {
      id: "A-12.3",
      text: "rest_min, rest_max: days between the slate dates of this game and side_team's last one of the same season and sport; the first game of a season has none and never matches; totals never match; preseason never counts, the postseason does. opponent_rest_min/max likewise.",
      tests: [
        lists(
          "[A-12] rest is that of the team that is bet on: none in its first game, the bye counts, the postseason goes on",
        ),
        lists("[A-12] totals are on no team, and both selections of a team's total are on it"),
        filtered,
      ],
    },
    {
      id: "A-12.4",
      text: "A grouping by team groups by side_team; totals are in both teams' groups, and the row says shared.",
      tests: [
        lists(
          "[A-12] a grouping by team is by the team that is bet on, and says how many of its bets are in another group",
        ),
        oracle("trends of 300 random requests are what the oracle works out from its rows of bets"),
      ],
    },
    {
      id: "A-19.1",
      text: "wind_min, wind_max (mph), temperature_min, temperature_max (°F) and indoor. A game without that value never matches; indoor null matches neither. Wind and temperature of an indoor game are null.",
      tests: [
        lists(
          "[A-19] wind, temperature and roof are filters, and what is not known, or is under a roof, matches no bound",
        ),
        lists(
          "[A-19] a season whose conditions an older release did not write is 503 where they are asked for, until it is published",
        ),
        filtered,
      ],
    },
  ],
};
