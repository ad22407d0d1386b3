/**
 * Games whose teams are not decided yet, mostly of a postseason. They can be no records, and a season must not look finished
 * while its provider lists them [D-7]: so the season says that more is to come, and until when.
 */
import type { ProviderName } from "../domain/providers.ts";
import { seasonOf } from "../domain/seasons.ts";
import type { Sport } from "../domain/sports.ts";
import { seasonItem } from "./game-rules.ts";
import { attempt, type FeedItem, isProblem, type Source } from "./refusals.ts";
import { slateDateOfGame } from "./utc-times.ts";

type Undecided = {
  readonly sport: Sport;
  readonly game_date: string | null;
  readonly start_time: string | null;
};

export class UndecidedGames {
  readonly #provider: ProviderName;
  /** The last date by sport and season. */
  readonly #last = new Map<string, { readonly sport: Sport; readonly season: number; readonly date: string }>();

  constructor(provider: ProviderName) {
    this.#provider = provider;
  }

  /** @param read refuses a game that is none of ours, or gives null for one whose teams are decided. */
  add(read: () => Undecided | null): void {
    const game = attempt(read);
    if (game === null || isProblem(game)) return;
    const { sport } = game;
    const date = slateDateOfGame(game);
    if (date === null) return;
    const season = seasonOf(sport, date);
    const key = `${sport} ${season}`;
    if (date > (this.#last.get(key)?.date ?? "")) this.#last.set(key, { sport, season, date });
  }

  /** A record for each season that has such games. */
  *items({ file, nowMs }: Source): Generator<FeedItem> {
    for (const { sport, season, date } of this.#last.values()) {
      const where = { file, record: `season ${season}` };
      const stated = { type: "season", provider: this.#provider, sport, season, complete: false } as const;
      const item = seasonItem({ ...stated, undecided_until: date }, where, nowMs);
      // Each of these games is refused by its own name already, also where the season is not covered.
      if (item.record !== undefined) yield item;
    }
  }
}
