/**
 * The columns with which every row of a game begins, as a text. They are those of `gameHead`; a page of one bet a game has as
 * many of them as rows, so that they are put together here without an object.
 */

import { noWeek } from "../../release/view/season-view.ts";
import { isoTime } from "../row-texts/iso-time.ts";
import type { RowFrame } from "../row-texts/row-frame.ts";
import type { SeasonShelf } from "../season.ts";

/** Writes heads of games of which neighbors are of one season and often of one day. */
export class HeadWriter {
  readonly #frame: RowFrame;
  #season: SeasonShelf | null = null;
  /** From the sport to before the week, of the regular season and of the postseason. */
  #seasonTexts: readonly string[] = [];
  #weekTexts: (string | undefined)[] = [];
  #date = 0;
  #dateText = "";

  constructor(frame: RowFrame) {
    this.#frame = frame;
  }

  /**
   * @param home and away: the teams, as values that are written already.
   * @returns the beginning of a row, to after the teams.
   */
  write(season: SeasonShelf, game: number, home: string, away: string): string {
    if (season !== this.#season) this.#beginSeason(season);
    const date = season.gameDates[game] as number;
    if (date !== this.#date) this.#beginDate(date);
    const { between, quote } = this.#frame;
    const text = [
      between[0] + quote,
      season.gameIds[game] as string,
      this.#seasonTexts[season.isPostseason[game] as number],
      this.#weekText(season.weeks[game] as number),
      this.#dateText,
      isoTime(season.startMs[game] as number),
      quote + between[7],
      home,
      between[8],
      away,
    ];
    // Joined texts are one piece of memory, which is copied once for each row of the game.
    return text.join("");
  }

  #beginSeason(season: SeasonShelf): void {
    const { between, quote, write } = this.#frame;
    this.#season = season;
    this.#seasonTexts = ["regular", "postseason"].map(
      (type) =>
        `${quote}${between[1]}${write(season.sport)}${between[2]}${write(season.season)}${between[3]}${write(type)}${between[4]}`,
    );
  }

  #weekText(week: number): string {
    const known = this.#weekTexts[week];
    if (known !== undefined) return known;
    const { between, quote, write } = this.#frame;
    const text = write(week === noWeek ? null : week) + between[5] + quote;
    this.#weekTexts[week] = text;
    return text;
  }

  #beginDate(date: number): void {
    const { between, quote } = this.#frame;
    const digits = String(date);
    this.#date = date;
    this.#dateText = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}${quote}${between[6]}${quote}`;
  }
}
