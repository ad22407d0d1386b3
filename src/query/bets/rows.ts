/** Puts rows of bets together of prepared texts. */

import type { BetSide } from "../../domain/bets/sides.ts";
import type { Format } from "../../release/formats.ts";
import { noTime } from "../../release/packed-lines.ts";
import type { SeasonShelf } from "../season.ts";
import type { Bet } from "./bet.ts";
import { HeadWriter } from "./head-texts.ts";
import { rowFrames } from "./row-frame.ts";
import { type BetTexts, betTexts } from "./texts.ts";
import { TimeWriter } from "./time-writer.ts";

/** The texts of the sides, which all requests share. */
const sideTexts: Readonly<Record<Format, WeakMap<BetSide, string>>> = { json: new WeakMap(), csv: new WeakMap() };

/** Collects the rows of one page. Bets of the same game and side are expected to be neighbors. */
export class BetRows {
  readonly #texts: BetTexts;
  readonly #sideTexts: WeakMap<BetSide, string>;
  readonly #noTime: string;
  readonly #heads: HeadWriter;
  readonly #timeWriter = new TimeWriter();
  #rows = "";
  #season: SeasonShelf | null = null;
  #game = -1;
  #gameText = "";
  #homeText = "";
  #awayText = "";
  #noTeamText = "";
  #side: BetSide | null = null;
  /** All that the bets on one side of a game have in common, from the separator on. */
  #sideText = "";
  #scoreText = "";
  /** The times of the game's captures, by their places in the columns. */
  #times: (string | undefined)[] = [];

  constructor(format: Format) {
    this.#texts = betTexts[format];
    this.#heads = new HeadWriter(rowFrames[format]);
    this.#sideTexts = sideTexts[format];
    this.#noTime = this.#texts.noTime;
    this.#noTeamText = this.#texts.team(null);
  }

  add(season: SeasonShelf, bet: Bet): void {
    if (bet.game !== this.#game || season !== this.#season) this.#beginGame(season, bet.game);
    if (bet.at.side !== this.#side) this.#beginSide(bet);
    const texts = this.#texts;
    const { openPrice, closePrice, openOutcome, closeOutcome } = bet;
    this.#rows +=
      this.#sideText +
      texts.book(bet.bookId, bet.bookCount) +
      texts.openLine(bet.openLine) +
      texts.openPrice.of(openPrice) +
      this.#time(bet, 0) +
      texts.closeLine(bet.closeLine) +
      texts.closePrice.of(closePrice) +
      this.#time(bet, 1) +
      texts.noVig.of(bet.noVigProbability) +
      this.#scoreText +
      texts.result(openOutcome, closeOutcome) +
      texts.profitOpen(openPrice, openOutcome) +
      texts.profitClose(closePrice, closeOutcome) +
      texts.role(bet.role) +
      texts.closingLine(bet.movement, bet.betterQuarters, bet.probabilityShift);
  }

  /** The rows with separators between them. All that is in them is ASCII: teams, books and the words of the API. */
  finish(): Buffer {
    const { length } = this.#texts.separator;
    return Buffer.from(this.#rows, "latin1").subarray(length);
  }

  #beginGame(season: SeasonShelf, game: number): void {
    this.#season = season;
    this.#game = game;
    this.#side = null;
    this.#homeText = this.#texts.team(season.teams[season.homes[game] as number] ?? null);
    this.#awayText = this.#texts.team(season.teams[season.aways[game] as number] ?? null);
    this.#gameText = this.#heads.write(season, game, this.#homeText, this.#awayText);
    this.#times = [];
  }

  #beginSide({ at: { side }, home, away }: Bet): void {
    this.#side = side;
    const { team } = side;
    const teamText = team === "home" ? this.#homeText : team === "away" ? this.#awayText : this.#noTeamText;
    this.#sideText = this.#gameText + this.#textOf(side) + teamText;
    this.#scoreText = this.#texts.score(home, away);
  }

  #textOf(side: BetSide): string {
    const known = this.#sideTexts.get(side);
    if (known !== undefined) return known;
    const text = this.#texts.side(side);
    this.#sideTexts.set(side, text);
    return text;
  }

  #time({ lines, entry, game }: Bet, which: 0 | 1): string {
    const place = lines.timesAt[2 * entry + which] as number;
    if (place === noTime) return this.#noTime;
    const known = this.#times[place];
    if (known !== undefined) return known;
    const text = this.#texts.time(
      this.#timeWriter.write(lines.times[(lines.timesFrom[game] as number) + place] as number),
    );
    this.#times[place] = text;
    return text;
  }
}
