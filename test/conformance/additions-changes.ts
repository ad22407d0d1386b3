/** The sentences of, what revisions changed. */
import { type Section, testsOf } from "./sentence.ts";

const lists = testsOf("test/contract/changes.test.ts");
const mirror = testsOf("test/database/mirror.test.ts");

export const additionsOfChanges: Section = {
  title: "Changes and revisions",
  sentences: [
    {
      id: "A-7.1",
      text: "Changes are those of the revisions after `since`, by revision, then game_id: revision, published_at, sport, season, game_id, change (added, changed, removed), and of a changed game the fields with path, from and to.",
      tests: [
        lists("a row is a revision and a game"),
        lists("a game's first lines are told by path"),
        lists("since leaves out what a copy has"),
      ],
    },
    {
      id: "A-7.2",
      text: "`meta.revision` is the newest revision, and the `since` of the next request.",
      tests: [
        lists("meta names the newest revision and the archive on every page"),
        mirror("a server that has not taken over the revision of a copy asks it to wait"),
      ],
    },
    {
      id: "A-7.3",
      text: "A revision has published_at, added, changed, removed, odds_rows and its seasons.",
      tests: [lists("a revision has its counts, its odds rows and the seasons that it touched")],
    },
    {
      id: "A-7.4",
      text: "A change of any endpoint's answer about a game is a change of that game: a copy kept by changes alone equals the archive.",
      tests: [
        mirror("after "),
        mirror("a game that is published under another id is taken out under the old one"),
        mirror("every game published anew from the same ledger is no change"),
        mirror("a game that was damaged and is written anew is told as changed"),
      ],
    },
    {
      id: "A-7.5",
      text: "Where not every field is told, `more` counts the others.",
      tests: [lists("of a night that changes more than is kept value by value, more counts the rest")],
    },
    {
      id: "A-7.6",
      text: "A copy that cannot be right is refused with 400: one from before changes were kept, of a revision to come, or of another archive, which `meta.archive` names and `archive` checks.",
      tests: [
        lists("changes of before they were kept are refused with the revision to go on from"),
        lists("since later than the newest revision is 400 that names the newest"),
        lists("a copy of another archive is refused by its archive"),
        mirror("a rebuild is another archive"),
      ],
    },
    {
      id: "A-7.7",
      text: "A change that is lost or altered on our side is never answered over.",
      tests: [mirror("a change that the database has lost, or that is altered")],
    },
  ],
};
