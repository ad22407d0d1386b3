/** Games and lines out of a mirror that `pull` keeps: no request is made. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Games, gameOf } from "./games.ts";
import type { Sport } from "./known.ts";
import { Lines } from "./lines.ts";
import type { Match } from "./match.ts";
import { UnreadableFile } from "./problem.ts";
import { type Row, rowsOfFile } from "./rows.ts";

const dataSets = ["games", "bets", "odds", "periods", "period_odds"] as const;
type DataSet = (typeof dataSets)[number];

export class MirrorSource {
  readonly #folder: string;

  /** @throws UnreadableFile when the folder is no mirror with files of CSV. */
  constructor(folder: string) {
    this.#folder = folder;
    const file = join(folder, "gradeline-mirror.json");
    if (!existsSync(file))
      throw new UnreadableFile(`${folder} is no mirror: it has no gradeline-mirror.json. Make one with pull`);
    const { format } = JSON.parse(readFileSync(file, "utf8")) as { format?: string };
    if (format !== "csv.gz") throw new UnreadableFile(`${folder} is a mirror of ${format}: grade reads csv.gz`);
  }

  /** The games of the seasons in which the days may be. */
  games(days: ReadonlyMap<Sport, readonly string[]>): Games {
    const rows = [...days].flatMap(([sport, own]) => {
      const years = new Set(own.map((day) => Number(day.slice(0, 4))));
      return this.#seasons(sport)
        .filter((season) => [season - 1, season, season + 1].some((year) => years.has(year)))
        .flatMap((season) => [...this.#rows(sport, season, "games")]);
    });
    return new Games(rows.flatMap((row) => gameOf(row) ?? []));
  }

  lines(matches: readonly Match[]): Lines {
    const lines = new Lines();
    const seasons = new Map<string, { readonly sport: Sport; readonly season: number; readonly ids: Set<string> }>();
    for (const { game } of matches) {
      if (game === null) continue;
      const key = `${game.sport} ${game.season}`;
      const own = seasons.get(key) ?? { sport: game.sport, season: game.season, ids: new Set<string>() };
      own.ids.add(game.id);
      seasons.set(key, own);
    }
    for (const { sport, season, ids } of seasons.values()) {
      const read = (dataSet: DataSet) => this.#rows(sport, season, dataSet, (id) => ids.has(id));
      for (const row of read("games")) lines.addScore(row.game_id ?? "", "game", row["home.score"], row["away.score"]);
      for (const row of read("periods"))
        lines.addScore(row.game_id ?? "", row.period ?? "", row["score.home"], row["score.away"]);
      for (const row of read("bets")) lines.addBet(row);
      for (const row of read("odds")) lines.addOdds(row);
      for (const row of read("period_odds")) lines.addOdds(row);
    }
    return lines;
  }

  #seasons(sport: Sport): number[] {
    const folder = join(this.#folder, sport);
    return existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /^\d{4}$/.test(name))
          .map(Number)
          .sort()
      : [];
  }

  /** Nothing for a file that the mirror does not have. */
  *#rows(sport: Sport, season: number, dataSet: DataSet, isWanted?: (id: string) => boolean): Generator<Row> {
    const file = join(this.#folder, sport, String(season), `${dataSet}.csv.gz`);
    if (!existsSync(file)) return;
    let text: string;
    try {
      text = gunzipSync(readFileSync(file)).toString();
    } catch (error) {
      throw new UnreadableFile(`${file} cannot be read: ${(error as Error).message}. Run verify, then pull again`);
    }
    yield* rowsOfFile(text, isWanted);
  }
}
