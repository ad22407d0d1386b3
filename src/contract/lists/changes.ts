/** `/v1/changes` and `/v1/revisions`: what changed, and which revision of which archive a copy is of. */
import { type Static, Type } from "typebox";
import { orNull } from "../../domain/schemas.ts";
import { endpoint, listMeta, page } from "../endpoint.ts";
import { enumTexts } from "../enum-texts.ts";
import { anySport, paging } from "../filters/games.ts";
import { gameId, season, sport } from "../game-members.ts";
import { choice, count, id, list, nullable, object, text, time } from "../members.ts";
import { type Parameter, required, shapedText, wholeNumber } from "../parameter.ts";

const FieldChange = object("FieldChange", "A value that callers see, before and after.", {
  path: text(
    "path of the value in the answer for a single game, with books by slug; below odds what only odds rows have",
    "home.score",
  ),
  from: Type.Unknown({ description: "value before; null when there was none", examples: [23] }),
  to: Type.Unknown({ description: "value now; null when there is none", examples: [24] }),
});

const revision = id("number of the revision", 214);
const publishedAt = time("when the revision was published, in UTC", "2025-09-06T09:00:00.000Z");

export const Change = object("Change", "What one revision changed of one game.", {
  revision,
  published_at: publishedAt,
  sport,
  season,
  game_id: gameId,
  change: choice(["added", "changed", "removed"], enumTexts.change, "changed"),
  fields: list(
    FieldChange,
    "values that changed, for changed games; of a night that changes thousands of games, or of a game with many, not all",
    {
      maxItems: 100,
      examples: [
        [
          { path: "home.score", from: 23, to: 24 },
          { path: "result.margin_home", from: 3, to: 4 },
          { path: "odds.bovada.result.home_covered", from: null, to: true },
        ],
      ],
    },
  ),
  more: count("how many further values changed at least: when it is above 0, fetch the game", 0),
});

const TouchedSeason = object("TouchedSeason", "A season that a revision touched.", { sport, season });

export const Revision = object("Revision", "A revision of the archive, and how much it changed.", {
  revision,
  published_at: publishedAt,
  added: nullable.count("games that came in; null in revisions from before this was counted", 16),
  changed: nullable.count("games of which values changed; null as with added", 1),
  removed: nullable.count("games that were taken out; null as with added", 0),
  odds_rows: nullable.count("odds rows that there were then; null when nobody counted", 262_144),
  seasons: orNull(
    list(TouchedSeason, "seasons that the revision touched: their games, or their own row; null as with added"),
  ),
});

export type Change = Static<typeof Change>;
export type Revision = Static<typeof Revision>;

const largestRevision = 2_147_483_647;

const sinceOrAll: Parameter<number | null> = wholeNumber({
  meaning: "only revisions after this one; all when absent",
  least: 0,
  most: largestRevision,
  digits: 10,
  must: `a revision, a whole number from 0 to ${largestRevision}`,
  example: 0,
});

/** The revision that a copy is of. */
const since: Parameter<number> = required(
  sinceOrAll,
  "the revision that your copy is of: meta.revision of the answer before, 0 for a copy that is empty",
);

/** The id of an archive has the form of a UUID. */
const archiveShape = { pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", maxLength: 36 };
export const exampleArchive = "6f1c2a54-0c3e-4b7a-9d28-5e8f7a1b3c90";

/** Whether it is this archive, the endpoint checks. */
const archive = shapedText(
  "the archive that your copy is of, meta.archive of the answer before: with it, a copy of another archive is refused",
  archiveShape,
  "meta.archive of an earlier answer, as it came",
  exampleArchive,
);

const RevisionMeta = listMeta("RevisionMeta", "About a page, and the archive that it is of.", {
  revision: id("the newest revision; on the last page of changes, your next since", 214),
  archive: text(
    "which archive the revisions are of; it is another after a restored backup, and you begin anew",
    exampleArchive,
    { pattern: "^[0-9a-f-]*$", maxLength: 36 },
  ),
});
export const changes = endpoint("/changes", "listChanges", "List changes", {
  tag: "Changes",
  sentence:
    "What each revision after `since` changed: all that a copy of the data needs to become what the API answers today.",
  details:
    "There is one row per revision and game, in order of revision, then game_id. `meta.revision` of the last page is the next " +
    "`since`. Give `meta.archive` back as `archive`, so that a copy of an archive that was restored or built anew is refused. " +
    "A revision that is later than the newest, or from before changes were kept, is 400, and the message says from which " +
    "revision to go on. With CSV, `meta.revision` and `meta.archive` are in headers.",
  parameters: { since, sport: anySport, archive, ...paging },
  answer: page("ChangeList", "A page of changes.", Change, { meta: RevisionMeta, goesOn: false }),
  shape: 1,
  headers: ["X-Archive"],
  isKept: false,
});

export const revisions = endpoint("/revisions", "listRevisions", "List revisions", {
  tag: "Changes",
  sentence: "The revisions of the archive, oldest first, with how much each changed.",
  parameters: { since: sinceOrAll, ...paging },
  answer: page("RevisionList", "A page of revisions.", Revision, { meta: RevisionMeta, goesOn: false }),
  shape: 1,
  headers: ["X-Archive"],
  isKept: false,
});
