/**
 * The games that an answer lists. Those whose teams are not decided yet, mostly of a postseason, can be no records, and a season must
 * not look finished while its provider lists them [D-7]: so the season says that more is to come, and until when.
 */
import type { ProviderName } from "../domain/providers.ts";
import { seasonOf } from "../domain/seasons.ts";
import type { Sport } from "../domain/sports.ts";
import { gameItem, seasonItem } from "./game-rules.ts";
import type { GameRecord, SeasonRecord } from "./records.ts";
import { attempt, type FeedItem, isProblem, type Source } from "./refusals.ts";
import { slateDateOfGame } from "./utc-times.ts";

export type ListedGame = {
  /** The game, as a report names it. */
  readonly record: string;
  /** Reads the game, or refuses it. */
  game(): GameRecord;
  /** The sport and the day of a game whose teams are not decided; null where they are. It refuses what is none of ours. */
  undecided(): { readonly sport: Sport; readonly game_date: string | null; readonly start_time: string | null } | null;
  /** Other records that the answer has of the game. */
  readonly besides?: Iterable<FeedItem>;
};

/** One item a game, those besides, and one a season with games whose teams are not decided. */
export function* listedGames(
  provider: ProviderName,
  games: Iterable<ListedGame>,
  { file, nowMs }: Source,
): Generator<FeedItem> {
  const seasons = new Map<string, SeasonRecord & { readonly undecided_until: string }>();
  for (const { record, game, undecided, besides = [] } of games) {
    yield gameItem(game, { file, record }, nowMs);
    yield* besides;
    const open = attempt(undecided);
    const date = open === null || isProblem(open) ? null : slateDateOfGame(open);
    if (open === null || isProblem(open) || date === null) continue;
    const { sport } = open;
    const season = seasonOf(sport, date);
    const key = `${sport} ${season}`;
    if (date <= (seasons.get(key)?.undecided_until ?? "")) continue;
    seasons.set(key, { type: "season", provider, sport, season, complete: false, undecided_until: date });
  }
  for (const season of seasons.values()) {
    const item = seasonItem(season, { file, record: `season ${season.season}` }, nowMs);
    // Each of these games is refused by its own name already, also where the season is not covered.
    if (item.record !== undefined) yield item;
  }
}
