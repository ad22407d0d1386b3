/** The rows of what changed: additions of ours to service.md. */
import { type Static, Type } from "typebox";
import { orNull } from "../../domain/schemas.ts";
import { columnsOf } from "../csv.ts";
import { enumTexts } from "../enum-texts.ts";
import { choice, count, id, list, nullable, object, text, time } from "../members.ts";
import { gameId, season, sport } from "./game-head.ts";

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

export const changeColumns = columnsOf(Change);
export const revisionColumns = columnsOf(Revision);
