/** The sentences of, the ids of games and teams at other sources. */
import { type Section, testsOf } from "./sentence.ts";

const lists = testsOf("test/contract/ids.test.ts");
const picked = testsOf("test/publish/outside-ids.test.ts");
const names = testsOf("test/domain/outside-names.test.ts");
const engines = testsOf("test/database/ids.test.ts");

export const additionsOfIds: Section = {
  title: "Ids at other sources",
  sentences: [
    {
      id: "A-8.1",
      text: "Ids are those of nflverse, ESPN, MLB, the NHL, CFBD and Retrosheet (a string or null), and those of The Odds API, of which a game may have several, so that they are an array.",
      tests: [
        lists("a row begins with the columns of rows of games, and ends with the ids at each source"),
        lists("every game has the ids that were published of it"),
        picked("a game has every event of The Odds API that is matched to it"),
      ],
    },
    {
      id: "A-8.2",
      text: "A source's own record of the game counts before what another one says, and then the record that is believed first.",
      tests: [
        picked("what a provider calls its game counts before what another one says, whatever their ranks and order"),
        engines("records and events in any order of imports give the same ids"),
      ],
    },
    {
      id: "A-8.3",
      text: "A row of teams has team_id, abbreviation, the id or name that each of these sources has for the team (a string or null; The Odds API has names alone, an array, the present one first), and `former`: what each called it earlier in the coverage, with source and id.",
      tests: [
        lists("a team has its present id or name at each source, and those of before"),
        names("a club that moved has its old names beside the present ones, which come first [D-46]"),
        names("a club that its league counts as new has names of its own [D-46]"),
      ],
    },
    {
      id: "A-8.4",
      text: "The teams of `/v1/ids/teams` are those of `/v1/teams`.",
      tests: [
        lists("it has all teams of the sport, as /v1/teams has them, in pages of any size"),
        lists("an answer that the caller has is 304, and JSON, CSV and every sport have ETags of their own"),
      ],
    },
    {
      id: "A-8.5",
      text: "What is not known is null or an empty array, and never guessed.",
      tests: [
        picked("a provider that is none of these gives no id, and its own name for the game is not shown"),
        names("every team has a name at every source of its sport, but at The Odds API's for colleges"),
      ],
    },
  ],
};
