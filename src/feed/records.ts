/**
 * The one shape that every provider's payload is turned into: Gradeline's canonical feed records.
 * They are also the lines of a canonical NDJSON file; docs/feed.md explains them, docs/feed.schema.json is made from
 * these declarations. Times are ISO 8601 UTC, lines are the home side's, teams are abbreviations of the registry.
 */
import { type Static, type TProperties, type TSchema, Type } from "typebox";
import { markets, oddsPeriods, seasonTypes, sports } from "../domain/sports.ts";

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const oneOf = <const T extends readonly string[]>(values: T) => Type.Unsafe<T[number]>(Type.Enum([...values]));
const text = () => Type.String({ minLength: 1 });
const closed = <T extends TProperties>(properties: T, description: string) =>
  Type.Object(properties, { additionalProperties: false, description });

const odds = () => orNull(Type.Integer({ description: "American odds" }));
const date = () => Type.String({ format: "date", description: "YYYY-MM-DD" });
const time = () => Type.String({ format: "date-time", description: "ISO 8601, UTC" });

export const TeamRecord = closed(
  {
    type: Type.Literal("team"),
    provider: text(),
    sport: oneOf(sports),
    abbreviation: text(),
    city: orNull(text()),
    conference: orNull(text()),
    division: orNull(text()),
    logo_url: orNull(text()),
  },
  "Facts about a team of the registry that change between releases.",
);

export const VenueRecord = closed(
  {
    type: Type.Literal("venue"),
    provider: text(),
    venue_id: text(),
    name: orNull(text()),
    city: orNull(text()),
    indoor: orNull(Type.Boolean()),
  },
  "Facts about a venue; they fill what the provider's game records leave null.",
);

export const SeasonRecord = closed(
  {
    type: Type.Literal("season"),
    provider: text(),
    sport: oneOf(sports),
    season: Type.Integer(),
    complete: Type.Boolean({ description: "false while games are still to come that this feed does not list" }),
  },
  "States whether a season is over, for feeds that list no scheduled games.",
);

const LineScoreSide = Type.Array(orNull(Type.Integer({ minimum: 0 })));

export const gameStatuses = ["scheduled", "final", "cancelled", "postponed", "suspended"] as const;

export const GameRecord = closed(
  {
    type: Type.Literal("game"),
    provider: text(),
    game_id: Type.String({ minLength: 1, description: "the provider's id, stable over re-imports" }),
    sport: oneOf(sports),
    season: Type.Integer(),
    season_type: oneOf(seasonTypes),
    week: orNull(Type.Integer({ minimum: 1 })),
    game_date: orNull(Type.String({ format: "date", description: "official slate date; null: taken from the start" })),
    game_number: orNull(Type.Integer({ minimum: 1, maximum: 9, description: "of a doubleheader; null: by start" })),
    start_time: orNull(Type.String({ format: "date-time", description: "scheduled start; null: taken from the odds" })),
    actual_start_time: orNull(time()),
    status: oneOf(gameStatuses),
    home: text(),
    away: text(),
    neutral_site: orNull(Type.Boolean()),
    overtime: orNull(Type.Boolean()),
    home_score: orNull(Type.Integer({ minimum: 0 })),
    away_score: orNull(Type.Integer({ minimum: 0 })),
    line_score: orNull(closed({ home: LineScoreSide, away: LineScoreSide }, "points of each period, extra ones last")),
    venue: orNull(
      closed(
        { venue_id: text(), name: orNull(text()), city: orNull(text()), indoor: orNull(Type.Boolean()) },
        "indoor: whether this game was played indoors (a closed roof counts)",
      ),
    ),
    referee: orNull(text()),
    weather: orNull(
      closed(
        {
          temp_f: orNull(Type.Number()),
          wind_mph: orNull(Type.Number()),
          wind_direction: orNull(text()),
          condition: orNull(text()),
        },
        "condition is `Indoor` in a dome or below a closed roof",
      ),
    ),
  },
  "A game: scheduled, final or called off.",
);

export const QuoteRecord = closed(
  {
    type: Type.Literal("quote"),
    provider: text(),
    sport: oneOf(sports),
    event_id: Type.String({ minLength: 1, description: "the provider's id of the event that is priced" }),
    home: text(),
    away: text(),
    game_date: orNull(date()),
    start_time: orNull(
      Type.String({ format: "date-time", description: "the event's start as this capture states it" }),
    ),
    seen_at: orNull(
      Type.String({ format: "date-time", description: "when the snapshot was taken; the latest start wins" }),
    ),
    book: Type.String({ minLength: 1, description: "book slug" }),
    period: oneOf(oddsPeriods),
    market: oneOf(markets),
    captured_at: orNull(time()),
    stated: orNull(
      Type.Union([Type.Literal("open"), Type.Literal("close")], {
        description: "for providers that state an opening or closing without its time",
      }),
    ),
    line: orNull(Type.Number({ description: "home spread, total or team total" })),
    home_odds: odds(),
    away_odds: odds(),
    over_odds: odds(),
    under_odds: odds(),
  },
  "What a book showed for one market at one moment. Needs captured_at or stated, and start_time or game_date.",
);

export const FeedRecord = Type.Union([TeamRecord, VenueRecord, SeasonRecord, GameRecord, QuoteRecord]);

export type TeamRecord = Static<typeof TeamRecord>;
export type VenueRecord = Static<typeof VenueRecord>;
export type SeasonRecord = Static<typeof SeasonRecord>;
export type GameRecord = Static<typeof GameRecord>;
export type QuoteRecord = Static<typeof QuoteRecord>;
export type FeedRecord = TeamRecord | VenueRecord | SeasonRecord | GameRecord | QuoteRecord;
