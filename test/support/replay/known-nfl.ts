/**
 * What nflverse's games.csv held at each moment. Its file of today has every result; here the cells that are filled
 * after a game are empty until three and a half hours after the start, which is about when a game ends. The cells are
 * replaced in the text of each line, and all others stay as they are.
 */
import { easternMs } from "../real-data.ts";
import type { KnownGame } from "./known-games.ts";

const lengthOfGameMs = 3.5 * 3_600_000;

/** Cells that nobody can fill before the game is over. */
const cellsOfResult = ["away_score", "home_score", "result", "total", "overtime", "temp", "wind", "referee"];

type Line = {
  readonly text: string;
  readonly blank: string;
  readonly knownMs: number;
  readonly game: KnownGame | null;
};

function cellsOf(line: string): string[] {
  // No cell of this file holds a comma or a quotation mark; a file that has one would be cut wrongly, so it is refused.
  if (line.includes('"')) throw new Error("games.csv has quoted cells, which the replay does not read");
  return line.split(",");
}

export class KnownNfl {
  readonly #header: string;
  readonly #lines: readonly Line[];
  /** The last text that was asked for, and until when it is the same: the file is asked for often. */
  #last: { readonly fromMs: number; readonly untilMs: number; readonly text: string } | null = null;

  constructor(text: string) {
    const [header = "", ...lines] = text.trimEnd().split("\n");
    this.#header = header;
    const names = cellsOf(header);
    const at = (name: string): number => {
      const index = names.indexOf(name);
      if (index < 0) throw new Error(`games.csv has no column ${name}`);
      return index;
    };
    this.#lines = lines.map((line) => {
      const cells = cellsOf(line);
      const cell = (name: string): string => cells[at(name)] ?? "";
      const startMs = cell("gametime") === "" ? null : easternMs(cell("gameday"), cell("gametime"));
      const isPlayed = cell("home_score") !== "" && cell("home_score") !== "NA";
      const blank = cells.with(at("away_score"), "").slice();
      for (const name of cellsOfResult) blank[at(name)] = "";
      const knownMs = startMs === null || !isPlayed ? Number.NEGATIVE_INFINITY : startMs + lengthOfGameMs;
      const game =
        startMs === null || !isPlayed
          ? null
          : {
              providerId: cell("game_id"),
              date: cell("gameday"),
              startMs,
              away: cell("away_team"),
              home: cell("home_team"),
              awayScore: Number(cell("away_score")),
              homeScore: Number(cell("home_score")),
              knownMs,
            };
      return { text: line, blank: blank.join(","), knownMs, game };
    });
  }

  textAt(nowMs: number): string {
    if (this.#last !== null && nowMs >= this.#last.fromMs && nowMs < this.#last.untilMs) return this.#last.text;
    const times = this.#lines.map(({ knownMs }) => knownMs);
    const fromMs = Math.max(...times.filter((ms) => ms <= nowMs));
    const untilMs = Math.min(...times.filter((ms) => ms > nowMs));
    const lines = this.#lines.map(({ text, blank, knownMs }) => (knownMs <= nowMs ? text : blank));
    const text = `${[this.#header, ...lines].join("\n")}\n`;
    this.#last = { fromMs, untilMs, text };
    return text;
  }

  /** The games whose results become known in a span of time. */
  finalsBetween(fromMs: number, untilMs: number): KnownGame[] {
    return this.#lines.flatMap(({ game }) =>
      game !== null && game.knownMs > fromMs && game.knownMs <= untilMs ? [game] : [],
    );
  }
}
