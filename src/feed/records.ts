/**
 * The one shape that every provider's payload is turned into: Gradeline's canonical feed records.
 * They are also the lines of a canonical NDJSON file; docs/feed.md explains them, docs/feed.schema.json is made from
 * these declarations. Times are ISO 8601 UTC, lines are the home side's, teams are abbreviations of the registry.
 * The bounds here are the widest of all sports, as a schema can say them; validation knows those of each sport.
 */
import { type Static, type TProperties, Type } from "typebox";
import { largestOdds, lineStep, mostGamesADay, temperatureRange, widest, windRange } from "../domain/bounds.ts";
import { oneOf, orNull } from "../domain/schemas.ts";
import { markets, oddsPeriods, seasonTypes, sports } from "../domain/sports.ts";
import { hands, mostEventsOfGame, type OutsideProvider, outsideProviders, type Starter } from "../domain/teams/team.ts";
import { httpsPattern, mostCharacters, plainTextPattern } from "./texts.ts";

const text = (kind: keyof typeof mostCharacters, description?: string) =>
  Type.String({
    minLength: 1,
    maxLength: mostCharacters[kind],
    pattern: plainTextPattern,
    ...(description === undefined ? {} : { description }),
  });
const closed = <T extends TProperties>(properties: T, description: string) =>
  Type.Object(properties, { additionalProperties: false, description });

const odds = () =>
  orNull(Type.Integer({ minimum: -largestOdds, maximum: largestOdds, description: "American odds, from 100" }));
const points = (most: number) => orNull(Type.Integer({ minimum: 0, maximum: most }));
const season = () => Type.Integer({ minimum: 1900, maximum: 2200 });
const date = (description = "YYYY-MM-DD") => Type.String({ format: "date", description });
const time = (description = "ISO 8601, UTC") => Type.String({ format: "date-time", description });

export const TeamRecord = closed(
  {
    type: Type.Literal("team"),
    provider: text("provider"),
    sport: oneOf(sports),
    abbreviation: text("spelling"),
    city: orNull(text("name")),
    conference: orNull(text("name")),
    division: orNull(text("name")),
    logo_url: orNull(Type.String({ maxLength: mostCharacters.url, pattern: httpsPattern, description: "a URL" })),
  },
  "Facts about a team of the registry that change between releases.",
);

export const VenueRecord = closed(
  {
    type: Type.Literal("venue"),
    provider: text("provider"),
    venue_id: text("id"),
    name: orNull(text("name")),
    city: orNull(text("name")),
    indoor: orNull(Type.Boolean()),
  },
  "Facts about a venue; they fill what the provider's game records leave null.",
);

export const SeasonRecord = closed(
  {
    type: Type.Literal("season"),
    provider: text("provider"),
    sport: oneOf(sports),
    season: season(),
    complete: Type.Boolean({ description: "false while games are still to come that this feed does not list" }),
    undecided_until: Type.Optional(
      date("the last date of games whose teams are not decided; a day later complete: false holds no more"),
    ),
  },
  "States whether a season is over, for feeds that list no scheduled games.",
);

const LineScoreSide = Type.Array(points(widest.periodPoints), { maxItems: widest.periods });

const otherId = () => Type.Optional(orNull(text("id")));

/** An id that is not known is left out: most records have none of them. */
const OtherIds = closed(
  {
    ...(Object.fromEntries(outsideProviders.map((provider) => [provider, otherId()])) as Record<
      OutsideProvider,
      ReturnType<typeof otherId>
    >),
    the_odds_api: Type.Optional(orNull(Type.Array(text("id"), { maxItems: mostEventsOfGame }))),
  },
  "the game's ids at other providers, as those write them",
);

const StarterRecord = closed(
  {
    id: text("id", "the provider's id of this person"),
    name: text("name", "as the provider writes it"),
    hand: orNull(oneOf(hands)),
  },
  "hand: the one that he throws or catches with; S is both",
);

const Starters = closed(
  { home: orNull(StarterRecord), away: orNull(StarterRecord) },
  "who started a game of mlb (the pitcher) or nhl (the goalie), never one who was only announced",
);

const gameStatuses = ["scheduled", "final", "cancelled", "postponed", "suspended"] as const;

export const GameRecord = closed(
  {
    type: Type.Literal("game"),
    provider: text("provider"),
    game_id: text("id", "the provider's id, stable over re-imports"),
    sport: oneOf(sports),
    season: season(),
    season_type: oneOf(seasonTypes),
    week: orNull(Type.Integer({ minimum: 1, maximum: widest.weeks })),
    game_date: orNull(date("official slate date; null: taken from the start")),
    game_number: orNull(
      Type.Integer({ minimum: 1, maximum: mostGamesADay, description: "of a doubleheader; null: by start" }),
    ),
    start_time: orNull(time("scheduled start; null: taken from the odds")),
    actual_start_time: orNull(time()),
    status: oneOf(gameStatuses),
    home: text("spelling"),
    away: text("spelling"),
    neutral_site: orNull(Type.Boolean()),
    overtime: orNull(Type.Boolean()),
    home_score: points(widest.score),
    away_score: points(widest.score),
    line_score: orNull(closed({ home: LineScoreSide, away: LineScoreSide }, "points of each period, extra ones last")),
    venue: orNull(
      closed(
        {
          venue_id: text("id"),
          name: orNull(text("name")),
          city: orNull(text("name")),
          indoor: orNull(Type.Boolean()),
        },
        "indoor: whether this game was played indoors (a closed roof counts)",
      ),
    ),
    referee: orNull(text("name")),
    weather: orNull(
      closed(
        {
          temp_f: orNull(Type.Number({ minimum: temperatureRange.least, maximum: temperatureRange.most })),
          wind_mph: orNull(Type.Number({ minimum: windRange.least, maximum: windRange.most })),
          wind_direction: orNull(text("name")),
          condition: orNull(text("name")),
        },
        "condition is `Indoor` in a dome or below a closed roof",
      ),
    ),
    other_ids: Type.Optional(orNull(OtherIds)),
    starters: Type.Optional(orNull(Starters)),
    resumed_on: Type.Optional(orNull(date("slate date on which a suspended game went on"))),
  },
  "A game: scheduled, final or called off.",
);

export const QuoteRecord = closed(
  {
    type: Type.Literal("quote"),
    provider: text("provider"),
    sport: oneOf(sports),
    event_id: text("id", "the provider's id of the event that is priced"),
    home: text("spelling"),
    away: text("spelling"),
    game_date: orNull(date()),
    start_time: orNull(time("the event's start as this capture states it")),
    seen_at: orNull(time("when the snapshot was taken; the latest start wins")),
    book: text("spelling", "book slug"),
    period: oneOf(oddsPeriods),
    market: oneOf(markets),
    captured_at: orNull(time()),
    stated: orNull(
      Type.Union([Type.Literal("open"), Type.Literal("close")], {
        description: "for providers that state an opening or closing without its time",
      }),
    ),
    line: orNull(
      Type.Number({
        minimum: -widest.spread,
        maximum: widest.total,
        multipleOf: lineStep,
        description: "home spread, total or team total",
      }),
    ),
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
export type OtherIds = Static<typeof OtherIds>;
export type QuoteRecord = Static<typeof QuoteRecord>;
export type FeedRecord = TeamRecord | VenueRecord | SeasonRecord | GameRecord | QuoteRecord;

/** The member of a record that says who started; none where nobody says it of either side. */
export function startersMember(home: Starter | null, away: Starter | null): Pick<GameRecord, "starters"> {
  return home === null && away === null ? {} : { starters: { home, away } };
}

/** A line and the two prices of one market: those of home or over first. */
export type Prices = { readonly line: number | null; readonly first: number | null; readonly second: number | null };

export type QuoteAbout = Omit<QuoteRecord, "type" | "line" | "home_odds" | "away_odds" | "over_odds" | "under_odds">;

export function quoteRecord(about: QuoteAbout, { line, first, second }: Prices): QuoteRecord {
  const hasSides = about.market === "moneyline" || about.market === "spread";
  return {
    type: "quote",
    ...about,
    line,
    home_odds: hasSides ? first : null,
    away_odds: hasSides ? second : null,
    over_odds: hasSides ? null : first,
    under_odds: hasSides ? null : second,
  };
}

/** The members of a game that a provider may leave open. */
export const nothingStated = {
  week: null,
  game_date: null,
  game_number: null,
  start_time: null,
  actual_start_time: null,
  neutral_site: null,
  overtime: null,
  home_score: null,
  away_score: null,
  line_score: null,
  venue: null,
  referee: null,
  weather: null,
} as const;
